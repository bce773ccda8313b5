"""Applying decisions: the curator proposes, code decides, under one lock.

Each decision is judged alone on the files as they are now. Whatever is refused is an entry in the log's errors, and the
rest still applies. Only what was shown or injected may be touched, and only text that the scanner lets pass is written.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hardwon.curation import guarded
from hardwon.curation.neighbours import Neighbours
from hardwon.errors import HardwonError
from hardwon.likeness import sameness
from hardwon.observations.decisions import DecisionError, Delta, MemoryLog
from hardwon.observations.observation import Scope
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from datetime import datetime

    from hardwon.curation.decide import Decision
    from hardwon.evidence.changes import Changes
    from hardwon.likeness.sameness import Likeness
    from hardwon.memory import Memory
    from hardwon.observations.decisions import Standing
    from hardwon.observations.observation import Observation, Origin
    from hardwon.observations.suites import Suite
    from hardwon.store.observations import Curation, Stored


PROVEN = 0.9
"""Trust from which an observation outweighs a rival that no run has found wrong."""

DOUBTFUL = 2
"""Times that runs found a rival wrong, or the other one right before: from then on each confirmation outweighs it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What a curation may touch, and where its additions belong."""

    product: str
    test: str | None = None
    suite: Suite | None = None
    position: int | None = None
    run: str | None = None
    origin: Origin = "curator"

    known: Mapping[str, str] = field(default_factory=dict)
    """Observations that were shown or injected, each with the digest of the text that was seen."""

    confirmed: Collection[str] = ()
    """Observations that this run has confirmed before: once per run is enough."""

    deprecated: Collection[str] = ()
    """Observations that this run has deprecated because of this test before it was over: not done twice."""

    may_add: bool = True

    concludes: bool = False
    """Whether a confirmation is evidence of a run, and so counts against what it outweighs; what somebody decides is
    done as it was said, and nothing more."""

    settled: Collection[str] = ()
    """Observations that code has judged by the outcome of this test already: no model is asked about them."""

    @property
    def scopes(self) -> tuple[Scope, ...]:
        """Every scope whose observations a step here could be given."""
        found = [Scope("products", self.product)]
        if self.test:
            found.append(Scope("tests", self.test))
        if self.suite:
            found.append(self.suite.scope)
        return tuple(found)

    def contains(self, observation: Observation) -> bool:
        """Whether the observation could be given to a step here."""
        if observation.scope not in self.scopes:
            return False
        if observation.scope.tier != "suites" or self.suite is None:
            return True
        return observation.suite_snapshot == self.suite.entries and observation.position == self.position


class _RefusedError(Exception):
    """A decision that must not be applied, and why."""


def apply(
    memory: Memory,
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
    refused = list(errors)
    if any(decision.action != "noop" for decision in decisions):
        memory.prepare(memory.observations.root)
        with memory.observations.curating(changes.about(reach.test)) as curation:
            reach = _as_it_stands(reach, changes, memory.observations.standing)
            applying = _Applying(memory, curation, reach, now)
            for decision in decisions:
                try:
                    deltas.extend(applying.apply(decision))
                except (_RefusedError, HardwonError) as error:
                    refused.append(DecisionError(index=decision.index, action=decision.action, reason=str(error)))
    log = MemoryLog(
        deltas=tuple(deltas),
        errors=tuple(sorted(refused, key=lambda error: error.index)),
        curator_duration=round(spent + time.monotonic() - started, 6),
        token_usage=token_usage,
    )
    changes.curated(log, reach.test)
    return log


def _as_it_stands(reach: Reach, changes: Changes, standing: Callable[[str], Standing | None]) -> Reach:
    """The reach with what its run has done so far: known only under the lock, since processes may share a run."""
    deprecated = changes.deprecated(reach.test, standing) if changes.later else reach.deprecated
    return replace(reach, confirmed={*reach.confirmed, *changes.confirmed(standing)}, deprecated=deprecated)


class _Applying:
    """One curation in progress, under the lock."""

    def __init__(self, memory: Memory, curation: Curation, reach: Reach, now: datetime) -> None:
        self._memory = memory
        self._store = memory.observations
        self._curation = curation
        self._reach = reach
        self._now = now
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
            guarded.check(stored.observation, origin=self._reach.origin)
            yield from self._confirm(stored, decision.reasoning)
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
            guarded.check(best.observation, origin=self._reach.origin)
            yield from self._confirm(best, f"said again: {decision.reasoning}".removesuffix(": "))
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
            self._near = Neighbours(self._store, self._reach.scopes)
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
        reach = self._reach
        in_suite = decision.scope == "suite" and reach.suite is not None and reach.position is not None
        proposal = guarded.Proposal(
            scope=self._scope(decision),
            title=decision.title,
            content=decision.content,
            source_test=reach.test or reach.product,
            origin=reach.origin,
            source_run=reach.run,
            position=reach.position if in_suite else None,
            suite_snapshot=reach.suite.entries if in_suite and reach.suite else (),
        )
        added, _ = guarded.add(self._memory, self._curation, proposal, now=self._now, reasoning=decision.reasoning)
        return self._noted(added)

    def _scope(self, decision: Decision) -> Scope:
        reach = self._reach
        if decision.scope == "suite" and reach.suite is not None and reach.position is not None:
            return reach.suite.scope
        if decision.scope == "test" and reach.test:
            return Scope("tests", reach.test)
        return Scope("products", reach.product)

    def _confirm(self, stored: Stored, reasoning: str) -> Iterator[Delta]:
        """One confirmation per run."""
        observation = stored.observation
        if observation.id in self._confirmed:
            return
        self._confirmed.add(observation.id)
        by = self._memory.config.number("services.memory.trustConfirmDelta")
        yield self._noted(self._curation.confirm(observation.id, by=by, at=stamp(self._now), reasoning=reasoning))
        if self._reach.concludes:
            yield from self._outweighed(observation)

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
        by = self._memory.config.number("services.memory.trustContradictDelta")
        return self._noted(self._curation.deprecate(observation_id, by=by, reasoning=reasoning))


def clean_up(memory: Memory, suite: Suite, changes: Changes) -> MemoryLog:
    """Delete the suite's observations that were learned in another order of its tests."""
    started = time.monotonic()
    if not _stale(memory, suite):
        return MemoryLog()
    with memory.observations.curating(changes.about(None)) as curation:
        # Looked up again under the lock: another process may have been faster.
        deltas = [
            curation.delete(each, "the suite has other tests or another order now") for each in _stale(memory, suite)
        ]
    log = MemoryLog(deltas=tuple(deltas), curator_duration=round(time.monotonic() - started, 6))
    changes.curated(log)
    return log


def _stale(memory: Memory, suite: Suite) -> list[str]:
    return [
        stored.observation.id
        for stored in memory.observations.of_scopes([suite.scope])
        if stored.observation.suite_snapshot != suite.entries
    ]
