"""The evidence of a run, read back: its tests as a curator is given them once more.

conclusions.jsonl has a line for each test that was over, steps.jsonl one for each step of its attempts. What a run does
not tell is not guessed: the error says what is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.errors import UsageError
from hardwon.evidence import journal
from hardwon.steps.seen import SeenAttempt
from hardwon.store.run_record import Flaw
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hardwon.evidence.journal import AttemptEnd, KeptStep, TestEnd
    from hardwon.evidence.runs import Runs
    from hardwon.steps.place import Place
    from hardwon.steps.step import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class PastTest:
    """A test of a run as its evidence tells."""

    place: Place
    run: str

    status: Status
    attempts: tuple[SeenAttempt, ...]

    @property
    def known(self) -> dict[str, str]:
        """What it was given, each with the digest of its text."""
        return {each: digest for attempt in self.attempts for each, digest in attempt.digests.items()}

    @property
    def shown(self) -> str:
        """The test as messages name it."""
        place = f" at {self.place.position} in {self.place.suite.id}" if self.place.suite else ""
        return f"{one_line(self.place.test, 80)}{place} ({self.status})"


def tests_of(runs: Runs, run: str) -> list[PastTest]:
    """The tests of a run that were over, in their order; UsageError if its evidence does not tell."""
    if run not in runs.ids():
        raise UsageError(f"There is no run {one_line(run, 60)!r} here: {runs.keeping}.")
    if runs.is_running(run):
        raise UsageError(f"Run {run} is still under way.", remedy="Wait for its end.")
    if not journal.has_tests(runs.record, run):
        raise UsageError(
            f"The evidence of run {run} does not tell which tests it had and what each was given "
            f"({journal.CONCLUSIONS} is missing): it carried out no tests, or an earlier version of hardwon wrote it.",
            remedy="Run the tests again, or leave RUN out and give --decisions with --product.",
        )
    steps = journal.steps_in(runs.record, run)
    try:
        return [_test(run, told, steps) for told in journal.tests_in(runs.record, run)]
    except ValueError as error:
        where = runs.record.where_of(run)
        raise UsageError(f"The evidence in {where} cannot be used: {error}.", remedy="Nothing was changed.") from error


def _test(run: str, told: TestEnd | Flaw, steps: Mapping[str, Sequence[KeptStep | Flaw]]) -> PastTest:
    if isinstance(told, Flaw):
        raise ValueError(f"line {told.line} of {told.part}: {told.reason}")  # noqa: TRY004 - foreign text
    attempts = tuple(_attempt(each, steps.get(each.key, ())) for each in told.attempts)
    return PastTest(place=told.place, run=run, status=told.test.status, attempts=attempts)


def _attempt(told: AttemptEnd, kept: Sequence[KeptStep | Flaw]) -> SeenAttempt:
    flaw = next((each for each in kept if isinstance(each, Flaw)), None)
    if flaw is not None:
        raise ValueError(f"line {flaw.line} of {flaw.part}: {flaw.reason}")
    if len(kept) != told.steps:
        raise ValueError(f"{journal.STEPS} has {len(kept)} of the {told.steps} steps of an attempt")
    rows = sorted((each for each in kept if not isinstance(each, Flaw)), key=lambda each: each.index)
    return SeenAttempt(
        status=told.status,
        steps=tuple(each.seen for each in rows),
        digests={name: digest for each in rows for name, digest in each.digests.items()},
    )
