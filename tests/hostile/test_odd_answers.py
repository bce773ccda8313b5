"""A target that answers oddly: what is not yet the answer, and addresses that only look like paths of the target."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from hardwon.agents.explorer.parsing import parse
from hardwon.target.exchange import MOST_HINTS, Answer, Limits, Request, ask
from hardwon.target.origin import Origin, joined
from hardwon.target.redirects import onwards

if TYPE_CHECKING:
    from collections.abc import Iterator

HINT = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"
FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\nX-A: b\r\n\r\ngone"


@contextmanager
def saying(content: bytes) -> Iterator[Origin]:
    """A server that says these bytes to the first who asks, and hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(65_536)
                connection.sendall(content)

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield Origin.of(f"http://127.0.0.1:{listening.getsockname()[1]}")
        thread.join()


@pytest.mark.parametrize(
    ("content", "status", "body"),
    [
        (HINT + FOUND, 404, b"gone"),
        (HINT * 3 + FOUND, 404, b"gone"),
        (b"HTTP/1.1 102 Processing\r\n\r\n" + FOUND, 404, b"gone"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" + HINT + FOUND, 404, b"gone"),
        (HINT + b"HTTP/1.1 100 Continue\r\n\r\n" + FOUND, 404, b"gone"),
        (b"HTTP/1.1 199 Odd\r\nContent-Length: 5\r\n\r\n" + FOUND, 404, b"gone"),
        (FOUND, 404, b"gone"),
    ],
)
def test_what_comes_before_the_answer_is_not_the_answer(content: bytes, status: int, body: bytes) -> None:
    with saying(content) as origin:
        answer = ask(origin, Request(method="GET", path="/"), Limits(seconds=20))
    assert (answer.status, answer.body, answer.error) == (status, body, "")


@pytest.mark.parametrize("content", [HINT, HINT * 2])
def test_hints_alone_are_no_answer(content: bytes) -> None:
    with saying(content) as origin:
        answer = ask(origin, Request(method="GET", path="/"), Limits(seconds=20))
    assert (answer.status, bool(answer.error)) == (None, True)


def test_hints_without_end_are_not_waited_for() -> None:
    with saying(HINT * (MOST_HINTS + 5) + FOUND) as origin:
        answer = ask(origin, Request(method="GET", path="/"), Limits(seconds=20))
    assert answer.status == 103


ELSEWHERE = [
    "/\\evil.example",
    "\\\\evil.example/x",
    "\\/evil.example",
    "///evil.example",
    "////evil.example/a",
    "/\t/evil.example",
    "/\t\\evil.example",
    " //evil.example",
    "//evil.example",
    "http:\\\\evil.example/a",
    "https://evil.example",
]
HERE = ["/a", "a/b", "?q=\\\\evil.example", "#//x", "/a\\b", "http://shop.example:80/a", "/a?next=//evil.example", ""]


@pytest.mark.parametrize("address", ELSEWHERE)
def test_an_address_that_browsers_take_for_another_host_is_not_on_the_target(address: str) -> None:
    shop = Origin.of("http://shop.example")
    assert not shop.holds(joined("http://shop.example/a/b", address))
    assert not shop.holds(onwards("http://shop.example/", Answer(status=302, location=address)) or "")
    page = parse(f"<title>A</title><a href='{address}'>Away</a>", "http://shop.example/a", status=200)
    assert not [link for link in page.links if shop.holds(link.url)]


@pytest.mark.parametrize("address", HERE)
def test_an_address_of_the_target_stays_on_it(address: str) -> None:
    assert Origin.of("http://shop.example").holds(joined("http://shop.example/a/b", address))
