"""Connections are bounded: nobody keeps a server busy with requests that never come in."""

from __future__ import annotations

import socket
import threading
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
import uvicorn
from tests.web.conftest import PATIENCE

from hardwon.listening.address import bound
from hardwon.listening.connections import BoundedConnection

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = b"GET / HTTP/1.1\r\nHost: here\r\n"


class Hasty(BoundedConnection):
    patience = 0.3


class Narrow(BoundedConnection):
    most = 4


async def echo(scope: Any, receive: Any, send: Any) -> None:
    size, more = 0, scope["type"] == "http"
    while more:
        part = await receive()
        size, more = size + len(part.get("body", b"")), part.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(size).encode()})


@contextmanager
def listening(how: type[BoundedConnection]) -> Iterator[tuple[str, int]]:
    found = bound("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(echo, http=how, log_level="critical", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [found]})
    thread.start()
    try:
        yield found.getsockname()
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        found.close()


def rest_of(connection: socket.socket) -> bytes:
    """What comes until the server lets go; TimeoutError if it never does."""
    found = b""
    try:
        while part := connection.recv(1000):
            found += part
    except ConnectionResetError:
        pass
    return found


@pytest.mark.parametrize(
    "beginning",
    [b"", b"G", HEAD, b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nabc"],
    ids=["nothing", "a letter", "half a head", "half a body"],
)
def test_a_request_that_does_not_come_in_is_let_go(beginning: bytes) -> None:
    with listening(Hasty) as address, socket.create_connection(address, PATIENCE) as slow:
        slow.sendall(beginning)
        assert rest_of(slow) == b""


def test_a_second_request_is_waited_for_no_longer_than_the_first() -> None:
    with listening(Hasty) as address, socket.create_connection(address, PATIENCE) as slow:
        slow.sendall(HEAD + b"\r\n" + HEAD)
        assert rest_of(slow).count(b"HTTP/1.1 200") == 1


def test_a_whole_request_is_answered() -> None:
    with listening(Hasty) as (host, port):
        answer = httpx2.post(f"http://{host}:{port}/", content=b"x" * 300_000, timeout=PATIENCE)
    assert (answer.status_code, answer.text) == (200, "300000")


def test_too_many_at_once_are_let_go_and_the_others_stay() -> None:
    with listening(Narrow) as address, ExitStack() as stack:
        first = [stack.enter_context(socket.create_connection(address, PATIENCE)) for _ in range(4)]
        for each in first:
            each.sendall(HEAD)
        more = [stack.enter_context(socket.create_connection(address, PATIENCE)) for _ in range(6)]
        assert [rest_of(each) for each in more] == [b""] * 6
        for each in first:
            each.sendall(b"BoundedConnection: close\r\n\r\n")
        assert all(rest_of(each).startswith(b"HTTP/1.1 200") for each in first)
