"""What the newest runs say about each test: how it last ended, how long it took, whether it was flaky.

Runs are read newest first, and only as many as asked for: what lies further back is no reason to trust a test.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from hardwon.store.run_record import Flaw

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from hardwon.evidence.runs import Runs
    from hardwon.evidence.test_table import KeptTest
    from hardwon.steps.step import Status

FLAKY_RUNS = 10
"""Newest runs in which a test must have been flaky to count as flaky of late."""

_WORST: tuple[Status, ...] = ("failed", "error", "passed")
_FAILED, _, _PASSED = _WORST


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A test as the newest run that has it describes it."""

    file: str
    name: str
    area: str
    said: bool
    """The area was the test's own word, not that of a rule."""

    unskippable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The tests of the newest runs."""

    last: Mapping[str, Status] = field(default_factory=dict)
    """How each last ended: `passed`, `failed` or `error`. A run in which it was skipped says nothing."""

    durations: Mapping[str, float] = field(default_factory=dict)
    """Seconds that each took, the last time it told."""

    flaky: frozenset[str] = frozenset()
    """Tests that failed and passed on the same state: in one of the newest runs, or in two of them."""

    runs: int = 0
    """Runs with tests that were read."""

    newest: str = ""
    """Newest of them."""

    tests: Mapping[str, Known] = field(default_factory=dict)
    """Every test that is known, those that were only ever skipped too."""


def history(runs: Runs, newest: int | None = None) -> tuple[History, list[Flaw]]:
    """The tests of the newest runs (all, if no number is given), and the lines that could not be read."""
    flaws: list[Flaw] = []
    with runs.reading():
        ids = runs.ids()[::-1]
        with_tests = (run for run in ids if runs.has_tests(run))
        reading = _Reading(runs.shared_states(islice(with_tests, FLAKY_RUNS)))
        for run in ids:
            if newest is not None and reading.runs >= newest:
                break
            reading.take(run, _sound(runs.tests(run, reading.told_of), flaws))
    return reading.history(), flaws


def _sound(rows: Iterable[KeptTest | Flaw], flaws: list[Flaw]) -> Iterator[KeptTest]:
    """The rows that can be read; the others go to the flaws."""
    for row in rows:
        if isinstance(row, Flaw):
            flaws.append(row)
        else:
            yield row


class _Reading:
    """What is known while runs are read, newest first: what a newer run said stands."""

    def __init__(self, states: Mapping[str, str]) -> None:
        self.runs = 0
        self._states = states
        """What those of the newest runs tested that share it."""

        self._on_state: dict[str, dict[str, Status]] = {}
        """For each such state how its tests ended in a newer run."""

        self._here: dict[str, Status] | None = None
        """How they end in the run that is being read, if it shares its state."""

        self._newest = ""
        self._last: dict[str, Status] = {}
        self._durations: dict[str, float] = {}
        self._flaky: set[str] = set()
        self._tests: dict[str, Known] = {}
        self._broken: set[str] = set()
        """Files that could not be collected in a newer run: none of their tests could run there."""

        self._told: set[str] = set()
        """Tests of which newer runs have told everything."""

        self._passes_over = False

    def told_of(self, tests: Sequence[str], outcomes: Sequence[Status]) -> Collection[str]:
        """The tests of which a run that is older can say nothing new, but that they were flaky or could not run."""
        told = self._told
        self._passes_over = self._passes_over or not told.isdisjoint(tests)
        if self._here is not None:
            ended = [(test, outcome) for test, outcome in zip(tests, outcomes, strict=True) if test in told]
            failed = [test for test, outcome in ended if outcome == "failed"]
            passed = dict.fromkeys((test for test, outcome in ended if outcome == "passed"), _PASSED)
            # A test may stand in a run more than once: then the worst counts, as in `_note`.
            self._here = {**passed, **self._here, **dict.fromkeys(failed, _FAILED)}
        return told

    def _note(self, test: str, outcome: Status) -> None:
        if self._here is not None and outcome in ("passed", "failed"):
            self._here[test] = min(outcome, self._here.get(test, outcome), key=_WORST.index)

    def take(self, run: str, rows: Iterable[KeptTest]) -> None:
        self._passes_over = False
        self._here = {} if run in self._states else None
        ended: dict[str, Status] = {}
        took: dict[str, float] = {}
        broken = set()
        row = None
        for row in rows:
            if _is_whole_file(row):
                broken.add(row.file)
                continue
            test, outcome = row.test, row.verdict
            if test not in self._tests:
                self._tests[test] = _known(row)
            if outcome != "skipped" and test not in self._last:
                ended[test] = min(outcome, ended[test], key=_WORST.index) if test in ended else outcome
            if test not in self._durations and row.duration is not None:
                took[test] = took.get(test, 0.0) + row.duration
            if row.flaky and self.runs < FLAKY_RUNS:
                self._flaky.add(test)
            self._note(test, outcome)
        if row is None and not self._passes_over:
            return  # a run without single tests is none of those that count
        self._compare(run)
        self._settle(ended)
        self._durations |= took
        self._broken |= broken
        self._newest = self._newest or run
        self.runs += 1
        self._told.update(test for test in {*ended, *took} if test in self._last and test in self._durations)

    def _compare(self, run: str) -> None:
        """Find the tests that ended otherwise in a newer run on the same state."""
        if self._here:
            newer = self._on_state.setdefault(self._states[run], {})
            self._flaky.update(test for test, outcome in self._here.items() if newer.get(test, outcome) != outcome)
            newer.update(self._here)

    def _settle(self, ended: Mapping[str, Status]) -> None:
        for test, outcome in ended.items():
            self._last[test] = "error" if self._tests[test].file in self._broken else outcome

    def history(self) -> History:
        return History(
            last=self._last,
            durations=self._durations,
            flaky=frozenset(self._flaky),
            runs=self.runs,
            newest=self._newest,
            tests=self._tests,
        )


def _known(row: KeptTest) -> Known:
    return Known(file=row.file, name=row.name, area=row.area, said=row.said, unskippable=row.unskippable)


def _is_whole_file(row: KeptTest) -> bool:
    """Whether a row is a file that could not be collected: named as such, or as pytest's reports name its module."""
    if row.verdict != "error" or not row.file:
        return False
    return row.test == row.file or row.name == row.file.removesuffix(".py").replace("/", ".")
