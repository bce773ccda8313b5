"""Change detection: the digest of the files that an area consists of.

The same tree gives the same digest on every machine: relative POSIX paths, CRLF read as LF, no times, no git. One walk
serves all areas; what is read once is not read again while its size and time stay the same.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from hardwon.errors import StorageError
from hardwon.rules import covers, static_prefix
from hardwon.store import atomic

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from hardwon.rules import Rule

EXCLUDED_FOLDERS = frozenset(
    {
        ".eggs",
        ".git",
        ".hardwon",
        ".hg",
        ".hypothesis",
        ".idea",
        ".mypy_cache",
        ".next",
        ".nox",
        ".pytest_cache",
        ".ruff_cache",
        ".svn",
        ".teststop",
        ".tox",
        ".venv",
        ".vscode",
        "__pycache__",
        "agent-qa-memory",
        "node_modules",
        "venv",
    }
)
"""Never part of an area: version control, caches, installed packages, and the memory itself."""

LARGE = 5_000_000
"""Bytes above which a file counts by its size alone."""

RACY_SECONDS = 2.0
"""A file changed this recently may change again within one tick of its time stamp, so it is not cached."""

CACHE_VERSION = 1

NO_FILES = f"sha256:{hashlib.sha256().hexdigest()}"
"""Digest of an area whose paths match nothing."""


def fingerprints(root: Path, rules: Sequence[Rule], cache: Path | None = None) -> dict[str, str]:
    """The digest of each area that has `paths`; NO_FILES where they match none."""
    tracked = [rule for rule in rules if rule.paths]
    if not tracked:
        return {}
    patterns: dict[str, list[Rule]] = {}
    for rule in tracked:
        patterns.setdefault(rule.area, []).append(rule)
    members: dict[str, list[str]] = {area: [] for area in patterns}
    for path in _walk(root, [static_prefix(pattern) for rule in tracked for pattern in rule.paths]):
        for area, own in patterns.items():
            if any(belongs(rule, path) for rule in own):
                members[area].append(path)
    contents = _Contents(root, cache)
    digests = {area: _digest(contents, paths) for area, paths in members.items()}
    contents.keep()
    return digests


def belongs(rule: Rule, path: str) -> bool:
    """Whether a file is part of the rule's area."""
    return covers(rule.paths, path) and not (rule.exclude and covers(rule.exclude, path))


def _digest(contents: _Contents, paths: list[str]) -> str:
    whole = hashlib.sha256()
    for path in sorted(paths):
        whole.update(f"{path}\0{contents.digest(path)}\n".encode("utf-8", "surrogateescape"))
    return f"sha256:{whole.hexdigest()}"


def _walk(root: Path, prefixes: Iterable[str]) -> Iterator[str]:
    """Relative paths of all files below the prefixes; links are named but never followed."""
    wanted = {prefix.strip("/") for prefix in prefixes}
    folders = [""]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(root / folder) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            raise _unreadable(root / folder, error) from error
        for entry in found:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in EXCLUDED_FOLDERS and _leads_to(path, wanted):
                    folders.append(path)
            elif entry.is_file(follow_symlinks=False) or entry.is_symlink():
                yield path


def _leads_to(folder: str, wanted: set[str]) -> bool:
    return any(
        not prefix or f"{prefix}/".startswith(f"{folder}/") or f"{folder}/".startswith(f"{prefix}/")
        for prefix in wanted
    )


class _Contents:
    """Digests of single files, remembered in the cache by path, size and time."""

    def __init__(self, root: Path, cache: Path | None) -> None:
        self._root = root
        self._cache = cache
        self._known = self._load()
        self._fresh: dict[str, list[int | str]] = {}

    def digest(self, path: str) -> str:
        if path in self._fresh:
            return str(self._fresh[path][2])
        place = self._root / path
        try:
            return self._digest(place, path)
        except OSError as error:
            raise _unreadable(place, error) from error

    def _digest(self, place: Path, path: str) -> str:
        if place.is_symlink():
            # The text of the link, not what it leads to: that may lie outside, and inside it counts by itself.
            return "link:" + hashlib.sha256(os.fsencode(place.readlink())).hexdigest()
        found = place.stat()
        known = self._known.get(path)
        if known and known[:2] == [found.st_size, found.st_mtime_ns]:
            self._fresh[path] = known
            return str(known[2])
        if found.st_size > LARGE:
            digest = f"size:{found.st_size}"
        else:
            digest = hashlib.sha256(place.read_bytes().replace(b"\r\n", b"\n")).hexdigest()
        if time.time() - found.st_mtime > RACY_SECONDS:
            self._fresh[path] = [found.st_size, found.st_mtime_ns, digest]
        return digest

    def keep(self) -> None:
        """Remember what was read. A cache that cannot be written costs time, never truth, so that is no error."""
        if self._cache is None or self._fresh == self._known or not self._cache.parent.parent.is_dir():
            return
        content = json.dumps({"version": CACHE_VERSION, "files": self._fresh}).encode("utf-8", "surrogateescape")
        with suppress(StorageError):
            atomic.write(self._cache, content, durable=False)

    def _load(self) -> dict[str, list[int | str]]:
        """What the cache says; anything odd in it means an empty one, since it can be rebuilt."""
        if self._cache is None:
            return {}
        try:
            stored = json.loads(self._cache.read_bytes())
            files = stored["files"] if stored["version"] == CACHE_VERSION else {}
            return {path: [int(entry[0]), int(entry[1]), str(entry[2])] for path, entry in files.items()}
        except (OSError, ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
            return {}


def _unreadable(path: Path, error: OSError) -> StorageError:
    return StorageError(
        f"{path} belongs to an area and cannot be read: {error.strerror or error}.",
        remedy="Make it readable, or leave it out with `exclude`.",
    )
