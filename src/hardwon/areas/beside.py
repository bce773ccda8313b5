"""What is ours where the areas live in another tool's memory.json: kept beside it, joined whenever it is read. Pure.

The other tool drops every key that it does not know, and overwrites what was written while it ran. So its file gets
only the keys that both know, and beside.json the whole ledger as hardwon last wrote it, in the same format:

    what differs between the two                          what holds
    ---------------------------------------------------   ---------------------------------------------------------
    counts, confidence, retired                           the other tool's file, which both tools write
    fingerprint, counts before a change, known tests …    beside.json, as far as the counts of the file bear it
    the same counts, another confidence                   the lower one: two branches met, and the file knows less
    an area that only beside.json has, or more counts     the file; `doctor` says which verdicts were wiped

Nothing that was wiped is put back: the other tool may have been told to. But it stays known: the next write of ours
makes the two files agree again, and beside.json keeps how many runs were lost, until a person records them again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hardwon.areas.ledger import OWN_KEYS, Areas, Ledger
from hardwon.text.plain import counted
from hardwon.text.times import order_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hardwon.areas.area import Area

WIPED = "wiped"
"""Key of ours: runs of each area that another tool wrote over, until somebody says them again."""

KEPT = ("last_run", "pushed_as", WIPED)
"""Keys of the ledger that are ours."""

_COUNTS = ("test_count", "pass_count", "fail_count")


def joined(file: Ledger, beside: Ledger) -> Ledger:
    """The ledger of both."""
    raw = {name: _with_own(own, beside.areas.raw.get(name)) for name, own in file.areas.raw.items()}
    return replace(
        file,
        areas=Areas(raw),
        reports={**file.reports, **beside.reports},
        runs=file.runs | beside.runs,
        renamed={**file.renamed, **beside.renamed},
        extra=_with_lost({**file.extra, **_kept(beside)}, _lost_in_all(file, beside)),
    )


def wiped_before(beside: Ledger) -> dict[str, int]:
    """Runs of each area that a ledger knows to be lost."""
    known = beside.extra.get(WIPED)
    rows = known.items() if isinstance(known, dict) else ()
    return {name: runs for name, runs in rows if isinstance(runs, int) and runs > 0}


def _lost_in_all(file: Ledger, beside: Ledger) -> dict[str, int]:
    lost = wiped_before(beside)
    if not file.areas:
        return lost  # a reset: nothing was written over
    for name, _ in wiped(file, beside):
        ours, theirs = beside.areas[name], file.areas.get(name)
        passes, fails = (theirs.pass_count, theirs.fail_count) if theirs else (0, 0)
        missing = max(0, ours.pass_count - passes) + max(0, ours.fail_count - fails)
        lost[name] = lost.get(name, 0) + max(1, missing)
    return lost


def said_again(ledger: Ledger, areas: Iterable[str]) -> dict[str, Any]:
    """Keys of the ledger after a person's word on some areas: of each, one lost run less."""
    lost = Counter(wiped_before(ledger))
    lost.subtract(areas)
    return _with_lost(ledger.extra, +lost)


def forgotten(ledger: Ledger, area: str) -> dict[str, Any]:
    """Keys of the ledger without lost runs of an area."""
    return _with_lost(ledger.extra, {name: runs for name, runs in wiped_before(ledger).items() if name != area})


def _with_lost(keys: Mapping[str, Any], lost: Mapping[str, int]) -> dict[str, Any]:
    return {key: value for key, value in keys.items() if key != WIPED} | ({WIPED: dict(lost)} if lost else {})


def _following(ledger: Ledger) -> dict[str, Any]:
    """The keys of ours, with lost runs under the present names of areas."""
    lost = Counter[str]()
    for name, runs in wiped_before(ledger).items():
        lost[ledger.renamed.get(name, name)] += runs
    return _with_lost(_kept(ledger), lost)


def _with_own(raw: dict[str, Any], shadow: Mapping[str, Any] | None) -> dict[str, Any]:
    if shadow is None:
        return raw
    own = {key: shadow[key] for key in OWN_KEYS if key in shadow}
    for key, whole in (("tests_before_change", "test_count"), ("fails_before_change", "fail_count")):
        if own.get(key, 0) > raw[whole]:
            own[key] = raw[whole]
    same = all(raw[key] == shadow[key] for key in _COUNTS)
    lower = {"confidence": min(raw["confidence"], shadow["confidence"])} if same else {}
    return {**raw, **own, **lower}


def without_own(ledger: Ledger) -> Ledger:
    """What the other tool's file gets: its keys, and those of others."""
    raw = {
        name: {key: value for key, value in own.items() if key not in OWN_KEYS}
        for name, own in ledger.areas.raw.items()
    }
    others = {key: value for key, value in ledger.extra.items() if key not in KEPT}
    return replace(ledger, areas=Areas(raw), reports={}, runs=frozenset(), renamed={}, extra=others)


def kept_beside(ledger: Ledger) -> Ledger:
    """What beside.json gets: the ledger without what is only others'."""
    plain = {name: replace(area, extra={}) for name, area in ledger.areas.items()}
    return replace(ledger, areas=Areas({}).changed(plain), extra=_following(ledger))


def _kept(ledger: Ledger) -> dict[str, Any]:
    return {key: ledger.extra[key] for key in KEPT if key in ledger.extra}


def wiped(file: Ledger, beside: Ledger) -> Iterator[tuple[str, str]]:
    """The areas of which verdicts were wiped, each with what is known of them."""
    for name, ours in beside.areas.items():
        theirs = file.areas.get(name)
        if theirs is None:
            yield name, f"is not there, although {counted(ours.test_count, 'run')} of it were counted"
        elif lost := _lost(theirs, ours):
            yield name, lost


def _lost(theirs: Area, ours: Area) -> str:
    now = f"counts {theirs.pass_count} passed and {theirs.fail_count} failed"
    if theirs.pass_count < ours.pass_count or theirs.fail_count < ours.fail_count:
        return f"{now}, but had {ours.pass_count} and {ours.fail_count}"
    # As many as before, but another last one: it was counted on top of what was there before ours.
    if theirs.test_count == ours.test_count and order_of(theirs.last_tested_at) != order_of(ours.last_tested_at):
        return f"{now} as before, but its last verdict is another one"
    return ""
