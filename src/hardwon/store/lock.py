"""The one lock for all records: the operating system's, on the folder of the record, with a note of who holds it.

The kernel frees it when its holder is gone, also by `kill -9`, so no lock of ours is ever judged stale by guessing; and
a folder in use is not removed, so two holders at once cannot happen, whatever becomes of the note. The note is a file
beside the record, for people and for tools that lock by such a file's being there: theirs is honoured as long as that
makes sense, and ours tells them to wait.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import time
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from hardwon.errors import LockTimeout, StorageError
from hardwon.store import atomic, reading
from hardwon.text.plain import one_line
from hardwon.text.times import moment, stamp

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LONGEST_PAUSE = 0.05
OWNER_BYTES = 4096
OLDEST = 600.0
"""Seconds for which the lock file of another tool is believed."""

SKEW = 60.0
"""Seconds by which the clock of another tool may be ahead of ours."""

MILLISECONDS = 1e11
"""A time above it is in milliseconds, as JavaScript has them."""

GRACE = 0.5
"""Seconds that another tool has to write its lock file after making it."""


@contextmanager
def locked(path: Path, *, timeout: float) -> Iterator[None]:
    """Hold the lock of the folder, with the note at `path`, waiting up to `timeout` seconds for whoever has it."""
    patience = _Patience(path, timeout)
    try:
        atomic.make_folder(path.parent, durable=True)  # what is written in it must not be lost with it
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise _refused(path, error) from error
    try:
        try:
            while not _try(folder):
                patience.wait()
            note = _leave_note(path, patience)
        except OSError as error:
            raise _refused(path, error) from error
        try:
            yield
        finally:
            _take_back(path, note)
    finally:
        # Not left to closing: a process forked meanwhile has the folder open, too.
        fcntl.flock(folder, fcntl.LOCK_UN)
        os.close(folder)


def _refused(path: Path, error: OSError) -> StorageError:
    return StorageError(
        f"Could not lock {path}: {error.strerror or error}.",
        remedy="Nothing was written. hardwon needs a folder it may write to, on a file system with locks.",
    )


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


def _try(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EACCES):
            return False
        raise
    return True


def is_held(path: Path) -> bool:
    """Whether a process of ours holds the lock at this moment."""
    try:
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(folder, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(folder)
    return False


def _leave_note(path: Path, patience: _Patience) -> int:
    """Put our note at the path, once no other tool's note counts there. Only the holder of the lock comes here."""
    while True:
        if (note := _new_note(path)) is not None:
            return note
        if _is_held_by_another_tool(path):
            patience.wait()
        else:
            with suppress(FileNotFoundError):
                path.unlink()


def _new_note(path: Path) -> int | None:
    """Our note, open, so that no other file can be taken for it; None if there is a note already.

    It appears whole or not at all: another tool takes an empty one for dead.
    """
    owner = {"pid": os.getpid(), "timestamp": stamp(datetime.now(UTC)), "host": os.uname().nodename, "tool": "hardwon"}
    temporary = path.with_name(f"{atomic.TEMPORARY_PREFIX}{os.urandom(8).hex()}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        os.write(descriptor, json.dumps(owner).encode())
        path.hardlink_to(temporary)
    except BaseException as error:
        os.close(descriptor)
        if isinstance(error, FileExistsError):
            return None
        raise
    finally:
        temporary.unlink()
    return descriptor


def _take_back(path: Path, note: int) -> None:
    """Remove our note, and never anybody else's."""
    try:
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(note), path.lstat()):
                path.unlink()
    finally:
        os.close(note)


def _is_held_by_another_tool(path: Path) -> bool:
    """Whether the note at the path is one of a tool that locks by its being there, and still counts.

    It counts while its process lives and it is younger than ten minutes. One of ours was left by a process that was
    killed, since the lock itself is held by whoever asks. What cannot be read, or is no plain file, counts for nothing.
    """
    now = time.time()
    try:
        with reading.opened(path, follow=False) as file:
            found = os.fstat(file.fileno())
            text = file.read(OWNER_BYTES)
    except OSError:
        return False
    if not text:
        return 0 <= now - found.st_mtime < GRACE  # a tool that is just writing it needs an instant
    try:
        owner = json.loads(text)
        if isinstance(owner, dict) and owner.get("tool") == "hardwon":
            return False
        pid = int(owner["pid"] if isinstance(owner, dict) else owner)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return False
    written = _written(owner, found.st_mtime, now)
    return -SKEW < now - written < OLDEST and is_alive(pid)


def _written(owner: Any, modified: float, now: float) -> float:
    """When a note was written: by its own word if that makes sense, else by the file's time."""
    said = owner.get("timestamp") if isinstance(owner, dict) else None
    try:
        if isinstance(said, str):
            said = moment(said).timestamp()
        elif isinstance(said, int | float) and said > MILLISECONDS:
            said /= 1000
        return float(said) if said is not None and 0 < float(said) <= now + SKEW else modified
    except (ValueError, TypeError, OverflowError):
        return modified


def is_alive(pid: int) -> bool:
    """Whether there is a process of that id."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True  # it lives, and belongs to someone else
    return pid > 0


def _owner(path: Path) -> str:
    """Who holds the lock, as far as the note tells."""
    try:
        with reading.opened(path, follow=False) as file:
            owner = json.loads(file.read(OWNER_BYTES))
        where = f" on {one_line(str(owner['host']), 80)}" if "host" in owner else ""
        return f"by process {int(owner['pid'])}{where} since {one_line(str(owner['timestamp']), 40)}"
    except (OSError, ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return "by another process"
