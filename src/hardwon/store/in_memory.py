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
from hardwon.errors import DamagedRecord, LockTimeout
from hardwon.guard.breaker import CircuitBreaker
from hardwon.store.documents import DocumentCuration, DocumentObservations, in_order
from hardwon.store.observation_folders import place_parts
from hardwon.store.outcomes import checked_product
from hardwon.store.protocol import (
    BreakerStanding,
    Calm,
    Revisions,
    Sighting,
)
from hardwon.store.quarantine import unknown
from hardwon.store.rosters import RostersInMemory
from hardwon.store.runs_in_memory import RunsInMemory
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from hardwon.areas.ledger import Ledger
    from hardwon.observations.observation import Scope
    from hardwon.store.protocol import ChangeLog, Concern, Held, Mark, Revision


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

    def update(self, change: Callable[[Ledger], Ledger], *, at: str, about: Concern | None = None) -> Ledger:
        """Read, change and keep under the lock; nothing is kept if the change raises or changes nothing."""
        del about  # one lock for all
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
class ObservationsInMemory(DocumentObservations):
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

    def fetched(self, scopes: Collection[Scope] | None) -> Mapping[str, bytes]:
        known = self.shared.documents
        return {place: raw for place, raw in known.items() if scopes is None or place_parts(place)[0] in scopes}

    def fetched_of(self, observation_id: str) -> Mapping[str, bytes]:
        return {place: raw for place, raw in self.shared.documents.items() if place.endswith(f"/{observation_id}.md")}

    def document(self, place: str) -> bytes | None:
        return self.shared.documents.get(place)

    def put(self, place: str, document: bytes | None, before: bytes | None) -> None:
        del before  # the lock is held
        self.shared.put(place, document)

    def revisions(self) -> Revisions:
        seen = {
            place: Sighting(place_parts(place)[0], self._revision(place)) for place in in_order(self.shared.documents)
        }
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

    def calm(self, reach: Collection[Scope] | None = None) -> Calm:
        del reach
        return Calm(self.shared.changes, held=self.shared.lock.locked())

    def keep(self, documents: Mapping[str, bytes]) -> None:
        for place, raw in documents.items():
            place_parts(place)
            self.shared.put(place, raw)

    @contextmanager
    def curating(self, log: ChangeLog, product: str = "") -> Iterator[DocumentCuration]:
        del product  # one lock for all
        with self.shared.held(f"{self.name}/.curator.lock", self.lock_timeout):
            yield DocumentCuration(self, log)

    def _revision(self, place: str) -> Revision:
        return self.shared.revisions[place], 0, 0, 0


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
