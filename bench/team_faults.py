"""Faults of a team's server while several processes record: what was confirmed, and what is found afterwards.

The server is the one of this machine's distribution (Debian: `apt-get install postgresql`), with a streaming standby
where it is promoted, on a small file system of its own where its disk is full (which takes root). It flushes to disk.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import psycopg  # noqa: E402 - after the path
from tests.postgres.proxy import Proxy  # noqa: E402 - as above

from hardwon import Memory  # noqa: E402 - as above
from hardwon.postgres import migrating  # noqa: E402 - as above
from hardwon.postgres.server import Server  # noqa: E402 - as above
from hardwon.project import team  # noqa: E402 - as above

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WORKERS = 4
AREAS = 3
CONFIRMED = "confirmed"


def work(folder: str, number: int, hours: float) -> None:
    """Record until the end, and say so of each verdict once it is confirmed. The clock may be wrong by some hours."""
    memory = Memory.open(folder)
    clock = memory.clock
    memory.clock = lambda: clock() + timedelta(hours=hours)
    for index in range(1_000_000):
        memory.record(f"area {(number + index) % AREAS}", passed=True)
        os.write(1, f"{CONFIRMED}\n".encode())


def binary(name: str) -> str:
    """A program of the newest PostgreSQL that the distribution has installed."""
    return str(max(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4])))


@dataclass(frozen=True, slots=True)
class Cluster:
    """A server of our own."""

    folder: Path
    port: int

    def as_its_user(self, *command: str, is_needed: bool = True) -> None:
        """PostgreSQL does not run as root."""
        switched = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        subprocess.run([*switched, *command], check=is_needed, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def make(self, **settings: str) -> None:
        self.as_its_user(binary("initdb"), "-D", str(self.folder), "-A", "trust", "-U", "postgres", "-E", "UTF8")
        lines = {"port": self.port, "listen_addresses": "'127.0.0.1'", "unix_socket_directories": "''"} | settings
        with (self.folder / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in lines.items())

    def control(self, *command: str, is_needed: bool = True) -> None:
        self.as_its_user(
            *(binary("pg_ctl"), "-D", str(self.folder), "-l", f"{self.folder}/log", "-w", "-t", "60"),
            *command,
            is_needed=is_needed,
        )

    @property
    def address(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"


@contextmanager
def running(folder: Path, port: int, **settings: str) -> Iterator[Cluster]:
    """A server with the tables of a team."""
    cluster = Cluster(folder, port)
    cluster.make(**settings)
    cluster.control("start")
    try:
        migrating.upgrade(Server(cluster.address))
        yield cluster
    finally:
        cluster.control("stop", "-m", "immediate", is_needed=False)


class Workers:
    """Processes that record, each with its own count of what it was told."""

    def __init__(self, folder: Path, address: str, hours: tuple[float, ...] = (0.0,)) -> None:
        self.folder = folder
        folder.mkdir()
        (folder / "hardwon.yaml").write_text("services: {memory: {provider: postgres, project: bench}}\n")
        self.address = address
        self.hours = hours
        self.told: list[Path] = []
        self.killed = 0
        self.running = [self._started(number) for number in range(WORKERS)]

    def _started(self, number: int) -> subprocess.Popen[bytes]:
        self.told.append(self.folder / f"told-{len(self.told)}")
        hours = self.hours[number % len(self.hours)]
        command = [sys.executable, __file__, "--work", str(self.folder), "--number", str(number), "--hours", str(hours)]
        environ = os.environ | {"HARDWON_DATABASE_URL": self.address}
        with self.told[-1].open("wb") as file:
            return subprocess.Popen(command, stdout=file, stderr=subprocess.DEVNULL, env=environ)

    def kill_one(self) -> None:
        """And start another in its place."""
        number = random.randrange(WORKERS)
        self.running[number].send_signal(signal.SIGKILL)
        self.running[number].wait()
        self.killed += 1
        self.running[number] = self._started(number)

    @property
    def confirmed(self) -> int:
        return sum(path.read_text().count(CONFIRMED) for path in self.told)

    def wait_for(self, more: int, most: float = 60.0) -> None:
        """Until that many more verdicts were confirmed."""
        wanted, ends = self.confirmed + more, time.monotonic() + most
        while self.confirmed < wanted and time.monotonic() < ends:
            time.sleep(0.1)

    def end(self) -> None:
        """Kill all: what each was about at that moment was not confirmed, and may be found."""
        for each in self.running:
            each.kill()
            each.wait()
        self.killed += len(self.running)


def told(name: str, workers: Workers, address: str, note: str = "") -> None:
    """Everything that waits is delivered, then counted."""
    os.environ["HARDWON_DATABASE_URL"] = address
    team.close()
    memory = Memory.open(workers.folder)
    memory.deliver()  # as every command does
    found = sum(area.test_count for area in memory.areas.values())
    waited = f"still waiting: {memory.away}" if memory.away else ""
    with psycopg.connect(address) as connection:
        [there] = connection.execute("SELECT sum(test_count) FROM hardwon.areas").fetchone() or (0,)
    confirmed, doubtful = workers.confirmed, workers.killed
    lost, twice = max(0, confirmed - int(there)), max(0, int(there) - confirmed - doubtful)
    print(
        f"{name:34} confirmed {confirmed:6,}  found {int(there):6,} ({found:,} shown)  killed before their word "
        f"{doubtful:3}  lost {lost}  twice {twice}  {note} {waited}",
        flush=True,
    )


def kills(folder: Path, seconds: float) -> None:
    with running(folder / "data", 5801) as cluster:
        workers = Workers(folder / "work", cluster.address)
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            workers.wait_for(8)
            workers.kill_one()
        workers.end()
        told("kill -9 of workers", workers, cluster.address)


def restarts(folder: Path, seconds: float) -> None:
    with running(folder / "data", 5802) as cluster:
        workers = Workers(folder / "work", cluster.address)
        number, ends = 0, time.monotonic() + seconds
        while time.monotonic() < ends:
            workers.wait_for(10)
            cluster.control("restart", "-m", ("immediate", "fast")[number % 2])
            number += 1
        workers.wait_for(10)
        workers.end()
        told("restart in the middle", workers, cluster.address, f"{number} restarts, every second one as a crash")


def promoted(folder: Path, seconds: float, *, waits: bool) -> None:
    """The first server is killed; `waits`: it confirms only what the standby has, too."""
    wanted = {"synchronous_standby_names": "'*'"} if waits else {}
    with running(folder / "data", 5803, **wanted, synchronous_commit="local") as first, ExitStack() as stack:
        second = Cluster(folder / "standby", 5804)
        copy = ("-h", "127.0.0.1", "-p", str(first.port), "-U", "postgres", "-R", "-X", "stream", "-c", "fast")
        first.as_its_user(binary("pg_basebackup"), "-D", str(second.folder), *copy)
        with (second.folder / "postgresql.conf").open("a") as file:
            file.write(f"port = {second.port}\n")
        second.control("start")
        stack.callback(second.control, "stop", "-m", "immediate", is_needed=False)
        with psycopg.connect(first.address, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_commit = 'on'")
            connection.execute("SELECT pg_reload_conf()")
        both = f"postgresql://postgres@127.0.0.1:{first.port},127.0.0.1:{second.port}/postgres"
        workers = Workers(folder / "work", f"{both}?target_session_attrs=read-write")
        workers.wait_for(20)
        time.sleep(seconds / 4)
        first.control("stop", "-m", "immediate")
        time.sleep(1)
        second.control("promote")
        workers.wait_for(20)
        workers.end()
        name = "standby promoted, synchronous" if waits else "standby promoted, asynchronous"
        told(name, workers, second.address)


def cut(folder: Path, seconds: float) -> None:
    with running(folder / "data", 5805) as cluster:
        proxy = Proxy("127.0.0.1", cluster.port)
        proxy.is_cut = lambda data: b"COMMIT" in data and random.random() < 0.2
        through = cluster.address.replace(str(cluster.port), str(proxy.port)) + "?sslmode=disable"
        workers = Workers(folder / "work", through)
        time.sleep(seconds)
        workers.end()
        told("answer to a commit lost", workers, cluster.address, f"{proxy.cuts} answers were lost")
        proxy.close()


def full(folder: Path, seconds: float) -> None:
    """The whole data folder is on a small file system, which something else fills up."""
    small = folder / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=180m,mode=0777", "tmpfs", str(small)], check=True)
    try:
        with running(small / "data", 5806, max_wal_size="'64MB'", min_wal_size="'32MB'") as cluster:
            workers = Workers(folder / "work", cluster.address)
            workers.wait_for(20)
            with suppress(OSError), (small / "filler").open("wb", buffering=0) as file:
                while True:
                    file.write(b"\0" * 65536)
            time.sleep(seconds)
            waited = _rows(workers.folder)
            (small / "filler").unlink()
            cluster.control("start", is_needed=False)  # where it went down
            workers.wait_for(20)
            workers.end()
            told("disk of the server full", workers, cluster.address, f"{waited} waited on this machine meanwhile")
    finally:
        subprocess.run(["umount", "-l", str(small)], check=False)


def _rows(folder: Path) -> int:
    log = folder / ".hardwon" / "local" / "team" / "verdicts.jsonl"
    return log.read_bytes().count(b"\n") if log.exists() else 0


def skew(folder: Path, seconds: float) -> None:
    with running(folder / "data", 5807) as cluster:
        workers = Workers(folder / "work", cluster.address, hours=(0.0, -30.0, 30.0, -0.5))
        time.sleep(seconds)
        workers.end()
        told("clocks of clients 30 h apart", workers, cluster.address)


FAULTS: dict[str, Callable[[Path, float], None]] = {
    "kills": kills,
    "restarts": restarts,
    "promoted": lambda folder, seconds: promoted(folder, seconds, waits=True),
    "promoted-async": lambda folder, seconds: promoted(folder, seconds, waits=False),
    "cut": cut,
    "full": full,
    "skew": skew,
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=20.0)
    arguments.add_argument("--faults", nargs="*", choices=[*FAULTS], default=[*FAULTS])
    arguments.add_argument("--work", help=argparse.SUPPRESS)
    arguments.add_argument("--number", type=int, default=0, help=argparse.SUPPRESS)
    arguments.add_argument("--hours", type=float, default=0.0, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.work:
        work(given.work, given.number, given.hours)
        return
    for name in given.faults:
        folder = Path(tempfile.mkdtemp(prefix=f"hardwon-{name}-"))
        folder.chmod(0o777)
        try:
            FAULTS[name](folder, given.seconds)
        finally:
            team.close()
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
