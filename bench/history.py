"""What it costs to know how each test last ended: 200 runs of 10,000 tests, of which the newest are read.

    python bench/history.py [--quick]

The baseline in the same run is a bare `json.loads` of every line of the same runs, and of all of them.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.evidence.history import history
from hardwon.evidence.results import Result
from hardwon.evidence.runs import Evidence, Runs, new_run_id
from hardwon.runner.reduction import LOOK_BACK

if TYPE_CHECKING:
    from collections.abc import Callable

RUNS = 200
TESTS = 10_000
ROUNDS = 5


def results(count: int) -> list[Result]:
    return [
        Result(
            test=f"tests/area{number // 50}/test_file{number // 10}.py::TestThing::test_{number}[parameter]",
            name=f"TestThing::test_{number}[parameter]",
            file=f"tests/area{number // 50}/test_file{number // 10}.py",
            area=f"area{number // 50}",
            outcome="passed",
            duration=0.0123,
        )
        for number in range(count)
    ]


def write(folder: Path, runs: int, tests: int) -> Runs:
    kept = Runs(folder, kept=10 * runs)
    start = datetime(2026, 1, 1, tzinfo=UTC)
    first = new_run_id(start)
    kept.write(Evidence(run=first, kind="ingest", at="2026-01-01T00:00:00Z", results=results(tests)))
    for number in range(1, runs):
        shutil.copytree(folder / first, folder / new_run_id(start + timedelta(hours=number)))
    return kept


def parse(kept: Runs, newest: int) -> None:
    for run in kept.ids()[-newest:]:
        with (kept.folder / run / "tests.jsonl").open("rb") as file:
            for line in file:
                json.loads(line)


def seconds(call: Callable[[], object]) -> float:
    before = time.perf_counter()
    call()
    return time.perf_counter() - before


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="one round, a tenth of the tests")
    quick = parser.parse_args().quick
    tests, rounds = (TESTS // 10, 1) if quick else (TESTS, ROUNDS)
    with tempfile.TemporaryDirectory() as name:
        kept = write(Path(name) / "runs", RUNS, tests)
        calls: dict[str, Callable[[], object]] = {
            f"json.loads, {LOOK_BACK} runs": lambda: parse(kept, LOOK_BACK),
            f"history, {LOOK_BACK} runs": lambda: history(kept, LOOK_BACK),
            "json.loads, all runs": lambda: parse(kept, RUNS),
        }
        taken: dict[str, list[float]] = {shown: [] for shown in calls}
        for _ in range(rounds):
            for shown, call in calls.items():
                taken[shown].append(seconds(call))
    print(f"{RUNS} runs of {tests:,} tests, median of {rounds} interleaved rounds\n")
    base = statistics.median(next(iter(taken.values())))
    for shown, times in taken.items():
        print(f"{shown:24}  {statistics.median(times):6.2f} s  {statistics.median(times) / base:5.1f} x")


if __name__ == "__main__":
    main()
