"""What stands on the server, in figures; and whether it proves itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardwon.errors import HardwonError
from hardwon.postgres import filling, migrating
from hardwon.postgres.kept_text import told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.postgres.server import Cursor
    from hardwon.postgres.stores import TeamStores

_FIGURES = """
    SELECT
        (SELECT count(*) FROM hardwon.areas WHERE project = %(project)s),
        (SELECT count(*) FROM hardwon.observations WHERE document IS NOT NULL
            AND (project = %(project)s OR (project = ''
                AND scope IN (SELECT product FROM hardwon.uses WHERE project = %(project)s)))),
        (SELECT count(DISTINCT run) FROM hardwon.parts WHERE project = %(project)s),
        (SELECT count(*) FROM hardwon.quarantine WHERE project = %(project)s),
        (SELECT coalesce(sum(size), 0) FROM hardwon.parts WHERE project = %(project)s)
"""
_VERSION = "SELECT current_setting('server_version'), pg_is_in_recovery()"
_BEHIND = """
    SELECT s.tier || '/' || s.scope FROM hardwon.shelves s
    WHERE s.revision < (SELECT max(o.revision) FROM hardwon.observations o
        WHERE o.project = s.project AND o.tier = s.tier AND o.scope = s.scope)
    ORDER BY 1
"""
_WITHOUT_SHELF = """
    SELECT DISTINCT o.tier || '/' || o.scope FROM hardwon.observations o
    WHERE NOT EXISTS (SELECT 1 FROM hardwon.shelves s
        WHERE s.project = o.project AND s.tier = o.tier AND s.scope = o.scope)
    ORDER BY 1
"""
_CUT_OFF = """
    SELECT p.run || '/' || p.part FROM hardwon.parts p
    WHERE p.project = %(project)s AND p.size <> coalesce((SELECT max(c.start + length(c.content)) FROM hardwon.chunks c
        WHERE c.project = p.project AND c.run = p.run AND c.part = p.part), 0)
    ORDER BY 1
"""
_PLACES = "SELECT name FROM hardwon.areas WHERE project = %(project)s AND test_count IS NULL"


def figures(stores: TeamStores) -> dict[str, Any]:
    """How much there is of the project."""
    row = stores.server.ask(_FIGURES, {"project": stores.project})[0]
    version, is_standby = stores.server.ask(_VERSION)[0]
    names = ("areas", "observations", "runs", "quarantine", "bytes_of_evidence")
    return {"server": version, "is_standby": is_standby} | {
        name: int(value) for name, value in zip(names, row, strict=True)
    }


def disagreements(stores: TeamStores) -> Iterator[tuple[str, str]]:
    """Everything that does not fit together, each with its place."""
    yield from stores.server.look(lambda cursor: [*_of_tables(cursor, stores.project)])
    try:
        stores.areas.read()
    except HardwonError as error:
        yield stores.areas.where, str(error.args[0])
    for unreadable in stores.observations.listing().unreadable:
        yield unreadable.where, unreadable.reason
    for group in filling.miscounted(stores.server):
        yield (
            told(group.product or group.project),
            "has counts of words that do not fit its observations: `hardwon db upgrade` counts them again",
        )
    tables = migrating.standing(stores.server)
    for number in tables.altered:
        yield f"migration {number}", "was applied with another text than this version has"


def _of_tables(cursor: Cursor, project: str) -> Iterator[tuple[str, str]]:
    wanted = {"project": project}
    for (place,) in cursor.execute(_BEHIND).fetchall():
        yield place, "has an observation that is newer than its scope: copies would miss it"
    for (place,) in cursor.execute(_WITHOUT_SHELF).fetchall():
        yield place, "has observations and no number of changes: copies would miss them"
    for (place,) in cursor.execute(_CUT_OFF, wanted).fetchall():
        yield place, "is not as long as it says"
    for (name,) in cursor.execute(_PLACES, wanted).fetchall():
        yield name, "is the place of an area that never came: delete the row"
