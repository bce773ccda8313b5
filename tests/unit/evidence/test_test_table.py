"""tests.json.gz: every test of a run as it ended, small, and read whole or named as damaged."""

from __future__ import annotations

import gzip
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.evidence import test_table
from hardwon.evidence.results import Result
from hardwon.evidence.test_table import FILE, KeptTest, KnownOf, packed
from hardwon.store.run_record import Flaw
from hardwon.store.runs import RunStore

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LOGIN = Result(test="tests/test_auth.py::test_login", name="test_login", file="tests/test_auth.py", outcome="passed")


def kept(result: Result) -> KeptTest:
    duration = None if result.duration is None else round(result.duration, 6)
    return KeptTest(
        test=result.test,
        name=result.name,
        file=result.file,
        area=result.area,
        verdict=result.outcome,
        flaky=result.flaky,
        duration=duration,
        attempts=result.attempts,
        said=bool(result.said),
        unskippable=result.unskippable,
    )


def read(folder: Path, *how: KnownOf) -> Iterator[KeptTest | Flaw]:
    """The tests of the run that lies in a folder."""
    return test_table.read(RunStore(folder.parent), folder.name, *how)


def _those_that_passed(tests: Sequence[str], outcomes: Sequence[str]) -> list[str]:
    return [test for test, outcome in zip(tests, outcomes, strict=True) if outcome == "passed"]


def document(**changed: Any) -> bytes:
    """A table with some columns replaced."""
    sound = json.loads(gzip.decompress(packed([LOGIN, LOGIN])))
    return gzip.compress(json.dumps(sound | changed).encode(), mtime=0)


def reasons(content: bytes) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / FILE).write_bytes(content)
        return [row.reason for row in read(Path(folder)) if isinstance(row, Flaw)]


_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
_RESULTS = st.builds(
    Result,
    test=_TEXT | st.sampled_from(["a::b", "x::a::b"]),
    name=_TEXT | st.just("b"),
    outcome=st.sampled_from(["passed", "failed", "skipped", "error"]),
    file=_TEXT,
    said=_TEXT,
    area=_TEXT,
    duration=st.none() | st.floats(0, 1e8),
    flaky=st.booleans(),
    attempts=st.integers(1, 9),
    unskippable=st.booleans(),
)


@given(st.lists(_RESULTS, max_size=6))
def test_what_is_read_is_what_was_written(results: list[Result]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / FILE).write_bytes(packed(results))
        assert list(read(Path(folder))) == [kept(result) for result in results]


def test_a_name_that_no_file_can_hold_is_made_so_that_one_can(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(packed([Result(test="a\ud800", name="\ud800", outcome="passed")]))
    assert [(row.test, row.name) for row in read(tmp_path) if isinstance(row, KeptTest)] == [("a?", "?")]


def test_known_tests_are_passed_over_unless_they_were_flaky_or_could_not_run(tmp_path: Path) -> None:
    tests = [("passed", False), ("failed", False), ("error", False), ("passed", True)]
    results = [Result(test=str(i), name="", outcome=each, flaky=flaky) for i, (each, flaky) in enumerate(tests)]  # type: ignore[arg-type]  # outcomes
    (tmp_path / FILE).write_bytes(packed(results))
    assert [row[0] for row in read(tmp_path, lambda tests, _: tests)] == ["2", "3"]
    assert [row[0] for row in read(tmp_path, _those_that_passed)] == ["1", "2", "3"]


def test_a_table_takes_a_tenth_of_the_lines() -> None:
    names = [f"test_{'_'.join(f'{number * 7919:x}')}[{number % 13}]" for number in range(5000)]
    results = [
        Result(
            test=f"tests/area{i // 50}/test_file{i // 10}.py::TestThing::{name}",
            name=f"TestThing::{name}",
            file=f"tests/area{i // 50}/test_file{i // 10}.py",
            area=f"area{i // 50}",
            outcome="passed",
            duration=(i * 7919 % 10007) / 1e6,
        )
        for i, name in enumerate(names)
    ]
    lines = sum(len(json.dumps(kept(result)._asdict())) for result in results)
    assert len(packed(results)) <= lines / 10


@given(st.integers(0, 200), st.integers(1, 255))
def test_damage_is_named_and_never_read_as_something_else(place: int, flip: int) -> None:
    """The first ten bytes are gzip's head, of which some say nothing (when it was packed, and on which system)."""
    sound = packed([LOGIN])
    at = 10 + place % (len(sound) - 10)
    content = bytearray(sound)
    content[at] ^= flip
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / FILE).write_bytes(bytes(content))
        rows = list(read(Path(folder)))
    assert rows == [kept(LOGIN)] or [type(row) for row in rows] == [Flaw]


@given(st.integers(0, 1000))
def test_a_table_that_is_cut_off_is_damaged(length: int) -> None:
    sound = packed([LOGIN])
    assert reasons(sound[: length % len(sound)]) == ["is damaged: it is cut off"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is damaged: it is cut off"),
        (b"plain", "is damaged: Error -3"),
        (document() + document(), "is damaged: something follows its end"),
        (gzip.compress(b"[]", mtime=0), "is not a table of tests"),
        (gzip.compress(b"{", mtime=0), "is not a table of tests"),
        (gzip.compress(b"[" * 200_000, mtime=0), "is not a table of tests"),
        (document(verdict="px"), "is not a table of tests: a verdict is not one of"),
        (document(verdict="p"), "is not a table of tests: its columns differ in length"),
        (document(group=[0, 7]), "is not a table of tests: a test is in a group that is not there"),
        (document(group=[0, -1]), "is not a table of tests: a test is in a group that is not there"),
        (document(name=["a", 7]), "is not a table of tests: a column must be a list"),
        (document(groups=[1]), "is not a table of tests"),
        (document(attempts={"x": 1}), "is not a table of tests"),
        (document(duration=None), "is not a table of tests"),
    ],
)
def test_what_is_not_a_table_is_one_flaw(content: bytes, reason: str) -> None:
    [said] = reasons(content)
    assert said.startswith(reason)


def test_a_small_file_with_an_endless_table_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_table, "LARGEST_TABLE", 10_000)
    assert reasons(gzip.compress(b" " * 100_000, mtime=0)) == [
        "is not a table of tests: it holds more than 10000 bytes"
    ]


def test_a_link_in_its_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(packed([LOGIN]))
    (tmp_path / FILE).symlink_to(tmp_path / "other")
    assert [row.reason for row in read(tmp_path) if isinstance(row, Flaw)] == [
        "cannot be read: it is a link, and a record is a file of its own"
    ]


def test_hostile_durations_are_none(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(document(duration=["x", -1]))
    assert [row.duration for row in read(tmp_path) if isinstance(row, KeptTest)] == [None, None]
