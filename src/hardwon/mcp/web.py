"""The server over HTTP: on this machine, for whoever has the token; Host and Origin are checked, sessions bounded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from hardwon.listening.address import hosts_of
from hardwon.listening.connections import BoundedConnection
from hardwon.listening.door import Door

if TYPE_CHECKING:
    import socket

    from hardwon.mcp.server import Serving

PATH = "/mcp"
MOST_SESSIONS = 64
IDLE = 1_800.0
"""Seconds after which a session of which nothing is heard is closed."""

LARGEST_BODY = 2_000_000


async def over_http(serving: Serving, found: socket.socket, token: str, name: str = "") -> None:
    """Serve clients over HTTP until the process is told to end. `name` is what they may call this machine, too."""
    # Host and Origin are checked at the door, as they are for the dashboard.
    security = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    app = serving.server().streamable_http_app(
        streamable_http_path=PATH,
        transport_security=security,
        max_request_body_size=LARGEST_BODY,
        session_idle_timeout=IDLE,
        max_sessions=MOST_SESSIONS,
    )
    config = uvicorn.Config(
        Door(app=app, hosts=hosts_of(found, name), token=token),
        http=BoundedConnection,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=5,
    )
    await uvicorn.Server(config).serve(sockets=[found])
