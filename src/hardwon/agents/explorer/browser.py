"""Browser: loads pages of one site over HTTP, with cookies and forms, and never asks any other site for anything.

Every request counts as a page load, redirects too. A page that cannot be loaded is a page with a problem, no exception.
"""

from __future__ import annotations

import codecs
import http.client
import re
import socket
import time
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode, urljoin, urlsplit, urlunsplit
from urllib.request import HTTPCookieProcessor, HTTPHandler, HTTPSHandler, OpenerDirector, Request

from hardwon.agents.explorer.page import Page
from hardwon.agents.explorer.reading import parse
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hardwon.agents.explorer.page import Button, Field, Form

LARGEST_PAGE = 1_000_000
LONGEST_WAIT = 10.0
MOST_REDIRECTS = 8
PROBE = 5.0
"""Seconds to find out whether a site that gave no answer is still there."""

_CHUNK = 65_536
_PORTS = {"http": 80, "https": 443}
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s{0,9}=\s{0,9}[\"']?([\w.:-]{2,40})", re.IGNORECASE)
_TEXT_CODECS = ("utf-8", "utf-16", "iso8859", "cp12", "koi8", "shift_jis", "euc_", "gb", "big5", "ascii", "iso2022")
_FORM = "application/x-www-form-urlencoded"

Origin = tuple[str, str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What the browser takes from a site."""

    bytes: int = LARGEST_PAGE
    """Of a longer page only so much is read."""

    seconds: float = LONGEST_WAIT
    """For a page to be there, all of it."""


@dataclass
class Browser:
    """One visitor of a site: where it stands, what it has typed, its cookies."""

    start: str
    limits: Limits = field(default_factory=Limits)
    loads: int = 0
    unanswered: int = 0
    """Requests that had no answer at all."""

    page: Page | None = None
    """Where it stands; None before the first page."""

    home: Page | None = None
    """The start page as it was first seen."""

    filled: dict[tuple[int, int], str | None] = field(default_factory=dict)
    """What was typed or chosen on this page, by form and field; None for what was switched off."""

    def __post_init__(self) -> None:
        self.origin = origin(self.start)
        self._opener = OpenerDirector()
        # Only these handlers: no proxies, no redirects that were not looked at, no other schemes.
        for handler in (HTTPHandler(), HTTPSHandler(), HTTPCookieProcessor(CookieJar())):
            self._opener.add_handler(handler)

    def stand(self, page: Page) -> None:
        """Be on a page. What was typed on the page before is gone."""
        self.page = page
        self.filled = {}

    def is_inside(self, url: str) -> bool:
        """Whether an address belongs to the site."""
        return self.origin is not None and origin(url) == self.origin

    def is_gone(self) -> bool:
        """Whether the site does not even take a connection now."""
        if self.origin is None:
            return True
        _, host, port = self.origin
        try:
            socket.create_connection((host, port), timeout=min(PROBE, self.limits.seconds)).close()
        except OSError:
            return True
        return False

    def load(self, url: str, body: bytes | None = None) -> Page:
        """The page at an address, after its redirects; the browser stays where it stands."""
        for _ in range(MOST_REDIRECTS):
            if not self.is_inside(url):
                return Page(url=url, status=0, problem=f"it leads to {_host(url)}, outside the site")
            page, onwards = self._load(url, body)
            if onwards is None:
                return page
            url, keeps_body = onwards
            body = body if keeps_body else None
        return Page(url=url, status=0, problem=f"more than {MOST_REDIRECTS} redirects")

    def send(self, form_number: int, button: Button | None = None) -> Page:
        """The page that answers to a form of this page, with what was filled in."""
        if self.page is None:
            raise ValueError("There is no page, and so no form.")
        form = self.page.forms[form_number]
        data = urlencode(self._values(form_number, form, button))
        if form.method == "post":
            return self.load(form.action, data.encode())
        parts = urlsplit(form.action)
        return self.load(urlunsplit((parts.scheme, parts.netloc, parts.path, data, "")))

    def _values(self, number: int, form: Form, button: Button | None) -> Sequence[tuple[str, str]]:
        values = []
        for index, each in enumerate(form.fields):
            value = _sent(each, self.filled, (number, index))
            if value is not None:
                values.append((each.name, value))
        return [*values, (button.name, button.value)] if button is not None and button.name else values

    def _load(self, url: str, body: bytes | None) -> tuple[Page, tuple[str, bool] | None]:
        """One request: the page, and where it sends us with or without the body."""
        self.loads += 1
        until = time.monotonic() + self.limits.seconds
        request = Request(_ascii(url), data=body, headers={"Accept": "text/html", "User-Agent": "hardwon-explorer"})  # noqa: S310 - `load` lets only http and https of this site through
        if body is not None:
            request.add_header("Content-Type", _FORM)
        try:
            with self._opener.open(request, timeout=self.limits.seconds) as answer:
                onwards = _onwards(answer, url, body is not None)
                if onwards is not None:
                    return Page(url=url, status=answer.status), onwards
                return self._read(answer, url, until), None
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.unanswered += 1
            return Page(url=url, status=0, problem=_reason(error)), None

    def _read(self, answer: Any, url: str, until: float) -> Page:
        kind = answer.headers.get_content_type()
        if not kind.startswith("text/") and "html" not in kind:
            return Page(url=url, status=answer.status, problem=f"not a page but {one_line(kind, 40)}")
        if answer.headers.get("Content-Encoding", "identity") != "identity":
            return Page(url=url, status=answer.status, problem="compressed, though that was not asked for")
        data = bytearray()
        while len(data) <= self.limits.bytes and (chunk := answer.read1(_CHUNK)):
            data += chunk
            if time.monotonic() > until:
                raise TimeoutError
        cut = len(data) > self.limits.bytes
        text = _decoded(bytes(data[: self.limits.bytes]), answer.headers)
        return parse(text, url, status=answer.status, cut=cut)


def origin(url: str) -> Origin | None:
    """Scheme, host and port; None for an address that is none of HTTP's, or has a user in it."""
    try:
        parts = urlsplit(url)
        if parts.scheme not in _PORTS or not parts.hostname or "@" in parts.netloc:
            return None
        return parts.scheme, parts.hostname.lower(), parts.port or _PORTS[parts.scheme]
    except ValueError:
        return None


def _host(url: str) -> str:
    """Where an address leads, without any user in it."""
    place = re.match(r"[a-z][a-z0-9+.-]{0,20}:(?://)?(?:[^/?#]{0,2000}@)?([^/?#]{0,200})", url, re.IGNORECASE)
    return one_line(place.group(1), 80) if place else "nowhere"


def _sent(each: Field, filled: Mapping[tuple[int, int], str | None], key: tuple[int, int]) -> str | None:
    """The value that a field sends; None when it sends nothing."""
    if key in filled:
        return filled[key]
    if each.kind in ("checkbox", "radio"):
        return each.value if each.on else None
    return None if each.kind == "file" else each.value


def _onwards(answer: Any, url: str, posted: bool) -> tuple[str, bool] | None:
    location = answer.headers.get("Location")
    if answer.status not in (301, 302, 303, 307, 308) or not location:
        return None
    # Servers send raw UTF-8 here, which the standard library reads as Latin-1.
    target = location.encode("latin-1", "replace").decode("utf-8", "replace")
    return urljoin(url, target).partition("#")[0], posted and answer.status in (307, 308)


def _ascii(url: str) -> str:
    """The address as it goes over the wire."""
    return quote(url, safe="%/:=&?~#+!$,;'@()*[]")


def _decoded(data: bytes, headers: Any) -> str:
    match = _CHARSET.search(data[:2048])
    named = headers.get_content_charset() or (match.group(1).decode("ascii") if match else "utf-8")
    try:
        codec = codecs.lookup(named).name
    except LookupError:
        codec = "utf-8"
    return data.decode(codec if codec.startswith(_TEXT_CODECS) else "utf-8", "replace")


def _reason(error: BaseException) -> str:
    cause = getattr(error, "reason", error)
    if isinstance(cause, TimeoutError):
        return "no answer in time"
    return one_line(f"no answer: {getattr(cause, 'strerror', '') or cause or type(cause).__name__}", 120)
