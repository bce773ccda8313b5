"""Memory moves between the files of a project and the team's server, both ways, merged since it last did.

What both were when they last met is kept here (`.hardwon/local/team/base`). Without it nothing tells what is new from
what is known: then only what stands on one side alone moves, and the rest is a conflict, which a person decides.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from hardwon.areas.merge import merged
from hardwon.errors import DamagedRecord, MergeConflict
from hardwon.project.met import AREAS, RETIRED, Pending, digest
from hardwon.store import atomic, folders
from hardwon.store.merging import Versions, merged_observation
from hardwon.store.observation_folders import place_parts
from hardwon.text.times import sortable, stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager
    from datetime import datetime

    from hardwon.areas.area import Scoring
    from hardwon.areas.ledger import Ledger
    from hardwon.postgres.stores import TeamStores
    from hardwon.project.met import Base, Side
    from hardwon.project.records import FileStores
    from hardwon.store.protocol import AreaRecord, Curating, ObservationRecord, Stores

STAYS = "outcomes of the breaker", "what is known of the tests of areas"
"""What no move brings along: it comes back with the next runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Something that is not the same on both sides."""

    what: str
    """An area, or the place of an observation."""

    how: str
    is_conflict: bool = False


@dataclass(slots=True, kw_only=True)
class Moved:
    """What came of a move."""

    areas: int = 0
    observations: int = 0
    runs: int = 0
    held: int = 0
    stays: tuple[str, ...] = ()
    """What the one side has of which nothing moves."""

    conflicts: list[Difference] = field(default_factory=list)

    def document(self) -> dict[str, object]:
        told = [{"what": each.what, "how": each.how} for each in self.conflicts]
        counts = {"areas": self.areas, "observations": self.observations, "runs": self.runs, "quarantine": self.held}
        return counts | {"stays": [*self.stays], "conflicts": told}


class MovingLog(Protocol):
    """The log of what a move changes on a side."""

    def curating(self, side: Stores) -> AbstractContextManager[Curating]:
        """Hold the lock of a side's observations; each change is told to its log first."""

    def tells_deletion(self, side: Stores, observation_id: str) -> bool:
        """Whether the side's log tells already that an observation was deleted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """The two sides of a project's memory, and what they were when they last met."""

    files: FileStores
    team: TeamStores
    base: Base
    scoring: Scoring
    now: datetime
    log: MovingLog

    def differences(self) -> list[Difference]:
        """What is not the same, areas first; nothing is changed."""
        ours, theirs, base = self.files.areas.read(), self.team.areas.read(), self.base.ledger()
        found = []
        for name in sorted({*ours.areas.raw, *theirs.areas.raw}):
            own, other = ours.areas.raw.get(name), theirs.areas.raw.get(name)
            if own != other:
                known = None if base is None else base.areas.raw.get(name)
                found.append(_difference(name, known, own, other, is_known=base is not None))
        mine, yours = _documents(self.files.observations), _documents(self.team.observations)
        for place in sorted({*mine, *yours}):
            if mine.get(place) != yours.get(place):
                before = self.base.observation(place)
                differs = _difference(place, before, mine.get(place), yours.get(place), is_known=before is not None)
                is_conflict = differs.is_conflict or self._merged(place, mine.get(place), yours.get(place)) is _CONFLICT
                found.append(replace(differs, is_conflict=is_conflict))
        return found

    def push(self, take: Side | None = None) -> Moved:
        """Bring to the server what the files have and it has not."""
        return self._move("server", take)

    def pull(self, take: Side | None = None) -> Moved:
        """Bring to the files what the server has and they have not."""
        return self._move("files", take)

    def _move(self, to: Side, take: Side | None) -> Moved:
        self.base.settle(self._was_done, lambda side: _documents(self._side(side).observations))
        moved = Moved()
        origin, goal = self._side("files" if to == "server" else "server"), self._side(to)
        if to == "files":
            folders.prepare(self.files.project.state, [self.files.project.areas_folder, self.files.observations.root])
        self._move_evidence(origin, goal, moved)
        with self.log.curating(goal) as curation:
            plan = self._planned(to, take, moved)
            for place in plan.deleted:
                self._delete(to, place, curation)
            self._write(to, take, plan, moved)
        there = origin.outcomes.products(), origin.rosters.read().areas
        moved.stays = tuple(name for name, is_there in zip(STAYS, there, strict=True) if is_there)
        return moved

    def _delete(self, to: Side, place: str, curation: Curating) -> None:
        """With a line in the log, unless the run that did it on the other side has come along and tells it."""
        name = place_parts(place)[1]
        if not self.log.tells_deletion(self._side(to), name):
            curation.delete(name, f"deleted {_THERE[to]}, taken over by `hardwon db {_VERB[to]}`")
        elif to == "server":
            self.team.observations.put(place, None, self.team.observations.document(place))
        else:
            atomic.remove(self.files.observations.root / place)
        self.base.keep_observation(place, None)

    def _side(self, side: Side) -> FileStores | TeamStores:
        return self.files if side == "files" else self.team

    def _was_done(self, to: Side, key: str) -> bool:
        return self.team.server.was_done(key) if to == "server" else key in self.files.areas.read().runs

    @staticmethod
    def _move_evidence(origin: Stores, goal: Stores, moved: Moved) -> None:
        known = set(goal.runs.ids())
        for run in origin.runs.ids():
            if run not in known:
                goal.runs.keep(run, origin.runs.parts(run))
                moved.runs += 1
        held = set(goal.quarantine.ids())
        for each in origin.quarantine.ids():
            if each not in held:
                goal.quarantine.hold(origin.quarantine.read(each))
                moved.held += 1

    def _planned(self, to: Side, take: Side | None, moved: Moved) -> _Plan:
        """What becomes of each observation; conflicts are named."""
        mine, yours = _documents(self.files.observations), _documents(self.team.observations)
        plan = _Plan()
        for place in sorted({*mine, *yours}):
            own, other = mine.get(place), yours.get(place)
            goal, origin = (other, own) if to == "server" else (own, other)
            result = self._merged(place, own, other)
            if result is _CONFLICT and take:
                result = own if take == "files" else other
            if result is _CONFLICT:
                how = "both sides changed it, or nobody knows which did"
                moved.conflicts.append(Difference(what=place, how=how, is_conflict=True))
                continue
            assert not isinstance(result, str)  # noqa: S101 - the conflict is dealt with; helps the type checker
            moved.observations += result != goal
            if result is None and goal is not None:
                plan.deleted.append(place)
                continue
            if result is not None and result != goal:
                plan.written[place] = goal, result
            plan.known[place] = origin
        return plan

    def _write(self, to: Side, take: Side | None, plan: _Plan, moved: Moved) -> None:
        """The areas and observations, with a key that tells whether they were written: for a server in one go."""
        brought, base = self._side("files" if to == "server" else "server").areas.read(), self.base.ledger()
        key = f"{sortable(self.now)}-{secrets.token_hex(8)}-move"
        pending = Pending(
            key=key,
            to=to,
            ledger=brought if base is not None and brought.areas else None,
            known={place: document for place, document in plan.known.items() if document is not None},
            writes={place: (digest(before), digest(after)) for place, (before, after) in plan.written.items()},
        )
        self.base.begin(pending)
        joining = _Joining(to=to, take=take, brought=brought, base=base, scoring=self.scoring, key=key)
        if to == "server":
            self.team.server.run(lambda _: self._write_server(joining, plan, moved), once=key)
        else:
            self._write_files(joining, plan, moved)
        if joining.is_known:
            # The other side has not changed since: what it is now is what both know.
            self.base.keep_ledger(brought)
        moved.conflicts[:0] = joining.conflicts
        for place, document in plan.known.items():
            self.base.keep_observation(place, document)
        self.base.end()

    def _write_server(self, joining: _Joining, plan: _Plan, moved: Moved) -> None:
        moved.areas = self._join_areas(self.team.areas, joining)
        self.team.observations.exchange(plan.written)

    def _write_files(self, joining: _Joining, plan: _Plan, moved: Moved) -> None:
        moved.areas = self._join_areas(self.files.areas, joining)
        self.files.observations.keep({place: after for place, (_, after) in plan.written.items()})

    def _join_areas(self, goal: AreaRecord, joining: _Joining) -> int:
        if not joining.brought.areas:
            return 0
        before = goal.read()
        after = goal.update(joining, at=stamp(self.now))
        return sum(before.areas.raw.get(name) != raw for name, raw in after.areas.raw.items())

    def _merged(self, place: str, own: bytes | None, other: bytes | None) -> bytes | str | None:
        base = self.base.observation(place)
        if own == other and base in (own, None):
            return own
        if base is None:
            return _CONFLICT if own is not None and other is not None else own if other is None else other
        if base in (own, other):
            return other if own == base else own
        try:
            return merged_observation(place, Versions(base, own, other))
        except (MergeConflict, DamagedRecord):
            return _CONFLICT


_CONFLICT = "conflict"
_THERE: Mapping[Side, str] = {"server": "in the files", "files": "on the server"}
_VERB: Mapping[Side, str] = {"server": "push", "files": "pull"}


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a move does with observations, by place."""

    written: dict[str, tuple[bytes | None, bytes]] = field(default_factory=dict)
    """What was there, and what will be."""

    deleted: list[str] = field(default_factory=list)
    known: dict[str, bytes | None] = field(default_factory=dict)
    """What the side that they come from has: both know it afterwards."""


@dataclass(slots=True, kw_only=True)
class _Joining:
    """How the areas that are brought join those that are there."""

    to: Side
    take: Side | None
    brought: Ledger
    base: Ledger | None
    scoring: Scoring
    key: str
    conflicts: list[Difference] = field(default_factory=list)

    @property
    def is_known(self) -> bool:
        return bool(self.brought.areas) and not self.conflicts

    def __call__(self, known: Ledger) -> Ledger:
        self.conflicts, brought, base = [], self.brought, self.base
        if known.areas.raw == brought.areas.raw and (base is None or _last_run(known) == _last_run(brought)):
            return known  # one history; two that look alike have other runs
        if base is None:
            prefers_brought = self.take is not None and self.take != self.to
            return _joined(known, brought, prefers_brought=prefers_brought, conflicts=self.conflicts, take=self.take)
        ours, theirs = (brought, known) if self.to == "server" else (known, brought)
        found = merged(base, ours, theirs, scoring=self.scoring)
        # In files the key stands with the counts; the server keeps it with the transaction.
        return found if self.to == "server" else replace(found, runs=found.runs | {self.key})


def _last_run(ledger: Ledger) -> object:
    return ledger.extra.get("last_run")


def _joined(
    known: Ledger, brought: Ledger, *, prefers_brought: bool, conflicts: list[Difference], take: Side | None
) -> Ledger:
    """Where nobody knows what both once were: what stands on one side alone is taken, the rest a person decides."""
    both = {name for name in brought.areas.raw if name in known.areas.raw}
    differing = sorted(name for name in both if brought.areas.raw[name] != known.areas.raw[name])
    if differing and take is None:
        conflicts += [
            Difference(what=name, how="both sides have it, and nobody knows what both once were", is_conflict=True)
            for name in differing
        ]
    wanted = {name for name in brought.areas.raw if name not in both or (prefers_brought and name in differing)}
    if not wanted:
        return known
    areas = known.areas.changed({name: brought.areas[name] for name in wanted})
    entries = tuple(each for each in brought.retirements if each.name in wanted and each not in known.retirements)
    return replace(
        known,
        areas=areas,
        retirements=(*known.retirements, *entries),
        created_at=known.created_at or brought.created_at,
        reports={**brought.reports, **known.reports},
        runs=known.runs | brought.runs,
        extra={**brought.extra, **known.extra},
        retired_extra={**brought.retired_extra, **known.retired_extra},
    )


def _difference(what: str, base: object, own: object, other: object, *, is_known: bool) -> Difference:
    if own is None or other is None:
        side = "files" if other is None else "server"
        return Difference(what=what, how=f"only the {side} {'have' if side == 'files' else 'has'} it")
    if not is_known:
        return Difference(what=what, how="both have it, and nobody knows what both once were", is_conflict=True)
    changed = "the server" if own == base else "the files" if other == base else "both sides"
    return Difference(what=what, how=f"changed by {changed} since they last met")


def _documents(store: ObservationRecord) -> dict[str, bytes]:
    found: Mapping[str, bytes] = {each.place: each.raw for each in store.listing().stored}
    return dict(found)


def exported(team: TeamStores, write: Callable[[str, bytes], None]) -> int:
    """Every record as the files of a project have it, for review; how many there are."""
    documents: dict[str, bytes | None] = {
        AREAS: team.areas.document(),
        RETIRED: team.areas.retired_document(),
    }
    documents |= {f"observations/{place}": raw for place, raw in _documents(team.observations).items()}
    present = {name: content for name, content in documents.items() if content is not None}
    for name, content in present.items():
        write(name, content)
    return len(present)
