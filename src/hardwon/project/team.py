"""The team's server, as the configuration names it: one for all that a process does with a project."""

from __future__ import annotations

import atexit
from functools import cache
from threading import RLock
from typing import TYPE_CHECKING, Any

from hardwon.errors import SettingError
from hardwon.postgres import migrating
from hardwon.postgres.server import Server
from hardwon.postgres.stores import TeamStores
from hardwon.project.away import GoingStores, WaitingRoom
from hardwon.project.met import Base
from hardwon.project.moving import Move
from hardwon.project.namespace import name_of
from hardwon.project.records import FileStores

__all__ = ["close", "going_stores", "move_of", "name_of", "server_of", "team_stores"]

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from hardwon.project.config import Config
    from hardwon.project.moving import MovingLog
    from hardwon.project.root import Project
    from hardwon.store.protocol import Stores

_PREFIX = "services.memory."
_making = RLock()
"""Threads that begin together get the same server and the same stores, and not one each."""


def server_of(config: Config, *, is_checked: bool = True) -> Server:
    """The server that the user has named. `is_checked`: its tables must fit this version."""
    address = config.secrets.get(_PREFIX + "databaseUrl")
    if not address:
        raise SettingError(
            "Nobody has said where the server of the team's memory is.",
            remedy="Set HARDWON_DATABASE_URL, or services.memory.databaseUrl in your own configuration file.",
        )
    with _making:
        return _server(address, config.lock_timeout, is_checked)


@cache
def _server(address: str, lock_timeout: float, is_checked: bool) -> Server:
    server = Server(address, lock_timeout=lock_timeout, check=migrating.check if is_checked else None)
    _open.append(server)
    return server


_open: list[Server] = []


@atexit.register
def close() -> None:
    """Let go of every server; who asks again reaches it anew."""
    while _open:
        _open.pop().close()
    _server.cache_clear()
    _stores.cache_clear()


def team_stores(project: Project, config: Config) -> TeamStores:
    """The stores of the project on its server; nothing is asked there yet."""
    with _making:
        return _stores(
            server=server_of(config),
            project=name_of(project.root, config),
            refresh=config.number(_PREFIX + "refresh"),
            window=int(config.number(_PREFIX + "circuitBreakerWindowSize")),
            baseline=int(config.number(_PREFIX + "circuitBreakerBaselineSize")),
            threshold=config.number(_PREFIX + "circuitBreakerThreshold"),
        )


def going_stores(project: Project, config: Config, away: Callable[[Project], Stores]) -> GoingStores:
    """The same, which go on with files of this machine while the server is away."""
    room = WaitingRoom.of(project, config.lock_timeout)
    return GoingStores(team_stores(project, config), away(room.project), room)


def move_of(project: Project, config: Config, now: datetime, log: MovingLog) -> Move:
    """The files of the project and the server, to be moved between."""
    return Move(
        files=FileStores(project, config),
        team=team_stores(project, config),
        base=Base(WaitingRoom.of(project, config.lock_timeout).folder / "base"),
        scoring=config.scoring,
        now=now,
        log=log,
    )


@cache
def _stores(**how: Any) -> TeamStores:
    return TeamStores(**how)
