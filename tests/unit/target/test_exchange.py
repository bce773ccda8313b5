"""One request and its answer: whatever the target says, and however slowly, the answer says what it was."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

import pytest

from hardwon.target.charset import text_of
from hardwon.target.exchange import Answer, Limits, Request, ask, is_reachable
from hardwon.target.origin import Origin

if TYPE_CHECKING:
    from collections.abc import Callable

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


def said(target: Any, raw: bytes | Callable[[socket.socket], None], **limits: Any) -> Answer:
    target.says["/"] = raw
    return ask(target.origin, Request(method="GET", path="/"), Limits(**{"seconds": 20, **limits}))


def test_what_is_sent(target: Any) -> None:
    request = Request(method="POST", path="/a?b=%C3%A4", headers=(("X-A", "ü"),), body=b"x=1")
    ask(target.origin, request, Limits(seconds=20))
    [sent] = target.asked
    lines = sent.split(b"\r\n")
    assert lines[0] == b"POST /a?b=%C3%A4 HTTP/1.1"
    assert lines[-1] == b"x=1"
    assert set(lines[1:-2]) == {
        f"Host: 127.0.0.1:{target.origin.port}".encode(),
        b"Connection: close",
        b"Content-Length: 3",
        "X-A: ü".encode("latin-1"),
    }


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("x", ()),
        ("", ()),
        ("/a b", ()),
        ("/a\r\nHost: evil", ()),
        ("/ä", ()),
        ("http://evil/", ()),
        ("/", (("Host", "evil"),)),
        ("/", (("transfer-ENCODING", "chunked"),)),
        ("/", (("X-A", "a\r\nX-B: b"),)),
        ("/", (("X-A", "a\nb"),)),
        ("/", (("X-A", "\u20ac"),)),
        ("/", (("X A", "a"),)),
        ("/", (("", "a"),)),
    ],
)
def test_a_request_that_could_become_another_cannot_be_made(path: str, headers: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(ValueError, match=r"path|header"):
        Request(method="GET", path=path, headers=headers)


def test_headers_that_never_end_are_given_up(target: Any) -> None:
    """The explorer used to wait for each line of them."""
    answer = said(target, target.drip(OK, b"X: x\r\n"), seconds=0.3)
    assert (answer.status, answer.error, answer.late, answer.connected) == (None, "no answer within 0.3 s", True, True)
    assert answer.seconds < 5


def test_a_body_that_never_ends_leaves_the_status_and_is_told(target: Any) -> None:
    answer = said(target, target.drip(OK + b"\r\n<h1>", b"x"), seconds=0.3)
    assert (answer.status, answer.error, answer.late, answer.broken) == (200, "", True, "no answer within 0.3 s")


def test_a_body_that_breaks_off_leaves_the_status_and_is_told(target: Any) -> None:
    answer = said(target, OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n9\r\nwor")
    assert (answer.status, answer.error, answer.late, answer.broken) == (200, "", False, "the answer breaks off")
    assert answer.body == b""


@pytest.mark.parametrize(("most", "body", "cut"), [(4, b"abcd", True), (5, b"abcde", False)])
def test_of_a_long_body_the_beginning_is_read(target: Any, most: int, body: bytes, cut: bool) -> None:
    answer = said(target, OK + b"\r\nabcde", bytes=most)
    assert (answer.body, answer.cut, answer.broken) == (body, cut, "")


def test_a_body_that_is_not_taken_is_not_waited_for(target: Any) -> None:
    target.says["/"] = target.drip(b"HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n", b"x")
    answer = ask(
        target.origin,
        Request(method="GET", path="/"),
        Limits(seconds=20),
        takes=lambda head: head.kind.startswith("text/"),
    )
    assert (answer.status, answer.kind, answer.body, answer.late) == (200, "video/mp4", b"", False)
    assert answer.seconds < 10


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x00\x01 nonsense\r\n\r\n",
        b"HTTP/1.1 abc OK\r\n\r\n",
        b"HTTP/1.1 99999 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X: x\r\n" * 500 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
    ],
)
def test_what_is_no_http_is_no_answer(target: Any, raw: bytes) -> None:
    answer = said(target, raw)
    assert (answer.status, answer.connected, answer.late) == (None, True, False)
    assert answer.error.startswith(("the answer is not HTTP", "the target closed the connection"))


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Length: -5\r\n",
        b"Content-Length: many\r\n",
        b"Transfer-Encoding: chunked\r\n",
        b"Content-Type: \x00;charset=\x00\r\n",
        b"Content-Type: text/html; charset*=utf-8''%ff%ff\r\n",
        b"Location: \xff\xfe\r\nSet-Cookie: \x00\x01=\xff\r\n",
        b"Content-Encoding: \r\n",
    ],
)
def test_strange_headers_raise_nothing(target: Any, head: bytes) -> None:
    answer = said(target, b"HTTP/1.1 200 OK\r\n" + head + b"\r\nbody")
    assert answer.status == 200
    assert isinstance(text_of(answer), str)


@pytest.mark.parametrize("location", ["/größe".encode(), "/größe".encode("latin-1")])
def test_an_address_in_a_header_is_read_as_utf_8_if_it_can_be(target: Any, location: bytes) -> None:
    """The runner used to read UTF-8 as Latin-1, the explorer Latin-1 as broken UTF-8."""
    assert said(target, b"HTTP/1.1 302 Go\r\nLocation: " + location + b"\r\n\r\n").location == "/größe"


@pytest.mark.parametrize(("value", "packed"), [("gzip", True), ("identity", False), ("Identity", False), ("", False)])
def test_a_compressed_body_is_told(target: Any, value: str, packed: bool) -> None:
    assert said(target, OK + f"Content-Encoding: {value}\r\n\r\n".encode()).packed is packed


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/html; charset=latin-1", "Grüße".encode("latin-1")),
        ("text/html", "<meta charset=windows-1252>Grüße".encode("cp1252")),
        ("text/html; charset=no-such", "Grüße".encode()),
        ("text/html; charset=punycode", "Grüße".encode()),
        ("application/json", '"<meta charset=utf-16>Grüße"'.encode()),
    ],
)
def test_text_is_read_by_its_charset(target: Any, kind: str, body: bytes) -> None:
    answer = said(target, b"HTTP/1.1 200 OK\r\nContent-Type: " + kind.encode() + b"\r\n\r\n" + body)
    assert "Grüße" in text_of(answer)


def test_a_target_that_is_not_there() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))  # bound, but nobody listens
        origin = Origin.of(f"http://127.0.0.1:{unused.getsockname()[1]}")
        answer = ask(origin, Request(method="GET", path="/"), Limits())
        assert not is_reachable(origin, seconds=5)
    assert (answer.status, answer.connected, answer.error) == (None, False, "Connection refused")


def test_a_target_that_is_there_is_reachable_and_is_asked_nothing(target: Any) -> None:
    assert is_reachable(target.origin, seconds=5)
    assert target.asked == []


def test_a_target_that_speaks_no_tls_is_not_reached(target: Any) -> None:
    """The explorer used to be content with a connection."""
    origin = Origin.of(f"https://127.0.0.1:{target.origin.port}")
    assert not ask(origin, Request(method="GET", path="/"), Limits(seconds=5)).connected
    assert not is_reachable(origin, seconds=5)


def test_a_body_that_is_shorter_than_announced_breaks_off(target: Any) -> None:
    """Else a page that ends before its error message would be taken for one without it."""
    answer = said(target, OK + b"Content-Length: 100\r\n\r\n<p>All is well</p>")
    assert (answer.status, answer.broken, answer.body) == (200, "the answer breaks off", b"")


def test_one_of_several_encodings_is_enough(target: Any) -> None:
    assert said(target, OK + b"Content-Encoding: identity\r\nContent-Encoding: gzip\r\n\r\nx").packed


@pytest.mark.parametrize(
    ("named", "kind", "charset"),
    [
        (b"text/html", "text/html", ""),
        (b'Text/HTML; charset="UTF-8"', "text/html", "utf-8"),
        (b"text/html;boundary=x; Charset=iso-8859-1", "text/html", "iso-8859-1"),
        (b"nonsense", "text/plain", ""),
        (b"", "text/plain", ""),
        (b'text/html; a="x' + b";" * 60_000, "text/html", ""),
    ],
)
def test_kind_and_charset_come_from_the_beginning_of_the_header(
    target: Any, named: bytes, kind: str, charset: str
) -> None:
    answer = said(target, b"HTTP/1.1 200 OK\r\nContent-Type: " + named + b"\r\n\r\nx")
    assert (answer.kind, answer.charset) == (kind, charset)
