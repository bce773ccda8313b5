"""Parallel runs that record outcomes, killed with SIGKILL: nothing that was confirmed is lost, no line is mixed up."""

from __future__ import annotations

import json
import os
import random
import select
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from hardwon.store.outcomes import Outcomes

if TYPE_CHECKING:
    from pathlib import Path

WRITERS = 4
KILLS = 40

NURSERY = """
import os, sys
from pathlib import Path
from hardwon.store import outcomes
outcomes.FEWEST_KEPT = int(sys.argv[2])
store = outcomes.Outcomes(folder=Path(sys.argv[1]))
print("ready", flush=True)
number = 0
for order in sys.stdin:
    child = os.fork()
    if child == 0:
        for each in range(100_000):
            store.record("shop", with_memory=each % 2 == 0, passed=True, run=f"{os.getpid()}", test=f"{each}", at="")
            os.write(1, f"confirmed {os.getpid()} {each}\\n".encode())
        os._exit(0)
    os.write(1, f"child {child}\\n".encode())
"""


class Nursery:
    """Forks writers, kills them, and keeps what they confirmed."""

    def __init__(self, folder: Path, kept: int, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", NURSERY, str(folder), str(kept)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdin
        assert self._process.stdout
        self._orders, self._said = self._process.stdin, self._process.stdout
        assert self._said.readline() == b"ready\n"
        self.confirmed: list[tuple[str, str]] = []

    def start(self) -> int:
        """A new writer that has confirmed at least one outcome."""
        self._orders.write(b"go\n")
        self._orders.flush()
        child = 0
        while not child or str(child) not in {run for run, _ in self.confirmed[-1:]}:
            heard = self._hear()
            assert heard is not None, "the nursery is gone"
            child = heard or child
        return child

    def kill(self, child: int) -> None:
        os.kill(child, signal.SIGKILL)

    def close(self) -> None:
        self._orders.close()
        while self._hear() is not None:
            pass
        self._process.wait()
        self._said.close()

    def _hear(self) -> int | None:
        """One line: the number of a new child, or 0 for an outcome that was noted; None at the end."""
        words = self._said.readline().decode().split()
        if not words:
            return None
        if words[0] == "child":
            return int(words[1])
        self.confirmed.append((words[1], words[2]))
        return 0


@pytest.mark.parametrize("kept", [1_000_000, 50], ids=["never shortened", "often shortened"])
def test_kills_lose_nothing_that_was_confirmed(tmp_path: Path, environment: dict[str, str], kept: int) -> None:
    chance = random.Random(20260103)
    store = Outcomes(folder=tmp_path / "outcomes")
    nursery = Nursery(store.folder, kept, environment)
    alive = [nursery.start() for _ in range(WRITERS)]
    for _ in range(KILLS):
        victim = alive.pop(chance.randrange(len(alive)))
        select.select([], [], [], chance.random() * 0.01)
        nursery.kill(victim)
        alive.append(nursery.start())
    for child in alive:
        nursery.kill(child)
    nursery.close()

    lines = store.path_of("shop").read_bytes().splitlines()
    rows = [json.loads(line) for line in lines if line.endswith(b"}")]
    assert len(lines) - len(rows) <= KILLS + WRITERS, "at most half a line for each killed writer"
    written = [(row["run"], row["test"]) for row in rows]
    assert len(written) == len(set(written)), "no outcome is counted twice"
    assert len(nursery.confirmed) > KILLS
    if kept > len(written):
        assert set(nursery.confirmed) <= set(written)
        assert len(written) - len(nursery.confirmed) <= KILLS + WRITERS, "one each may be written but not confirmed"
    else:
        assert kept <= len(lines) <= 2 * max(kept, 20) + 1
        assert in_order(written), "of each writer the newest outcomes are kept, without gaps"
    breaker = store.record("shop", with_memory=True, passed=False, run="last", test="t", at="")
    assert breaker.memory.runs + breaker.baseline.runs == 20, "no lock is left behind"
    assert breaker.memory.failures == 1


def in_order(written: list[tuple[str, str]]) -> bool:
    numbers: dict[str, list[int]] = {}
    for run, test in written:
        numbers.setdefault(run, []).append(int(test))
    return all(found == list(range(found[0], found[-1] + 1)) for found in numbers.values())
