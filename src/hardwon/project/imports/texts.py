"""The texts of a project's files, read within bounds; what could not be read is kept with its reason."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hardwon.store import reading

if TYPE_CHECKING:
    from pathlib import Path

LARGEST_FILE = 1_000_000
"""Bytes of one file. A longer one is made by a program, as a rule."""

MOST_BYTES = 150_000_000
"""Bytes of all files that are read for one guess."""


class Texts:
    """Reads files below a folder, and remembers those that it could not."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._left = MOST_BYTES
        self.unread: dict[str, str] = {}
        """Each file that could not be read or understood, with the reason."""

    def content(self, path: str) -> bytes | None:
        """The bytes of a file; None where they cannot be had."""
        if self._left <= 0:
            self.unread[path] = f"more than {MOST_BYTES // 1_000_000} MB of sources"
            return None
        try:
            found = reading.content(self._root / path, LARGEST_FILE)
        except OSError as error:
            is_link = os.path.islink(self._root / path)  # noqa: PTH114 - takes any name for no link
            self.unread[path] = "a link, which is not followed" if is_link else error.strerror or str(error)
            return None
        self._left -= len(found)
        return found

    def size(self, path: str) -> int:
        """How many bytes a file has; more than any reader takes where that cannot be said."""
        try:
            return os.lstat(self._root / path).st_size
        except OSError:
            return LARGEST_FILE + 1

    def text(self, path: str) -> str:
        """The text of a file, with a sign in place of each byte that is not UTF-8; empty where it cannot be had."""
        return (self.content(path) or b"").decode("utf-8-sig", "replace")
