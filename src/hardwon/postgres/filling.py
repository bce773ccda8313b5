"""Words of observations that have none of this version's yet: `hardwon db upgrade` writes and counts them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.likeness.tokens import LANGUAGE
from hardwon.observations.observation import Scope
from hardwon.postgres.counting import CountedTogether, Recount, group_of, said_in
from hardwon.postgres.kept_text import told
from hardwon.store.protocol import place_of

if TYPE_CHECKING:
    from hardwon.postgres.server import Cursor, Server

BATCH = 500
"""Observations whose words are written by one transaction."""

_UNCOUNTED = """
    SELECT project, tier, scope, id FROM hardwon.observations
    WHERE document IS NOT NULL AND counted IS DISTINCT FROM %(language)s
    ORDER BY project, tier, scope, id LIMIT %(most)s
"""
_LOCK = """
    SELECT 1 FROM hardwon.shelves s
    WHERE EXISTS (SELECT 1 FROM unnest(%(projects)s::text[], %(tiers)s::text[], %(scopes)s::text[])
        AS w (project, tier, scope) WHERE w.project = s.project AND w.tier = s.tier AND w.scope = s.scope)
    ORDER BY s.project, s.tier, s.scope FOR UPDATE
"""
_NOW = """
    SELECT o.project, o.tier, o.scope, o.id, o.document, o.counted
    FROM unnest(%(projects)s::text[], %(tiers)s::text[], %(scopes)s::text[], %(ids)s::text[])
        AS w (project, tier, scope, id)
    JOIN hardwon.observations o ON o.id = w.id
        AND o.project || '' = w.project AND o.tier || '' = w.tier AND o.scope || '' = w.scope
    WHERE o.document IS NOT NULL AND o.counted IS DISTINCT FROM %(language)s
"""
_FILL = """
    UPDATE hardwon.observations
    SET words = %(words)s::tsvector, word_count = %(word_count)s, letter_count = %(letter_count)s, counted = %(counted)s
    WHERE id = %(id)s AND project || '' = %(project)s AND tier || '' = %(tier)s AND scope || '' = %(scope)s
"""
_MISCOUNTED = """
    SELECT coalesce(t.project, o.project), coalesce(t.product, o.product)
    FROM (
        SELECT project, product, coalesce(sum(amount) FILTER (WHERE language = 0 AND token = '#all'), 0) AS told,
            coalesce(sum(amount) FILTER (WHERE language = %(language)s AND token = '#done'), 0) AS done
        FROM hardwon.terms WHERE token IN ('#all', '#done') GROUP BY project, product
    ) t
    FULL JOIN (
        SELECT project, CASE WHEN project = '' THEN scope ELSE '' END AS product, count(*) AS there
        FROM hardwon.observations WHERE document IS NOT NULL GROUP BY 1, 2
    ) o ON o.project = t.project AND o.product = t.product
    WHERE coalesce(t.told, 0) <> coalesce(o.there, 0) OR coalesce(t.done, 0) <> coalesce(o.there, 0)
    ORDER BY 1, 2
"""
_LOCK_GROUP = """
    SELECT 1 FROM hardwon.shelves
    WHERE project = %(project)s AND (project <> '' OR scope = %(product)s)
    ORDER BY project, tier, scope FOR UPDATE
"""
_BEGIN_AGAIN = (
    "DELETE FROM hardwon.terms WHERE project = %(project)s AND product = %(product)s",
    """
    UPDATE hardwon.observations SET counted = NULL
    WHERE project = %(project)s AND (project <> '' OR scope = %(product)s) AND counted IS NOT NULL
    """,
    """
    INSERT INTO hardwon.terms (project, product, language, token, amount)
    SELECT %(project)s, %(product)s, 0, '#all', count(*) FROM hardwon.observations
    WHERE project = %(project)s AND (project <> '' OR scope = %(product)s) AND document IS NOT NULL
    """,
)


def fill(server: Server) -> int:
    """Write and count the words that are missing, and count again where counts do not fit; of how many observations."""
    done = _fill(server)
    for group in miscounted(server):
        server.apart(lambda cursor, group=group: _begin_again(cursor, group))  # type: ignore[misc]  # bound at once
    return done + _fill(server)


def miscounted(server: Server) -> list[CountedTogether]:
    """The groups whose counts are not of what is there."""
    return [CountedTogether(*row) for row in server.ask(_MISCOUNTED, {"language": LANGUAGE})]


def _fill(server: Server) -> int:
    done = 0
    while number := server.apart(_filled):
        done += number
    return done


def _filled(cursor: Cursor) -> int:
    found = cursor.execute(_UNCOUNTED, {"language": LANGUAGE, "most": BATCH}).fetchall()
    names = ("projects", "tiers", "scopes", "ids")
    wanted = {name: [row[place] for row in found] for place, name in enumerate(names)} | {"language": LANGUAGE}
    cursor.execute(_LOCK, wanted)  # whoever changes one of them does that, too
    recount, changes = Recount(), []
    for project, tier, scope, name, raw, counted in cursor.execute(_NOW, wanted).fetchall():
        said = said_in(place_of(Scope(tier, told(scope)), told(name)), raw)
        recount.takes_away(group_of(project, scope), said, counted)
        recount.adds(group_of(project, scope), said)
        changes.append({"project": project, "tier": tier, "scope": scope, "id": name} | said.columns)
    cursor.executemany(_FILL, changes)
    recount.write(cursor)
    return len(found)


def _begin_again(cursor: Cursor, group: CountedTogether) -> None:
    cursor.execute(_LOCK_GROUP, group._asdict())
    for each in _BEGIN_AGAIN:
        cursor.execute(each, group._asdict())
