"""Tools that look: what to test, how the areas stand, what is known about a step, what runs have learned."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from hardwon.areas.overview import area_row
from hardwon.errors import StorageError, UsageError
from hardwon.evidence.log import entries
from hardwon.mcp.answer import (
    DEFAULT_BUDGET,
    DEFAULT_LIMIT,
    WITHHELD,
    OurText,
    is_unsafe,
    marked,
    page,
    safe_quotes,
    shortened,
)
from hardwon.observations.wanted import WantedObservations
from hardwon.recall.context import cut
from hardwon.recall.recall import Recalled
from hardwon.runner.open_tests import OpenTests
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.areas.area import Area
    from hardwon.mcp.served import Served
    from hardwon.memory import Memory
    from hardwon.observations.observation import Observation
    from hardwon.recall.recall import Recall
    from hardwon.runner.recalling import Given

_SECTIONS = ("focus", "unknown", "between", "stable", "probed")
_FIGURES = ("name", "confidence", "stage", "tests_since_change", "changed", "proof")
MOST_UNREADABLE = 20
_SCHEMA, _NOT_READ = "\n## What to hand in\n", "Not read: "
_FILTERS = ("text", "tier", "scope", "min_trust", "max_trust", "origin")


def what_to_test(served: Served, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The mandate, for all or for a change."""
    memory = served.memory
    limit, budget = arguments.get("limit", DEFAULT_LIMIT), arguments.get("budget", DEFAULT_BUDGET)
    mandate = memory.mandate(
        depth=arguments.get("depth", "normal"), since=arguments.get("since"), probe=arguments.get("probe")
    )
    parts, told = mandate.parts(), _safe_mandate(mandate.text)
    sections = {name: [_figures(each) for each in islice(parts[name], limit)] for name in _SECTIONS}
    return marked(
        {
            "depth": mandate.depth,
            "scenarios": mandate.scenarios,
            **sections,
            "since": _since(parts["since"], limit),
            "more": {name: left for name in _SECTIONS if (left := len(parts[name]) - limit) > 0},
            "truncated": len(told) > budget,
            "text": OurText(cut(told, budget)),
        }
    )


def _safe_mandate(text: str) -> str:
    """The text of a mandate as a client may read it: all that it takes from the project stands in quotes, or is named.

    The schema at its end is ours.
    """
    told, heading, schema = text.rpartition(_SCHEMA)
    lines = (WITHHELD if line.startswith(_NOT_READ) and is_unsafe(line) else line for line in told.split("\n"))
    return safe_quotes("\n".join(lines)) + heading + schema


def _figures(area: Mapping[str, Any]) -> dict[str, Any]:
    return {key: area[key] for key in _FIGURES if key in area}


def _since(since: Mapping[str, Any] | None, limit: int) -> dict[str, Any] | None:
    if since is None:
        return None
    areas = [{**each, "files": list(each["files"])[:limit]} for each in since["areas"][:limit]]
    return {**since, "areas": areas, "uncovered": list(since["uncovered"])[:limit]}


def status(served: Served, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The areas as they stand, some of them at a time."""
    memory = served.memory
    overview = memory.overview(threshold=arguments.get("threshold"), each=arguments.get("each"))
    scoring = overview.scoring
    wanted = [
        name
        for name in overview.areas
        if arguments.get("area") in (None, name) and _is(overview.areas[name], arguments.get("only"), memory)
    ]
    if "area" in arguments and not wanted and arguments["area"] not in overview.unknown:
        raise UsageError(
            f"There is no area {one_line(arguments['area'])!r}.", remedy="`status` without `area` lists them."
        )
    rows, following = page(
        ((name, name) for name in wanted), arguments, lambda name: area_row(overview.areas[name], scoring)
    )
    head = overview.beside()
    return marked(
        {
            "mean_confidence": head["mean_confidence"],
            "gate": head["gate"],
            "total": len(wanted),
            "areas": rows,
            "next_cursor": following,
            "unknown": head["unknown"][: arguments.get("limit", DEFAULT_LIMIT)],
            "source": head["source"],
            "observations": head["observations"],
            "tripped": head["tripped"],
            "unaccepted_releases": head["unaccepted_releases"],
        }
    )


def _is(area: Area, wanted: str | None, memory: Memory) -> bool:
    if wanted is None:
        return True
    return bool(area.changed) if wanted == "changed" else area.status(memory.config.scoring) == wanted


def recall(served: Served, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What a step is given; in a test that was begun it is the step's memory, and kept as evidence."""
    if run := _open_test(served, arguments):
        tests = OpenTests(served.memory.desk)
        given = tests.begin_step(tests.resumed(run), arguments["step"], arguments.get("kind"))
        return marked({**shown_given(given), "run_id": run})
    memory, place = served.memory, served.place_of(arguments)
    if why := memory.tripped.get(place["product"]):
        return marked({"observations": [], "context": "", "silence": f"Memory is switched off: {why}"})
    explain = arguments.get("explain", False)
    found = memory.recall(arguments["step"], **place, kind=arguments.get("kind", "act"), explain=explain)
    return marked(recalled(found, explain=explain))


def recalled(found: Recall, *, explain: bool) -> dict[str, Any]:
    """What was recalled, as an answer tells it."""
    if found.error:
        raise StorageError(f"Nothing could be recalled: {found.error}", remedy="Carry the step out without memory.")
    document = {**found.document(explain=explain), **({"silence": found.silence} if found.silence else {})}
    return {**document, "context": OurText(found.context)}  # it was made safe where it was composed


def shown_given(given: Given) -> dict[str, Any]:
    """What the step of a test was given, as an answer tells it."""
    observations = [each.document() for each in given.hints if isinstance(each, Recalled)]
    silence = {"silence": given.reason} if given.reason else {}
    return {"observations": observations, "context": OurText(given.context), **silence}


def _open_test(served: Served, arguments: Mapping[str, Any]) -> str:
    """The test that a step belongs to: the one that is named, else the only one begun here that stands there."""
    if "run_id" in arguments:
        return str(arguments["run_id"])
    if not served.opened or "test" not in arguments:
        return ""
    place = served.memory.place(**served.place_of(arguments))
    there = [run for run, known in served.opened.items() if known == place]
    return there[0] if len(there) == 1 else ""


def observations(served: Served, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What runs have learned: some of it at a time, or one with its history."""
    memory = served.memory
    if "id" in arguments:
        return _one(served, memory, arguments)
    wanted = WantedObservations(**{key: arguments[key] for key in _FILTERS if key in arguments})
    listing, now = memory.observations.listing(), memory.clock()
    fitting = {
        each.observation.id: each.observation
        for each in listing.stored
        if wanted.accepts(each.observation, now) and _is_of(each.observation, served.product)
    }
    rows, following = page(sorted(fitting.items()), arguments, lambda observation: observation.document())
    unreadable = [
        {"path": memory.project.shown(each.where), "reason": each.reason}
        for each in listing.unreadable[:MOST_UNREADABLE]
    ]
    return marked(
        {
            "total": len(fitting),
            "observations": rows,
            "next_cursor": following,
            **({"unreadable": unreadable} if unreadable else {}),
        }
    )


def _is_of(observation: Observation, product: str | None) -> bool:
    """Whether a server that is about one product speaks of it."""
    return product is None or observation.scope.tier != "products" or observation.scope.name == product


def _one(served: Served, memory: Memory, arguments: Mapping[str, Any]) -> dict[str, Any]:
    stored = memory.observations.find(arguments["id"])
    if not _is_of(stored.observation, served.product):
        raise UsageError("That observation is of another product.", remedy="This server is about one alone.")
    history = list(entries(memory.runs, memory.observations.standing, stored.observation.id))
    limit, budget = arguments.get("limit", DEFAULT_LIMIT), arguments.get("budget", DEFAULT_BUDGET)
    shown = {**stored.observation.document(), "path": memory.project.shown(stored.where)}
    document = {
        "total": 1,
        "observations": [{**shown, "content": cut(shown["content"], budget)}],
        "history": shortened(history[-limit:]),
        "next_cursor": None,
    }
    return marked(document, longest=budget)
