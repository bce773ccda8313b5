"""A process that serves many at once: the dashboard, the MCP server, a suite in threads. Few connections, none left."""

from __future__ import annotations

import asyncio
import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, LiteralString

import httpx2
import psycopg
import pytest
from tests.postgres.test_searching import SHOP, STEPS, amounts, fill, keep, made, named, observation

from hardwon import Memory
from hardwon.errors import StorageError
from hardwon.listening.project_memory import ServedProject
from hardwon.mcp import looking, proposing
from hardwon.mcp.served import Served
from hardwon.mcp.workers import Workers
from hardwon.postgres import filling
from hardwon.postgres.observations import TeamObservations
from hardwon.postgres.server import MOST_IDLE, Server
from hardwon.project import team
from hardwon.store.observation_file import write
from hardwon.store.protocol import place_of
from hardwon.store.searching import Frequencies
from hardwon.web.application import Dashboard
from hardwon.web.checkup import Checkup
from hardwon.web.sessions import Sessions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hardwon.postgres.server import Connection

OURS = "SELECT pid FROM pg_stat_activity WHERE application_name = 'hardwon' AND datname = current_database()"
END_ONE = "SELECT pg_terminate_backend(%s, 5000)"
PAGES = ("/", "/areas", "/observations", "/recall?step=Open+the+invoice+list&product=shop", "/mandate", "/doctor")


@pytest.fixture
def project(tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HARDWON_DATABASE_URL", address)
    folder = made(tmp_path / "one")
    fill(Memory.open(folder), 40)
    team.close()
    return folder


@pytest.fixture
def connections(address: str) -> Callable[[], list[tuple[int]]]:
    """The connections of ours that the server has."""

    def found() -> list[tuple[int]]:
        with psycopg.connect(address) as connection:
            return connection.execute(OURS).fetchall()

    return found


def test_dashboard_needs_as_many_connections_as_it_has_workers_and_gets_new_ones(
    project: Path, address: str, connections: Callable[[], list[tuple[int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[int] = []
    connect = Server._connected

    def noted(server: Server) -> Connection:
        opened.append(1)
        return connect(server)

    monkeypatch.setattr(Server, "_connected", noted)
    memory = Memory.open(project)
    dashboard = Dashboard(
        served=ServedProject(project=memory.project),
        sessions=Sessions(port=1),
        checkup=Checkup(project=memory.project, flags=(), clock=memory.clock),
    )

    async def visit() -> list[int]:
        transport = httpx2.ASGITransport(app=dashboard.application())
        async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            asked = [client.get(PAGES[number % len(PAGES)]) for number in range(20)]
            return [answer.status_code for answer in await asyncio.gather(*asked)]

    assert asyncio.run(visit()) == [200] * 20
    assert asyncio.run(visit()) == [200] * 20
    assert len(opened) <= 10, "four readers and a writer, each of which may hold a lock beside what it asks"
    assert 0 < len(connections()) <= MOST_IDLE
    with psycopg.connect(address, autocommit=True) as connection:
        for each in connections():
            connection.execute(END_ONE, each)
    assert asyncio.run(visit()) == [200] * 20
    assert 0 < len(connections()) <= MOST_IDLE
    team.close()
    ends = time.monotonic() + 60
    while connections() and time.monotonic() < ends:  # the doctor's examination goes on behind its page
        time.sleep(0.1)
    assert connections() == []


def test_mcp_server_goes_on_when_its_connections_were_ended(
    project: Path, address: str, connections: Callable[[], list[tuple[int]]]
) -> None:
    served, workers = Served(project=Memory.open(project).project), Workers()
    asked = {"step": STEPS[0], "product": "shop"}

    async def call() -> list[Any]:
        reads = [workers.read(lambda: looking.recall(served, asked)) for _ in range(10)]
        reads += [workers.read(lambda: looking.status(served, {})) for _ in range(6)]
        writes = [workers.write(lambda: proposing.record(served, {"area": "auth", "passed": True})) for _ in range(4)]
        return list(await asyncio.gather(*reads, *writes))

    assert all(each["observations"] for each in asyncio.run(call())[:10])
    assert 0 < len(connections()) <= 4
    with psycopg.connect(address, autocommit=True) as connection:
        for each in connections():
            connection.execute(END_ONE, each)
    assert len(asyncio.run(call())) == 20
    assert 0 < len(connections()) <= 4
    workers.close()


def test_threads_that_recall_while_others_write_see_a_whole(project: Path, tmp_path: Path) -> None:
    """Stores are shared by the threads of a process: none may see what another is about to replace."""
    folder = made(tmp_path / "two", has_disk=False)
    (folder / "hardwon.yaml").write_text("services: {memory: {provider: postgres, project: p, refresh: 0}}\n")
    writer = Memory.open(folder)

    def recalled(number: int) -> list[str]:
        memory, chance = Memory.open(folder), random.Random(number)
        steps = [chance.choice(STEPS) for _ in range(12)]
        return [error for step in steps if (error := memory.recall(step, product="shop").error)]

    with ThreadPoolExecutor(6) as threads:
        found = [threads.submit(recalled, number) for number in range(5)]
        for number in range(1000, 1012):
            keep(writer, named(number), "The invoice list opens late.")
        assert [each.result() for each in found] == [[]] * 5


@pytest.mark.parametrize("about", ["shelves", "terms"], ids=["revisions", "search"])
def test_what_a_thread_changes_while_another_looks_is_seen_at_once(
    connected: Callable[..., Server], monkeypatch: pytest.MonkeyPatch, about: str
) -> None:
    """The other one's answer is of before, and must not be taken for what there is now."""
    record = TeamObservations(connected(), "p", refresh=1000)
    place, document = place_of(SHOP, named(1)), b"no observation, and counted"
    is_committed = Event()
    threads: list[Thread] = []
    ask, run = Server.ask, Server.run

    def noted(server: Server, work: Any, **how: Any) -> Any:
        found = run(server, work, **how)
        is_committed.set()
        return found

    def overtaken(server: Server, query: LiteralString, values: Any = ()) -> Any:
        found = ask(server, query, values)
        if about in query and not threads:
            threads.append(Thread(target=lambda: record.keep({place: document})))
            threads[0].start()
            assert is_committed.wait(30)
            threads[0].join(0.05)  # it says so now, unless it has to wait for us
        return found

    monkeypatch.setattr(Server, "run", noted)
    monkeypatch.setattr(Server, "ask", overtaken)
    for _ in range(2):
        seen = [*record.revisions().of] if about == "shelves" else record.searching.frequencies(["sform"], [SHOP])
        threads[0].join()
    assert seen == ([place] if about == "shelves" else Frequencies(0, 0, 0, {}))
    assert about == "shelves" or record.searching._having["#all"] == 1


def test_counts_of_words_fit_when_many_write_at_once(connected: Callable[..., Server]) -> None:
    """The same ids in the same scopes by four that know nothing of each other: added, replaced and taken away."""

    def work(number: int) -> None:
        record, chance = TeamObservations(connected(), "p"), random.Random(number)
        for _ in range(8):
            made_now = [observation(chance.randrange(4), chance) for _ in range(3)]
            record.keep({place_of(each.scope, each.id): write(each) for each in made_now})
            with suppress(StorageError):  # another one was quicker
                place = place_of(made_now[0].scope, made_now[0].id)
                record.put(place, None, record.document(place))

    with ThreadPoolExecutor(4) as threads:
        for each in [threads.submit(work, number) for number in range(4)]:
            each.result()
    server = connected()
    found = amounts(server)
    assert filling.miscounted(server) == []
    server.apart(lambda cursor: cursor.execute("DELETE FROM hardwon.terms"))
    filling.fill(server)
    assert amounts(server) == found
