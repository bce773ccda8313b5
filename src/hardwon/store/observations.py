"""The observations of a project: one file each, changed under one lock, never lost.

Reading goes on past a file that cannot be read, and names it. Nothing here deletes or replaces what it could not read.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from hardwon.errors import StorageError, UsageError
from hardwon.observations.deltas import Delta, delta, snapshot
from hardwon.observations.observation import ID, TIERS, Observation, Scope, confirmed, deprecated
from hardwon.store import atomic, observation_file, reading
from hardwon.store.lock import locked
from hardwon.store.observation_file import UnreadableObservation
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from hardwon.observations.deltas import Standing

LOCK = ".curator.lock"


class ChangeLog(Protocol):
    """Where changes are told before they are made."""

    def announce(self, change: Delta) -> None:
        """Keep a change before it is carried out."""

    def undone(self, change: Delta) -> None:
        """Say that the change just announced could not be carried out."""


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
        for folder, scope in self.folders():
            for path in _entries(folder, folders=False):
                if path.name.startswith("obs_") and path.name.endswith(".md"):
                    yield path, scope

    def folders(self) -> Iterator[tuple[Path, Scope | Unreadable]]:
        """Every folder that may hold observations, with its scope or the reason why it cannot have one; in order."""
        for tier in TIERS:
            # A tier that is a link would let a checkout choose where we read and write.
            if not self._is_tier(self.root / tier):
                continue
            for folder in _entries(self.root / tier, folders=True):
                yield folder, self._scope(tier, folder)

    def of_scopes(self, scopes: Collection[Scope]) -> list[Stored]:
        """The readable observations of some scopes; the rest is not even opened."""
        found = (self.read(path, scope) for path, scope in self.files() if isinstance(scope, Scope) and scope in scopes)
        return [stored for stored in found if isinstance(stored, Stored)]

    def listing(self) -> Listing:
        """Read everything."""
        stored, unreadable = [], []
        for path, scope in self.files():
            found = scope if isinstance(scope, Unreadable) else self.read(path, scope)
            if isinstance(found, Stored):
                stored.append(found)
            else:
                unreadable.append(Unreadable(path, found.reason))
        return Listing(tuple(stored), (*unreadable, *self._strays()))

    def _strays(self) -> Iterator[Unreadable]:
        """Files that look like observations and lie where none is looked for: never hidden."""
        for tier in TIERS:
            place = self.root / tier
            if (place.exists() or place.is_symlink()) and not self._is_tier(place):
                yield Unreadable(place, "it is no folder of its own, so no observation in it is used")
        for folder, _, names in os.walk(self.root):
            depth = folder.removeprefix(str(self.root)).strip("/").split("/")
            in_scope = len(depth) == 2 and depth[0] in TIERS  # noqa: PLR2004 - tier and scope
            for name in sorted(names):
                wanted = name.startswith("obs_") and name.endswith(".md")
                looks_like_one = name.lower().startswith("obs_") or in_scope
                if name.lower().endswith(".md") and looks_like_one and not (in_scope and wanted):
                    yield Unreadable(Path(folder) / name, "it is not named <tier>/<scope>/obs_….md, so it is not used")

    def _is_tier(self, place: Path) -> bool:
        return place.is_dir() and not place.is_symlink()

    def read(self, path: Path, scope: Scope) -> Stored | Unreadable:
        """The observation in a file, or why there is none."""
        try:
            if not path.resolve(strict=True).is_relative_to(self.root.resolve() / scope.tier):
                return Unreadable(path, "it is a link that leaves its tier")
            if not path.is_file():
                return Unreadable(path, "it is no file")
            raw = reading.content(path, observation_file.LARGEST)
            return Stored(observation_file.read(raw, id=path.stem, scope=scope), path, raw)
        except UnreadableObservation as error:
            return Unreadable(path, str(error))
        except reading.TooLarge as error:
            return Unreadable(path, f"the file is {error.strerror}")
        except (OSError, RuntimeError) as error:
            return Unreadable(path, f"it cannot be read: {getattr(error, 'strerror', None) or error}")

    def find(self, observation_id: str) -> Stored:
        """The observation of that id; UsageError if there is none, or if it cannot be read."""
        if not ID.fullmatch(observation_id):
            raise UsageError(
                f"{one_line(observation_id, 80)!r} is no id of an observation.",
                remedy="`hardwon observations list` shows them.",
            )
        places = ((folder / f"{observation_id}.md", scope) for folder, scope in self.folders())
        found = [(path, scope) for path, scope in places if os.path.lexists(path) and not path.is_dir()]
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

    def standing(self, observation_id: str) -> Standing | None:
        """The present state of an observation as far as changes move it; None if there is none that can be read."""
        try:
            known = snapshot(self.find(observation_id).observation)
        except UsageError:
            return None
        return known.standing if known else None

    @contextmanager
    def curating(self, log: ChangeLog) -> Iterator[Curation]:
        """Hold the lock that guards every write of an observation; each is told to the log first."""
        with locked(self.root / LOCK, timeout=self.lock_timeout):
            yield Curation(self, log)

    def path_of(self, scope: Scope, observation_id: str) -> Path:
        """Where an observation lies; its folder is inside its tier, also when links are followed."""
        folder = self.root / scope.tier / scope.name
        if not folder.resolve().is_relative_to(self.root.resolve() / scope.tier):
            raise UsageError(f"{folder} is a link that leaves its tier.", remedy="Replace the link by a folder.")
        return folder / f"{observation_id}.md"

    def _scope(self, tier: str, folder: Path) -> Scope | Unreadable:
        try:
            scope = Scope(tier, folder.name)  # type: ignore[arg-type]  # the tier comes from TIERS
        except UsageError as error:
            return Unreadable(folder, str(error))
        if not folder.resolve().is_relative_to(self.root.resolve() / tier):
            return Unreadable(folder, "its folder is a link that leaves the tier")
        return scope


class Curation:
    """The only way in which observations change: made by `ObservationStore.curating`, valid while the lock is held."""

    def __init__(self, store: ObservationStore, log: ChangeLog) -> None:
        self._store = store
        self._log = log

    def add(self, observation: Observation, reasoning: str = "") -> Delta:
        """Write a new observation."""
        path = self._store.path_of(observation.scope, observation.id)
        if path.exists():
            raise UsageError(f"{path} exists already.", remedy="Ids are never given twice; make a new one.")
        raw = observation_file.write(observation)
        try:
            observation_file.check(raw, observation)
        except UnreadableObservation as error:
            raise UsageError(
                f"This cannot be an observation: {error.reason}.", remedy="Nothing was written."
            ) from error
        return self._carry_out(delta("add", None, observation, reasoning), path, raw)

    def confirm(self, observation_id: str, *, by: float, at: str, reasoning: str = "") -> Delta:
        """Raise the trust of an observation."""
        stored = self._store.find(observation_id)
        after = confirmed(stored.observation, delta=by, at=at)
        change = delta("confirm", stored.observation, after, reasoning)
        return self._carry_out(change, stored.path, _changed(stored, after))

    def deprecate(self, observation_id: str, *, by: float, reasoning: str = "") -> Delta:
        """Lower the trust of an observation; without any left it is deleted."""
        stored = self._store.find(observation_id)
        after = deprecated(stored.observation, delta=by)
        if after.trust > 0:
            change = delta("deprecate", stored.observation, after, reasoning)
            return self._carry_out(change, stored.path, _changed(stored, after))
        return self._carry_out(delta("delete", stored.observation, None, reasoning, faded=True), stored.path, None)

    def delete(self, observation_id: str, reasoning: str = "") -> Delta:
        """Delete an observation whatever its trust."""
        stored = self._store.find(observation_id)
        return self._carry_out(delta("delete", stored.observation, None, reasoning), stored.path, None)

    def _carry_out(self, change: Delta, path: Path, raw: bytes | None) -> Delta:
        """The log first, then the file: a kill between the two leaves a line too many, never a change unexplained."""
        self._log.announce(change)
        try:
            if raw is None:
                _unlink(path)
            else:
                atomic.write(path, raw)
        except BaseException:  # the log is put right, then it is raised again
            if _content(path) != raw:
                self._log.undone(change)
            raise
        return change


def _changed(stored: Stored, after: Observation) -> bytes:
    try:
        return observation_file.changed(stored.raw, stored.observation, after)
    except UnreadableObservation as error:
        raise UsageError(f"{stored.path}: {error}.", remedy="The file was left as it is.") from error


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _entries(folder: Path, *, folders: bool) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in entries if _is_folder(entry) is folders]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StorageError(f"{folder} cannot be read: {error.strerror}.", remedy="Check its permissions.") from error
    return [folder / name for name in sorted(names)]


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False  # a link to itself


def _unlink(path: Path) -> None:
    try:
        path.unlink()
        atomic.sync_folder(path.parent)
    except OSError as error:
        raise StorageError(f"{path} cannot be deleted: {error.strerror}.", remedy="Check its permissions.") from error
