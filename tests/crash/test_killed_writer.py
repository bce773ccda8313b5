"""A writer killed with SIGKILL at any moment: the record stays whole, and no confirmed verdict is lost."""

from __future__ import annotations

import json
import os
import random
import select
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from hardwon.memory import Memory

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 200

NURSERY = """
import os
import sys
from hardwon import Memory
memory = Memory.open(".")
memory.record("auth", passed=True)
print("ready", flush=True)
for order in sys.stdin:
    child = os.fork()
    if child == 0:
        for each in range(1000):
            memory.record("auth", passed=each % 7 != 6)
            os.write(1, b"confirmed\\n")
        os._exit(0)
    os.write(1, f"child {child}\\n".encode())
    os.waitpid(child, 0)
    os.write(1, b"gone\\n")
"""
"""Forks a writer for each line it reads: a new process each time, without the time that Python takes to start."""


class Nursery:
    """Starts writers, kills them, and counts what they had confirmed."""

    def __init__(self, project: Path, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", NURSERY], cwd=project, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdin
        assert self._process.stdout
        self._orders = self._process.stdin
        self._said = self._process.stdout
        assert self._line() == "ready"

    def kill_after(self, seconds: float) -> int:
        """How many verdicts a new writer confirmed before it was killed so long after its first one."""
        self._orders.write(b"go\n")
        self._orders.flush()
        confirmed, child = 0, 0
        while not (child and confirmed):
            line = self._line()
            confirmed += line == "confirmed"
            child = int(line.removeprefix("child ")) if line.startswith("child ") else child
        select.select([], [], [], seconds)
        os.kill(child, signal.SIGKILL)
        while (line := self._line()) != "gone":
            confirmed += line == "confirmed"
        return confirmed

    def _line(self) -> str:
        return self._said.readline().decode().strip()

    def close(self) -> None:
        self._orders.close()
        self._process.wait()
        self._said.close()


def whole(path: Path) -> Any:
    return json.loads(path.read_bytes())


def test_two_hundred_kills_lose_nothing_that_was_confirmed(project: Path, environment: dict[str, str]) -> None:
    chance = random.Random(20260102)
    nursery = Nursery(project, environment)
    file = project / ".hardwon" / "memory.json"
    counted = 1
    try:
        for _ in range(KILLS):
            confirmed = nursery.kill_after(chance.random() * 0.02)
            area = whole(file)["areas"]["auth"]
            extra = area["test_count"] - counted - confirmed
            assert extra in (0, 1), "one verdict may be written that the writer did not live to confirm"
            assert area["pass_count"] + area["fail_count"] == area["test_count"]
            counted += confirmed + extra
            if (project / ".hardwon" / "retired.json").exists():
                whole(project / ".hardwon" / "retired.json")
    finally:
        nursery.close()
    assert counted > KILLS
    assert Memory.open(project).record("auth", passed=True).test_count == counted + 1, "no lock is left behind"


def test_what_killed_writers_leave_is_kept_out_of_git(project: Path, environment: dict[str, str]) -> None:
    """Only files that the state folder's .gitignore names may be left beside the record."""
    chance = random.Random(7)
    nursery = Nursery(project, environment)
    try:
        for _ in range(20):
            nursery.kill_after(chance.random() * 0.02)
    finally:
        nursery.close()
    record = {".gitignore", "memory.json", "retired.json", "runs", ".areas.lock"}
    left = {path.name for path in (project / ".hardwon").iterdir()} - record
    assert all(name.startswith(".hardwon-") and name.endswith(".tmp") for name in left)


def test_command_killed_at_once_leaves_a_whole_record_or_none(project: Path, environment: dict[str, str]) -> None:
    """The same with the real command, from its start on."""
    chance = random.Random(11)
    file = project / ".hardwon" / "memory.json"
    confirmed = 0
    for _ in range(12):
        with subprocess.Popen(
            [sys.executable, "-m", "hardwon", "record", "auth", "--pass"],
            cwd=project,
            env=environment,
            stdout=subprocess.PIPE,
        ) as process:
            assert process.stdout
            select.select([process.stdout], [], [], chance.random() * 0.2)
            process.kill()
            confirmed += b"auth:" in process.stdout.read()
        recorded = whole(file)["areas"]["auth"]["test_count"] if file.exists() else 0
        assert confirmed <= recorded <= 12
