"""The dashboard: server time per page, first byte while a run goes on, memory after many requests.

python bench/web.py            10, 1,000 and 10,000 observations, 1,000 runs, 10,000 requests
python bench/web.py --quick    without the largest, and 500 requests
python bench/web.py --memory   only the memory of the server, with 1,000 observations and 200 runs: after 1,000, 5,000
                               and 10,000 requests over all pages, four at a time (--memory 20000: as many)

A page's time is that of the clock and, because others may use the machine, what the server took of the processor.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, RemoteDisconnected
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.areas.area import Verdict
from hardwon.evidence.run_file import Evidence
from hardwon.memory import Memory
from hardwon.observations.observation import Observation, Scope
from hardwon.store import observation_file
from hardwon.store.protocol import place_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.evidence.runs import Runs

AREAS = 100
PER_PAGE = 20
AT_A_TIME = 4
WORDS = ("ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay")
THINGS = ("login modal", "cart", "voucher field", "search box", "footer", "account menu", "checkout", "wish list")


def project(folder: Path, *, observations: int, runs: int) -> Path:
    """A project with so many observations and runs."""
    root = folder / f"project-{observations}"
    (root / ".git").mkdir(parents=True)
    rules = [{"area": f"area-{number:03}", "tests": [f"tests/a{number:03}/**"]} for number in range(AREAS)]
    (root / "hardwon.yaml").write_text(json.dumps({"areas": rules, "runs": {"kept": 2000}}))
    memory = Memory.open(root)
    for number in range(AREAS):
        memory.record(f"area-{number:03}", passed=number % 7 > 0)
    known = [_observation(number) for number in range(observations)]
    memory.observations.keep({place_of(each.scope, each.id): observation_file.write(each) for each in known})
    kept = memory.runs
    start = datetime(2026, 1, 5, tzinfo=UTC)
    for number in range(runs):
        _run(kept, number, start + timedelta(minutes=7 * number))
    return root


def _observation(number: int) -> Observation:
    name = "-".join(WORDS[number // 10**place % 10] for place in range(10))
    thing, other = THINGS[number % 8], THINGS[number // 8 % 8]
    return Observation(
        id=f"obs_{name}",
        scope=Scope("products", f"shop-{number % 3}"),
        title=f"{thing.capitalize()} {number}: behind the {other}",
        content=f"The {thing} number {number} opens from the {other} and takes {number % 9} seconds.",
        trust=round(0.3 + number % 60 / 100, 2),
        created="2026-01-05T10:00:00Z",
        last_confirmed=f"2026-01-{number % 28 + 1:02}T10:00:00Z",
        source_test="t",
        origin="curator",
    )


def _run(kept: Runs, number: int, at: datetime) -> None:
    run = f"{at:%Y%m%dT%H%M%S}-000000-{number:04x}"
    chosen = [f"area-{(number + step) % AREAS:03}" for step in range(10)]
    verdicts = [
        Verdict(area=name, passed=number % 11 > 0, run=run, tests=5, failed=int(number % 11 == 0)) for name in chosen
    ]
    evidence = Evidence(run=run, kind="ingest", at=f"{at:%Y-%m-%dT%H:%M:%SZ}", state=f"s{number}", verdicts=verdicts)
    table = {
        "groups": [[f"tests/{name}/t.py::", f"tests/{name}/t.py", name] for name in chosen],
        "group": [group for group in range(10) for _ in range(5)],
        "name": [f"test_{step}" for _ in range(10) for step in range(5)],
        "test": {},
        "verdict": "p" * 49 + ("f" if number % 11 == 0 else "p"),
        "duration": [0.1] * 50,
        "attempts": {},
        "flaky": [],
        "said": [],
        "unskippable": [],
    }
    kept.record.keep(run, {"tests.json.gz": gzip.compress(json.dumps(table).encode()), "run.json": evidence.content()})


@contextmanager
def serving(root: Path) -> Iterator[tuple[HTTPConnection, int]]:
    """`hardwon serve`, a connection to it, and its process."""
    command = [sys.executable, "-m", "hardwon", "serve", "--port", "0", "--project", str(root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        found = re.search(r"http://([\d.]+):(\d+)/", process.stdout.readline())
        assert found
        connection = HTTPConnection(found[1], int(found[2]), timeout=120)
        try:
            yield connection, process.pid
        finally:
            connection.close()
            process.send_signal(signal.SIGTERM)


def asked(connection: HTTPConnection, path: str) -> tuple[float, float]:
    """Milliseconds to the first byte, and to the end."""
    start = time.perf_counter()
    connection.request("GET", path)
    answer = connection.getresponse()
    first = time.perf_counter()
    assert answer.status == 200, (path, answer.status, answer.read()[:500])
    answer.read()
    return (first - start) * 1000, (time.perf_counter() - start) * 1000


def pages(root: Path) -> list[str]:
    memory = Memory.open(root)
    known = _observation(0).id if memory.observations.is_there else ""
    runs = memory.runs.ids()
    middle = next(run for run in runs[len(runs) // 2 :] if memory.runs.has_tests(run))
    return [
        "/",
        "/areas",
        "/areas/area-007",
        "/observations",
        "/observations?page=4&sort=title&min=0.4",
        "/observations?q=Open+the+voucher+field&product=shop-1",
        f"/observations/{known}",
        "/quarantine",
        "/runs",
        "/runs?page=12",
        f"/runs/{middle}",
        f"/compare?a={runs[len(runs) // 5]}&b={middle}",
        "/recall?step=Open+the+voucher+field&product=shop-1",
        "/mandate",
        "/breaker",
        "/settings",
        "/doctor",
    ]


def resident(pid: int) -> float:
    """Megabytes that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1]) / 1024


def measured(root: Path) -> None:
    with serving(root) as (connection, pid):
        start = time.perf_counter()
        asked(connection, "/")
        first = time.perf_counter() - start
        asked(connection, pages(root)[5])  # waits until the index is made
        print(
            f"  the first page of all, with every file read: {first * 1000:,.0f} ms; until a search is answered: "
            f"{time.perf_counter() - start:.1f} s, {processor_seconds(pid):.1f} s of processor time since the start"
        )
        asked(connection, "/doctor")
        medians, worst, took = [], [], []
        for path in pages(root):
            asked(connection, path)
            before = processor_seconds(pid)
            times = sorted(asked(connection, path)[1] for _ in range(PER_PAGE))
            medians.append(statistics.median(times))
            worst.append(times[int(0.95 * PER_PAGE)])
            took.append((processor_seconds(pid) - before) * 1000 / PER_PAGE)
            print(f"  {medians[-1]:7.0f} ms  p95 {worst[-1]:7.0f} ms  processor {took[-1]:7.0f} ms  {path}")
        print(
            f"  worst median {max(medians):.0f} ms (aim: 150), worst p95 {max(worst):.0f} ms (aim: 300), "
            f"most processor {max(took):.0f} ms; the server holds {resident(pid):.0f} MB"
        )


def while_a_run_goes_on(root: Path) -> None:
    memory = Memory.open(root)
    with serving(root) as (connection, _), memory.run(product="shop-1", test="t_live", area="live") as run:
        firsts = []
        for number in range(20):
            with run.step(f"Open the cart {number}") as step:
                step.report(sub_actions=1)
            firsts.append(asked(connection, f"/runs/{run.id}")[0])
    print(f"  first byte of a run that goes on: median {statistics.median(firsts):.0f} ms, worst {max(firsts):.0f} ms")


def flat(root: Path, requests: int) -> None:
    every = pages(root)
    with serving(root) as (connection, pid):
        mine = threading.local()

        def ask(number: int) -> None:
            if not hasattr(mine, "connection"):
                mine.connection = HTTPConnection(connection.host, connection.port, timeout=120)
            try:
                asked(mine.connection, every[number % len(every)])
            except RemoteDisconnected:  # the server lets go of a connection that had nothing to do for five seconds
                mine.connection.close()
                asked(mine.connection, every[number % len(every)])

        done = 0
        with ThreadPoolExecutor(AT_A_TIME) as readers:
            for stop in (requests // 100, requests // 10, requests // 2, requests):
                list(readers.map(ask, range(done, stop)))
                done = stop
                took = processor_seconds(pid)
                print(f"  after {done:6,} requests {resident(pid):.0f} MB, {took:.0f} s of processor time", flush=True)


def processor_seconds(pid: int) -> float:
    """What a process has taken of the processors until now."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--memory", type=int, nargs="?", const=10_000, metavar="REQUESTS")
    wanted = parser.parse_args()
    quick = wanted.quick
    os.environ.pop("HARDWON_PROJECT", None)
    with tempfile.TemporaryDirectory() as folder:
        if wanted.memory:
            print("Memory of the server, 1,000 observations, 200 runs:")
            flat(project(Path(folder), observations=1_000, runs=200), wanted.memory)
            return
        for observations in (10, 1_000) if quick else (10, 1_000, 10_000):
            print(f"{observations:,} observations, 1,000 runs, {AREAS} areas:")
            root = project(Path(folder), observations=observations, runs=1_000)
            measured(root)
        while_a_run_goes_on(root)
        print("Memory of the server, 10 observations:")
        flat(Path(folder) / "project-10", 500 if quick else 10_000)


if __name__ == "__main__":
    main()
