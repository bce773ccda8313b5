"""The one lock for all records: the operating system's, with a note of who holds it.

The kernel frees it when its holder is gone, also by `kill -9`, so no lock of ours is ever judged stale by guessing. The
file is removed on release by its holder; a waiter that got the lock of a removed file sees that it is another file than
the one at the path, and tries again, so two holders at once cannot happen. A file that another tool wrote, which locks
by the file's being there, is honoured as long as that makes sense.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from hardwon.errors import LockTimeout, StorageError
from hardwon.plain import one_line
from hardwon.store.atomic import TEMPORARY_PREFIX
from hardwon.times import moment, stamp

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LONGEST_PAUSE = 0.05
OWNER_BYTES = 4096
OLDEST = 600.0
"""Seconds for which the lock file of another tool is believed."""

GRACE = 0.5
"""Seconds that another tool has to write its lock file after making it."""


@contextmanager
def locked(path: Path, *, timeout: float) -> Iterator[None]:
    """Hold the lock at `path` for the block, waiting up to `timeout` seconds for whoever has it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = _acquire(path, timeout)
    except OSError as error:
        raise StorageError(
            f"Could not lock {path}: {error.strerror or error}.",
            remedy="Nothing was written. hardwon needs a folder it may write to, on a file system with locks.",
        ) from error
    try:
        yield
    finally:
        _release(path, descriptor)


def _release(path: Path, descriptor: int) -> None:
    try:
        # Removed while still held: whoever waits on this file will see that it is gone and take the new one. Where
        # someone else removed it, what is there now is the lock of its next holder.
        if _is_at(descriptor, path):
            with suppress(FileNotFoundError):
                path.unlink()
        # Not left to closing: a process forked meanwhile has the file open, too.
        fcntl.flock(descriptor, fcntl.LOCK_UN)
    finally:
        os.close(descriptor)


def _acquire(path: Path, timeout: float) -> int:
    patience = _Patience(path, timeout)
    while True:
        descriptor = _open(path)
        try:
            while not _try(descriptor):
                patience.wait()
            if _is_at(descriptor, path):
                if not _is_held_by_another_tool(descriptor):
                    _sign(descriptor)
                    return descriptor
                patience.wait()
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


class _Patience:
    """Waits a little longer each time, and gives up in the end."""

    def __init__(self, path: Path, timeout: float) -> None:
        self._path = path
        self._timeout = timeout
        self._deadline = time.monotonic() + timeout
        self._pause = 0.001

    def wait(self) -> None:
        if time.monotonic() >= self._deadline:
            raise LockTimeout(
                f"{self._path} is held {_owner(self._path)}; waited {self._timeout:g} s for it.",
                remedy="Nothing was written. Try again when that process is done.",
            )
        time.sleep(self._pause)
        self._pause = min(LONGEST_PAUSE, self._pause * 2)


def _open(path: Path) -> int:
    """The lock file: the one that is there, or a new one that is locked and signed before anyone can see it."""
    # No link is followed: the file gets written to, and a checkout must not choose which one that is.
    try:
        return os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    except FileNotFoundError:
        pass
    temporary = path.with_name(f"{TEMPORARY_PREFIX}{os.urandom(8).hex()}.tmp")
    descriptor = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        _try(descriptor)
        _sign(descriptor)
        # Another tool takes an empty lock file for a dead one, so ours appears whole or not at all.
        with suppress(FileExistsError):
            path.hardlink_to(temporary)
    except BaseException:
        os.close(descriptor)
        raise
    finally:
        temporary.unlink()
    return descriptor


def _is_held_by_another_tool(descriptor: int) -> bool:
    """Whether the file was written by a tool that locks by the file's being there, and that still counts.

    Such a lock is honoured while its process lives and it is younger than ten minutes. Only the one that holds the
    operating system's lock on this very file asks, so a dead one is taken over by exactly one waiter.
    """
    now = time.time()
    written = os.fstat(descriptor).st_mtime
    text = os.pread(descriptor, OWNER_BYTES, 0)
    if not text:
        # A tool that is just writing it needs an instant.
        return now - written < GRACE
    try:
        owner = json.loads(text)
        if owner.get("tool") == "hardwon":
            return False
        pid = int(owner["pid"])
        if "timestamp" in owner:
            written = min(now, moment(owner["timestamp"]).timestamp())
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return False
    return now - written < OLDEST and _is_alive(pid)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True  # it lives, and belongs to someone else
    return pid > 0


def _try(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EACCES):
            return False
        raise
    return True


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.lstat())
    except FileNotFoundError:
        return False


def _sign(descriptor: int) -> None:
    owner = {"pid": os.getpid(), "timestamp": stamp(), "host": os.uname().nodename, "tool": "hardwon"}
    text = json.dumps(owner).encode()
    os.pwrite(descriptor, text, 0)
    os.ftruncate(descriptor, len(text))


def _owner(path: Path) -> str:
    """Who holds the lock, as far as the file tells."""
    try:
        with path.open("rb") as file:
            owner = json.loads(file.read(OWNER_BYTES))
        where = f" on {one_line(str(owner['host']), 80)}" if "host" in owner else ""
        return f"by process {int(owner['pid'])}{where} since {one_line(str(owner['timestamp']), 40)}"
    except (OSError, ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return "by another process"
