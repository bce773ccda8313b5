"""A way to the server that can be cut: all that goes through is passed on, until the answer to a commit is not."""

from __future__ import annotations

import select
import socket
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Proxy:
    """Listens on a port of its own and passes everything on to the server's, or to its socket in a folder."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._threads: list[Thread] = []
        self.cuts = 0
        """Connections that were cut."""

        self.is_cut: Callable[[bytes], bool] = lambda _: False
        """Whether to lose the answer to what a client sends, and the connection with it. The server has it by then."""

        Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    def close(self) -> None:
        """Take no more connections, and let go of those that are."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(timeout=10)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._threads.append(Thread(target=self._serve, args=(client,), daemon=True))
                self._threads[-1].start()

    def _reached(self) -> socket.socket:
        if not self._host.startswith("/"):
            return socket.create_connection((self._host, self._port))
        server = socket.socket(socket.AF_UNIX)
        server.connect(f"{self._host}/.s.PGSQL.{self._port}")
        return server

    def _serve(self, client: socket.socket) -> None:
        with client, suppress(OSError), self._reached() as server:
            while True:
                for ready in select.select([client, server], [], [])[0]:
                    data = ready.recv(65536)
                    if not data:
                        return
                    if ready is server:
                        client.sendall(data)
                        continue
                    is_cut = self.is_cut(data)
                    server.sendall(data)
                    if is_cut:
                        self.cuts += 1
                        server.recv(65536)  # it has answered, so it has done it; nobody is told
                        return
