"""Cuts the power of every command that writes, in every way that a disk allows, and counts the folders that are left.

    python bench/powercut.py [--most N] [--opened N] [--seed N] [COMMAND…]

What is cut, and what must hold then, is in tests/powercut/. `--most` combinations of what the disk kept are tried after
each step of a command, all where there are fewer; hardwon opens `--opened` of the folders of each command. Exits 1 when
anything is wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.powercut import trying
from tests.powercut.commands import COMMANDS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=20_000, help="combinations after each step")
    parser.add_argument("--opened", type=int, default=100, help="folders of each command that hardwon opens")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("commands", nargs="*", help="parts of names of commands; all without")
    asked = parser.parse_args()
    os.environ["PATH"] = "/nonexistent"  # the folders are not in git, and asking it takes longer than all the rest
    total = trying.Tried()
    print(f"{'command':36}{'steps':>6}{'replayed':>10}{'folders':>9}{'opened':>8}{'seconds':>9}  wrong")
    for command in COMMANDS:
        if asked.commands and not any(part in command.name for part in asked.commands):
            continue
        began = time.perf_counter()
        with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:  # noqa: S108 - a disk in memory where there is one
            trace = trying.recorded(command, Path(folder, "recorded"))
            done = trying.tried(
                trace,
                Path(folder, "cut"),
                at_exit=command.at_exit,
                most=asked.most,
                opened=asked.opened,
                seed=asked.seed,
            )
        seconds = time.perf_counter() - began
        counts = f"{len(trace.steps):6}{done.replayed:10,}{done.states:9,}{done.opened:8,}{seconds:9.1f}"
        print(f"{command.name:36}{counts}  {len(done.problems) or 'nothing'}")
        for problem in done.problems.values():
            print(f"    {problem}")
        total.replayed += done.replayed
        total.states += done.states
        total.opened += done.opened
        total.problems |= {f"{command.name} {kind}": each for kind, each in done.problems.items()}
    print(f"{'all':36}{'':6}{total.replayed:10,}{total.states:9,}{total.opened:8,}  {len(total.problems) or 'nothing'}")
    return 1 if total.problems else 0


if __name__ == "__main__":
    sys.exit(main())
