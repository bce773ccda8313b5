"""Digests of files, remembered in a cache by path, size and time: what is read once is not read again."""

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

CACHE_VERSION = 1


class Digests:
    """What a cache knows, and what is new."""

    def __init__(self, cache: Path | None) -> None:
        self._cache = cache
        self._known = self._load()
        self._fresh: dict[str, list[int | str]] = {}

    def known(self, path: str, found: os.stat_result) -> str:
        """The digest of a file that is as it was; empty if it must be read."""
        known = self._known.get(path)
        if known is None or known[0] != found.st_size or known[1] != found.st_mtime_ns:
            return ""
        self._fresh[path] = known
        return str(known[2])

    def remember(self, path: str, found: os.stat_result, digest: str) -> None:
        """Take over what was read, unless the file may change unnoticed."""
        if time.time() - found.st_mtime > RACY_SECONDS:
            self._fresh[path] = [found.st_size, found.st_mtime_ns, digest]

    def keep(self, *, whole: bool) -> None:
        """Remember what was read; all else too, unless the whole of it was looked at.

        A cache that cannot be written costs time, never truth, so that is not an error.
        """
        files = self._fresh if whole else self._known | self._fresh
        if self._cache is None or files == self._known or not self._cache.parent.parent.is_dir():
            return
        content = json.dumps({"version": CACHE_VERSION, "files": files}).encode()
        with suppress(StorageError):
            atomic.write(self._cache, content, durable=False)

    def _load(self) -> dict[str, list[int | str]]:
        """What the cache says; anything odd in it means an empty one, since it can be rebuilt."""
        if self._cache is None:
            return {}
        try:
            stored = json.loads(reading.content(self._cache))
            files = stored["files"] if stored["version"] == CACHE_VERSION else {}
            return {path: [int(entry[0]), int(entry[1]), str(entry[2])] for path, entry in files.items()}
        except (OSError, ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError):
            return {}
