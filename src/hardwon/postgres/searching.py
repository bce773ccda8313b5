"""Full-text search at the server, for who keeps no index. It finds candidates; ranking is the same as everywhere.

Beside each document stand its tokens as a `tsvector`: stems, groups of letters and kin as `likeness` makes them, not
what the server takes a language for. They are written with the document, and counted (`counting`).
"""

from __future__ import annotations

import time
from threading import RLock
from typing import TYPE_CHECKING, Any

from hardwon.likeness.tokens import LANGUAGE
from hardwon.observations.observation import Scope
from hardwon.postgres.counting import ALL, DONE, LETTERS, READABLE, TOTALS, WORDS, quoted
from hardwon.postgres.kept_text import kept, told
from hardwon.store.protocol import place_of
from hardwon.store.searching import Frequencies

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from hardwon.postgres.server import Server

MOST_ANSWERS = 100
"""Questions whose answers are remembered: some fifty documents each."""

_AMOUNTS = """
    WITH groups AS (
        SELECT %(project)s::text AS project, ''::text AS product
        UNION SELECT '', unnest(%(asked)s::text[])
        UNION SELECT '', product FROM hardwon.uses WHERE project = %(project)s
    )
    SELECT t.token, sum(t.amount)::bigint
    FROM groups g
    JOIN hardwon.terms t ON t.project = g.project AND t.product = g.product
        AND t.language IN (0, %(language)s) AND t.token = ANY(%(tokens)s::text[])
    GROUP BY t.token
"""
_BEST = """
    SELECT tier, scope, id, document FROM hardwon.best(%(queries)s::text[], %(worths)s::float8[], %(mosts)s::bigint[],
        %(projects)s::text[], %(tiers)s::text[], %(scopes)s::text[],
        %(mean)s::float8, %(longest)s::integer, %(weighed)s::bigint, %(wanted)s::bigint)
"""
_SCOPES = """
    SELECT tier, scope FROM hardwon.shelves
    WHERE project = %(project)s OR (project = '' AND (scope = ANY(%(asked)s)
        OR scope IN (SELECT product FROM hardwon.uses WHERE project = %(project)s)))
"""


class TeamSearch:
    """The search for one project. What it has asked it does not ask again within `refresh` seconds."""

    def __init__(self, server: Server, project: str, refresh: float) -> None:
        self._server = server
        self._project = project
        self._refresh = refresh
        self._guard = RLock()  # the threads of a process share what was asked
        self._asked: set[str] = set()
        self._since = 0.0
        self._having: dict[str, int] = {}
        self._documents: dict[str, bytes] = {}
        self._found: dict[str, list[tuple[Any, ...]]] = {}

    def forget(self) -> None:
        """Something was changed here."""
        with self._guard:
            self._having, self._documents, self._found = {}, {}, {}

    def document(self, place: str) -> bytes | None:
        """A document that was found of late."""
        return self._documents.get(place) if time.monotonic() - self._since < self._refresh else None

    def frequencies(self, wanted: Sequence[str], reach: Collection[Scope]) -> Frequencies | None:
        """How many observations have each token, of how many; None if some have not been made ready for it."""
        with self._guard:  # what is changed meanwhile is said afterwards, and forgets the answer
            now = time.monotonic()
            products = {scope.name for scope in reach if scope.tier == "products"}
            if now - self._since >= self._refresh or not products <= self._asked:
                self.forget()
                self._asked |= products
                self._since = now
            missing = [each for each in dict.fromkeys(wanted) if each not in self._having]
            if missing or not self._having:
                self._ask(missing)
            known = self._having
            if known[DONE] != known[ALL]:
                self.forget()
                return None
            having = {each: known[each] for each in wanted if known[each]}
            return Frequencies(known[READABLE], known[WORDS], known[LETTERS], having)

    def _ask(self, missing: list[str]) -> None:
        by_name = {kept(each): each for each in (*TOTALS, *missing)}
        found = self._server.ask(_AMOUNTS, self._mine() | {"language": LANGUAGE, "tokens": [*by_name]})
        self._having |= dict.fromkeys(by_name.values(), 0) | {by_name[token]: amount for token, amount in found}

    def holding(
        self,
        stems: Sequence[tuple[str, float, int]],
        reach: Collection[Scope],
        *,
        mean: float,
        weighed: int,
        longest: int,
        most: int,
    ) -> Iterator[tuple[Scope, str, bytes]]:
        """The documents that have the most of some stems for their length: what each is worth, how many to look at."""
        if not stems:
            return
        values: Mapping[str, Any] = {
            "queries": [quoted(f"s{stem}") for stem, _, _ in stems],
            "worths": [worth for _, worth, _ in stems],
            "mosts": [limit for _, _, limit in stems],
            "projects": ["" if scope.tier == "products" else self._project for scope in reach],
            "tiers": [scope.tier for scope in reach],
            "scopes": [kept(scope.name) for scope in reach],
            "mean": mean,
            "longest": longest,
            "weighed": weighed,
            "wanted": most,
        }
        for tier, name, own_id, raw in self._best(values):
            scope = Scope(tier, told(name))
            place = place_of(scope, told(own_id))
            self._documents[place] = raw
            yield scope, place, raw

    def _best(self, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """The same question has the same answer, until there is something to forget."""
        with self._guard:
            question = repr(values)
            if question not in self._found:
                if len(self._found) >= MOST_ANSWERS:
                    self._found.clear()
                self._found[question] = self._server.ask(_BEST, values)
            return self._found[question]

    def scopes(self) -> list[Scope]:
        """Every scope that has or had an observation."""
        found = self._server.ask(_SCOPES, self._mine())
        return sorted((Scope(tier, told(name)) for tier, name in found), key=lambda each: (each.tier, each.name))

    def _mine(self) -> dict[str, Any]:
        return {"project": self._project, "asked": [*map(kept, sorted(self._asked))]}
