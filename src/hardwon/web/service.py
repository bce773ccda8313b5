"""The service: the dashboard on a socket, until the process is told to end."""

from __future__ import annotations

import asyncio
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

import uvicorn

from hardwon.listening.address import hosts_of
from hardwon.listening.connections import BoundedConnection
from hardwon.listening.door import Door

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator

    from hardwon.web.application import Dashboard

ENDS = (signal.SIGINT, signal.SIGTERM)
PATIENCE = 3
"""Seconds that requests have to end once the server shall."""


class Service(uvicorn.Server):
    """The server. Being told to end is how it ends well: no exit code says otherwise."""

    def __init__(self, config: uvicorn.Config, dashboard: Dashboard, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._dashboard = dashboard
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for each in ENDS:
            loop.add_signal_handler(each, self._end)
        try:
            yield
        finally:
            for each in ENDS:
                loop.remove_signal_handler(each)

    def _end(self) -> None:
        self._dashboard.stopping.set()  # pages that watch a run let go
        self.force_exit = self.should_exit
        self.should_exit = True


async def serve(dashboard: Dashboard, found: socket.socket, *, name: str, ready: Callable[[], None]) -> None:
    """Serve until the process is told to end. `name` is what readers may call this machine, too."""
    config = uvicorn.Config(
        Door(app=dashboard.application(), hosts=hosts_of(found, name)),
        http=BoundedConnection,
        # What a page ends in is told by the page; a traceback is printed where HARDWON_DEBUG asks for it.
        log_level="critical",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=PATIENCE,
    )
    await Service(config, dashboard, ready).serve(sockets=[found])
