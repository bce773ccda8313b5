"""What a store of records offers: areas, observations, outcomes, quarantine, rosters, runs. No paths, no disk.

`project/records.py` says which store answers; `tests/agreement/` holds all to the same values, errors, order and log.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from hardwon.areas.content import Listings

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from hardwon.areas.content import Content
    from hardwon.areas.ledger import Ledger
    from hardwon.areas.roster import Roster
    from hardwon.guard.breaker import CircuitBreaker
    from hardwon.observations.deltas import Delta, Standing
    from hardwon.observations.observation import Observation, Scope
    from hardwon.store.run_record import RunRecord
    from hardwon.store.searching import Searching


@dataclass(frozen=True, slots=True, kw_only=True)
class Concern:
    """What a change of the areas is about: a store that can need not lock and read the rest."""

    areas: frozenset[str]
    reports: frozenset[str] = frozenset()
    runs: frozenset[str] = frozenset()

    run: str = ""
    """The run that it rests on, which must not count twice, whatever becomes of the answer."""

    said: Callable[[], dict[str, Any]] | None = field(default=None, compare=False)
    """All that the run says, for a store that cannot be reached now."""


class AlreadyDoneError(Exception):
    """The run counts already: only the answer was lost. Never leaves those who deliver."""


class AreaRecord(Protocol):
    """What the areas have proven."""

    @property
    def where(self) -> str:
        """What messages call it."""

    def read(self) -> Ledger:
        """What it says now; DamagedRecord if it cannot be trusted."""

    def update(self, change: Callable[[Ledger], Ledger], *, at: str, about: Concern | None = None) -> Ledger:
        """Read, change and write under the lock; nothing is written if the change raises or changes nothing.

        `about`: the change looks at nothing else and may be given nothing else. It may be called more than once.
        """

    def forget(self) -> list[str]:
        """Forget all of it, also what is damaged; the places that held something."""

    def document(self) -> bytes | None:
        """The areas as they are kept, in the format of memory.json; None if there is nothing."""

    @property
    def where_retired(self) -> str:
        """What messages call the place of the retirements."""

    def retired_document(self) -> bytes | None:
        """The retirements as they are kept, in the format of retired.json; None if there is nothing."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An observation as it is kept."""

    observation: Observation

    place: str
    """Its name in the record: `<tier>/<scope>/<id>.md`."""

    where: str
    """What messages call that place."""

    raw: bytes = field(repr=False)
    """Its document."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What should be an observation and is none."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class Listing:
    """All that is there: what can be used, and what cannot and why."""

    stored: tuple[Stored, ...]
    unreadable: tuple[Unreadable, ...]


Revision = tuple[int, int, int, int]
"""What tells, without reading, that an observation is still the same. Only its store knows what the numbers mean."""

Mark = object
"""A moment in the life of a record. Only its store can look into it."""


def place_of(scope: Scope, observation_id: str) -> str:
    """The name of an observation's place in its record."""
    return f"{scope.tier}/{scope.name}/{observation_id}.md"


class Sighting(NamedTuple):
    """An observation that was seen and not read."""

    scope: Scope | Unreadable
    revision: Revision


class Revisions(NamedTuple):
    """Every observation at one moment."""

    of: Mapping[str, Sighting]
    """By place; in order."""

    mark: Mark
    unread: tuple[Unreadable, ...] = ()
    """What could not even be looked at: the rest goes on without it, and whoever asks is told."""


class Unparsed(NamedTuple):
    """An observation of which only the document was looked at; None where only a full reading can tell."""

    place: str
    scope: Scope
    document: bytes | None


class Calm(NamedTuple):
    """What shows whether a curation is under way, or was between two looks."""

    touched: int
    held: bool


class ChangeLog(Protocol):
    """Where changes are told before they are made."""

    def announce(self, change: Delta) -> None:
        """Keep a change before it is carried out."""

    def undone(self, change: Delta) -> None:
        """Say that the change just announced could not be carried out."""


class Curating(Protocol):
    """The only way in which observations change: given by `ObservationRecord.curating`, valid while it is held."""

    def add(self, observation: Observation, reasoning: str = "") -> Delta:
        """Keep a new observation; UsageError if its id is given already, or if it cannot be one."""

    def confirm(self, observation_id: str, *, by: float, at: str, reasoning: str = "") -> Delta:
        """Raise the trust of an observation."""

    def deprecate(self, observation_id: str, *, by: float, reasoning: str = "") -> Delta:
        """Lower the trust of an observation; without any left it is deleted."""

    def edit(self, observation_id: str, *, title: str, content: str, at: str, reasoning: str = "") -> Delta:
        """Give an observation another text; UsageError if it cannot have it."""

    def delete(self, observation_id: str, reasoning: str = "") -> Delta:
        """Delete an observation whatever its trust."""


class ObservationRecord(Protocol):
    """What runs have learned."""

    @property
    def where(self) -> str:
        """What messages call it."""

    @property
    def made_for(self) -> str:
        """What tells this record from every other, for a cache that outlives the process; "" if none may."""

    @property
    def is_there(self) -> bool:
        """Whether anything was ever kept in it."""

    @property
    def searching(self) -> Searching | None:
        """Searches the record where it is; None where it is at hand."""

    def find(self, observation_id: str) -> Stored:
        """The observation of that id; UsageError if there is none, or if it cannot be read."""

    def standing(self, observation_id: str) -> Standing | None:
        """The present state of an observation as far as changes move it; None if there is none that can be read."""

    def of_scopes(self, scopes: Collection[Scope], only: Collection[str] | None = None) -> list[Stored]:
        """The readable observations of some scopes, or those of them with some ids; the rest is not even opened."""

    def listing(self) -> Listing:
        """Read everything, in order: by tier, scope and id."""

    def where_of(self, scope: Scope, observation_id: str) -> str:
        """What messages call the place of an observation; UsageError if it can have none."""

    def read(self, place: str, scope: Scope) -> Stored | Unreadable:
        """The observation in a place, or why there is none."""

    def revisions(self) -> Revisions:
        """Every observation without reading it: who kept an earlier answer knows what to read again."""

    def revision(self, place: str) -> Revision | None:
        """The present revision of one observation; None if it is gone."""

    def is_settled(self, revision: Revision) -> bool:
        """Whether this revision can only ever mean what is read now."""

    def is_same_since(self, mark: Mark, reach: Sequence[Scope]) -> bool:
        """Whether nothing came to some scopes or went since the mark: cheap, and may miss an edit in place."""

    def calm(self, reach: Collection[Scope] | None = None) -> Calm:
        """How things stand with the lock that guards every change of an observation; or of those in some scopes."""

    def mentions(self, text: bytes) -> bool:
        """Whether any document may have a text in it."""

    def unparsed(self, scopes: Collection[Scope]) -> Iterator[Unparsed]:
        """The documents of some scopes, as fast as can be: it is asked for while others wait for the lock."""

    def document(self, place: str) -> bytes | None:
        """The document in one place, in the same way; None if there is none, or only a full reading can tell."""

    def documents(self, scopes: Collection[Scope]) -> dict[str, bytes]:
        """The documents of the readable observations of some scopes, by place."""

    def keep(self, documents: Mapping[str, bytes]) -> None:
        """Take documents over as they are, without a log: for a copy of another record, and for tests."""

    def curating(self, log: ChangeLog, product: str = "") -> AbstractContextManager[Curating]:
        """Hold the lock that guards every change of an observation; each is told to the log first.

        `product`: only what a test of that product can see will change; others need not wait.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakerStanding:
    """What is known of one product."""

    product: str
    breaker: CircuitBreaker

    broken: int
    """Outcomes among the last ones that could not be read."""

    where: str
    """What messages call the place of its outcomes."""

    @property
    def outcomes(self) -> int:
        """Attempts in the window."""
        return self.breaker.memory.runs + self.breaker.baseline.runs


class OutcomeRecord(Protocol):
    """How attempts at tests ended, with and without memory: what the circuit breaker rests on."""

    @property
    def window(self) -> int:
        """How many of the last outcomes count."""

    @property
    def baseline(self) -> int:
        """How many of each kind it needs."""

    def record(self, product: str, *, with_memory: bool, passed: bool, run: str, test: str, at: str) -> CircuitBreaker:
        """Keep the outcome of one attempt; the breaker as it stands then, attempts of other processes included."""

    def reset(self, product: str, *, at: str) -> int:
        """Let the product start without outcomes; how many there were."""

    def standing(self, product: str) -> BreakerStanding:
        """What is known of a product; nothing is written or created by asking."""

    def breaker(self, product: str) -> CircuitBreaker:
        """The breaker of a product as its outcomes leave it."""

    def products(self) -> list[str]:
        """Every product that has outcomes, sorted by name."""

    def flaws(self) -> Iterator[tuple[str, str]]:
        """What cannot be read, each with its place: `doctor` names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rosters:
    """What is known, on this machine, of the tests of each area."""

    areas: Mapping[str, Roster] = field(default_factory=dict)
    runs: frozenset[str] = frozenset()
    """Runs that were judged and moved no area: the record does not know of them."""

    contents: Listings = field(default_factory=Listings)
    """The files that areas last passed on."""

    def passing(self, areas: Mapping[str, Roster], content: Content | None) -> Rosters:
        """With these areas, of which some have passed on a content."""
        known = {**self.areas, **areas}
        if content is None or all(each.passed_on != content.name for each in areas.values()):
            return replace(self, areas=known)
        still = {each.passed_on for each in known.values()}
        return replace(self, areas=known, contents=self.contents.joined_by(content, still))


class RosterRecord(Protocol):
    """Which tests each area has, and how they ended on the states of late."""

    @property
    def where(self) -> str:
        """What messages call it."""

    def read(self) -> Rosters:
        """What is known; StorageError if it cannot be trusted."""

    def update(self, change: Callable[[Rosters], Rosters], about: Collection[str] | None = None) -> None:
        """Read, change and write under the lock; nothing is written if the change raises or changes nothing.

        `about`: the areas that the change looks at; it may be given no others, nor the runs that were judged before.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One text in quarantine."""

    id: str
    time: str
    outcome: str
    reason: str
    findings: list[dict[str, Any]] = field(default_factory=list)
    origin: str
    run: str | None = None
    tier: str
    scope: str
    title: str
    content: str
    source_test: str
    position: int | None = None
    suite_snapshot: list[dict[str, str]] = field(default_factory=list)

    has_secret: bool = False
    """What stands here is not the original, and may never be released."""


class QuarantineRecord(Protocol):
    """Text that the scanner blocked, kept for a person to decide."""

    def hold(self, held: Held) -> str:
        """Keep a text; the id that it is held by. What is held already, in the same scope, is not held twice."""

    def ids(self) -> list[str]:
        """What is held, oldest first."""

    def read(self, held_id: str) -> Held:
        """A held text; UsageError if there is none, StorageError if it is damaged."""

    def drop(self, held_id: str) -> None:
        """Forget a held text, also a damaged one."""


class Stores(Protocol):
    """One store of each record."""

    @property
    def areas(self) -> AreaRecord: ...

    @property
    def observations(self) -> ObservationRecord: ...

    @property
    def outcomes(self) -> OutcomeRecord: ...

    @property
    def quarantine(self) -> QuarantineRecord: ...

    @property
    def rosters(self) -> RosterRecord: ...

    @property
    def runs(self) -> RunRecord: ...
