"""Change detection: the digest of the files that an area consists of.

The same tree gives the same digest on every machine: relative POSIX paths, CRLF read as LF, no times, no git. One walk
serves all areas; what is read once is not read again while its size, its times and its place on the disk stay the same.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from stat import S_ISLNK
from typing import TYPE_CHECKING

from hardwon.areas.owners import Owners, and_above
from hardwon.areas.rules import EXCLUDED_FOLDERS, covers, static_prefix, whole_folders
from hardwon.errors import StorageError
from hardwon.project.digests import Digests

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from pathlib import Path

    from hardwon.areas.rules import Rule


EXCLUDED_FILES = frozenset({".git", ".DS_Store", "Thumbs.db"})
"""Made by a system for itself, on one machine and not on the other: `.git` is a file in a worktree or submodule."""

LARGE = 5_000_000
"""Bytes above which a file counts by its size alone."""

MOST_LINKS = 1000
"""Links to folders that one walk follows: each leads to all that is below it once more."""

MOST_BEHIND_LINKS = 200_000
"""Files that one walk comes to through links to folders: a thousand links may lead to one large folder."""


def fingerprints(
    root: Path, rules: Sequence[Rule], cache: Path | None = None, *, only: Collection[str] | None = None
) -> dict[str, str]:
    """The digest of each area that has `paths`, or of some of them; NO_FILES where they match none."""
    tracked: dict[str, list[Rule]] = {}
    for rule in rules:
        if rule.paths and (only is None or rule.area in only):
            tracked.setdefault(rule.area, []).append(rule)
    if not tracked:
        return {}
    members = files_of(root, [rule for own in tracked.values() for rule in own])
    contents = _Contents(root, cache)
    digests = {area: _digest(contents, paths) for area, paths in members.items()}
    contents.keep(whole=only is None)
    return digests


def files_of(root: Path, rules: Sequence[Rule]) -> dict[str, list[str]]:
    """The files of each area that the rules speak of."""
    members: dict[str, list[str]] = {rule.area: [] for rule in rules}
    owners = Owners(rules)
    for path in _Walk(root, rules).files():
        for area in owners.areas_of(path):
            members[area].append(path)
    return members


def _digest(contents: _Contents, paths: list[str]) -> str:
    whole = hashlib.sha256()
    for path in sorted(paths):
        if digest := contents.digest(path):
            whole.update(f"{path}\0{digest}\n".encode("utf-8", "surrogateescape"))
    return f"sha256:{whole.hexdigest()}"


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder on the walk."""

    path: str
    """Relative to the root, as the walk came to it."""

    real: str
    """Where it really lies."""

    passed: tuple[str, ...]
    """Where the links that led here really lie."""


class _Walk:
    """All files that the rules may speak of. A link is followed only inside the project, and never in a circle."""

    def __init__(self, root: Path, rules: Sequence[Rule]) -> None:
        self._root = os.path.realpath(root)
        self._excluded: dict[str, list[tuple[str, ...]]] = {}
        """By the folder that a pattern begins with, the folders that its rule excludes."""

        self._towards: set[str] = set()
        """The folders above those."""

        for rule in rules:
            excluded = whole_folders(rule.exclude)
            for prefix in {static_prefix(pattern) for pattern in rule.paths}:
                own = self._excluded.setdefault(prefix, [])
                if excluded not in own:
                    own.append(excluded)
                self._towards.update(and_above(prefix))
        self._links = 0
        self._behind_links = 0

    def files(self) -> Iterator[str]:
        """Relative paths of files, and of links that are not followed."""
        folders = [_Folder("", self._root, ())]
        while folders:
            folder = folders.pop()
            for entry in self._entries(folder):
                path = f"{folder.path}/{entry.name}" if folder.path else entry.name
                inner = self._entered(entry, path, folder)
                if inner is not None:
                    if self._is_wanted(inner.path):
                        folders.append(inner)
                elif _is_plain(entry) or entry.is_symlink():
                    if folder.passed:
                        self._count_behind_links(path)
                    yield path

    def _entries(self, folder: _Folder) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder.real) as entries:
                return [entry for entry in entries if not _is_excluded(entry)]
        except (FileNotFoundError, NotADirectoryError):
            return []  # gone since its parent was read
        except OSError as error:
            raise _unreadable(folder.path or self._root, error) from error

    def _entered(self, entry: os.DirEntry[str], path: str, folder: _Folder) -> _Folder | None:
        """The folder that an entry is or leads to; None if it is none, or must not be entered."""
        if entry.is_dir(follow_symlinks=False):
            return _Folder(path, entry.path, folder.passed)
        if not entry.is_symlink() or not os.path.isdir(entry.path):  # noqa: PTH112 - a link to itself is no folder here
            return None
        target, passed = os.path.realpath(entry.path), (*folder.passed, folder.real)
        if inside(self._root, target) is None or any(_is_below(place, target) for place in passed):
            return None
        self._links += 1
        if self._links > MOST_LINKS:
            raise _too_many(f"More than {MOST_LINKS} links to folders", path)
        return _Folder(path, target, passed)

    def _count_behind_links(self, path: str) -> None:
        self._behind_links += 1
        if self._behind_links > MOST_BEHIND_LINKS:
            raise _too_many(f"More than {MOST_BEHIND_LINKS} files behind links to folders", path)

    def _is_wanted(self, folder: str) -> bool:
        """Whether a file of an area may lie below a folder: a pattern leads there, or begins above it."""
        if folder in self._towards:
            return True
        begun = (each for place in (*and_above(folder), "") for each in self._excluded.get(place, ()))
        return any(not covers(excluded, folder) for excluded in begun)


def _too_many(what: str, last: str) -> StorageError:
    return StorageError(
        f"{what} are part of areas, the last one {last}.",
        remedy="Name narrower `paths`, or leave the links out with `exclude`.",
    )


def _is_excluded(entry: os.DirEntry[str]) -> bool:
    return entry.name in EXCLUDED_FILES or (entry.name in EXCLUDED_FOLDERS and not _is_plain(entry))


def _is_plain(entry: os.DirEntry[str]) -> bool:
    return entry.is_file(follow_symlinks=False)


def inside(root: str, place: str) -> str | None:
    """The real place relative to the root; None if it lies outside, or in a folder that no area has."""
    if not _is_below(place, root):
        return None
    path = place[len(root) :].strip("/")
    return None if EXCLUDED_FOLDERS.intersection(path.split("/")) else path


def _is_below(place: str, folder: str) -> bool:
    return f"{place}/".startswith(f"{folder.rstrip('/')}/")


class _Contents:
    """Digests of single files, each read once, however many paths lead to it."""

    def __init__(self, root: Path, cache: Path | None) -> None:
        self._root = os.path.realpath(root)
        self._digests = Digests(cache)
        self._seen: dict[str, str] = {}
        self._read: dict[tuple[int, ...], str] = {}
        """By what the system says of a file, whichever path leads to it."""

    def digest(self, path: str) -> str:
        """The digest of a file, or of a link that leads nowhere we follow; empty if it is gone."""
        if path not in self._seen:
            try:
                self._seen[path] = self._digest(path)
            except (FileNotFoundError, NotADirectoryError):
                self._seen[path] = ""
            except OSError as error:
                raise _unreadable(path, error) from error
        return self._seen[path]

    def _digest(self, path: str) -> str:
        place = f"{self._root}/{path}"
        found = os.lstat(place)
        if S_ISLNK(found.st_mode):
            return self._link_digest(place)
        if known := self._digests.known(path, found):
            return known
        one = found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
        if one not in self._read:
            self._read[one] = _content_digest(place, found.st_size)
        self._digests.remember(path, found, self._read[one])
        return self._read[one]

    def _link_digest(self, place: str) -> str:
        target = inside(self._root, os.path.realpath(place))
        if target and os.path.isfile(f"{self._root}/{target}"):  # noqa: PTH113 - as above
            return self.digest(target)
        # Its text, not what it leads to: that lies outside, or is a circle, or is not there.
        return "link:" + hashlib.sha256(os.fsencode(os.readlink(place))).hexdigest()  # noqa: PTH115 - as above

    def keep(self, *, whole: bool) -> None:
        self._digests.keep(whole=whole)


def _content_digest(place: str, size: int) -> str:
    if size > LARGE:
        return f"size:{size}"
    # Without a file object, which costs as much as the digest of a small file.
    number = os.open(place, os.O_RDONLY | os.O_CLOEXEC)
    try:
        content = os.read(number, size + 1)
        while more := os.read(number, LARGE):
            content += more
    finally:
        os.close(number)
    return hashlib.sha256(content.replace(b"\r\n", b"\n")).hexdigest()


def _unreadable(path: str, error: OSError) -> StorageError:
    return StorageError(
        f"{path} may belong to an area and cannot be read: {error.strerror or error}.",
        remedy="Make it readable, or leave it out with `exclude`.",
    )
