"""Neighbours of an addition: the observations in reach that it could repeat or contradict.

Every file in reach is looked into once, under the lock, but only those are parsed that hold the traces of the addition:
parsing and comparing everything is what takes long beside thousands of observations. Nothing is missed by that; see
`claims.traces`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hardwon.errors import StorageError
from hardwon.likeness import claims
from hardwon.observations.observation import Scope
from hardwon.store.observation_file import LARGEST
from hardwon.store.observations import Stored

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from hardwon.store.observations import ObservationStore, Unreadable


class _Seen(NamedTuple):
    """A file in reach, and its text as traces are looked for in it; None where only a full reading can tell."""

    scope: Scope
    text: str | None


class Neighbours:
    """The observations of some scopes while the lock is held: who changes one says so."""

    def __init__(self, store: ObservationStore, scopes: Collection[Scope]) -> None:
        self._store = store
        self._scopes = scopes
        self._parsed: dict[str, Stored | Unreadable] = {}
        self._seen = {path: seen for folder, scope in self._folders() for path, seen in _looked_into(folder, scope)}

    def of(self, title: str, content: str) -> list[Stored]:
        """The readable observations that could say the same as this one, or the opposite; in order."""
        traces = claims.traces(title, content)
        near = [path for path, seen in self._seen.items() if seen.text is None or traces.may_be_in(seen.text)]
        found = [self._read(path) for path in sorted(near)]
        return [stored for stored in found if isinstance(stored, Stored)]

    def changed(self, scope: Scope, observation_id: str) -> None:
        """Look again at one that was written or deleted."""
        if scope not in self._scopes:
            return
        path = str(self._store.path_of(scope, observation_id))
        self._parsed.pop(path, None)
        self._seen.pop(path, None)
        if os.path.isfile(path):  # noqa: PTH113 - paths are plain text here, see below
            self._seen[path] = _Seen(scope, _text(path))

    def _folders(self) -> Iterator[tuple[Path, Scope]]:
        for folder, scope in self._store.folders():
            if isinstance(scope, Scope) and scope in self._scopes:
                yield folder, scope

    def _read(self, path: str) -> Stored | Unreadable:
        if path not in self._parsed:
            self._parsed[path] = self._store.read(Path(path), self._seen[path].scope)
        return self._parsed[path]


def _looked_into(folder: Path, scope: Scope) -> Iterator[tuple[str, _Seen]]:
    # As plain as can be: this runs for every file in reach while others wait for the lock.
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.startswith("obs_") and entry.name.endswith(".md"):
                    # A link is not followed here, and a pipe would keep us waiting: the store knows what to refuse.
                    is_plain = entry.is_file(follow_symlinks=False)
                    yield entry.path, _Seen(scope, _text(entry.path) if is_plain else None)
    except OSError as error:
        raise StorageError(f"{folder} cannot be read: {error.strerror}.", remedy="Check its permissions.") from error


def _text(path: str) -> str | None:
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - as above
            return claims.folded(file.read(LARGEST).decode("utf-8", "replace"))
    except OSError:
        return None  # the store says why it cannot be read
