"""Cookies of one target, as browsers keep them (RFC 6265): by name and path, until they end.

Only one origin is ever asked, so two rules become simple. A cookie for another host is not taken. And `Secure` changes
nothing: what the target sends over plain HTTP goes back the same way, to nobody else.
"""

from __future__ import annotations

import ipaddress
import math
import time
from dataclasses import dataclass, field, replace
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from hardwon.target.exchange import is_sendable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hardwon.target.exchange import Request

MOST_COOKIES = 200
LONGEST_COOKIE = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Cookie:
    name: str
    """"" for one that is only a value."""

    value: str = field(repr=False)
    path: str
    ends: float = math.inf

    def goes_to(self, path: str) -> bool:
        """Whether a request for this path carries it."""
        return path == self.path or path.startswith(self.path.rstrip("/") + "/")

    def __str__(self) -> str:
        return f"{self.name}={self.value}" if self.name else self.value


@dataclass(slots=True)
class Cookies:
    """What a target has set, and what goes back to it."""

    host: str
    clock: Callable[[], float] = time.time
    _kept: dict[tuple[str, str], Cookie] = field(default_factory=dict, repr=False)

    def take(self, path: str, lines: Iterable[str]) -> None:
        """Keep what the answer to a request for this path sets. One that has ended stays, and tells of its end."""
        for line in lines:
            cookie = self._read(line, path.partition("?")[0])
            if cookie is not None:
                self._kept[cookie.name, cookie.path] = cookie
        while len(self._kept) > MOST_COOKIES:
            del self._kept[next(iter(self._kept))]

    def on(self, request: Request) -> Request:
        """The request with the cookies that belong to its path. Those it has already give way to what was set since."""
        path = request.path.partition("?")[0]
        ours = [cookie for cookie in self._kept.values() if cookie.goes_to(path)]
        if not ours:
            return request
        named = {cookie.name for cookie in ours}
        given = [pair for pair in _pairs(request.header("Cookie")) if pair[0] not in named]
        ours.sort(key=lambda cookie: -len(cookie.path))
        texts = [str(Cookie(name=name, value=value, path="/")) for name, value in given]
        texts += [str(cookie) for cookie in ours if cookie.ends > self.clock()]
        rest = request.without("Cookie")
        return replace(request, headers=(*rest, ("Cookie", "; ".join(texts))) if texts else rest)

    def _read(self, line: str, asked: str) -> Cookie | None:
        if len(line) > LONGEST_COOKIE or not is_sendable(line):
            return None
        [(name, value), *attributes] = [_pair(part) for part in line.split(";")]
        said = {key.lower(): text for key, text in attributes}
        if not (name or value) or not _is_for(said.get("domain", ""), self.host):
            return None
        path = said.get("path", "")
        return Cookie(
            name=name,
            value=value,
            path=path if path.startswith("/") else asked.rpartition("/")[0] or "/",
            ends=self._end(said),
        )

    def _end(self, said: dict[str, str]) -> float:
        age = said.get("max-age", "")
        if age.removeprefix("-").isdecimal():
            seconds = int(age[:12])  # thousands of years are enough
            return self.clock() + seconds if seconds > 0 else -math.inf
        try:
            date = parsedate_to_datetime(said.get("expires", ""))
            return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()
        except (ValueError, TypeError, IndexError, OverflowError):  # as the standard library says that it is no date
            return math.inf


def _pairs(header: str) -> Iterator[tuple[str, str]]:
    yield from (_pair(part) for part in header.split(";") if part.strip())


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    return (name.strip(), value.strip()) if equals else ("", text.strip())


def _is_for(domain: str, host: str) -> bool:
    """Whether a cookie for a domain is one for this host."""
    domain = domain.lower().removeprefix(".")
    return not domain or domain == host or (host.endswith(f".{domain}") and not _is_number(host))


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
