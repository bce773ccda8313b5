"""Digests of files, remembered in a cache by path and by what the system says of the file: each is read once."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from hardwon.errors import StorageError
from hardwon.store import atomic, reading

if TYPE_CHECKING:
    import os
    from pathlib import Path

RACY_SECONDS = 2.0
"""A file changed this recently may change again within one tick of its time stamp, so it is not cached."""

LARGEST_CACHE = 200_000_000
"""Bytes: a million files."""

CACHE_VERSION = 2

_Seen = tuple[int, int, int, int]
"""Size, time of the content, time of the change, number on the disk. The last two are given by the system when a file
is made: a cache that comes with a clone cannot know them, so it cannot make a changed file look unchanged."""


class Digests:
    """What a cache knows, and what is new."""

    def __init__(self, cache: Path | None) -> None:
        self._cache = cache
        self._known = self._load()
        self._fresh: dict[str, tuple[_Seen, str]] = {}

    def known(self, path: str, found: os.stat_result) -> str:
        """The digest of a file that is as it was; empty if it must be read."""
        known = self._known.get(path)
        if known is None or known[0] != _seen(found):
            return ""
        self._fresh[path] = known
        return known[1]

    def remember(self, path: str, found: os.stat_result, digest: str) -> None:
        """Take over what was read, unless the file may change unnoticed."""
        if time.time() - found.st_mtime > RACY_SECONDS:
            self._fresh[path] = _seen(found), digest

    def keep(self, *, whole: bool) -> None:
        """Remember what was read; all else too, unless the whole of it was looked at.

        A cache that cannot be written costs time, never truth, so that is not an error.
        """
        files = self._fresh if whole else self._known | self._fresh
        if self._cache is None or files == self._known or not self._cache.parent.parent.is_dir():
            return
        rows = {path: [*seen, digest] for path, (seen, digest) in files.items()}
        content = json.dumps({"version": CACHE_VERSION, "files": rows}).encode()
        with suppress(StorageError):
            atomic.write(self._cache, content, durable=False)

    def _load(self) -> dict[str, tuple[_Seen, str]]:
        """What the cache says; anything odd in it means an empty one, since it can be rebuilt."""
        if self._cache is None:
            return {}
        try:
            stored = json.loads(reading.content(self._cache, LARGEST_CACHE))
            files = stored["files"] if stored["version"] == CACHE_VERSION else {}
            return {path: _row(*entry) for path, entry in files.items()}
        except (OSError, ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError):
            return {}


def _seen(found: os.stat_result) -> _Seen:
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino


def _row(size: int, content: int, change: int, number: int, digest: str) -> tuple[_Seen, str]:
    """What the cache says of a file."""
    return (int(size), int(content), int(change), int(number)), str(digest)
