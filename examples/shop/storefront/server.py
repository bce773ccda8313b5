"""The server: one shop behind HTTP on loopback, which counts the pages it serves.

`/-/loads` (how many pages were served) and `/-/moved` (post `yes` or `no`: things move) are for whoever runs the shop
as a process of its own; no page links them, and they are not counted.
"""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

from storefront.markup import page, text
from storefront.pages import ROUTES
from storefront.state import State
from storefront.web import Request, Response, route

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST_FORM = 100_000


class Site:
    """A running shop."""

    def __init__(self, *, moved: bool = False, slow: float = 2.0) -> None:
        self.moved = moved
        self.slow = slow
        self.state = State()
        self.requests: list[str] = []
        """Every request, as "GET /cart", in the order in which they came."""

        self.url = ""

    @property
    def loads(self) -> int:
        return len(self.requests)

    def answer(self, method: str, target: str, form: dict[str, str] | None, cookie: str) -> tuple[Response, str]:
        """The answer to a request, and the visit that it belongs to."""
        parts = urlsplit(target)
        with self.state.lock:
            self.requests.append(f"{method} {target}")
            cookie, visit = self.state.visit(cookie)
        request = Request(
            path=parts.path,
            query=dict(parse_qsl(parts.query)),
            form=form,
            visit=visit,
            state=self.state,
            moved=self.moved,
            slow=self.slow,
        )
        return _answer(request), cookie


def _answer(request: Request) -> Response:
    if request.form is not None and request.form.get("csrf") != request.visit.token:
        return Response(page(request, "Refused", text("The form was not sent from this shop.")), 403)
    found = route(ROUTES, request.path)
    if found is None:
        return Response(page(request, "Not found", text("There is no such page.")), 404)
    view, request.rest = found
    return view(request)


class Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path == "/-/loads":
            return self._send(Response(json.dumps({"loads": self.server.site.loads})))
        return self._visit("GET", None)

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        if length > LARGEST_FORM:
            self.close_connection = True
            return self._send(Response("Too much.", 413))
        body = self.rfile.read(length).decode("utf-8", "replace")
        if self.path == "/-/moved":
            self.server.site.moved = body.strip() == "yes"
            return self._send(Response(json.dumps({"moved": self.server.site.moved})))
        return self._visit("POST", dict(parse_qsl(body, keep_blank_values=True)))

    def _visit(self, method: str, form: dict[str, str] | None) -> None:
        response, cookie = self.server.site.answer(method, self.path, form, self._cookie())
        self._send(response, cookie)

    def _cookie(self) -> str:
        try:
            jar = SimpleCookie(self.headers.get("Cookie", ""))
        except CookieError:
            return ""
        return jar["visit"].value if "visit" in jar else ""

    def _send(self, response: Response, cookie: str = "") -> None:
        body = response.body.encode("utf-8")
        self.send_response(response.status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        if cookie:
            self.send_header("Set-Cookie", f"visit={cookie}; Path=/; HttpOnly; SameSite=Lax")
        for name, value in response.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing: the shop keeps its own list of requests."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port: int, site: Site) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.site = site
        site.url = f"http://127.0.0.1:{self.server_address[1]}/"

    def handle_error(self, *_: object) -> None:
        """Nothing: a visitor who hangs up in the middle of a page is no error of the shop."""


@contextmanager
def serve(port: int = 0, *, moved: bool = False, slow: float = 2.0) -> Iterator[Site]:
    """A shop on loopback, as long as the block lasts; port 0 takes a free one."""
    site = Site(moved=moved, slow=slow)
    with Server(port, site) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()
