"""Steps that a model wrote without having seen the site: where the way cannot be gone, nothing is judged."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from hardwon.agents import CannotRun, PlainStep
from hardwon.agents.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = (
    "<h1>Register</h1><p>%s</p><form method=post action='%s'><label>Password <input name=password></label>"
    "<button>Go</button></form>"
)


class Site(BaseHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        self.answer(200, "")

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.answer(*((500, "Oops") if self.path == "/broken" else (422, "Password too short")))

    def answer(self, status: int, message: str) -> None:
        body = (PAGE % (message, "/broken" if self.path == "/broken" else "/register")).encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    thread.join()
    server.server_close()


def outcome(state: dict[str, Any], url: str, text: str, kind: Any = "act") -> bool:
    return bool(Explorer()(PlainStep(text=text, kind=kind, url=url, state=state)).passed)


def test_a_step_that_names_what_is_not_there_is_not_judged(url: str) -> None:
    """A test of a person says that it is there, and fails; a model only supposed so."""
    with pytest.raises(CannotRun, match="could not be carried out"):
        outcome({"scenario": True}, url, "Click 'Buy now'")
    assert not outcome({}, url, "Click 'Buy now'")


def test_what_is_refused_is_looked_at(url: str) -> None:
    state: dict[str, Any] = {"scenario": True}
    assert outcome(state, url, "Press Go")
    assert outcome(state, url, 'The page says "Password too short"', "assert")
    assert not outcome(state, url, 'The page says "Welcome"', "assert")


def test_a_server_that_fails_fails_the_scenario(url: str) -> None:
    state: dict[str, Any] = {"scenario": True}
    assert outcome(state, url, "Open /broken")
    assert not outcome(state, url, "Press Go")
