"""The life of areas: renamed, merged into another, removed. Pure: a ledger in, a ledger out.

What was counted stays counted. Where two areas become one, less counts as proven: the lower confidence, and retired
only if both are. The record remembers what an area was called, so that a branch which still has the old name follows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from hardwon.areas.beside import forgotten
from hardwon.areas.ledger import Areas
from hardwon.areas.proven_states import states_before
from hardwon.areas.retirement import retirements_after
from hardwon.text.times import later, order_of

if TYPE_CHECKING:
    from hardwon.areas.area import Area
    from hardwon.areas.ledger import Ledger

AreaAction = Literal["rename", "merge", "remove"]

MOST_RENAMED = 500
"""Former names that a record remembers, the newest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaChange:
    """What somebody did to an area."""

    action: AreaAction
    area: str
    into: str = ""
    """Its new name, or the area that it became part of; empty if it was removed."""

    before: Area
    into_before: Area | None = None
    after: Area | None = None

    def document(self) -> dict[str, Any]:
        """The change as the log keeps it."""
        return {
            "action": self.action,
            "area": self.area,
            "into": self.into or None,
            "before": _figures(self.before),
            "into_before": _figures(self.into_before),
            "after": _figures(self.after),
        }


def _figures(area: Area | None) -> dict[str, Any] | None:
    names = ("name", "confidence", "test_count", "pass_count", "fail_count", "last_tested_at", "retired")
    return {name: getattr(area, name) for name in names} if area else None


def renamed(ledger: Ledger, old: str, new: str) -> Ledger:
    """The ledger with another name for an area, also in the history of retirements."""
    area = replace(ledger.areas[old], name=new)
    return replace(
        ledger,
        areas=_without(ledger.areas, old).changed({new: area}),
        retirements=tuple(replace(entry, name=new) if entry.name == old else entry for entry in ledger.retirements),
        renamed=_remembered(ledger, old, new),
    )


def merged_into(ledger: Ledger, source: str, into: str, at: str) -> Ledger:
    """The ledger in which one area is part of another."""
    both = joined(ledger.areas[source], ledger.areas[into])
    areas = _without(ledger.areas, source).changed({into: both})
    return replace(
        ledger,
        areas=areas,
        retirements=tuple(retirements_after(ledger.retirements, areas, (source, into), at=at)),
        renamed=_remembered(ledger, source, into),
    )


def removed(ledger: Ledger, name: str, at: str) -> Ledger:
    """The ledger without an area; that it was retired stays as history."""
    areas = _without(ledger.areas, name)
    former = {old: new for old, new in ledger.renamed.items() if new != name}
    history = tuple(retirements_after(ledger.retirements, areas, (name,), at=at))
    return replace(ledger, areas=areas, retirements=history, renamed=former, extra=forgotten(ledger, name))


def joined(source: Area, into: Area) -> Area:
    """Two areas as one: counts added, confidence the lower, retired only if both are."""
    sides = (into, source)
    proven = max(sides, key=lambda side: order_of(side.proven_at))
    failed = max(sides, key=lambda side: order_of(side.failed_at))
    counts = ("test_count", "pass_count", "fail_count", "flaky_count", "tests", "passes_on_states")
    sums = (*counts, "tests_before_change", "fails_before_change")
    return replace(
        into,
        **{key: getattr(source, key) + getattr(into, key) for key in sums},
        **{key: getattr(proven, key) for key in ("proven_state", "proven_at")},
        proven_before=states_before(into, source, last=proven),
        **{key: getattr(failed, key) for key in ("failed_state", "failed_at", "failed_tests", "failed_keys")},
        confidence=min(source.confidence, into.confidence),
        retired=source.retired and into.retired,
        last_tested_at=later(source.last_tested_at, into.last_tested_at),
        states=max(source.states, into.states),
        history_until=later(source.history_until, into.history_until),
        other_tests=None,
        other_runs=0,
        extra={**source.extra, **into.extra},
    )


def followed(ledger: Ledger, former: dict[str, str], at: str) -> Ledger:
    """The ledger of another branch with the names that areas have been given here."""
    for old, new in former.items():
        if old not in ledger.areas or old == new:
            continue
        known = new in ledger.areas
        ledger = merged_into(ledger, old, new, at) if known else renamed(ledger, old, new)
    return ledger


def _without(areas: Areas, name: str) -> Areas:
    return Areas({each: raw for each, raw in areas.raw.items() if each != name})


def _remembered(ledger: Ledger, old: str, new: str) -> dict[str, str]:
    """The former names with one more; what led to it leads on, and a name that is in use again is none."""
    known = {each: new if now == old else now for each, now in ledger.renamed.items() if each != new}
    return dict([*known.items(), (old, new)][-MOST_RENAMED:])
