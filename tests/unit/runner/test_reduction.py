"""Reduction: what a choice rests on, read from a real project."""

from __future__ import annotations

import subprocess
from itertools import count
from typing import TYPE_CHECKING

import pytest

from hardwon.areas.candidate import Candidate
from hardwon.evidence.results import Result
from hardwon.memory import Memory
from hardwon.runner.reduction import LOOK_BACK, MOST_REMARKS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TESTS = [f"tests/auth/test_login.py::test_{number}" for number in range(20)]
CANDIDATES = [Candidate(test=test, area="auth") for test in TESTS]


BUILDS = count()


def passing(memory: Memory, *tests: str, area: str = "auth") -> str:
    """A run of these tests on a build of its own, so that it is a proof of its own."""
    results = [
        Result(test=test, name=test.partition("::")[2], file=test.partition("::")[0], outcome="passed", area=area)
        for test in tests
    ]
    under = memory.recorder.tested(f"{next(BUILDS)}")
    build = memory.recorder.circumstances(under, source="unit")
    return memory.recorder.learn_results(results, kind="ingest", circumstances=build).run


@pytest.fixture
def memory(project: Path) -> Memory:
    """A project with an area that has retired by its tests."""
    (project / "src").mkdir()
    (project / "src" / "login.py").write_text("one")
    (project / "hardwon.yaml").write_text("areas: [{area: auth, paths: [src]}]")
    memory = Memory.open(project)
    for _ in range(15):
        passing(memory, *TESTS)
    assert memory.areas["auth"].retired
    return memory


def commit(root: Path, message: str) -> None:
    (root / ".git").rmdir() if not (root / ".git" / "HEAD").exists() else None
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    who = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    subprocess.run(["git", *who, "commit", "-q", "--allow-empty", "-m", message], cwd=root, check=True)


def test_retired_area_is_left_out_but_for_probes(memory: Memory) -> None:
    chosen = memory.selection(CANDIDATES)
    assert chosen.counts == {"probe": 2, "retired": 18}
    assert chosen.unwatched == ()
    assert "15 clean passes" in chosen.skipped[0].reason


def test_changed_files_bring_every_test_back(memory: Memory, project: Path) -> None:
    (project / "src" / "login.py").write_text("another")
    chosen = memory.selection(CANDIDATES)
    assert chosen.counts == {"changed area": 20}
    assert "its files changed since" in chosen.choices[0].reason


def test_without_runs_nothing_is_reduced(memory: Memory) -> None:
    for run in memory.runs.ids():
        memory.runs.forget(run)
    chosen = memory.selection(CANDIDATES)
    assert chosen.skipped == ()
    assert chosen.unreduced


def test_runs_without_tests_are_no_history(project: Path) -> None:
    memory = Memory.open(project)
    memory.record("auth", passed=True)
    assert memory.selection(CANDIDATES).unreduced


def test_test_that_has_not_run_for_long_runs_again(memory: Memory) -> None:
    for _ in range(LOOK_BACK):
        passing(memory, *TESTS[1:])
    [first, *others] = memory.selection(CANDIDATES).choices
    assert first.cause == "new"
    assert {choice.cause for choice in others} == {"probe", "retired"}


def test_settings_are_heeded(memory: Memory, project: Path) -> None:
    basis = Memory.open(project, flags=["stableShare=0.25", "probeShare=0"]).basis()
    assert (basis.stable_share, basis.probe_share) == (0.25, 0.0)


def test_area_without_paths_is_not_watched(project: Path) -> None:
    memory = Memory.open(project)
    for _ in range(15):
        passing(memory, *TESTS)
    assert memory.selection(CANDIDATES).unwatched == ("auth",)


class TestSeed:
    def test_is_the_commit(self, memory: Memory, project: Path) -> None:
        commit(project, "one")
        first = memory.basis()
        passing(memory, *TESTS)
        assert memory.basis().seed == first.seed
        assert first.seeded_by == f"commit {first.seed[:12]}"
        commit(project, "two")
        assert memory.basis().seed != first.seed

    def test_is_the_newest_run_where_there_is_no_commit(self, memory: Memory) -> None:
        run = passing(memory, *TESTS)
        basis = memory.basis()
        assert basis.seed == run
        assert "no commit" in basis.seeded_by
        assert memory.basis() == basis

    def test_can_be_given(self, memory: Memory) -> None:
        assert memory.basis(seed="x").seed == "x"
        assert memory.selection(CANDIDATES, reduce_seed="x") == memory.selection(CANDIDATES, reduce_seed="x")


def test_what_cannot_be_read_is_told(memory: Memory, in_lines: Callable[[Path], Path]) -> None:
    run = passing(memory, *TESTS)
    with in_lines(memory.project.runs / run).open("a") as file:
        file.write("no JSON\n" * (MOST_REMARKS + 2))
    remarks = memory.basis().remarks
    assert len(remarks) == MOST_REMARKS + 1
    assert remarks[0].startswith(f".hardwon/runs/{run}/tests.jsonl, line 21: is not JSON")
    assert remarks[-1].startswith("2 more lines")
