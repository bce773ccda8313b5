"""Commands on areas: record, status, memory, areas explain."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

import click

from hardwon.areas import rules
from hardwon.areas.area import NO_FILES, earned, proof
from hardwon.areas.halts import told_once
from hardwon.areas.overview import area_row
from hardwon.cli.common import (
    Command,
    Group,
    Shown,
    ask,
    bar,
    column,
    command,
    finish,
    note,
    released_by_others,
    short,
    show_bytes,
    show_json,
    switched_off,
    table,
    with_memory,
)
from hardwon.errors import UsageError
from hardwon.project.root import ADOPTED_OBSERVATIONS
from hardwon.text.plain import counted, first_of, one_line

if TYPE_CHECKING:
    from hardwon.areas.area import Area, Scoring
    from hardwon.areas.gate import Gate
    from hardwon.areas.overview import Overview
    from hardwon.memory import Memory

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
        return
    retired = ", retired" if after.retired else ""
    news = movement.news
    note(
        f"{after.name}: {earned(after.confidence)} confidence, {after.stage}{retired} ({proof(after)})"
        + (f"; {news}" if news and news not in ("new", "retired") else "")
    )


@command("status", example="hardwon status --threshold 80")
@click.option(
    "--threshold", type=Percent(0, 100), metavar="N", help="Exit 1 when the mean confidence of all areas is below N %."
)
@click.option("--each", type=Percent(0, 100), metavar="N", help="Exit 1 when any area is below N %.")
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
        note(*_status_text(overview))
        if overview.tripped:
            note(switched_off(overview.tripped))
        if overview.released:
            note(released_by_others(overview.released))
    if not is_open(overview.gate):
        finish(1)


def is_open(gate: Gate) -> bool:
    """Whether the areas have proven what was asked of them; says why if they have not."""
    if not gate.is_open:
        note("\n".join(gate.lines()), as_json=True)
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
            f"No change detection for {len(untracked)} of {number} areas (no `paths` configured, or none recorded "
            "yet): " + _some(untracked)
        )
    empty = kinds.names(lambda area: area.fingerprint == NO_FILES)
    if empty:
        parts.append("No change detection where the `paths` match no file: " + _some(empty))
    if overview.coverage and (uncovered := overview.coverage.told):
        parts.append(uncovered)
    parts += [f"Not reduced: {each}" for each in told_once(overview.halts)]
    parts += overview.gate.remarks if overview.gate.is_open else ()
    retired = len(kinds.names(lambda area: area.retired))
    summary = f"{counted(number, 'area')}, {retired} retired"
    if overview.gate.mean is not None:
        where = " on the present state" if any(area.history_until for area in kinds.areas) else ""
        summary += f"; mean confidence{where} {earned(overview.gate.mean)}"
    return [*parts, f"{summary}. Source: {source}{also}"]


def _status_table(overview: Overview) -> Shown:
    columns = ("confidence", "stage", "status", "tests", "failed", "flaky", "last tested", "what that proves")
    rows = [_row(area, overview.scoring) for area in overview.kinds.areas]
    # All that areas of one kind do not share is their name: the rest of the line is made once for each kind.
    head, *shown = table(columns, rows, right=("tests", "failed", "flaky")).split("\n")
    rests = [head, *(shown[kind] for kind in overview.kinds.of.values())]
    names = column(["AREA", *map(short, overview.kinds.of)])
    return Shown("\n".join([f"{name}  {rest}" for name, rest in zip(names, rests, strict=True)]))


def _row(area: Area, scoring: Scoring) -> tuple[str, ...]:
    """All that is shown of an area but its name."""
    return (
        f"{bar(area.confidence)} {earned(area.confidence):>5}",
        area.stage,
        area.status(scoring),
        str(area.test_count),
        str(area.fail_count or "-"),
        str(area.flaky_count or "-"),
        _tested(area),
        area.changed or proof(area),
    )


def _tested(area: Area) -> str:
    at = area.last_tested_at
    return "never" if at is None or at.startswith(GO_ZERO_YEAR) else at[:16].replace("T", " ")


def _some(names: list[str]) -> str:
    return first_of([short(name) for name in names], 8)


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
        note(f"{again.name} starts again; its {again.test_count} earlier tests stay as history.", as_json=as_json)
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


@click.group("areas", cls=Group, example="hardwon areas explain tests/auth/test_login.py")
def areas() -> None:
    """How tests are placed in areas, and what the areas cover."""


@areas.command("coverage", cls=Command, example="hardwon areas coverage --json")
@with_memory
def coverage(memory: Memory, as_json: bool) -> None:
    """Show which source files no area covers, and of which areas the files are not known.

    A change there may concern any area: until all of an area has passed once more, nothing of it is left out.
    """
    found = memory.coverage()
    if as_json:
        show_json(found.document())
        return
    covered = f"{found.sources - len(found.uncovered)} of {counted(found.sources, 'source file')}"
    parts = [f"{covered} in an area's `paths` or shared."]
    if found.uncovered:
        parts.append(
            "\n".join(["In no area's `paths`, and not shared:", *(f"  {one_line(path)}" for path in found.uncovered)])
        )
    if found.unknown:
        unknown = (f"  {short(area)}: {why}" for area, why in found.unknown.items())
        parts.append("\n".join(["Areas whose files are not known:", *unknown]))
    note(*parts)


@areas.command("explain", cls=Command, example="hardwon areas explain tests/auth/test_login.py::test_logs_in")
@click.argument("test")
@with_memory
def explain(memory: Memory, test: str, as_json: bool) -> None:
    """Show the area of a test, and which rule decided.

    TEST is a file, a dotted class name, or either with `::name`.
    """
    place, _, name = test.partition("::")
    is_class = not rules.is_file(place)
    found = rules.place(
        name=name,
        file="" if is_class else place,
        classname=place if is_class else "",
        rules=memory.config.rules,
    )
    if as_json:
        show_json({"test": test, "area": found.area, "reason": found.reason})
    else:
        note(f"{test}: area {found.area} ({found.reason})")
