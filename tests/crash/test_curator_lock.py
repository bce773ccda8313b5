"""The lock under fire: fifty contenders, holders killed at random, and never two inside at once."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SECONDS = 10
CONTENDERS = 50

CONTENDER = """
import os, random, sys, time, uuid
from pathlib import Path
from hardwon.errors import LockTimeout
from hardwon.store.lock import locked

lock, witness, until = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
log = os.open(witness, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
entered = timed_out = 0
while time.time() < until:
    try:
        with locked(lock, timeout=1):
            session = uuid.uuid4().hex
            os.write(log, f"{session} enter {os.getpid()}\\n".encode())
            for _ in range(random.randrange(3)):
                time.sleep(random.random() / 200)
                os.write(log, f"{session} inside {os.getpid()}\\n".encode())
            os.write(log, f"{session} leave {os.getpid()}\\n".encode())
        entered += 1
    except LockTimeout:
        timed_out += 1
print(entered, timed_out)
"""


def start(lock: Path, witness: Path, until: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", CONTENDER, str(lock), str(witness), str(until)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def holder(witness: Path) -> int | None:
    """The process that was last seen inside and has not left."""
    lines = witness.read_text().splitlines()[-1:] if witness.exists() else []
    return int(lines[0].split()[2]) if lines and " leave " not in lines[0] else None


def test_never_two_holders_although_holders_are_killed(tmp_path: Path) -> None:
    lock, witness = tmp_path / "observations" / ".curator.lock", tmp_path / "witness"
    until = time.time() + SECONDS
    contenders = {process.pid: process for process in (start(lock, witness, until) for _ in range(CONTENDERS))}
    killed: set[int] = set()
    killed_inside = 0
    while time.time() < until - 2:
        inside = holder(witness)
        victim = inside if inside in contenders and random.random() < 0.8 else random.choice(list(contenders))
        if victim is not None and victim not in killed:
            contenders[victim].send_signal(signal.SIGKILL)
            contenders[victim].wait()
            killed.add(victim)
            killed_inside += victim == inside
            replacement = start(lock, witness, until)
            contenders[replacement.pid] = replacement
    results = {pid: process.communicate(timeout=60) for pid, process in contenders.items() if pid not in killed}
    for pid in killed:
        contenders[pid].communicate()

    assert len(killed) > 20
    assert killed_inside > 5
    for pid, (out, err) in results.items():
        assert contenders[pid].returncode == 0, err
        entered, timed_out = map(int, out.split())
        assert entered + timed_out > 0
    assert sum(int(out.split()[0]) for out, _ in results.values()) > CONTENDERS
    check_that_sessions_do_not_overlap(witness.read_text().splitlines())


def check_that_sessions_do_not_overlap(lines: list[str]) -> None:
    """The witness is in order: once another session has entered, no earlier one may write again."""
    current = ""
    over: set[str] = set()
    for line in lines:
        session, what, _ = line.split()
        assert session not in over, f"{session} was inside together with {current}"
        if what == "enter":
            over.add(current)
            current = session
        assert session == current
