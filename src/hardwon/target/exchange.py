"""One request and its answer, on a connection of its own, within limits."""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import TYPE_CHECKING

from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardwon.target.origin import Origin

MOST_HINTS = 20
"""Interim answers, such as 103 Early Hints, that a server may send before the answer."""

PROBE = 5.0
"""Seconds to find out whether a target that gave no answer is still there."""

REDIRECTS = frozenset({301, 302, 303, 307, 308})
RESERVED = frozenset(
    {
        "connection",
        "content-length",
        "expect",
        "host",
        "keep-alive",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
"""Headers that decide where a request goes or where it ends: the client's alone."""

_CHUNK = 65_536
_LONGEST_KIND = 500
_KIND = re.compile(r"\s*([\w.+-]{1,80}/[\w.+-]{1,80})\s*(?:;|$)")
_CHARSET = re.compile(r";\s*charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")

_ERRORS = (OSError, http.client.HTTPException, ValueError)
"""What a server can cause. A ValueError is its doing as well: what we send was checked when the request was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What is taken from a target."""

    bytes: int = 1_000_000
    """Of a longer answer only so much is read."""

    seconds: float = 10.0
    """To connect; and then for the answer to be there, all of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is sent. One whose path or headers could become something else on the way cannot be made."""

    method: str
    path: str
    """From the root of the origin, with its query, encoded."""

    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    body: bytes | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not self.path.startswith("/") or not self.path.isascii() or not self.path.isprintable() or " " in self.path:
            raise ValueError("A path starts with a slash and is encoded.")
        for name, value in self.headers:
            if name.lower() in RESERVED or not _NAME.fullmatch(name) or not is_sendable(value):
                raise ValueError(f"The header {one_line(name, 40)} cannot be sent.")

    def header(self, name: str) -> str:
        """The value of a header; "" where there is none."""
        return next((value for each, value in self.headers if each.lower() == name.lower()), "")

    def without(self, name: str) -> tuple[tuple[str, str], ...]:
        """All headers but one."""
        return tuple((each, value) for each, value in self.headers if each.lower() != name.lower())


def is_sendable(text: str) -> bool:
    """Whether a text can stand in a header: Latin-1, and no control but a tab."""
    return _VALUE.fullmatch(text) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back, or why nothing did."""

    status: int | None = None
    """None: there was no answer."""

    seconds: float = 0.0
    error: str = ""
    """Why there was no answer."""

    connected: bool = True
    """Whether the target was reached at all."""

    late: bool = False
    """Whether it was the time that ran out, for the answer or for its body."""

    location: str = ""
    cookies: tuple[str, ...] = field(default=(), repr=False)
    """The `Set-Cookie` headers as they came."""

    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """As they came."""

    kind: str = ""
    """Its media type."""

    charset: str = ""
    """As the header names it; "" where it does not."""

    packed: bool = False
    """Whether the body is compressed."""

    body: bytes = field(default=b"", repr=False)
    cut: bool = False
    """Whether there was more of the body than what is read."""

    broken: str = ""
    """Why the body did not come to its end; the status counts all the same."""

    def header(self, name: str) -> str | None:
        """The values of a header; None where there is none."""
        values = [value for each, value in self.headers if each.lower() == name.lower()]
        return ", ".join(values) if values else None

    @property
    def is_redirect(self) -> bool:
        return self.status in REDIRECTS and bool(self.location)


def everything(_: Answer) -> bool:
    """Takes the body of every answer."""
    return True


def ask(origin: Origin, request: Request, limits: Limits, *, takes: Callable[[Answer], bool] = everything) -> Answer:
    """The answer to one request; its body only where the caller, who sees the rest of it, takes it."""
    return Line(origin, limits).ask(request, takes=takes)


def is_reachable(origin: Origin, *, seconds: float) -> bool:
    """Whether the target takes a connection now."""
    line = Line(origin, Limits(seconds=min(PROBE, seconds)))
    failed = line.connect()
    line.close()
    return failed is None


class _Final(http.client.HTTPResponse):
    """An answer, not what a server says before it: the standard library knows only `100 Continue` as such."""

    def begin(self) -> None:
        super().begin()
        for _ in range(MOST_HINTS):
            if not HTTPStatus.PROCESSING <= self.status < HTTPStatus.OK:
                return
            self.headers = self.msg = None  # type: ignore[assignment]  # so it begins again
            super().begin()


class Line:
    """One connection, for one request."""

    def __init__(self, origin: Origin, limits: Limits) -> None:
        self._limits = limits
        self._connection = (
            http.client.HTTPSConnection(
                origin.host, origin.port, timeout=limits.seconds, context=ssl.create_default_context()
            )
            if origin.scheme == "https"
            else http.client.HTTPConnection(origin.host, origin.port, timeout=limits.seconds)
        )

        self._connection.response_class = _Final

    def connect(self) -> Answer | None:
        """None when connected; else what went wrong."""
        started = time.monotonic()
        try:
            self._connection.connect()
        except OSError as error:
            self.close()
            late = isinstance(error, TimeoutError)
            return Answer(error=_reason(error), connected=False, late=late, seconds=time.monotonic() - started)
        return None

    def ask(self, request: Request, *, takes: Callable[[Answer], bool] = everything) -> Answer:
        """Send the request, connecting first where that was not done, and hang up."""
        started = time.monotonic()
        failed = self.connect() if self._connection.sock is None else None
        if failed:
            return failed
        with _cut_off(self._connection.sock, self._limits.seconds) as expired:
            try:
                answer = self._exchange(request, takes, expired)
            except _ERRORS as error:
                reason, late = self._lost(error, expired)
                answer = Answer(error=reason, late=late)
            finally:
                self.close()
        return replace(answer, seconds=time.monotonic() - started)

    def close(self) -> None:
        self._connection.close()

    def _exchange(self, request: Request, takes: Callable[[Answer], bool], expired: threading.Event) -> Answer:
        self._send(request)
        with self._connection.getresponse() as response:
            if expired.is_set():  # headers that were cut in the middle look whole
                raise TimeoutError
            answer = _head(response)
            return self._with_body(answer, response, expired) if takes(answer) else answer

    def _send(self, request: Request) -> None:
        connection = self._connection
        connection.putrequest(request.method, request.path, skip_accept_encoding=True)
        connection.putheader("Connection", "close")
        if request.body is not None or request.method in ("POST", "PUT", "PATCH"):
            connection.putheader("Content-Length", str(len(request.body or b"")))
        for name, value in request.headers:
            connection.putheader(name, value.encode("latin-1"))
        connection.endheaders(request.body)

    def _with_body(self, answer: Answer, response: http.client.HTTPResponse, expired: threading.Event) -> Answer:
        most, data = self._limits.bytes, bytearray()
        try:
            while len(data) <= most and (chunk := response.read1(_CHUNK)):
                data += chunk
        except _ERRORS as error:
            reason, late = self._lost(error, expired)
            return replace(answer, broken=reason, late=late)
        cut = len(data) > most
        if response.length and not cut and not expired.is_set():  # the standard library takes a short body for whole
            return replace(answer, broken="the answer breaks off")
        late = expired.is_set() and not cut  # a body that was cut off by us looks whole, too
        return replace(answer, body=bytes(data[:most]), cut=cut, late=late, broken=self._too_late if late else "")

    def _lost(self, error: Exception, expired: threading.Event) -> tuple[str, bool]:
        late = expired.is_set() or isinstance(error, TimeoutError)
        return self._too_late if late else _reason(error), late

    @property
    def _too_late(self) -> str:
        return f"no answer within {self._limits.seconds:g} s"


@contextmanager
def _cut_off(sock: socket.socket, seconds: float) -> Iterator[threading.Event]:
    """An event that is set when the time is over; whoever waits for the socket wakes up then."""
    expired = threading.Event()

    def cut() -> None:
        expired.set()
        with suppress(OSError):  # it may be over already
            sock.shutdown(socket.SHUT_RDWR)

    watch = threading.Timer(seconds, cut)
    watch.daemon = True
    watch.start()
    try:
        yield expired
    finally:
        watch.cancel()


def _head(response: http.client.HTTPResponse) -> Answer:
    headers = response.headers
    return Answer(
        status=response.status,
        location=_as_utf8(headers.get("Location") or "").strip(),
        cookies=tuple(headers.get_all("Set-Cookie") or ()),
        headers=tuple((name, _as_utf8(value)) for name, value in headers.items()),
        kind=_kind(headers.get("Content-Type") or ""),
        charset=_charset(headers.get("Content-Type") or ""),
        packed=any(each.strip().lower() not in ("", "identity") for each in headers.get_all("Content-Encoding") or ()),
    )


def _kind(named: str) -> str:
    """What a body is, as its header says; a header of nonsense says nothing."""
    # Not by the standard library, whose time grows with the square of what a hostile header holds.
    found = _KIND.match(named[:_LONGEST_KIND])
    return found.group(1).lower() if found else "text/plain"


def _charset(named: str) -> str:
    found = _CHARSET.search(named[:_LONGEST_KIND])
    return found.group(1).lower() if found else ""


def _as_utf8(value: str) -> str:
    """Servers send raw UTF-8 in headers, which the standard library reads as Latin-1."""
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value


def _reason(error: Exception) -> str:
    if isinstance(error, http.client.RemoteDisconnected):
        return "the target closed the connection without an answer"
    if isinstance(error, http.client.IncompleteRead):
        return "the answer breaks off"
    if isinstance(error, http.client.HTTPException) or not isinstance(error, OSError):
        return f"the answer is not HTTP ({type(error).__name__})"
    if isinstance(error, socket.gaierror):
        return "the host name is not known"
    if isinstance(error, TimeoutError):
        return "no connection in time"
    return one_line(error.strerror or str(error) or type(error).__name__, 120)
