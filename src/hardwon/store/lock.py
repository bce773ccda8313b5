"""The one lock for all records: the operating system's, with a note of who holds it.

The kernel frees it when its holder is gone, also by `kill -9`, so no lock is ever judged stale by guessing. The file is
removed on release by its holder; a waiter that got the lock of a removed file sees that it is another file than the one
at the path, and tries again, so two holders at once cannot happen.
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
from hardwon.times import stamp

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LONGEST_PAUSE = 0.05
OWNER_BYTES = 4096


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
        # Removed while still held: whoever waits on this file will see that it is gone and take the new one.
        with suppress(FileNotFoundError):
            path.unlink()
        os.close(descriptor)


def _acquire(path: Path, timeout: float) -> int:
    deadline = time.monotonic() + timeout
    pause = 0.001
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            while not _try(descriptor):
                _check_patience(path, timeout, deadline)
                time.sleep(pause)
                pause = min(LONGEST_PAUSE, pause * 2)
            if _is_at(descriptor, path):
                _sign(descriptor)
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _check_patience(path: Path, timeout: float, deadline: float) -> None:
    if time.monotonic() >= deadline:
        raise LockTimeout(
            f"{path} is held {_owner(path)}; waited {timeout:g} s for it.",
            remedy="Nothing was written. Try again when that process is done.",
        )


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
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _sign(descriptor: int) -> None:
    owner = {"pid": os.getpid(), "host": os.uname().nodename, "since": stamp(), "tool": "hardwon"}
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, json.dumps(owner).encode(), 0)


def _owner(path: Path) -> str:
    """Who holds the lock, as far as the file tells."""
    try:
        with path.open("rb") as file:
            owner = json.loads(file.read(OWNER_BYTES))
        return f"by process {int(owner['pid'])} on {owner['host']} since {owner['since']}"
    except (OSError, ValueError, TypeError, KeyError):
        return "by another process"
