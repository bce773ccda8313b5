"""The lock: one holder, freed by the kernel, with a name for whoever waits in vain."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from hardwon.errors import LockTimeout, StorageError
from hardwon.store import processes as known_processes
from hardwon.store.lock import counts, is_held, locked
from hardwon.store.processes import Process

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

HOLD = """
import sys
from pathlib import Path
from hardwon.store.lock import locked
with locked(Path(sys.argv[1]), timeout=30):
    print("held", flush=True)
    sys.stdin.read()
print("released", flush=True)
"""

COUNT = """
import sys
from pathlib import Path
from hardwon.store.lock import locked
lock, counter = Path(sys.argv[1]), Path(sys.argv[2])
for _ in range(int(sys.argv[3])):
    with locked(lock, timeout=60):
        counter.write_text(str(int(counter.read_text()) + 1))
"""


def start(code: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@contextmanager
def holder(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock until it is told or killed."""
    with start(HOLD, path) as process:
        assert process.stdout
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def release(process: subprocess.Popen[str]) -> None:
    assert process.stdin
    assert process.stdout
    process.stdin.close()
    assert process.stdout.readline() == "released\n"
    process.wait()


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    return tmp_path / "state" / ".areas.lock"


def is_free(lock: Path) -> bool:
    try:
        with locked(lock, timeout=0):
            return True
    except LockTimeout:
        return False


def test_is_free_and_gone_afterwards(lock: Path) -> None:
    with locked(lock, timeout=0):
        assert lock.exists()
    assert not lock.exists()
    assert is_free(lock)


def test_is_freed_when_the_block_fails(lock: Path) -> None:
    with pytest.raises(ZeroDivisionError), locked(lock, timeout=0):
        1 / 0  # noqa: B018 - any error will do
    assert is_free(lock)


def test_file_names_its_holder(lock: Path) -> None:
    with locked(lock, timeout=0):
        owner = json.loads(lock.read_bytes())
    assert owner["pid"] == os.getpid()
    assert set(owner) == {"pid", "host", "timestamp", "tool"}


def test_other_process_waits_and_is_told_who_holds_it(lock: Path) -> None:
    with holder(lock) as process:
        with pytest.raises(LockTimeout) as caught, locked(lock, timeout=0.01):
            raise AssertionError("two holders")
        text = str(caught.value)
        assert str(lock) in text
        assert f"process {process.pid} on {os.uname().nodename}" in text
        assert "waited 0.01 s" in text
        release(process)
    assert is_free(lock)


def test_waiter_gets_it_when_the_holder_is_done(lock: Path) -> None:
    got = threading.Event()

    def wait() -> None:
        with locked(lock, timeout=30):
            got.set()

    with holder(lock) as process:
        waiter = threading.Thread(target=wait)
        waiter.start()
        assert not got.is_set()
        release(process)
        waiter.join()
    assert got.is_set()


def test_killed_holder_frees_it_at_once(lock: Path) -> None:
    with holder(lock) as process:
        process.kill()
        process.wait()
        assert lock.exists(), "a killed process cannot clean up"
        assert is_free(lock)


def test_many_processes_never_hold_it_together(lock: Path, tmp_path: Path) -> None:
    """Each adds to a number by reading and writing it; one overlap would lose an addition."""
    counter = tmp_path / "counter"
    counter.write_text("0")
    processes = [start(COUNT, lock, counter, 100) for _ in range(6)]
    for process in processes:
        with process:
            process.communicate()
        assert process.returncode == 0
    assert counter.read_text() == "600"


def test_threads_of_one_process_never_hold_it_together(lock: Path) -> None:
    inside: list[int] = []
    most: list[int] = []

    def work() -> None:
        for _ in range(50):
            with locked(lock, timeout=60):
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(most) == 200
    assert max(most) == 1


def test_removing_the_lock_file_lets_nobody_in(lock: Path) -> None:
    """`git clean -X` in the middle of a run must not make two holders of one."""
    with holder(lock) as first:
        lock.unlink()
        with pytest.raises(LockTimeout), locked(lock, timeout=0.1):
            raise AssertionError("two holders")
        release(first)
    assert is_free(lock)


def test_note_of_the_next_tool_is_not_removed(lock: Path) -> None:
    with locked(lock, timeout=0):
        lock.unlink()
        lock.write_bytes(b"somebody else's")
    assert lock.read_bytes() == b"somebody else's"


@pytest.mark.parametrize(
    "stamped",
    [
        lambda: int(time.time() * 1000),
        lambda: time.time(),  # noqa: PLW0108 - asked for when the test runs
        lambda: datetime.now(UTC).isoformat(),
        lambda: datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    ],
    ids=["milliseconds", "seconds", "text", "whole seconds"],
)
def test_note_of_a_living_process_is_honoured_however_it_tells_the_time(
    lock: Path, stamped: Callable[[], object]
) -> None:
    lock.parent.mkdir()
    lock.write_text(json.dumps({"pid": os.getpid(), "timestamp": stamped()}))
    with pytest.raises(LockTimeout), locked(lock, timeout=0.1):
        raise AssertionError("two holders")


@pytest.mark.parametrize(
    "content",
    [
        '{"pid": %d}',
        "%d",
        '{"pid": %d, "timestamp": null}',
        '{"pid": %d, "timestamp": true}',
        '{"pid": %d, "timestamp": "soon"}',
        '{"pid": %d, "timestamp": 0}',
        '{"pid": %d, "timestamp": 1e400}',
        '{"pid": %d, "timestamp": "2999-01-01T00:00:00Z"}',
        '{"pid": %d, "timestamp": "2020-01-01T00:00:00Z"}',
    ],
)
@pytest.mark.parametrize("pid", [1, os.getpid()], ids=["init", "own"])
def test_note_that_came_with_a_checkout_holds_nobody_up(lock: Path, content: str, pid: int) -> None:
    """Its file is as new as the checkout, and its process may well be there: what it says itself decides."""
    lock.parent.mkdir()
    lock.write_text(content % pid)
    with locked(lock, timeout=0):
        pass


NOW = 1_800_000_000.0


@pytest.mark.parametrize(
    ("written", "holder", "expected"),
    [
        (NOW, Process(is_ours=True, started=NOW - 5), True),
        (NOW - 599, Process(is_ours=True, started=NOW - 700), True),
        (NOW - 601, Process(is_ours=True, started=NOW - 700), False),
        (NOW + 30, Process(is_ours=True, started=NOW - 700), False),
        (NOW - 10, Process(is_ours=True, started=NOW - 5), False),
        (NOW - 10, Process(is_ours=True, started=NOW - 10), True),
        (NOW - 10, Process(is_ours=False, started=NOW - 700), False),
        (NOW - 10, Process(is_ours=True, started=None), True),
        (NOW - 10, None, False),
    ],
    ids=["new", "599 s", "601 s", "future", "younger process", "same moment", "not ours", "start unknown", "dead"],
)
def test_which_note_counts(written: float, holder: Process | None, expected: bool) -> None:
    assert counts(written, NOW, holder) is expected


def test_process_is_known_by_owner_and_start() -> None:
    before = time.time()
    with subprocess.Popen(["sleep", "60"]) as child:
        known = known_processes.process(child.pid)
        child.kill()
    assert known is not None
    assert known.is_ours
    assert known.started is None or before - 1 <= known.started <= time.time() + 1
    assert known_processes.process(child.pid) is None
    assert known_processes.process(2**22 + 1) is None


def test_folder_in_place_of_the_lock_is_named(lock: Path) -> None:
    (lock / "inner").mkdir(parents=True)
    with pytest.raises(StorageError, match="it is a folder"), locked(lock, timeout=0):
        raise AssertionError("held by a folder")
    assert (lock / "inner").is_dir()


LOCK_FILES_ONLY = """
import errno, fcntl, os, stat
real = fcntl.flock
def flock(descriptor, how):
    # As on a network file system: a folder's lock is seen on this machine only, an exclusive one needs write access.
    if LOCAL_FOLDERS and stat.S_ISDIR(os.fstat(descriptor).st_mode):
        return
    if how & fcntl.LOCK_EX and fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
        raise OSError(errno.EBADF, "Bad file descriptor")
    real(descriptor, how)
fcntl.flock = flock
"""


@pytest.mark.parametrize("local", ["LOCAL_FOLDERS = True", "LOCAL_FOLDERS = False"])
def test_where_folders_cannot_be_locked_the_file_is(lock: Path, tmp_path: Path, local: str) -> None:
    lock.parent.mkdir()
    counter = tmp_path / "counter"
    counter.write_text("0")
    processes = [start(local + LOCK_FILES_ONLY + COUNT, lock, counter, 60) for _ in range(4)]
    for each in processes:
        each.communicate()
    assert [each.returncode for each in processes] == [0] * 4
    assert counter.read_text() == "240"
    assert not lock.exists()


def test_killed_holder_frees_the_file_too(lock: Path) -> None:
    with start("LOCAL_FOLDERS = True" + LOCK_FILES_ONLY + HOLD, lock) as holding:
        assert holding.stdout
        assert holding.stdout.readline() == "held\n"
        assert is_held(lock)
        holding.kill()
    assert lock.exists()
    assert not is_held(lock)
    with start("LOCAL_FOLDERS = True" + LOCK_FILES_ONLY + HOLD, lock) as next_one:
        assert next_one.communicate()[0] == "held\nreleased\n"


def test_pipe_in_place_of_the_lock_does_not_make_us_wait(lock: Path) -> None:
    lock.parent.mkdir()
    os.mkfifo(lock)
    with locked(lock, timeout=0):
        pass


def test_waiter_on_a_removed_lock_file_still_gets_it(lock: Path) -> None:
    got = threading.Event()

    def wait() -> None:
        with locked(lock, timeout=30):
            assert lock.exists()
            got.set()

    with holder(lock) as process:
        waiter = threading.Thread(target=wait)
        waiter.start()
        lock.unlink()
        release(process)
        waiter.join()
    assert got.is_set()


GARBAGE = {
    "empty": b"",
    "binary": b"\xff\x00\xfe",
    "bare text": b"12345",
    "list": b"[]",
    "null": b"null",
    "no pid": b'{"host": "x"}',
    "text pid": b'{"pid": "x", "host": "h", "since": "s"}',
    "infinite pid": b'{"pid": 1e999, "host": "h", "since": "s"}',
    "nested": b"[" * 5000,
    "long": b"{" + b" " * 100_000,
}


@pytest.mark.parametrize("content", GARBAGE.values(), ids=GARBAGE)
def test_garbage_in_the_lock_file_is_no_holder(lock: Path, content: bytes) -> None:
    lock.parent.mkdir()
    lock.write_bytes(content)
    with locked(lock, timeout=30):
        assert json.loads(lock.read_bytes())["pid"] == os.getpid()


@pytest.mark.parametrize("content", GARBAGE.values(), ids=GARBAGE)
def test_holder_that_cannot_be_named_is_another_process(lock: Path, content: bytes) -> None:
    with holder(lock):
        lock.write_bytes(content)
        with pytest.raises(LockTimeout, match="by another process"), locked(lock, timeout=0):
            pass


def test_hostile_holder_is_shown_short_and_visible(lock: Path) -> None:
    with holder(lock):
        lock.write_text(json.dumps({"pid": 1, "host": "\x1b[31m" + "x" * 3000, "since": "\n"}))
        with pytest.raises(LockTimeout) as caught, locked(lock, timeout=0):
            pass
    assert len(str(caught.value)) < 600
    assert "\x1b" not in str(caught.value)


def test_link_in_place_of_the_lock_is_not_followed(lock: Path, tmp_path: Path) -> None:
    """The lock file is written and removed; a checkout must not choose which file that is."""
    lock.parent.mkdir()
    victim = tmp_path / "victim"
    victim.write_text("precious")
    lock.symlink_to(victim)
    with locked(lock, timeout=0):
        assert not lock.is_symlink()
    assert victim.read_text() == "precious"


def test_folder_that_cannot_be_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="Nothing was written"), locked(tmp_path / "file" / "lock", timeout=0):
        pass


def foreign(pid: int, age: float = 0.0) -> bytes:
    """A lock file as agent-qa writes it."""
    written = datetime.fromtimestamp(time.time() - age, tz=UTC)
    return json.dumps({"pid": pid, "timestamp": written.isoformat(timespec="milliseconds")[:-6] + "Z"}).encode()


@pytest.mark.skipif(os.getuid() == 0, reason="root owns the first process")
def test_lock_of_another_user_is_not_honoured(lock: Path) -> None:
    lock.parent.mkdir()
    lock.write_bytes(foreign(1))
    with locked(lock, timeout=0):
        pass


def test_lock_of_another_tool_is_honoured_while_its_process_lives(lock: Path) -> None:
    lock.parent.mkdir()
    lock.write_bytes(foreign(os.getppid()))
    with pytest.raises(LockTimeout, match=f"by process {os.getppid()} since "), locked(lock, timeout=0.1):
        raise AssertionError("two holders")
    assert json.loads(lock.read_bytes())["pid"] == os.getppid()
    lock.unlink()
    assert is_free(lock)


def test_lock_of_another_tool_whose_process_is_gone_is_taken_over(lock: Path) -> None:
    lock.parent.mkdir()
    with subprocess.Popen(["true"]) as gone:
        gone.wait()
    lock.write_bytes(foreign(gone.pid))
    with locked(lock, timeout=0):
        assert json.loads(lock.read_bytes())["pid"] == os.getpid()
    assert not lock.exists()


def test_lock_of_another_tool_is_taken_over_after_ten_minutes(lock: Path) -> None:
    """Its process id may long belong to somebody else."""
    lock.parent.mkdir()
    lock.write_bytes(foreign(os.getppid(), age=601))
    with locked(lock, timeout=0):
        pass


def test_dead_lock_of_another_tool_is_taken_over_by_exactly_one(lock: Path, tmp_path: Path) -> None:
    lock.parent.mkdir(exist_ok=True)
    counter = tmp_path / "counter"
    counter.write_text("0")
    lock.write_bytes(foreign(2**22 + 1))
    processes = [start(COUNT, lock, counter, 20) for _ in range(6)]
    assert [process.wait() for process in processes] == [0] * 6
    for process in processes:
        process.communicate()
    assert counter.read_text() == "120"


def test_new_lock_file_is_never_seen_empty(lock: Path) -> None:
    """Another tool would take it for a dead one and remove it."""
    lock.parent.mkdir(exist_ok=True)
    lock.with_name("counter").write_text("0")
    watcher = start(COUNT, lock, lock.with_name("counter"), 300)
    seen = 0
    while watcher.poll() is None:
        with suppress(FileNotFoundError):
            content = lock.read_bytes()
            assert json.loads(content)["tool"] == "hardwon"
            seen += 1
    watcher.communicate()
    assert seen > 0
