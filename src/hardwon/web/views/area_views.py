"""Areas: how far each has proven itself, how it came to that, and what it rests on."""

from __future__ import annotations

from dataclasses import replace
from os.path import commonprefix
from statistics import median
from typing import TYPE_CHECKING, Any

from hardwon.areas.content import GONE
from hardwon.areas.course import course, told_of_change
from hardwon.areas.overview import area_row
from hardwon.areas.owners import Owners
from hardwon.areas.telling import proof
from hardwon.errors import StorageError, UsageError
from hardwon.evidence.test_table import KeptTest
from hardwon.project.fingerprint import files_of
from hardwon.text.plain import one_line
from hardwon.web import drawing
from hardwon.web.drawing import Dot
from hardwon.web.visit import PageSheet, leaf

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hardwon.areas.area import Area, Verdict
    from hardwon.areas.overview import Overview
    from hardwon.areas.retirement import Retirement
    from hardwon.memory import Memory
    from hardwon.web.shelves import AreaVerdict
    from hardwon.web.visit import Visit

SPARK_RUNS = 40
PLOT_RUNS = 200
MAP_RUNS = 24
MAP_TESTS = 60
SLOW, LEAST_SLOW = 3, 0.1
"""A test is slow that takes so many times as long as most of its area, and at least so many seconds."""

BAD = ("failed", "error")
CHANGED = "changed"
MOST_TILES = 200
MOST_FILES = 200
STATUSES = ("volatile", "active", "stable", "retired", "changed", "unknown")
SORTS = ("name", "confidence", "tests", "verdicts", "failed", "flaky", "tested")
PER_PAGE = 100


def areas(visit: Visit) -> PageSheet:
    """All areas: table and treemap."""
    memory = visit.memory
    overview = memory.overview(releases=False)
    told = visit.shelves.runs.verdicts(memory.runs)
    only = visit.chosen("only", STATUSES, "")
    text = visit.asked("q").casefold()
    sort = visit.chosen("sort", SORTS, "name")
    down = visit.asked("down") == "1"
    rows = [_row(overview, name) for name in overview.areas]
    rows += [{"name": name, "status": "unknown", "is_unknown": True} | _NOTHING for name in overview.unknown]
    fitting = [row for row in rows if text in row["name"].casefold() and only in ("", row["status"], row["mark"])]
    fitting.sort(key=_key(sort), reverse=down)
    recorded = memory.store.read().areas
    page = leaf(fitting, visit, "areas", lambda row: row | _spark(memory, recorded, told, row["name"]), per=PER_PAGE)
    return PageSheet(
        template="areas",
        title="Areas",
        at="areas",
        values={
            "overview": overview,
            "page": page,
            "tiles": _tiles(visit, fitting),
            "only": only,
            "statuses": STATUSES,
            "sort": sort,
            "down": down,
            "sorts": SORTS,
            "q": visit.asked("q"),
            "all": len(rows),
        },
    )


_NOTHING: dict[str, Any] = {
    "confidence": 0.0,
    "test_count": 0,
    "tests": 0,
    "fail_count": 0,
    "flaky_count": 0,
    "last_tested_at": None,
    "stage": "",
    "mark": "unknown",
    "proof": "configured, but no run has spoken of it yet",
}


def _row(overview: Overview, name: str) -> dict[str, Any]:
    area = overview.areas[name]
    row = area_row(area, overview.scoring)
    return row | {"mark": "changed" if area.changed else row["status"], "is_unknown": False, "tests": area.tests}


def _key(sort: str) -> Any:
    keys = {
        "name": lambda row: row["name"].casefold(),
        "confidence": lambda row: (row["confidence"], row["name"]),
        "tests": lambda row: (row["tests"], row["name"]),
        "verdicts": lambda row: (row["test_count"], row["name"]),
        "failed": lambda row: (row["fail_count"], row["name"]),
        "flaky": lambda row: (row["flaky_count"], row["name"]),
        "tested": lambda row: (row["last_tested_at"] or "", row["name"]),
    }
    return keys[sort]


def led(memory: Memory, area: Area | None, told: Sequence[AreaVerdict]) -> list[float]:
    """The confidence after each verdict."""
    if area is None:
        return []
    return course(area, _timed(told), memory.config.scoring)


def _timed(told: Sequence[AreaVerdict]) -> list[tuple[str, Verdict]]:
    return [(each.line.time, each.verdict) for each in told]


def _spark(
    memory: Memory, recorded: Mapping[str, Area], told: Mapping[str, list[AreaVerdict]], name: str
) -> dict[str, Any]:
    own = told.get(name, [])[-SPARK_RUNS:]
    values = led(memory, recorded.get(name) if name in recorded else None, own)
    return {"values": values, "spark": drawing.spark(values)}


def _tiles(visit: Visit, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The treemap: as large as the tests that an area is known to have, coloured by confidence."""
    largest = sorted(rows, key=lambda row: (-row["tests"], row["name"]))[:MOST_TILES]
    placed = drawing.treemap([max(1, row["tests"]) for row in largest])
    return [
        {"tile": tile, "row": largest[tile.place], "href": visit.link.area(largest[tile.place]["name"])}
        for tile in placed
    ]


def area(visit: Visit, name: str) -> PageSheet:
    """One area."""
    memory = visit.memory
    overview = memory.overview(releases=False)
    if name not in overview.areas and name not in overview.unknown:
        raise UsageError(f"There is no area {one_line(name)!r}.", remedy="The list of areas names them.")
    told = visit.shelves.runs.verdicts(memory.runs).get(name, [])[-PLOT_RUNS:]
    ledger = memory.store.read()
    recorded = ledger.areas.get(name, None)
    shares = led(memory, recorded, told)
    known = [replace(each, confidence=share) for each, share in zip(told, shares, strict=True)]
    retirements = [each for each in ledger.retirements if each.name == name]
    scoring = overview.scoring
    present = overview.areas.get(name, None)
    files = _files(memory, name)
    grid = _grid(visit, name, [each.line.run for each in known])
    return PageSheet(
        template="area",
        title=name,
        at="areas",
        values={
            "name": name,
            "area": present,
            "row": _row(overview, name) if present else _NOTHING | {"name": name, "status": "unknown", "changed": None},
            "proof": proof(present) if present else _NOTHING["proof"],
            "scoring": scoring,
            "known": known,
            "retirements": retirements,
            "plot": drawing.plot(
                [*_dots(visit, known, recorded, retirements), *_now(present, known)],
                [(scoring.retirement_threshold, "retirement"), (scoring.volatile_threshold, "volatile below")],
            ),
            "grid": grid,
            "page": grid["page"] if grid else None,
            "rules": [rule for rule in memory.config.rules if rule.area == name],
            "halt": overview.halts.get(name),
            "files": files,
            "changed_files": _changed_files(memory, files, name),
            "most_files": MOST_FILES,
        },
    )


def _dots(
    visit: Visit, known: Sequence[AreaVerdict], recorded: Area | None, retirements: Sequence[Retirement]
) -> list[Dot]:
    events = [(each.retired_at, "retired", "retired") for each in retirements]
    events += [(each.unretired_at, "unretired", "back from retirement") for each in retirements if each.unretired_at]
    if recorded and recorded.changed_at and not told_of_change(recorded, _timed(known)):
        events.append((recorded.changed_at, CHANGED, "started again: its files changed, or it was reset"))
    dots = []
    before = ""
    for each in known:
        at = each.line.time
        verdict = each.verdict
        happened = [event for event in events if before < event[0] <= at]
        if verdict.started_again:
            happened.append((at, CHANGED, "started again: its files had changed"))
        own = tuple((kind, f"{label}, {when}") for when, kind, label in sorted(happened))
        kind = ("pass" if verdict.passed else "fail") if verdict.credited else "idle"
        how = "passed" if verdict.passed else f"{verdict.failed} of {verdict.tests} failed"
        dots.append(
            Dot(value=each.confidence, label=f"{at}: {how}", kind=kind, href=visit.link.run(each.line.run), before=own)
        )
        before = at
    return dots


def _now(present: Area | None, known: Sequence[AreaVerdict]) -> list[Dot]:
    """Where the area stands without a verdict on it: its files have changed since the last one."""
    if present is None or not present.changed or not known:
        return []
    changed = (CHANGED, f"started again: {present.changed}")
    return [Dot(value=present.confidence, label=f"now: {present.changed}", kind="idle", before=(changed,))]


def _grid(visit: Visit, name: str, runs: Sequence[str]) -> dict[str, Any] | None:
    """How each test of the area ended in the newest runs: the worst ones first."""
    memory = visit.memory
    newest = list(runs)[-MAP_RUNS:]
    found: dict[str, dict[str, KeptTest]] = {}
    for run in newest:
        for test in tests_in(memory, run):
            if test.area == name:
                found.setdefault(test.test, {})[run] = test
    if not found:
        return None
    rows = [_history(test, [cells.get(run) for run in newest]) for test, cells in found.items()]
    usual = median([row["seconds"] for row in rows])
    for row in rows:
        row["is_slow"] = row["seconds"] >= LEAST_SLOW and row["seconds"] >= SLOW * usual
    rows.sort(key=lambda row: (-row["badness"], not row["is_slow"], row["test"]))
    slowest = max((cell.duration or 0.0 for cells in found.values() for cell in cells.values()), default=0.0)
    return {
        "runs": newest,
        "page": leaf(rows, visit, per=MAP_TESTS, address=lambda number: visit.link.area(name, number)),
        "shared": _beginning(list(found)),
        "slowest": slowest,
        "heat": lambda cell: _heat(cell.duration, slowest),
    }


def _history(test: str, cells: list[KeptTest | None]) -> dict[str, Any]:
    """One test in some runs, oldest first."""
    there = [cell for cell in cells if cell]
    failed = sum(cell.verdict in BAD for cell in there)
    return {
        "test": test,
        "cells": cells,
        "seconds": _seconds(there),
        "flaky": any(cell.flaky for cell in there),
        "failed": failed,
        "runs": len(there),
        "fails_now": there[-1].verdict in BAD,
        "badness": _badness(there),
    }


def _beginning(tests: Sequence[str]) -> str:
    """What the names of all tests begin with: said once, and not in every row."""
    if len(tests) < 2:  # noqa: PLR2004 - one has nobody to share with
        return ""
    same = commonprefix(list(tests))  # noqa: RUF071 - by letters: names of tests are not paths
    return same[: max(same.rfind(mark) + len(mark) if mark in same else 0 for mark in ("::", "/"))]


def _heat(seconds: float | None, slowest: float) -> int:
    """How long a test took, in four steps up to the slowest of its area."""
    if not seconds or not slowest or slowest < LEAST_SLOW:
        return 1
    return min(3, int(4 * seconds / slowest))


def tests_in(memory: Memory, run: str) -> list[KeptTest]:
    """The tests of a run, one by one: from its table, or those with steps."""
    runs = memory.runs
    kept = [test for test in runs.tests(run) if isinstance(test, KeptTest)]
    if kept:
        return kept
    try:
        told = runs.summary(run).tests
    except StorageError:
        return []
    return [
        KeptTest(test.id, test.name or test.id, test.file, test.area, test.status, duration=test.duration or None)
        for test in told
    ]


def _badness(cells: Sequence[KeptTest]) -> int:
    """What fails now comes before what failed once."""
    now = 1000 * (cells[-1].verdict in BAD)
    return now + sum(3 * (cell.verdict in BAD) + 2 * cell.flaky for cell in cells)


def _seconds(cells: Iterable[KeptTest]) -> float:
    known = [cell.duration for cell in cells if cell.duration is not None]
    return sum(known) / len(known) if known else 0.0


def _files(memory: Memory, name: str) -> list[str]:
    """The files that the area consists of."""
    own = [rule for rule in memory.config.rules if rule.area == name and rule.paths]
    return sorted(files_of(memory.project.root, own).get(name, ())) if own else []


def _changed_files(memory: Memory, files: Sequence[str], name: str) -> list[tuple[str, str]] | None:
    """What happened to the files of the area since it last passed here; None if that is not known."""
    try:
        rosters, now = memory.records.rosters.read(), memory.recorder.tested().content
    except StorageError:
        return None
    roster = rosters.areas.get(name)
    if roster is None or now is None:
        return None
    changed = rosters.contents.changed_since(roster.passed_on, now.files)
    if changed is None:
        return None
    owners = Owners([rule for rule in memory.config.rules if rule.area == name])
    mine = [path for path in changed if path in files or name in owners.areas_of(path)]
    return [(path, "new" if changed[path] == GONE else "changed" if path in now.files else "gone") for path in mine]
