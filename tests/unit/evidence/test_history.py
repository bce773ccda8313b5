"""History: what the newest runs say about each test."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.evidence.flaky import flaky_tests
from hardwon.evidence.history import FLAKY_RUNS, History, history
from hardwon.evidence.results import Result
from hardwon.evidence.run_file import Evidence
from hardwon.evidence.runs import Runs, new_run_id
from hardwon.store.runs import RunStore

InLines = Callable[[Path], Path]
START = datetime(2026, 1, 1, tzinfo=UTC)
FILE = "tests/auth/test_login.py"


class Kept:
    """A runs/ folder that is written to run by run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runs = Runs(RunStore(folder), kept=1000)
        self._count = 0

    def add(self, *results: Result, **said: Any) -> str:
        """A run with these tests, and what else its run.json says."""
        self._count += 1
        run = new_run_id(START + timedelta(minutes=self._count))
        self.runs.write(Evidence(run=run, kind="ingest", at="2026-01-01T00:00:00Z", results=results))
        path = self.folder / run / "run.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | said))
        return run

    def history(self, newest: int | None = None) -> History:
        found, flaws = history(self.runs, newest)
        assert flaws == []
        return found


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path / "runs")


def result(name: str, outcome: Any = "passed", **more: Any) -> Result:
    return Result(**{"test": f"{FILE}::{name}", "name": name, "file": FILE, "area": "auth", "outcome": outcome} | more)


def test_without_runs_nothing_is_known(kept: Kept) -> None:
    assert kept.history() == History()


def test_newest_decisive_outcome_counts(kept: Kept) -> None:
    kept.add(result("a", "failed"), result("b"), result("c", "failed"))
    newest = kept.add(result("a"), result("b", "skipped"), result("c", "error"))
    found = kept.history()
    assert found.last == {f"{FILE}::a": "passed", f"{FILE}::b": "passed", f"{FILE}::c": "error"}
    assert (found.runs, found.newest) == (2, newest)


def test_test_that_was_only_skipped_is_known_without_an_outcome(kept: Kept) -> None:
    kept.add(result("a", "skipped"))
    found = kept.history()
    assert found.last == {}
    assert list(found.tests) == [f"{FILE}::a"]


def test_only_so_many_runs_are_read_and_those_without_tests_do_not_count(kept: Kept) -> None:
    kept.add(result("old"))
    kept.add(result("a"))
    kept.add(result("a"))
    kept.add()
    found = kept.history(2)
    assert list(found.last) == [f"{FILE}::a"]
    assert found.runs == 2
    assert set(kept.history(3).last) == {f"{FILE}::a", f"{FILE}::old"}


def test_duration_is_the_last_that_was_told(kept: Kept) -> None:
    kept.add(result("a", duration=3.0), result("b", duration=1.0))
    kept.add(result("a", duration=2.0), result("b"))
    assert kept.history().durations == {f"{FILE}::a": 2.0, f"{FILE}::b": 1.0}


def test_same_test_twice_in_a_run_has_the_worse_outcome(kept: Kept) -> None:
    kept.add(result("a", "failed", duration=1.0), result("a", "passed", duration=2.0))
    found = kept.history()
    assert found.last == {f"{FILE}::a": "failed"}
    assert found.durations == {f"{FILE}::a": 3.0}


def test_flaky_of_late(kept: Kept) -> None:
    kept.add(result("long ago", flaky=True), result("a"))
    kept.add(result("a", flaky=True))
    for _ in range(FLAKY_RUNS - 1):
        kept.add(result("a"), result("long ago"))
    assert kept.history().flaky == {f"{FILE}::a"}
    kept.add(result("a"))
    assert kept.history().flaky == frozenset()


ACROSS: dict[str, tuple[list[tuple[Any, dict[str, Any]]], bool]] = {
    "failed, then passed": ([("failed", {"state": "a"}), ("passed", {"state": "a"})], True),
    "passed, then failed": ([("passed", {"state": "a"}), ("failed", {"state": "a"})], True),
    "another state between": (
        [("failed", {"state": "a"}), ("passed", {"state": "b"}), ("passed", {"state": "a"})],
        True,
    ),
    "told by a newer run on another state": (
        [("failed", {"state": "a"}), ("passed", {"state": "a"}), ("passed", {"state": "b"})],
        True,
    ),
    "passed three times": ([("passed", {"state": "a"})] * 3, False),
    "failed three times": ([("failed", {"state": "a"})] * 3, False),
    "mended": ([("failed", {"state": "a"}), ("passed", {"state": "b"})], False),
    "no state": ([("failed", {}), ("passed", {})], False),
    "the same commit is not enough": ([("failed", {"commit": "c"}), ("passed", {"commit": "c"})], False),
    "empty state": ([("failed", {"state": ""}), ("passed", {"state": ""})], False),
    "state is not a text": ([("failed", {"state": 7}), ("passed", {"state": 7})], False),
    "skipped": ([("skipped", {"state": "a"}), ("passed", {"state": "a"})], False),
    "could not run": ([("error", {"state": "a"}), ("passed", {"state": "a"})], False),
    "run that taught nothing": ([("failed", {"state": "a", "ignored": "all"}), ("passed", {"state": "a"})], False),
}


@pytest.mark.parametrize("old", [False, True])
@pytest.mark.parametrize(("runs", "flaky"), ACROSS.values(), ids=ACROSS)
def test_flaky_across_runs(
    kept: Kept, in_lines: InLines, runs: list[tuple[Any, dict[str, Any]]], flaky: bool, old: bool
) -> None:
    for outcome, said in runs:
        run = kept.add(result("a", outcome), result("b"), **said)
        if old:
            in_lines(kept.folder / run)
    assert kept.history().flaky == ({f"{FILE}::a"} if flaky else frozenset())
    assert [test.test for test in flaky_tests(kept.runs).tests] == ([f"{FILE}::a"] if flaky else [])


def test_flaky_across_runs_of_late(kept: Kept) -> None:
    kept.add(result("a", "failed"), state="a")
    kept.add(result("a"), state="a")
    for number in range(FLAKY_RUNS - 2):
        kept.add(result("a"), state=f"other {number}")
        kept.add()  # a run without tests does not count
    assert kept.history().flaky == {f"{FILE}::a"}
    kept.add(result("a"), state="new")
    assert kept.history().flaky == frozenset()


def test_test_that_a_run_has_twice_is_compared_by_its_worse_outcome(kept: Kept) -> None:
    for _ in range(3):
        kept.add(result("a", "failed"), result("a"), state="a")
    assert kept.history().flaky == frozenset()
    assert flaky_tests(kept.runs).tests == ()


def test_how_often_and_on_which_state_a_test_is_flaky(kept: Kept) -> None:
    for outcome, state in [("passed", "a"), ("failed", "a"), ("failed", "a"), ("passed", "b"), ("passed", "c")]:
        kept.add(result("a", outcome), state=state)
    last = kept.add(result("a", "failed"), state="b")
    kept.add(result("a"), state="c")
    [found] = flaky_tests(kept.runs).tests
    assert (found.flaky, found.runs, found.last_run) == (2, 7, last)
    assert [(each.state, each.passed, each.failed) for each in found.states] == [("a", 1, 2), ("b", 1, 1)]


@pytest.mark.parametrize("name", [FILE, f"{FILE}::tests.auth.test_login"])
def test_file_that_could_not_be_collected_stands_for_its_tests(kept: Kept, name: str) -> None:
    kept.add(result("a"), result("b"))
    kept.add(Result(test=name, name=name.rpartition("::")[2], file=FILE, outcome="error"))
    found = kept.history()
    assert found.last == {f"{FILE}::a": "error", f"{FILE}::b": "error"}
    assert name not in found.tests
    kept.add(result("a"))
    assert kept.history().last == {f"{FILE}::a": "passed", f"{FILE}::b": "error"}


def test_area_is_known_with_who_said_it(kept: Kept) -> None:
    kept.add(result("a", said="auth"), result("b"))
    found = kept.history()
    assert found.tests[f"{FILE}::a"].said
    assert not found.tests[f"{FILE}::b"].said
    assert found.tests[f"{FILE}::b"].area == "auth"


def test_lines_that_cannot_be_read_are_named_and_the_rest_counts(kept: Kept, in_lines: InLines) -> None:
    run = kept.add(result("a"))
    path = in_lines(kept.folder / run)
    path.write_bytes(b"{\n" + path.read_bytes() + b'{"test": "cut')
    found, flaws = history(kept.runs)
    assert list(found.last) == [f"{FILE}::a"]
    assert [(flaw.where, flaw.line) for flaw in flaws] == [(str(path), 1), (str(path), 3)]


def test_hostile_values_are_no_duration(kept: Kept, in_lines: InLines) -> None:
    run = kept.add(result("a"))
    path = in_lines(kept.folder / run)
    path.write_text('{"test": "x", "verdict": "passed", "file": 7, "duration": "NaN", "area": [], "flaky": "yes"}\n')
    found, _ = history(kept.runs)
    assert found.last == {"x": "passed"}
    assert found.durations == {}
    assert found.flaky == frozenset()
    assert found.tests["x"].file == ""


_RESULTS = st.builds(
    result,
    st.sampled_from(["a", "b", 'quoted", "name": "x', "é\\"]),
    st.sampled_from(["passed", "failed", "error", "skipped"]),
    flaky=st.booleans(),
    duration=st.sampled_from([None, 1.0, 2.0]),
    file=st.sampled_from([FILE, "tests/other.py"]),
) | st.just(result(FILE, "error", test=FILE))


@given(st.lists(st.lists(_RESULTS, max_size=5), max_size=FLAKY_RUNS + 3))
def test_what_is_passed_over_would_have_said_nothing_new(in_lines: InLines, runs: list[list[Result]]) -> None:
    """The table, lines of an earlier release, and lines written in another way, which are all parsed, say the same."""
    with tempfile.TemporaryDirectory() as folder:
        kept = Kept(Path(folder))
        for results in runs:
            kept.add(*results)
        found = kept.history()
        paths = [in_lines(table.parent) for table in kept.folder.glob("*/tests.json.gz")]
        assert kept.history() == found
        for path in paths:
            rows = [json.loads(line) for line in path.read_bytes().splitlines()]
            path.write_text("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows))
        assert kept.history() == found


def test_a_flaw_is_named_by_its_line_behind_lines_that_are_passed_over(kept: Kept, in_lines: InLines) -> None:
    older = kept.add(result("a", duration=1.0), result("b", duration=1.0))
    kept.add(result("a", duration=1.0))
    path = in_lines(kept.folder / older)
    path.write_bytes(path.read_bytes() + b'{"test": 7}\n')
    assert [flaw.line for flaw in history(kept.runs)[1]] == [3]
