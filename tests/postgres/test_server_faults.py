"""Nothing is lost, nothing is counted twice: answers that are lost, connections that end, workers that are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from threading import Thread
from typing import TYPE_CHECKING

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from tests.postgres.proxy import Proxy

from hardwon.areas.area import Area
from hardwon.areas.learning import with_areas
from hardwon.errors import LockTimeout, ServerAway, ServerRefused
from hardwon.postgres.areas import TeamAreas
from hardwon.postgres.server import Server
from hardwon.store.protocol import AlreadyDoneError, Concern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardwon.areas.ledger import Ledger

AT = "2026-01-05T10:00:00Z"
END_SERVER = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND datname = current_database()
"""

WORKER = """
import sys
from hardwon.postgres.areas import TeamAreas
from hardwon.postgres.server import Server
from hardwon.areas.area import Area
from hardwon.areas.learning import with_areas
from hardwon.store.protocol import Concern

areas = TeamAreas(Server(sys.argv[1]), "p")

def change(ledger):
    known = ledger.areas.get("cart") or Area(name="cart")
    count = known.test_count + 1
    return with_areas(ledger, {"cart": Area(name="cart", test_count=count, pass_count=count)}, "2026-01-05T10:00:00Z")

while True:
    areas.update(change, at="2026-01-05T10:00:00Z", about=Concern(areas=frozenset({"cart"})))
    sys.stdout.write("confirmed\\n")
    sys.stdout.flush()
"""


def count_one(ledger: Ledger) -> Ledger:
    known = ledger.areas.get("cart") or Area(name="cart")
    count = known.test_count + 1
    return with_areas(ledger, {"cart": Area(name="cart", test_count=count, pass_count=count)}, AT)


ABOUT = Concern(areas=frozenset({"cart"}))


def counted(server: Server) -> int:
    return TeamAreas(server, "p").read().areas["cart"].test_count


@pytest.fixture
def proxy(address: str) -> Iterator[Proxy]:
    with psycopg.connect(address) as connection:
        made = Proxy(connection.info.host, connection.info.port)
    yield made
    made.close()


@pytest.fixture
def through(address: str, proxy: Proxy) -> Iterator[Server]:
    """The server, reached through the proxy."""
    server = Server(make_conninfo(address, host="127.0.0.1", port=proxy.port, sslmode="disable"))
    yield server
    server.close()


def test_update_whose_answer_was_lost_counts_once(proxy: Proxy, through: Server) -> None:
    areas = TeamAreas(through, "p")
    for _ in range(3):
        areas.update(count_one, at=AT, about=ABOUT)
    cut = iter([True] * 5)
    proxy.is_cut = lambda data: b"COMMIT" in data and next(cut, False)
    for _ in range(10):
        areas.update(count_one, at=AT, about=ABOUT)
    assert proxy.cuts == 5
    assert counted(through) == 13


def test_connection_that_breaks_before_the_commit_counts_once(proxy: Proxy, through: Server) -> None:
    areas = TeamAreas(through, "p")
    cut = iter([True] * 4)
    proxy.is_cut = lambda data: b"UPDATE hardwon.areas" in data and next(cut, False)
    for _ in range(6):
        areas.update(count_one, at=AT, about=ABOUT)
    assert proxy.cuts == 4
    assert counted(through) == 6


def test_run_that_counts_already_is_not_counted_again(connected: Callable[[], Server]) -> None:
    areas = TeamAreas(connected(), "p")
    of_run = Concern(areas=frozenset({"cart"}), run="20260105T100000-000000-ab12")
    areas.update(count_one, at=AT, about=of_run)
    with pytest.raises(AlreadyDoneError):
        areas.update(count_one, at=AT, about=of_run)
    assert counted(connected()) == 1


def test_connections_that_the_server_ends_are_made_anew(address: str, connected: Callable[[], Server]) -> None:
    server = connected()
    areas = TeamAreas(server, "p")
    for _ in range(5):
        areas.update(count_one, at=AT, about=ABOUT)
        with psycopg.connect(address, autocommit=True) as other:
            other.execute(END_SERVER)
    assert counted(server) == 5


def test_threads_do_not_lose_updates(connected: Callable[[], Server]) -> None:
    server = connected()

    def work() -> None:
        for _ in range(10):
            TeamAreas(server, "p").update(count_one, at=AT, about=ABOUT)

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counted(server) == 40


def test_killed_workers_lose_nothing_that_was_confirmed(address: str, connected: Callable[[], Server]) -> None:
    workers = [
        subprocess.Popen([sys.executable, "-c", WORKER, address], stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    confirmed = 0
    for worker in workers:
        assert worker.stdout is not None
        confirmed += sum(worker.stdout.readline() == "confirmed\n" for _ in range(15))
        os.kill(worker.pid, signal.SIGKILL)
        confirmed += worker.stdout.read().count("confirmed\n")
        worker.wait()
        worker.stdout.close()
    # A worker may have been killed between its commit and its word: one each, at most.
    assert confirmed <= counted(connected()) <= confirmed + len(workers)


def test_writer_waits_no_longer_than_it_says(connected: Callable[..., Server]) -> None:
    one, two = connected(), connected(lock_timeout=0)

    def nested(ledger: Ledger) -> Ledger:
        with pytest.raises(LockTimeout):
            TeamAreas(two, "p").update(count_one, at=AT, about=ABOUT)
        return count_one(ledger)

    TeamAreas(one, "p").update(nested, at=AT, about=ABOUT)
    assert counted(one) == 1


def test_areas_do_not_wait_for_each_other(connected: Callable[..., Server]) -> None:
    one, two = connected(), connected(lock_timeout=0)

    def nested(ledger: Ledger) -> Ledger:
        other = Concern(areas=frozenset({"auth"}))
        change = lambda known: with_areas(known, {"auth": Area(name="auth", test_count=1, pass_count=1)}, AT)  # noqa: E731 - as short as it is
        TeamAreas(two, "p").update(change, at=AT, about=other)
        return count_one(ledger)

    TeamAreas(one, "p").update(nested, at=AT, about=ABOUT)
    assert {*TeamAreas(one, "p").read().areas} == {"auth", "cart"}


@pytest.mark.parametrize(
    "wrong",
    [
        "postgresql://hardwon-user:very-secret@127.0.0.1:9/memory",
        "postgresql://hardwon-user:very-secret@nowhere.invalid/memory",
        "host=127.0.0.1 port=9 user=hardwon-user password=very-secret",
        "postgresql://hardwon-user:very-secret@127.0.0.1:notaport/memory",
    ],
)
def test_address_is_never_shown(wrong: str) -> None:
    server = Server(wrong, patience=0)
    with pytest.raises((ServerAway, ServerRefused)) as refusal:
        server.ask("SELECT 1")
    told = f"{refusal.value} {refusal.value.__cause__} {server!r}"
    for part in ("very-secret", "hardwon-user", "127.0.0.1", "nowhere.invalid", "memory@"):
        assert part not in told


def test_server_without_our_tables_says_what_to_do(databases: object) -> None:
    server = Server(databases.empty())  # type: ignore[attr-defined]  # Databases, which only the extra brings
    with pytest.raises(ServerRefused, match="db init"):
        TeamAreas(server, "p").read()
    server.close()
