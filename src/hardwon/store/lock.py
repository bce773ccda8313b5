"""The one lock for all records: the operating system's, with a note of who holds it.

The kernel frees it when its holder is gone, also by `kill -9`, so no lock of ours is ever judged stale by guessing. It
lies on two things. On the folder of the record: a folder in use is not removed, so on one machine two holders at once
cannot happen, whatever becomes of the note. And on the note itself, a file that is open for writing: on a network file
system only that is seen by other machines. The note stands beside the record, for people and for tools that lock by
such a file's being there: theirs is honoured as long as that makes sense, and ours tells them to wait.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import time
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING, Any

from hardwon.errors import LockTimeout, StorageError
from hardwon.store import atomic, reading
from hardwon.store.processes import process
from hardwon.text.plain import one_line
from hardwon.text.times import moment, stamp

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hardwon.store.processes import Process

LONGEST_PAUSE = 0.05
OWNER_BYTES = 4096
OLDEST = 600.0
"""Seconds for which the lock file of another tool is believed."""

ROUNDING = 1.0
"""Seconds by which times of one machine may differ: tools write whole ones, and processes start in ticks."""

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
            while not _is_folder_free(folder):
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


@contextmanager
def exclusive(path: Path, folder: Path) -> Iterator[bool]:
    """Keep off whoever holds `shared`; whether that went well. The file stays: on other machines only that is seen."""
    with ExitStack() as held:
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
        descriptors = [_held(held, path, flags), _held(held, folder, os.O_RDONLY | os.O_DIRECTORY)]
        yield all(each is not None and _is_free(each) for each in descriptors)


def _is_free(descriptor: int) -> bool:
    try:
        return _try(descriptor)
    except OSError:
        return True  # a file system that has no such lock: then nobody else holds one either


@contextmanager
def shared(path: Path, folder: Path) -> Iterator[None]:
    """Hold off `exclusive` while something is read, waiting for whoever has it. Nothing is written by it."""
    with ExitStack() as held:
        for place in (path, folder):
            descriptor = _held(held, place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            if descriptor is not None:
                with suppress(OSError):  # as above
                    fcntl.flock(descriptor, fcntl.LOCK_SH)
        yield


def _held(held: ExitStack, path: Path, flags: int) -> int | None:
    """A file or folder, open as long as the stack is; None if it cannot be."""
    try:
        descriptor = os.open(path, flags | os.O_CLOEXEC, 0o666)
    except OSError:
        return None
    held.callback(os.close, descriptor)
    return descriptor


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


def _try(descriptor: int, how: int = fcntl.LOCK_EX) -> bool:
    try:
        fcntl.flock(descriptor, how | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EACCES):
            return False
        raise
    return True


def _is_folder_free(folder: int) -> bool:
    """Lock the folder; also where only what is open for writing can be locked, and the note alone must do."""
    try:
        return _try(folder)
    except OSError as error:
        if error.errno == errno.EBADF:
            return True
        raise


def check(place: Path) -> None:
    """StorageError if this file or folder cannot be locked: better before something is done than after it."""
    try:
        descriptor = os.open(place, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return  # whoever writes there says why it cannot be
    try:
        _try(descriptor, fcntl.LOCK_SH)
    except OSError as error:
        raise _refused(place, error) from error
    finally:
        os.close(descriptor)


def is_held(path: Path) -> bool:
    """Whether a process of ours holds the lock at this moment. Where there are no locks, nobody does."""
    return _is_locked(path.parent, os.O_DIRECTORY) or _is_locked(path, os.O_NOFOLLOW | os.O_NONBLOCK)


def _is_locked(path: Path, flags: int) -> bool:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | flags)
    except OSError:
        return False
    try:
        return not _try(descriptor, fcntl.LOCK_SH)
    except OSError:
        return False  # a file system without locks, on which nobody writes
    finally:
        os.close(descriptor)


def _leave_note(path: Path, patience: _Patience) -> int:
    """Put our note at the path, once no other tool's note counts there. Only the holder of the lock comes here."""
    while True:
        if (note := _new_note(path)) is not None:
            return note
        with suppress(FileNotFoundError):
            if not _removed(path):
                patience.wait()


def _removed(path: Path) -> bool:
    """Remove a note that counts for nothing; False if it counts. FileNotFoundError if it is gone by itself."""
    kind = path.lstat().st_mode
    if S_ISDIR(kind):
        raise OSError(errno.EISDIR, "it is a folder, where the lock file belongs. Remove it")
    if not S_ISREG(kind):
        path.unlink()  # a link, a pipe: no tool locks by that
        return True
    descriptor, how = _opened(path)
    if descriptor is None:
        path.unlink()  # what cannot be read counts for nothing
        return True
    try:
        # A hardwon on another machine may hold it. While we do, nobody else takes the same note for a dead one.
        if not _try(descriptor, how) or _is_held_by_another_tool(descriptor):
            return False
        if os.path.samestat(os.fstat(descriptor), path.lstat()):
            path.unlink()
        return True
    finally:
        os.close(descriptor)


def _opened(path: Path) -> tuple[int | None, int]:
    """A note, open, and how it can be locked then; None if it is closed to us."""
    for access, how in ((os.O_RDWR, fcntl.LOCK_EX), (os.O_RDONLY, fcntl.LOCK_SH)):
        with suppress(PermissionError):
            return os.open(path, access | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), how
    return None, 0


def _new_note(path: Path) -> int | None:
    """Our note, open, so that no other file can be taken for it; None if there is a note already.

    It appears whole or not at all: another tool takes an empty one for dead.
    """
    owner = {"pid": os.getpid(), "timestamp": stamp(datetime.now(UTC)), "host": os.uname().nodename, "tool": "hardwon"}
    temporary = path.with_name(f"{atomic.TEMPORARY_PREFIX}{os.urandom(8).hex()}.tmp")
    descriptor = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        os.write(descriptor, json.dumps(owner).encode())
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.hardlink_to(temporary)
    except BaseException as error:  # nothing stays open; unless another was first, it is raised again
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


def _is_held_by_another_tool(descriptor: int) -> bool:
    """Whether the note that is open there is one of a tool that locks by its being there, and still counts.

    One of ours was left by a process that was killed, since the lock itself is held by whoever asks.
    """
    text = os.pread(descriptor, OWNER_BYTES, 0)
    now = time.time()
    if not text:
        return 0 <= now - os.fstat(descriptor).st_mtime < GRACE  # a tool that is just writing it needs an instant
    try:
        owner = json.loads(text)
        if not isinstance(owner, dict) or owner.get("tool") == "hardwon":
            return False
        written, pid = _stamp(owner["timestamp"]), int(owner["pid"])
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return False
    return counts(written, now, process(pid))


def counts(written: float, now: float, holder: Process | None) -> bool:
    """Whether a note from then, of that process, keeps us waiting.

    Its process lives, is ours, and was there when the note was written, which was in the last ten minutes. A file that
    came with a checkout tells of no such process: whatever it says was true elsewhere, or never.
    """
    if holder is None or not holder.is_ours or not -ROUNDING <= now - written < OLDEST:
        return False
    return holder.started is None or holder.started <= written + ROUNDING


def _stamp(said: Any) -> float:
    """A time stamp in a note; ValueError or TypeError if it is none. The file's own time would be the checkout's."""
    if isinstance(said, str):
        return moment(said).timestamp()
    if isinstance(said, bool) or not isinstance(said, int | float):
        raise TypeError("a time stamp is a text or a number")
    return said / 1000 if said > MILLISECONDS else float(said)


def _owner(path: Path) -> str:
    """Who holds the lock, as far as the note tells."""
    try:
        with reading.opened(path) as file:
            owner = json.loads(file.read(OWNER_BYTES))
        where = f" on {one_line(str(owner['host']), 80)}" if "host" in owner else ""
        return f"by process {int(owner['pid'])}{where} since {one_line(str(owner['timestamp']), 40)}"
    except (OSError, ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return "by another process"
