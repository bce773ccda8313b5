"""The tool that says why: why given or not, why an area stands as it does, why a test is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardwon.areas.overview import area_row
from hardwon.areas.telling import earned, proof
from hardwon.errors import UsageError
from hardwon.evidence.log import entries
from hardwon.mcp.answer import DEFAULT_LIMIT, marked
from hardwon.mcp.looking import found_of, recalled
from hardwon.runner import known_tests, named_tests
from hardwon.text.plain import counted, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.areas.area import Area
    from hardwon.mcp.served import Served
    from hardwon.memory import Memory


def explain(served: Served, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Why something is as it is."""
    if "step" in arguments:
        return _step(served, arguments)
    if "area" in arguments:
        return _area(served.memory, arguments["area"])
    if "observation" in arguments:
        return _observation(served, arguments)
    if "test" in arguments:
        return _test(served.memory, arguments["test"])
    raise UsageError("Nothing is asked about.", remedy="Give `step`, `observation`, `area` or `test`.")


def _step(served: Served, arguments: Mapping[str, Any]) -> dict[str, Any]:
    memory, place = served.memory, served.place_of(arguments)
    memory.place(**place)
    kind = arguments.get("kind", "act")
    found = memory.recall(arguments["step"], **place, kind=kind, explain=True)
    document = recalled(found, explain=True)
    limit = arguments.get("limit", DEFAULT_LIMIT)
    given = {each.id: f"given: {each.title}: {each.why}" for each in found.observations}
    kept = {each.id: f"not given ({each.reason}): {each.title}: {each.why}" for each in found.rejected}
    why = [*([memory.tripped[place["product"]]] if place["product"] in memory.tripped else [])]
    why += [found.silence] if found.silence else []
    wanted = arguments.get("observation")
    if wanted is not None:
        why.append(given.get(wanted) or kept.get(wanted) or "not given: it has nothing in common with the step")
    else:
        why += [*given.values(), *kept.values()][:limit] or ["Nothing that is known fits this step."]
    details = {**document, "rejected": document["rejected"][:limit]}
    return marked({"about": "step", "why": why, "details": details})


def _area(memory: Memory, name: str) -> dict[str, Any]:
    overview = memory.overview()
    if name in overview.unknown:
        return marked({"about": "area", "why": ["It is configured, and no run has spoken of it yet."]})
    if name not in overview.areas:
        raise UsageError(f"There is no area {one_line(name)!r}.", remedy="`status` lists them.")
    area = overview.areas[name]
    return marked(
        {"about": "area", "why": _reasons(area, memory), "details": area_row(area, overview.scoring)},
    )


def _reasons(area: Area, memory: Memory) -> list[str]:
    scoring = memory.config.scoring
    why = [f"{earned(area.confidence)} confidence: {proof(area)}"]
    if area.changed:
        why.append(f"It starts again: {area.changed}")
    needs = (
        f"Retirement needs {earned(scoring.retirement_threshold)} confidence and "
        f"{counted(scoring.retirement_tests, 'run')} since the last change; it has {area.tests_since_change}."
    )
    why.append("It is retired: both were reached. A failure ends that at once." if area.retired else needs)
    if area.fails_since_change:
        why.append(f"{counted(area.fails_since_change, 'failure')} since the last change.")
    if not area.tracked:
        why.append("No `paths` are configured for it: a change of its files would not be seen.")
    return why


def _observation(served: Served, arguments: Mapping[str, Any]) -> dict[str, Any]:
    memory, stored = served.memory, found_of(served, arguments["observation"])
    history = list(entries(memory.runs, memory.observations.standing, stored.observation.id))
    history = history[-arguments.get("limit", DEFAULT_LIMIT) :]
    told = [
        f"{each['time']}: {each['action']} by {each['origin'] or 'unknown'}: {each['reasoning']}" for each in history
    ]
    why = told or [f"No change of it is known here: {memory.runs.keeping}."]
    return marked({"about": "observation", "why": why, "details": stored.observation.document()})


def _test(memory: Memory, test: str) -> dict[str, Any]:
    naming, grounds = memory.records.naming, memory.grounds()
    found = named_tests.placed(test, naming, memory.project.root)
    named = named_tests.called(test, grounds.history)
    selection = grounds.choose(known_tests.candidates([named], grounds.history, naming))
    choice = selection.choices[0]
    verb = "runs" if choice.run else "is left out"
    why = [f"area {choice.area} ({found.reason})", f"In a reduced run it {verb} ({choice.cause}): {choice.reason}"]
    why += [selection.unreduced] if selection.unreduced else []
    details = {"test": test, "area": choice.area, "run": choice.run, "cause": choice.cause}
    return marked({"about": "test", "why": why, "details": details})
