"""runs/<id>/tests.json.gz: how each test of a run ended, as one table of columns.

    {"groups": [[prefix, file, area], …], "group": [0, 0, 1, …]   what tests share, each said once
     "name": ["test_a", …], "test": {"7": …}     a test is called prefix + name, unless `test` says otherwise
     "verdict": "ppfs…"                          passed, failed, skipped, error
     "duration": [0.1, null, …], "attempts": {"7": 2}, "flaky": [7], "said": […], "unskippable": […]}

A suite of 62,423 tests takes 1 MB instead of 19. Compression has a checksum, so a table is read whole or named as
damaged. Earlier releases wrote a line of JSON for each test (tests.jsonl); those are read for ever.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from hardwon.errors import StorageError
from hardwon.evidence.fields import LONGEST_DURATION, seconds, text
from hardwon.store.run_record import Flaw, UnreadablePart
from hardwon.text.plain import one_line, well_formed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from hardwon.evidence.results import Result
    from hardwon.steps.step import Status
    from hardwon.store.run_record import RunRecord

FILE = "tests.json.gz"
LINES = "tests.jsonl"
"""Where earlier releases kept the same."""

LONGEST_LINE = 1_000_000
LARGEST_TABLE = 40_000_000
"""Bytes of a table, unpacked: half a million tests. A small file may hold an endless one, and what is read takes twenty
times as much memory."""

MOST_TESTS = 1_000_000

_FASTEST = 1
"""Level of compression. Higher ones save another quarter and take longer than the lines did."""

_GZIP = 31
"""What zlib calls gzip: anyone can look at the table with `zcat`."""

_DECIMALS = 6
_OUTCOMES: tuple[Status, ...] = ("passed", "failed", "skipped", "error")
_LETTERS: dict[str, Status] = {outcome[0]: outcome for outcome in _OUTCOMES}

_BEFORE_NAME, _AFTER_NAME = b'{"test": "', b'", "name": '
_ERROR, _FLAKY = b'"verdict": "error"', b'"flaky": true'
_VERDICTS = tuple((f'"verdict": "{outcome}"'.encode(), outcome) for outcome in _OUTCOMES)
"""How the lines of earlier releases begin, and what makes one worth reading although its test is known."""


class KeptTest(NamedTuple):
    """How one test of a run ended. A tuple, since a history reads millions of them."""

    test: str
    """Name that stays the same from run to run."""

    name: str
    file: str
    area: str
    verdict: Status
    flaky: bool = False
    duration: float | None = None
    attempts: int = 1
    said: bool = False
    """The area is the test's own word: no rule may place it elsewhere."""

    unskippable: bool = False


def packed(results: Sequence[Result]) -> bytes:
    """The table of some results, as the file holds it."""
    groups: dict[tuple[str, str, str], int] = {}
    rows = [_places(result, groups) for result in results]
    document = {
        "groups": list(groups),
        "group": [group for group, _, _ in rows],
        "name": [name for _, name, _ in rows],
        "test": {index: test for index, (_, _, test) in enumerate(rows) if test is not None},
        "verdict": "".join(result.outcome[0] for result in results),
        "duration": [result.duration and round(result.duration, _DECIMALS) for result in results],
        "attempts": {index: result.attempts for index, result in enumerate(results) if result.attempts != 1},
        "flaky": [index for index, result in enumerate(results) if result.flaky],
        "said": [index for index, result in enumerate(results) if result.said],
        "unskippable": [index for index, result in enumerate(results) if result.unskippable],
    }
    content = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    if len(content) > LARGEST_TABLE or len(results) > MOST_TESTS:
        raise StorageError(
            f"The {len(results)} tests of this run take {len(content)} bytes, but a table of tests holds "
            f"{MOST_TESTS} in {LARGEST_TABLE} bytes.",
            remedy="Nothing was recorded. Record the reports in several runs.",
        )
    return zlib.compress(content, _FASTEST, wbits=_GZIP)


def _places(result: Result, groups: dict[tuple[str, str, str], int]) -> tuple[int, str, str | None]:
    """Its group, its name, and what it is called where that does not end in its name."""
    test, name = result.test, result.name
    if not (test.isascii() and name.isascii()):
        test, name = well_formed(test), well_formed(name)
    prefix = test.removesuffix(name)
    is_plain = prefix + name == test
    group = (prefix if is_plain else "", well_formed(result.file), result.area)
    return groups.setdefault(group, len(groups)), name, None if is_plain else test


_UNUSABLE = (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError)
"""What reading a table raises that was not written here, or is damaged."""

KnownOf = Callable[["Sequence[str]", "Sequence[Status]"], "Collection[str]"]
"""Given tests and how each ended: those, perhaps among others, of which that says nothing new. All of a run at once:
twenty runs of a large suite have a million tests."""


def read(record: RunRecord, run: str, known_of: KnownOf = lambda _tests, _outcomes: ()) -> Iterator[KeptTest | Flaw]:
    """The tests of a run; a Flaw for what cannot be read.

    A test that `known_of` gives back is passed over, unless it could not run or was flaky: of most tests most runs say
    what newer ones said already.
    """
    where = record.where_of(run, FILE)
    try:
        content = record.document(run, FILE, LARGEST_TABLE)
        table = None if content is None else _unpacked(content)
    except UnreadablePart as error:
        yield Flaw(where, 0, error.reason)
    except (*_UNUSABLE, zlib.error) as error:
        yield Flaw(where, 0, _reason(error))
    else:
        yield from table.tests(known_of) if table else _in_lines(record, run, known_of)


def _reason(error: Exception) -> str:
    if isinstance(error, zlib.error):
        return f"is damaged: {one_line(str(error), 120)}"
    return f"is not a table of tests: {one_line(str(error), 120)}"


def _unpacked(content: bytes) -> _Table:
    unpacking = zlib.decompressobj(wbits=_GZIP)
    document = unpacking.decompress(content, LARGEST_TABLE)
    if unpacking.unconsumed_tail:
        raise ValueError(f"it holds more than {LARGEST_TABLE} bytes")
    if not unpacking.eof:
        raise zlib.error("it is cut off")
    if unpacking.unused_data:
        raise zlib.error("something follows its end")
    return _Table(json.loads(document))


class _Table:
    """The columns, checked: each as long as the others, each value of its kind."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._names: list[str] = _all(document["name"], str)
        self._group: list[int] = _all(document["group"], int)
        self._durations: list[Any] = document["duration"]
        self._verdicts: str = document["verdict"]
        columns = (self._group, self._durations, self._verdicts)
        if not isinstance(self._durations, list) or not isinstance(self._verdicts, str):
            raise TypeError("a column must be a list of texts or of numbers")
        if len(self._names) > MOST_TESTS:
            raise ValueError(f"it holds more than {MOST_TESTS} tests")
        if any(len(column) != len(self._names) for column in columns):
            raise ValueError("its columns differ in length")
        if not set(self._verdicts) <= set(_LETTERS):
            raise ValueError(f"a verdict is not one of {', '.join(_OUTCOMES)}")
        self._groups = [(str(prefix), str(file), str(area)) for prefix, file, area in document["groups"]]
        if self._group and not 0 <= min(self._group) <= max(self._group) < len(self._groups):
            raise ValueError("a test is in a group that is not there")
        self._tests = {int(index): str(test) for index, test in document["test"].items()}
        self._attempts = {int(index): int(count) for index, count in document["attempts"].items()}
        self._flaky, self._said, self._unskippable = (
            frozenset(_all(document[key], int)) for key in ("flaky", "said", "unskippable")
        )

    def tests(self, known_of: KnownOf) -> Iterator[KeptTest]:
        groups, flaky, durations = self._groups, self._flaky, self._durations
        tests = [groups[group][0] + name for group, name in zip(self._group, self._names, strict=True)]
        for index, test in self._tests.items():
            if 0 <= index < len(tests):
                tests[index] = test
        verdicts = [_LETTERS[letter] for letter in self._verdicts]
        known = known_of(tests, verdicts)
        for index, (test, verdict) in enumerate(zip(tests, verdicts, strict=True)):
            if verdict != "error" and test in known and index not in flaky:
                continue
            _, file, area = groups[self._group[index]]
            yield KeptTest(
                test,
                self._names[index],
                file,
                area,
                verdict,
                index in flaky,
                _duration(durations[index]),
                self._attempts.get(index, 1),
                index in self._said,
                index in self._unskippable,
            )


def _duration(value: Any) -> float | None:
    return value if type(value) is float and 0 <= value < LONGEST_DURATION else seconds(value)


def _all(values: Any, kind: type) -> Any:
    if not isinstance(values, list) or not {*map(type, values)} <= {kind}:
        raise TypeError("a column must be a list of texts or of numbers")
    return values


def _in_lines(record: RunRecord, run: str, known_of: KnownOf) -> Iterator[KeptTest | Flaw]:
    """The tests as earlier releases kept them; lines that cannot say anything new are passed over without parsing."""
    number = 0

    def skip(line: bytes) -> bool:
        nonlocal number
        number += 1
        name = line[len(_BEFORE_NAME) : line.find(_AFTER_NAME)]
        is_plain = line.startswith(_BEFORE_NAME) and b"\\" not in name and _ERROR not in line and _FLAKY not in line
        outcome = next((each for mark, each in _VERDICTS if mark in line), None)
        test = name.decode("utf-8", "replace")
        return is_plain and outcome is not None and test in known_of([test], [outcome])

    where = record.where_of(run, LINES)
    for _, row in record.rows(run, LINES, longest=LONGEST_LINE, skip=skip):
        yield row if isinstance(row, Flaw) else _in_line(where, number, row)


def _in_line(where: str, number: int, row: dict[str, Any]) -> KeptTest | Flaw:
    if not isinstance(row.get("test"), str):
        return Flaw(where, number, "must be an object that names its test")
    if row.get("verdict") not in _OUTCOMES:
        allowed = ", ".join(_OUTCOMES)
        reason = f"verdict: is {one_line(repr(row.get('verdict')), 60)}, but must be one of {allowed}"
        return Flaw(where, number, reason)
    attempts = row.get("attempts")
    return KeptTest(
        test=row["test"],
        name=text(row.get("name")),
        file=text(row.get("file")),
        area=text(row.get("area")),
        verdict=row["verdict"],
        flaky=row.get("flaky") is True,
        duration=seconds(row.get("duration")),
        attempts=attempts if type(attempts) is int else 1,
        said=row.get("said") is True,
        unskippable=row.get("unskippable") is True,
    )
