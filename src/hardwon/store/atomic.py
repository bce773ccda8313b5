"""The one way in which a record reaches the disk: whole, or not at all.

A temporary file in the same folder, flushed, renamed over the old one, and the folder flushed: `kill -9` or a power
cut at any moment leaves the old file or the new one.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from itertools import islice
from pathlib import Path
from stat import S_IMODE, S_ISREG
from typing import TYPE_CHECKING

from hardwon.errors import StorageError
from hardwon.store import reading, trees
from hardwon.text.plain import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

TEMPORARY_PREFIX = ".hardwon-"
"""Leftovers of killed writers start with this; `doctor` names them, and `.gitignore` keeps them out of git."""


def write(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Replace the file in one step. `durable=False` is for what can be rebuilt: whole, but not forced to the disk."""
    try:
        make_folder(path.parent, durable=durable)
        if durable:
            _refuse_link(path)
        _replace(path, content, durable=durable)
    except OSError as error:
        raise StorageError(
            f"Could not write {path}: {error.strerror or error}.",
            remedy="The file is as it was. Check space, permissions and the path, then try again.",
        ) from error


def _refuse_link(path: Path) -> None:
    """A link in place of a record may stand for anything, so it is left to its owner; for a cache it is replaced."""
    if path.is_symlink():
        raise OSError(errno.ELOOP, reading.LINK)


def make_folder(folder: Path, *, durable: bool) -> None:
    """Make a folder and those above it; `durable`, so that a power cut does not take them away."""
    missing = [each for each in (folder, *folder.parents) if not each.is_dir()]
    folder.mkdir(parents=True, exist_ok=True)
    if durable:
        for each in missing:
            sync_folder(each.parent)


def _replace(path: Path, content: bytes, *, durable: bool) -> None:
    temporary = path.parent / f"{TEMPORARY_PREFIX}{os.urandom(8).hex()}.tmp"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(temporary, flags, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            with suppress(FileNotFoundError):
                before = path.lstat().st_mode
                if S_ISREG(before):
                    os.fchmod(file.fileno(), S_IMODE(before))
            file.write(content)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        os.replace(temporary, path)  # noqa: PTH105 - as for everything else here, the system's own call
    except BaseException:  # the temporary file is removed, then it is raised again
        with suppress(FileNotFoundError):
            temporary.unlink()
        raise
    if durable:
        sync_folder(path.parent)


def leftovers(folder: Path, *, deep: bool = True) -> Iterator[Path]:
    """The temporary files of killed writers in a folder and, unless told otherwise, below it."""
    for place, _, names in islice(trees.walk(folder), None if deep else 1):
        yield from (Path(place) / name for name in names if is_leftover(name))


def is_leftover(name: str) -> bool:
    """Whether a file of this name is such a temporary one."""
    return name.startswith(TEMPORARY_PREFIX) and name.endswith(".tmp")


def create(path: Path, content: bytes) -> None:
    """Write a new file in one step, for good; FileExistsError if there is one, which stays as it is."""
    temporary = path.with_name(f"{TEMPORARY_PREFIX}{os.urandom(8).hex()}.tmp")
    try:
        _replace(temporary, content, durable=True)
        path.hardlink_to(temporary)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(path.parent)


def remove(path: Path) -> None:
    """Remove a file for good."""
    path.unlink()
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Flush a folder: without it the rename itself can be lost. Where it fails, what was done is done: that is said."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        _doubt(folder, error)


_doubted: list[Path] = []
"""The folder of which it was said: once is enough."""


def _doubt(folder: Path, error: OSError) -> None:
    if _doubted:
        return
    _doubted.append(folder)
    import logging  # noqa: PLC0415 - only where a disk fails

    # A log, which goes to standard error unless somebody takes it: neither an error nor a warning, which may be one.
    logging.getLogger("hardwon").warning(
        "hardwon: written, perhaps not durable: %s could not be flushed (%s). A power cut may undo what was done last.",
        visible(str(folder)),
        error.strerror or error,
    )
