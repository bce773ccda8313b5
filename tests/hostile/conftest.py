"""What hostile tests share: a server that answers as the test says, and keeps what it was asked."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that the server got."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(slots=True)
class Answering:
    """A server, and what it was asked."""

    url: str = ""
    asked: list[Asked] = field(default_factory=list)
    answer: Callable[[Asked], tuple[int, dict[str, str], bytes]] = lambda _: (200, {}, b"")


@pytest.fixture
def server() -> Iterator[Answering]:
    """A server on this machine; it answers as `server.answer` says."""
    with _running() as known:
        yield known


@pytest.fixture
def other_server() -> Iterator[Answering]:
    """Another one: on another port, so another origin."""
    with _running() as known:
        yield known


@contextmanager
def _running() -> Iterator[Answering]:
    known = Answering()

    class Handler(BaseHTTPRequestHandler):
        def _any(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            asked = Asked(self.command, self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            known.asked.append(asked)
            status, headers, content = known.answer(asked)
            self.send_response(status)
            for name, value in {"Content-Type": "text/html", "Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_HEAD = _any  # noqa: N815 - the names that http.server looks for

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    known.url = f"http://127.0.0.1:{listening.server_port}"
    yield known
    listening.shutdown()
    listening.server_close()
    thread.join()
