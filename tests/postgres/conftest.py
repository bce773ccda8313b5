"""Databases of their own on the real PostgreSQL that all tests of a process share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.postgres.running import Databases  # noqa: TC002 - without the extra it skips all that is here

from hardwon.project import team

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardwon.postgres.server import Server


@pytest.fixture
def address(databases: Databases) -> Iterator[str]:
    """The address of a database of its own, in which the team's memory is ready and empty."""
    with databases.lent() as found:
        yield found
        team.close()  # what this process knows of it


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
