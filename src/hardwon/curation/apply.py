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
from hardwon.evidence.log import AGENT, SaidByAgents, said_by_agents
from hardwon.guard.passing import origin_of
from hardwon.guard.scanner import brief_line
from hardwon.likeness import sameness
from hardwon.observations.deltas import DecisionError, Delta, MemoryLog
from hardwon.observations.observation import Scope, deprecated
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
        with desk.observations.curating(changes.about(reach.place.test or None), reach.place.product) as curation:
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
            yield from self._contradict(stored.observation, decision, decision.reasoning)

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
        if decision.scope == "test" and not self._reach.place.test:
            raise _RefusedError("its scope is a test, and none is named: name the test, or give the scope product")
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
                yield from self._contradict(stored.observation, decision, why)
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
            self._leave(decision, f"{observation.id} was not confirmed: {why}")
            return
        self._confirmed.add(observation.id)
        by, at = self._desk.config.number("services.memory.trustConfirmDelta"), stamp(self._now)
        yield self._noted(self._curation.confirm(observation.id, by=by, at=at, reasoning=decision.reasoning))
        if self._reach.concludes:
            yield from self._outweighed(observation, decision)

    def _counted_already(self, observation_id: str) -> str:
        """Why this run has no further say in favour of an observation; "" if it has."""
        if observation_id in self._confirmed:
            done = "a run confirms it once, and this one has done so"
            return done if self._reach.run else "it has just been confirmed, and once is enough"
        if self._reach.run and observation_id in {*self._own, *self._deprecated, *self._reach.touched}:
            return "the run that added or deprecated it cannot confirm it as well"
        if self._is_bare_word and observation_id in self._said.added | self._said.confirmed:
            return "agents have said so within `repeatWindow`, and saying it again proves nothing"
        if observation_id in self._said.confirmed:
            return "a test on the same state has confirmed it within `repeatWindow`, and the same again proves nothing"
        return ""

    @property
    def _is_bare_word(self) -> bool:
        """Whether an agent decides, and not what a test of its has come to."""
        return self._reach.origin == AGENT

    @cached_property
    def _said(self) -> SaidByAgents:
        """What agents have said of late, if one speaks here. Looked at under the lock, as all else."""
        reach, window = self._reach, self._desk.config.number("services.confidence.repeatWindow")
        if not self._is_bare_word and (not reach.run or reach.support is None):
            return SaidByAgents()
        since = self._now - timedelta(seconds=window)
        return said_by_agents(self._desk.recorder.runs, None if self._is_bare_word else reach.run, since)

    def _outweighed(self, observation: Observation, decision: Decision) -> Iterator[Delta]:
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
                why = f"{observation.id} was confirmed and says the opposite of {known.id}"
                yield from self._contradict(known, decision, why)

    def _outweighs(self, confirmed: Observation, rival: Observation) -> bool:
        """Whether a confirmation counts against a rival: runs found it wrong, or the other one is proven by far."""
        is_proven = confirmed.trust >= PROVEN and rival.trust < confirmed.trust and rival.origin != "person"
        return is_proven or 0 < self._wrong_before(rival) >= DOUBTFUL - confirmed.confirmed_count

    def _wrong_before(self, rival: Observation) -> int:
        """How often it was found wrong before this curation: what is found now has been counted against it already."""
        return rival.contradicted_count - (rival.id in self._deprecated)

    def _contradict(self, observation: Observation, decision: Decision, reasoning: str) -> Iterator[Delta]:
        """One deprecation, unless the word of an agent is behind it that does not count."""
        if observation.id not in self._reach.settled and (why := self._against_contradiction(observation)):
            self._leave(decision, f"{observation.id} was not deprecated: {why}")
            return
        self._deprecated.add(observation.id)
        yield self._noted(self._curation.deprecate(observation.id, by=self._less, reasoning=reasoning))

    @property
    def _less(self) -> float:
        return self._desk.config.number("services.memory.trustContradictDelta")

    def _against_contradiction(self, observation: Observation) -> str:
        """Why the word of an agent does not count against an observation; "" if it does, or if nobody gave it."""
        if observation.id in self._said.contradicted or (self._is_bare_word and observation.id in self._deprecated):
            return "agents have contradicted it on the same state within `repeatWindow`: that counts once"
        is_last = deprecated(observation, delta=self._less).trust <= 0
        if self._is_bare_word and is_last and origin_of(observation) == "person":
            return (
                f"a person wrote it, and the word of an agent alone does not delete it; its trust stays "
                f"{observation.trust:g}, and `hardwon observations delete` is a person's to run"
            )
        return ""

    def _leave(self, decision: Decision, reason: str) -> None:
        self._uncounted.append(DecisionError(index=decision.index, action=decision.action, reason=reason))


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
        if not suite.fits(stored.observation.suite_snapshot)
    ]
