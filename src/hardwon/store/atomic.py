"""The one way in which a record reaches the disk: whole, or not at all.

A temporary file in the same folder, flushed, renamed over the old one, and the folder flushed: `kill -9` or a power
cut at any moment leaves the old file or the new one.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from typing import TYPE_CHECKING

from hardwon.errors import StorageError

if TYPE_CHECKING:
    from pathlib import Path

TEMPORARY_PREFIX = ".hardwon-"
"""Leftovers of killed writers start with this; `doctor` names them, and `.gitignore` keeps them out of git."""


def write(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Replace the file in one step. `durable=False` is for what can be rebuilt: whole, but not forced to the disk."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # A link is followed: the record stays where its owner put it, and the link stays a link.
        target = path.resolve() if path.is_symlink() else path
        _replace(target, content, durable=durable)
    except OSError as error:
        raise StorageError(
            f"Could not write {path}: {error.strerror or error}.",
            remedy="The file is as it was. Check space, permissions and the path, then try again.",
        ) from error


def _replace(path: Path, content: bytes, *, durable: bool) -> None:
    descriptor, temporary = tempfile.mkstemp(prefix=TEMPORARY_PREFIX, suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(file.fileno(), _mode(path))
            file.write(content)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        os.replace(temporary, path)  # noqa: PTH105 - the name is a string here
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary)  # noqa: PTH108 - as above
        raise
    if durable:
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Flush a folder: without it the rename itself can be lost."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _mode(path: Path) -> int:
    # mkstemp makes files private; a record is shared like any other file of the project.
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        return 0o666 & ~_umask()


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
