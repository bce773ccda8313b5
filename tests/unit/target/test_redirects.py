"""Redirects are followed to their end, on the origin, and not for ever."""

from __future__ import annotations

from typing import Any

import pytest

from hardwon.target.exchange import Limits, Request
from hardwon.target.redirects import MOST_REDIRECTS, End, followed, onwards
from hardwon.target.visitor import Visitor


def to(address: str, status: int = 302, *more: str) -> bytes:
    lines = (f"HTTP/1.1 {status} Go", f"Location: {address}", *more, "Content-Length: 0", "", "")
    return "\r\n".join(lines).encode()


def end(target: Any, request: Request) -> End:
    visitor = Visitor(target.origin, Limits(seconds=20))
    return followed(target.origin, f"{target.origin}{request.path}", request, visitor.ask(request), visitor.ask)


@pytest.mark.parametrize(("hops", "endless"), [(MOST_REDIRECTS, False), (MOST_REDIRECTS + 1, True)])
def test_ten_redirects_are_followed_and_no_more(target: Any, hops: int, endless: bool) -> None:
    """The runner used to give up at the end of the tenth, the explorer at the end of the eighth."""
    target.says |= {f"/{number}": to(f"/{number + 1}") for number in range(hops)}
    target.says[f"/{hops}"] = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhere"
    found = end(target, Request(method="GET", path="/0"))
    assert found.endless is endless
    assert (found.answer.body == b"here") is not endless
    assert len(target.asked) == MOST_REDIRECTS + 1


def test_a_redirect_with_signs_beyond_ascii_leads_there(target: Any) -> None:
    target.says |= {"/": to("größe?q=ä b#part"), "/gr%C3%B6%C3%9Fe?q=%C3%A4%20b": to("/end")}
    found = end(target, Request(method="GET", path="/"))
    assert target.paths == ["/", "/gr%C3%B6%C3%9Fe?q=%C3%A4%20b", "/end"]
    assert (found.url, found.answer.status) == (f"{target.origin}/end", 404)


@pytest.mark.parametrize(
    ("address", "where"),
    [
        ("http://evil.example/", "http://evil.example/"),
        ("//evil.example/#x", "http://evil.example/"),
        ("https://127.0.0.1/", "https://127.0.0.1/"),
        ("file:///x", "file:///x"),
    ],
)
def test_the_origin_is_not_left(target: Any, address: str, where: str) -> None:
    target.says["/"] = to(address)
    found = end(target, Request(method="GET", path="/"))
    assert (found.answer.status, found.endless, len(target.asked)) == (302, False, 1)
    assert onwards(found.url, found.answer) == where


def test_what_is_no_address_is_not_followed(target: Any) -> None:
    target.says["/"] = to("http://[bad")
    found = end(target, Request(method="GET", path="/"))
    assert (onwards(found.url, found.answer), found.endless) == ("", False)


@pytest.mark.parametrize(
    ("status", "method", "body"),
    [(301, "GET", b""), (302, "GET", b""), (303, "GET", b""), (307, "PUT", b"x"), (308, "PUT", b"x")],
)
def test_what_is_sent_again(target: Any, status: int, method: str, body: bytes) -> None:
    target.says["/"] = to("/next", status)
    end(target, Request(method="PUT", path="/", headers=(("Content-Type", "a/b"), ("X-A", "1")), body=b"x"))
    head, _, sent = target.asked[1].partition(b"\r\n\r\n")
    assert head.startswith(f"{method} /next".encode())
    assert (sent, b"Content-Type" in head) == (body, bool(body))
    assert b"X-A: 1" in head


def test_cookies_of_the_way_are_those_of_a_visit(target: Any) -> None:
    """The runner used to send every cookie everywhere, also those that were taken back."""
    target.says["/"] = to(
        "/a/b", 302, "Set-Cookie: s=1; Path=/; Secure", "Set-Cookie: deep=1; Path=/a", "Set-Cookie: x=1"
    )
    target.says["/a/b"] = to("/c", 302, "Set-Cookie: x=; Path=/; Max-Age=0")
    end(target, Request(method="GET", path="/", headers=(("Cookie", "given=1"),)))
    cookies = [line for request in target.asked for line in request.split(b"\r\n") if line.startswith(b"Cookie:")]
    assert cookies == [b"Cookie: given=1", b"Cookie: given=1; deep=1; s=1; x=1", b"Cookie: given=1; s=1"]
