"""What it costs to keep how each test ended, and to know how it last did: 200 runs of 10,000 tests, and 62,423 tests.

    python bench/history.py [--quick]

Beside each figure stand those of trivial ways to keep the same: a line of JSON for each test, as earlier releases did,
and gzip of those lines. Names and durations are drawn by lot, as unlike each other as those of a real suite.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import shutil
import statistics
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.evidence import test_table
from hardwon.evidence.flaky import flaky_tests
from hardwon.evidence.history import history
from hardwon.evidence.results import Result
from hardwon.evidence.run_file import Evidence
from hardwon.evidence.runs import Runs, new_run_id
from hardwon.runner.reduction import LOOK_BACK
from hardwon.store.runs import RunStore

if TYPE_CHECKING:
    from collections.abc import Callable

RUNS = 200
TESTS = 10_000
MANY = 62_423
ROUNDS = 5
START = datetime(2026, 1, 1, tzinfo=UTC)
WORDS = (
    "login",
    "user",
    "cart",
    "price",
    "order",
    "page",
    "token",
    "empty",
    "invalid",
    "unicode",
    "returns",
    "raises",
    "timeout",
    "retry",
    "header",
    "cookie",
)

FORMS = ("lines", "gzip of lines", "hardwon")


def results(count: int) -> list[Result]:
    lot = random.Random(12)
    return [_result(number, lot) for number in range(count)]


def _result(number: int, lot: random.Random) -> Result:
    file = f"tests/area{number // 50}/test_file{number // 10}.py"
    name = f"TestThing::test_{'_'.join(lot.choices(WORDS, k=5))}[{lot.choice(WORDS)}-{number}]"
    return Result(
        test=f"{file}::{name}",
        name=name,
        file=file,
        area=f"area{number // 50}",
        outcome="passed",
        duration=round(lot.lognormvariate(-6, 1.5), 6),
    )


def lines(tests: list[Result]) -> bytes:
    """The same tests as earlier releases kept them."""
    return b"".join(_line(result) for result in tests)


def _line(result: Result) -> bytes:
    row = {
        "test": result.test,
        "name": result.name,
        "file": result.file,
        "area": result.area,
        "verdict": result.outcome,
        "flaky": result.flaky,
        "duration": result.duration,
        "attempts": result.attempts,
    }
    return json.dumps(row, ensure_ascii=False).encode() + b"\n"


def packing(tests: list[Result]) -> dict[str, Callable[[], bytes]]:
    return {
        "lines": lambda: lines(tests),
        "gzip of lines": lambda: gzip.compress(lines(tests), 1),
        "hardwon": lambda: test_table.packed(tests),
    }


def kept_runs(folder: Path, tests: list[Result], runs: int, *, in_lines: bool) -> Runs:
    """A folder of runs that all say the same."""
    kept = Runs(RunStore(folder), kept=10 * runs)
    first = new_run_id(START)
    kept.write(Evidence(run=first, kind="ingest", at="2026-01-01T00:00:00Z", results=tests))
    if in_lines:
        (folder / first / test_table.FILE).unlink()
        (folder / first / test_table.LINES).write_bytes(lines(tests))
    for number in range(1, runs):
        shutil.copytree(folder / first, folder / new_run_id(START + timedelta(hours=number)))
    return kept


def parse(kept: Runs, newest: int, *, zipped: bool) -> None:
    """Read every line with json.loads, and make nothing of it."""
    content = kept.record.document(kept.ids()[0], test_table.LINES) or b""
    packed = gzip.compress(content, 1)
    for run in kept.ids()[-newest:]:
        found = gzip.decompress(packed) if zipped else kept.record.document(run, test_table.LINES) or b""
        for line in found.splitlines():
            json.loads(line)


def seconds(call: Callable[[], object]) -> float:
    before = time.perf_counter()
    call()
    return time.perf_counter() - before


def medians(calls: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The median of interleaved rounds, so that what else the machine does weighs on all alike."""
    taken: dict[str, list[float]] = {shown: [] for shown in calls}
    for _ in range(rounds):
        for shown, call in calls.items():
            taken[shown].append(seconds(call))
    return {shown: statistics.median(times) for shown, times in taken.items()}


def show(heading: str, figures: dict[str, float], unit: str, digits: int) -> None:
    print(f"\n{heading}")
    base = next(iter(figures.values()))
    for shown, figure in figures.items():
        print(f"  {shown:34}  {figure:12,.{digits}f} {unit}  {figure / base:6.3f} x")


def one_run(count: int, rounds: int) -> None:
    tests = results(count)
    ways = packing(tests)
    show(f"{count:,} tests, bytes of a run", {form: len(ways[form]()) for form in FORMS}, "bytes", 0)
    show(f"{count:,} tests, to pack a run", medians({form: ways[form] for form in FORMS}, rounds), "s", 3)


def reading(folder: Path, count: int, runs: int, rounds: int) -> None:
    tests = results(count)
    old = kept_runs(folder / "lines", tests, runs, in_lines=True)
    new = kept_runs(folder / "table", tests, runs, in_lines=False)
    newest = min(runs, LOOK_BACK)
    calls: dict[str, Callable[[], object]] = {
        "history of lines": lambda: history(old, newest),
        "history, hardwon": lambda: history(new, newest),
        "json.loads of lines": lambda: parse(old, newest, zipped=False),
        "json.loads of gzip of lines": lambda: parse(old, newest, zipped=True),
    }
    show(f"{count:,} tests, to read the newest {newest} of {runs} runs", medians(calls, rounds), "s", 3)
    if runs > LOOK_BACK:
        calls = {"flaky, lines": lambda: flaky_tests(old), "flaky, hardwon": lambda: flaky_tests(new)}
        show(f"{count:,} tests, to read all {runs} runs", medians(calls, 1), "s", 3)
    shutil.rmtree(folder / "lines")
    shutil.rmtree(folder / "table")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="one round, a tenth of the tests")
    quick = parser.parse_args().quick
    tests, many, rounds = (TESTS // 10, MANY // 10, 1) if quick else (TESTS, MANY, ROUNDS)
    print(f"Medians of {rounds} interleaved rounds; ratios to the first line of each table.")
    for count in (tests, many):
        one_run(count, rounds)
    with tempfile.TemporaryDirectory() as name:
        reading(Path(name), tests, RUNS, rounds)
        reading(Path(name), many, LOOK_BACK, 1)


if __name__ == "__main__":
    main()
