"""Merging area memory: what two branches have proven, brought together.

Pure: three ledgers in, one out. Nothing that was counted is lost, and where the sides leave a doubt, less counts as
proven.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from hardwon.areas.area import Area, Retirement
from hardwon.areas.ledger import Areas, Ledger
from hardwon.text.times import moment

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

T = TypeVar("T")

DRIVER = "hardwon"
"""Name by which .gitattributes and git's configuration know the merge driver."""

RECORDS = (".hardwon/memory.json", ".hardwon/retired.json", ".teststop/memory.json", ".teststop/retired.json")

_ABSENT: Any = object()


def merged(base: Ledger, ours: Ledger, theirs: Ledger) -> Ledger:
    """The ledger that holds what both sides learned since the base."""
    return Ledger(
        areas=_areas(base.areas, ours.areas, theirs.areas),
        retirements=_decided(
            base.retirements,
            ours.retirements,
            theirs.retirements,
            lambda a, b: _retirements(_numbered(base.retirements), _numbered(a), _numbered(b)),
        ),
        created_at=_decided(base.created_at, ours.created_at, theirs.created_at, _earlier),
        updated_at=_decided(base.updated_at, ours.updated_at, theirs.updated_at, _later),
        reports=_by_key(base.reports, ours.reports, theirs.reports),
        runs=ours.runs | theirs.runs,
        extra=_by_key(base.extra, ours.extra, theirs.extra),
        retired_extra=_by_key(base.retired_extra, ours.retired_extra, theirs.retired_extra),
    )


def _decided(base: T, ours: T, theirs: T, both: Callable[[T, T], T]) -> T:
    """The value of the side that changed it; `both` decides where each did."""
    if ours == base:
        return theirs
    return ours if theirs == base else both(ours, theirs)


def _by_key(base: Mapping[str, Any], ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    """Each key by itself; ours wins where both changed it."""
    decided = {key: _foreign(*(side.get(key, _ABSENT) for side in (base, ours, theirs))) for key in {**ours, **theirs}}
    return {key: value for key, value in decided.items() if value is not _ABSENT}


def _foreign(base: Any, ours: Any, theirs: Any) -> Any:
    # By text: to Python false is 0 and 1 is 1.0, to the tool that wrote them they may not be.
    return theirs if repr(ours) == repr(base) else ours


def _own(own: T, _other: T) -> T:
    return own


def _areas(base: Areas, ours: Areas, theirs: Areas) -> Areas:
    kept: dict[str, dict[str, Any]] = {}
    joined: dict[str, Area] = {}
    for name in {**ours.raw, **theirs.raw}:
        before, own, other = (side.raw.get(name, _ABSENT) for side in (base, ours, theirs))
        if own is not _ABSENT and other is not _ABSENT and before not in (own, other):
            joined[name] = merged_area(base.get(name) or Area(name=name), ours[name], theirs[name])
        else:
            kept[name] = _decided(before, own, other, _present)
    return Areas({name: raw for name, raw in kept.items() if raw is not _ABSENT}).changed(joined)


def _present(own: T, other: T) -> T:
    """Deleted on one side, changed on the other: the change stays."""
    return other if own is _ABSENT else own


def merged_area(base: Area, ours: Area, theirs: Area) -> Area:
    """An area that both sides changed: everything counted is counted, and the lower confidence holds."""
    passes = _total(base.pass_count, ours.pass_count, theirs.pass_count)
    fails = _total(base.fail_count, ours.fail_count, theirs.fail_count)
    tests = max(0, passes + fails + _neither(ours) + _neither(theirs) - _neither(base))
    again = _started_again(base, ours, theirs)
    return Area(
        name=base.name,
        confidence=min(ours.confidence, theirs.confidence),
        test_count=tests,
        pass_count=passes,
        fail_count=fails,
        flaky_count=_total(base.flaky_count, ours.flaky_count, theirs.flaky_count),
        last_tested_at=_later(ours.last_tested_at, theirs.last_tested_at),
        retired=ours.retired and theirs.retired,
        fingerprint=_fingerprint(base, ours, theirs),
        tests_before_change=_before(tests, again.tests_since_change) if again else min(base.tests_before_change, tests),
        fails_before_change=_before(fails, again.fails_since_change) if again else min(base.fails_before_change, fails),
        changed_at=again.changed_at if again else base.changed_at,
        extra=_by_key(base.extra, ours.extra, theirs.extra),
        **_resting(base, ours, theirs, again),
    )


def _resting(base: Area, ours: Area, theirs: Area, again: Area | None) -> dict[str, Any]:
    """What its newest pass and its newest failure rest on, and on how many states passes were since it last changed."""
    proven = theirs if _order(theirs.proven_at) > _order(ours.proven_at) else ours
    failed = theirs if _order(theirs.failed_at) > _order(ours.failed_at) else ours
    counts = ("states", "passes_on_states")
    added = {key: _total(*(getattr(side, key) for side in (base, ours, theirs))) for key in counts}
    return {
        "tests": _decided(base.tests, ours.tests, theirs.tests, max),
        **{key: getattr(proven, key) for key in ("proven_state", "proven_at")},
        **{key: getattr(failed, key) for key in ("failed_state", "failed_at", "failed_tests")},
        **({key: getattr(again, key) for key in counts} if again else added),
    }


def _total(base: int, ours: int, theirs: int) -> int:
    """The base and what each side added; a side that was reset took some away."""
    return max(0, ours + theirs - base)


def _neither(area: Area) -> int:
    """Tests that are counted as neither passed nor failed: none in a sound record."""
    return area.test_count - area.pass_count - area.fail_count


def _before(count: int, since: int) -> int:
    return max(0, count - since)


def _fingerprint(base: Area, ours: Area, theirs: Area) -> str | None:
    # Where both sides tested other files than the base, the merge holds a third content, or one of the two: with ours
    # on record, readers compare it with the files and see for themselves.
    return _decided(base.fingerprint, ours.fingerprint, theirs.fingerprint, _own)


def _started_again(base: Area, ours: Area, theirs: Area) -> Area | None:
    """The side whose tests since its change are all that may count as proof; None if no side started again."""
    sides = [side for side in (ours, theirs) if _start(side) != _start(base)]
    if not sides:
        return None
    if len(sides) > 1 and ours.fingerprint != theirs.fingerprint:
        return ours  # its fingerprint is the one on record, so only its tests can be about that content
    return max(sides, key=lambda side: (_order(side.changed_at), -side.tests_since_change))


def _start(area: Area) -> tuple[int, int, str | None]:
    return area.tests_before_change, area.fails_before_change, area.changed_at


def _order(time: str | None) -> float:
    return moment(time).timestamp() if time else float("-inf")


def _later(own: str | None, other: str | None) -> str | None:
    return other if _order(other) > _order(own) else own


def _earlier(own: str | None, other: str | None) -> str | None:
    if own is None or other is None:
        return own or other
    return other if _order(other) < _order(own) else own


_Entries = dict[tuple[str, str, int], Retirement]


def _numbered(entries: tuple[Retirement, ...]) -> _Entries:
    """Entries by name and time; the number tells apart those that share both."""
    seen: Counter[tuple[str, str]] = Counter()
    numbered = {}
    for entry in entries:
        key = entry.name, entry.retired_at
        numbered[*key, seen[key]] = entry
        seen[key] += 1
    return numbered


def _retirements(base: _Entries, ours: _Entries, theirs: _Entries) -> tuple[Retirement, ...]:
    decided: list[Retirement] = []
    for key in sorted({**ours, **theirs}, key=lambda key: (_order(key[1]), key)):
        before, own, other = (side.get(key, _ABSENT) for side in (base, ours, theirs))
        if own is not _ABSENT and other is not _ABSENT and before not in (own, other):
            decided.append(_retirement(before, own, other))
        else:
            decided.append(_decided(before, own, other, _present))
    return tuple(entry for entry in decided if entry is not _ABSENT)


def _retirement(base: Retirement, ours: Retirement, theirs: Retirement) -> Retirement:
    """A retirement that both sides changed: it has ended if it ended on either."""
    return replace(
        ours,
        unretired_at=_earlier(ours.unretired_at, theirs.unretired_at),
        extra=_by_key({} if base is _ABSENT else base.extra, ours.extra, theirs.extra),
    )
