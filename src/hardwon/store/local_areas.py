"""Verdicts that stay on this machine: a log beside the record, replayed on it whenever it is read, never a copy of it.

The record itself is not written, so a run leaves the work tree clean, and no checkout is held up.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.areas.replay import Course, applied, continued, row_of, watched
from hardwon.errors import DamagedRecord
from hardwon.store import atomic, lines
from hardwon.store.areas import LOCK
from hardwon.store.local_shortcut import Shortcut
from hardwon.store.lock import locked
from hardwon.store.run_record import Flaw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from hardwon.areas.area import Scoring
    from hardwon.areas.ledger import Ledger
    from hardwon.areas.replay import Row
    from hardwon.store.areas import AreaStore
    from hardwon.store.protocol import Concern

ROWS_REPLAYED = 50
"""Rows that are replayed each time, before it is kept what they came to."""

LONGEST = 32_000_000
"""Bytes of one line: what one run says about as many areas as a record may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalAreas:
    """The record of the areas, with what only this machine knows."""

    record: AreaStore
    log: Path
    scoring: Scoring

    fingerprints: Callable[[Iterable[str]], Mapping[str, str]]
    """The present digest of the files of some areas; of those without `paths` none."""

    cache: Path | None = None
    """Where it is kept how far the log was replayed."""

    @property
    def where(self) -> str:
        return self.record.where

    @property
    def where_retired(self) -> str:
        return self.record.where_retired

    def document(self) -> bytes | None:
        return self.record.document()

    def retired_document(self) -> bytes | None:
        return self.record.retired_document()

    def read(self) -> Ledger:
        """The record with the verdicts of the log that count at present; DamagedRecord if either is damaged."""
        ledger, kept = self.record.read(), Shortcut.kept(self.cache, self.log)
        try:
            return self._replayed(ledger, kept) or self._replayed(ledger, None) or ledger
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise DamagedRecord(
                f"{self.log}: holds a line that is not one of verdicts ({type(error).__name__}: {error}).",
                remedy="It was left as it is. Correct or delete it: only verdicts of this machine are in it.",
            ) from error

    def _replayed(self, ledger: Ledger, kept: Shortcut | None) -> Ledger | None:
        """The ledger after the log, of which only the end is replayed where the shortcut holds; None if it does not."""
        begun, start = (kept.course, kept.place) if kept else (Course(), 0)
        rows: list[Row] = []
        places = [start]
        for place, row in lines.read(self.log, start=start, longest=LONGEST):
            if not isinstance(row, Flaw):
                places.append(place)
                rows.append(row)
        if not (rows or kept):
            return None
        names = begun.watched | watched(rows)
        present = self.fingerprints(names) if names else {}
        if kept and not kept.holds(ledger, present, self.scoring):
            return None
        course = continued(begun, ledger, rows, present, self.scoring)
        if self.cache and len(rows) >= ROWS_REPLAYED:
            found = Shortcut.of(course, places[-1], ledger=ledger, present=present, scoring=self.scoring)
            found.keep(self.cache, self.log)
        return applied(ledger, course)

    def update(self, change: Callable[[Ledger], Ledger], *, at: str, about: Concern | None = None) -> Ledger:
        """Read, change and add to the log, under the lock; nothing is written if the change changes nothing."""
        del about  # one log, one lock
        with locked(self.record.folder / LOCK, timeout=self.record.lock_timeout):
            before = self.read()
            after = change(before)
            if after is before:
                return before
            row = row_of(before, after, at=at, scoring=self.scoring)
            lines.append(self.log, lines.text_of([row]), durable=True)
            return replace(after, created_at=after.created_at or at, updated_at=at)

    def forget(self) -> list[str]:
        """Forget the record and the log; the places that held something."""
        places = self.record.forget()
        if not self.record.folder.is_dir():
            return places
        with locked(self.record.folder / LOCK, timeout=self.record.lock_timeout):
            if os.path.lexists(self.log):
                atomic.remove(self.log)
                places.append(str(self.log))
        return places


def rows_of(log: Path) -> Iterator[Row | Flaw]:
    """Each update in the log. A broken line is one that nobody was told of as recorded: `doctor` names it."""
    return (row for _, row in lines.read(log, longest=LONGEST))
