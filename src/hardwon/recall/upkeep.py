"""Upkeep of the index: which observations changed, and what the index says afterwards.

An observation is read again when its revision differs from the one that the index knows, or when that was not settled
at the last reading. All changes of one round are one transaction.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.likeness.tokens import Document, document, tokens
from hardwon.observations.observation import Scope
from hardwon.recall.database import writing
from hardwon.store.protocol import Stored, Unreadable

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Mapping

    from hardwon.observations.observation import Observation
    from hardwon.store.protocol import ObservationRecord, Sighting

    Judge = Callable[[Observation], str]

LENGTHS = 512
"""The number of a document ends with its length, so that long lists can be cut down without reading it."""

_FEW_VERDICTS = 1000


KnownFile = tuple[int, int, int, int, int, bytes]
"""An observation as the index knows it: its revision, whether that was settled, and the digest of its document."""


def known_files(connection: sqlite3.Connection) -> dict[str, KnownFile]:
    """Every file as the index knows it."""
    rows = connection.execute("SELECT path, size, mtime, ctime, inode, settled, digest FROM files")
    return {row[0]: row[1:] for row in rows}


def generation(connection: sqlite3.Connection) -> int:
    """How often the index has changed."""
    return int(connection.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()[0])


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The judge's words, asked for once for each text."""

    judge: Judge
    made_for: str

    def on(self, observation: Observation, connection: sqlite3.Connection) -> str:
        """Why an observation must be kept out, or ""."""
        text = f"{observation.digest}{observation.is_released}{observation.origin}".encode()
        key = hashlib.sha256(text).digest()
        row = connection.execute("SELECT reason, seal FROM verdicts WHERE text = ?", (key,)).fetchone()
        if row and row[1] == self._seal(key, str(row[0])):
            return str(row[0])
        reason = self.judge(observation)
        if connection.in_transaction:
            values = (key, reason, self._seal(key, reason))
            connection.execute("INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?)", values)
        return reason

    def _seal(self, key: bytes, reason: str) -> bytes:
        """Ties a reason to its text and to what the index was made for: one alone is not changed unseen."""
        return hashlib.sha256(key + f"{self.made_for}\0{reason}".encode("utf-8", "surrogateescape")).digest()


class Round:
    """One round of upkeep: made for a state of the index, applied to it or not at all."""

    def __init__(self, store: ObservationRecord, verdicts: Verdicts, connection: sqlite3.Connection) -> None:
        self._store = store
        self._verdicts = verdicts
        self._connection = connection
        self._having: Counter[str] = Counter()
        self._totals: Counter[str] = Counter()
        self._scopes: dict[Scope, int] = {}
        self._last = 0

    def apply(
        self, known: dict[str, KnownFile], seen: Mapping[str, Sighting], *, since: int, is_calm: Callable[[], bool]
    ) -> bool:
        """Write what changed; False, with nothing written, if another process was faster or a curation began."""
        gone = known.keys() - seen.keys()
        changed = sorted(  # in the same order on every machine: of those that fit as well, the first ones are ranked
            path for path, each in seen.items() if path not in known or known[path][:5] != (*each.revision, True)
        )
        if not gone and not changed:
            return True
        try:
            with writing(self._connection):
                _check(generation(self._connection) == since)
                touched = sum([self._drop(path) for path in sorted(gone)])
                touched += sum([self._take(path, seen[path], known.get(path)) for path in changed])
                if touched:
                    self._count()
                _check(is_calm())
        except _OvertakenError:
            return False
        return True

    def _take(self, path: str, seen: Sighting, known: KnownFile | None) -> int:
        """Read a file, and put what it says in the place of what the index said; 0 if that is the same."""
        found = seen.scope if isinstance(seen.scope, Unreadable) else self._store.read(path, seen.scope)
        settled = self._store.is_settled(seen.revision)
        digest = hashlib.sha256(found.raw if isinstance(found, Stored) else found.reason.encode()).digest()
        if known is not None and known[-1] == digest:
            if known != (*seen.revision, settled, digest):
                self._connection.execute(
                    "UPDATE files SET size = ?, mtime = ?, ctime = ?, inode = ?, settled = ? WHERE path = ?",
                    (*seen.revision, settled, path),
                )
                return 1
            return 0
        scope = seen.scope if isinstance(seen.scope, Scope) else None
        kind, reason, document = self._placed(path, found, is_known=known is not None)
        self._connection.execute(
            "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                path,
                *seen.revision,
                settled,
                digest,
                scope.tier if scope else None,
                scope.name if scope else None,
                kind,
                reason,
                document,
            ),
        )
        return 1

    def _placed(
        self, path: str, found: Stored | Unreadable, *, is_known: bool
    ) -> tuple[str | None, str | None, int | None]:
        """Put a readable and safe observation into the index; why it is kept out, or its number."""
        number = self._number(path) if is_known else None
        if isinstance(found, Unreadable):
            self._forget(number)
            return "unreadable", found.reason, None
        reason = self._verdicts.on(found.observation, self._connection)
        if reason:
            self._forget(number)
            return "unsafe", reason, None
        return None, None, self._remember(number, path, found.observation)

    def _remember(self, number: int | None, path: str, observation: Observation) -> int:
        text = document(observation.title, observation.content)
        scope = self._scope(observation.scope)
        words, stems = " ".join(text.words), " ".join(text.stems)
        values = (
            path,
            scope,
            observation.id,
            observation.title,
            observation.content,
            observation.trust,
            observation.created,
            observation.last_confirmed,
            observation.position,
            json.dumps([[entry.test, entry.id] for entry in observation.suite_snapshot])
            if observation.suite_snapshot
            else "",
            words,
            stems,
        )
        if number is not None:
            query = "SELECT scope, words, stems FROM documents WHERE id = ?"
            if self._connection.execute(query, (number,)).fetchone() == (scope, words, stems):
                self._connection.execute(
                    "UPDATE documents SET path = ?, scope = ?, observation = ?, title = ?, content = ?, trust = ?, "
                    "created = ?, confirmed = ?, position = ?, snapshot = ?, words = ?, stems = ? WHERE id = ?",
                    (*values, number),
                )
                return number
            self._forget(number)
        number = self._next() * LENGTHS + min(len(text.words), LENGTHS - 1)
        self._connection.execute(
            "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (number, *values)
        )
        self._connection.execute(
            "INSERT INTO postings (rowid, stems) VALUES (?, ?)", (number, scoped(scope, text.stems))
        )
        self._weigh(text, 1)
        return number

    def _drop(self, path: str) -> int:
        self._forget(self._number(path))
        self._connection.execute("DELETE FROM files WHERE path = ?", (path,))
        return 1

    def _number(self, path: str) -> int | None:
        row = self._connection.execute("SELECT document FROM files WHERE path = ?", (path,)).fetchone()
        return row[0] if row else None

    def _forget(self, number: int | None) -> None:
        if number is None:
            return
        query = "SELECT scope, words, stems FROM documents WHERE id = ?"
        scope, words, stems = self._connection.execute(query, (number,)).fetchone()
        text = stored_document(words, stems)
        self._connection.execute(
            "INSERT INTO postings (postings, rowid, stems) VALUES ('delete', ?, ?)", (number, scoped(scope, text.stems))
        )
        self._connection.execute("DELETE FROM documents WHERE id = ?", (number,))
        self._weigh(text, -1)

    def _weigh(self, text: Document, sign: int) -> None:
        if sign > 0:
            self._having.update(tokens(text))
        else:
            self._having.subtract(tokens(text))
        self._totals.update({"count": sign, "words": sign * len(text.words), "letters": sign * text.letters})

    def _scope(self, scope: Scope) -> int:
        if scope not in self._scopes:
            own = (scope.tier, scope.name)
            self._connection.execute("INSERT OR IGNORE INTO scopes (tier, name) VALUES (?, ?)", own)
            row = self._connection.execute("SELECT id FROM scopes WHERE tier = ? AND name = ?", own).fetchone()
            self._scopes[scope] = int(row[0])
        return self._scopes[scope]

    def _next(self) -> int:
        if not self._last:
            self._last = int(self._connection.execute("SELECT value FROM meta WHERE key = 'last'").fetchone()[0])
        self._last += 1
        self._totals["last"] += 1
        return self._last

    def _count(self) -> None:
        """Bring the statistics in line, and say that there is a new state."""
        self._connection.executemany(
            "INSERT INTO terms VALUES (?, ?) ON CONFLICT (token) DO UPDATE SET amount = amount + excluded.amount",
            [(token, change) for token, change in self._having.items() if change],
        )
        if any(change < 0 for change in self._having.values()):
            self._connection.execute("DELETE FROM terms WHERE amount <= 0")
        self._connection.executemany(
            "UPDATE meta SET value = value + ? WHERE key = ?",
            [(change, key) for key, change in (self._totals + Counter()).items()]
            + [(change, key) for key, change in self._totals.items() if change < 0]
            + [(1, "generation")],
        )
        verdicts = "SELECT count(*) > ? + 4 * (SELECT count(*) FROM files) FROM verdicts"
        if self._connection.execute(verdicts, (_FEW_VERDICTS,)).fetchone()[0]:
            self._connection.execute("DELETE FROM verdicts")


class _OvertakenError(Exception):
    """The state that a round was made for is gone; never leaves this module."""


def _check(holds: bool) -> None:
    if not holds:
        raise _OvertakenError


def scoped(scope: int, stems: Iterable[str]) -> str:
    """The stems as posting lists hold them: each scope has lists of its own, so a search reads no other scope's."""
    return " ".join(f"{scope}x{stem}" for stem in stems)


def stored_document(words: str, stems: str) -> Document:
    """The words of an observation as the index keeps them."""
    found = words.split(" ") if words else []
    return Document(found, stems.split(" ") if stems else [], len(words) - max(0, len(found) - 1))
