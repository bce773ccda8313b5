"""The overview: what changed since the reader was last here, what needs a person, and the trend of the whole."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from math import floor
from typing import TYPE_CHECKING, Any

from hardwon.evidence.log import entries
from hardwon.text.plain import counted, first_of, one_line
from hardwon.text.times import stamp
from hardwon.web import drawing
from hardwon.web.drawing import Dot
from hardwon.web.shelves import verdicts_by_area
from hardwon.web.views.area_views import led
from hardwon.web.visit import PageSheet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from hardwon.areas.area import Area
    from hardwon.areas.overview import Overview
    from hardwon.areas.retirement import Retirement
    from hardwon.errors import HardwonError
    from hardwon.memory import Memory
    from hardwon.web.checkup import CheckedUp
    from hardwon.web.shelves import ObservationLine, RunLine
    from hardwon.web.visit import Visit

TREND_RUNS = 60
TREND_AREAS = 300
MOST_RECENT_RUNS = 8
MOST_CHANGES = 12
MOST_MOVED = 8
RETIRED = "retired"
SEEN = 0.0005
"""Share by which two must differ to be shown as different."""

READ_FOR_CHANGES = 40
"""Newest runs that are read for changes of observations."""

MOST_NAMED = 5
A_WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """Something that a person should decide or look at."""

    kind: str
    """`urgent` or `review`."""

    title: str
    text: str
    href: str


def overview(visit: Visit) -> PageSheet:
    """The first page."""
    memory = visit.memory
    observed, unreadable = visit.shelves.observations.lines(memory.observations)
    found = memory.overview(releases=any(line.released for line in observed))
    lines = visit.shelves.runs.lines(memory.runs)
    since = visit.looked or stamp(memory.clock() - A_WEEK)
    recent = [line for line in lines if line.time > since]
    changes = _changes(memory, [line for line in recent if line.changed][:READ_FOR_CHANGES])
    ledger = memory.store.read()
    newest = [line for line in lines if line.verdicts][:TREND_RUNS]
    courses = _courses(memory, ledger.areas, newest)
    trend = _trend(courses, ledger.areas, newest, unknown=len(found.unknown))
    mean = found.gate.mean
    is_later = bool(trend) and mean is not None and abs(mean - trend[-1][1]) > SEEN
    if is_later and mean is not None:
        trend.append((stamp(memory.clock()), mean))
    moved = _moved(found, ledger.retirements, courses, since)
    checked = visit.checkup.glance() if visit.checkup else None
    needs = [*_needs(visit, found, observed, len(unreadable), _failed_last(lines)), *_findings(visit, checked)]
    return PageSheet(
        template="overview",
        title="Overview",
        values={
            "overview": found,
            "kinds": _by_status(found),
            "needs": sorted(needs, key=lambda need: need.kind != "urgent"),
            "since": since,
            "is_since_visit": bool(visit.looked),
            "recent": recent[:MOST_RECENT_RUNS],
            "recent_count": len(recent),
            "changes": changes[-MOST_CHANGES:][::-1],
            "change_count": len(changes),
            "observations": len(observed),
            "runs": len(lines),
            "moved": moved[:MOST_MOVED],
            "moved_count": len(moved),
            "trend": trend,
            "is_later": is_later,
            "plot": drawing.plot([Dot(value=share, label=f"{at}: {share:.0%}") for at, share in trend]),
            "is_empty": not found.areas and not found.unknown and not observed and not lines,
        },
    )


def _by_status(found: Overview) -> dict[str, int]:
    counts = {"volatile": 0, "active": 0, "stable": 0, "retired": 0}
    for area, number in found.kinds.counted:
        counts[area.status(found.scoring)] += number
    return {**counts, "unknown": len(found.unknown)}


def _failed_last(lines: Sequence[RunLine]) -> set[str]:
    """The areas that failed when they were last tested."""
    last: dict[str, bool] = {}
    for line in lines:
        for each in line.verdicts:
            last.setdefault(each.area, each.passed)
    return {name for name, passed in last.items() if not passed}


def _needs(
    visit: Visit, found: Overview, observed: Sequence[ObservationLine], unreadable: int, failed: AbstractSet[str]
) -> list[Need]:
    memory, link = visit.memory, visit.link
    needs = []
    for product, why in found.tripped.items():
        title = f"Memory is switched off for {one_line(product, 60)}"
        needs.append(Need(kind="urgent", title=title, text=why, href=link.page("breaker")))
    if held := len(memory.quarantine.ids()):
        text = "The scanner blocked what stands there. Release what is harmless, drop the rest."
        title = f"{counted(held, 'text')} in quarantine"
        needs.append(Need(kind="review", title=title, text=text, href=link.page("quarantine")))
    if failing := [name for name in found.areas if name in failed]:
        title = f"{counted(len(failing), 'area')} failed when last tested"
        text = first_of([one_line(name, 60) for name in failing], MOST_NAMED)
        href = link.area(failing[0]) if len(failing) == 1 else link.page("areas", sort="confidence")
        needs.append(Need(kind="urgent", title=title, text=text, href=href))
    if volatile := found.kinds.names(lambda area: area.status(found.scoring) == "volatile"):
        text = first_of([one_line(name, 60) for name in volatile], MOST_NAMED)
        title = f"{counted(len(volatile), 'area')} not proven yet"
        needs.append(Need(kind="review", title=title, text=text, href=link.page("areas", only="volatile")))
    least = memory.config.number("services.memory.minTrust")
    if doubted := [line for line in observed if line.contradicted > line.confirmed or line.trust < least]:
        text = first_of([one_line(line.title, 60) for line in doubted], MOST_NAMED)
        title = f"{counted(len(doubted), 'observation')} contradicted by runs"
        href = link.page("observations", sort="contradicted")
        needs.append(Need(kind="review", title=title, text=text, href=href))
    if unreadable:
        title = f"{counted(unreadable, 'file')} cannot be read"
        text = "They should be observations, and are not used."
        needs.append(Need(kind="review", title=title, text=text, href=link.page("observations")))
    if found.released:
        text = "Somebody else released it, not you. `hardwon observations accept ID` accepts it here."
        title = f"{counted(len(found.released), 'observation')} used by a release of others"
        needs.append(Need(kind="review", title=title, text=text, href=link.page("doctor")))
    return needs


def _findings(visit: Visit, checked: CheckedUp | None) -> list[Need]:
    if checked is None or checked.examination is None or not checked.examination.findings:
        return []
    findings = checked.examination.findings
    text = first_of([f"{one_line(each.path, 60)}: {one_line(each.reason, 100)}" for each in findings], 1)
    title = f"{counted(len(findings), 'disagreement')} in the records"
    return [Need(kind="urgent", title=title, text=text, href=visit.link.page("doctor"))]


def _changes(memory: Memory, lines: Sequence[RunLine]) -> list[dict[str, Any]]:
    """What happened to observations in some runs, oldest first."""
    return list(entries(memory.runs, memory.observations.standing, only=[line.run for line in reversed(lines)]))


def _courses(
    memory: Memory, recorded: Mapping[str, Area], newest: Sequence[RunLine]
) -> dict[str, list[tuple[RunLine, float]]]:
    """The confidence of each recorded area after each of its verdicts in some runs, oldest first."""
    told = verdicts_by_area(newest)
    return {
        name: [(each.line, share) for each, share in zip(own, led(memory, recorded[name], own), strict=True)]
        for name, own in list(told.items())[:TREND_AREAS]
        if name in recorded
    }


def _trend(
    courses: Mapping[str, Sequence[tuple[RunLine, float]]],
    recorded: Mapping[str, Area],
    newest: Sequence[RunLine],
    *,
    unknown: int,
) -> list[tuple[str, float]]:
    """The mean confidence after each of the newest runs with verdicts; an area without evidence counts as 0."""
    moves: dict[str, list[tuple[str, float]]] = {}
    present: dict[str, float] = {}
    for name, own in courses.items():
        for line, share in own:
            moves.setdefault(line.run, []).append((name, share))
    rest = {name: recorded[name].confidence for name in list(recorded)[:TREND_AREAS] if name not in courses}
    found: list[tuple[str, float]] = []
    for line in sorted(newest, key=lambda line: (line.time, line.run)):
        present |= dict(moves.get(line.run, ()))
        known = {**rest, **present}
        if known:
            found.append((line.time, sum(known.values()) / (len(known) + unknown)))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedArea:
    """An area that stands elsewhere than it stood."""

    name: str
    before: float
    now: float
    what: str
    """What happened to it, where that is more than a verdict."""

    @property
    def is_worse(self) -> bool:
        return self.now < self.before or self.what not in ("", RETIRED)

    @property
    def points(self) -> float:
        """Percentage points between the two, as they are shown."""
        return (floor(round(self.now * 1000, 6)) - floor(round(self.before * 1000, 6))) / 10


def _moved(
    found: Overview,
    retirements: Sequence[Retirement],
    courses: Mapping[str, Sequence[tuple[RunLine, float]]],
    since: str,
) -> list[MovedArea]:
    """The areas that moved since then: those for the worse first, and the largest moves."""
    moved = []
    for name, area in found.areas.items():
        own = courses.get(name, ())
        after = [share for line, share in own if line.time > since]
        if not after and not area.changed:
            continue
        earlier = [share for line, share in own if line.time <= since]
        # A longer history than the runs that are kept: where it stood before is told by the first of them.
        first = own[0][1] if own and area.test_count > len(own) else 0.0
        before = earlier[-1] if earlier else first if own else area.confidence
        moved.append(
            MovedArea(name=name, before=before, now=area.confidence, what=_what(area, retirements, own, since))
        )
    moved = [each for each in moved if each.what or abs(each.now - each.before) > SEEN]
    return sorted(moved, key=lambda each: (not each.is_worse, -abs(each.now - each.before), each.name))


def _what(area: Area, retirements: Sequence[Retirement], course: Sequence[tuple[RunLine, float]], since: str) -> str:
    own = [each for each in retirements if each.name == area.name]
    if area.changed:
        return f"started again: {area.changed}"
    if any(since < (each.unretired_at or "") for each in own) and not area.retired:
        return "back from retirement"
    if course and not any(each.area == area.name and each.passed for each in course[-1][0].verdicts):
        return "failed when last tested"
    return RETIRED if area.retired and any(since < each.retired_at for each in own) else ""


def problem(title: str, error: HardwonError | str, *, status: int, at: str = "") -> PageSheet:
    """A page that says what is wrong, and what to do; `at` is the list on which one gets on."""
    return PageSheet(template="problem", title=title, at=at, values={"told": str(error), "code": status}, status=status)
