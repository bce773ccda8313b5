"""Areas whose tests are gone: noted with the area, which keeps its confidence until somebody takes it out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hardwon.areas.learning import with_areas
from hardwon.areas.rules import spelling

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardwon.areas.ledger import Ledger
    from hardwon.project.records import Records


def areas_without_tests(records: Records, found: Iterable[str], *, source: str, at: str) -> list[str]:
    """The areas of which a whole run of a source found no tests any more, noted as such.

    `found` are the areas of which it found some. One that other sources have tests of, too, is not gone; of one that
    nothing is known of on this machine nothing is said.
    """
    present = set(map(spelling, found))
    rosters = records.rosters.read().areas
    gone = {
        name
        for name, roster in rosters.items()
        if spelling(name) not in present and {each for each, had in roster.sources.items() if had.known} == {source}
    }

    def change(ledger: Ledger) -> Ledger:
        raw = ledger.areas.raw
        marks = {name: raw[name].get("tests_gone_at") or at for name in gone.intersection(raw)}
        back = {name: None for name in raw if raw[name].get("tests_gone_at") and spelling(name) in present}
        changed = {
            name: replace(ledger.areas[name], tests_gone_at=mark)
            for name, mark in (marks | back).items()
            if raw[name].get("tests_gone_at") != mark
        }
        return with_areas(ledger, changed, at) if changed else ledger

    known = records.areas.read()
    if change(known) is not known:
        records.areas.update(change, at=at)
    return sorted(gone.intersection(known.areas))
