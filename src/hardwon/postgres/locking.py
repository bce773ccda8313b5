"""Locks on the server that guard no row: on a product, or on something of a project. Numbers stand for their names.

Two names with the same number only wait for each other. An engine whose advisory locks do nothing loses no update by
it: rows are locked, too, and an observation is replaced only where it is still what it was.
"""

from __future__ import annotations

import time
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING

from hardwon.errors import LockTimeout

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.postgres.server import Connection, Cursor, Server

PROJECT_AREAS = 1_212_231_681
"""The first of the two numbers of a lock: what it is on. All are far from those that others are likely to use."""

PROJECT_OBSERVATIONS = PROJECT_AREAS + 1
PRODUCT = PROJECT_AREAS + 2
READING_RUNS = PROJECT_AREAS + 3
MIGRATION = PROJECT_AREAS + 4

_IN_TRANSACTION = "SELECT pg_advisory_xact_lock(%s, %s)"
_SHARED_IN_TRANSACTION = "SELECT pg_advisory_xact_lock_shared(%s, %s)"
_TRIED = "SELECT pg_try_advisory_xact_lock(%s, %s)"
_FOR_A_WHILE = """
    SELECT set_config('lock_timeout', %s, true), set_config('idle_in_transaction_session_timeout', '0', true)
"""

A_WHILE = 2.0
"""Seconds after which who waits for a lock lets go of its connection and asks again: a pooler may have few of them."""


def number_of(name: str) -> int:
    """What stands for a name in a lock."""
    digest = sha256(name.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:4], "big", signed=True)


def lock_in_transaction(cursor: Cursor, on: int, name: str, *, shared: bool = False) -> None:
    """Hold a lock until the transaction ends."""
    cursor.execute(_SHARED_IN_TRANSACTION if shared else _IN_TRANSACTION, (on, number_of(name)))


def is_free_in_transaction(cursor: Cursor, on: int, name: str) -> bool:
    """Hold a lock until the transaction ends, unless somebody else has it."""
    row = cursor.execute(_TRIED, (on, number_of(name))).fetchone()
    return bool(row and row[0])


@contextmanager
def held(server: Server, wanted: Sequence[tuple[int, str, bool]]) -> Iterator[None]:
    """Hold some locks (on what, its name, whether shared), in this order for everybody, beside other transactions.

    They are those of a transaction of their own, and end with it: behind a pooler that hands out connections by the
    transaction, locks of a session would be left behind on a connection that is somebody else's by then.
    """
    ends = time.monotonic() + server.lock_timeout

    def locked(connection: Connection) -> None:
        left = min(A_WHILE, ends - time.monotonic())
        cursor = connection.execute(_FOR_A_WHILE, (f"{max(1, round(left * 1000))}ms",))
        for on, name, shared in wanted:
            lock_in_transaction(cursor, on, name, shared=shared)

    with ExitStack() as stack:
        while True:
            try:
                stack.enter_context(server.kept_connection(locked))
                break
            except LockTimeout:
                if time.monotonic() >= ends:
                    raise
        yield
