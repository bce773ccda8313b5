"""The index: what the observation files say, ready to be searched. Files are the record; this is a cache.

Only what changed is read again. Unreadable and unsafe files are kept out, each with its reason. A curation in another
process is seen whole or not at all: while one is under way, the state before it holds. Nothing here changes a record.
"""

from __future__ import annotations

import heapq
import json
import os
import sqlite3
import time
from dataclasses import dataclass
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import finalize

from hardwon.errors import StorageError
from hardwon.likeness.stems import stems
from hardwon.observations.observation import Scope, SuiteEntry
from hardwon.recall import database, ranking, upkeep
from hardwon.store.protocol import Stored

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from hardwon.observations.observation import Observation
    from hardwon.recall.ranking import Parts
    from hardwon.recall.upkeep import Judge, KnownFile
    from hardwon.store.protocol import Mark, ObservationRecord, Revision, Unreadable

SMALL = 200
"""Files up to which every search looks at all of them."""

SHARE_FOR_LOOKING = 0.05
"""Of the time that passes, what looking at every file of a larger memory may take."""

MOST_SCORED = 40
"""Observations that are ranked in full."""

PATIENCE = 10.0
"""Seconds that the first search waits for a curation that is under way."""

ATTEMPTS = 3
PAUSE = 0.02

ALTERED = (sqlite3.Error, MemoryError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError)
"""What our own work may end in over a database that somebody damaged or altered."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class KeptOut:
    """A file that is not searched, and why."""

    path: str
    kind: str
    """`unreadable` or `unsafe`."""

    reason: str
    scope: Scope | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """An observation that shares something with a step."""

    id: str
    path: str
    scope: Scope
    title: str
    content: str
    trust: float
    last_confirmed: str
    position: int | None
    snapshot: tuple[SuiteEntry, ...]
    parts: Parts
    stems: frozenset[str]


class Index:
    """The index of one observation store."""

    def __init__(self, store: ObservationRecord, path: Path | None, *, judge: Judge, rules: str = "") -> None:
        """`judge` says why an observation must be kept out, or ""; `rules` names the version of what it goes by.

        Without a path it is kept in memory.
        """
        self._store = store
        self._path = path
        self._made_for = f"{store.made_for}\n{rules}"
        self._verdicts = upkeep.Verdicts(judge, self._made_for)
        self._true: dict[str, tuple[Revision | None, Wording]] = {}
        self._guard = RLock()
        self._connection: sqlite3.Connection | None = None
        self._process = 0
        self._known: tuple[int, dict[str, KnownFile]] | None = None
        self._mark: Mark = None
        self._looked = self._cost = 0.0
        self._is_renewed = False
        self.unread: tuple[Unreadable, ...] = ()
        """What the last look at all files could not look at."""

    def close(self) -> None:
        """Let go of the database."""
        with self._guard:
            if self._connection is not None:
                self._connection.close()
            self._connection = self._known = None
            self._looked = 0.0

    @property
    def is_kept(self) -> bool:
        """Whether it is in a file, and is there for the next process, too."""
        query = "PRAGMA database_list"
        return self._path is not None and self._mended(lambda: bool(self._database.execute(query).fetchone()[2]))

    @property
    def is_filled(self) -> bool:
        """Whether it was ever brought in line with the record."""
        return self._mended(lambda: upkeep.generation(self._database) > 0)

    def refresh(self) -> None:
        """Look at every file, and bring the index in line with those that changed."""
        if not self._is_without_records:
            self._mended(lambda: self._refresh(None))

    def candidates(self, step: str, reach: Sequence[Scope], *, most: int = MOST_SCORED) -> list[Hit]:
        """The observations of some scopes that share the most with a step, best first, from an index up to date."""

        def search() -> list[Hit]:
            if self._is_without_records:
                return []
            if self._may_have_changed(reach):
                self._refresh(reach)
            return self._search(step, reach, max(most, MOST_SCORED))

        return self._mended(search)

    def kept_out(self) -> list[KeptOut]:
        """The files that are not searched."""
        query = "SELECT path, kind, reason, tier, scope FROM files WHERE kind IS NOT NULL ORDER BY path"
        return [
            KeptOut(path, kind, why, Scope(tier, name) if tier else None)
            for path, kind, why, tier, name in self._asked(query)
        ]

    def scopes(self) -> list[Scope]:
        """Every scope that has or had an observation."""
        query = "SELECT tier, name FROM scopes ORDER BY tier, name"
        return [Scope(tier, name) for tier, name in self._asked(query)]

    def renew(self) -> None:
        """Make it anew: it says what no file says. Once: if that does not help, the index is not what is wrong."""
        with self._guard:
            if self._is_renewed:
                return
            self._is_renewed = True
            self.close()
            database.discard(self._path)

    def as_written(self, candidates: Iterable[Hit]) -> list[Hit]:
        """Those that are, word for word, what their files say at this moment, and safe."""
        return self._mended(lambda: [each for each in candidates if self._is_as_written(each)])

    def _is_as_written(self, hit: Hit) -> bool:
        revision, said = self._store.revision(hit.path), _said(hit)
        if self._true.get(hit.path) == (revision, said):
            return True
        found = self._store.read(hit.path, hit.scope)
        if not isinstance(found, Stored) or _written(found.observation) != said:
            return False
        if self._verdicts.on(found.observation, self._database):
            return False
        if revision and self._store.is_settled(revision):
            self._true[hit.path] = revision, said
        return True

    @property
    def _is_without_records(self) -> bool:
        """Whether there is nothing to make an index of: then nothing is written, either."""
        return self._connection is None and not self._store.is_there

    @property
    def _database(self) -> sqlite3.Connection:
        if self._connection is None or self._process != os.getpid():
            # A connection must not be used, and not even be closed, on the other side of a fork.
            self._connection = database.opened(self._path, self._made_for)
            self._process = os.getpid()
            self._known = None
            finalize(self, self._connection.close)
        return self._connection

    def _asked(self, query: str) -> list[tuple[Any, ...]]:
        if self._is_without_records:
            return []
        return self._mended(lambda: self._database.execute(query).fetchall())

    def _mended(self, work: Callable[[], T]) -> T:
        """What the work gives; where the database turns out to be damaged, from one that is made anew."""
        with self._guard:
            try:
                return work()
            except ALTERED as error:
                if isinstance(error, sqlite3.Error) and database.is_busy(error):
                    raise self._unusable(error) from error
            self.close()
            database.discard(self._path)
            try:
                return work()
            except sqlite3.Error as error:
                raise self._unusable(error) from error

    def _unusable(self, error: sqlite3.Error) -> StorageError:
        kind = database.IndexBusy if database.is_busy(error) else StorageError
        return kind(
            f"The search index {self._path or 'in memory'} could not be used: {error}.",
            remedy="Another process may be at it: try again. It is a cache, and may be deleted.",
        )

    def _known_files(self) -> dict[str, KnownFile]:
        since = upkeep.generation(self._database)
        if self._known is None or self._known[0] != since:
            self._known = (since, upkeep.known_files(self._database))
        return self._known[1]

    def _may_have_changed(self, reach: Sequence[Scope]) -> bool:
        """Whether to look at every file: always in a small memory; in a large one if its store says so, or in turn."""
        passed = time.monotonic() - self._looked
        if not self._looked or len(self._known_files()) <= SMALL or passed * SHARE_FOR_LOOKING > self._cost:
            return True
        return not self._store.is_same_since(self._mark, reach)

    def _refresh(self, reach: Sequence[Scope] | None) -> None:
        deadline = time.monotonic() + PATIENCE
        attempts = 0
        while not self._round(reach, patient=True):
            attempts += 1
            is_made = upkeep.generation(self._database) > 0
            if is_made and (attempts >= ATTEMPTS or self._store.calm(reach).held):
                return  # a curation is under way: the state before it holds until it is done
            if time.monotonic() > deadline:
                self._round(reach, patient=False)  # better a state in the middle of a curation than none at all
                return
            time.sleep(PAUSE)

    def _round(self, reach: Sequence[Scope] | None, *, patient: bool) -> bool:
        """One look at all files; False if the index could not be brought in line with a state that holds."""
        start = time.monotonic()
        before = self._store.calm(reach)
        if patient and before.held:
            return False
        known = self._known_files()
        since = upkeep.generation(self._database)
        seen = self._store.revisions()
        is_new = known.keys() != seen.of.keys()
        done = upkeep.Round(self._store, self._verdicts, self._database).apply(
            known, seen.of, since=since, is_calm=lambda: not patient or self._store.calm(reach) == before
        )
        self.unread = seen.unread
        if done:
            self._mark = seen.mark
            self._looked = time.monotonic()
            self._cost = self._cost if is_new else self._looked - start
        return done

    def _search(self, step: str, reach: Sequence[Scope], most: int) -> list[Hit]:
        numbers = self._scope_numbers(reach)
        wanted = ranking.step(step)
        if not numbers or not wanted.stems:
            return []
        statistics = self._statistics(wanted.tokens)
        query = ranking.Query(wanted, statistics)
        about = stems(ranking.subject(step))
        chosen = self._likely(query, statistics, list(numbers), most, about)
        found = [_candidate(row, query, numbers) for row in self._documents(chosen)]
        found = [each for each in found if ranking.shares_something(each.parts)]
        return sorted(found, key=lambda each: (-each.parts.relevance, each.id))

    def _scope_numbers(self, reach: Sequence[Scope]) -> dict[int, Scope]:
        query = "SELECT id FROM scopes WHERE tier = ? AND name = ?"
        found = [(self._database.execute(query, (scope.tier, scope.name)).fetchone(), scope) for scope in reach]
        return {row[0]: scope for row, scope in found if row}

    def _statistics(self, tokens: list[str]) -> ranking.Statistics:
        meta = dict(self._database.execute("SELECT key, value FROM meta WHERE key IN ('count', 'words', 'letters')"))
        marks = ",".join("?" * len(tokens))
        having = dict(self._database.execute(f"SELECT token, amount FROM terms WHERE token IN ({marks})", tokens))  # noqa: S608 - question marks only
        count = meta["count"] or 1
        return ranking.Statistics(count, meta["words"] / count, meta["letters"] / count, having)

    def _likely(
        self,
        query: ranking.Query,
        statistics: ranking.Statistics,
        scopes: list[int],
        most: int,
        about: frozenset[str],
    ) -> list[int]:
        """The documents that share the most words with a step, by the words that are worth most."""
        if statistics.count <= MOST_SCORED:
            return self._all_of(scopes)
        mean = statistics.mean_words or 1.0
        worth: dict[int, float] = {}
        for stem, weight, limit in ranking.words_to_look_up(query, statistics, about):
            match = " OR ".join(f'"{scope}x{stem}"' for scope in scopes)
            found = self._database.execute("SELECT rowid FROM postings WHERE postings MATCH ? LIMIT ?", (match, limit))
            for (number,) in found.fetchall():
                worth[number] = worth.get(number, 0.0) + weight
        if len(worth) <= most:
            return list(worth)
        # By weight for their length, which the number ends with; those with few of the words need not be weighed.
        least = sorted(worth.values(), reverse=True)[min(len(worth), 4 * most) - 1]
        weighed = [
            (-weight / (mean + number % upkeep.LENGTHS), number) for number, weight in worth.items() if weight >= least
        ]
        return [number for _, number in heapq.nsmallest(most, weighed)]

    def _all_of(self, scopes: list[int]) -> list[int]:
        """All documents of some scopes: few enough to rank those, too, that share only letters with a step."""
        query = "SELECT d.id, d.scope, s.id FROM documents d LEFT JOIN scopes s ON s.id = d.scope"
        found = self._database.execute(query).fetchall()
        if any(known is None for _, _, known in found):
            raise LookupError("a document of no scope")  # altered by somebody: the index is made anew
        return [number for number, scope, _ in found if scope in scopes]

    def _documents(self, numbers: list[int]) -> list[tuple[Any, ...]]:
        listed = ",".join(map(str, numbers))
        columns = "path, scope, observation, title, content, trust, confirmed, position, snapshot, words, stems"
        return self._database.execute(f"SELECT {columns} FROM documents WHERE id IN ({listed})").fetchall()  # noqa: S608 - names and numbers of our own


Wording = tuple[str, str, str, float, str, int | None, tuple[SuiteEntry, ...]]
"""All of an observation that an agent, or the choice for it, depends on."""


def _said(hit: Hit) -> Wording:
    return (hit.id, hit.title, hit.content, hit.trust, hit.last_confirmed, hit.position, hit.snapshot)


def _written(observation: Observation) -> Wording:
    return (
        observation.id,
        observation.title,
        observation.content,
        observation.trust,
        observation.last_confirmed,
        observation.position,
        tuple(observation.suite_snapshot),
    )


def _candidate(row: tuple[Any, ...], query: ranking.Query, scopes: dict[int, Scope]) -> Hit:
    path, scope, own_id, title, content, trust, confirmed, position, snapshot, words, stems = row
    text = upkeep.stored_document(words, stems)
    return Hit(
        id=own_id,
        path=path,
        scope=scopes[scope],
        title=title,
        content=content,
        trust=trust,
        last_confirmed=confirmed,
        position=position,
        snapshot=tuple(SuiteEntry(test, entry) for test, entry in json.loads(snapshot)) if snapshot else (),
        parts=query.parts(text),
        stems=frozenset(text.stems),
    )
