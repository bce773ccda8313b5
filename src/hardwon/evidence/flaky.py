"""Which tests are flaky, across the runs whose evidence is kept.

A test that failed and passed on the same state is: in one run, or in two.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hardwon.store.run_record import Flaw

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hardwon.evidence.runs import Runs
    from hardwon.evidence.test_table import KeptTest


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedState:
    """A state on which a test passed in some runs and failed in others."""

    state: str
    passed: int
    failed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FlakyTest:
    """A test that failed and passed on the same state, at least once."""

    test: str
    area: str
    flaky: int
    """Runs in which it failed and then passed, or ended otherwise than in the run before on the same state."""

    runs: int
    """Runs in which it passed or failed."""

    last_run: str
    """The last run in which it was flaky."""

    states: tuple[MixedState, ...] = ()
    """On which states its runs ended in both ways, in the order in which they were first tested."""

    @property
    def rate(self) -> float:
        return self.flaky / self.runs

    def document(self) -> dict[str, Any]:
        """The test as JSON gives it."""
        states = [{"state": each.state, "passed": each.passed, "failed": each.failed} for each in self.states]
        return {
            "test": self.test,
            "area": self.area,
            "flaky": self.flaky,
            "runs": self.runs,
            "rate": self.rate,
            "last_run": self.last_run,
            "states": states,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class FlakyTests:
    """The flaky tests of all runs."""

    tests: tuple[FlakyTest, ...]
    """Worst first."""

    runs: int
    """Runs with tests that were read."""

    flaws: tuple[Flaw, ...] = ()
    """What could not be read."""

    def document(self) -> dict[str, Any]:
        return {"tests": [test.document() for test in self.tests], "runs": self.runs}


def flaky_tests(runs: Runs) -> FlakyTests:
    """The flaky tests, worst first, how many runs with tests were read, and the lines that could not be."""
    flaws: list[Flaw] = []
    tallies: dict[str, _Tally] = {}
    counted = 0
    with runs.reading():
        ids = [run for run in runs.ids() if runs.has_tests(run)]
        states = runs.shared_states(ids)
        for run in ids:
            seen = _ended(_sound(runs.tests(run), flaws))
            counted += bool(seen)
            for test, ended in seen.items():
                tallies.setdefault(test, _Tally()).count(run, states.get(run, ""), *ended)
    found = [tally.flaky_test(test) for test, tally in tallies.items() if tally.flaky]
    worst_first = sorted(found, key=lambda test: (-test.rate, -test.flaky, test.test))
    return FlakyTests(tests=tuple(worst_first), runs=counted, flaws=tuple(flaws))


def _sound(rows: Iterable[KeptTest | Flaw], flaws: list[Flaw]) -> Iterator[KeptTest]:
    for row in rows:
        if isinstance(row, Flaw):
            flaws.append(row)
        elif row.verdict in ("passed", "failed"):
            yield row


def _ended(rows: Iterable[KeptTest]) -> dict[str, tuple[str, bool, bool]]:
    """For each test of a run its area, whether it passed every time, and whether it was flaky within the run."""
    seen: dict[str, tuple[str, bool, bool]] = {}
    for row in rows:
        _, passed, flaky = seen.get(row.test, ("", True, False))
        seen[row.test] = (row.area, passed and row.verdict == "passed", flaky or row.flaky)
    return seen


@dataclass(slots=True)
class _Tally:
    """What is counted of one test while runs are read, oldest first."""

    area: str = ""
    runs: int = 0
    flaky: int = 0
    last_run: str = ""
    on_states: dict[str, list[bool]] = field(default_factory=dict)

    def count(self, run: str, state: str, area: str, passed: bool, flaky: bool) -> None:
        self.area = area
        self.runs += 1
        if state:
            before = self.on_states.setdefault(state, [])
            flaky = flaky or (bool(before) and before[-1] != passed)
            before.append(passed)
        if flaky:
            self.flaky += 1
            self.last_run = run

    def flaky_test(self, test: str) -> FlakyTest:
        return FlakyTest(
            test=test,
            area=self.area,
            flaky=self.flaky,
            runs=self.runs,
            last_run=self.last_run,
            states=tuple(
                MixedState(state=state, passed=sum(ended), failed=len(ended) - sum(ended))
                for state, ended in self.on_states.items()
                if len(set(ended)) > 1
            ),
        )
