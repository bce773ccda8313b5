"""The door of a server: who may come in. Pure ASGI, the same for every server of hardwon.

A page of another site can make a browser send requests here: under a name of its own that leads here (Host), or from
its own pages (Origin, Sec-Fetch-Site). Both are refused before anything is read.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping

    Message = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]
    App = Callable[[Message, Receive, Send], Awaitable[None]]

READING = frozenset({"GET", "HEAD", "OPTIONS"})
MISDIRECTED, FORBIDDEN, UNAUTHORISED = 421, 403, 401


def header(scope: Message, name: bytes) -> str | None:
    """The one header of that name; None if there is none, "" if it is given twice, which no client does."""
    found = [value for key, value in scope.get("headers", ()) if key == name]
    return (found[0].decode("latin-1") if len(found) == 1 else "") if found else None


def has_token(scope: Message, token: str) -> bool:
    """Whether a request brings the token as its bearer."""
    scheme, _, given = (header(scope, b"authorization") or "").partition(" ")
    return scheme.lower() == "bearer" and hmac.compare_digest(given.encode(), token.encode())


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """Lets requests to an application in."""

    app: App
    hosts: tuple[str, ...]
    """What clients may call this server, each with its port."""

    token: str = ""
    """What every request must bring as its bearer; "" if the application asks for itself."""

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif refused := self._refusal(scope):
            await _tell(send, *refused)
        else:
            await self.app(scope, receive, send)

    def _refusal(self, scope: Message) -> tuple[int, str] | None:
        if scope["type"] != "http":
            return FORBIDDEN, "Only HTTP is spoken here."
        if self.token and not has_token(scope, self.token):
            return UNAUTHORISED, "A bearer token is needed."
        if (header(scope, b"host") or "").lower() not in self.hosts:
            return MISDIRECTED, "This server is not called that."
        origin = header(scope, b"origin")
        if origin is not None and origin.lower() not in {f"http://{host}" for host in self.hosts}:
            return FORBIDDEN, "Requests from pages of other sites are refused."
        is_foreign = header(scope, b"sec-fetch-site") not in (None, "same-origin", "none")
        if is_foreign and (scope["method"] not in READING or not _opens_a_page(scope)):
            return FORBIDDEN, "Requests from pages of other sites are refused."
        return None


def _opens_a_page(scope: Message) -> bool:
    """Whether a reader follows a link. A picture or a frame would tell a page of others how long an answer takes."""
    return header(scope, b"sec-fetch-mode") == "navigate" and header(scope, b"sec-fetch-dest") == "document"


async def _tell(send: Send, status: int, text: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"x-content-type-options", b"nosniff")]
    if status == UNAUTHORISED:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{text}\n".encode()})
