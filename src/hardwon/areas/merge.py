"""Merging area memory: what two branches have proven, brought together.

Pure: three ledgers in, one out. Nothing that was counted is lost: from the base come all passes of both sides, then all
failures. Where the sides leave a doubt about what was tested, less counts as proven.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from hardwon.areas.area import Area, after_fails, after_passes, has_earned_retirement
from hardwon.areas.ledger import Areas, Ledger
from hardwon.areas.life import followed
from hardwon.areas.proven_states import added_by_both, states_before
from hardwon.areas.retirement import Retirement
from hardwon.text.times import later, order_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hardwon.areas.area import Scoring

T = TypeVar("T")

DRIVER = "hardwon"
"""Name by which .gitattributes and git's configuration know the merge driver."""

RECORDS = (
    *(".hardwon/memory.json", ".hardwon/retired.json", ".hardwon/beside.json"),
    *(".teststop/memory.json", ".teststop/retired.json"),
    *(".hardwon/observations/**/*.md", "agent-qa-memory/**/*.md"),
)
"""What the driver merges, as .gitattributes names it."""

_ABSENT: Any = object()


def merged(base: Ledger, ours: Ledger, theirs: Ledger, *, scoring: Scoring) -> Ledger:
    """The ledger that holds what both sides learned since the base."""
    if ours == theirs and "last_run" in ours.extra:
        return ours  # one history, not two that look alike
    base, ours, theirs = _under_one_name(base, ours, theirs)
    return Ledger(
        areas=_areas(base.areas, ours.areas, theirs.areas, scoring),
        retirements=_decided(
            base.retirements,
            ours.retirements,
            theirs.retirements,
            lambda a, b: _retirements(_numbered(base.retirements), _numbered(a), _numbered(b)),
        ),
        created_at=_decided(base.created_at, ours.created_at, theirs.created_at, _earlier),
        updated_at=_decided(base.updated_at, ours.updated_at, theirs.updated_at, later),
        reports=_by_key(base.reports, ours.reports, theirs.reports),
        runs=ours.runs | theirs.runs,
        renamed=_by_key(base.renamed, ours.renamed, theirs.renamed),
        extra=_by_key(base.extra, ours.extra, theirs.extra),
        retired_extra=_by_key(base.retired_extra, ours.retired_extra, theirs.retired_extra),
    )


def _under_one_name(base: Ledger, ours: Ledger, theirs: Ledger) -> tuple[Ledger, Ledger, Ledger]:
    """The three with the names that either side has given to areas since the base."""
    at = max(ours.updated_at or "", theirs.updated_at or "")
    of_ours, of_theirs = (
        {old: new for old, new in side.renamed.items() if base.renamed.get(old) != new and old not in side.areas}
        for side in (ours, theirs)
    )
    return (
        followed(followed(base, of_ours, at), of_theirs, at),
        followed(ours, of_theirs, at),
        followed(theirs, of_ours, at),
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


def _areas(base: Areas, ours: Areas, theirs: Areas, scoring: Scoring) -> Areas:
    kept: dict[str, dict[str, Any]] = {}
    joined: dict[str, Area] = {}
    for name in {**ours.raw, **theirs.raw}:
        before, own, other = (side.raw.get(name, _ABSENT) for side in (base, ours, theirs))
        if own is not _ABSENT and other is not _ABSENT and before not in (own, other):
            joined[name] = merged_area(base.get(name) or Area(name=name), ours[name], theirs[name], scoring)
        else:
            kept[name] = _decided(before, own, other, _present)
    return Areas({name: raw for name, raw in kept.items() if raw is not _ABSENT}).changed(joined)


def _present(own: T, other: T) -> T:
    """Deleted on one side, changed on the other: the change stays."""
    return other if own is _ABSENT else own


def merged_area(base: Area, ours: Area, theirs: Area, scoring: Scoring) -> Area:
    """An area that both sides changed: everything counted is counted, but what both rest on only once."""
    twice = _twice(base, ours, theirs)
    passes = _total(base.pass_count, ours.pass_count, theirs.pass_count) - twice.passes
    fails = _total(base.fail_count, ours.fail_count, theirs.fail_count) - twice.fails
    tests = max(0, passes + fails + _neither(ours) + _neither(theirs) - _neither(base))
    proven = _proven(base, ours, theirs, scoring, twice)
    found = Area(
        name=base.name,
        confidence=proven.confidence,
        test_count=tests,
        pass_count=passes,
        fail_count=fails,
        flaky_count=_total(base.flaky_count, ours.flaky_count, theirs.flaky_count),
        last_tested_at=later(ours.last_tested_at, theirs.last_tested_at),
        fingerprint=_fingerprint(base, ours, theirs),
        tests_before_change=_before(tests, proven.tests),
        fails_before_change=_before(fails, proven.fails),
        changed_at=proven.changed_at,
        extra=_by_key(base.extra, ours.extra, theirs.extra),
        **_resting(base, ours, theirs, proven, twice),
    )
    return replace(found, retired=proven.may_retire and has_earned_retirement(found, scoring))


class _Twice(NamedTuple):
    """How many verdicts both sides have that are one: passes on the same states, and the same failure on one."""

    passes: int
    fails: int


def _twice(base: Area, ours: Area, theirs: Area) -> _Twice:
    sides = (ours, theirs)
    passes = min(added_by_both(base, ours, theirs), *(max(0, side.pass_count - base.pass_count) for side in sides))
    is_one = ours.failed_state and ours.failed_tests and _failure(ours) == _failure(theirs)
    is_new = all(side.fail_count > base.fail_count and side.failed_at != base.failed_at for side in sides)
    return _Twice(passes, int(bool(is_one and is_new)))


def _failure(side: Area) -> tuple[str | None, str | None]:
    return side.failed_state, side.failed_tests


@dataclass(frozen=True, slots=True, kw_only=True)
class _Proven:
    """What counts as proof of the content on record."""

    confidence: float
    tests: int
    fails: int
    """Tests and failures since it last started."""

    changed_at: str | None
    may_retire: bool


def _proven(base: Area, ours: Area, theirs: Area, scoring: Scoring, twice: _Twice) -> _Proven:
    again = [side for side in (ours, theirs) if _start(side) != _start(base)]
    on_other_files = None not in (ours.fingerprint, theirs.fingerprint) and ours.fingerprint != theirs.fingerprint
    if len(again) == 1:
        return _of_side(again[0])
    if not again:
        is_sum = all(_is_continued(base, side) for side in (ours, theirs)) and not on_other_files
        return _sum(base, ours, theirs, scoring, twice) if is_sum else _in_doubt(base, ours, theirs)
    if on_other_files:
        # Of the tests only ours can be about the content on record.
        return replace(_of_side(ours), **_lower(ours, theirs))
    if ours.fingerprint == theirs.fingerprint and ours.fingerprint not in (None, base.fingerprint):
        return _sum(_started(base, ours, theirs), _since(ours), _since(theirs), scoring, twice)
    # A reset takes back what was proven before it, on the other side too; of two at once the lower counts.
    return _of_side(
        max(again, key=lambda side: (order_of(side.changed_at), -side.confidence, -side.tests_since_change))
    )


def _of_side(side: Area) -> _Proven:
    return _Proven(
        confidence=side.confidence,
        tests=side.tests_since_change,
        fails=side.fails_since_change,
        changed_at=side.changed_at,
        may_retire=side.retired,
    )


def _sum(base: Area, ours: Area, theirs: Area, scoring: Scoring, twice: _Twice) -> _Proven:
    """From the base all passes of both sides, then all failures."""
    passes = max(0, ours.pass_count + theirs.pass_count - 2 * base.pass_count - twice.passes)
    fails = max(0, ours.fail_count + theirs.fail_count - 2 * base.fail_count - twice.fails)
    confidence = after_passes(base.confidence, scoring.pass_weight, passes)
    return _Proven(
        confidence=after_fails(confidence, scoring.fail_penalty, fails),
        tests=ours.tests_since_change + theirs.tests_since_change - base.tests_since_change - sum(twice),
        fails=base.fails_since_change + fails,
        changed_at=base.changed_at,
        may_retire=not fails,
    )


def _in_doubt(base: Area, ours: Area, theirs: Area) -> _Proven:
    """Deleted and begun anew on a side, or different files tested that were not compared before: the lower counts."""
    return _Proven(
        tests=_total(base.tests_since_change, ours.tests_since_change, theirs.tests_since_change),
        fails=_total(base.fails_since_change, ours.fails_since_change, theirs.fails_since_change),
        changed_at=base.changed_at,
        **_lower(ours, theirs),
    )


def _lower(ours: Area, theirs: Area) -> dict[str, Any]:
    return {"confidence": min(ours.confidence, theirs.confidence), "may_retire": ours.retired and theirs.retired}


def _is_continued(base: Area, side: Area) -> bool:
    """Whether a side goes on from the base; a record that was deleted in between does not."""
    return side.pass_count >= base.pass_count and side.fail_count >= base.fail_count


def _started(base: Area, ours: Area, theirs: Area) -> Area:
    """Where two sides begin that started again on the same files."""
    return Area(name=base.name, changed_at=_earlier(ours.changed_at, theirs.changed_at))


def _since(side: Area) -> Area:
    """A side with nothing but what it has counted since it started again."""
    tests, fails = side.tests_since_change, side.fails_since_change
    return Area(name=side.name, test_count=tests, fail_count=fails, pass_count=tests - fails)


def _other(side: Area) -> tuple[int, str]:
    return side.other_runs, side.other_tests or ""


def _resting(base: Area, ours: Area, theirs: Area, proven: _Proven, twice: _Twice) -> dict[str, Any]:
    """What its newest pass and its newest failure rest on, and on how many states passes were since it last changed."""
    since = [side for side in (ours, theirs) if side.changed_at == proven.changed_at]
    # A side that started again has forgotten what came before.
    passed = max(since or (ours, theirs), key=lambda side: order_of(side.proven_at))
    failed = max(since or (ours, theirs), key=lambda side: order_of(side.failed_at))
    most = max(0, proven.tests - proven.fails)
    sums = {
        key: _total(getattr(base, key), getattr(ours, key), getattr(theirs, key)) - twice.passes
        if len(since) > 1
        else getattr(since[0] if since else ours, key)
        for key in ("states", "passes_on_states")
    }
    other = _decided(_other(base), _other(ours), _other(theirs), max)
    return {
        "tests": _decided(base.tests, ours.tests, theirs.tests, max),
        "other_runs": other[0],
        "other_tests": other[1] or None,
        "history_until": _decided(base.history_until, ours.history_until, theirs.history_until, later),
        "tests_gone_at": _decided(base.tests_gone_at, ours.tests_gone_at, theirs.tests_gone_at, later),
        **{key: getattr(passed, key) for key in ("proven_state", "proven_at")},
        "proven_before": states_before(*(since or (ours, theirs)), last=passed),
        **{key: getattr(failed, key) for key in ("failed_state", "failed_at", "failed_tests", "failed_keys")},
        **{key: min(most, max(0, count)) for key, count in sums.items()},
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


def _start(area: Area) -> tuple[int, int, str | None]:
    return area.tests_before_change, area.fails_before_change, area.changed_at


def _earlier(own: str | None, other: str | None) -> str | None:
    if own is None or other is None:
        return own or other
    return other if order_of(other) < order_of(own) else own


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
    for key in sorted({**ours, **theirs}, key=lambda key: (order_of(key[1]), key)):
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
