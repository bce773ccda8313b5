"""The server over HTTP: on this machine, for whoever has the token; Host and Origin are checked, sessions bounded."""

from __future__ import annotations

import hmac
import socket
from typing import TYPE_CHECKING, Any

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from hardwon.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping

    from hardwon.mcp.server import Serving

    Message = MutableMapping[str, Any]
    App = Callable[[Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]]

PATH = "/mcp"
MOST_SESSIONS = 64
IDLE = 1_800.0
"""Seconds after which a session of which nothing is heard is closed."""

LARGEST_BODY = 2_000_000
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def bound(host: str, port: int) -> socket.socket:
    """A socket on that address; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen()  # whoever reads the address may come at once, and waits until the server is up
    except OSError as error:
        found.close()
        raise StorageError(
            f"{host}:{port} cannot be listened on: {error.strerror or error}.", remedy="Give another --port."
        ) from error
    return found


def address_of(found: socket.socket) -> str:
    """Where clients find it."""
    host, port = found.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{PATH}"


async def over_http(serving: Serving, found: socket.socket, token: str, name: str = "") -> None:
    """Serve clients over HTTP until the process is told to end. `name` is what they may call this machine, too."""
    host, port = found.getsockname()[:2]
    own = f"[{host}]" if ":" in host else host
    hosts = [f"{each}:{port}" for each in dict.fromkeys((*LOOPBACK, own, name)) if each]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True, allowed_hosts=hosts, allowed_origins=[f"http://{each}" for each in hosts]
    )
    app = serving.server().streamable_http_app(
        streamable_http_path=PATH,
        transport_security=security,
        max_request_body_size=LARGEST_BODY,
        session_idle_timeout=IDLE,
        max_sessions=MOST_SESSIONS,
        host=host,
    )
    config = uvicorn.Config(
        only_with(token, app),
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=5,
    )
    await uvicorn.Server(config).serve(sockets=[found])


def only_with(token: str, app: App) -> App:
    """The application for whoever has the token; others are told nothing but that they need one."""
    expected = f"Bearer {token}".encode()

    async def guarded(scope: Message, receive: Callable[[], Awaitable[Message]], send: Any) -> None:
        given = [value for name, value in scope.get("headers", ()) if name == b"authorization"]
        if scope["type"] == "lifespan" or (len(given) == 1 and hmac.compare_digest(given[0], expected)):
            await app(scope, receive, send)
            return
        headers = [(b"www-authenticate", b"Bearer"), (b"content-type", b"text/plain; charset=utf-8")]
        await send({"type": "http.response.start", "status": 401, "headers": headers})
        await send({"type": "http.response.body", "body": b"A bearer token is needed.\n"})

    return guarded
