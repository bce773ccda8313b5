"""How observations change, wherever they are kept: told to the log first, then carried out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Protocol

from hardwon.errors import UsageError
from hardwon.observations.changing import lowered, raised, removed, rewritten
from hardwon.observations.deltas import delta
from hardwon.store.observation_file import changed_document, new_document
from hardwon.store.protocol import place_of

if TYPE_CHECKING:
    from hardwon.observations.changing import Changed
    from hardwon.observations.deltas import Delta
    from hardwon.observations.observation import Observation, Scope
    from hardwon.store.protocol import ChangeLog, Stored


class Finding(Protocol):
    """What of a store the changes need."""

    def find(self, observation_id: str) -> Stored: ...
    def where_of(self, scope: Scope, observation_id: str) -> str: ...


class Curation(ABC):
    """The only way in which observations change: made by a store's `curating`, valid while its lock is held."""

    def __init__(self, store: Finding, log: ChangeLog) -> None:
        self._found_in = store
        self._log = log

    @abstractmethod
    def _has(self, place: str) -> bool:
        """Whether anything is in a place."""

    @abstractmethod
    def _put(self, place: str, raw: bytes | None, before: bytes | None) -> None:
        """Put a document, or nothing, in the place of what was there before."""

    def _took(self, place: str, raw: bytes | None) -> bool:  # noqa: ARG002 - as those that can tell have them
        """Whether a change that failed is there all the same; stores that carry out all or nothing need not look."""
        return False

    def add(self, observation: Observation, reasoning: str = "") -> Delta:
        """Keep a new observation."""
        where = self._found_in.where_of(observation.scope, observation.id)
        place = place_of(observation.scope, observation.id)
        if self._has(place):
            raise UsageError(f"{where} exists already.", remedy="Ids are never given twice; make a new one.")
        return self._done(delta("add", None, observation, reasoning), place, new_document(observation), None)

    def confirm(self, observation_id: str, *, by: float, at: str, reasoning: str = "") -> Delta:
        """Raise the trust of an observation."""
        stored = self._found_in.find(observation_id)
        return self._change(stored, raised(stored.observation, by=by, at=at, reasoning=reasoning))

    def deprecate(self, observation_id: str, *, by: float, reasoning: str = "") -> Delta:
        """Lower the trust of an observation; without any left it is deleted."""
        stored = self._found_in.find(observation_id)
        return self._change(stored, lowered(stored.observation, by=by, reasoning=reasoning))

    def edit(self, observation_id: str, *, title: str, content: str, at: str, reasoning: str = "") -> Delta:
        """Give an observation another text."""
        stored = self._found_in.find(observation_id)
        changed = rewritten(stored.observation, title=title, content=content, at=at, reasoning=reasoning)
        return self._change(stored, changed)

    def delete(self, observation_id: str, reasoning: str = "") -> Delta:
        """Delete an observation whatever its trust."""
        stored = self._found_in.find(observation_id)
        return self._change(stored, removed(stored.observation, reasoning))

    def _change(self, stored: Stored, change: Changed) -> Delta:
        return self._done(change.delta, stored.place, changed_document(stored, change.after), stored.raw)

    def _done(self, change: Delta, place: str, raw: bytes | None, before: bytes | None) -> Delta:
        """The log first, then the change: a kill between the two leaves a line too many, never a change unexplained."""
        self._log.announce(change)
        try:
            self._put(place, raw, before)
        except BaseException:  # the log is put right, then it is raised again
            if not self._took(place, raw):
                self._log.undone(change)
            raise
        return change
