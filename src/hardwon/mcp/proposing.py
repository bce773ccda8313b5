"""Tools that tell: a verdict on an area, and changes of what is remembered. Both are a machine's word."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from hardwon.areas.overview import area_row
from hardwon.curation import assignment
from hardwon.curation.assignment import WantedTests
from hardwon.errors import UsageError
from hardwon.evidence.log import logged
from hardwon.mcp.answer import marked, refuse_unsafe_names, shown_log
from hardwon.observations import decisions as deciding
from hardwon.text.times import moment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hardwon.curation.assignment import Assignment
    from hardwon.mcp.served import Served
    from hardwon.memory import Memory
    from hardwon.observations.decisions import Decision
    from hardwon.observations.deltas import DecisionError, MemoryLog
    from hardwon.observations.observation import WrittenBy

ORIGIN: WrittenBy = "agent"


def record(served: Served, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """One verdict on an area."""
    refuse_unsafe_names(arguments)
    memory = served.memory
    moved = memory.judge(arguments["area"], passed=arguments["passed"], origin=ORIGIN, state=served.state)
    return marked(
        {
            "area": area_row(moved.after, memory.config.scoring),
            "credited": moved.verdict.credited,
            "why": moved.news,
            "run_id": moved.verdict.run,
        }
    )


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
    return assignment.about_place(
        memory.desk, place, given, errors, now=memory.clock(), by=ORIGIN, confirmed=_said_before(memory)
    )


def _said_before(memory: Memory) -> set[str]:
    """What an agent's bare word has added or confirmed within the window: saying it again proves nothing."""
    window = timedelta(seconds=memory.config.number("services.confidence.repeatWindow"))
    since = memory.clock() - window
    return {
        change.logged.delta.observation_id
        for change in logged(memory.runs)
        if change.origin == ORIGIN
        and change.logged.delta.action in ("add", "confirm")
        and moment(change.logged.time) > since
    }


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
