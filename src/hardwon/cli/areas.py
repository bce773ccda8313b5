"""Commands on what areas have proven: record, status, memory."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

import click

from hardwon.areas.area import NO_FILES
from hardwon.areas.halts import told_once
from hardwon.areas.overview import WITHOUT_GIT, area_row
from hardwon.areas.spellings import typed
from hardwon.areas.telling import earned, fallen, proof
from hardwon.cli.common import (
    Shown,
    ask,
    bar,
    column,
    command,
    cut,
    finish,
    note,
    released_by_others,
    room,
    short,
    show_bytes,
    show_json,
    switched_off,
    table,
    tell,
    width,
    with_folder,
    with_memory,
    wrapped,
)
from hardwon.errors import ServerAway, UsageError
from hardwon.project.root import ADOPTED_OBSERVATIONS
from hardwon.text.plain import counted, first_of, one_line, visible
from hardwon.text.times import in_utc

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.areas.area import Area, Scoring
    from hardwon.areas.gate import Gate
    from hardwon.areas.learning import Movement
    from hardwon.areas.overview import Overview
    from hardwon.memory import Memory

MOST_GHOSTS = 8
"""Areas that need mending, named one by one."""

GO_ZERO_YEAR = "0001-"
"""How the times begin that mean "never" in a file that Go has written."""


class Percent(click.FloatRange):
    """A number from 0 to 100; `nan`, which no comparison refuses, is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        return self.fail(f"{value!r} is not a number.", param, ctx) if isnan(number) else number


@command("record", example="hardwon record checkout --pass")
@click.argument("area")
@click.option("--pass", "passed", is_flag=True, help="The run says that the area works.")
@click.option("--fail", "failed", is_flag=True, help="The run says that it does not.")
@with_memory
def record(memory: Memory, area: str, passed: bool, failed: bool, as_json: bool) -> None:
    """Record one verdict on an area, as a run of its own."""
    if passed == failed:
        given = "Both --pass and --fail are given." if passed else "No verdict given."
        raise UsageError(given, remedy="Give either --pass or --fail.")
    movement = memory.judge(area, passed=passed)
    after = movement.after
    if as_json:
        show_json(area_row(after, memory.config.scoring))
        _warn(movement)
        return
    retired = ", retired" if after.retired else ""
    news = movement.news
    tell(
        f"{after.name}: {earned(after.confidence)} confidence, {after.stage}{retired} ({proof(after)})"
        + (f"; {news}" if news and news not in ("new", "retired") else "")
    )
    _warn(movement)


def _warn(movement: Movement) -> None:
    if movement.warning:
        tell(movement.warning, as_json=True)


@command("status", example="hardwon status --threshold 80")
@click.option(
    "--threshold", type=Percent(0, 100), metavar="N", help="Exit 1 when the mean confidence of all areas is below N %."
)
@click.option("--each", type=Percent(0, 100), metavar="N", help="Exit 1 when any area is below N %.")
@with_folder
@with_memory
def status(memory: Memory, threshold: float | None, each: float | None, as_json: bool) -> None:
    """Show how far each area has proven itself.

    The mean is over all areas that are known or configured: retired ones with their confidence, those without evidence
    on the present state with 0. Where nothing is proven at all, no threshold is reached.
    """
    overview = memory.overview(threshold=threshold, each=each)
    if as_json:
        show_json(overview.document())
    else:
        tell(*_status_text(overview))
        if overview.tripped:
            note(switched_off(overview.tripped))
        if overview.released:
            note(released_by_others(overview.released))
    if overview.away and overview.gate.is_asked:
        raise ServerAway  # a gate is not opened or shut by an old picture
    if not is_open(overview.gate):
        finish(1)


def is_open(gate: Gate) -> bool:
    """Whether the areas have proven what was asked of them; says why if they have not."""
    if not gate.is_open:
        tell("\n".join(gate.lines()), as_json=True)
    return gate.is_open


def _status_text(overview: Overview) -> list[str]:
    kinds, unknown, source = overview.kinds, overview.unknown, overview.source
    also = f" Observations: {overview.observations}" if overview.observations == ADOPTED_OBSERVATIONS else ""
    if not overview.areas and not unknown:
        return [
            f"No areas yet ({source}). Record a run: hardwon ingest report.xml, or hardwon record AREA --pass.{also}"
        ]
    number = len(overview.areas)
    parts: list[str] = [_status_table(overview)] if overview.areas else []
    if unknown:
        parts.append("No evidence yet: " + ", ".join(map(short, unknown)))
    untracked = kinds.names(lambda area: area.fingerprint is None)
    if untracked:
        parts.append(
            _listing(
                f"No change detection for {len(untracked)} of {number} areas (no `paths`, or none recorded yet)",
                untracked,
            )
        )
    empty = kinds.names(lambda area: area.fingerprint == NO_FILES)
    if empty:
        parts.append(_listing("No change detection where the `paths` match no file", empty))
    if overview.coverage and (uncovered := overview.coverage.told):
        parts.append(uncovered)
    if overview.coverage and (links := overview.coverage.told_of_links):
        parts.append(links)
    if overview.git_refuses:
        parts.append(f"{overview.git_refuses}: {WITHOUT_GIT}")
    parts += [f"Not reduced: {each}" for each in told_once(overview.halts)]
    parts += _life_lines(overview)
    parts += overview.gate.remarks if overview.gate.is_open else ()
    retired = len(kinds.names(lambda area: area.retired))
    summary = f"{counted(number, 'area')}, {retired} retired"
    if overview.gate.mean is not None:
        where = " on the present state" if any(area.history_until for area in kinds.areas) else ""
        summary += f"; mean confidence{where} {earned(overview.gate.mean)}"
    return [*parts, *_two_memories(overview), f"{summary}. Source: {source}{also}"]


def _two_memories(overview: Overview) -> list[str]:
    """That another memory lies here, and which of the two counts."""
    if not overview.unused:
        return []
    way = "Delete the one that you do not want; docs/teststop.md says what each holds."
    return [f"Two area memories: {overview.unused} is there, too, and is not read. {way}"]


def _life_lines(overview: Overview) -> list[str]:
    """Areas that nothing reaches, and those under an older default name: each with the command that mends it."""
    parts = []
    if ghosts := overview.unreached:
        shown = [f"  {one_line(each.area, 80)}: {each.why}\n    {each.command}" for each in ghosts[:MOST_GHOSTS]]
        if more := len(ghosts) - MOST_GHOSTS:
            shown += [f"  and {more} more: hardwon areas list"] * (more > 0)
        parts.append("\n".join([f"Nothing reaches {counted(len(ghosts), 'area')} any more:", *shown]))
    if older := overview.older:
        ways = [f"  hardwon areas rename {typed(old)} {typed(new)}" for old, new in list(older.items())[:MOST_GHOSTS]]
        if more := len(older) - MOST_GHOSTS:
            ways += [f"  and {more} more: hardwon areas list"] * (more > 0)
        what = counted(len(older), "area goes on under its older default name", "areas go on under older default names")
        parts.append("\n".join([f"{what}; if you want the new one:", *ways]))
    return parts


PROVES = "what that proves"
LAYOUTS = (
    (20, ("confidence", "stage", "status", "runs", "failed", "flaky", "last tested", PROVES)),
    (20, ("confidence", "stage", "status", "runs", "failed", "flaky", "last tested")),
    (10, ("confidence", "status", "runs", "failed", "flaky", "last tested")),
    (10, ("confidence", "status", "runs", "failed", "last tested")),
    (10, ("confidence", "status", "runs", "failed")),
)
"""How long the bar is and what stands beside it, widest first. What does not fit behind stands below."""

SHORTEST_NAME = 12

SHOWN_NAMES = 8
"""Of the areas of which the same is said."""


def _status_table(overview: Overview) -> Shown:
    names = column(["AREA", *map(short, overview.kinds.of)])
    most = room()
    for size, columns in LAYOUTS:
        rests = _rests(overview, size, columns)
        taken = max(map(width, rests))
        if most is None or taken + 2 + min(SHORTEST_NAME if columns == LAYOUTS[-1][1] else 20, width(names[0])) <= most:
            break
    if most is not None and width(names[0]) + 2 + taken > most:
        names = column([cut(name.rstrip(), max(SHORTEST_NAME, most - 2 - taken)) for name in names])
    head, *shown = rests
    below = ["" if PROVES in columns else _below(area, most) for area in overview.kinds.areas]
    # All that areas of one kind do not share is their name: the rest of the line is made once for each kind.
    lines = [f"{names[0]}  {head}"]
    lines += [
        f"{name}  {shown[kind]}{below[kind]}" for name, kind in zip(names[1:], overview.kinds.of.values(), strict=True)
    ]
    return Shown("\n".join(line.rstrip() for line in lines))


def _rests(overview: Overview, size: int, columns: Sequence[str]) -> list[str]:
    """The lines without the name: the head, and one for each kind of area."""
    rows = [[_row(area, overview.scoring, size)[name] for name in columns] for area in overview.kinds.areas]
    return table(columns, rows, right=("runs", "failed", "flaky")).split("\n")


def _row(area: Area, scoring: Scoring, size: int) -> dict[str, str]:
    """All that is shown of an area but its name."""
    return {
        "confidence": f"{bar(area.confidence, size)} {earned(area.confidence):>6}",
        "stage": area.stage,
        "status": area.status(scoring),
        "runs": str(area.test_count),
        "failed": str(area.fail_count or "-"),
        "flaky": str(area.flaky_count or "-"),
        "last tested": _tested(area),
        PROVES: _proves(area),
    }


def _proves(area: Area) -> str:
    return fallen(area) if area.changed else proof(area)


def _below(area: Area, most: int | None) -> str:
    """What an area proves, on lines of its own."""
    return "\n" + wrapped(f"  {visible(_proves(area))}", most)


def _tested(area: Area) -> str:
    at = area.last_tested_at
    return "never" if at is None or at.startswith(GO_ZERO_YEAR) else in_utc(at)


def _listing(what: str, names: list[str]) -> str:
    """What is said, then of which areas: below it where both do not fit into one line."""
    line, most = f"{what}: {_some(names)}", room()
    return line if most is None or width(line) <= most else f"{what}:\n  {_some(names)}"


def _some(names: list[str]) -> str:
    return first_of([*map(short, names[:SHOWN_NAMES]), *names[SHOWN_NAMES:]], SHOWN_NAMES)


@command("memory", example="hardwon memory --reset --area checkout --yes")
@click.option("--reset", is_flag=True, help="Delete memory.json and retired.json, or start one area again.")
@click.option("--area", metavar="NAME", help="With --reset: only this area; its counts stay as history.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_memory
def memory(memory: Memory, reset: bool, area: str | None, yes: bool, as_json: bool) -> None:
    """Show memory.json as it is, or start again."""
    if not reset:
        if area is not None or yes:
            raise UsageError("--area and --yes go with --reset.", remedy="hardwon memory --reset --area NAME")
        _show_memory(memory)
        return
    what = f"the proof of area {short(area)}" if area else "memory.json and retired.json, the proof of every area"
    if not yes:
        ask(f"Forget {what}?")
    if area is not None:
        again = memory.reset_area(area)
        if as_json:
            show_json(area_row(again, memory.config.scoring))
        stay = "stays" if again.test_count == 1 else "stay"
        runs = counted(again.test_count, "earlier run")
        note(f"{again.name} starts again; its {runs} {stay} as history.", as_json=as_json)
        return
    deleted = [memory.project.shown(path) for path in memory.reset()]
    if as_json:
        show_json({"deleted": deleted})
    note(f"Deleted {' and '.join(deleted)}." if deleted else "There was nothing to reset.", as_json=as_json)


def _show_memory(memory: Memory) -> None:
    memory.store.read()  # a damaged file is named instead of shown
    document = memory.store.document()
    if document is not None:
        show_bytes(document)
    else:
        show_json({"areas": {}})
        note(f"There is no {memory.project.shown(memory.store.where)} yet.", as_json=True)
