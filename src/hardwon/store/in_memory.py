"""Stores that keep their records in memory: for tests, and to hold the other stores against.

They offer what `store/protocol.py` says and nothing is left when the process ends. Handles made with
`dataclasses.replace` share one record, as two processes share a folder.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from hardwon.areas.ledger import memory_text, read_ledger, retired_text
from hardwon.errors import DamagedRecord, LockTimeout, UsageError
from hardwon.guard.breaker import CircuitBreaker
from hardwon.observations.changing import lowered, raised, removed
from hardwon.observations.deltas import delta, snapshot
from hardwon.observations.observation import ID, TIERS
from hardwon.store import observation_file
from hardwon.store.observation_file import UnreadableObservation, changed_document, new_document
from hardwon.store.observation_folders import place_parts
from hardwon.store.outcomes import checked_product
from hardwon.store.protocol import (
    BreakerStanding,
    Calm,
    Listing,
    Revisions,
    Sighting,
    Stored,
    Unparsed,
    Unreadable,
    place_of,
)
from hardwon.store.quarantine import unknown
from hardwon.store.rosters import RostersInMemory
from hardwon.store.runs_in_memory import RunsInMemory
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from hardwon.areas.ledger import Ledger
    from hardwon.observations.changing import Changed
    from hardwon.observations.deltas import Delta, Standing
    from hardwon.observations.observation import Observation, Scope
    from hardwon.store.protocol import ChangeLog, Held, Mark, Revision


@dataclass(slots=True)
class _Guarded:
    """Documents by place, how often each was changed, and the lock that guards them."""

    documents: dict[str, bytes] = field(default_factory=dict)
    revisions: dict[str, int] = field(default_factory=dict)
    changes: int = 0
    lock: Lock = field(default_factory=Lock)

    @contextmanager
    def held(self, where: str, timeout: float) -> Iterator[None]:
        if not self.lock.acquire(timeout=timeout):
            raise LockTimeout(
                f"{where} is held by another writer; waited {timeout:g} s for it.",
                remedy="Nothing was written. Try again when that process is done.",
            )
        try:
            self.changes += 1
            yield
        finally:
            self.lock.release()

    def put(self, place: str, document: bytes | None) -> None:
        self.changes += 1
        if document is None:
            del self.documents[place], self.revisions[place]
        else:
            self.documents[place] = document
            self.revisions[place] = self.changes


@dataclass(frozen=True, slots=True)
class AreasInMemory:
    """An area memory that no file holds."""

    name: str = "memory"
    lock_timeout: float = 120.0
    shared: _Guarded = field(default_factory=_Guarded, repr=False)

    @property
    def where(self) -> str:
        return f"{self.name}/memory.json"

    @property
    def where_retired(self) -> str:
        return f"{self.name}/retired.json"

    def read(self) -> Ledger:
        return read_ledger(self.document(), self.retired_document(), self.where, self.where_retired)

    def update(self, change: Callable[[Ledger], Ledger], *, at: str) -> Ledger:
        """Read, change and keep under the lock; nothing is kept if the change raises or changes nothing."""
        with self.shared.held(f"{self.name}/.areas.lock", self.lock_timeout):
            before = self.read()
            after = change(before)
            if after is before:
                return before
            after = replace(after, created_at=after.created_at or at, updated_at=at)
            try:
                memory, retired = memory_text(after), retired_text(after)
            except RecursionError:
                raise DamagedRecord(
                    f"{self.where} or retired.json is nested too deeply to be written again.",
                    remedy="The files were left as they are.",
                ) from None
            self.shared.put("memory.json", memory)
            if after.retirements != before.retirements:
                self.shared.put("retired.json", retired)
            return after

    def forget(self) -> list[str]:
        with self.shared.held(f"{self.name}/.areas.lock", self.lock_timeout):
            present = [each for each in ("memory.json", "retired.json") if each in self.shared.documents]
            for each in present:
                self.shared.put(each, None)
            return [f"{self.name}/{each}" for each in present]

    def document(self) -> bytes | None:
        return self.shared.documents.get("memory.json")

    def retired_document(self) -> bytes | None:
        return self.shared.documents.get("retired.json")

    def keep(self, memory: bytes | None, retired: bytes | None = None) -> None:
        """Take documents over as they are, also damaged ones."""
        for name, document in (("memory.json", memory), ("retired.json", retired)):
            if document is not None:
                self.shared.put(name, document)


@dataclass(frozen=True, slots=True)
class ObservationsInMemory:
    """Observations that no file holds."""

    name: str = "memory"
    lock_timeout: float = 120.0
    shared: _Guarded = field(default_factory=_Guarded, repr=False)

    @property
    def where(self) -> str:
        return self.name

    @property
    def made_for(self) -> str:
        """Nothing: no cache of it may outlive the process."""
        return ""

    @property
    def is_there(self) -> bool:
        return self.shared.changes > 0

    def find(self, observation_id: str) -> Stored:
        if not ID.fullmatch(observation_id):
            raise UsageError(
                f"{one_line(observation_id, 80)!r} is no id of an observation.",
                remedy="`hardwon observations list` shows them.",
            )
        found = [place for place in self._places() if place.endswith(f"/{observation_id}.md")]
        if not found:
            raise UsageError(
                f"There is no observation {observation_id}.", remedy="`hardwon observations list` shows them."
            )
        if len(found) > 1:
            where = " and ".join(map(self._where, found))
            raise UsageError(f"The id {observation_id} stands in {where}.", remedy="Delete or rename one of them.")
        result = self.read(found[0], place_parts(found[0])[0])
        if isinstance(result, Unreadable):
            raise UsageError(f"{result.where}: {result.reason}.", remedy="Correct the file; it was left as it is.")
        return result

    def standing(self, observation_id: str) -> Standing | None:
        try:
            known = snapshot(self.find(observation_id).observation)
        except UsageError:
            return None
        return known.standing if known else None

    def of_scopes(self, scopes: Collection[Scope], only: Collection[str] | None = None) -> list[Stored]:
        wanted = [(place, scope) for place, scope, _ in self.unparsed(scopes)]
        found = [self.read(place, scope) for place, scope in wanted if only is None or place_parts(place)[1] in only]
        return [stored for stored in found if isinstance(stored, Stored)]

    def listing(self) -> Listing:
        found = [self.read(place, place_parts(place)[0]) for place in self._places()]
        return Listing(
            tuple(each for each in found if isinstance(each, Stored)),
            tuple(each for each in found if isinstance(each, Unreadable)),
        )

    def where_of(self, scope: Scope, observation_id: str) -> str:
        return self._where(place_of(scope, observation_id))

    def read(self, place: str, scope: Scope) -> Stored | Unreadable:
        raw = self.shared.documents.get(place)
        if raw is None:
            return Unreadable(self._where(place), "it cannot be read: No such file or directory")
        if len(raw) > observation_file.LARGEST:
            return Unreadable(self._where(place), f"the file is larger than {observation_file.LARGEST} bytes")
        try:
            observation = observation_file.read(raw, id=place_parts(place)[1], scope=scope)
        except UnreadableObservation as error:
            return Unreadable(self._where(place), str(error))
        return Stored(observation, place, self._where(place), raw)

    def revisions(self) -> Revisions:
        seen = {place: Sighting(place_parts(place)[0], self._revision(place)) for place in self._places()}
        return Revisions(seen, self.shared.changes)

    def revision(self, place: str) -> Revision | None:
        return self._revision(place) if place in self.shared.documents else None

    def is_settled(self, revision: Revision) -> bool:
        """Always: a change has a number of its own, however soon it comes."""
        return revision is not None

    def is_same_since(self, mark: Mark, reach: Sequence[Scope]) -> bool:
        """Whether nothing was changed at all, in whatever scope."""
        del reach
        return mark == self.shared.changes

    def calm(self) -> Calm:
        return Calm(self.shared.changes, held=self.shared.lock.locked())

    def unparsed(self, scopes: Collection[Scope]) -> Iterator[Unparsed]:
        for place in self._places():
            scope = place_parts(place)[0]
            if scope in scopes:
                yield Unparsed(place, scope, self.shared.documents[place])

    def document(self, place: str) -> bytes | None:
        return self.shared.documents.get(place)

    def documents(self, scopes: Collection[Scope]) -> dict[str, bytes]:
        return {stored.place: stored.raw for stored in self.of_scopes(scopes)}

    def keep(self, documents: Mapping[str, bytes]) -> None:
        for place, raw in documents.items():
            place_parts(place)
            self.shared.put(place, raw)

    @contextmanager
    def curating(self, log: ChangeLog) -> Iterator[CurationInMemory]:
        with self.shared.held(f"{self.name}/.curator.lock", self.lock_timeout):
            yield CurationInMemory(self, log)

    def _places(self) -> list[str]:
        """By tier, scope and id."""

        def order(place: str) -> tuple[int, str, str]:
            tier, scope, name = place.split("/")
            return [*TIERS].index(tier), scope, name  # type: ignore[arg-type]  # checked when it was kept

        return sorted(self.shared.documents, key=order)

    def _where(self, place: str) -> str:
        return f"{self.name}/{place}"

    def _revision(self, place: str) -> Revision:
        return self.shared.revisions[place], 0, 0, 0


class CurationInMemory:
    """Changes of observations in memory, while the lock is held."""

    def __init__(self, store: ObservationsInMemory, log: ChangeLog) -> None:
        self._store = store
        self._log = log

    def add(self, observation: Observation, reasoning: str = "") -> Delta:
        where = self._store.where_of(observation.scope, observation.id)
        place = place_of(observation.scope, observation.id)
        if self._store.revision(place) is not None:
            raise UsageError(f"{where} exists already.", remedy="Ids are never given twice; make a new one.")
        return self._done(delta("add", None, observation, reasoning), place, new_document(observation))

    def confirm(self, observation_id: str, *, by: float, at: str, reasoning: str = "") -> Delta:
        stored = self._store.find(observation_id)
        return self._change(stored, raised(stored.observation, by=by, at=at, reasoning=reasoning))

    def deprecate(self, observation_id: str, *, by: float, reasoning: str = "") -> Delta:
        stored = self._store.find(observation_id)
        return self._change(stored, lowered(stored.observation, by=by, reasoning=reasoning))

    def delete(self, observation_id: str, reasoning: str = "") -> Delta:
        stored = self._store.find(observation_id)
        return self._change(stored, removed(stored.observation, reasoning))

    def _change(self, stored: Stored, change: Changed) -> Delta:
        return self._done(change.delta, stored.place, changed_document(stored, change.after))

    def _done(self, change: Delta, place: str, raw: bytes | None) -> Delta:
        self._log.announce(change)
        self._store.shared.put(place, raw)
        return change


class _Outcome(NamedTuple):
    with_memory: bool
    passed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomesInMemory:
    """Outcomes that no file holds, and the rule by which they are judged."""

    window: int = 20
    baseline: int = 3
    threshold: float = 0.15
    known: dict[str, list[_Outcome]] = field(default_factory=dict, repr=False)
    """Those since the last reset, by product."""

    def record(self, product: str, *, with_memory: bool, passed: bool, run: str, test: str, at: str) -> CircuitBreaker:
        del run, test, at  # of use to people who read the files
        self.known.setdefault(checked_product(product), []).append(_Outcome(with_memory, passed))
        return self.breaker(product)

    def reset(self, product: str, *, at: str) -> int:
        del at
        before = self.standing(product).outcomes
        self.known[checked_product(product)] = []
        return before

    def standing(self, product: str) -> BreakerStanding:
        breaker = CircuitBreaker(self.window, self.baseline, self.threshold)
        for outcome in self.known.get(product, [])[-self.window :]:
            breaker.record(with_memory=outcome.with_memory, passed=outcome.passed)
        return BreakerStanding(product=product, breaker=breaker, broken=0, where=f"outcomes of {one_line(product, 80)}")

    def breaker(self, product: str) -> CircuitBreaker:
        return self.standing(product).breaker

    def products(self) -> list[str]:
        return sorted(self.known)

    def flaws(self) -> Iterator[tuple[str, str]]:
        return iter(())


@dataclass(frozen=True, slots=True)
class QuarantineInMemory:
    """Blocked texts that no file holds."""

    known: dict[str, Held] = field(default_factory=dict, repr=False)

    def hold(self, held: Held) -> str:
        digest = held.id.rpartition("-")[2]
        same = next((each for each in self.ids() if each.endswith(f"-{digest}")), "")
        if not same:
            self.known[held.id] = held
        return same or held.id

    def ids(self) -> list[str]:
        return sorted(self.known)

    def read(self, held_id: str) -> Held:
        if held_id not in self.known:
            raise unknown(held_id)
        return self.known[held_id]

    def drop(self, held_id: str) -> None:
        if held_id not in self.known:
            raise unknown(held_id)
        del self.known[held_id]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoresInMemory:
    """One store of each record, none of them on a disk."""

    areas: AreasInMemory = field(default_factory=AreasInMemory)
    observations: ObservationsInMemory = field(default_factory=ObservationsInMemory)
    outcomes: OutcomesInMemory = field(default_factory=OutcomesInMemory)
    quarantine: QuarantineInMemory = field(default_factory=QuarantineInMemory)
    rosters: RostersInMemory = field(default_factory=RostersInMemory)
    runs: RunsInMemory = field(default_factory=RunsInMemory)
