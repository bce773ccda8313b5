"""The ledger: all that memory.json and retired.json say, read, checked and written as text.

Pure: bytes in, values out, and back. A file that cannot be trusted is refused with the place and the reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from hardwon.areas.area import Area, stage_of
from hardwon.areas.retirement import Retirement
from hardwon.errors import DamagedRecord
from hardwon.text import strict_json
from hardwon.text.plain import one_line
from hardwon.text.times import moment

VERSION = 1
REMEMBERED_REPORTS = 500
REMEMBERED_RUNS = 500

LARGEST_COUNT = 1_000_000_000
"""A count beyond it is damage: no project runs that often, and figures are computed from it."""

_AREA_KEYS = frozenset(
    {"name", "confidence", "test_count", "pass_count", "fail_count", "last_tested_at", "maturity_stage", "retired"}
)
OWN_KEYS: dict[str, Any] = {
    "fingerprint": None,
    "tests_before_change": 0,
    "fails_before_change": 0,
    "changed_at": None,
    "flaky_count": 0,
    "tests": 0,
    "proven_state": None,
    "proven_at": None,
    "proven_before": None,
    "failed_state": None,
    "failed_at": None,
    "failed_tests": None,
    "failed_keys": None,
    "other_tests": None,
    "other_runs": 0,
    "states": 0,
    "passes_on_states": 0,
    "history_until": None,
    "tests_gone_at": None,
}
"""Keys that only hardwon writes, each left out while it has this value."""

_A_COUNT = f"an integer from 0 to {LARGEST_COUNT}"
_COUNTS = ("test_count", "pass_count", "fail_count")
_OWN_COUNTS = (
    "tests_before_change",
    "fails_before_change",
    "flaky_count",
    "tests",
    "states",
    "passes_on_states",
    "other_runs",
)
_OWN_TEXTS = (
    "fingerprint",
    "proven_state",
    "proven_before",
    "failed_state",
    "failed_tests",
    "failed_keys",
    "other_tests",
)
_OWN_TIMES = ("changed_at", "proven_at", "failed_at", "history_until", "tests_gone_at")
_RETIREMENT_KEYS = frozenset({"name", "retired_at", "test_count", "pass_count", "confidence", "unretired_at"})


class Areas(Mapping[str, Area]):
    """The areas of a memory.json: checked as a whole when read, built one by one when asked for."""

    def __init__(self, raw: dict[str, dict[str, Any]]) -> None:
        self._raw = raw

    def __getitem__(self, name: str) -> Area:
        return _area(name, self._raw[name])

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._raw))

    def __len__(self) -> int:
        return len(self._raw)

    def __contains__(self, name: object) -> bool:
        return name in self._raw

    def changed(self, areas: Mapping[str, Area]) -> Areas:
        """These areas with some of them replaced or added."""
        return Areas(self._raw | {name: _raw_area(area) for name, area in areas.items()})

    @property
    def retired(self) -> set[str]:
        """Names of the areas that are retired."""
        return {name for name, raw in self._raw.items() if raw.get("retired")}

    @property
    def raw(self) -> Mapping[str, dict[str, Any]]:
        """The areas as the file holds them."""
        return self._raw


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """All that memory.json and retired.json say."""

    areas: Areas = field(default_factory=lambda: Areas({}))
    retirements: tuple[Retirement, ...] = ()
    created_at: str | None = None
    updated_at: str | None = None

    reports: Mapping[str, str] = field(default_factory=dict)
    """Digest of each report that was ingested, with its run: in the same file as the counts, so that a report is
    counted exactly once whatever happens in between. The newest 500 are kept."""

    runs: frozenset[str] = frozenset()
    """Runs that were judged: a report which names one of them says nothing new. The newest 500 are kept."""

    renamed: Mapping[str, str] = field(default_factory=dict)
    """What areas were called before, each with its present name: a branch that has the old one follows."""

    extra: Mapping[str, Any] = field(default_factory=dict)
    retired_extra: Mapping[str, Any] = field(default_factory=dict)


def read_ledger(memory: bytes | None, retired: bytes | None, memory_file: str, retired_file: str) -> Ledger:
    """The ledger in the contents of the two files, each None where there is no file."""
    ledger = Ledger() if memory is None else _memory(_Checked(memory_file).json(memory), _Checked(memory_file))
    if retired is None:
        return ledger
    check = _Checked(retired_file)
    data = check.mapping(check.json(retired), "")
    entries = data.get("areas")
    if entries is not None and not isinstance(entries, list):
        check.refuse("areas", "must be a list")
    check.time(data.get("updated_at"), "updated_at")
    return replace(
        ledger,
        updated_at=ledger.updated_at or data.get("updated_at"),
        retirements=tuple(_retirement(entry, f"areas[{i}]", check) for i, entry in enumerate(entries or [])),
        retired_extra={key: value for key, value in data.items() if key not in ("areas", "updated_at")},
    )


def _memory(data: Any, check: _Checked) -> Ledger:
    data = check.mapping(data, "")
    version = data.get("version", VERSION)
    if type(version) is not int or version != VERSION:
        check.refuse("version", f"is {one_line(repr(version), 40)}; this hardwon reads version {VERSION}")
    if "areas" not in data:
        check.refuse("areas", "is missing")
    areas = check.mapping(data["areas"], "areas")
    for name, raw in areas.items():
        _check_area(raw, name, check)
    for key in ("created_at", "updated_at"):
        check.time(data.get(key), key)
    reports = check.mapping(data.get("reports", {}), "reports")
    if not all(isinstance(run, str) for run in reports.values()):
        check.refuse("reports", "must hold texts")
    runs = data.get("counted_runs", [])
    if not isinstance(runs, list) or not all(isinstance(run, str) for run in runs):
        check.refuse("counted_runs", "must be a list of texts")
    renamed = check.mapping(data.get("renamed", {}), "renamed")
    if not all(isinstance(name, str) for name in renamed.values()):
        check.refuse("renamed", "must hold texts")
    known = {"areas", "version", "created_at", "updated_at", "reports", "counted_runs", "renamed"}
    return Ledger(
        areas=Areas(areas),
        created_at=data.get("created_at"),
        updated_at=data.get("updated_at"),
        reports=reports,
        runs=frozenset(runs),
        renamed=renamed,
        extra={key: value for key, value in data.items() if key not in known},
    )


def _check_area(raw: Any, name: str, check: _Checked) -> None:
    if type(raw) is not dict:
        check.refuse(f"areas.{name}", f"must be an object, not {_kind(raw)}")
    if not _is_share(raw.get("confidence")):
        check.refuse(f"areas.{name}.confidence", f"is {_shown(raw, 'confidence')}, but must be a number from 0 to 1")
    for key in _COUNTS:
        if not _is_count(raw.get(key)):
            check.refuse(f"areas.{name}.{key}", f"is {_shown(raw, key)}, but must be {_A_COUNT}")
    if type(raw.get("retired", False)) is not bool:
        check.refuse(f"areas.{name}.retired", f"is {_shown(raw, 'retired')}, but must be true or false")
    for key in ("name", "maturity_stage"):
        if type(raw.get(key, "")) is not str:
            check.refuse(f"areas.{name}.{key}", f"is {_shown(raw, key)}, but must be text")
    check.time(raw.get("last_tested_at"), "areas", name, "last_tested_at")
    if not raw.keys() <= _AREA_KEYS:
        _check_own(raw, name, check)


def _check_own(raw: dict[str, Any], name: str, check: _Checked) -> None:
    for key in _OWN_COUNTS:
        if not _is_count(raw.get(key, 0)):
            check.refuse(f"areas.{name}.{key}", f"is {_shown(raw, key)}, but must be {_A_COUNT}")
    for key, whole in (("tests_before_change", "test_count"), ("fails_before_change", "fail_count")):
        if raw.get(key, 0) > raw[whole]:
            check.refuse(f"areas.{name}.{key}", f"is {raw[key]}, more than {whole}, which is {raw[whole]}")
    for key in _OWN_TEXTS:
        if type(raw.get(key, "")) is not str:
            check.refuse(f"areas.{name}.{key}", f"is {_shown(raw, key)}, but must be text")
    for key in _OWN_TIMES:
        check.time(raw.get(key), f"areas.{name}.{key}")


def _area(name: str, raw: dict[str, Any]) -> Area:
    # Most areas of a large record have no keys but those that all have.
    more = {} if raw.keys() <= _AREA_KEYS else _further(raw)
    return Area(
        name=name,
        confidence=float(raw["confidence"]),
        test_count=raw["test_count"],
        pass_count=raw["pass_count"],
        fail_count=raw["fail_count"],
        last_tested_at=raw.get("last_tested_at"),
        retired=raw.get("retired", False),
        **more,
    )


def _further(raw: dict[str, Any]) -> dict[str, Any]:
    """The keys that only some areas have, as fields of an area."""
    own = {key: raw[key] for key in OWN_KEYS if key in raw}
    return own | {"extra": {key: raw[key] for key in raw if key not in _AREA_KEYS and key not in OWN_KEYS}}


def _raw_area(area: Area) -> dict[str, Any]:
    own = {key: getattr(area, key) for key, default in OWN_KEYS.items() if getattr(area, key) != default}
    return {
        **area.extra,
        "name": area.name,
        "confidence": area.confidence,
        "test_count": area.test_count,
        "pass_count": area.pass_count,
        "fail_count": area.fail_count,
        "last_tested_at": area.last_tested_at,
        "maturity_stage": stage_of(area.confidence),
        "retired": area.retired,
        **own,
    }


def _retirement(raw: Any, place: str, check: _Checked) -> Retirement:
    raw = check.mapping(raw, place)
    if type(raw.get("name")) is not str:
        check.refuse(f"{place}.name", f"is {_shown(raw, 'name')}, but must be text")
    for key in ("test_count", "pass_count"):
        if not _is_count(raw.get(key)):
            check.refuse(f"{place}.{key}", f"is {_shown(raw, key)}, but must be {_A_COUNT}")
    if not _is_share(raw.get("confidence")):
        check.refuse(f"{place}.confidence", f"is {_shown(raw, 'confidence')}, but must be a number from 0 to 1")
    if type(raw.get("retired_at")) is not str:
        check.refuse(f"{place}.retired_at", f"is {_shown(raw, 'retired_at')}, but must be a time")
    check.time(raw["retired_at"], f"{place}.retired_at")
    check.time(raw.get("unretired_at"), f"{place}.unretired_at")
    own = {key: raw.get(key) for key in _RETIREMENT_KEYS}
    return Retirement(**own, extra={key: value for key, value in raw.items() if key not in _RETIREMENT_KEYS})


@dataclass(frozen=True, slots=True)
class _Checked:
    """Checks on one file; whatever fails names the file and the place."""

    file: str

    def json(self, content: bytes) -> Any:
        try:
            text = content.decode("utf-8-sig")
            return strict_json.read(text)
        except json.JSONDecodeError as error:
            place = f"line {error.lineno}, column {error.colno}"
            if b"\n<<<<<<<" in content or content.startswith(b"<<<<<<<"):
                raise DamagedRecord(
                    f"{self.file}, {place}: holds the marks of an unresolved merge.",
                    remedy="Resolve it; `hardwon init --git` sets up a merge driver that does so by itself.",
                ) from error
            self.refuse(place, f"is not JSON ({error.msg})")
        except UnicodeDecodeError as error:
            self.refuse(f"byte {error.start}", "is not UTF-8")
        except RecursionError:
            self.refuse("", "is nested too deeply")
        except ValueError as error:
            self.refuse("", one_line(str(error)))

    def mapping(self, value: Any, place: str) -> dict[str, Any]:
        if type(value) is not dict:
            self.refuse(place, f"must be an object, not {_kind(value)}")
        return value

    def time(self, value: Any, *place: str) -> None:
        if value is None:
            return
        try:
            moment(value)
        except (ValueError, TypeError, AttributeError):
            self.refuse(".".join(place), f"is {one_line(repr(value), 60)}, but must be an RFC 3339 time")

    def refuse(self, place: str, reason: str) -> NoReturn:
        where = f"{self.file}, {one_line(place, 120)}" if place else str(self.file)
        raise DamagedRecord(
            f"{where}: {reason}.",
            remedy="The file was left as it is. Correct it, take it back from git, or start over with "
            "`hardwon memory --reset`.",
        )


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= LARGEST_COUNT


def _is_share(value: Any) -> bool:
    return type(value) in (float, int) and bool(0 <= value <= 1)


def _shown(raw: dict[str, Any], key: str) -> str:
    return one_line(repr(raw[key]), 60) if key in raw else "missing"


def _kind(value: Any) -> str:
    kinds = {dict: "an object", list: "a list", str: "text", bool: "true or false", int: "a number", float: "a number"}
    return "null" if value is None else kinds[type(value)]


def memory_text(ledger: Ledger) -> bytes:
    """The content of memory.json."""
    areas = ",\n".join(f"    {_text(name)}: {_object(raw, 4)}" for name, raw in sorted(ledger.areas.raw.items()))
    newest = sorted(ledger.reports, key=lambda digest: (ledger.reports[digest], digest))[-REMEMBERED_REPORTS:]
    parts = {key: _indented(value) for key, value in ledger.extra.items()}
    parts["areas"] = f"{{\n{areas}\n  }}" if areas else "{}"
    parts["created_at"] = _text(ledger.created_at)
    parts["updated_at"] = _text(ledger.updated_at)
    parts["version"] = str(VERSION)
    if newest:
        parts["reports"] = _indented({digest: ledger.reports[digest] for digest in newest})
    if former := {old: new for old, new in ledger.renamed.items() if old not in ledger.areas}:
        parts["renamed"] = _indented(former)
    if ledger.runs:
        parts["counted_runs"] = _indented(sorted(ledger.runs)[-REMEMBERED_RUNS:])
    body = ",\n".join(f"  {_text(key)}: {value}" for key, value in sorted(parts.items()))
    return f"{{\n{body}\n}}\n".encode()


def retired_text(ledger: Ledger) -> bytes:
    """The content of retired.json."""
    entries = [
        {
            **entry.extra,
            "name": entry.name,
            "retired_at": entry.retired_at,
            "test_count": entry.test_count,
            "pass_count": entry.pass_count,
            "confidence": entry.confidence,
            **({"unretired_at": entry.unretired_at} if entry.unretired_at else {}),
        }
        for entry in ledger.retirements
    ]
    whole = {**ledger.retired_extra, "areas": entries, "updated_at": ledger.updated_at}
    return (_dumps(whole, indent=2, sort_keys=True) + "\n").encode()


def _object(raw: dict[str, Any], depth: int) -> str:
    """An object as `json.dumps(indent=2)` writes it, several times faster where it holds no further objects.

    The standard library's fast encoder cannot indent, but its separators can carry the line breaks.
    """
    if any(type(value) in (dict, list) for value in raw.values()) or not raw:
        return _indented(raw, depth)
    inner = "\n" + " " * (depth + 2)
    flat = _dumps(raw, sort_keys=True, separators=(f",{inner}", ": "))
    return f"{{{inner}{flat[1:-1]}\n{' ' * depth}}}"


def _indented(value: Any, depth: int = 2) -> str:
    return _dumps(value, indent=2, sort_keys=True).replace("\n", "\n" + " " * depth)


def _text(value: str | None) -> str:
    return _dumps(value)


def _dumps(value: Any, **options: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, **options)
    try:
        text.encode()
    except UnicodeEncodeError:
        # A lone surrogate, which only the escaped form can hold.
        return json.dumps(value, ensure_ascii=True, **options)
    return text
