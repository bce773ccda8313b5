"""How far the log of this machine's verdicts was replayed, and to what: a cache, so that only the rest is replayed.

It holds for the very beginning of the log, areas of the record, files and settings that it was made from, and for no
others: with it or without it, the areas are the same.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

from hardwon.areas.replay import Course, course_in
from hardwon.errors import DamagedRecord, StorageError
from hardwon.store import atomic, reading

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from hardwon.areas.area import Scoring
    from hardwon.areas.ledger import Ledger

VERSION = 1
"""To be raised when the same log comes to something else: when the formula or the replay changes."""

LARGEST = 64_000_000
CHUNK = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortcut:
    """What the log came to at some place."""

    course: Course
    place: int
    """Bytes of the log that were replayed."""

    made_from: str

    @classmethod
    def kept(cls, cache: Path | None, log: Path) -> Shortcut | None:
        """The one that was kept for this log; None if there is none."""
        if cache is None:
            return None
        try:
            told = json.loads(reading.content(cache, LARGEST))
            found = cls(course=course_in(told["course"]), place=int(told["place"]), made_from=str(told["made_from"]))
            is_of_log = told["version"] == VERSION and found.place > 0 and told["log"] == _digest(log, found.place)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, DamagedRecord):
            return None
        return found if is_of_log else None

    def holds(self, ledger: Ledger, present: Mapping[str, str], scoring: Scoring) -> bool:
        """Whether it would come to the same with the record, the files and the settings as they are."""
        return self.made_from == _made_from(self.course, ledger, present, scoring)

    @classmethod
    def of(
        cls, course: Course, place: int, *, ledger: Ledger, present: Mapping[str, str], scoring: Scoring
    ) -> Shortcut:
        return cls(course=course, place=place, made_from=_made_from(course, ledger, present, scoring))

    def keep(self, cache: Path, log: Path) -> None:
        """Keep it for the next call. Where it cannot be written, that one replays the whole log."""
        told = {"version": VERSION, "place": self.place, "made_from": self.made_from, "course": self.course.document()}
        try:
            atomic.write(cache, json.dumps({**told, "log": _digest(log, self.place)}).encode(), durable=False)
        except (OSError, StorageError):
            return


def _digest(log: Path, size: int) -> str:
    """Of the beginning of the log; "" where it is shorter."""
    whole, left = hashlib.sha256(), size
    with reading.opened(log) as file:
        while left and (chunk := file.read(min(CHUNK, left))):
            whole.update(chunk)
            left -= len(chunk)
    return "" if left else whole.hexdigest()


def _made_from(course: Course, ledger: Ledger, present: Mapping[str, str], scoring: Scoring) -> str:
    recorded = {name: ledger.areas.raw.get(name) for name in sorted(course.names)}
    files = {name: present.get(name) for name in sorted(course.watched)}
    told = json.dumps([recorded, files, astuple(scoring)], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()
