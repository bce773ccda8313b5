"""A site on loopback for the explorer: pages from a function, sessions by cookie, every request written down."""

from __future__ import annotations

import secrets
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass
class Visit:
    """One visitor."""

    user: str = ""
    flashed: list[str] = field(default_factory=list)
    """Shown once, on the next page."""

    loans: list[str] = field(default_factory=list)


@dataclass
class Asked:
    path: str
    query: dict[str, str]
    form: dict[str, str] | None
    """What was posted; None when nothing was."""

    visit: Visit
    moved: bool


@dataclass
class Answered:
    html: str = ""
    status: int = 200
    location: str = ""
    kind: str = "text/html"


@dataclass
class Site:
    """A running site."""

    view: Callable[[Asked], Answered]
    moved: bool = False
    url: str = ""
    requests: list[str] = field(default_factory=list)
    """Every request, as "GET /cart", in the order in which they came."""

    visits: dict[str, Visit] = field(default_factory=dict)

    @property
    def loads(self) -> int:
        """Pages that were asked for; stylesheets are none."""
        return sum(not each.endswith(".css") for each in self.requests)


def see_other(address: str) -> Answered:
    return Answered(status=303, location=address)


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        self._answer("GET", None)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        self._answer("POST", dict(parse_qsl(body, keep_blank_values=True)))

    def _answer(self, method: str, form: dict[str, str] | None) -> None:
        site, parts = self.server.site, urlsplit(self.path)
        site.requests.append(f"{method} {self.path}")
        jar = SimpleCookie(self.headers.get("Cookie", ""))
        key = jar["visit"].value if "visit" in jar else secrets.token_hex(8)
        visit = site.visits.setdefault(key, Visit())
        answer = site.view(
            Asked(path=parts.path, query=dict(parse_qsl(parts.query)), form=form, visit=visit, moved=site.moved)
        )
        body = answer.html.encode()
        self.send_response(answer.status)
        self.send_header("Content-Type", f"{answer.kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Set-Cookie", f"visit={key}; Path=/; HttpOnly")
        if answer.location:
            self.send_header("Location", answer.location)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing: the site keeps its own list of requests."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, site: Site) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.site = site
        site.url = f"http://127.0.0.1:{self.server_address[1]}/"


@contextmanager
def serve(view: Callable[[Asked], Answered], *, moved: bool = False) -> Iterator[Site]:
    """The site, as long as the block lasts."""
    site = Site(view, moved=moved)
    with _Server(site) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()
