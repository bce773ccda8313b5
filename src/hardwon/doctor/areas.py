"""Checks on memory.json and retired.json: each with itself, and the two with each other."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from hardwon.areas.area import stage_of
from hardwon.text.plain import one_line
from hardwon.text.times import moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.areas.area import Area
    from hardwon.doctor.examined import Disagreement, Examined

CLOCK_SKEW = timedelta(minutes=5)
"""How far the clocks of machines that share a record may differ."""


def _each(examined: Examined) -> Iterator[tuple[str, Area]]:
    """Each area with its place in the file."""
    if examined.memory:
        for name, area in examined.memory.areas.items():
            yield f"areas.{one_line(name, 80)}", area


def names(examined: Examined) -> Iterator[Disagreement]:
    """The key of an area and its `name` are the same."""
    for key, raw in examined.memory.areas.raw.items() if examined.memory else ():
        if raw.get("name", key) != key:
            reason = f"areas.{one_line(key, 80)}: its name is {one_line(raw['name'], 80)!r}; the key is what counts"
            yield examined.finding(examined.memory_file, reason)


def stages(examined: Examined) -> Iterator[Disagreement]:
    """The stage follows from the confidence."""
    for key, raw in examined.memory.areas.raw.items() if examined.memory else ():
        written, right = raw.get("maturity_stage"), stage_of(raw["confidence"])
        if written is not None and written != right:
            reason = (
                f"areas.{one_line(key, 80)}.maturity_stage: is {one_line(str(written), 40)!r}, but a confidence of "
                f"{raw['confidence']:g} is {right!r}"
            )
            yield examined.finding(examined.memory_file, reason)


def counts(examined: Examined) -> Iterator[Disagreement]:
    """What an area counts adds up, and confidence rests on at least one pass."""
    for place, area in _each(examined):
        for reason in _miscounts(area):
            yield examined.finding(examined.memory_file, f"{place}: {reason}")


def _miscounts(area: Area) -> Iterator[str]:
    if area.pass_count + area.fail_count != area.test_count:
        yield f"{area.pass_count} passed and {area.fail_count} failed, but test_count is {area.test_count}"
    if area.flaky_count > area.pass_count:
        yield f"flaky_count is {area.flaky_count}, but only {area.pass_count} passed"
    passes = area.tests_since_change - area.fails_since_change
    if area.fails_before_change > area.tests_before_change or passes < 0:
        yield "the tests and failures before its last change do not go together"
    elif area.confidence > 0 and passes == 0:
        yield f"its confidence is {area.confidence:g}, but nothing has passed since its last change"


def retirement_gates(examined: Examined) -> Iterator[Disagreement]:
    """A retired area has earned it, as the settings are now."""
    scoring = examined.config.scoring
    for place, area in _each(examined):
        if area.retired and area.confidence < scoring.retirement_threshold:
            reason = f"is retired with a confidence of {area.confidence:g}, below {scoring.retirement_threshold:g}"
            yield examined.finding(examined.memory_file, f"{place}: {reason}")
        if area.retired and area.tests_since_change < scoring.retirement_tests:
            reason = f"is retired after {area.tests_since_change} tests since its last change, fewer than"
            yield examined.finding(examined.memory_file, f"{place}: {reason} {scoring.retirement_tests}")


def retirement_entries(examined: Examined) -> Iterator[Disagreement]:
    """Retired areas and open entries of retired.json are the same."""
    if examined.memory is None or examined.retired is None:
        return
    retired = {area.name for _, area in _each(examined) if area.retired}
    entries = [(i, entry) for i, entry in enumerate(examined.retired.retirements) if entry.unretired_at is None]
    for index, entry in entries:
        if entry.name not in retired:
            reason = (
                f"areas[{index}]: {one_line(entry.name, 80)} is retired here since {entry.retired_at}, but not in "
                "memory.json, which decides; the next record of it ends the entry"
            )
            yield examined.finding(examined.retired_file, reason)
    for name in sorted(retired - {entry.name for _, entry in entries}):
        reason = f"has no open entry for {one_line(name, 80)}, which is retired in memory.json"
        yield examined.finding(examined.retired_file, reason)


def times(examined: Examined) -> Iterator[Disagreement]:
    """Nothing has happened in the future, or before it began."""
    latest = examined.now + CLOCK_SKEW
    for place, time in _memory_times(examined):
        if time and moment(time) > latest:
            yield examined.finding(examined.memory_file, f"{place}: {time} lies in the future")
    for index, entry in enumerate(examined.retired.retirements if examined.retired else ()):
        for key, time in (("retired_at", entry.retired_at), ("unretired_at", entry.unretired_at)):
            if time and moment(time) > latest:
                yield examined.finding(examined.retired_file, f"areas[{index}].{key}: {time} lies in the future")
        if entry.unretired_at and moment(entry.unretired_at) < moment(entry.retired_at):
            yield examined.finding(examined.retired_file, f"areas[{index}]: ended before it began")


def _memory_times(examined: Examined) -> Iterator[tuple[str, str | None]]:
    for place, area in _each(examined):
        yield f"{place}.last_tested_at", area.last_tested_at
        yield f"{place}.changed_at", area.changed_at
    if examined.memory:
        yield "created_at", examined.memory.created_at
        yield "updated_at", examined.memory.updated_at


def two_memories(examined: Examined) -> Iterator[Disagreement]:
    """There is one area memory."""
    unused = examined.project.unused_areas
    if unused is not None:
        in_use = examined.project.shown(examined.memory_file)
        yield examined.finding(unused, f"is not read: {in_use} is there too, and is the one in use")
