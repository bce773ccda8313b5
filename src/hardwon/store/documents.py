"""Observations as documents in places: one way to read, find and change them, wherever a store keeps the documents."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from hardwon.errors import UsageError
from hardwon.observations.deltas import snapshot
from hardwon.observations.observation import ID, TIERS
from hardwon.store import observation_file
from hardwon.store.curating import Curation
from hardwon.store.observation_file import UnreadableObservation
from hardwon.store.observation_folders import place_parts
from hardwon.store.protocol import Listing, Stored, Unparsed, Unreadable, place_of
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from hardwon.observations.deltas import Standing
    from hardwon.observations.observation import Scope
    from hardwon.store.protocol import ChangeLog
    from hardwon.store.searching import Searching


class DocumentObservations(ABC):
    """Observations of which a store keeps the documents by place."""

    __slots__ = ()

    @property
    @abstractmethod
    def where(self) -> str:
        """What messages call the record."""

    @property
    def searching(self) -> Searching | None:
        return None

    @abstractmethod
    def fetched(self, scopes: Collection[Scope] | None) -> Mapping[str, bytes]:
        """The documents of some scopes, or all of them, by place; in any order."""

    @abstractmethod
    def fetched_of(self, observation_id: str) -> Mapping[str, bytes]:
        """The documents in all places of that id."""

    @abstractmethod
    def document(self, place: str) -> bytes | None:
        """The document in one place; None if there is none."""

    @abstractmethod
    def put(self, place: str, document: bytes | None, before: bytes | None) -> None:
        """Put a document, or nothing, in the place of what was there before."""

    def find(self, observation_id: str) -> Stored:
        if not ID.fullmatch(observation_id):
            raise UsageError(
                f"{one_line(observation_id, 80)!r} is not the id of an observation.",
                remedy="`hardwon observations list` shows them.",
            )
        found = self.fetched_of(observation_id)
        if not found:
            raise UsageError(
                f"There is no observation {observation_id}.", remedy="`hardwon observations list` shows them."
            )
        if len(found) > 1:
            where = " and ".join(map(self._where, in_order(found)))
            raise UsageError(f"The id {observation_id} stands in {where}.", remedy="Delete or rename one of them.")
        [(place, raw)] = found.items()
        result = self._parsed(place, place_parts(place)[0], raw)
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
        documents = self.fetched(scopes)
        wanted = [place for place in in_order(documents) if only is None or place_parts(place)[1] in only]
        found = [self._parsed(place, place_parts(place)[0], documents[place]) for place in wanted]
        return [stored for stored in found if isinstance(stored, Stored)]

    def listing(self) -> Listing:
        documents = self.fetched(None)
        found = [self._parsed(place, place_parts(place)[0], documents[place]) for place in in_order(documents)]
        return Listing(
            tuple(each for each in found if isinstance(each, Stored)),
            tuple(each for each in found if isinstance(each, Unreadable)),
        )

    def where_of(self, scope: Scope, observation_id: str) -> str:
        return self._where(place_of(scope, observation_id))

    def read(self, place: str, scope: Scope) -> Stored | Unreadable:
        return self._parsed(place, scope, self.document(place))

    def _parsed(self, place: str, scope: Scope, raw: bytes | None) -> Stored | Unreadable:
        if raw is None:
            return Unreadable(self._where(place), "it cannot be read: No such file or directory")
        if len(raw) > observation_file.LARGEST:
            return Unreadable(self._where(place), f"the file is larger than {observation_file.LARGEST} bytes")
        try:
            observation = observation_file.read(raw, id=place_parts(place)[1], scope=scope)
        except UnreadableObservation as error:
            return Unreadable(self._where(place), str(error))
        return Stored(observation, place, self._where(place), raw)

    def mentions(self, text: bytes) -> bool:
        return any(text in document for document in self.fetched(None).values())

    def unparsed(self, scopes: Collection[Scope]) -> Iterator[Unparsed]:
        documents = self.fetched(scopes)
        for place in in_order(documents):
            yield Unparsed(place, place_parts(place)[0], documents[place])

    def documents(self, scopes: Collection[Scope]) -> dict[str, bytes]:
        return {stored.place: stored.raw for stored in self.of_scopes(scopes)}

    def _where(self, place: str) -> str:
        return f"{self.where}/{place}"


def in_order(places: Iterable[str]) -> list[str]:
    """Places by tier, scope and id."""

    def order(place: str) -> tuple[int, str, str]:
        tier, scope, name = place.split("/")
        return [*TIERS].index(tier), scope, name  # type: ignore[arg-type]  # checked when it was kept

    return sorted(places, key=order)


class DocumentCuration(Curation):
    """Changes of observations, while the lock is held."""

    def __init__(self, store: DocumentObservations, log: ChangeLog) -> None:
        super().__init__(store, log)
        self._store = store

    def _has(self, place: str) -> bool:
        return self._store.document(place) is not None

    def _put(self, place: str, raw: bytes | None, before: bytes | None) -> None:
        self._store.put(place, raw, before)
