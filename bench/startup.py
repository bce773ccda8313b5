"""How long a command takes to start: as a multiple of `python -c pass`, measured in the same minute.

    python bench/startup.py

Each round runs every command once, in turn, so that whatever else the machine does falls on all of them alike. The
median of the rounds is printed, and its ratio to the bare interpreter.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 31
AIMS = {"hardwon status (no record)": 6.0, "hardwon --help": 8.0}
"""At most so many times the bare interpreter."""

COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "python -c 'import click'": ["-c", "import click"],
    "hardwon status (no record)": ["-m", "hardwon", "status"],
    "hardwon status (10 areas)": ["-m", "hardwon", "status", "--project", "ten"],
    "hardwon record": ["-m", "hardwon", "record", "auth", "--pass", "--project", "written"],
    "hardwon --help": ["-m", "hardwon", "--help"],
}


def seconds(arguments: list[str], folder: Path) -> float:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("HARDWON_")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as for users: modules are compiled once, not at every start
    before = time.perf_counter()
    subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - before


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / ".git").mkdir()
        for project in ("ten", "written"):
            (folder / project).mkdir()
        for number in range(10):
            seconds(["-m", "hardwon", "record", f"area {number}", "--pass", "--project", "ten"], folder)
        times: dict[str, list[float]] = {shown: [] for shown in COMMANDS}
        for _ in range(ROUNDS):
            for shown, arguments in COMMANDS.items():
                times[shown].append(seconds(arguments, folder))
    medians = {shown: statistics.median(found) for shown, found in times.items()}
    bare = medians["python -c pass"]
    print(f"Start-up, Python {sys.version.split()[0]}, median of {ROUNDS} interleaved rounds\n")
    print(f"{'command':30}  {'ms':>7}  {'x bare':>7}")
    for shown, median in medians.items():
        print(f"{shown:30}  {median * 1000:7.1f}  {median / bare:7.1f}")
    print()
    for shown, aim in AIMS.items():
        print(f"Aim: {shown} at most {aim:g} x: {'reached' if medians[shown] / bare <= aim else 'MISSED'}")


if __name__ == "__main__":
    main()
