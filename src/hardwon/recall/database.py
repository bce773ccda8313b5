"""The database behind the index: a cache that comes back by itself when missing, damaged, or made for other files.

It never holds anything that is not in a record. A database that came with a checkout is not trusted: it has just our
tables and remembers which file it was made as, by whom and in which folder, or it is made anew. Whatever it holds, each
statement comes to an end. What it says of an observation is compared with the file before an agent gets it (`index`).
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager, suppress
from functools import lru_cache
from stat import S_ISREG
from typing import TYPE_CHECKING, Any

from hardwon.errors import HardwonError, StorageError
from hardwon.likeness.tokens import LANGUAGE
from hardwon.store.lock import locked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

VERSION = f"4.{LANGUAGE}"
"""Of the tables, and of the language in them."""

PATIENCE = 10.0
"""Seconds to wait for another process that writes the index."""

LARGEST = 2_000_000_000
"""Bytes of a database: far beyond what one grows to."""

LARGEST_VALUE = 50_000_000
MEASURE, MOST_MEASURES = 1_000_000, 200
"""Instructions of the database after which it is asked how far it is, and how often for one statement."""

_DEFENSIVE = 1010
"""SQLITE_DBCONFIG_DEFENSIVE, which Python names from 3.12 on."""

_LOCK = ".recall.lock"
_LOG, _SHARED, _JOURNAL = "-wal", "-shm", "-journal"
_IN_MEMORY = ":memory:"
_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE scopes (id INTEGER PRIMARY KEY, tier TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (tier, name));
CREATE TABLE files (
  path TEXT PRIMARY KEY, size INTEGER, mtime INTEGER, ctime INTEGER, inode INTEGER, settled INTEGER, digest BLOB,
  tier TEXT, scope TEXT, kind TEXT, reason TEXT, document INTEGER
) WITHOUT ROWID;
CREATE TABLE documents (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL, scope INTEGER NOT NULL, observation TEXT NOT NULL, title TEXT NOT NULL,
  content TEXT NOT NULL, trust REAL NOT NULL, created TEXT NOT NULL, confirmed TEXT NOT NULL, position INTEGER,
  snapshot TEXT NOT NULL, words TEXT NOT NULL, stems TEXT NOT NULL
);
CREATE VIRTUAL TABLE postings USING fts5(stems, content='', tokenize="unicode61 remove_diacritics 0");
CREATE TABLE terms (token TEXT PRIMARY KEY, amount INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE verdicts (text BLOB PRIMARY KEY, reason TEXT NOT NULL, seal BLOB NOT NULL) WITHOUT ROWID;
"""
_TABLES = ("meta", "scopes", "files", "documents", "postings", "terms", "verdicts")


class _Meter:
    """How long a statement has been at it."""

    def __init__(self) -> None:
        self.measures = 0

    def is_over(self) -> bool:
        self.measures += 1
        return self.measures > MOST_MEASURES


class Bounded(sqlite3.Connection):
    """A connection on which every statement comes to an end, whatever the file holds."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._meter = _Meter()  # an object of its own: a connection that refers to itself is closed late
        self.set_progress_handler(self._meter.is_over, MEASURE)

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        self._meter.measures = 0
        return super().execute(sql, parameters)

    def executemany(self, sql: str, parameters: Any, /) -> sqlite3.Cursor:
        self._meter.measures = 0
        return super().executemany(sql, parameters)


class IndexBusy(StorageError):  # noqa: N818 - it names the situation, which is what the reader needs
    """Another process has kept us waiting for too long."""


def opened(path: Path | None, made_for: str) -> sqlite3.Connection:
    """The database, ready for use; in memory without a path, and where the folder cannot be written."""
    if path is None:
        return _in_memory(made_for)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return _ready(path, made_for)
        except sqlite3.DatabaseError as error:
            if is_busy(error):
                raise
            return _renewed(path, made_for)
    except (OSError, HardwonError, sqlite3.DatabaseError) as error:
        if isinstance(error, sqlite3.DatabaseError) and is_busy(error):
            raise
        return _in_memory(made_for)


def _in_memory(made_for: str) -> sqlite3.Connection:
    return _prepared(_connected(_IN_MEMORY), f"{made_for}\n{_IN_MEMORY}")


def _renewed(path: Path, made_for: str) -> sqlite3.Connection:
    """A new database in place of a damaged one."""
    with locked(path.parent / _LOCK, timeout=PATIENCE):
        try:
            return _ready(path, made_for)  # another process was faster
        except sqlite3.DatabaseError:
            _remove(path)
            return _ready(path, made_for)


def discard(path: Path | None) -> None:
    """Remove a database that turned out to be damaged."""
    if path is None:
        return
    with locked(path.parent / _LOCK, timeout=PATIENCE):
        _remove(path)


def _remove(path: Path) -> None:
    # The logs first: a new database must never meet the log of an old one.
    for ending in (_JOURNAL, _LOG, _SHARED, ""):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _ready(path: Path, made_for: str) -> sqlite3.Connection:
    _refuse_odd_files(path)
    # We never write one that is left behind, and the changes in it would be taken back before anything is checked.
    path.with_name(path.name + _JOURNAL).unlink(missing_ok=True)
    connection = _connected(str(path))
    try:
        _refuse_foreign_tables(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        return _prepared(connection, f"{made_for}\n{_identity(path)}")
    except BaseException:  # cleaned up, then raised again
        connection.close()
        raise


def _refuse_odd_files(path: Path) -> None:
    """DatabaseError for a link (no checkout shall make a cache write into some other file), a pipe, a huge file."""
    for ending in ("", _LOG, _SHARED, _JOURNAL):
        with suppress(FileNotFoundError):
            found = path.with_name(path.name + ending).lstat()
            if not S_ISREG(found.st_mode) or found.st_nlink > 1 or found.st_size > LARGEST:
                raise sqlite3.DatabaseError(f"{path.name}{ending} is not a file of ours")


def _identity(path: Path) -> str:
    """What no checkout can know of the file that it will become."""
    own, folder = path.stat(), path.parent.stat()
    return f"{own.st_dev} {own.st_ino} {folder.st_ino} {os.geteuid()}"


def _connected(target: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        target, timeout=PATIENCE, isolation_level=None, check_same_thread=False, factory=Bounded
    )
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)
    if hasattr(connection, "setconfig"):  # Python 3.12
        connection.setconfig(_DEFENSIVE, True)
    return connection


def _refuse_foreign_tables(connection: sqlite3.Connection) -> None:
    """DatabaseError unless there are just our tables, or none yet: a view could run for ever, a trigger write."""
    if _objects(connection) not in (frozenset(), _our_objects()):
        raise sqlite3.DatabaseError("the tables are not ours")


def _objects(connection: sqlite3.Connection) -> frozenset[tuple[Any, ...]]:
    return frozenset(connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master LIMIT 100"))


@lru_cache(maxsize=1)
def _our_objects() -> frozenset[tuple[Any, ...]]:
    """Our tables as this version of SQLite describes them."""
    connection = sqlite3.connect(_IN_MEMORY)
    try:
        _make(connection, "")
        return _objects(connection)
    finally:
        connection.close()


def _prepared(connection: sqlite3.Connection, made_for: str) -> sqlite3.Connection:
    """The connection, its tables made anew unless they were made for just this."""
    wanted = f"{VERSION}\n{made_for}"
    if _made_for(connection) != wanted:
        with writing(connection):
            if _made_for(connection) != wanted:  # unless another process has just done it
                _make(connection, wanted)
    connection.execute("PRAGMA query_only = ON")
    return connection


def _made_for(connection: sqlite3.Connection) -> str | None:
    tables = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'meta'").fetchone()[0]
    row = connection.execute("SELECT value FROM meta WHERE key = 'made_for'").fetchone() if tables else None
    return row[0] if row else None


def _make(connection: sqlite3.Connection, made_for: str) -> None:
    for table in _TABLES:
        connection.execute(f"DROP TABLE IF EXISTS {table}")
    for statement in _SCHEMA.strip().removesuffix(";").split(";\n"):
        connection.execute(statement)
    values = {"made_for": made_for, "generation": 0, "count": 0, "words": 0, "letters": 0, "last": 0}
    connection.executemany("INSERT INTO meta VALUES (?, ?)", values.items())


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """One change, whole or not at all; other processes read the state before it until it is done."""
    connection.execute("PRAGMA query_only = OFF")
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("COMMIT")
    except BaseException:  # cleaned up, then raised again
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    finally:
        connection.execute("PRAGMA query_only = ON")


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another process only keeps us waiting."""
    return getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))
