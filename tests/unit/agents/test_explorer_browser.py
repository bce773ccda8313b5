"""The browser stays on its site, within its limits, and says what went wrong instead of raising."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from hardwon.agents.explorer.browser import Browser
from hardwon.target.exchange import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Answer = tuple[int, dict[str, str], bytes]


class Served:
    """A server of a few answers, and what it was asked."""

    def __init__(self, answers: dict[str, Answer | Callable[[Any], None]]) -> None:
        self.answers = answers
        self.asked: list[tuple[str, str, bytes, str]] = []
        self.url = ""


@contextmanager
def served(answers: dict[str, Answer | Callable[[Any], None]]) -> Iterator[Served]:
    site = Served(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            site.asked.append((self.command, self.path, body, self.headers.get("Cookie", "")))
            answer = site.answers.get(self.path, (404, {}, b"none"))
            if callable(answer):
                return answer(self)
            status, headers, content = answer
            self.send_response(status)
            for name, value in {"Content-Type": "text/html", **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)
            return None

        do_POST = do_GET  # noqa: N815 - the name that http.server asks for

        def log_message(self, *_: object) -> None: ...

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """Nothing: the browser hangs up on purpose."""

    with Server(("127.0.0.1", 0), Handler) as server:
        site.url = f"http://127.0.0.1:{server.server_address[1]}/"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()


def to(address: str, status: int = 302) -> Answer:
    return status, {"Location": address}, b""


def test_cookies_come_back_and_redirects_within_the_site_are_followed() -> None:
    with served(
        {
            "/": (302, {"Location": "inside?x=1#part", "Set-Cookie": "sid=7; Path=/"}, b""),
            "/inside?x=1": (200, {}, b"<h1>In</h1>"),
        }
    ) as site:
        browser = Browser(site.url)
        page = browser.load(site.url)
        assert (page.heading, page.url, browser.loads) == ("In", f"{site.url}inside?x=1", 2)
        assert site.asked[1][3] == "sid=7"


def test_no_other_site_is_ever_asked() -> None:
    with served({"/": (200, {}, b"elsewhere")}) as other, served({}) as site:
        port = other.url.rsplit(":", 1)[1]
        site.answers |= {"/redirect": to(other.url), "/bare": to(f"//127.0.0.1:{port}")}
        site.answers["/form"] = (200, {}, f'<form method=post action="{other.url}"><button>Go</button></form>'.encode())
        browser = Browser(site.url)
        for address in (other.url, f"{site.url}redirect", f"{site.url}bare", "file:///etc/passwd", "ftp://127.0.0.1/"):
            assert "outside the site" in browser.load(address).problem
        browser.stand(browser.load(f"{site.url}form"))
        assert "outside the site" in browser.send(0).problem
        assert other.asked == []


def test_a_loop_of_redirects_ends() -> None:
    with served({"/": to("/")}) as site:
        assert Browser(site.url).load(site.url).problem == "more than 10 redirects"
        assert len(site.asked) == 11


def test_a_redirect_to_what_is_no_address_is_a_problem() -> None:
    with served({"/": to("http://[bad")}) as site:
        page = Browser(site.url).load(site.url)
        assert (page.url, page.problem) == (site.url, "it leads to nowhere, outside the site")


def test_a_page_keeps_the_address_as_it_was_written() -> None:
    with served({"/a%C3%A4?q=1": (200, {}, b"<h1>In</h1>")}) as site:
        page = Browser(site.url).load(f"{site.url}aä?q=1")
        assert (page.heading, page.url) == ("In", f"{site.url}aä?q=1")


def test_an_address_that_is_no_text_raises_nothing() -> None:
    with served({}) as site:
        assert Browser(site.url).load(f"{site.url}\ud800").status == 404


def test_a_session_that_is_meant_for_https_works_on_a_local_target() -> None:
    with served({"/": (302, {"Location": "/in", "Set-Cookie": "sid=7; Secure; Domain=127.0.0.1"}, b"")}) as site:
        Browser(site.url).load(site.url)
        assert site.asked[1][3] == "sid=7"


def test_a_post_is_followed_as_a_get_unless_the_answer_asks_for_the_same_again() -> None:
    with served({"/see": to("/done", 303), "/again": to("/done", 307), "/done": (200, {}, b"ok")}) as site:
        browser = Browser(site.url)
        browser.load(f"{site.url}see", b"a=1")
        browser.load(f"{site.url}again", b"a=1")
        assert [(method, body) for method, path, body, _ in site.asked if path == "/done"] == [
            ("GET", b""),
            ("POST", b"a=1"),
        ]


def test_forms_send_hidden_fields_what_was_filled_in_and_the_button() -> None:
    html = """<form action=/go method=post><input type=hidden name=csrf value=t><input name=a value=old>
    <input name=é><input type=checkbox name=c checked><input type=checkbox name=d><input type=file name=f>
    <button name=b value=1>Go</button></form>""".encode()
    with served({"/": (200, {"Content-Type": "text/html; charset=utf-8"}, html), "/go": (200, {}, b"ok")}) as site:
        browser = Browser(site.url)
        browser.stand(browser.load(site.url))
        assert browser.page is not None
        browser.filled = {(0, 1): "new", (0, 2): "ü&=", (0, 4): "on"}
        browser.send(0, browser.page.forms[0].buttons[0])
        assert site.asked[-1][2] == b"csrf=t&a=new&%C3%A9=%C3%BC%26%3D&c=on&d=on&b=1"


def test_of_a_huge_page_only_the_beginning_is_read() -> None:
    with served({"/": (200, {}, b"<h1>Big</h1><p>start</p>" + b"<p>x</p>" * 500_000 + b"<p>end</p>")}) as site:
        page = Browser(site.url, Limits(bytes=10_000)).load(site.url)
        assert (page.heading, page.cut) == ("Big", True)
        assert "end" not in page.lines


def test_a_page_that_never_ends_is_given_up() -> None:
    ended = threading.Event()

    def drip(handler: Any) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.end_headers()
        while not ended.wait(0.02):
            handler.wfile.write(b" ")
            handler.wfile.flush()

    with served({"/": drip}) as site:
        assert Browser(site.url, Limits(seconds=0.3)).load(site.url).problem == "no answer in time"
        ended.set()


@pytest.mark.parametrize(
    ("head", "seconds", "problem", "unanswered"),
    [
        (b"HTTP/1.0 200 OK\r\nX: ", 0.3, "no answer in time", 1),
        (b"HTTP/1.0 200 OK\r\nContent-Type: video/mp4\r\n\r\n", 20, "not a page but video/mp4", 0),
    ],
    ids=["headers", "video"],
)
def test_headers_that_never_end_are_given_up_and_a_stream_is_not_waited_for(
    head: bytes, seconds: float, problem: str, unanswered: int
) -> None:
    ended = threading.Event()

    def drip(handler: Any) -> None:
        handler.wfile.write(head)
        while not ended.wait(0.02):
            handler.wfile.write(b"x")
            handler.wfile.flush()

    with served({"/": drip}) as site:
        browser = Browser(site.url, Limits(seconds=seconds))
        assert (browser.load(site.url).problem, browser.unanswered) == (problem, unanswered)
        ended.set()


@pytest.mark.parametrize(
    ("headers", "problem"),
    [({"Content-Type": "image/png"}, "not a page but image/png"), ({"Content-Encoding": "gzip"}, "compressed")],
)
def test_what_is_no_page_is_named(headers: dict[str, str], problem: str) -> None:
    with served({"/": (200, headers, b"\x89PNG")}) as site:
        assert problem in Browser(site.url).load(site.url).problem


def test_nonsense_instead_of_http_is_a_problem_and_no_exception() -> None:
    def nonsense(handler: Any) -> None:
        handler.wfile.write(b"\x00\x01 nonsense\r\n\r\n")

    with served({"/": nonsense}) as site:
        assert Browser(site.url).load(site.url).problem.startswith("no answer")


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/html; charset=latin-1", "<h1>Grüße</h1>".encode("latin-1")),
        ("text/html", "<meta charset=windows-1252><h1>Grüße</h1>".encode("cp1252")),
        ("text/html; charset=no-such", "<h1>Grüße</h1>".encode()),
        ("text/html; charset=punycode", "<h1>Grüße</h1>".encode()),
    ],
)
def test_the_charset_of_a_page_is_respected(kind: str, body: bytes) -> None:
    with served({"/": (200, {"Content-Type": kind}, body)}) as site:
        assert Browser(site.url).load(site.url).heading == "Grüße"
