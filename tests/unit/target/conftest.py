"""A target that says exactly the bytes that a test wants it to say."""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from hardwon.target.origin import Origin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Said = bytes | Callable[[socket.socket], None]


class Target:
    """Says something for each path, and keeps the requests as they came."""

    def __init__(self) -> None:
        self.says: dict[str, Said] = {}
        self.asked: list[bytes] = []
        self.over = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.origin = Origin.of(f"http://127.0.0.1:{self._socket.getsockname()[1]}")
        self._threads = [threading.Thread(target=self._serve, daemon=True)]
        self._threads[0].start()

    @property
    def paths(self) -> list[str]:
        return [request.split(b" ", 2)[1].decode() for request in self.asked]

    def drip(self, head: bytes, piece: bytes) -> Callable[[socket.socket], None]:
        """Something, and then a little more now and then, without an end."""

        def say(connection: socket.socket) -> None:
            connection.sendall(head)
            while not self.over.wait(0.02):
                connection.sendall(piece)

        return say

    def close(self) -> None:
        self.over.set()
        with suppress(OSError):  # it may be closed already
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self._threads.append(threading.Thread(target=self._answer, args=(connection,), daemon=True))
            self._threads[-1].start()

    def _answer(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):  # whoever asked may hang up
            request = _whole(connection)
            if b" HTTP/1.1\r\n" not in request:
                return
            self.asked.append(request)
            path = self.paths[-1]
            said = self.says.get(path, b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n")
            if callable(said):
                said(connection)
            else:
                connection.sendall(said)


def _whole(connection: socket.socket) -> bytes:
    """A request with its body, which may come after its head."""
    request = connection.recv(65536)
    head, _, body = request.partition(b"\r\n\r\n")
    announced = re.search(rb"Content-Length: (\d+)", head)
    while announced and len(body) < int(announced[1]):
        body += connection.recv(65536)
    return head + b"\r\n\r\n" + body


@pytest.fixture
def target() -> Iterator[Target]:
    """A target on this machine."""
    made = Target()
    yield made
    made.close()
