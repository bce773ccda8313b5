"""Connections: how many a server holds at once, and how long a request may take to come in.

Without bounds whoever reaches the server, token or not, could take all of its file descriptors with requests that
never end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

UNFINISHED = (h11.IDLE, h11.SEND_BODY)


class BoundedConnection(H11Protocol):
    """One connection: let go where there are too many, or where its request does not come in whole in time."""

    most: ClassVar[int] = 256
    patience: ClassVar[float] = 20.0
    """Seconds that a request may take to come in, with its body."""

    _waits: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.abort()
        else:
            self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state in UNFINISHED:
            self._wait()
        else:
            self._wait_no_longer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._waits is None:
            self._waits = self.loop.call_later(self.patience, self.transport.abort)

    def _wait_no_longer(self) -> None:
        if self._waits is not None:
            self._waits.cancel()
            self._waits = None
