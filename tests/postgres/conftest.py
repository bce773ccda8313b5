"""A real PostgreSQL, started once, and databases of their own on it.

`HARDWON_TEST_POSTGRES` names another one, as a superuser of it reaches it: what the tests made there is dropped.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from tests.postgres.running import Databases, running_server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardwon.postgres.server import Server


@pytest.fixture(scope="session")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Databases]:
    """Databases on one server: from the wheel that brings PostgreSQL along, or one that is named."""
    if named := os.environ.get("HARDWON_TEST_POSTGRES"):
        there = Databases(named)
        yield there
        there.drop()
        return
    with running_server(tmp_path_factory.mktemp("pg")) as address:
        yield Databases(address)


@pytest.fixture
def address(databases: Databases) -> str:
    """The address of a database of its own, in which the team's memory is ready."""
    return databases.new()


@pytest.fixture
def connected(address: str) -> Iterator[Callable[[], Server]]:
    """Makes servers for that database, as several processes have them, and closes what they hold."""
    from hardwon.postgres.server import Server  # noqa: PLC0415 - only where the extra is installed

    made: list[Server] = []

    def connect(lock_timeout: float = 120.0) -> Server:
        made.append(Server(address, lock_timeout=lock_timeout))
        return made[-1]

    yield connect
    for server in made:
        server.close()
