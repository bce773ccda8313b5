"""Tools that tell: a verdict on an area, and changes of what is remembered. Both are a machine's word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardwon.areas.overview import area_row
from hardwon.curation import assignment
from hardwon.curation.assignment import WantedTests
from hardwon.errors import UsageError
from hardwon.mcp.answer import marked, refuse_unsafe_names, shown_log
from hardwon.observations import decisions as deciding
from hardwon.scenarios.near_areas import Near
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from hardwon.curation.assignment import Assignment
    from hardwon.mcp.served import Served
    from hardwon.observations.decisions import Decision
    from hardwon.observations.deltas import DecisionError, MemoryLog
    from hardwon.observations.observation import WrittenBy

ORIGIN: WrittenBy = "agent"


def record(served: Served, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """One verdict on an area."""
    refuse_unsafe_names(arguments)
    memory = served.memory
    known = {*(rule.area for rule in memory.config.rules), *memory.records.rosters.read().areas, *memory.areas}
    moved = memory.judge(arguments["area"], passed=arguments["passed"], origin=ORIGIN, state=served.state)
    return marked(
        {
            "area": area_row(moved.after, memory.config.scoring),
            "credited": moved.verdict.credited,
            "why": moved.news if moved.before or not moved.verdict.credited else _new(moved.after.name, known),
            "run_id": moved.verdict.run,
        }
    )


def _new(area: str, known: Collection[str]) -> str:
    """What to say about an area that nobody has recorded before; a rule or a test may know it."""
    if area in known:
        return "new"
    near, _ = Near(known).known(area)
    hint = "`status` lists those that are known" if near == area else f"perhaps you mean {one_line(near)}"
    return f"new: no rule, test or earlier record names this area; {hint}"


def propose(served: Served, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Decisions, judged by the curator."""
    refuse_unsafe_names(arguments)
    memory = served.memory
    given, errors = deciding.read({"decisions": arguments["decisions"]})
    if "run_id" not in arguments:
        return _told(_about_place(served, arguments, given, errors).carry_out(memory.desk))
    with memory.runs.reading():
        return _told(_about_run(served, arguments, given, errors).carry_out(memory.desk))


def _about_place(
    served: Served, arguments: Mapping[str, Any], given: Sequence[Decision], errors: Sequence[DecisionError]
) -> Assignment:
    memory = served.memory
    place = memory.place(**served.place_of(arguments))
    return assignment.about_place(memory.desk, place, given, errors, now=memory.clock(), by=ORIGIN)


def _about_run(
    served: Served, arguments: Mapping[str, Any], given: Sequence[Decision], errors: Sequence[DecisionError]
) -> Assignment:
    memory = served.memory
    suite = arguments.get("suite")
    wanted = WantedTests(
        product=served.product or arguments.get("product"),
        test=arguments.get("test"),
        suite_file=memory.project.shown(served.inside(suite)) if suite else None,
        position=arguments.get("position"),
    )
    run = arguments["run_id"]
    if run not in memory.runs.ids():
        raise UsageError("There is no such run here.", remedy="Give the `run_id` of a test that is over.")
    return assignment.about_run(memory.desk, run, wanted, given, errors, now=memory.clock(), by=ORIGIN)


def _told(log: MemoryLog) -> dict[str, Any]:
    return marked(shown_log(log))
