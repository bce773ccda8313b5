"""Applying decisions: the curator proposes, code decides, under one lock.

Each decision is judged alone on the files as they are now. Whatever is refused is an entry in the log's errors, and the
rest still applies. Only what was shown or injected may be touched, and only text that the scanner lets pass is written.
"""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from hardwon.curation import guarded
from hardwon.curation.neighbours import Neighbours
from hardwon.errors import HardwonError
from hardwon.evidence.log import confirmed_by_own_tests
from hardwon.guard.passing import origin_of
from hardwon.guard.scanner import brief_line
from hardwon.likeness import sameness
from hardwon.observations.deltas import DecisionError, Delta, MemoryLog
from hardwon.observations.observation import Scope
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime

    from hardwon.curation.desk import Desk
    from hardwon.curation.reach import Reach
    from hardwon.evidence.changes import Changes
    from hardwon.likeness.sameness import Likeness
    from hardwon.observations.decisions import Decision
    from hardwon.observations.deltas import Standing
    from hardwon.observations.observation import Observation
    from hardwon.observations.suites import Suite
    from hardwon.store.protocol import Curating, ObservationRecord, Stored


LONGEST_REASONING = 2000
"""Characters of a decision's reasoning that the log keeps."""

PROVEN = 0.9
"""Trust from which an observation outweighs a rival that no run has found wrong."""

DOUBTFUL = 2
"""Times that runs found a rival wrong, or the other one right before: from then on each confirmation outweighs it."""


class _RefusedError(Exception):
    """A decision that must not be applied, and why."""


def apply(
    desk: Desk,
    decisions: Sequence[Decision],
    reach: Reach,
    changes: Changes,
    *,
    now: datetime,
    errors: Sequence[DecisionError] = (),
    token_usage: dict[str, int] | None = None,
    spent: float = 0.0,
) -> MemoryLog:
    """What became of the decisions. LockTimeout if the lock cannot be had; then nothing was written.

    `spent` are the seconds that it took to come to the decisions.
    """
    started = time.monotonic()
    deltas: list[Delta] = []
    uncounted: list[DecisionError] = []
    refused = list(errors)
    if any(decision.action != "noop" for decision in decisions):
        desk.records.prepare(for_observations=True)
        with desk.observations.curating(changes.about(reach.place.test or None)) as curation:
            reach = _as_it_stands(reach, changes, desk.observations.standing)
            applying = _Applying(desk, curation, reach, now, uncounted)
            for decision in decisions:
                try:
                    why = brief_line(decision.reasoning, LONGEST_REASONING)
                    deltas.extend(applying.apply(replace(decision, reasoning=why)))
                except (_RefusedError, HardwonError) as error:
                    refused.append(DecisionError(index=decision.index, action=decision.action, reason=str(error)))
    log = MemoryLog(
        deltas=tuple(deltas),
        errors=tuple(sorted(refused, key=lambda error: error.index)),
        uncounted=tuple(uncounted),
        curator_duration=round(spent + time.monotonic() - started, 6),
        token_usage=token_usage,
    )
    changes.curated(log, reach.place.test or None)
    return log


def _as_it_stands(reach: Reach, changes: Changes, standing: Callable[[str], Standing | None]) -> Reach:
    """The reach with what its run has done so far: known only under the lock, since processes may share a run."""
    deprecated = changes.deprecated(reach.place.test or None, standing) if changes.later else reach.deprecated
    return replace(
        reach,
        confirmed={*reach.confirmed, *changes.confirmed(standing)},
        touched=changes.touched(standing),
        deprecated=deprecated,
    )


class _Applying:
    """One curation in progress, under the lock."""

    def __init__(
        self, desk: Desk, curation: Curating, reach: Reach, now: datetime, uncounted: list[DecisionError]
    ) -> None:
        self._desk = desk
        self._store = desk.observations
        self._curation = curation
        self._reach = reach
        self._now = now
        self._uncounted = uncounted
        self._confirmed = set(reach.confirmed)
        self._deprecated: set[str] = set()
        self._own: set[str] = set()
        self._near: Neighbours | None = None
        """Looked at once for all additions: the lock is held, so only we change it."""

    def apply(self, decision: Decision) -> Iterator[Delta]:
        if decision.action == "add":
            yield from self._add(decision)
        elif decision.action == "update":
            stored = self._known(decision.observation_id)
            guarded.check(stored.observation, origin=origin_of(stored.observation))
            support = self._reach.support
            yield from self._confirm(stored, decision, support.against_use(stored.observation) if support else "")
        elif decision.action == "deprecate" and decision.observation_id not in self._reach.deprecated:
            stored = self._known(decision.observation_id)
            yield self._deprecate(stored.observation.id, decision.reasoning)

    def _known(self, observation_id: str) -> Stored:
        """An observation that may be touched, as it is now."""
        seen = self._reach.known.get(observation_id)
        if seen is None:
            raise _RefusedError(f"{observation_id} was neither shown nor injected in this run")
        stored = self._store.find(observation_id)
        if stored.observation.digest != seen:
            raise _RefusedError(f"{observation_id} was changed since the decision was made")
        return stored

    def _add(self, decision: Decision) -> Iterator[Delta]:
        if not self._reach.may_add:
            raise _RefusedError("nothing is added from a run that failed")
        related = list(self._related(decision.title, decision.content))
        same = [stored for stored, likeness in related if likeness.kind == "same"]
        if same:
            best = max(same, key=lambda stored: (stored.observation.trust, stored.observation.id))
            guarded.check(best.observation, origin=origin_of(best.observation))
            again = replace(decision, reasoning=f"said again: {decision.reasoning}".removesuffix(": "))
            support = self._reach.support
            yield from self._confirm(best, again, support.against_finding(best.observation) if support else "")
            return
        added = self._write(decision)
        yield added
        for stored, likeness in related:
            if likeness.certain or self._wrong_before(stored.observation) > 0:
                why = f"{added.observation_id} says the opposite of {stored.observation.id}, from newer evidence"
                yield self._deprecate(stored.observation.id, why)
        self._own.add(added.observation_id)

    def _related(self, title: str, content: str) -> Iterator[tuple[Stored, Likeness]]:
        """What in reach says the same or the opposite, as it is now; of the opposite, nothing that was just added."""
        if self._near is None:
            self._near = Neighbours(self._store, self._reach.place.scopes)
        for stored in self._near.of(title, content):
            known = stored.observation
            likeness = sameness.compare(title, content, known.title, known.content)
            is_own = likeness.kind == "contradiction" and known.id in self._own
            if likeness.kind != "other" and not is_own and self._reach.contains(known):
                yield stored, likeness

    def _noted(self, change: Delta) -> Delta:
        """The change, with what is in reach kept in line with it."""
        if self._near is not None:
            self._near.changed(Scope(change.tier, change.scope), change.observation_id)  # type: ignore[arg-type]  # of a Scope
        return change

    def _write(self, decision: Decision) -> Delta:
        reach, place = self._reach, self._reach.place
        in_suite = reach.is_in_suite(decision.scope)
        proposal = guarded.Proposal(
            scope=reach.scope_of(decision.scope),
            title=decision.title,
            content=decision.content,
            source_test=place.test or place.product,
            origin=reach.origin,
            source_run=reach.run,
            position=place.position if in_suite else None,
            suite_snapshot=place.suite.entries if in_suite and place.suite else (),
        )
        added, _ = guarded.add(
            self._curation,
            self._desk.records.quarantine,
            proposal,
            id=self._desk.new_id,
            now=self._now,
            reasoning=decision.reasoning,
            rehearses=self._desk.rehearses,
        )
        return self._noted(added)

    def _confirm(self, stored: Stored, decision: Decision, against: str) -> Iterator[Delta]:
        """One confirmation per run, and only if nothing is against it."""
        observation = stored.observation
        if why := self._counted_already(observation.id) or against:
            reason = f"{observation.id} was not confirmed: {why}"
            self._uncounted.append(DecisionError(index=decision.index, action=decision.action, reason=reason))
            return
        self._confirmed.add(observation.id)
        by, at = self._desk.config.number("services.memory.trustConfirmDelta"), stamp(self._now)
        yield self._noted(self._curation.confirm(observation.id, by=by, at=at, reasoning=decision.reasoning))
        if self._reach.concludes:
            yield from self._outweighed(observation)

    def _counted_already(self, observation_id: str) -> str:
        """Why this run has no further say in favour of an observation; "" if it has."""
        if observation_id in self._confirmed:
            return "a run confirms it once, and this one has done so"
        if self._reach.run and observation_id in {*self._own, *self._deprecated, *self._reach.touched}:
            return "the run that added or deprecated it cannot confirm it as well"
        if observation_id in self._confirmed_lately:
            return "a test on the same state has confirmed it within `repeatWindow`, and the same again proves nothing"
        return ""

    @cached_property
    def _confirmed_lately(self) -> set[str]:
        """What tests of agents have confirmed on this state, if this is one. Looked at under the lock, as all else."""
        reach, window = self._reach, self._desk.config.number("services.confidence.repeatWindow")
        if not reach.run or reach.support is None:
            return set()
        return confirmed_by_own_tests(self._desk.recorder.runs, reach.run, self._now - timedelta(seconds=window))

    def _outweighed(self, observation: Observation) -> Iterator[Delta]:
        """What loses trust because an observation was confirmed.

        Else what was superseded would stay for ever: once the newer one is trusted more, nobody is given the older one,
        and nobody can find it wrong again.
        """
        for rival, likeness in list(self._related(observation.title, observation.content)):
            known = rival.observation
            if (
                likeness.kind == "contradiction"
                and known.id not in self._confirmed
                and self._outweighs(observation, known)
            ):
                yield self._deprecate(known.id, f"{observation.id} was confirmed and says the opposite of {known.id}")

    def _outweighs(self, confirmed: Observation, rival: Observation) -> bool:
        """Whether a confirmation counts against a rival: runs found it wrong, or the other one is proven by far."""
        is_proven = confirmed.trust >= PROVEN and rival.trust < confirmed.trust and rival.origin != "person"
        return is_proven or 0 < self._wrong_before(rival) >= DOUBTFUL - confirmed.confirmed_count

    def _wrong_before(self, rival: Observation) -> int:
        """How often it was found wrong before this curation: what is found now has been counted against it already."""
        return rival.contradicted_count - (rival.id in self._deprecated)

    def _deprecate(self, observation_id: str, reasoning: str) -> Delta:
        self._deprecated.add(observation_id)
        by = self._desk.config.number("services.memory.trustContradictDelta")
        return self._noted(self._curation.deprecate(observation_id, by=by, reasoning=reasoning))


def clean_up(desk: Desk, suite: Suite, changes: Changes) -> MemoryLog:
    """Delete the suite's observations that were learned in another order of its tests."""
    started = time.monotonic()
    if not _stale(desk.observations, suite):
        return MemoryLog()
    with desk.observations.curating(changes.about(None)) as curation:
        # Looked up again under the lock: another process may have been faster.
        deltas = [
            curation.delete(each, "the suite has other tests or another order now")
            for each in _stale(desk.observations, suite)
        ]
    log = MemoryLog(deltas=tuple(deltas), curator_duration=round(time.monotonic() - started, 6))
    changes.curated(log)
    return log


def _stale(observations: ObservationRecord, suite: Suite) -> list[str]:
    return [
        stored.observation.id
        for stored in observations.of_scopes([suite.scope])
        if stored.observation.suite_snapshot != suite.entries
    ]
