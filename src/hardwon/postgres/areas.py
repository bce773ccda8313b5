"""What the areas of a project have proven, one row for each. A verdict is one transaction and locks its own areas.

The change itself is the domain's (credits, retirement) and is computed under the lock of the rows; counts are added in
SQL, and nothing of a project is written that two verdicts on different areas would both have to wait for.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from psycopg.errors import InsufficientPrivilege

from hardwon.areas.ledger import (
    REMEMBERED_REPORTS,
    REMEMBERED_RUNS,
    Areas,
    Ledger,
    memory_text,
    read_ledger,
    retired_text,
)
from hardwon.errors import DamagedRecord
from hardwon.postgres.kept_text import kept, told
from hardwon.postgres.locking import PROJECT_AREAS, lock_in_transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from hardwon.areas.retirement import Retirement
    from hardwon.postgres.server import Cursor, Server
    from hardwon.store.protocol import Concern

_COLUMNS = ("confidence", "test_count", "pass_count", "fail_count", "last_tested_at", "retired")
_LAST_RUN = "last_run"

_HEAD = """
    SELECT p.created_at, p.extra, p.retired_extra, p.renamed, u.at, u.last_run
    FROM hardwon.projects p
    LEFT JOIN (
        SELECT at, last_run FROM hardwon.updates WHERE project = %(project)s ORDER BY number DESC LIMIT 1
    ) u ON true
    WHERE p.project = %(project)s
"""
_AREAS = """
    SELECT name, more, confidence, test_count, pass_count, fail_count, last_tested_at, retired
    FROM hardwon.areas WHERE project = %(project)s AND test_count IS NOT NULL
"""
_NAMES = """
    SELECT name, NULL FROM hardwon.areas WHERE project = %(project)s AND test_count IS NOT NULL
    UNION ALL SELECT NULL, renamed FROM hardwon.projects WHERE project = %(project)s
"""
_AREAS_TO_CHANGE = """
    SELECT name, more, confidence, test_count, pass_count, fail_count, last_tested_at, retired
    FROM hardwon.areas WHERE project = %(project)s AND name = ANY(%(names)s) ORDER BY name FOR UPDATE
"""
_PLACE_FOR_AREAS = """
    INSERT INTO hardwon.areas (project, name) SELECT %(project)s, unnest(%(names)s::text[]) ORDER BY 2
    ON CONFLICT (project, name) DO NOTHING
"""
_NO_AREA = "DELETE FROM hardwon.areas WHERE project = %s AND name = ANY(%s)"
_STILL_THERE = "SELECT 1 FROM hardwon.areas WHERE project = %s AND name = ANY(%s)"
_MOVE = """
    UPDATE hardwon.areas SET more = %s, confidence = %s, test_count = coalesce(test_count, 0) + %s,
        pass_count = pass_count + %s, fail_count = fail_count + %s, last_tested_at = %s, retired = %s
    WHERE project = %s AND name = %s
"""
_RETIREMENTS = "SELECT number, entry FROM hardwon.retirements WHERE project = %s ORDER BY number"
_RETIREMENTS_OF = "SELECT number, entry FROM hardwon.retirements WHERE project = %s AND name = ANY(%s) ORDER BY number"
_RETIRE = "INSERT INTO hardwon.retirements (project, name, entry) VALUES (%s, %s, %s)"
_RETIRED_ANEW = "UPDATE hardwon.retirements SET name = %s, entry = %s WHERE project = %s AND number = %s"
_NO_RETIREMENTS = "DELETE FROM hardwon.retirements WHERE project = %s AND number = ANY(%s)"
_REPORTS = "SELECT digest, run FROM hardwon.reports WHERE project = %s ORDER BY run DESC, digest DESC LIMIT %s"
_REPORTS_OF = "SELECT digest, run FROM hardwon.reports WHERE project = %s AND digest = ANY(%s)"
_REPORT = """
    INSERT INTO hardwon.reports (project, digest, run) VALUES (%s, %s, %s)
    ON CONFLICT (project, digest) DO UPDATE SET run = excluded.run
"""
_RUNS = "SELECT run FROM hardwon.counted_runs WHERE project = %s ORDER BY run DESC LIMIT %s"
_RUNS_OF = "SELECT run FROM hardwon.counted_runs WHERE project = %s AND run = ANY(%s)"
_RUN = "INSERT INTO hardwon.counted_runs (project, run) VALUES (%s, %s) ON CONFLICT (project, run) DO NOTHING"
_BEGIN = "INSERT INTO hardwon.projects (project, created_at) VALUES (%s, %s) ON CONFLICT (project) DO NOTHING"
_TELL = "UPDATE hardwon.projects SET extra = %s, retired_extra = %s, renamed = %s, created_at = %s WHERE project = %s"
_UPDATED = "INSERT INTO hardwon.updates (project, at, last_run) VALUES (%s, %s, %s)"
_FORGET = (
    "DELETE FROM hardwon.areas WHERE project = %s",
    "DELETE FROM hardwon.retirements WHERE project = %s",
    "DELETE FROM hardwon.reports WHERE project = %s",
    "DELETE FROM hardwon.counted_runs WHERE project = %s",
    "DELETE FROM hardwon.updates WHERE project = %s",
    "DELETE FROM hardwon.projects WHERE project = %s",
)


@dataclass(frozen=True, slots=True)
class _Read:
    """A ledger, and what of it is known only to the server."""

    ledger: Ledger
    retirements: tuple[int, ...]
    """The number of each."""

    is_there: bool


@dataclass(frozen=True, slots=True)
class TeamAreas:
    """The area memory of one project on the server."""

    server: Server
    project: str
    name: str = "team"

    @property
    def where(self) -> str:
        return f"{self.name}/memory.json"

    @property
    def where_retired(self) -> str:
        return f"{self.name}/retired.json"

    def read(self) -> Ledger:
        return self.server.look(self._read_all).ledger

    def names(self) -> tuple[list[str], dict[str, str]]:
        """What the areas are called, and what they were called before: one question, however much is known of them."""
        rows = self.server.ask(_NAMES, {"project": self.project})
        renamed: dict[str, str] = next((json.loads(text) for _, text in rows if text is not None), {})
        return sorted(told(name) for name, _ in rows if name is not None), renamed

    def update(self, change: Callable[[Ledger], Ledger], *, at: str, about: Concern | None = None) -> Ledger:
        """Read, change and write in one transaction; of what the change is about, if that is said."""
        once = f"{kept(self.project)} {about.run}" if about and about.run else ""
        return self.server.run(lambda cursor: self._update(cursor, change, at, about), once=once)

    def _update(self, cursor: Cursor, change: Callable[[Ledger], Ledger], at: str, about: Concern | None) -> Ledger:
        lock_in_transaction(cursor, PROJECT_AREAS, self.project, shared=about is not None)
        before = self._read_of(cursor, about) if about else self._read_all(cursor)
        after = change(before.ledger)
        placed = {kept(name) for name in about.areas} if about else set()
        if after is before.ledger:
            self._drop(cursor, placed - {kept(name) for name in after.areas.raw})
            return after
        after = replace(after, created_at=after.created_at or at, updated_at=at)
        self._write_areas(cursor, before.ledger.areas.raw, after.areas.raw, placed)
        self._write_retirements(cursor, before, after.retirements)
        self._write_head(cursor, before, after)
        return after

    def _read_all(self, cursor: Cursor) -> _Read:
        return self._ledger(
            cursor,
            cursor.execute(_AREAS, {"project": self.project}).fetchall(),
            cursor.execute(_RETIREMENTS, (self.project,)).fetchall(),
            cursor.execute(_REPORTS, (self.project, REMEMBERED_REPORTS)).fetchall(),
            cursor.execute(_RUNS, (self.project, REMEMBERED_RUNS)).fetchall(),
        )

    def _read_of(self, cursor: Cursor, about: Concern) -> _Read:
        """What a change is about, its areas locked; those that are not there yet get a place, to be locked by it."""
        names = sorted(map(kept, about.areas))
        wanted = {"project": self.project, "names": names}
        areas = cursor.execute(_AREAS_TO_CHANGE, wanted).fetchall()
        if len(areas) < len(names):
            cursor.execute(_PLACE_FOR_AREAS, wanted)
            areas = cursor.execute(_AREAS_TO_CHANGE, wanted).fetchall()
        reports, runs = [*map(kept, about.reports)], [*map(kept, about.runs)]
        return self._ledger(
            cursor,
            [row for row in areas if row[3] is not None],
            cursor.execute(_RETIREMENTS_OF, (self.project, names)).fetchall(),
            cursor.execute(_REPORTS_OF, (self.project, reports)).fetchall() if reports else [],
            cursor.execute(_RUNS_OF, (self.project, runs)).fetchall() if runs else [],
        )

    def _ledger(
        self,
        cursor: Cursor,
        areas: Iterable[tuple[Any, ...]],
        retirements: list[tuple[Any, ...]],
        reports: Iterable[tuple[Any, ...]],
        runs: Iterable[tuple[Any, ...]],
    ) -> _Read:
        head = cursor.execute(_HEAD, {"project": self.project}).fetchone()
        created_at, extra, retired_extra, renamed, at, last_run = head or (None, "{}", "{}", "{}", None, None)
        more = json.loads(extra) | ({_LAST_RUN: told(last_run)} if last_run is not None else {})
        entries = {"areas": [json.loads(entry) for _, entry in retirements], **json.loads(retired_extra)}
        history = read_ledger(None, json.dumps(entries).encode(), self.where, self.where_retired)
        ledger = replace(
            history,
            areas=Areas(
                {told(row[0]): json.loads(row[1]) | dict(zip(_COLUMNS, row[2:], strict=True)) for row in areas}
            ),
            created_at=created_at,
            updated_at=at,
            reports={told(digest): told(run) for digest, run in reports},
            runs=frozenset(told(run) for (run,) in runs),
            extra=more,
            renamed=json.loads(renamed),
        )
        return _Read(ledger, tuple(number for number, _ in retirements), head is not None)

    def _write_areas(
        self,
        cursor: Cursor,
        before: Mapping[str, dict[str, Any]],
        after: Mapping[str, dict[str, Any]],
        placed: set[str],
    ) -> None:
        changed = {name: raw for name, raw in after.items() if before.get(name) != raw}
        new = [kept(name) for name in changed if name not in before and kept(name) not in placed]
        if new:
            cursor.execute(_PLACE_FOR_AREAS, {"project": self.project, "names": sorted(new)})
        for name in sorted(changed):
            cursor.execute(_MOVE, (*_moved(before.get(name, {}), changed[name]), self.project, kept(name)))
        self._drop(cursor, ({kept(name) for name in before} | placed) - {kept(name) for name in after})

    def _drop(self, cursor: Cursor, names: set[str]) -> None:
        """Take areas away; refused where the server leaves one alone, as it does for a worker, without a word."""
        those = (self.project, sorted(names))
        if not names or cursor.execute(_NO_AREA, those).rowcount == len(names):
            return
        if cursor.execute(_STILL_THERE, those).fetchone():
            raise InsufficientPrivilege

    def _write_retirements(self, cursor: Cursor, before: _Read, after: tuple[Retirement, ...]) -> None:
        known = before.ledger.retirements
        if after == known:
            return
        texts = [_entries(before.ledger, each) for each in after]
        for number, old, new, text in zip(before.retirements, known, after, texts, strict=False):
            if old != new:
                cursor.execute(_RETIRED_ANEW, (kept(new.name), text, self.project, number))
        for new, text in [*zip(after, texts, strict=True)][len(known) :]:
            cursor.execute(_RETIRE, (self.project, kept(new.name), text))
        if gone := [*before.retirements[len(after) :]]:
            cursor.execute(_NO_RETIREMENTS, (self.project, gone))

    def _write_head(self, cursor: Cursor, before: _Read, after: Ledger) -> None:
        if not before.is_there:
            cursor.execute(_BEGIN, (self.project, after.created_at))
        old = before.ledger
        for digest, run in after.reports.items():
            if old.reports.get(digest) != run:
                cursor.execute(_REPORT, (self.project, kept(digest), kept(run)))
        for run in sorted(after.runs - old.runs):
            cursor.execute(_RUN, (self.project, kept(run)))
        known, told_now = _told_of_all(old), _told_of_all(after)
        if known != told_now:
            cursor.execute(_TELL, (*told_now, self.project))
        last = after.extra.get(_LAST_RUN)
        cursor.execute(_UPDATED, (self.project, after.updated_at, kept(last) if isinstance(last, str) else None))

    def forget(self) -> list[str]:
        def forget(cursor: Cursor) -> list[str]:
            lock_in_transaction(cursor, PROJECT_AREAS, self.project)
            was = self._read_all(cursor)
            for each in _FORGET:
                cursor.execute(each, (self.project,))
            present = [self.where] if was.is_there else []
            return present + ([self.where_retired] if was.retirements else [])

        return self.server.run(forget)

    def document(self) -> bytes | None:
        return self._document(memory_text, lambda _: True)

    def retired_document(self) -> bytes | None:
        return self._document(retired_text, lambda was: bool(was.retirements))

    def _document(self, text_of: Callable[[Ledger], bytes], is_there: Callable[[_Read], bool]) -> bytes | None:
        was = self.server.look(self._read_all)
        try:
            return text_of(was.ledger) if was.is_there and is_there(was) else None
        except RecursionError:
            raise DamagedRecord(f"{self.where} is nested too deeply to be shown.") from None


def _moved(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Any, ...]:
    """The values of `_MOVE`: counts as what is added to them."""
    more = {key: value for key, value in after.items() if key not in _COLUMNS}
    added = [after[key] - before.get(key, 0) for key in ("test_count", "pass_count", "fail_count")]
    return (json.dumps(more), after["confidence"], *added, after.get("last_tested_at"), after.get("retired", False))


def _entries(ledger: Ledger, entry: Retirement) -> str:
    """One retirement as retired.json has it."""
    whole = json.loads(retired_text(replace(ledger, retirements=(entry,), retired_extra={})))
    return json.dumps(whole["areas"][0])


def _told_of_all(ledger: Ledger) -> tuple[str | None, ...]:
    """What is said of the project and not of an area, as its row has it."""
    said = (_without_last_run(ledger.extra), dict(ledger.retired_extra), dict(ledger.renamed))
    return (*(json.dumps(each, sort_keys=True) for each in said), ledger.created_at)


def _without_last_run(extra: Mapping[str, Any]) -> dict[str, Any]:
    """Who updated last stands with the updates. A foreign value that is not a text stays where it is."""
    return {key: value for key, value in extra.items() if key != _LAST_RUN or not isinstance(value, str)}
