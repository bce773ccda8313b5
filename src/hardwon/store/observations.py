"""The observations of a project: one file each, changed under one lock, never lost.

Reading goes on past a file that cannot be read, and names it. Nothing here deletes or replaces what it could not read.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.decisions import Delta, delta
from hardwon.errors import StorageError, UsageError
from hardwon.observations import ID, TIERS, Observation, Scope, confirmed, deprecated
from hardwon.plain import one_line
from hardwon.store import atomic, observation_file
from hardwon.store.lock import locked
from hardwon.store.observation_file import UnreadableObservation

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCK = ".curator.lock"


@dataclass(frozen=True, slots=True)
class Stored:
    """An observation and the file that holds it."""

    observation: Observation
    path: Path
    raw: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that should be an observation and is none."""

    path: Path
    reason: str


@dataclass(frozen=True, slots=True)
class Listing:
    """All that is there: what can be used, and what cannot and why."""

    stored: tuple[Stored, ...]
    unreadable: tuple[Unreadable, ...]


@dataclass(frozen=True, slots=True)
class ObservationStore:
    """The observations below one root folder."""

    root: Path

    lock_timeout: float = 120.0

    def files(self) -> Iterator[tuple[Path, Scope | Unreadable]]:
        """Every file that should be an observation, with its scope or the reason why it cannot have one; in order."""
        for tier in TIERS:
            for folder in _entries(self.root / tier, folders=True):
                scope = self._scope(tier, folder)
                for path in _entries(folder, folders=False):
                    if path.name.startswith("obs_") and path.name.endswith(".md"):
                        yield path, scope

    def listing(self) -> Listing:
        """Read everything."""
        stored, unreadable = [], []
        for path, scope in self.files():
            found = scope if isinstance(scope, Unreadable) else self.read(path, scope)
            if isinstance(found, Stored):
                stored.append(found)
            else:
                unreadable.append(Unreadable(path, found.reason))
        return Listing(tuple(stored), tuple(unreadable))

    def read(self, path: Path, scope: Scope) -> Stored | Unreadable:
        """The observation in a file, or why there is none."""
        try:
            if not path.resolve(strict=True).is_relative_to((self.root / scope.tier).resolve()):
                return Unreadable(path, "it is a link that leaves its tier")
            with path.open("rb") as file:
                raw = file.read(observation_file.LARGEST + 1)
            return Stored(observation_file.read(raw, id=path.stem, scope=scope), path, raw)
        except UnreadableObservation as error:
            return Unreadable(path, str(error))
        except (OSError, RuntimeError) as error:
            return Unreadable(path, f"it cannot be read: {getattr(error, 'strerror', None) or error}")

    def find(self, observation_id: str) -> Stored:
        """The observation of that id; UsageError if there is none, or if it cannot be read."""
        if not ID.fullmatch(observation_id):
            raise UsageError(
                f"{one_line(observation_id, 80)!r} is no id of an observation.",
                remedy="`hardwon observations list` shows them.",
            )
        name = f"{observation_id}.md"
        found = [(path, scope) for path, scope in self.files() if path.name == name]
        if len(found) != 1:
            where = " and ".join(str(path) for path, _ in found)
            raise UsageError(
                f"The id {observation_id} stands in {where}."
                if found
                else f"There is no observation {observation_id}.",
                remedy="Delete or rename one of them." if found else "`hardwon observations list` shows them.",
            )
        [(path, scope)] = found
        result = scope if isinstance(scope, Unreadable) else self.read(path, scope)
        if isinstance(result, Unreadable):
            raise UsageError(f"{path}: {result.reason}.", remedy="Correct the file; it was left as it is.")
        return result

    @contextmanager
    def curating(self) -> Iterator[Curation]:
        """Hold the lock that guards every write of an observation."""
        with locked(self.root / LOCK, timeout=self.lock_timeout):
            yield Curation(self)

    def path_of(self, scope: Scope, observation_id: str) -> Path:
        """Where an observation lies; its folder is inside its tier, also when links are followed."""
        folder = self.root / scope.tier / scope.name
        if not folder.resolve().is_relative_to((self.root / scope.tier).resolve()):
            raise UsageError(f"{folder} is a link that leaves its tier.", remedy="Replace the link by a folder.")
        return folder / f"{observation_id}.md"

    def _scope(self, tier: str, folder: Path) -> Scope | Unreadable:
        try:
            scope = Scope(tier, folder.name)  # type: ignore[arg-type]  # the tier comes from TIERS
        except UsageError as error:
            return Unreadable(folder, str(error))
        if not folder.resolve().is_relative_to((self.root / tier).resolve()):
            return Unreadable(folder, "its folder is a link that leaves the tier")
        return scope


class Curation:
    """The only way in which observations change: made by `ObservationStore.curating`, valid while the lock is held."""

    def __init__(self, store: ObservationStore) -> None:
        self._store = store

    def add(self, observation: Observation, reasoning: str = "") -> Delta:
        """Write a new observation."""
        path = self._store.path_of(observation.scope, observation.id)
        if path.exists():
            raise UsageError(f"{path} exists already.", remedy="Ids are never given twice; make a new one.")
        atomic.write(path, observation_file.write(observation))
        return delta("add", None, observation, reasoning)

    def confirm(self, observation_id: str, *, by: float, at: str, reasoning: str = "") -> Delta:
        """Raise the trust of an observation."""
        stored = self._store.find(observation_id)
        after = confirmed(stored.observation, delta=by, at=at)
        self._replace(stored, after)
        return delta("confirm", stored.observation, after, reasoning)

    def deprecate(self, observation_id: str, *, by: float, reasoning: str = "") -> Delta:
        """Lower the trust of an observation; without any left it is deleted."""
        stored = self._store.find(observation_id)
        after = deprecated(stored.observation, delta=by)
        if after.trust > 0:
            self._replace(stored, after)
            return delta("deprecate", stored.observation, after, reasoning)
        _unlink(stored.path)
        return delta("delete", stored.observation, None, reasoning, faded=True)

    def delete(self, observation_id: str, reasoning: str = "") -> Delta:
        """Delete an observation whatever its trust."""
        stored = self._store.find(observation_id)
        _unlink(stored.path)
        return delta("delete", stored.observation, None, reasoning)

    def _replace(self, stored: Stored, after: Observation) -> None:
        atomic.write(stored.path, observation_file.changed(stored.raw, stored.observation, after))


def _entries(folder: Path, *, folders: bool) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in entries if entry.is_dir() is folders]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StorageError(f"{folder} cannot be read: {error.strerror}.", remedy="Check its permissions.") from error
    return [folder / name for name in sorted(names)]


def _unlink(path: Path) -> None:
    try:
        path.unlink()
        atomic.sync_folder(path.parent)
    except OSError as error:
        raise StorageError(f"{path} cannot be deleted: {error.strerror}.", remedy="Check its permissions.") from error
