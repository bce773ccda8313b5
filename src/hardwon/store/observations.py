"""The observations of a project: one file each, changed under one lock, never lost.

Reading goes on past a file that cannot be read, and names it. Nothing here deletes or replaces what it could not read.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING, cast

from hardwon.errors import StorageError, UsageError
from hardwon.observations.deltas import snapshot
from hardwon.observations.observation import ID, TIERS, Scope, Tier
from hardwon.store import atomic, folders, observation_file, reading, trees
from hardwon.store.curating import Curation
from hardwon.store.lock import is_held, locked
from hardwon.store.observation_file import UnreadableObservation
from hardwon.store.observation_folders import (
    BEGINNING,
    ENDING,
    NOWHERE,
    SETTLED_NS,
    ObservationFolder,
    folder_names,
    is_named_well,
    observations_in,
    opening,
    place_parts,
    revision_of,
    touched,
)
from hardwon.store.protocol import Calm, Listing, Revisions, Sighting, Stored, Unparsed, Unreadable
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from hardwon.observations.deltas import Standing
    from hardwon.store.protocol import ChangeLog, Mark, Revision

LOCK = ".curator.lock"
ABOUT = "readme.md"
"""A file for people, which may lie beside observations."""


@dataclass(frozen=True, slots=True)
class ObservationStore:
    """The observations below one root folder."""

    root: Path

    lock_timeout: float = 120.0

    @property
    def where(self) -> str:
        return str(self.root)

    @property
    def made_for(self) -> str:
        return os.path.abspath(self.root)  # noqa: PTH100 - resolve would follow links

    @property
    def is_there(self) -> bool:
        return self.root.is_dir()

    @property
    def searching(self) -> None:
        return None

    def _folders(
        self, scopes: Collection[Scope] | None, unread: list[Unreadable]
    ) -> Iterator[tuple[Path, Scope | Unreadable]]:
        """Every folder that may hold observations, or those of some scopes, with its scope or why it has none."""
        for tier in TIERS:
            # A tier that is a link would let a checkout choose where we read and write.
            if not self._is_tier(self.root / tier):
                continue
            for name in folder_names(self.root / tier, unread):
                scope = self._scope(tier, name, scopes)
                if scope is not None:
                    yield self.root / tier / name, scope

    def _files(
        self, scopes: Collection[Scope] | None = None, unread: list[Unreadable] | None = None
    ) -> Iterator[ObservationFolder]:
        """The one walk over the observations: of each folder, every file that should be one; in order.

        What cannot be looked at is added to `unread`, and the walk goes on.
        """
        unread = [] if unread is None else unread
        for folder, scope in self._folders(scopes, unread):
            above = f"{folder.parent.name}/{folder.name}/"
            yield ObservationFolder(folder, above, scope, observations_in(folder, unread))

    def of_scopes(self, scopes: Collection[Scope], only: Collection[str] | None = None) -> list[Stored]:
        """The readable observations of some scopes, or those of them with some ids; the rest is not even opened."""
        found = (
            self.read(folder.above + entry.name, folder.scope)
            for folder in self._files(scopes)
            if isinstance(folder.scope, Scope)
            for entry in folder.entries
            if only is None or entry.name.removesuffix(ENDING) in only
        )
        return [stored for stored in found if isinstance(stored, Stored)]

    def listing(self) -> Listing:
        """Read everything."""
        stored: list[Stored] = []
        unreadable: list[Unreadable] = []
        unread: list[Unreadable] = []
        for folder in self._files(unread=unread):
            for entry in folder.entries:
                scope = folder.scope
                found = scope if isinstance(scope, Unreadable) else self.read(folder.above + entry.name, scope)
                if isinstance(found, Stored):
                    stored.append(found)
                else:
                    unreadable.append(Unreadable(str(folder.path / entry.name), found.reason))
        return Listing(tuple(stored), (*unreadable, *unread, *self._strays()))

    def _strays(self) -> Iterator[Unreadable]:
        """Files that look like observations and lie where none is looked for: never hidden."""
        for tier in TIERS:
            place = self.root / tier
            if (place.exists() or place.is_symlink()) and not self._is_tier(place):
                yield Unreadable(str(place), "it is not a folder of its own, so no observation in it is used")
        for folder, _, names in trees.walk(self.root):
            depth = folder.removeprefix(str(self.root)).strip("/").split("/")
            in_scope = len(depth) == 2 and depth[0] in TIERS  # noqa: PLR2004 - tier and scope
            for name in sorted(names):
                looks_like_one = name.lower().startswith(BEGINNING) or (in_scope and name.lower() != ABOUT)
                if name.lower().endswith(ENDING) and looks_like_one and not (in_scope and is_named_well(name)):
                    path = str(Path(folder) / name)
                    yield Unreadable(path, "it is not named <tier>/<scope>/obs_….md, so it is not used")

    def _is_tier(self, place: Path) -> bool:
        return place.is_dir() and not place.is_symlink()

    def read(self, place: str, scope: Scope) -> Stored | Unreadable:
        """The observation in a file, or why there is none."""
        path = self.root / place
        try:
            if not self._is_plain_file(place, scope):
                if not path.resolve(strict=True).is_relative_to(self.root.resolve() / scope.tier):
                    return Unreadable(str(path), "it is a link that leaves its tier")
                if not path.is_file():
                    return Unreadable(str(path), "it is not a file")
            raw = reading.content(path, observation_file.LARGEST)
            return Stored(observation_file.read(raw, id=path.stem, scope=scope), place, str(path), raw)
        except UnreadableObservation as error:
            return Unreadable(str(path), str(error))
        except reading.TooLarge as error:
            return Unreadable(str(path), f"the file is {error.strerror}")
        except (OSError, RuntimeError) as error:
            return Unreadable(str(path), f"it cannot be read: {getattr(error, 'strerror', None) or error}")

    def _is_plain_file(self, place: str, scope: Scope) -> bool:
        """Whether it is a file, and neither it nor a folder below the root a link: then it is where its name says."""
        folder, _, name = place.rpartition("/")
        if folder != f"{scope.tier}/{scope.name}" or not is_named_well(name):
            return False
        try:
            return (
                S_ISREG(os.lstat(f"{self.root}/{place}").st_mode)
                and S_ISDIR(os.lstat(f"{self.root}/{folder}").st_mode)
                and S_ISDIR(os.lstat(f"{self.root}/{scope.tier}").st_mode)
            )
        except OSError:
            return False

    def revisions(self) -> Revisions:
        """Every file with what tells that it is still the same. Edits by hand and deletions show here, too."""
        found: dict[str, Sighting] = {}
        unread: list[Unreadable] = []
        folders = []
        for folder in self._files(unread=unread):
            above, scope = folder.above, folder.scope
            # As plain as can be: this runs for every file of a memory, again and again.
            for entry in folder.entries:
                try:
                    found[above + entry.name] = Sighting(scope, revision_of(entry.stat()))
                except OSError:
                    found[above + entry.name] = Sighting(scope, NOWHERE)
            if folder.entries:
                folders.append(folder.path)
        marks = {folder: touched(folder) for each in folders for folder in (each, each.parent)}
        return Revisions(found, marks, tuple(unread))

    def revision(self, place: str) -> Revision | None:
        try:
            return revision_of((self.root / place).stat())
        except OSError:
            return None

    def is_settled(self, revision: Revision) -> bool:
        """A younger file may change within one tick of the clock."""
        return time.time_ns() - revision[1] > SETTLED_NS

    def is_same_since(self, mark: Mark, reach: Sequence[Scope]) -> bool:
        """Whether no folder says that something came or went."""
        before = cast("dict[Path, int]", mark)
        tiers = dict.fromkeys(self.root / scope.tier for scope in reach)
        folders = [*tiers, *(self.root / scope.tier / scope.name for scope in reach)]
        return all(before.get(folder, -1) == touched(folder) != 0 for folder in folders)

    def calm(self, reach: Collection[Scope] | None = None) -> Calm:
        """Taking the lock touches the root folder."""
        del reach  # one lock for all
        try:
            return Calm(self.root.stat().st_mtime_ns, is_held(self.root / LOCK))
        except OSError:
            return Calm(0, held=False)

    def mentions(self, text: bytes) -> bool:
        return folders.mentions(self.root, text)

    def unparsed(self, scopes: Collection[Scope]) -> Iterator[Unparsed]:
        """The documents of some scopes. A link is not followed here, and a pipe would keep us waiting: see `read`."""
        for folder in self._files(scopes):
            if isinstance(folder.scope, Scope):
                for entry in folder.entries:
                    document = opening(entry.path) if entry.is_file(follow_symlinks=False) else None
                    yield Unparsed(folder.above + entry.name, folder.scope, document)

    def document(self, place: str) -> bytes | None:
        path = str(self.root / place)
        return opening(path) if os.path.isfile(path) and not os.path.islink(path) else None  # noqa: PTH113, PTH114 - as there

    def documents(self, scopes: Collection[Scope]) -> dict[str, bytes]:
        return {stored.place: stored.raw for stored in self.of_scopes(scopes)}

    def keep(self, documents: Mapping[str, bytes]) -> None:
        """Write files as they are, without a log: for a copy of another record, and for tests."""
        for place, raw in documents.items():
            scope, name = place_parts(place)
            path = Path(self.where_of(scope, name))
            atomic.write(path, raw, durable=False)

    def find(self, observation_id: str) -> Stored:
        """The observation of that id; UsageError if there is none, or if it cannot be read."""
        if not ID.fullmatch(observation_id):
            raise UsageError(
                f"{one_line(observation_id, 80)!r} is not the id of an observation.",
                remedy="`hardwon observations list` shows them.",
            )
        places = ((folder / f"{observation_id}{ENDING}", scope) for folder, scope in self._folders(None, []))
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
        result = scope if isinstance(scope, Unreadable) else self.read(path.relative_to(self.root).as_posix(), scope)
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
    def curating(self, log: ChangeLog, product: str = "") -> Iterator[FileCuration]:
        """Hold the lock that guards every write of an observation; each is told to the log first."""
        del product  # one lock for all
        with locked(self.root / LOCK, timeout=self.lock_timeout):
            yield FileCuration(self, log)

    def where_of(self, scope: Scope, observation_id: str) -> str:
        return str(self.path_of(scope, observation_id))

    def path_of(self, scope: Scope, observation_id: str) -> Path:
        """Where an observation lies; its folder is inside its tier, also when links are followed."""
        folder = self.root / scope.tier / scope.name
        if not self._is_in_tier(folder, scope.tier):
            raise UsageError(f"{folder} is a link that leaves its tier.", remedy="Replace the link by a folder.")
        return folder / f"{observation_id}{ENDING}"

    def _is_in_tier(self, folder: Path, tier: Tier) -> bool:
        try:
            return folder.resolve().is_relative_to(self.root.resolve() / tier)
        except (OSError, RuntimeError):
            return False  # a link to itself

    def _scope(self, tier: Tier, name: str, scopes: Collection[Scope] | None) -> Scope | Unreadable | None:
        """The scope of a folder, or why it has none; None if it is not one of those that are asked for."""
        folder = self.root / tier / name
        try:
            scope = Scope(tier, name)
        except UsageError as error:
            return Unreadable(str(folder), str(error)) if scopes is None else None
        if scopes is not None and scope not in scopes:
            return None
        if not self._is_in_tier(folder, tier):
            return Unreadable(str(folder), "its folder is a link that leaves the tier")
        return scope


class FileCuration(Curation):
    """Changes of the files, while the lock is held."""

    def __init__(self, store: ObservationStore, log: ChangeLog) -> None:
        super().__init__(store, log)
        self._store = store

    def _has(self, place: str) -> bool:
        return (self._store.root / place).exists()

    def _put(self, place: str, raw: bytes | None, before: bytes | None) -> None:
        del before  # the lock is held
        path = self._store.root / place
        if raw is None:
            _unlink(path)
        else:
            atomic.write(path, raw)

    def _took(self, place: str, raw: bytes | None) -> bool:
        return _content(self._store.root / place) == raw


def _content(path: Path) -> bytes | None:
    try:
        return reading.content(path)
    except OSError:
        return None


def _unlink(path: Path) -> None:
    try:
        atomic.remove(path)
    except OSError as error:
        raise StorageError(f"{path} cannot be deleted: {error.strerror}.", remedy="Check its permissions.") from error
