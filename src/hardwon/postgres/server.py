"""The server: connections that are made when needed, and transactions that are carried out once.

A connection that breaks, and a transaction that gets in another's way, is tried again, for a while. Each operation has
a key that is written with it: where only the answer was lost, it is not done twice. The address is never shown.
"""

from __future__ import annotations

import os
import random
import time
from contextlib import contextmanager, suppress
from functools import cached_property
from itertools import count
from threading import Lock, local
from typing import TYPE_CHECKING, Any, LiteralString, TypeVar
from uuid import uuid4

import psycopg
from psycopg.conninfo import conninfo_to_dict

from hardwon.errors import ServerAway
from hardwon.postgres import refusals
from hardwon.store.protocol import AlreadyDoneError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from hardwon.errors import HardwonError

T = TypeVar("T")
Cursor = psycopg.Cursor[tuple[Any, ...]]
Connection = psycopg.Connection[tuple[Any, ...]]

FIRST_PATIENCE = 2.0
"""Seconds in which a server must be reached that was not reached before."""

PATIENCE = 30.0
"""Seconds that a server may be away which was there."""

AWAY = 10.0
"""Seconds in which a server that is away is not tried again."""

MOST_IDLE = 8
"""Connections that are kept for later."""

_PAUSE, _LONGEST_PAUSE = 0.01, 1.0

_KEPT = "INSERT INTO hardwon.operations (key) VALUES (%s)"
_KEPT_ONCE = "INSERT INTO hardwon.operations (key) VALUES (%s) ON CONFLICT (key) DO NOTHING"
_WAS_DONE = "SELECT EXISTS (SELECT 1 FROM hardwon.operations WHERE key = %s)"
_IDENTITY = "SELECT value FROM hardwon.about WHERE key = 'identity'"
_ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
_SETTINGS = """
    SELECT set_config('lock_timeout', %s, false), set_config('search_path', 'pg_catalog', false),
        set_config('statement_timeout', '0', false), set_config('idle_in_transaction_session_timeout', '0', false),
        set_config('default_transaction_isolation', 'read committed', false)
"""
"""What holds for us, whatever a role or a database has been given: our own limits are those of locks."""

_UNLESS_SAID: dict[str, Any] = {
    "application_name": "hardwon",
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}
"""What the address may say otherwise: a network that drops a connection without a word is noticed in half a minute."""

_left_behind: list[Connection] = []
"""Connections of a process that forked: the child must not even close them."""


class Server:
    """One server, reached by its address."""

    def __init__(
        self,
        address: str,
        *,
        lock_timeout: float = 120.0,
        patience: float = PATIENCE,
        check: Callable[[Cursor], None] | None = None,
    ) -> None:
        """`check` may refuse the server when it is first reached."""
        self._address = address
        self._check = check
        self.lock_timeout = lock_timeout
        self._patience = patience
        self._idle: list[Connection] = []
        self._guard = Lock()
        self._process = os.getpid()
        self._was_reached = False
        self._away_since = 0.0
        self._has_written = False
        self._refused_writes = ""
        self._under_way = local()

    def __repr__(self) -> str:
        return "Server(…)"

    def run(self, work: Callable[[Cursor], T], *, once: str = "") -> T:
        """The work as one transaction, done once; within another one, as a part of it. It may be called again.

        `once` names an operation that others may have done, too: AlreadyDoneError if it was done before.
        """
        outer: Cursor | None = getattr(self._under_way, "cursor", None)
        if outer is not None:
            return work(outer)
        key = once or uuid4().hex
        done: list[T] = []
        found = self._tried(lambda: self._once(work, key, done, is_shared=bool(once)))
        self._has_written, self._refused_writes = True, ""
        later, self._under_way.later = getattr(self._under_way, "later", []), []
        for each in later:
            each()
        return found

    def was_done(self, once: str) -> bool:
        """Whether the operation of that name was carried out, of late."""
        return bool(self.ask(_WAS_DONE, (once,))[0][0])

    def afterwards(self, work: Callable[[], object]) -> None:
        """Do something once the transaction that is under way here has been carried out; at once if none is."""
        if getattr(self._under_way, "cursor", None) is None:
            work()
        else:
            self._under_way.later.append(work)

    def _once(self, work: Callable[[Cursor], T], key: str, done: list[T], *, is_shared: bool) -> T:
        """One attempt. `done` is what an earlier one came to whose answer was lost."""
        with self.connection() as connection, connection.transaction():
            cursor = connection.cursor()
            is_again = is_shared or bool(done)
            if is_again and not cursor.execute(_KEPT_ONCE, (key,)).rowcount:
                if not done:
                    raise AlreadyDoneError
                return done[-1]
            self._under_way.cursor, self._under_way.later = cursor, []
            try:
                done[:] = [work(cursor)]
            except BaseException:  # nothing was sent, then it is raised again
                done.clear()  # it was not even sent
                raise
            finally:
                self._under_way.cursor = None
            if not is_again:
                cursor.execute(_KEPT, (key,))
        return done[-1]

    def apart(self, work: Callable[[Cursor], T]) -> T:
        """The work as one transaction without a key: for what changes nothing if it is done twice."""

        def done() -> T:
            with self.connection() as connection, connection.transaction():
                return work(connection.cursor())

        return self._tried(done)

    def look(self, work: Callable[[Cursor], T]) -> T:
        """Several questions about one moment; within a transaction as that sees it."""
        outer: Cursor | None = getattr(self._under_way, "cursor", None)
        if outer is not None:
            return work(outer)

        def looked() -> T:
            with self.connection() as connection, connection.transaction():
                connection.execute(_ONE_MOMENT)
                return work(connection.cursor())

        return self._tried(looked)

    def ask(self, query: LiteralString, values: Mapping[str, Any] | tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """What a question gives: within a transaction as that sees it."""
        outer: Cursor | None = getattr(self._under_way, "cursor", None)
        if outer is not None:
            return outer.execute(query, values).fetchall()

        def asked() -> list[tuple[Any, ...]]:
            with self.connection() as connection:
                return connection.execute(query, values).fetchall()

        return self._tried(asked)

    def _tried(self, attempt: Callable[[], T]) -> T:
        began = time.monotonic()
        if self._away_since and began - self._away_since < AWAY:
            raise ServerAway
        for number in count():
            try:
                found = attempt()
            except psycopg.Error as error:
                if not refusals.may_pass(error) or time.monotonic() - began > self._patience_with(error):
                    raise self._refusal(error) from None  # its own text may name the address
            else:
                self._away_since = 0.0
                return found
            # Not all at the same moment again.
            time.sleep(min(_LONGEST_PAUSE, _PAUSE * 2 ** min(number, 10)) * random.uniform(0.5, 1.0))  # noqa: S311 - not a secret
        raise ServerAway

    def _patience_with(self, error: psycopg.Error) -> float:
        """Seconds to go on trying. Where nothing was written yet, a server that takes no changes is not waited for."""
        was_there = self._has_written if refusals.takes_no_changes(error) else self._was_reached
        return self._patience if was_there else min(FIRST_PATIENCE, self._patience)

    def _refusal(self, error: psycopg.Error) -> HardwonError:
        refusal = refusals.of(error, self.lock_timeout)
        if refusals.takes_no_changes(error):
            self._refused_writes = str(refusal.args[0])  # it can still be read
        elif isinstance(refusal, ServerAway):
            self._away_since, self._was_reached = time.monotonic(), False
        return refusal

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection of one's own, for a while."""
        connection = self._taken() or self._connected()
        try:
            yield connection
        except psycopg.Error as error:
            if refusals.takes_no_changes(error):
                connection.close()  # the next one may lead to the server that does
            self._give_back(connection)
            raise
        except BaseException:  # the connection goes back, then it is raised again
            self._give_back(connection)
            raise
        self._give_back(connection)

    @contextmanager
    def kept_connection(self, begin: Callable[[Connection], None]) -> Iterator[Connection]:
        """A connection with a transaction that was begun on it, and that lasts beside others; it changes nothing."""

        def begun() -> Connection:
            connection = self._taken() or self._connected()
            try:
                connection.execute("BEGIN")
                begin(connection)
            except BaseException:  # it is raised again
                connection.close()  # and whatever was begun goes with it
                raise
            return connection

        connection = self._tried(begun)
        try:
            yield connection
        finally:
            with suppress(psycopg.Error):  # where the connection is gone, so is the transaction
                connection.execute("ROLLBACK")
            self._give_back(connection)

    def _taken(self) -> Connection | None:
        with self._guard:
            if self._process != os.getpid():
                _left_behind.extend(self._idle)
                self._idle, self._process = [], os.getpid()
            return self._idle.pop() if self._idle else None

    def _connected(self) -> Connection:
        given = conninfo_to_dict(self._address)
        wanted = {name: value for name, value in _UNLESS_SAID.items() if name not in given}
        # Nothing is prepared: behind a pooler a name may be that of another's statement.
        connection = psycopg.connect(
            self._address, autocommit=True, client_encoding="UTF8", prepare_threshold=None, **wanted
        )
        try:
            connection.execute(_SETTINGS, (f"{max(1, round(self.lock_timeout * 1000))}ms",))
            if self._check is not None and not self._was_reached:
                self._check(connection.cursor())
        except BaseException:  # the connection is closed, then it is raised again
            connection.close()
            raise
        self._was_reached = True
        return connection

    def _give_back(self, connection: Connection) -> None:
        is_sound = not connection.closed and connection.info.transaction_status == psycopg.pq.TransactionStatus.IDLE
        with self._guard:
            if is_sound and len(self._idle) < MOST_IDLE:
                self._idle.append(connection)
                return
        with suppress(psycopg.Error):
            connection.close()

    @property
    def trouble(self) -> str:
        """Why what was last to be done there was not: it did not answer, or takes no changes; "" if it was done."""
        return str(ServerAway().args[0]) if self._away_since else self._refused_writes

    @property
    def can_be_read(self) -> bool:
        """Whether it answered, at least, when it was last asked."""
        return not self._away_since

    @cached_property
    def identity(self) -> str:
        """What tells this database from every other, wherever it is reached."""
        return str(self.ask(_IDENTITY)[0][0])

    def close(self) -> None:
        """Let go of what is not in use."""
        while connection := self._taken():
            connection.close()
