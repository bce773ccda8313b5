"""Which tests each area has, a row for each area; and the files that areas last passed on, one row for all.

Areas do not wait for each other. The files are written only where a project has new ones, which all of its areas share.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.areas.content import Content, Listings
from hardwon.postgres.kept_text import kept, told
from hardwon.store.protocol import Rosters
from hardwon.store.rosters import MOST_RUNS, document_of, rosters_in

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from hardwon.areas.roster import Roster
    from hardwon.postgres.server import Cursor, Server

_ALL = "SELECT area, document FROM hardwon.rosters WHERE project = %s AND document IS NOT NULL"
_SOME = """
    SELECT area, document FROM hardwon.rosters WHERE project = %(project)s AND area = ANY(%(areas)s)
    ORDER BY area FOR UPDATE
"""
_PLACE = """
    INSERT INTO hardwon.rosters (project, area) SELECT %(project)s, unnest(%(areas)s::text[]) ORDER BY 2
    ON CONFLICT (project, area) DO NOTHING
"""
_LOCK_ALL = "SELECT area FROM hardwon.rosters WHERE project = %s ORDER BY area FOR UPDATE"
_KEEP = """
    INSERT INTO hardwon.rosters (project, area, passed_on, document) VALUES (%s, %s, %s, %s)
    ON CONFLICT (project, area) DO UPDATE SET passed_on = excluded.passed_on, document = excluded.document
"""
_DROP = "DELETE FROM hardwon.rosters WHERE project = %s AND area = ANY(%s)"
_RUNS = "SELECT run FROM hardwon.judged_runs WHERE project = %s ORDER BY run DESC LIMIT %s"
_RUN = "INSERT INTO hardwon.judged_runs (project, run) VALUES (%s, %s) ON CONFLICT (project, run) DO NOTHING"
_LISTINGS = """
    SELECT revision, CASE WHEN revision = %s THEN NULL ELSE document END FROM hardwon.listings WHERE project = %s
"""
_LISTINGS_LOCKED = "SELECT document FROM hardwon.listings WHERE project = %s FOR UPDATE"
_PLACE_FOR_LISTINGS = """
    INSERT INTO hardwon.listings (project, document) VALUES (%s, %s) ON CONFLICT (project) DO NOTHING
"""
_KEEP_LISTINGS = "UPDATE hardwon.listings SET document = %s, revision = revision + 1 WHERE project = %s"
_PASSED_ON = "SELECT DISTINCT passed_on FROM hardwon.rosters WHERE project = %s AND document IS NOT NULL"
_ONE = "one"


@dataclass(slots=True)
class _Seen:
    """The files as they were last read: they are large, and seldom change."""

    revision: int = -1
    listings: Listings = field(default_factory=Listings)


@dataclass(frozen=True, slots=True)
class TeamRosters:
    """The rosters of one project."""

    server: Server
    project: str
    seen: _Seen = field(default_factory=_Seen, repr=False)

    @property
    def where(self) -> str:
        return "rosters"

    def read(self) -> Rosters:
        return self.server.look(self._read_all)

    def update(self, change: Callable[[Rosters], Rosters], about: Collection[str] | None = None) -> None:
        """Read, change and write in one transaction; of some areas, if only those may change."""
        self.server.run(lambda cursor: self._update(cursor, change, about))

    def _update(self, cursor: Cursor, change: Callable[[Rosters], Rosters], about: Collection[str] | None) -> None:
        before = self._read_of(cursor, about)
        after = change(before)
        if after is before:
            return
        for area, roster in after.areas.items():
            if before.areas.get(area) != roster:
                cursor.execute(_KEEP, (self.project, kept(area), kept(roster.passed_on), _document(roster)))
        if gone := sorted(kept(area) for area in before.areas if area not in after.areas):
            cursor.execute(_DROP, (self.project, gone))
        for run in sorted(after.runs - before.runs):
            cursor.execute(_RUN, (self.project, kept(run)))
        if after.contents != before.contents:
            self._join(cursor, after.contents)

    def _read_all(self, cursor: Cursor) -> Rosters:
        rows = cursor.execute(_ALL, (self.project,)).fetchall()
        runs = cursor.execute(_RUNS, (self.project, MOST_RUNS)).fetchall()
        return Rosters(
            areas={told(area): _roster(text) for area, text in rows},
            runs=frozenset(told(run) for (run,) in runs),
            contents=self._contents(cursor),
        )

    def _read_of(self, cursor: Cursor, about: Collection[str] | None) -> Rosters:
        if about is None:
            cursor.execute(_LOCK_ALL, (self.project,))
            return self._read_all(cursor)
        wanted = {"project": self.project, "areas": sorted(map(kept, about))}
        rows = cursor.execute(_SOME, wanted).fetchall()
        if len(rows) < len(wanted["areas"]):
            cursor.execute(_PLACE, wanted)
            rows = cursor.execute(_SOME, wanted).fetchall()
        return Rosters(
            areas={told(area): _roster(text) for area, text in rows if text is not None},
            contents=self._contents(cursor),
        )

    def _contents(self, cursor: Cursor) -> Listings:
        row = cursor.execute(_LISTINGS, (self.seen.revision, self.project)).fetchone()
        if row is None:
            return Listings()
        revision, text = row
        if text is not None:
            self.seen.listings, self.seen.revision = _listings(text), revision
        return self.seen.listings

    def _join(self, cursor: Cursor, wanted: Listings) -> None:
        """Add the newest files, and let go of those on which no area rests; of the areas that others change, too."""
        content = Content(wanted.files, wanted.newest)
        known = self._contents(cursor)
        if known.joined_by(content, self._still(cursor)) is known:
            return
        cursor.execute(_PLACE_FOR_LISTINGS, (self.project, _text(Listings())))
        row = cursor.execute(_LISTINGS_LOCKED, (self.project,)).fetchone()
        known = _listings(row[0]) if row else Listings()
        cursor.execute(_KEEP_LISTINGS, (_text(known.joined_by(content, self._still(cursor))), self.project))

    def _still(self, cursor: Cursor) -> set[str]:
        return {told(name) for (name,) in cursor.execute(_PASSED_ON, (self.project,)).fetchall()}


def _document(roster: Roster) -> str:
    return _ascii(Rosters(areas={_ONE: roster}))


def _roster(text: str) -> Roster:
    return rosters_in(text.encode()).areas[_ONE]


def _text(listings: Listings) -> str:
    return _ascii(Rosters(contents=listings))


def _listings(text: str) -> Listings:
    return rosters_in(text.encode()).contents


def _ascii(rosters: Rosters) -> str:
    """Rosters as files have them: JSON that is ASCII, so that the server can hold it whatever the names are."""
    return document_of(rosters).decode("ascii")
