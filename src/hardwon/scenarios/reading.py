"""Scenarios that an AI wrote, scenario by scenario: slips are mended with a note, what cannot be is refused by name.

What is read is foreign text: its size, depth, types and every key are checked against the schema of the mandate before
anything is executed. A scenario that is wrong says so, and the others are taken.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from hardwon.errors import HardwonError, UsageError
from hardwon.guard.passing import is_unsafe
from hardwon.guard.scanner import redacted
from hardwon.scenarios import key_names, making, place_holders
from hardwon.scenarios.expected_slips import EXPECTED, judges
from hardwon.scenarios.form import CLI, HTTP, REQUEST, SCENARIO
from hardwon.scenarios.near_areas import Near
from hardwon.scenarios.scenario import HandedIn, Refused, Scenario
from hardwon.scenarios.slips import Slips, slug
from hardwon.store import reading
from hardwon.target.exchange import RESERVED
from hardwon.target.origin import Origin, path_of
from hardwon.text import loose_json, schema, strict_json
from hardwon.text.plain import clean_name, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

LARGEST = 5_000_000
DEEPEST = 50
MOST = 1000
SHOWN_FLAWS = 5
LEAST_KEYS = 3
"""Keys of a scenario that an object must have to be taken for one."""

SHORTEST = 40
"""Characters of a text in which a scenario may be."""

_KEYS = key_names.meanings(key_names.OF_SCENARIO)
_TELLING = frozenset(_KEYS) - {"context", "user", "role", "key", "ref", "request", "http", "requests", "environment"}
_WORDS = "|".join(sorted(word.replace("_", "[ _-]?") for word in _TELLING))
START = re.compile(rf"""\{{\s*["'\u201c]?(?:{_WORDS})["'\u201d]?\s*:""", re.IGNORECASE)
"""How a scenario begins: where one is broken, reading goes on at the next."""


_THOUGHT = re.compile(
    r"\s*(?:<(think|thinking|thought|reasoning)>.*?</\1>|Thinking\.\.\.\s.*?\.\.\.done thinking\.)",
    re.DOTALL | re.IGNORECASE,
)
"""What models put before an answer, and how Ollama prints it."""

_OF_ONE = frozenset(REQUEST["properties"]) - {"method"}


class ScenarioError(HardwonError):
    """A document of which no scenario can be executed."""

    slug = "bad-scenario"

    def __init__(self, shown: str, flaws: Sequence[str]) -> None:
        self.flaws = tuple(one_line(redacted(flaw), 300) for flaw in flaws)
        more = f"; and {len(flaws) - SHOWN_FLAWS} more" if len(flaws) > SHOWN_FLAWS else ""
        super().__init__(
            f"{shown}: {'; '.join(self.flaws[:SHOWN_FLAWS])}{more}.",
            remedy="Nothing was executed. `hardwon mandate --json` has the schema.",
        )


def read(path: Path, shown: str = "", *, areas: Iterable[str] = (), target: Origin | None = None) -> HandedIn:
    """The scenarios in a file; ScenarioError if there is none to execute, UsageError if it cannot be read."""
    try:
        raw = reading.content(path, LARGEST, follow=True)
    except reading.TooLarge as error:
        raise ScenarioError(shown or one_line(path.name), [f"is {error.strerror}"]) from error
    except OSError as error:
        reason = f"{one_line(str(path))} cannot be read: {error.strerror}."
        raise UsageError(reason, remedy="Check the path.") from error
    return parse(raw, shown or one_line(path.name), areas=areas, target=target)


def parse(raw: bytes, shown: str = "scenarios", *, areas: Iterable[str] = (), target: Origin | None = None) -> HandedIn:
    """The scenarios in a text, with those that were refused; ScenarioError if none is left.

    `areas` are the names that are known: one that nearly matches is mapped. `target` tells which addresses are on it.
    """
    found = parts(raw, shown, areas=areas, target=target)
    if not found.scenarios:
        raise ScenarioError(shown, [f"{each.id}: {each.why}" for each in found.refused])
    return found


def parts(raw: bytes, shown: str = "scenarios", *, areas: Iterable[str] = (), target: Origin | None = None) -> HandedIn:
    """As `parse`, also where every scenario was refused; ScenarioError only if there is none at all."""
    near = Near(areas)
    items, notes, cut = _items(raw, shown, near)
    taker = _Taker(near, target)
    for number, item in enumerate(items, start=1):
        taker.take(item, number)
    return HandedIn(
        scenarios=tuple(taker.taken),
        refused=tuple(taker.refused),
        notes=(*(f"{shown}: {note}" for note in notes), *taker.notes),
        items=tuple(taker.items),
        cut=cut,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Documents:
    """What stands in a text."""

    found: list[Any]
    notes: tuple[str, ...]
    cut: bool = False
    flaw: str = ""
    """Why it is not JSON, where it is not."""

    @property
    def has_scenario(self) -> bool:
        return any(True for _ in _candidates(self.found))


def _items(raw: bytes, shown: str, near: Near) -> tuple[list[dict[str, Any]], tuple[str, ...], bool]:
    """What may be scenarios, what was mended around them, and whether the text breaks off."""
    if len(raw) > LARGEST:
        raise ScenarioError(shown, [f"is larger than {LARGEST} bytes"])
    documents = _documents(*_decoded(raw, shown), shown)
    if not documents.has_scenario:
        documents = _told_within(documents, shown) or documents
    items = list(_candidates(documents.found, near=near))
    if documents.flaw and not items:
        raise ScenarioError(shown, [documents.flaw])
    if not items or len(items) > MOST:
        what = f"holds {len(items)} scenarios" if items else "holds no scenario"
        raise ScenarioError(shown, [f"{what}; it must be an array of 1 to {MOST} scenarios"])
    return items, documents.notes, documents.cut


def _documents(text: str, notes: list[str], shown: str) -> _Documents:
    text, notes = _answer_in(text, notes)
    try:
        document = strict_json.read(text)
    except (ValueError, RecursionError) as error:
        reader = loose_json.LooseReader(text, START)
        found = list(reader.values())
        return _Documents(found=found, notes=(*notes, *reader.notes), cut=reader.cut, flaw=_no_json(text, error))
    if _depth(document) > DEEPEST:
        raise ScenarioError(shown, [f"is nested deeper than {DEEPEST} levels"])
    return _Documents(found=[document], notes=tuple(notes))


def _told_within(around: _Documents, shown: str) -> _Documents | None:
    """The answer in a text of the JSON that a program tells about its work; where there are several, the last."""
    for text in reversed(list(_texts_in(around.found))):
        within = _documents(text, [*around.notes, "the answer was taken out of the JSON around it"], shown)
        if within.has_scenario:
            return within
    return None


def _texts_in(found: Iterable[Any]) -> Iterator[str]:
    """Every text that may hold a scenario, in its order."""
    for each in found:
        if isinstance(each, str):
            yield from [each] if "{" in each and len(each) >= SHORTEST else []
        elif isinstance(each, dict | list):
            yield from _texts_in(each.values() if isinstance(each, dict) else each)


def _no_json(text: str, error: Exception) -> str:
    if not text.strip():
        return "is empty: it holds no scenario"
    if isinstance(error, RecursionError):
        return "is nested too deeply"
    return f"holds no scenario, and is not JSON: {one_line(str(error), 120)}"


def _decoded(raw: bytes, shown: str) -> tuple[str, list[str]]:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace"), ["it was read as UTF-16"]
    try:
        return raw.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        where = f"is not UTF-8 text: byte {error.start} cannot be read"
        raise ScenarioError(shown, [where]) from None


def _answer_in(text: str, notes: list[str]) -> tuple[str, list[str]]:
    """The text without what its author thought before it answered: drafts are not handed in."""
    thought = _THOUGHT.match(text)
    return (text[thought.end() :], [*notes, "what was thought before it was left out"]) if thought else (text, notes)


def _depth(document: Any) -> int:
    deepest, level = 0, [document]
    while level:
        deepest += 1
        level = [
            inner
            for each in level
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
    return deepest


def _candidates(found: Iterable[Any], area: str = "", near: Near | None = None) -> Iterator[dict[str, Any]]:
    """The objects that are scenarios, wherever in the document they are; others of no use are passed over.

    One that names no area has that of the object around it, or the area that is the key above it.
    """
    for each in found:
        if isinstance(each, dict) and (_is_scenario(each) or _flaw_of(each)):
            yield {**each, "area": area} if area and not _area_of(each) and not _flaw_of(each) else each
        elif isinstance(each, dict):
            own = _area_of(each)
            for key, value in each.items():
                if isinstance(value, dict | list):
                    above = key if near and not own and near.is_area(key) else own or area
                    yield from _candidates([value], above, near)
        elif isinstance(each, list):
            yield from _candidates(_with_flaws(each), area, near)


def _with_flaws(items: list[Any]) -> Iterator[Any]:
    """The entries of a list; beside scenarios those that are none have a flaw, so that they are refused by name."""
    beside = any(isinstance(each, dict) and _is_scenario(each) for each in items)
    for each in items:
        is_list = isinstance(each, list)
        if not beside or is_list or (isinstance(each, dict) and (any(_candidates([each])) or not _known_keys(each))):
            yield each
            continue
        flawed = loose_json.Loose(each if isinstance(each, dict) else {})
        flawed.flaw = "is not a scenario: it has no steps and no exec" if flawed else "is not an object"
        yield flawed


def _flaw_of(item: dict[str, Any]) -> str:
    return item.flaw if isinstance(item, loose_json.Loose) else ""


def _area_of(item: dict[str, Any]) -> str:
    named = [value for key, value in item.items() if _KEYS.get(key_names.plain(key)) == "area"]
    return next((value for value in named if isinstance(value, str) and value.strip()), "")


def _known_keys(item: dict[str, Any]) -> set[str]:
    return {_KEYS[key_names.plain(key)] for key in item if key_names.plain(key) in _KEYS}


def _is_scenario(item: dict[str, Any]) -> bool:
    keys = _known_keys(item)
    return (len(keys) >= LEAST_KEYS and bool(keys & {"steps", "exec", "expected_behavior"})) or (
        bool(keys & {"id", "title"}) and bool(keys & {"steps", "exec", "expected_behavior"})
    )


class _Taker:
    """Takes one scenario after the other."""

    def __init__(self, near: Near, target: Origin | None) -> None:
        self._near, self._target = near, target
        self._ids: set[str] = set()
        self.taken: list[Scenario] = []
        self.items: list[dict[str, Any]] = []
        self.refused: list[Refused] = []
        self.notes: list[str] = []

    def take(self, given: dict[str, Any], number: int) -> None:
        flaw = _flaw_of(given)
        slips = Slips(given, number)
        if flaw:
            self._refuse(slips.item, number, [flaw])
            return
        item = slips.mended()
        if self._target:
            _on_target(item, self._target)
        flaws = list(_unread(item)) or list(schema.flaws(item, SCENARIO)) or list(_deeper_flaws(item))
        if flaws:
            self._refuse(item, number, flaws)
            return
        scenario = making.scenario_of(item)
        area, why = self._near.known(scenario.area)
        notes = [*slips.notes, *([why] if why else [])]
        own = self._free(scenario.id)
        if own is None:
            self.notes.append(f"{scenario.id}: it stands there twice, and is taken once")
            return
        if own != scenario.id:
            notes.append(f"the id {scenario.id!r} was used before")
        scenario = replace(scenario, id=own, area=area)
        if any(replace(each, id="") == replace(scenario, id="") for each in self.taken):
            self.notes.append(f"{scenario.id}: it stands there twice, and is taken once")
            return
        self._ids.add(own)
        self.taken.append(scenario)
        self.items.append({**item, "id": own, "area": area})
        if notes:
            self.notes.append(one_line(redacted(f"{own}: {'; '.join(notes)}"), 500))

    def _free(self, wanted: str) -> str | None:
        numbered = (wanted if number == 1 else f"{wanted[:95]}-{number}" for number in range(1, MOST + 2))
        return next((each for each in numbered if each not in self._ids), None)

    def _refuse(self, item: dict[str, Any], number: int, flaws: Sequence[str]) -> None:
        title = one_line(str(item.get("title") or ""), 100)
        named = str(item.get("id") or "")
        own = slug(named) or slug(title) or f"scenario-{number}"
        own = self._free(own) or own
        self._ids.add(own)
        shown = [one_line(redacted(each.removeprefix(".")), 300) for each in flaws[:SHOWN_FLAWS]]
        more = f"; and {len(flaws) - SHOWN_FLAWS} more" if len(flaws) > SHOWN_FLAWS else ""
        self.refused.append(Refused(id=own, why="; ".join(shown) + more, title=redacted(title)))


def _on_target(item: dict[str, Any], target: Origin) -> None:
    """Addresses of the target made paths on it; those of others stay, and are refused."""
    for request in making.requests_in(item):
        path = request.get("path")
        if isinstance(path, str) and "://" in path and target.holds(path):
            plain = path_of(path)
            below = plain.startswith(f"{target.base}/") or plain == target.base
            request["path"] = (plain.removeprefix(target.base) or "/") if target.base and below else plain
        headers = request.get("expected_headers")
        headers = headers if isinstance(headers, dict) else {}
        for name, value in headers.items():
            if name.lower() == "location" and isinstance(value, str) and "://" in value and target.holds(value):
                headers[name] = path_of(value)  # servers may answer with either


def _unread(item: dict[str, Any]) -> Iterator[str]:
    """What decides, and is not certain: left out, the scenario could pass without being judged."""
    of_program = [key for key in CLI["properties"] if key.startswith(("expected", "absent"))]
    for request in making.requests_in(item):
        known = of_program if item["exec"].get("mode") == "cli" else EXPECTED
        if "shell" in request:
            yield f"exec.command: {request['shell']!r} asks for a shell; several calls go under `runs`"
        if "data" in request:
            yield "exec.data: may be meant as JSON or as a form; write `body` or `form`"
        for key in request:
            if key_names.changes(key):
                yield f"exec.{one_line(key, 40)}: cannot be done; write out everything that is to happen"
            elif key == "expect" or (key not in HTTP["properties"] and key not in CLI["properties"] and judges(key)):
                yield f"exec.{one_line(key, 40)}: cannot be judged; known are {', '.join(known)}"


def _deeper_flaws(item: dict[str, Any]) -> Iterator[str]:
    """What the schema cannot say."""
    try:
        json.dumps(item, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        yield "it holds a lone surrogate, which is not text"
    yield from _flaws_of_area(item["area"])
    call = item.get("exec")
    if call and call.get("mode") == "cli":
        if "args" not in call and not call.get("runs"):
            yield "exec.args: is missing"
    elif call:
        if "path" not in call and not call.get("requests"):
            yield "exec.path: is missing"
        if "path" in call and call.get("requests"):
            yield "exec.requests: give one request, or several under `requests`, not both"
        elif call.get("requests"):
            yield from (f"exec.{key}: say it in the request that it is meant for" for key in call if key in _OF_ONE)
        requests = list(making.requests_in(item))
        yield from place_holders.flaws(requests)
        for request in requests:
            yield from _request_flaws(request)


def _flaws_of_area(area: str) -> Iterator[str]:
    if clean_name(area) != area:
        yield "area: must be one line of visible text"
    if is_unsafe(area):
        yield "area: the scanner finds it unsafe as a name"


def _request_flaws(request: dict[str, Any]) -> Iterator[str]:
    if request.get("winners", 1) > request.get("concurrency", 1):
        yield "exec.winners: cannot be more than concurrency"
    for name, value in request.get("headers", {}).items():
        if name.lower() in RESERVED:
            yield f"exec.headers.{one_line(name, 40)}: is set by the runner and cannot be chosen"
        if not value.isprintable() or any(ord(char) > 0xFF for char in value):  # noqa: PLR2004 - the end of Latin-1
            yield f"exec.headers.{one_line(name, 40)}: must be visible Latin-1 text"
    for name, source in request.get("capture", {}).items():
        if not source:
            yield f"exec.capture.{one_line(name, 40)}: says not where the value is: json, header, field or text"
