"""Shelves: what lists and plots need of each run and observation, read once, and again only where it changed.

A page shows fifty of ten thousand. Looking whether files changed is cheap, reading all of them is not. Nothing here
decides anything; one's own page reads its record anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock, RLock
from time import monotonic
from typing import TYPE_CHECKING

from hardwon.evidence.changes import Logged
from hardwon.store.protocol import Stored, Unreadable
from hardwon.store.run_record import UnreadablePart

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardwon.areas.area import Verdict
    from hardwon.evidence.run_file import RunSummary
    from hardwon.evidence.runs import Runs
    from hardwon.observations.observation import Scope
    from hardwon.store.protocol import Mark, ObservationRecord, Revision

TEXTLESS = ""
MOST_UNREADABLE = 50
SMALL = 200
"""Observations up to which every list looks at all files."""

EVERY = 2.0
"""Seconds between two looks at all files of a larger memory, at least."""

LEISURE = 20
"""After a look that took long, so many times as long nobody looks: most pages must not wait for one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLine:
    """A run as a list shows it."""

    run: str
    kind: str = TEXTLESS
    time: str = TEXTLESS
    status: str = "unreadable"
    """`passed`, `failed`, `error`, `skipped`, `running`, `killed`, `ignored`, `changes` or `unreadable`."""

    origin: str = TEXTLESS
    commit: str = TEXTLESS
    verdicts: tuple[Verdict, ...] = ()
    tests: int = 0
    failed: int = 0
    products: frozenset[str] = frozenset()
    recalled: frozenset[str] = frozenset()
    """Observations that a step of it was given."""

    changed: frozenset[str] = frozenset()
    """Observations that it changed."""

    why: str = TEXTLESS
    """Why it taught nothing, or cannot be read."""

    @property
    def by_hand(self) -> bool:
        return self.run.endswith("h")

    @property
    def moved(self) -> int:
        """Areas that its verdicts moved."""
        return sum(each.credited for each in self.verdicts)


def line_of(runs: Runs, run: str) -> RunLine:
    """What a list shows of a run."""
    try:
        summary = runs.summary(run)
    except UnreadablePart as error:
        return RunLine(run=run, why=error.reason)
    told = summary.tests
    tally = summary.tally
    return RunLine(
        run=run,
        kind=summary.kind,
        time=summary.time,
        status=status_of(summary),
        origin=summary.origin or "",
        commit=summary.commit or "",
        verdicts=summary.verdicts,
        tests=len(told) or sum(tally.values()) or sum(each.tests for each in summary.verdicts),
        failed=sum(test.status in ("failed", "error") for test in told)
        or sum(tally.get(key, 0) for key in ("failed", "error"))
        or sum(each.failed for each in summary.verdicts),
        products=frozenset(test.product for test in told if test.product),
        recalled=frozenset(each for test in told for each in test.recalled),
        changed=_changed(runs, summary),
        why=summary.ignored,
    )


def status_of(summary: RunSummary) -> str:
    """How a run stands, in one word."""
    if summary.is_unfinished:
        return "running" if summary.is_under_way else "killed"
    if summary.ignored:
        return "ignored"
    if summary.status:
        return summary.status
    if summary.verdicts:
        return "passed" if all(each.passed for each in summary.verdicts) else "failed"
    return "changes" if summary.run.endswith("h") else "passed"


def _changed(runs: Runs, summary: RunSummary) -> frozenset[str]:
    told = runs.changed_in(summary.run)
    if told is None:
        return frozenset(str(each.get("observation_id")) for each in summary.deltas)
    return frozenset(each.delta.observation_id for each in told if isinstance(each, Logged))


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaVerdict:
    """A verdict on an area, with its run."""

    line: RunLine
    verdict: Verdict
    confidence: float = 0.0
    """What the area had after it."""


def verdicts_by_area(lines: Iterable[RunLine]) -> dict[str, list[AreaVerdict]]:
    """The verdicts of some runs on each area, oldest first."""
    found: dict[str, list[AreaVerdict]] = {}
    for line in sorted(lines, key=lambda line: (line.time, line.run)):
        for verdict in line.verdicts:
            found.setdefault(verdict.area, []).append(AreaVerdict(line=line, verdict=verdict))
    return found


@dataclass(slots=True)
class RunShelf:
    """Every kept run, as lists show it."""

    _known: dict[str, tuple[object, RunLine]] = field(default_factory=dict)
    _lines: list[RunLine] = field(default_factory=list)
    _by_area: dict[str, list[AreaVerdict]] | None = None
    _lock: RLock = field(default_factory=RLock)

    def lines(self, runs: Runs) -> list[RunLine]:
        """All runs, newest first."""
        with self._lock, runs.reading():
            ids = runs.ids()
            known = {run: self._line(runs, run) for run in ids}
            if known != self._known or not self._lines:
                self._lines = [known[run][1] for run in reversed(ids)]
                self._by_area = None
            self._known = known
            return self._lines

    def verdicts(self, runs: Runs) -> dict[str, list[AreaVerdict]]:
        """The verdicts of all runs on each area, oldest first."""
        with self._lock:
            lines = self.lines(runs)
            if self._by_area is None:
                self._by_area = verdicts_by_area(lines)
            return self._by_area

    def _line(self, runs: Runs, run: str) -> tuple[object, RunLine]:
        look = runs.look_of(run)
        known = self._known.get(run)
        if known and known[0] == look and known[1].status != "running":
            return known
        return look, line_of(runs, run)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservationLine:
    """An observation as a list shows it."""

    id: str
    scope: Scope
    title: str
    trust: float
    confirmed: int
    contradicted: int
    last_confirmed: str
    origin: str
    released: bool


@dataclass(slots=True)
class ObservationShelf:
    """Every observation, as lists show it."""

    _known: dict[str, tuple[Revision, ObservationLine | Unreadable]] = field(default_factory=dict)
    _lines: tuple[list[ObservationLine], list[Unreadable]] = field(default_factory=lambda: ([], []))
    _scopes: list[Scope] = field(default_factory=list)
    _mark: Mark | None = None
    _looked: float = 0.0
    _took: float = 0.0
    """Seconds of the last look at files that were known already."""

    _lock: Lock = field(default_factory=Lock)

    def lines(self, store: ObservationRecord) -> tuple[list[ObservationLine], list[Unreadable]]:
        """All that can be read, by tier, scope and id; and what cannot."""
        with self._lock:
            if not self._is_as_it_was(store):
                self._look(store)
            return self._lines

    def _is_as_it_was(self, store: ObservationRecord) -> bool:
        """Whether a large memory need not be looked at file by file: an edit in place is seen in the next look."""
        if len(self._known) <= SMALL or monotonic() - self._looked > max(EVERY, LEISURE * self._took):
            return False
        return store.is_same_since(self._mark, self._scopes)

    def _look(self, store: ObservationRecord) -> None:
        start, before = monotonic(), len(self._known)
        seen = store.revisions()
        fresh: dict[str, tuple[Revision, ObservationLine | Unreadable]] = {}
        for place, sighting in seen.of.items():
            known = self._known.get(place)
            if known and known[0] == sighting.revision and store.is_settled(known[0]):
                fresh[place] = known
            else:
                scope = sighting.scope
                found = scope if isinstance(scope, Unreadable) else store.read(place, scope)
                fresh[place] = sighting.revision, _line(found)
        self._known = fresh
        lines = [line for _, line in fresh.values() if isinstance(line, ObservationLine)]
        flawed = [line for _, line in fresh.values() if isinstance(line, Unreadable)]
        self._lines = lines, [*flawed, *seen.unread]
        self._scopes = list(dict.fromkeys(line.scope for line in lines))
        self._mark, self._looked = seen.mark, monotonic()
        # One that read new files says nothing of how long looking takes.
        self._took = self._looked - start if len(seen.of) == before else 0.0


def _line(found: Stored | Unreadable) -> ObservationLine | Unreadable:
    if isinstance(found, Unreadable):
        return found
    known = found.observation
    return ObservationLine(
        id=known.id,
        scope=known.scope,
        title=known.title,
        trust=known.trust,
        confirmed=known.confirmed_count,
        contradicted=known.contradicted_count,
        last_confirmed=known.last_confirmed,
        origin=known.origin or "",
        released=known.is_released,
    )


@dataclass(slots=True)
class Shelves:
    """What a server keeps between requests."""

    runs: RunShelf = field(default_factory=RunShelf)
    observations: ObservationShelf = field(default_factory=ObservationShelf)
