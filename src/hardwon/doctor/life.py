"""Checks that every area is reached by something, and goes by the name that it would get today."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas.spellings import typed
from hardwon.doctor.examined import Note
from hardwon.errors import StorageError
from hardwon.runner.unreached import unreached
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.doctor.examined import Disagreement, Examined


def reached(examined: Examined) -> Iterator[Disagreement | Note]:
    """A test, a rule, a target or a `record` reaches each area."""
    if not examined.memory:
        return
    naming = examined.records.naming_in(examined.memory)
    try:
        named = examined.records.coverage(naming, {}).named
    except StorageError as error:
        yield examined.finding(examined.memory_file, str(error))
        return
    for each in unreached(named, naming, examined.records, lambda: examined.now):
        reason = f"areas.{one_line(each.area, 80)}: nothing reaches it ({each.why}); `{each.command}`"
        found = examined.finding(examined.memory_file, reason)
        yield found if each.is_certain else Note(path=found.path, reason=found.reason)
    for old, new in named.older.items():
        way = f"`hardwon areas rename {typed(old)} {typed(new)}` if you want the new one"
        reason = f"areas.{one_line(old, 80)}: goes on under its older default name; {way}"
        yield Note(path=examined.project.shown(examined.memory_file), reason=reason)
