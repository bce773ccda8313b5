"""The tables of the team's memory: numbered steps in SQL, each applied once, forward only, under a lock."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import TYPE_CHECKING

from hardwon.errors import ServerRefused
from hardwon.postgres import locking

if TYPE_CHECKING:
    from hardwon.postgres.server import Cursor, Server

_PREPARE = """
    CREATE SCHEMA IF NOT EXISTS hardwon;
    CREATE TABLE IF NOT EXISTS hardwon.migrations (
        number integer PRIMARY KEY,
        name text NOT NULL,
        digest text NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
    )
"""
_ENCODING = "SHOW server_encoding"
_IS_THERE = "SELECT to_regclass('hardwon.migrations') IS NOT NULL"
_APPLIED = "SELECT number, digest FROM hardwon.migrations ORDER BY number"
_OLDEST = "SELECT value FROM hardwon.about WHERE key = 'oldest'"
_APPLY = "INSERT INTO hardwon.migrations (number, name, digest) VALUES (%s, %s, %s)"


@dataclass(frozen=True, slots=True)
class Migration:
    """One step."""

    number: int
    name: str
    sql: str

    @property
    def digest(self) -> str:
        return sha256(self.sql.encode()).hexdigest()


@cache
def migrations() -> tuple[Migration, ...]:
    """The steps that this version knows, in order."""
    folder = resources.files("hardwon.postgres") / "migrations"
    files = sorted((each for each in folder.iterdir() if each.name.endswith(".sql")), key=lambda each: each.name)
    return tuple(
        Migration(int(file.name[:4]), file.name.removesuffix(".sql"), file.read_text("utf-8")) for file in files
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """How far the tables of a server are."""

    applied: tuple[int, ...]
    missing: tuple[Migration, ...]
    altered: tuple[int, ...]
    """Steps that were applied with another text than ours."""

    oldest: int
    """The step that a client must know."""

    @property
    def is_too_new(self) -> bool:
        return self.oldest > migrations()[-1].number

    def check(self) -> None:
        """ServerRefused if this version and the tables do not fit."""
        if self.is_too_new:
            raise ServerRefused(
                "The team's memory is of a newer hardwon than this one, which could not keep its promises there.",
                remedy="Upgrade hardwon here.",
            )
        if self.missing:
            raise ServerRefused(
                "The server has no team's memory yet." if not self.applied else "The team's memory is an older one.",
                remedy=f"`hardwon db {'upgrade' if self.applied else 'init'}`, as the role that owns it.",
            )


def standing(server: Server) -> Tables:
    """How far the tables are."""
    return server.look(_standing)


def _standing(cursor: Cursor) -> Tables:
    row = cursor.execute(_IS_THERE).fetchone()
    applied: dict[int, str] = dict(cursor.execute(_APPLIED).fetchall()) if row and row[0] else {}
    oldest = cursor.execute(_OLDEST).fetchone() if applied else None
    return Tables(
        applied=tuple(applied),
        missing=tuple(each for each in migrations() if each.number not in applied),
        altered=tuple(each.number for each in migrations() if applied.get(each.number, each.digest) != each.digest),
        oldest=int(oldest[0]) if oldest else 0,
    )


def check(cursor: Cursor) -> None:
    """ServerRefused if this version and the tables do not fit."""
    _standing(cursor).check()


def upgrade(server: Server) -> tuple[Migration, ...]:
    """Apply what is missing, all of it or nothing; what was applied."""
    return server.apart(_upgraded)


def _upgraded(cursor: Cursor) -> tuple[Migration, ...]:
    locking.lock_in_transaction(cursor, locking.MIGRATION, "")
    row = cursor.execute(_ENCODING).fetchone()
    if row and row[0] != "UTF8":
        raise ServerRefused(
            "The database keeps texts in another encoding than UTF8, which cannot hold every name.",
            remedy="CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0 makes one that can.",
        )
    cursor.execute(_PREPARE)
    before = _standing(cursor)
    if before.is_too_new:
        before.check()
    for each in before.missing:
        cursor.execute(each.sql.encode())
        cursor.execute(_APPLY, (each.number, each.name, each.digest))
    return before.missing
