"""What runs have learned, as documents on the server: of a product for all who test it, the rest for a project.

A scope has a number that grows with each change in it: who has looked before asks for what is newer, in one question,
and not at all within `refresh` seconds.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING, Any

from hardwon.errors import StorageError
from hardwon.observations.observation import Scope
from hardwon.postgres import locking
from hardwon.postgres.copied import Copy
from hardwon.postgres.counting import Recount, group_of, said_in
from hardwon.postgres.kept_text import kept, told
from hardwon.postgres.searching import TeamSearch
from hardwon.store.documents import DocumentCuration, DocumentObservations, in_order
from hardwon.store.observation_folders import place_parts
from hardwon.store.protocol import Calm, Revisions, Sighting, place_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from hardwon.postgres.counting import CountedTogether, SearchWords
    from hardwon.postgres.server import Cursor, Server
    from hardwon.store.protocol import ChangeLog, Mark, Revision

PRODUCTS = "products"
MOST_AHEAD = 500
"""Documents that are fetched at once by who reads one after the other."""

_ALL = """
    SELECT tier, scope, id, document, revision FROM hardwon.observations
    WHERE document IS NOT NULL AND (project = %(project)s
        OR (project = '' AND scope IN (SELECT product FROM hardwon.uses WHERE project = %(project)s)))
"""
_OF_SCOPES = """
    SELECT tier, scope, id, document, revision FROM hardwon.observations o
    WHERE document IS NOT NULL AND EXISTS (
        SELECT 1 FROM unnest(%(projects)s::text[], %(tiers)s::text[], %(scopes)s::text[]) AS w (project, tier, scope)
        WHERE w.project = o.project AND w.tier = o.tier AND w.scope = o.scope)
"""
_MENTIONS = """
    SELECT EXISTS (SELECT 1 FROM hardwon.observations
        WHERE position(%(text)s::bytea IN document) > 0 AND (project = %(project)s
            OR (project = '' AND scope IN (SELECT product FROM hardwon.uses WHERE project = %(project)s))))
"""
_OF_ID = """
    SELECT tier, scope, id, document, revision FROM hardwon.observations
    WHERE id = %(id)s AND document IS NOT NULL AND project IN (%(project)s, '')
"""
"""Of whatever product: who was given an observation can say what became of it, also if it is the first time."""

_IN_PLACES = """
    SELECT o.tier, o.scope, o.id, o.document, o.revision
    FROM unnest(%(projects)s::text[], %(tiers)s::text[], %(scopes)s::text[], %(ids)s::text[])
        AS w (project, tier, scope, id)
    JOIN hardwon.observations o ON o.id = w.id
        AND o.project || '' = w.project AND o.tier || '' = w.tier AND o.scope || '' = w.scope
    WHERE o.document IS NOT NULL
"""
"""Found by their ids, which are hardly ever the same. A server without statistics would read all of a scope for each
one; `|| ''` keeps it from that."""

_NEWER = """
    SELECT s.tier, s.scope, s.revision, o.id, o.revision, o.document IS NULL,
        CASE WHEN %(with_documents)s THEN o.document END
    FROM hardwon.shelves s
    LEFT JOIN unnest(%(tiers)s::text[], %(scopes)s::text[], %(revisions)s::bigint[]) AS k (tier, scope, revision)
        ON k.tier = s.tier AND k.scope = s.scope
    LEFT JOIN hardwon.observations o
        ON o.project = s.project AND o.tier = s.tier AND o.scope = s.scope AND o.revision > coalesce(k.revision, 0)
    WHERE (s.project = %(project)s OR (s.project = '' AND (s.scope = ANY(%(asked)s)
        OR s.scope IN (SELECT product FROM hardwon.uses WHERE project = %(project)s))))
    UNION ALL
    SELECT '', mode, classid::bigint, NULL, objid::bigint, NULL, NULL FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND classid IN (%(on_project)s, %(on_product)s)
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_SHELF = """
    INSERT INTO hardwon.shelves AS known (project, tier, scope, revision) VALUES (%(project)s, %(tier)s, %(scope)s, 1)
    ON CONFLICT (project, tier, scope) DO UPDATE SET revision = known.revision + 1
    RETURNING revision
"""
_KEEP = """
    INSERT INTO hardwon.observations AS known
        (project, tier, scope, id, document, revision, words, word_count, letter_count, counted)
    VALUES (%(project)s, %(tier)s, %(scope)s, %(id)s, %(document)s, %(revision)s,
        %(words)s::tsvector, %(word_count)s, %(letter_count)s, %(counted)s)
    ON CONFLICT (project, tier, scope, id) DO UPDATE SET document = excluded.document, revision = excluded.revision,
        words = excluded.words, word_count = excluded.word_count, letter_count = excluded.letter_count,
        counted = excluded.counted
    WHERE NOT %(checked)s OR known.document IS NOT DISTINCT FROM %(before)s
"""
_BEFORE = """
    SELECT o.tier, o.scope, o.id, o.document, o.counted
    FROM unnest(%(projects)s::text[], %(tiers)s::text[], %(scopes)s::text[], %(ids)s::text[])
        AS w (project, tier, scope, id)
    JOIN hardwon.observations o ON o.id = w.id
        AND o.project || '' = w.project AND o.tier || '' = w.tier AND o.scope || '' = w.scope
    WHERE o.document IS NOT NULL
"""
_USE = "INSERT INTO hardwon.uses (project, product) VALUES (%s, %s) ON CONFLICT (project, product) DO NOTHING"
_USED = "SELECT product FROM hardwon.uses WHERE project = %s"
_IS_THERE = "SELECT EXISTS (SELECT 1 FROM hardwon.shelves)"


class TeamObservations(DocumentObservations):
    """The observations of one project, those of its products included."""

    __slots__ = ("_copy", "_guard", "_name", "_project", "_refresh", "_search", "_server")

    def __init__(self, server: Server, project: str, *, refresh: float = 0.0, name: str = "team/observations") -> None:
        self._server = server
        self._project = project
        self._refresh = refresh
        self._name = name
        self._copy = Copy()
        self._guard = RLock()  # the threads of a process share what was seen
        self._search = TeamSearch(server, project, refresh)

    @property
    def where(self) -> str:
        return self._name

    @property
    def made_for(self) -> str:
        """The address is not part of it: it would stand in a file. What it leads to is."""
        return f"postgres {self._server.identity} {self._project}"

    @property
    def is_there(self) -> bool:
        """Whether there is anything at all: a product may be new to the project and known to others."""
        return bool(self._copy.shelves) or bool(self._server.ask(_IS_THERE)[0][0])

    @property
    def searching(self) -> TeamSearch:
        return self._search

    # The documents, as they are at this moment.

    def fetched(self, scopes: Collection[Scope] | None) -> Mapping[str, bytes]:
        if scopes is None:
            return _documents(self._server.ask(_ALL, {"project": self._project}))
        keys = [self._key(scope) for scope in scopes]
        wanted = {name: [key[name] for key in keys] for name in ("project", "tier", "scope")}
        return _documents(self._server.ask(_OF_SCOPES, {f"{name}s": found for name, found in wanted.items()}))

    def fetched_of(self, observation_id: str) -> Mapping[str, bytes]:
        return _documents(self._server.ask(_OF_ID, {"project": self._project, "id": kept(observation_id)}))

    def document(self, place: str) -> bytes | None:
        """As it is; within `refresh` of the last look at the revisions, as it was then."""
        with self._guard:
            if not self._is_due and place in self._copy.sightings:
                return self._copied_document(place)
        if (recent := self._search.document(place)) is not None:
            return recent
        found = self._server.ask(_IN_PLACES, self._places([place]))
        return _documents(found).get(place)

    def _copied_document(self, place: str) -> bytes | None:
        known, revision = self._copy.documents.get(place), self._copy.sightings[place].revision[0]
        if known is None or known[0] != revision:
            self._fetch_ahead(place)
            known = self._copy.documents.get(place)
        return known[1] if known else None

    def _fetch_ahead(self, place: str) -> None:
        """The document and those that come next: who reads one that changed mostly reads the others."""
        copy = self._copy
        missing = [each for each, seen in copy.sightings.items() if not self._is_copied(each, seen)]
        first = missing.index(place) if place in missing else 0
        wanted = missing[first : first + copy.ahead] or [place]
        copy.ahead = min(MOST_AHEAD, copy.ahead * 4)
        for tier, scope, name, document, revision in self._server.ask(_IN_PLACES, self._places(wanted)):
            self._copied(place_of(Scope(tier, told(scope)), told(name)), revision, document)

    def _is_copied(self, place: str, seen: Sighting) -> bool:
        known = self._copy.documents.get(place)
        return known is not None and known[0] == seen.revision[0]

    def _copied(self, place: str, revision: int, document: bytes) -> None:
        self._copy.documents[place] = revision, document
        seen = self._copy.sightings.get(place)
        if seen is not None and seen.revision[0] != revision:
            self._copy.sightings[place] = seen._replace(revision=(revision, 0, 0, 0))

    def _places(self, places: Sequence[str]) -> dict[str, list[str]]:
        found = [place_parts(place) for place in places]
        keys = [self._key(scope) for scope, _ in found]
        columns = {f"{name}s": [key[name] for key in keys] for name in ("project", "tier", "scope")}
        return columns | {"ids": [kept(name) for _, name in found]}

    def _key(self, scope: Scope) -> dict[str, str]:
        project = "" if scope.tier == PRODUCTS else self._project
        return {"project": project, "tier": scope.tier, "scope": kept(scope.name)}

    def mentions(self, text: bytes) -> bool:
        return bool(self._server.ask(_MENTIONS, {"project": self._project, "text": text})[0][0])

    # What is newer than the last look.

    @property
    def _is_due(self) -> bool:
        looked = self._copy.looked
        return looked is None or self._copy.is_stale or time.monotonic() - looked >= self._refresh

    def _look(self) -> None:
        with self._guard:  # what is changed meanwhile is said afterwards, and makes it stale again
            if self._is_due:
                self._look_now()

    def _look_now(self) -> None:
        copy, now = self._copy, time.monotonic()
        is_first = copy.looked is None
        locks = set()
        found = self._server.ask(
            _NEWER,
            {
                "project": self._project,
                "asked": [*map(kept, copy.asked)],
                "tiers": [tier for tier, _ in copy.shelves],
                "scopes": [kept(scope) for _, scope in copy.shelves],
                "revisions": [*copy.shelves.values()],
                "with_documents": not is_first,
                "on_project": locking.PROJECT_OBSERVATIONS,
                "on_product": locking.PRODUCT,
            },
        )
        for tier, scope, shelf, name, revision, is_gone, document in found:
            if not tier:
                if scope == "ExclusiveLock":
                    locks.add((shelf, revision))
                continue
            copy.shelves[tier, told(scope)] = shelf
            if name is not None:
                self._see(tier, told(scope), told(name), revision, None if is_gone else document, is_gone=is_gone)
        copy.locks = frozenset(locks)
        copy.looked, copy.is_stale = now, False
        copy.ahead = 1

    def _see(self, tier: Any, scope: str, name: str, revision: int, document: bytes | None, *, is_gone: bool) -> None:
        copy, place = self._copy, f"{tier}/{scope}/{name}.md"
        if is_gone:
            copy.sightings.pop(place, None)
            copy.documents.pop(place, None)
            return
        copy.is_ordered &= place in copy.sightings
        copy.sightings[place] = Sighting(Scope(tier, scope), (revision, 0, 0, 0))
        if document is not None:
            copy.documents[place] = revision, document

    def revisions(self) -> Revisions:
        with self._guard:
            self._look()
            copy = self._copy
            if not copy.is_ordered:
                copy.sightings = {place: copy.sightings[place] for place in in_order(copy.sightings)}
                copy.is_ordered = True
            return Revisions(dict(copy.sightings), dict(copy.shelves))

    def revision(self, place: str) -> Revision | None:
        self._look()
        seen = self._copy.sightings.get(place)
        return seen.revision if seen else None

    def is_settled(self, revision: Revision) -> bool:
        """Always: a change has a number of its own, however soon it comes."""
        return revision is not None

    def is_same_since(self, mark: Mark, reach: Sequence[Scope]) -> bool:
        self._ask_for(reach)
        self._look()
        before: Mapping[tuple[str, str], int] = mark  # type: ignore[assignment]  # ours, from `revisions`
        now = self._copy.shelves
        return all(before.get((scope.tier, scope.name)) == now.get((scope.tier, scope.name)) for scope in reach)

    def _ask_for(self, reach: Collection[Scope]) -> None:
        """Look at the products of some scopes, too, from now on."""
        with self._guard:
            new = {scope.name for scope in reach if scope.tier == PRODUCTS} - self._copy.asked
            if new:
                self._copy.asked |= new
                self._copy.is_stale |= any((PRODUCTS, name) not in self._copy.shelves for name in new)

    def calm(self, reach: Collection[Scope] | None = None) -> Calm:
        self._ask_for(reach or ())
        if self._copy.locks:  # a curation is over sooner than `refresh`, and our own may be the one that was seen
            self._copy.is_stale = True
        self._look()
        held = self._copy.locks
        if reach is not None:
            mine = {(locking.PRODUCT, _unsigned(scope.name)) for scope in reach if scope.tier == PRODUCTS}
            held &= mine | {(locking.PROJECT_OBSERVATIONS, _unsigned(self._project))}
        with self._guard:
            return Calm(sum(self._copy.shelves.values()), held=bool(held))

    # Changes.

    def put(self, place: str, document: bytes | None, before: bytes | None) -> None:
        self.exchange({place: (before, document)})

    def exchange(self, documents: Mapping[str, tuple[bytes | None, bytes | None]]) -> None:
        """Replace documents, all of them or none; each only where it is still what it was."""
        self._keep({place: after for place, (_, after) in documents.items()}, documents)

    def _next(self, cursor: Cursor, scope: Scope) -> int:
        """The number of a change in a scope: it is locked until the transaction ends."""
        key = self._key(scope)
        if scope.tier == PRODUCTS:
            cursor.execute(_USE, (self._project, key["scope"]))
        row = cursor.execute(_SHELF, key).fetchone()
        return row[0] if row else 0

    def keep(self, documents: Mapping[str, bytes]) -> None:
        self._keep(documents, None)

    def _keep(
        self, documents: Mapping[str, bytes | None], known: Mapping[str, tuple[bytes | None, bytes | None]] | None
    ) -> None:
        """`known`: what each must still be, if it must be that."""
        scopes = {place: place_parts(place) for place in documents}
        said = {place: said_in(place, document) for place, document in documents.items()}

        def keep(cursor: Cursor) -> None:
            # In the same order as everybody: nobody waits for each other crosswise.
            wanted = sorted({each for each, _ in scopes.values()}, key=lambda each: (each.tier, each.name))
            revisions = {scope: self._next(cursor, scope) for scope in wanted}
            there = self._recount(cursor, documents, said)
            rows = [
                self._key(scope)
                | {"id": kept(name), "document": documents[place], "revision": revisions[scope]}
                | {"checked": known is not None, "before": known[place][0] if known else None}
                | said[place].columns
                for place, (scope, name) in scopes.items()
            ]
            cursor.executemany(_KEEP, rows)
            if known and cursor.rowcount < len(rows):
                other = next((place for place in known if known[place][0] != there.get(place)), next(iter(known)))
                raise StorageError(
                    f"{self._where(other)} was changed by somebody else at the same time.",
                    remedy="Nothing was written. Try again.",
                )

        if documents:
            self._server.run(keep)
            self._changed()

    def _recount(
        self, cursor: Cursor, documents: Mapping[str, bytes | None], said: Mapping[str, SearchWords]
    ) -> dict[str, bytes]:
        """Change how many have each word; what was there. The scopes are locked by now: nobody else changes it."""
        recount, there = Recount(), {}
        for tier, scope, name, before, counted in cursor.execute(_BEFORE, self._places([*documents])).fetchall():
            place = place_of(Scope(tier, told(scope)), told(name))
            there[place] = before
            recount.takes_away(self._group(place), said_in(place, before), counted)
        for place, document in documents.items():
            if document is not None:
                recount.adds(self._group(place), said[place])
        recount.write(cursor)
        return there

    def _group(self, place: str) -> CountedTogether:
        key = self._key(place_parts(place)[0])
        return group_of(key["project"], key["scope"])

    def _changed(self) -> None:
        with self._guard:
            self._copy.is_stale = True
        self._search.forget()

    def products(self) -> list[str]:
        """The products that the project tests, as far as its observations tell."""
        return sorted(told(name) for (name,) in self._server.ask(_USED, (self._project,)))

    @contextmanager
    def curating(self, log: ChangeLog, product: str = "") -> Iterator[DocumentCuration]:
        products = [product] if product else self.products()
        wanted = [(locking.PROJECT_OBSERVATIONS, self._project, bool(product))]
        with locking.held(self._server, [*wanted, *((locking.PRODUCT, name, False) for name in sorted(products))]):
            yield DocumentCuration(self, log)


def _unsigned(name: str) -> int:
    """The number of a lock as pg_locks shows it."""
    return locking.number_of(name) % 2**32


def _documents(rows: list[tuple[Any, ...]]) -> dict[str, bytes]:
    return {f"{tier}/{told(scope)}/{told(name)}.md": document for tier, scope, name, document, _ in rows}
