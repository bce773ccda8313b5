"""What happened to observations, and what people did to areas, from the logs of the runs that are kept.

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
from hardwon.text.times import moment, order_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime

    from hardwon.evidence.runs import Runs
    from hardwon.observations.deltas import Standing


AGENT = "agent"
"""Origin of what an agent's bare word changed."""


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
    runs: Runs,
    standing: Callable[[str], Standing | None],
    observation_id: str | None = None,
    *,
    only: Iterable[str] | None = None,
) -> Iterator[dict[str, Any]]:
    """Every delta with its run, time and origin, oldest first; those of one observation if an id is given.

    `only` names the runs to read, for whoever knows which of them changed observations.
    """
    told = logged(runs) if only is None else [change for run in only for change in changes_in(runs, run)]
    known = [each for each in told if observation_id in (None, each.logged.delta.observation_id)]
    was_made = changes.carried_out((each.logged for each in known), standing)
    found = [each.document() for each in known if was_made(each.logged)]
    of_areas = list(area_changes(runs)) if observation_id is None and only is None else []
    # By time; what happened in one second stays in the order of the runs.
    return iter(sorted([*found, *of_areas], key=lambda each: order_of(each["time"]))) if of_areas else iter(found)


def standings_before_changes(runs: Runs, observation_id: str) -> set[Standing]:
    """How an observation stood whenever it was changed here, carried out or not."""
    deltas = (each.logged.delta for each in logged(runs))
    return {each.before.standing for each in deltas if each.observation_id == observation_id and each.before}


def area_changes(runs: Runs) -> Iterator[dict[str, Any]]:
    """What was done to areas by hand, oldest first, in the form of the other entries."""
    for run in runs.ids():
        try:
            summary = runs.summary(run)
        except UnreadablePart:
            continue  # as below
        if (change := summary.area_change) is None:
            continue
        into = change.get("into")
        what = f"{change['action']} {change['area']}" + (f" to {into}" if into else "")
        yield {
            "action": change["action"],
            "tier": "areas",
            "scope": change["area"],
            "observation_id": None,
            "into": into,
            "reasoning": what,
            "before": change.get("before"),
            "after": change.get("after"),
            "run_id": run,
            "time": summary.time,
            "origin": summary.origin,
        }


def logged(runs: Runs) -> list[Change]:
    """Every change that the kept runs tell of, also what a killed run may not have carried out.

    Evidence that cannot be read is passed over here: `doctor` names it.
    """
    with runs.reading():
        return [change for run in runs.ids() for change in changes_in(runs, run)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidByAgents:
    """Observations that the word of agents has moved of late: by tests that they carried out, or by their bare word."""

    added: frozenset[str] = frozenset()
    confirmed: frozenset[str] = frozenset()
    contradicted: frozenset[str] = frozenset()


def said_by_agents(runs: Runs, run: str | None, since: datetime) -> SaidByAgents:
    """What agents have said since then, on the state of the run if that is a test of theirs; nothing if it is another.

    A state that is not known counts as the same: that of a bare word always does. Without a run it is such a word.
    """
    known = dict(_own_tests(runs))
    if run is not None and run not in known:
        return SaidByAgents()
    own = known[run] if run else ""
    same = {each for each, state in known.items() if not state or own in ("", state)}
    said: dict[str, set[str]] = {}
    for each in runs.ids():
        if each == run:
            continue
        for change in changes_in(runs, each):
            if (each in same or change.origin == AGENT) and moment(change.logged.time) > since:
                said.setdefault(change.logged.delta.action, set()).add(change.logged.delta.observation_id)
    return SaidByAgents(
        added=frozenset(said.get("add", ())),
        confirmed=frozenset(said.get("confirm", ())),
        contradicted=frozenset(said.get("deprecate", set()) | said.get("delete", set())),
    )


def _own_tests(runs: Runs) -> Iterator[tuple[str, str]]:
    """The runs that are tests which agents carried out themselves, each with what was tested."""
    for run in runs.ids():
        try:
            summary = runs.summary(run)
        except UnreadablePart:
            continue  # as above
        if summary.own_test:
            yield run, summary.state


def changes_in(runs: Runs, run: str) -> Iterator[Change]:
    """Every change that one run tells of."""
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
