"""Scenarios executed over real HTTP against a real server on this machine."""

from __future__ import annotations

import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from hardwon.runner.execution import execute
from hardwon.runner.http import Origin
from hardwon.scenarios.reading import parse
from hardwon.scenarios.scenario import HttpCalls

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.runner.outcome import ScenarioResult

RACERS = 12


class Shop(ThreadingHTTPServer):
    """A server whose answers tests choose by path; it keeps what it was asked."""

    request_queue_size = 128
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []
        self.stock = 1
        self.lock = threading.Lock()
        self.all_have_looked = threading.Barrier(RACERS)
        self.dropped = 0
        self.over = threading.Event()

    @property
    def origin(self) -> Origin:
        return Origin.of(f"http://127.0.0.1:{self.server_address[1]}")

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that go away early are part of these tests."""


class Handler(BaseHTTPRequestHandler):
    server: Shop
    kind = "text/plain"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name in the standard library
        pass

    def do(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.asked.append((self.command, self.path, dict(self.headers.items()), body))
        path = self.path.partition("?")[0]
        if path.startswith("/status/"):
            self.answer(int(path.removeprefix("/status/")), f"this is {path}".encode())
        else:
            getattr(self, "on_" + path.strip("/").replace("/", "_"))()

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do  # noqa: N815 - names of the standard library

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Type", self.kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def on_buy_guarded(self) -> None:
        with self.server.lock:
            sold = self.server.stock > 0
            self.server.stock -= sold
        self.answer(201 if sold else 409)

    def on_buy_unguarded(self) -> None:
        """Looks, then takes: between the two, everyone else looks as well."""
        sold = self.server.stock > 0
        self.server.all_have_looked.wait(30)
        self.server.stock -= sold
        self.answer(201 if sold else 409)

    def on_moved(self) -> None:
        self.answer(302, Location="/status/200", Set_Cookie="session=s1; HttpOnly; Path=/")

    def on_moved_away(self) -> None:
        self.answer(302, Location="http://evil.example/collect")

    def on_moved_sideways(self) -> None:
        self.answer(302, Location=f"//127.0.0.1:{self.server.server_address[1] + 1}/x")

    def on_moved_oddly(self) -> None:
        self.answer(302, Location="http://[bad")

    def on_loop(self) -> None:
        self.answer(307, Location="/loop")

    def on_secret(self) -> None:
        self.answer(500, b"password = kV9#tq2!Lw8zR\x1b[2J of the database")

    def on_latin(self) -> None:
        self.kind = "text/plain; charset=latin-1"
        self.answer(500, "Grüße".encode("latin-1"))

    def on_packed(self) -> None:
        self.answer(500, b"\x1f\x8b packed", Content_Encoding="gzip")

    def on_long(self) -> None:
        self.answer(500, b"so long " * 100_000)

    def on_silent(self) -> None:
        self.server.over.wait(30)

    def on_drip(self) -> None:
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for number in range(100_000):
            if self.server.over.wait(0.02):
                return
            self.wfile.write(b"X-%d: x\r\n" % number)
            self.wfile.flush()

    def on_drops_first(self) -> None:
        self.server.dropped += 1
        if self.server.dropped > 1:
            self.answer(200)

    def on_nonsense(self) -> None:
        self.wfile.write(b"\x00\x01 this is no HTTP\r\n\r\n")

    def on_endless(self) -> None:
        self.send_response(200)
        self.end_headers()
        while not self.server.over.is_set():
            self.wfile.write(b"x" * 65536)

    def on_goes_away(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def shop() -> Iterator[Shop]:
    server = Shop()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.over.set()
    server.shutdown()
    thread.join()
    server.server_close()


def run(origin: Origin, **call: Any) -> ScenarioResult:
    item = {
        "id": "s",
        "title": "t",
        "user_perspective": "u",
        "preconditions": [],
        "steps": ["x"],
        "chaos_factors": [],
        "expected_behavior": "e",
        "failure_modes": ["f"],
        "priority": "low",
        "area": "a",
        "exec": {"method": "GET", "expected_status": 200, "timeout": 20, **call},
    }
    [scenario] = parse(json.dumps([item]).encode()).scenarios
    assert isinstance(scenario.exec, HttpCalls)
    return execute(scenario.id, scenario.exec, origin)


class TestOneRequest:
    def test_expected_status_passes(self, shop: Shop) -> None:
        result = run(shop.origin, path="/status/200?q=1")
        assert (result.status, result.reason) == ("passed", "GET /status/200?q=1 answered 200")
        assert [exchange.status for exchange in result.exchanges] == [200]
        assert 0 < result.seconds < 20
        assert result.seen == ""

    def test_another_status_fails_and_shows_the_answer(self, shop: Shop) -> None:
        result = run(shop.origin, path="/status/503")
        assert (result.status, result.reason) == ("failed", "GET /status/503 answered 503, expected 200")
        assert result.seen == "this is /status/503"
        assert not result.unreachable

    @pytest.mark.parametrize(
        ("path", "seen"), [("/latin", "Grüße"), ("/packed", ""), ("/long", ("so long " * 38)[:299] + "…")]
    )
    def test_the_beginning_of_an_answer_is_shown_if_it_is_text(self, shop: Shop, path: str, seen: str) -> None:
        assert run(shop.origin, path=path).seen == seen

    def test_a_failure_that_is_expected_passes(self, shop: Shop) -> None:
        assert run(shop.origin, path="/status/404", expected_status=404).status == "passed"

    def test_what_is_sent(self, shop: Shop) -> None:
        run(shop.origin, method="POST", path="/status/200?a=ä", headers={"X-A": "b"}, body={"k": "ü"})
        [(method, path, headers, body)] = shop.asked
        assert (method, path) == ("POST", "/status/200?a=%C3%A4")
        assert json.loads(body) == {"k": "ü"}
        assert headers["X-A"] == "b"
        assert headers["Content-Type"] == "application/json"
        assert headers["Host"] == f"127.0.0.1:{shop.origin.port}"
        assert headers["User-Agent"].startswith("hardwon/")

    @pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"])
    def test_every_method(self, shop: Shop, method: str) -> None:
        assert run(shop.origin, method=method, path="/status/200").status == "passed"
        assert [asked[0] for asked in shop.asked] == [method]

    def test_paths_are_below_the_path_of_the_target(self, shop: Shop) -> None:
        assert run(Origin.of(f"{shop.origin}/status/"), path="/200").status == "passed"

    def test_secrets_and_escapes_in_an_answer_are_not_kept(self, shop: Shop) -> None:
        result = run(shop.origin, path="/secret")
        assert "kV9#tq2!Lw8zR" not in repr(result)
        assert "\x1b" not in result.seen
        assert "redacted" in result.seen

    def test_secrets_in_the_path_are_not_kept(self, shop: Shop) -> None:
        token = "ghp_" + "a8Kd03nQzX7Lw2RtYv5Bc9Jm4Hs6Pf1GeUo0"
        assert token not in repr(run(shop.origin, path=f"/status/500?t={token}"))

    def test_environment_proxies_are_not_used(self, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
        assert run(shop.origin, path="/status/200").status == "passed"

    def test_endless_answer_is_cut(self, shop: Shop) -> None:
        assert run(shop.origin, path="/endless").status == "passed"


class TestRedirects:
    def test_not_followed_unless_asked(self, shop: Shop) -> None:
        assert run(shop.origin, path="/moved", expected_status=302).status == "passed"
        assert [asked[1] for asked in shop.asked] == ["/moved"]

    def test_followed_with_the_cookies_of_the_way(self, shop: Shop) -> None:
        result = run(
            shop.origin, method="POST", path="/moved", body="x", follow_redirects=True, headers={"Cookie": "a=1"}
        )
        assert result.status == "passed"
        method, path, headers, body = shop.asked[1]
        assert (method, path, body) == ("GET", "/status/200", b"")
        assert headers["Cookie"] == "a=1; session=s1"
        assert "Content-Type" not in headers

    @pytest.mark.parametrize("path", ["/moved_away", "/moved_sideways", "/moved_oddly"])
    def test_never_off_the_origin(self, shop: Shop, path: str) -> None:
        result = run(shop.origin, path=path, follow_redirects=True)
        assert result.status == "failed"
        assert "was not followed), expected 200" in result.reason
        assert len(shop.asked) == 1

    def test_loop_ends(self, shop: Shop) -> None:
        result = run(shop.origin, path="/loop", follow_redirects=True)
        assert (result.status, result.reason) == ("failed", "GET /loop: more than 10 redirects")
        assert len(shop.asked) == 11


class TestNoAnswer:
    def test_unreachable_target_proves_nothing(self) -> None:
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))  # bound, but nobody listens
            result = run(Origin.of(f"http://127.0.0.1:{unused.getsockname()[1]}"), path="/x")
        assert (result.status, result.unreachable) == ("error", True)
        assert "cannot be reached" in result.reason
        assert "refused" in result.reason

    def test_target_that_speaks_no_tls_proves_nothing(self, shop: Shop) -> None:
        result = run(Origin.of(f"https://127.0.0.1:{shop.origin.port}"), path="/status/200")
        assert (result.status, result.unreachable) == ("error", True)
        assert shop.asked == []

    def test_unknown_host_proves_nothing(self) -> None:
        result = run(Origin.of("http://no-such-host.invalid"), path="/x")
        assert result.status == "error"

    @pytest.mark.parametrize("path", ["/silent", "/drip"])
    def test_silence_and_dripping_are_failures_after_the_timeout(self, shop: Shop, path: str) -> None:
        result = run(shop.origin, path=path, timeout=0.3)
        assert (result.status, result.reason) == ("failed", f"GET {path}: no answer within 0.3 s")

    def test_dropped_connection_and_nonsense_are_failures(self, shop: Shop) -> None:
        result = run(shop.origin, path="/drops_first")
        assert (result.status, result.reason) == (
            "failed",
            "GET /drops_first: the target closed the connection without an answer",
        )
        result = run(shop.origin, path="/nonsense")
        assert (result.status, result.reason) == ("failed", "GET /nonsense: the answer is not HTTP (BadStatusLine)")

    def test_target_that_went_away_proves_nothing(self, shop: Shop) -> None:
        result = run(shop.origin, path="/goes_away")
        assert result.status == "error"
        assert "went away" in result.reason

    def test_idempotent_request_is_tried_again(self, shop: Shop) -> None:
        assert run(shop.origin, path="/drops_first", retries=1).status == "passed"
        assert len(shop.asked) == 2

    def test_other_requests_are_never_sent_twice(self, shop: Shop) -> None:
        assert run(shop.origin, method="POST", path="/drops_first", retries=5).status == "failed"
        assert len(shop.asked) == 1

    def test_an_answer_is_never_asked_for_again(self, shop: Shop) -> None:
        run(shop.origin, path="/status/503", retries=5)
        assert len(shop.asked) == 1


class TestRaces:
    def test_guarded_stock_has_one_winner(self, shop: Shop) -> None:
        result = run(shop.origin, method="POST", path="/buy/guarded", expected_status=201, concurrency=RACERS)
        assert result.status == "passed"
        assert result.reason == (
            "1 of 12 concurrent requests POST /buy/guarded got 201, as it must be (1 times 201, 11 times 409)"
        )
        assert len(result.exchanges) == RACERS

    def test_unguarded_stock_is_sold_too_often(self, shop: Shop) -> None:
        """Its barrier opens only if all requests are under way at once: were they sent in turn, this would hang."""
        result = run(shop.origin, method="POST", path="/buy/unguarded", expected_status=201, concurrency=RACERS)
        assert result.status == "failed"
        assert result.reason.startswith("12 of 12 concurrent requests POST /buy/unguarded got 201, but exactly 1 may")
        assert shop.stock == 1 - RACERS

    @pytest.mark.parametrize(("winners", "status"), [(0, "failed"), (1, "failed"), (4, "passed")])
    def test_exactly_so_many(self, shop: Shop, winners: int, status: str) -> None:
        shop.stock = 4
        call = {"method": "POST", "path": "/buy/guarded", "expected_status": 201, "concurrency": RACERS}
        assert run(shop.origin, winners=winners, **call).status == status

    def test_none_may_win(self, shop: Shop) -> None:
        result = run(shop.origin, path="/status/403", concurrency=3, winners=0)
        assert result.status == "passed"

    def test_nothing_is_sent_where_nobody_listens(self) -> None:
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            result = run(Origin.of(f"http://127.0.0.1:{unused.getsockname()[1]}"), path="/x", concurrency=5)
        assert (result.status, result.unreachable) == ("error", True)

    def test_requests_without_an_answer_decide(self, shop: Shop) -> None:
        result = run(shop.origin, path="/silent", concurrency=3, timeout=0.3)
        assert result.status == "failed"
        assert result.reason == "3 of 3 concurrent requests GET /silent had no answer: no answer within 0.3 s"
