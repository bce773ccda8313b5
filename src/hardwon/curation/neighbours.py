"""Neighbours of an addition: the observations in reach that it could repeat or contradict.

Every document in reach is looked into once, under the lock, but only those are parsed that hold the traces of the
addition: parsing and comparing everything is what takes long beside thousands of observations. Nothing is missed by
that; see `claims.traces`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hardwon.likeness import claims
from hardwon.store.protocol import Stored, place_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from hardwon.observations.observation import Scope
    from hardwon.store.protocol import ObservationRecord, Unreadable


class _Seen(NamedTuple):
    """An observation in reach, and its text as traces are looked for in it; None where only a full reading can tell."""

    scope: Scope
    text: str | None


class Neighbours:
    """The observations of some scopes while the lock is held: who changes one says so."""

    def __init__(self, store: ObservationRecord, scopes: Collection[Scope]) -> None:
        self._store = store
        self._scopes = scopes
        self._parsed: dict[str, Stored | Unreadable] = {}
        self._seen = {place: _Seen(scope, _text(document)) for place, scope, document in store.unparsed(scopes)}

    def of(self, title: str, content: str) -> list[Stored]:
        """The readable observations that could say the same as this one, or the opposite; in order."""
        traces = claims.traces(title, content)
        near = [place for place, seen in self._seen.items() if seen.text is None or traces.may_be_in(seen.text)]
        found = [self._read(place) for place in sorted(near)]
        return [stored for stored in found if isinstance(stored, Stored)]

    def changed(self, scope: Scope, observation_id: str) -> None:
        """Look again at one that was written or deleted."""
        if scope not in self._scopes:
            return
        place = place_of(scope, observation_id)
        self._parsed.pop(place, None)
        self._seen.pop(place, None)
        if self._store.revision(place) is not None:
            self._seen[place] = _Seen(scope, _text(self._store.document(place)))

    def _read(self, place: str) -> Stored | Unreadable:
        if place not in self._parsed:
            self._parsed[place] = self._store.read(place, self._seen[place].scope)
        return self._parsed[place]


def _text(document: bytes | None) -> str | None:
    return None if document is None else claims.folded(document.decode("utf-8", "replace"))
