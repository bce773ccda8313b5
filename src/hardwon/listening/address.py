"""Where a server listens, and the token that it asks for."""

from __future__ import annotations

import secrets
import socket
from typing import TYPE_CHECKING

from hardwon.errors import StorageError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - refused
LEAST_TOKEN = 16


def bound(host: str, port: int) -> socket.socket:
    """A socket on that address; port 0 takes any that is free."""
    if host in EVERYWHERE:
        raise UsageError(
            f"{host} is every address of this machine, so nothing says under which name clients may come.",
            remedy="Give --host the address that they use.",
        )
    host = host.strip("[]")
    try:
        # Said to be TCP: else asyncio leaves Nagle's algorithm on, and each answer waits 40 ms for its last part.
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    except OSError as error:
        raise _refused(host, port, error) from error
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen()  # whoever reads the address may come at once, and waits until the server is up
    except (OSError, UnicodeError) as error:
        found.close()
        raise _refused(host, port, error) from error
    return found


def _refused(host: str, port: int, error: Exception) -> StorageError:
    why = getattr(error, "strerror", None) or error
    return StorageError(f"{host}:{port} cannot be listened on: {why}.", remedy="Give another --port.")


def address_of(found: socket.socket, path: str = "/") -> str:
    """Where clients find it."""
    host, port = found.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{path}"


def hosts_of(found: socket.socket, name: str = "") -> tuple[str, ...]:
    """What a client may call this server: this machine, the address itself, and `name`, each with the port."""
    host, port = found.getsockname()[:2]
    own = f"[{host}]" if ":" in host else host
    named = f"[{name}]" if ":" in name and not name.startswith("[") else name
    known = [each.lower() for each in dict.fromkeys((*LOOPBACK, own, named)) if each]
    return tuple(f"{each}:{port}" for each in known) + (tuple(known) if port == 80 else ())  # noqa: PLR2004 - HTTP's own port goes without saying


def is_loopback(found: socket.socket) -> bool:
    """Whether only this machine can reach it."""
    host = str(found.getsockname()[0])
    return host == "::1" or host.startswith("127.")


def token_in(environ: Mapping[str, str], variable: str) -> tuple[str, bool]:
    """The token that clients must have, and whether it was given in the environment; UsageError if it is too short."""
    given = environ.get(variable, "")
    if given and len(given) < LEAST_TOKEN:
        raise UsageError(f"{variable} is shorter than {LEAST_TOKEN} characters.", remedy="Give a longer one.")
    return given or secrets.token_urlsafe(32), bool(given)
