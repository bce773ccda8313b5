"""The recaller: gives steps the observations of a project that fit them, from an index that is opened on first use."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from hardwon.errors import StorageError
from hardwon.project import releases
from hardwon.project.root import wants_traceback
from hardwon.recall import recall, safety
from hardwon.recall.index import Index
from hardwon.recall.recall import Recall, RecallLimits
from hardwon.recall.server_search import IndexOrServer
from hardwon.store.protocol import place_of

if TYPE_CHECKING:
    from hardwon.likeness.sameness import Likeness
    from hardwon.observations.observation import Observation
    from hardwon.project.records import Records
    from hardwon.recall.recall import Recalled, Searched
    from hardwon.steps.place import Place
    from hardwon.steps.step import Kind


class Recaller:
    """What is known of a project, ready to be searched."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._opened: tuple[str, Searched] | None = None

    def recall(self, step: str, place: Place, *, kind: Kind = "act", explain: bool = False) -> Recall:
        """The observations that fit a step, and the block for the agent. It never raises: see `Recall.error`."""
        try:
            limits = RecallLimits.of(self._records.config)
            if silence := limits.reason_for_silence(kind):
                return Recall(silence=silence)
            found = recall.recall(self.index, step, place, limits, explain=explain)
            return replace(found, observations=[self._marked(each) for each in found.observations])
        except Exception as error:  # noqa: BLE001 - the boundary of a step: it runs without memory, and is told why
            return self.failed(error)

    def _marked(self, each: Recalled) -> Recalled:
        """The observation, with a word on it where it is given only because somebody else released it."""
        records = self._records
        stored = releases.released_in(records.observations, place_of(each.scope, each.id), each.scope)
        if not stored or not releases.is_of_others(
            stored.observation, releases.accepted(records.project.root, os.environ)
        ):
            return each
        why = f"{each.why}; released by somebody else, not accepted here"
        return replace(each, why=why, unaccepted=True)

    def failed(self, error: Exception) -> Recall:
        """A recall that came to nothing: the evidence of the step says why."""
        if wants_traceback():
            raise error
        return Recall(error=f"{type(error).__name__}: {error}")

    def rank(self, step: str, place: Place, *, limit: int = 10) -> list[tuple[str, float]]:
        """The ids of the observations in reach with their scores: before floor, diversity and maxInjections."""
        return recall.rank(self.index, step, place, RecallLimits.of(self._records.config), limit=limit)

    def search(self, text: str, *, most: int = 200) -> list[Recalled]:
        """All that shares something with a text, wherever it belongs and however little it is trusted; best first."""
        return recall.search(self.index, text, most=most)

    def rivals(self, observation: Observation) -> list[tuple[Recalled, Likeness]]:
        """The observations of the same scope that say the same as this one, or the opposite."""
        return recall.rivals(self.index, observation)

    @property
    def index(self) -> Searched:
        """What is searched for the observation record in use."""
        store = self._records.observations
        if self._opened is None or self._opened[0] != store.where:
            path = self._records.project.cache_file("recall.sqlite3") if store.made_for else None
            if path and store.is_there:
                with suppress(StorageError):  # a project that cannot be written to gets an index in memory
                    self._records.prepare()
            index = Index(store, path, judge=safety.reason_to_keep_out, rules=safety.rules())
            server = store.searching
            searched = IndexOrServer(index, server, safety.reason_to_keep_out) if server else index
            self._opened = (store.where, searched)
        return self._opened[1]
