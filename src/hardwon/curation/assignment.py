"""An assignment: what is to be curated outside of a run of tests, from evidence or from decisions that are given.

    again        the tests of a run, curated once more from its evidence
    given        decisions as somebody gave them, about a place or about a run

It can be carried out, or rehearsed on a copy.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.curation import apply as applying
from hardwon.curation import lessons
from hardwon.curation.reach import Reach
from hardwon.curation.rehearsal import rehearsal
from hardwon.curation.shares import shared_out
from hardwon.errors import UsageError
from hardwon.evidence.past_tests import tests_of
from hardwon.observations.deltas import MemoryLog
from hardwon.text.plain import first_of
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime

    from hardwon.curation.desk import Desk
    from hardwon.curation.shares import Shares
    from hardwon.evidence.changes import Changes
    from hardwon.evidence.past_tests import PastTest
    from hardwon.observations.decisions import Decision
    from hardwon.observations.deltas import DecisionError
    from hardwon.observations.observation import Scope, WrittenBy
    from hardwon.steps.place import Place

MOST_LISTED = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedTests:
    """Which tests of a run somebody means; whatever is None does not matter."""

    product: str | None = None
    test: str | None = None
    suite_file: str | None = None
    """The file of the suite, as the project names it."""

    position: int | None = None

    def accepts(self, place: Place) -> bool:
        return (
            self.product in (None, place.product)
            and self.test in (None, place.test)
            and self.position in (None, place.position)
            and (self.suite_file is None or (place.suite is not None and place.suite.file == self.suite_file))
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """What is to be curated, and where that may reach."""

    run: str | None
    now: datetime
    scopes: Sequence[Scope]
    work: Callable[[Desk, Changes], MemoryLog]
    by: WrittenBy = "curator"
    """Who decided."""

    def carry_out(self, desk: Desk) -> MemoryLog:
        """Let it change the observations."""
        with self._log(desk) as changes:
            return self.work(desk, changes)

    def rehearse(self, desk: Desk) -> tuple[MemoryLog, list[str]]:
        """What it would do, and how the files would change, as lines of a diff. Nothing is written."""
        with rehearsal(desk, self.scopes, self.run) as tried:
            return self.carry_out(tried.desk), tried.diff()

    @contextmanager
    def _log(self, desk: Desk) -> Iterator[Changes]:
        """Where the changes are told: in the run that they follow from, or in one of their own."""
        if self.run:
            runs = desk.recorder.runs
            yield runs.changes_of(self.run, later=True, origin=self.by, clock=lambda: stamp(self.now))
            return
        with desk.recorder.changing(kind="curate", origin=self.by, now=self.now) as changes:
            yield changes


def again(desk: Desk, run: str, wanted: WantedTests, *, now: datetime) -> Assignment:
    """The tests of a run, curated once more from its evidence."""
    tests = _tests(desk, run, wanted)

    def work(desk: Desk, changes: Changes) -> MemoryLog:
        done = [
            lessons.curate(desk, Reach(place=test.place, run=run), test.attempts, changes, now=now) for test in tests
        ]
        return MemoryLog.of(done)

    return Assignment(run=run, now=now, scopes=[scope for test in tests for scope in test.place.scopes], work=work)


def about_run(
    desk: Desk,
    run: str,
    wanted: WantedTests,
    decisions: Sequence[Decision],
    errors: Sequence[DecisionError],
    *,
    now: datetime,
    by: WrittenBy = "curator",
) -> Assignment:
    """Decisions about a run: each goes to the test that it is about. Those of a machine need the run's support."""
    shares, unclear = shared_out(_tests(desk, run, wanted), decisions, supported=by != "person")
    return _given(run, shares, [*errors, *unclear], now, by)


def about_place(
    desk: Desk,
    place: Place,
    decisions: Sequence[Decision],
    errors: Sequence[DecisionError],
    *,
    now: datetime,
    by: WrittenBy = "curator",
) -> Assignment:
    """Decisions about a place: everything that a step there could be given counts as shown."""
    reach = Reach(place=place)
    stored = (each.observation for each in desk.observations.of_scopes(place.scopes))
    known = {each.id: each.digest for each in stored if reach.contains(each)}
    return _given(None, [(replace(reach, known=known), list(decisions))], errors, now, by)


def _given(
    run: str | None, shares: Shares, errors: Sequence[DecisionError], now: datetime, by: WrittenBy
) -> Assignment:
    """Decisions as somebody gave them, for each reach its own."""
    if by == "agent":
        shares = [(replace(reach, origin=by), own) for reach, own in shares]

    def work(desk: Desk, changes: Changes) -> MemoryLog:
        logs = [
            applying.apply(desk, decisions, reach, changes, now=now, errors=() if index else errors)
            for index, (reach, decisions) in enumerate(shares)
            if decisions or not index
        ]
        log = MemoryLog.of(logs)
        return replace(log, errors=tuple(sorted(log.errors, key=lambda error: error.index)))

    scopes = [scope for reach, _ in shares for scope in reach.place.scopes]
    return Assignment(run=run, now=now, scopes=scopes, work=work, by=by)


def _tests(desk: Desk, run: str, wanted: WantedTests) -> list[PastTest]:
    """The tests of a run that are meant."""
    known = tests_of(desk.recorder.runs, run)
    found = [each for each in known if wanted.accepts(each.place)]
    if not found:
        raise UsageError(
            f"Run {run} has no such test that was over. {_listed(known)}",
            remedy="Correct the options.",
        )
    return found


def _listed(tests: Sequence[PastTest]) -> str:
    return f"It has: {first_of([test.shown for test in tests], MOST_LISTED) or 'none'}."
