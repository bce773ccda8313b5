"""The database behind the index: a cache that comes back by itself when missing, damaged, or made for other files.

It never holds anything that is not in a record. A database that came with a checkout is not trusted: it remembers which
file it was made as, and another file is made anew.
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager, suppress
from stat import S_ISREG
from typing import TYPE_CHECKING

from hardwon.errors import HardwonError
from hardwon.store.lock import locked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

VERSION = 3
"""Of the tables and of the language in them: what `likeness` makes of words is kept here, too."""

PATIENCE = 10.0
"""Seconds to wait for another process that writes the index."""

_LOCK = ".recall.lock"
_IN_MEMORY = ":memory:"
_FILES = ("-wal", "-shm", "-journal", "")
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
CREATE TABLE verdicts (text BLOB PRIMARY KEY, reason TEXT NOT NULL) WITHOUT ROWID;
"""
_TABLES = ("meta", "scopes", "files", "documents", "postings", "terms", "verdicts")


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
    # The log first: a new database must never meet the log of an old one.
    for ending in _FILES:
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _remove_unless_plain(path: Path) -> None:
    """Remove a link, pipe or the like, so that no checkout can make a cache write into some other file."""
    with suppress(FileNotFoundError):
        if not S_ISREG(path.lstat().st_mode):
            path.unlink()


def _ready(path: Path, made_for: str) -> sqlite3.Connection:
    for ending in _FILES:
        _remove_unless_plain(path.with_name(path.name + ending))
    connection = _connected(str(path))
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        return _prepared(connection, f"{made_for}\n{path.stat().st_ino}")
    except BaseException:  # cleaned up, then raised again
        connection.close()
        raise


def _connected(target: str) -> sqlite3.Connection:
    return sqlite3.connect(target, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def _prepared(connection: sqlite3.Connection, made_for: str) -> sqlite3.Connection:
    """The connection, its tables made anew unless they were made for just this."""
    wanted = f"{VERSION}\n{made_for}"
    if _made_for(connection) != wanted:
        with writing(connection):
            if _made_for(connection) != wanted:  # unless another process has just done it
                _make(connection, wanted)
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
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:  # cleaned up, then raised again
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another process only keeps us waiting."""
    return getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))
