"""Where a target is, and which addresses are on it. Pure functions of text."""

from __future__ import annotations

import ipaddress
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote, urljoin, urlsplit

from hardwon.errors import UsageError
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from urllib.parse import SplitResult

_PORTS = {"http": 80, "https": 443}
_PRINTED = "/?&=:@!$'()*+,;%~-._[]"
"""Signs in a path that stay as they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where the system under test is: scheme, host and port, and the path that all others are below."""

    scheme: Literal["http", "https"]
    host: str
    port: int
    base: str = ""

    @classmethod
    def of(cls, url: str) -> Origin:
        """The origin that the address of a target names; UsageError if it names none."""
        try:
            parts = urlsplit(url.strip())
            origin = cls._on(parts)
            if parts.query or parts.fragment:
                raise ValueError("it must not have a query or a fragment")  # noqa: TRY301 - all flaws are told in one place
        except ValueError as error:
            raise UsageError(
                f"{one_line(_without_user(url), 100)!r} is not the address of a target: {one_line(str(error), 100)}.",
                remedy="Give one like http://127.0.0.1:8000.",
            ) from None
        return replace(origin, base=encoded(parts.path.rstrip("/")))

    @classmethod
    def at(cls, url: str) -> Origin | None:
        """The origin that any address is on; None for one that is not HTTP's, or has a user in it."""
        try:
            return cls._on(urlsplit(url))
        except ValueError:
            return None

    @classmethod
    def _on(cls, parts: SplitResult) -> Origin:
        if parts.scheme not in _PORTS or not parts.hostname:
            raise ValueError("it must begin with http:// or https:// and name a host")
        if "@" in parts.netloc:
            raise ValueError("it must not hold a user or a password")
        scheme: Literal["http", "https"] = "https" if parts.scheme == "https" else "http"
        return cls(scheme=scheme, host=_ascii_host(parts.hostname), port=_port(parts) or _PORTS[scheme])

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"

    def holds(self, url: str) -> bool:
        """Whether an address is on this origin."""
        other = Origin.at(url)
        return other is not None and (other.scheme, other.host, other.port) == (self.scheme, self.host, self.port)


def _port(parts: SplitResult) -> int | None:
    try:
        return parts.port
    except ValueError:  # its words would repeat what stands there, which may be a password
        raise ValueError("the port must be a number below 65536") from None


def _without_user(url: str) -> str:
    before, at, after = url.rpartition("@")
    return f"{before.partition('://')[0]}://…@{after.partition('/')[0]}" if at else url


@lru_cache(maxsize=256)  # the links of a page lead to the same few hosts
def _ascii_host(host: str) -> str:
    with suppress(ValueError):
        return str(ipaddress.ip_address(host))
    try:
        name = host.encode("idna").decode("ascii").lower()
    except UnicodeError:
        name = ""
    if not name or not all(char.isalnum() or char in "-._" for char in name):
        raise ValueError("the host is not a name")
    return name


def encoded(path: str) -> str:
    """A path as it goes into a request: what is not plain ASCII percent-encoded as UTF-8."""
    return quote(path, safe=_PRINTED, errors="surrogatepass")


def joined(base: str, address: str) -> str:
    """Where an address leads that stands on a page or in a redirect, as browsers read it; ValueError if nowhere.

    They take a backslash for a slash, and any number of slashes at the beginning for two: what looks like a path may
    name another host.
    """
    path, mark, rest = _before_query(address)
    path = path.replace("\\", "/")
    if path.startswith("//"):
        path = "//" + path.lstrip("/")
    return urljoin(base, path + mark + rest)


def _before_query(address: str) -> tuple[str, str, str]:
    """The part of an address before its query or fragment, the mark between them, and the rest."""
    # As urlsplit and browsers do: these characters are not there at all.
    plain = address.strip().translate(dict.fromkeys(map(ord, "\t\r\n")))
    found = re.search(r"[?#]", plain)
    return (plain[: found.start()], found[0], plain[found.end() :]) if found else (plain, "", "")


def path_of(url: str) -> str:
    """The path and query of an address as they go into a request."""
    parts = urlsplit(url)
    return encoded(parts.path or "/") + (f"?{encoded(parts.query)}" if parts.query else "")
