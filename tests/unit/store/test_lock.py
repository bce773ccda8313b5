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
from hardwon.store.lock import locked

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
    "content",
    [
        lambda: json.dumps({"pid": os.getppid(), "timestamp": int(time.time() * 1000)}),
        lambda: json.dumps({"pid": os.getppid(), "timestamp": "2999-01-01T00:00:00Z"}),
        lambda: json.dumps({"pid": os.getppid()}),
        lambda: str(os.getppid()),
    ],
    ids=["milliseconds", "future", "no time", "bare pid"],
)
def test_note_of_a_living_process_is_honoured_however_it_tells_the_time(lock: Path, content: Callable[[], str]) -> None:
    lock.parent.mkdir()
    lock.write_text(content())
    with pytest.raises(LockTimeout), locked(lock, timeout=0.1):
        raise AssertionError("two holders")
    os.utime(lock, (time.time() - 1200, time.time() - 1200))
    if "timestamp" not in content() or "2999" in content():
        with locked(lock, timeout=0):
            pass


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


def test_lock_of_another_tool_is_honoured_while_its_process_lives(lock: Path) -> None:
    lock.parent.mkdir()
    lock.write_bytes(foreign(os.getppid()))
    with pytest.raises(LockTimeout, match=f"by process {os.getppid()} since "), locked(lock, timeout=0.1):
        raise AssertionError("two holders")
    assert json.loads(lock.read_bytes())["pid"] == os.getppid()
    lock.unlink()
    assert is_free(lock)


def test_lock_of_another_tool_that_is_not_ours_to_signal_is_honoured(lock: Path) -> None:
    """Process 1 always lives, and only root may signal it."""
    lock.parent.mkdir()
    lock.write_bytes(foreign(1))
    with pytest.raises(LockTimeout), locked(lock, timeout=0.1):
        raise AssertionError("two holders")


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
    lock.write_bytes(foreign(os.getppid(), age=599))
    with pytest.raises(LockTimeout), locked(lock, timeout=0.1):
        raise AssertionError("two holders")
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
