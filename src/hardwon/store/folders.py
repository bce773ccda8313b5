"""The folders that records lie in: made on the first write, with a .gitignore that keeps local files out of git."""

from __future__ import annotations

import os
from stat import S_ISREG
from typing import TYPE_CHECKING

from hardwon.errors import StorageError
from hardwon.store import atomic, lock, reading

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

FILE = ".gitignore"
_LOCAL = ("runs/", "cache/", "local/", "quarantine/")
_OURS = (".*.lock", ".hardwon-*.tmp")
_STATE_COMMENT = "# Written by hardwon: local evidence and caches; the rest is the record, commit it."
_LOCKS_COMMENT = "# Written by hardwon: its lock and temporary files."
_LARGEST = 1_000_000


def flaw(state: Path) -> str:
    """What is wrong with the .gitignore of a state folder; "" if nothing is, or there is no such folder."""
    if not state.is_dir():
        return ""
    try:
        missing = _unguarded(state)
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    if not (state / FILE).exists():
        return "is missing: runs, caches, blocked text and locks would get into git. `hardwon init` writes it"
    return f"does not keep {', '.join(missing)} out of git. `hardwon init` adds what is missing" if missing else ""


def _unguarded(state: Path) -> list[str]:
    """The lines that the .gitignore of a state folder lacks; OSError if it cannot be read.

    Git takes the last line that fits: what stands above a line that lets something in again does not count. Lines are
    taken apart as git does it: a line ends with a line feed alone, and a blank before a name is part of it.
    """
    try:
        content = reading.content(state / FILE, _LARGEST)
    except FileNotFoundError:
        return [*_LOCAL, *_OURS]
    lines = [line.removesuffix(b"\r").rstrip(b" ") for line in content.split(b"\n")]
    after = next((place for place, line in enumerate(reversed(lines)) if line.startswith(b"!")), len(lines))
    counting = {line.decode("utf-8", "replace") for line in lines[len(lines) - after :]}
    if not counting.isdisjoint(("*", "/*")):
        return []
    # A slash at the end means folders alone, one at the beginning this folder alone: files of ours are elsewhere, too.
    folders = {line.removeprefix("/").removesuffix("/") for line in counting}
    return [line for line in _LOCAL if line.removesuffix("/") not in folders] + [
        line for line in _OURS if line not in counting
    ]


def prepare(state: Path, others: Iterable[Path] = ()) -> None:
    """Make the state folder, and see that there are locks in it.

    Folders outside of it belong to another tool and get only a .gitignore for our locks.
    """
    lock.check(state.parent)
    _guard(state)
    lock.check(state / FILE)  # a network file system may have locks on folders, and none on files
    for folder in dict.fromkeys(others):
        if not folder.is_relative_to(state) and not (folder / FILE).exists():
            atomic.write(folder / FILE, _text(_LOCKS_COMMENT, _OURS))


def _guard(state: Path) -> None:
    """Complete the .gitignore; the lines of others in it stay."""
    path = state / FILE
    try:
        missing = _unguarded(state)
        before = reading.content(path, _LARGEST) if missing and path.exists() else b""
    except OSError as error:
        raise StorageError(
            f"{path} cannot be read: {error.strerror}.",
            remedy="It keeps evidence and blocked text out of git. Put a plain file in its place, or remove it.",
        ) from error
    if missing:
        gap = b"" if not before or before.endswith(b"\n") else b"\n"
        local, ours = [line for line in missing if line in _LOCAL], [line for line in missing if line in _OURS]
        parts = ((_STATE_COMMENT, local), (_LOCKS_COMMENT, ours))
        atomic.write(path, before + gap + b"".join(_text(comment, lines) for comment, lines in parts if lines))


def _text(comment: str, lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in (comment, *lines)).encode()


def mentions(observations: Path, what: bytes) -> bool:
    """Whether a file of an observation holds some bytes, or may; without loading what reads observations."""
    tiers = (tier.path for tier in _inside(str(observations)) if not tier.is_symlink())
    scopes = [scope for tier in tiers for scope in _inside(tier)]
    if any(scope.is_symlink() for scope in scopes):
        return True  # not followed here, and whoever reads observations may
    files = (file.path for scope in scopes for file in _inside(scope.path))
    return any(what in _content(file) for file in files if file.endswith(".md"))


def _inside(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []  # not a folder, or one that is closed to us: whoever reads observations names it


def _content(file: str) -> bytes:
    """What a regular file holds; nothing where that cannot be read. Thousands may be looked at, so it is kept plain."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        status = os.fstat(descriptor)
        return os.read(descriptor, min(status.st_size, _LARGEST)) if S_ISREG(status.st_mode) else b""
    finally:
        os.close(descriptor)
