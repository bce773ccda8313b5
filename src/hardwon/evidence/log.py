"""What happened to observations, from the logs of the runs that are kept.

changes.jsonl of a run tells it as it happened; runs from before there was one tell it in the memory log of run.json.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hardwon.evidence import changes
from hardwon.evidence.changes import Logged
from hardwon.evidence.run_file import RunSummary
from hardwon.observations.deltas import delta_in
from hardwon.store.run_record import UnreadablePart
from hardwon.text.times import moment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from hardwon.evidence.runs import Runs
    from hardwon.observations.deltas import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change, and the run that made it."""

    run: str
    origin: str | None
    commit: str | None
    logged: Logged

    def document(self) -> dict[str, Any]:
        """The change as `hardwon log` gives it."""
        delta = self.logged.delta.document()
        return {**delta, "run_id": self.run, "time": self.logged.time, "origin": self.origin}


def entries(
    runs: Runs, standing: Callable[[str], Standing | None], observation_id: str | None = None
) -> Iterator[dict[str, Any]]:
    """Every delta with its run, time and origin, oldest first; those of one observation if an id is given."""
    known = [each for each in logged(runs) if observation_id in (None, each.logged.delta.observation_id)]
    was_made = changes.carried_out((each.logged for each in known), standing)
    return (each.document() for each in known if was_made(each.logged))


def logged(runs: Runs) -> list[Change]:
    """Every change that the kept runs tell of, also what a killed run may not have carried out.

    Evidence that cannot be read is passed over here: `doctor` names it.
    """
    with runs.reading():
        return [change for run in runs.ids() for change in _of_run(runs, run)]


def confirmed_by_own_tests(runs: Runs, run: str, since: datetime) -> set[str]:
    """What other tests that agents carried out themselves have confirmed since then, on the state of that run.

    Nothing if the run is not such a test. A state that is not known counts as the same.
    """
    known = dict(_own_tests(runs))
    if run not in known:
        return set()
    same = [each for each, state in known.items() if each != run and (not state or known[run] in ("", state))]
    return {
        change.logged.delta.observation_id
        for each in same
        for change in _of_run(runs, each)
        if change.logged.delta.action == "confirm" and moment(change.logged.time) > since
    }


def _own_tests(runs: Runs) -> Iterator[tuple[str, str]]:
    """The runs that are tests which agents carried out themselves, each with what was tested."""
    for run in runs.ids():
        try:
            summary = runs.summary(run)
        except UnreadablePart:
            continue  # as above
        if summary.own_test:
            yield run, summary.state


def _of_run(runs: Runs, run: str) -> Iterator[Change]:
    try:
        summary = runs.summary(run)
    except UnreadablePart:
        summary = RunSummary(run=run, document={})
    found = runs.changed_in(run)
    for each in _in_summary(summary) if found is None else found:
        if isinstance(each, Logged):
            yield Change(run=run, origin=each.origin or summary.origin, commit=summary.commit, logged=each)


def _in_summary(summary: RunSummary) -> Iterator[Logged]:
    for document in summary.deltas:
        try:
            yield Logged(delta=delta_in(document), time=summary.time)
        except (ValueError, TypeError, KeyError, OverflowError):
            continue  # as above
