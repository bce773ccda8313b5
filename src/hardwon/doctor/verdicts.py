"""Checks that memory.json still counts what the kept runs recorded: a verdict that was counted once never goes away.

    what happened                                          what is said
    ---------------------------------------------------    ---------------------------------------
    memory.json taken back to an older state by hand       finding
    an update lost, at the commit that is checked out      finding
    counted in the commit, but not in the work tree        finding
    a run killed after its evidence, before its count      finding
    memory.json as the commit has it (another branch,      note: git put it there
      a checkout, a lost merge)
    recorded at another commit, uncounted in both          note
    an adopted folder, which another tool writes, too      note
    memory.json gone                                       note: it was reset or removed
    all reset, then recorded again                         nothing: runs from before do not count
    one area started again                                 nothing: its counts stay
    an area renamed, merged into another, or removed       nothing: its verdicts follow it
    a verdict that was not credited                        nothing: it changes no count
    a run that was pruned                                  nothing: counts may only be higher than what is kept
    branches merged                                        nothing: what both counted is counted
    a run that began before another and ended after it     nothing: runs are ordered by when they were written

Verdicts are missed by time: an area knows when it was last tested, and the record which run was the last. And by
number: an area counts at least as many as the kept runs recorded since the record was made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hardwon.areas.ledger import Ledger, read_ledger
from hardwon.doctor.areas import CLOCK_SKEW
from hardwon.doctor.examined import Disagreement, Note
from hardwon.errors import DamagedRecord, StorageError
from hardwon.project import git
from hardwon.store.local_areas import rows_of
from hardwon.store.run_record import Flaw, UnreadablePart
from hardwon.text.plain import counted, first_of, one_line
from hardwon.text.times import moment

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from hardwon.areas.area import Area
    from hardwon.doctor.examined import Examined

MOST_NAMED = 3
"""Runs that a finding names."""

_LOST = "lost, taken back by hand, or never counted because the run was killed"
_MOVED = "moved by git, or changed by another tool or by hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Recorded:
    """A verdict on an area that a kept run recorded."""

    run: str
    commit: str | None
    at: datetime
    written: int
    passed: bool


_ByArea = dict[str, list[_Recorded]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Missed:
    """What a record does not count of one area, although kept runs recorded it."""

    reason: str
    runs: tuple[_Recorded, ...]
    """The runs that it can be about."""


def counts(examined: Examined) -> Iterator[Disagreement | Note]:
    """Every verdict of a kept run is in the counts of its area."""
    recorded = _recorded(examined) if examined.memory else {}
    if not recorded:
        return
    path = examined.project.shown(examined.memory_file)
    document = examined.records.areas.document()
    if document is None:
        runs = {each.run for verdicts in recorded.values() for each in verdicts}
        reason = f"is not there, although {counted(len(runs), 'kept run')} recorded verdicts: it was reset or removed"
        yield Note(path=path, reason=reason)
        return
    missed = _missed(examined.memory or Ledger(), recorded)
    if missed:
        # Once more: a run that was just ending keeps its evidence first, and counts its verdicts then.
        again = _read_again(examined)
        missed = {area: each for area, each in missed.items() if again and again.get(area) == each}
    if missed:
        yield from _told(examined, document, missed, recorded)


def _read_again(examined: Examined) -> dict[str, _Missed]:
    try:
        return _missed(examined.records.areas.read(), _recorded(examined))
    except (DamagedRecord, StorageError):
        return {}  # named by the checks on the record itself


def _told(
    examined: Examined, document: bytes, missed: dict[str, _Missed], recorded: _ByArea
) -> Iterator[Disagreement | Note]:
    path = examined.project.shown(examined.memory_file)
    head = git.head(examined.project.root)
    committed = git.committed(examined.project.root, path)
    is_gits = committed is not None and _plain(committed) == _plain(document)
    in_commit = _missed(_ledger(examined, committed), recorded) if committed is not None else missed
    is_ours = examined.project.areas_folder == examined.project.state
    for area, each in missed.items():
        at_head = all(verdict.commit == head for verdict in each.runs)
        if is_ours and not is_gits and (at_head or area not in in_commit):
            yield Disagreement(path=path, reason=f"{each.reason}: {_LOST}")
        else:
            yield Note(path=path, reason=f"{each.reason}: {_MOVED}")


def _ledger(examined: Examined, content: bytes | None) -> Ledger:
    try:
        return read_ledger(content, None, examined.memory_file, examined.retired_file)
    except DamagedRecord:
        return Ledger()


def _plain(content: bytes) -> bytes:
    """As git keeps it, also where it writes other ends of lines into the work tree."""
    return content.replace(b"\r\n", b"\n")


def _recorded(examined: Examined) -> _ByArea:
    """The verdicts of the kept runs on each area. Runs that are damaged or dated in the future are named elsewhere."""
    found: _ByArea = {}
    here = _runs_that_stay_here(examined)
    for run in (run for run in examined.runs if run not in here):
        try:
            summary = examined.evidence.summary(run)
            at, written = moment(summary.time), examined.evidence.written(run)
        except (UnreadablePart, ValueError):
            continue
        if written is None or summary.flaw or at > examined.now + CLOCK_SKEW:
            continue
        if change := summary.area_change:
            _follow(found, change)
        for verdict in (each for each in summary.verdicts if each.credited):
            mine = _Recorded(run=run, commit=summary.commit, at=at, written=written, passed=verdict.passed)
            found.setdefault(verdict.area, []).append(mine)
    return found


def _follow(found: _ByArea, change: Mapping[str, Any]) -> None:
    """Verdicts of an area that has another name since, or is part of another, or was removed."""
    own, into = found.pop(change["area"], []), change.get("into")
    if isinstance(into, str) and own:
        found[into] = [*found.get(into, []), *own]


def _runs_that_stay_here(examined: Examined) -> set[str]:
    """Runs whose verdicts are in the log of this machine: the record need not count them."""
    rows = rows_of(examined.project.local_areas)
    return {str(row.get("run")) for row in rows if not isinstance(row, Flaw)}


def whole_log(examined: Examined) -> Iterator[Disagreement]:
    """Every line of that log can be read."""
    for row in rows_of(examined.project.local_areas):
        if isinstance(row, Flaw):
            yield examined.finding(examined.project.local_areas, f"{row.at.strip(', ')} {row.reason}; left out")


def _missed(ledger: Ledger, recorded: _ByArea) -> dict[str, _Missed]:
    since = moment(ledger.created_at) if ledger.created_at else None
    last_run = ledger.extra.get("last_run")
    last = next((each for verdicts in recorded.values() for each in verdicts if each.run == last_run), None)
    found = {}
    for name, verdicts in sorted(recorded.items()):
        own = [each for each in verdicts if since is None or each.at >= since]
        missed = _missed_of(ledger.areas.get(name), own, since, last)
        if missed:
            found[name] = _Missed(reason=f"areas.{one_line(name, 80)}: {missed.reason}", runs=missed.runs)
    return found


def _missed_of(
    area: Area | None, own: Sequence[_Recorded], since: datetime | None, last: _Recorded | None
) -> _Missed | None:
    if area is None:
        # In the second in which the record was made, a run may be from before.
        lost = [each for each in own if since is None or each.at > since or _is_after(each, last)]
        return _by_name("is not there, although it has verdicts of", lost)
    lost = [each for each in own if _is_later(each, area, own, last)]
    return _by_name("does not count the verdicts of", lost) or _by_number(area, own, since)


def _is_later(verdict: _Recorded, area: Area, own: Sequence[_Recorded], last: _Recorded | None) -> bool:
    """Whether a verdict came after the last one that is counted."""
    if area.last_tested_at is None:
        return False  # another tool does not say
    tested = moment(area.last_tested_at)
    if verdict.at > tested:
        return all(verdict.written > each.written for each in own if each.at == tested)
    return verdict.at == tested and _is_after(verdict, last)


def _is_after(verdict: _Recorded, last: _Recorded | None) -> bool:
    """Whether it was written after the last run that the record knows of, in the same second.

    Only there: of merged branches the record names the last run of one of them.
    """
    return last is not None and verdict.at == last.at and verdict.written > last.written


def _by_name(reason: str, lost: Sequence[_Recorded]) -> _Missed | None:
    if not lost:
        return None
    runs = counted(len(lost), "kept run")
    return _Missed(reason=f"{reason} {runs} ({first_of([each.run for each in lost], MOST_NAMED)})", runs=tuple(lost))


def _by_number(area: Area, own: Sequence[_Recorded], since: datetime | None) -> _Missed | None:
    certain = tuple(each for each in own if since is None or each.at > since)
    passes = sum(each.passed for each in certain)
    fails = len(certain) - passes
    if passes <= area.pass_count and fails <= area.fail_count:
        return None
    reason = (
        f"counts {area.pass_count} passed and {area.fail_count} failed, but the kept runs recorded {passes} passed and "
        f"{fails} failed since the record was made"
    )
    return _Missed(reason=reason, runs=certain)
