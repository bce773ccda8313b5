"""Requests to the system under test: one at a time, or many at the same moment. The target's origin is never left.

No proxy is used, and nothing is followed or repeated unless the caller asks. A request has a deadline as a whole, so a
server that answers one byte at a time does not hold us.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote, urljoin, urlsplit

from hardwon import __version__
from hardwon.errors import UsageError
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MOST_READ = 1_000_000
"""Bytes of an answer that are taken; its status is what counts."""

EXCERPT = 300
MOST_REDIRECTS = 10
IDEMPOTENT = frozenset({"GET", "HEAD", "OPTIONS", "PUT", "DELETE"})
REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PRINTED = "/?&=:@!$'()*+,;%~-._[]"
"""Signs in a path that stay as they are."""

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
"""Headers that decide where a request goes or where it ends: ours alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where the system under test is: scheme, host and port, and the path that all others are below."""

    scheme: Literal["http", "https"]
    host: str
    port: int
    base: str = ""

    @classmethod
    def of(cls, url: str) -> Origin:
        """The origin that an address names; UsageError if it names none."""
        try:
            parts = urlsplit(url.strip())
            port = parts.port
        except ValueError as error:
            raise _no_target(url, str(error)) from None
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise _no_target(url, "it must begin with http:// or https:// and name a host")
        if parts.username is not None or parts.password is not None:
            raise _no_target(f"{parts.scheme}://…@{parts.hostname}", "it must not hold a user or a password")
        if parts.query or parts.fragment:
            raise _no_target(url, "it must not have a query or a fragment")
        host = _ascii_host(url, parts.hostname)
        scheme: Literal["http", "https"] = "https" if parts.scheme == "https" else "http"
        default = 443 if scheme == "https" else 80
        return cls(scheme=scheme, host=host, port=port or default, base=encoded(parts.path.rstrip("/")))

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"

    def holds(self, url: str) -> bool:
        """Whether an address is on this origin."""
        try:
            other = Origin.of(urlsplit(url)._replace(query="", fragment="").geturl())
        except (UsageError, ValueError):
            return False
        return (other.scheme, other.host, other.port) == (self.scheme, self.host, self.port)


def _no_target(url: str, reason: str) -> UsageError:
    return UsageError(
        f"{one_line(url, 100)!r} is no address of a target: {one_line(reason, 100)}.",
        remedy="Give one like http://127.0.0.1:8000.",
    )


def _ascii_host(url: str, host: str) -> str:
    with suppress(ValueError):
        return str(ipaddress.ip_address(host))
    try:
        name = host.encode("idna").decode("ascii").lower()
    except UnicodeError:
        name = ""
    if not name or not all(char.isalnum() or char in "-._" for char in name):
        raise _no_target(url, "the host is no name")
    return name


def encoded(path: str) -> str:
    """A path as it goes into a request: what is not plain ASCII percent-encoded as UTF-8."""
    return quote(path, safe=_PRINTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is sent."""

    method: str
    path: str
    """From the root of the origin, with its query, encoded."""

    headers: tuple[tuple[str, str], ...] = ()
    body: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back, or why nothing did."""

    status: int | None = None
    """None: there was no answer."""

    seconds: float = 0.0
    error: str = ""
    connected: bool = True
    """Whether the target was reached at all."""

    location: str = ""
    cookies: tuple[str, ...] = field(default=(), repr=False)
    excerpt: str = field(default="", repr=False)
    """The beginning of its text, not yet redacted."""


def ask(origin: Origin, request: Request, *, timeout: float, tries: int = 1) -> Answer:
    """Send one request; again, up to so many tries, where there was no answer."""
    answer = Answer()
    for pause in pauses(tries):
        time.sleep(pause)
        answer = _Line(origin, timeout).ask(request)
        if answer.status is not None:
            break
    return answer


def followed(origin: Origin, request: Request, answer: Answer, *, timeout: float, tries: int = 1) -> Answer:
    """The answer at the end of the redirects that stay on the origin, with the cookies that were set on the way."""
    seconds = answer.seconds
    for _ in range(MOST_REDIRECTS):
        following = _redirected(origin, request, answer)
        if following is None:
            return replace(answer, seconds=seconds)
        request = following
        answer = ask(origin, request, timeout=timeout, tries=tries)
        seconds += answer.seconds
    return Answer(seconds=seconds, error=f"more than {MOST_REDIRECTS} redirects")


def _redirected(origin: Origin, request: Request, answer: Answer) -> Request | None:
    """The request that a redirect asks for; None if there is none, or it leaves the origin."""
    if answer.status not in REDIRECTS or not answer.location:
        return None
    try:
        url = urljoin(f"{origin}{request.path}", answer.location)
        parts = urlsplit(url)
    except ValueError:
        return None
    if not origin.holds(url):
        return None
    path = encoded(parts.path or "/") + (f"?{encoded(parts.query)}" if parts.query else "")
    kept = answer.status in (307, 308) or request.method in ("GET", "HEAD")
    headers = tuple((name, value) for name, value in request.headers if kept or name.lower() != "content-type")
    return Request(
        method=request.method if kept else "GET",
        path=path,
        headers=_with_cookies(headers, answer.cookies),
        body=request.body if kept else None,
    )


def _with_cookies(headers: tuple[tuple[str, str], ...], cookies: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    if not cookies:
        return headers
    jar: dict[str, str] = {}
    sent = [value for name, value in headers if name.lower() == "cookie"]
    for pair in [*(pair for value in sent for pair in value.split(";")), *cookies]:
        name, equals, value = pair.partition("=")
        if equals and name.strip():
            jar[name.strip()] = value.strip()
    others = tuple((name, value) for name, value in headers if name.lower() != "cookie")
    return (*others, ("Cookie", "; ".join(f"{name}={value}" for name, value in jar.items())))


def ask_at_once(origin: Origin, request: Request, *, count: int, timeout: float, tries: int = 1) -> list[Answer]:
    """Send the same request so many times at the same moment: all are connected before the first one is sent.

    Where not all could connect, none is sent: a race of fewer would prove something else.
    """
    barrier = threading.Barrier(count)
    missing: list[Answer] = []

    def one() -> Answer:
        line = _Line(origin, timeout)
        failed = line.connect(tries)
        if failed:
            missing.append(failed)
        try:
            barrier.wait(timeout * tries + 30)
        except threading.BrokenBarrierError:
            return Answer(error="not all requests could be made ready", connected=False)
        if failed or missing:
            line.close()
            return failed or Answer(error="not sent, because others could not connect", connected=False)
        return line.ask(request)

    with ThreadPoolExecutor(max_workers=count) as pool:
        try:
            waiting = [pool.submit(one) for _ in range(count)]
        except RuntimeError:
            barrier.abort()
            return [Answer(error=f"this machine cannot send {count} requests at once", connected=False)]
        return [each.result() for each in waiting]


def is_reachable(origin: Origin, *, timeout: float) -> bool:
    """Whether the target takes a connection now."""
    line = _Line(origin, timeout)
    failed = line.connect()
    line.close()
    return failed is None


class _Line:
    """One connection, for one request."""

    def __init__(self, origin: Origin, timeout: float) -> None:
        self._timeout = timeout
        if origin.scheme == "https":
            import ssl  # noqa: PLC0415 - most targets of a test are local

            context = ssl.create_default_context()
            self._connection: http.client.HTTPConnection = http.client.HTTPSConnection(
                origin.host, origin.port, timeout=timeout, context=context
            )
        else:
            self._connection = http.client.HTTPConnection(origin.host, origin.port, timeout=timeout)

    def connect(self, tries: int = 1) -> Answer | None:
        """None when connected; else what went wrong at the last try."""
        started = time.monotonic()
        for pause in pauses(tries):
            time.sleep(pause)
            try:
                self._connection.connect()
            except OSError as error:
                failed = Answer(error=_reason(error), connected=False, seconds=time.monotonic() - started)
                self.close()
            else:
                return None
        return failed

    def ask(self, request: Request) -> Answer:
        started = time.monotonic()
        if self._connection.sock is None:
            failed = self.connect()
            if failed:
                return failed
        expired = threading.Event()
        watch = threading.Timer(self._timeout, self._cut(expired))
        watch.daemon = True
        watch.start()
        try:
            answer = self._exchange(request, expired)
        except (OSError, http.client.HTTPException) as error:
            late = expired.is_set() or isinstance(error, TimeoutError)
            reason = f"no answer within {self._timeout:g} s" if late else _reason(error)
            answer = Answer(error=reason)
        finally:
            watch.cancel()
            self.close()
        return replace(answer, seconds=time.monotonic() - started)

    def _cut(self, expired: threading.Event) -> Callable[[], None]:
        sock = self._connection.sock

        def cut() -> None:
            expired.set()
            with suppress(OSError):  # it may be over already
                sock.shutdown(socket.SHUT_RDWR)

        return cut

    def _exchange(self, request: Request, expired: threading.Event) -> Answer:
        connection = self._connection
        connection.putrequest(request.method, request.path, skip_accept_encoding=True)
        given = {name.lower() for name, _ in request.headers}
        for name, value in _usual_headers(request, given):
            connection.putheader(name, value)
        for name, value in request.headers:
            connection.putheader(name, value.encode("latin-1"))
        connection.endheaders(request.body)
        response = connection.getresponse()
        if expired.is_set():  # headers that were cut in the middle look whole
            raise TimeoutError
        location = (response.headers.get("Location") or "").strip()
        cookies = tuple(value.partition(";")[0] for value in response.headers.get_all("Set-Cookie") or ())
        return Answer(status=response.status, location=location, cookies=cookies, excerpt=_excerpt(response))

    def close(self) -> None:
        self._connection.close()


def pauses(tries: int) -> Iterator[float]:
    """Seconds to wait before each try: none before the first, then more and more."""
    yield from (0.0 if number == 0 else min(2.0, 0.05 * 2**number) for number in range(tries))


def _usual_headers(request: Request, given: set[str]) -> Iterator[tuple[str, str]]:
    yield "Connection", "close"
    if "user-agent" not in given:
        yield "User-Agent", f"hardwon/{__version__}"
    if "accept" not in given:
        yield "Accept", "*/*"
    if request.body is not None or request.method in ("POST", "PUT", "PATCH"):
        yield "Content-Length", str(len(request.body or b""))


def _excerpt(response: http.client.HTTPResponse) -> str:
    """The beginning of the text. The status is known by then, so a body that breaks off takes nothing away from it."""
    try:
        body = response.read(MOST_READ)
    except (OSError, http.client.HTTPException):
        return ""
    kind = response.headers.get_content_type()
    readable = kind.startswith("text/") or kind.endswith(("json", "xml"))
    return body[: EXCERPT * 4].decode("utf-8", "replace")[:EXCERPT] if readable else ""


def _reason(error: Exception) -> str:
    if isinstance(error, http.client.RemoteDisconnected):
        return "the target closed the connection without an answer"
    if isinstance(error, http.client.HTTPException):
        return f"the answer is no HTTP ({type(error).__name__})"
    if isinstance(error, socket.gaierror):
        return "the host name is not known"
    if isinstance(error, TimeoutError):
        return "no connection in time"
    return one_line(getattr(error, "strerror", None) or str(error) or type(error).__name__, 120)
