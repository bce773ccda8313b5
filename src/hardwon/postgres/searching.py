"""Full-text search at the server, for who keeps no index. It finds candidates; ranking is the same as everywhere.

Beside each document stand its tokens as a `tsvector`: stems, groups of letters and kin as `likeness` makes them, not
what the server takes a language for. They are written with the document, in the same statement.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from hardwon.likeness.tokens import LANGUAGE, document, tokens
from hardwon.observations.observation import TIERS, Scope
from hardwon.postgres.kept_text import kept, told
from hardwon.store import observation_file
from hardwon.store.observation_folders import place_parts
from hardwon.store.protocol import place_of
from hardwon.store.searching import Frequencies

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from hardwon.postgres.server import Cursor, Server

BATCH = 500
"""Observations whose words are filled in by one transaction."""

_FREQUENCIES = """
    SELECT NULL, count(o.word_count), coalesce(sum(o.word_count), 0), coalesce(sum(o.letter_count), 0),
        count(*) FILTER (WHERE o.language IS DISTINCT FROM %(language)s)
    FROM hardwon.observations o
    WHERE o.document IS NOT NULL AND (o.project = %(project)s OR (o.project = '' AND (o.scope = ANY(%(asked)s)
        OR o.scope IN (SELECT product FROM hardwon.uses WHERE project = %(project)s))))
    UNION ALL
    SELECT t.token, count(*), 0, 0, 0
    FROM unnest(%(tokens)s::text[], %(queries)s::text[]::tsquery[]) AS t (token, query)
    JOIN hardwon.observations o ON o.words @@ t.query
    WHERE o.project = %(project)s OR (o.project = '' AND (o.scope = ANY(%(asked)s)
        OR o.scope IN (SELECT product FROM hardwon.uses WHERE project = %(project)s)))
    GROUP BY t.token
"""
_HOLDING = """
    WITH found AS (
        SELECT o.project, o.tier, o.scope, o.id, o.word_count, t.worth, t.most, row_number() OVER (
            PARTITION BY t.query
            ORDER BY array_position(%(order)s::text[], o.tier), o.scope COLLATE "C", o.id COLLATE "C"
        ) AS place
        FROM unnest(%(queries)s::text[]::tsquery[], %(worth)s::float8[], %(mosts)s::bigint[]) AS t (query, worth, most)
        JOIN hardwon.observations o ON o.words @@ t.query
        WHERE EXISTS (
            SELECT 1
            FROM unnest(%(projects)s::text[], %(tiers)s::text[], %(scopes)s::text[]) AS w (project, tier, scope)
            WHERE w.project = o.project AND w.tier = o.tier AND w.scope = o.scope)
    ), weighed AS (
        SELECT project, tier, scope, id, sum(worth) / (%(mean)s + least(word_count, %(longest)s)) AS density,
            rank() OVER (ORDER BY sum(worth) DESC) AS place
        FROM found WHERE place <= most
        GROUP BY project, tier, scope, id, word_count
    ), best AS (
        SELECT * FROM weighed WHERE place <= %(weighed)s
        ORDER BY density DESC, array_position(%(order)s::text[], tier), scope COLLATE "C", id COLLATE "C"
        LIMIT %(most)s
    )
    SELECT o.tier, o.scope, o.id, o.document
    FROM best b
    JOIN hardwon.observations o ON o.project = b.project AND o.tier = b.tier AND o.scope = b.scope AND o.id = b.id
    WHERE o.document IS NOT NULL
    ORDER BY b.density DESC, array_position(%(order)s::text[], o.tier), o.scope COLLATE "C", o.id COLLATE "C"
"""
_SCOPES = """
    SELECT tier, scope FROM hardwon.shelves
    WHERE project = %(project)s OR (project = '' AND (scope = ANY(%(asked)s)
        OR scope IN (SELECT product FROM hardwon.uses WHERE project = %(project)s)))
"""
_UNFILLED = """
    SELECT project, tier, scope, id, document FROM hardwon.observations
    WHERE document IS NOT NULL AND language IS DISTINCT FROM %(language)s
    ORDER BY project, tier, scope, id LIMIT %(most)s
"""
_FILL = """
    UPDATE hardwon.observations
    SET words = %(words)s::tsvector, word_count = %(word_count)s, letter_count = %(letter_count)s,
        language = %(language)s
    WHERE project = %(project)s AND tier = %(tier)s AND scope = %(scope)s AND id = %(id)s AND document = %(document)s
"""


def words_of(place: str, raw: bytes | None) -> dict[str, Any]:
    """What is kept beside a document to find it by; nothing of one that is gone or cannot be read."""
    nothing: dict[str, Any] = {"words": None, "word_count": None, "letter_count": None, "language": LANGUAGE}
    if raw is None or len(raw) > observation_file.LARGEST:
        return nothing
    scope, name = place_parts(place)
    try:
        observation = observation_file.read(raw, id=name, scope=scope)
    except observation_file.UnreadableObservation:
        return nothing
    text = document(observation.title, observation.content)
    counts = {"word_count": len(text.words), "letter_count": text.letters}
    return nothing | counts | {"words": " ".join(map(_quoted, sorted(tokens(text))))}


def _quoted(token: str) -> str:
    """The token as `tsvector` and `tsquery` read it, whatever is in it."""
    doubled = kept(token).replace("\\", "\\\\").replace("'", "''")
    return f"'{doubled}'"


def fill(server: Server) -> int:
    """Write the words of observations that have none of this version yet; of how many."""
    done = 0
    while number := server.apart(_filled):
        done += number
    return done


def _filled(cursor: Cursor) -> int:
    rows = cursor.execute(_UNFILLED, {"language": LANGUAGE, "most": BATCH}).fetchall()
    changes = []
    for project, tier, scope, name, raw in rows:
        key = {"project": project, "tier": tier, "scope": scope, "id": name, "document": raw}
        changes.append(key | words_of(place_of(Scope(tier, told(scope)), told(name)), raw))
    cursor.executemany(_FILL, changes)
    return len(rows)


class TeamSearch:
    """The search for one project. What it has asked it does not ask again within `refresh` seconds."""

    def __init__(self, server: Server, project: str, refresh: float) -> None:
        self._server = server
        self._project = project
        self._refresh = refresh
        self._asked: set[str] = set()
        self._since = 0.0
        self._totals: tuple[int, int, int, int] | None = None
        self._having: dict[str, int] = {}
        self._documents: dict[str, bytes] = {}

    def forget(self) -> None:
        """Something was changed here."""
        self._totals, self._having, self._documents = None, {}, {}

    def document(self, place: str) -> bytes | None:
        """A document that was found of late."""
        return self._documents.get(place) if time.monotonic() - self._since < self._refresh else None

    def frequencies(self, wanted: Sequence[str], reach: Collection[Scope]) -> Frequencies | None:
        """How many observations have each token, of how many; None if some have not been made ready for it."""
        now = time.monotonic()
        products = {scope.name for scope in reach if scope.tier == "products"}
        if now - self._since >= self._refresh or not products <= self._asked:
            self.forget()
            self._asked |= products
            self._since = now
        missing = [each for each in dict.fromkeys(wanted) if each not in self._having]
        if missing or self._totals is None:
            self._ask(missing)
        count, words, letters, unready = self._totals or (0, 0, 0, 0)
        if unready:
            self.forget()
            return None
        return Frequencies(count, words, letters, {each: self._having[each] for each in wanted if self._having[each]})

    def _ask(self, missing: list[str]) -> None:
        values = self._mine() | {"language": LANGUAGE, "tokens": missing, "queries": [*map(_quoted, missing)]}
        having = dict.fromkeys(missing, 0)
        for token, count, words, letters, unready in self._server.ask(_FREQUENCIES, values):
            if token is None:
                self._totals = count, int(words), int(letters), unready
            else:
                having[token] = count
        self._having |= having

    def holding(
        self, stems: Sequence[tuple[str, float, int]], reach: Collection[Scope], *, mean: float, most: int, longest: int
    ) -> Iterator[tuple[Scope, str, bytes]]:
        """The documents that have the most of some stems for their length: what each is worth, how many to look at."""
        if not stems:
            return
        values: Mapping[str, Any] = {
            "queries": [_quoted(f"s{stem}") for stem, _, _ in stems],
            "worth": [worth for _, worth, _ in stems],
            "mosts": [limit for _, _, limit in stems],
            "projects": ["" if scope.tier == "products" else self._project for scope in reach],
            "tiers": [scope.tier for scope in reach],
            "scopes": [kept(scope.name) for scope in reach],
            "order": [*TIERS],
            "mean": mean,
            "longest": longest,
            "weighed": 4 * most,
            "most": 5 * most,
        }
        for tier, name, own_id, raw in self._server.ask(_HOLDING, values):
            scope = Scope(tier, told(name))
            place = place_of(scope, told(own_id))
            self._documents[place] = raw
            yield scope, place, raw

    def scopes(self) -> list[Scope]:
        """Every scope that has or had an observation."""
        found = self._server.ask(_SCOPES, self._mine())
        return sorted((Scope(tier, told(name)) for tier, name in found), key=lambda each: (each.tier, each.name))

    def _mine(self) -> dict[str, Any]:
        return {"project": self._project, "asked": [*map(kept, sorted(self._asked))]}
