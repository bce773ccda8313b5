"""Tools that look: what to test, how the areas stand, what is known about a step, what runs have learned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardwon.areas.overview import area_row
from hardwon.errors import StorageError, UsageError
from hardwon.evidence.log import entries
from hardwon.guard.passing import WITHHELD, is_unsafe
from hardwon.mcp.answer import (
    DEFAULT_LIMIT,
    OurText,
    marked,
    packed,
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
    from hardwon.observations.observation import Scope
    from hardwon.recall.recall import Recall
    from hardwon.runner.recalling import Given
    from hardwon.store.protocol import Stored

_SECTIONS = ("focus", "unknown", "between", "stable", "probed")
_FIGURES = ("name", "confidence", "stage", "tests_since_change", "changed", "proof")
MOST_UNREADABLE = 20
_EXECUTED, _SCHEMA = "\n## How scenarios are executed and judged\n", "\n## What to hand in\n"
_NOT_READ = "Not read: "
_HAND_IN = " Hand in an empty array."
_CARRY_OUT = (
    "\n## How to carry them out\n\nEach scenario is a test of your own: `start_test`, then for each step `recall` and "
    "`report_step`, then `finish_test`."
)
_TELL = "\n## What to do with them\n\nThis server only reads: tell what you found to whoever asked you."
_EMPTY_TEXT = ',"truncated":false,"text":""'
LISTED = 0.5
"""Share of the budget that lists of areas may take where there is also a text."""

LEAST_TEXT = 100
"""Characters below which a text that is cut says nothing."""

_FILTERS = ("text", "tier", "scope", "min_trust", "max_trust", "origin")


def what_to_test(served: Served, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The mandate, for all or for a change."""
    memory = served.memory
    limit, budget = arguments.get("limit", DEFAULT_LIMIT), arguments.get("budget", served.budget)
    mandate = memory.mandate(
        depth=arguments.get("depth", "normal"), since=arguments.get("since"), probe=arguments.get("probe")
    )
    told = _safe_mandate(mandate.text, _form(served, arguments))
    head = {"depth": mandate.depth, "scenarios": mandate.scenarios}
    parts = mandate.parts()
    found = marked({**head, **_listed(parts, limit)})
    while limit > 1 and len(packed(found)) > budget * LISTED:
        limit = max(1, limit // 2)
        found = marked({**head, **_listed(parts, limit)})
    room = max(0, budget - len(packed(found)) - len(_EMPTY_TEXT))
    while True:
        text = cut(told, room) if room > LEAST_TEXT else ""
        whole = {**found, "truncated": len(told) > len(text), **marked({"text": OurText(text)})}
        over = len(packed(whole)) - budget  # escapes take room, too
        if over <= 0 or not text:
            return whole
        room -= over


def _listed(parts: Mapping[str, Any], limit: int) -> dict[str, Any]:
    """The areas of a mandate, so many of each section: those that the change touches first."""
    since = parts["since"]
    touched = {each["name"] for each in since["areas"]} if since else set()
    sections = {name: sorted(parts[name], key=lambda area: area["name"] not in touched)[:limit] for name in _SECTIONS}
    return {
        **{name: [_figures(each) for each in own] for name, own in sections.items()},
        "since": _since(since, limit),
        "more": {name: left for name in _SECTIONS if (left := len(parts[name]) - limit) > 0},
    }


def _form(served: Served, arguments: Mapping[str, Any]) -> str | None:
    """What the mandate says at its end about what to do with it; None leaves the form of scenarios there."""
    if arguments.get("schema"):
        return None
    return _TELL if served.read_only else _CARRY_OUT


def _safe_mandate(text: str, form: str | None) -> str:
    """The text of a mandate as a client may read it: all that it takes from the project stands in quotes, or is named.

    What it says at its end of files of scenarios is ours; a client that carries tests out itself needs none of it.
    """
    told, heading, schema = text.partition(_SCHEMA)
    if form is not None:
        told = told.partition(_EXECUTED)[0]
    lines = (WITHHELD if line.startswith(_NOT_READ) and is_unsafe(line) else line for line in told.split("\n"))
    safe = safe_quotes("\n".join(lines))
    if form is None:
        return safe + heading + schema
    return safe.replace(_HAND_IN, "").replace("from here to the example", "from here on") + form


def _figures(area: Mapping[str, Any]) -> dict[str, Any]:
    return {key: area[key] for key in _FIGURES if key in area}


def _since(since: Mapping[str, Any] | None, limit: int) -> dict[str, Any] | None:
    if since is None:
        return None
    areas = [{**each, "files": list(each["files"])[:limit]} for each in since["areas"][:limit]]
    more = {name: left for name in ("areas", "uncovered") if (left := len(since[name]) - limit) > 0}
    return {**since, "areas": areas, "uncovered": list(since["uncovered"])[:limit], "more": more}


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
        ((name, name) for name in wanted),
        {"budget": served.budget, **arguments},
        lambda name: area_row(overview.areas[name], scoring),
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
            "unknown_total": len(head["unknown"]),
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
    memory.place(**place)  # what is wrong with it is the caller's to mend; a recall that fails says only that
    explain = arguments.get("explain", False)
    found = memory.recall(arguments["step"], **place, kind=arguments.get("kind", "act"), explain=explain)
    return marked(recalled(found, explain=explain))


def recalled(found: Recall, *, explain: bool) -> dict[str, Any]:
    """What was recalled, as an answer tells it."""
    if found.error:
        raise StorageError(f"Nothing could be recalled: {found.error}", remedy="Carry the step out without memory.")
    document = {**found.document(explain=explain), **({"silence": found.silence} if found.silence else {})}
    document["observations"] = [_shown_hint(each, explain=explain) for each in document["observations"]]
    return {**document, "context": OurText(found.context)}  # it was made safe where it was composed


def shown_given(given: Given) -> dict[str, Any]:
    """What the step of a test was given, as an answer tells it."""
    observations = [_shown_hint(each.document()) for each in given.hints if isinstance(each, Recalled)]
    silence = {"silence": given.reason} if given.reason else {}
    return {"observations": observations, "context": OurText(given.context), **silence}


def _shown_hint(document: Mapping[str, Any], *, explain: bool = False) -> dict[str, Any]:
    """An observation that was given; what its score is made of is for who asks why."""
    shown: dict[str, Any] = shortened({name: value for name, value in document.items() if explain or name != "parts"})
    return shown


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
        if wanted.accepts(each.observation, now) and is_of(each.observation.scope, served.product)
    }
    rows, following = page(
        sorted(fitting.items()),
        {"budget": served.budget, **arguments},
        lambda observation: observation.document(),
    )
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


def is_of(scope: Scope, product: str | None) -> bool:
    """Whether a server that is about one product speaks of what is known there."""
    return product is None or scope.tier != "products" or scope.name == product


def found_of(served: Served, observation_id: str) -> Stored:
    """The observation of an id; UsageError if it is of a product that the server does not speak of."""
    stored = served.memory.observations.find(observation_id)
    if not is_of(stored.observation.scope, served.product):
        raise UsageError("That observation is of another product.", remedy="This server is about one alone.")
    return stored


def _one(served: Served, memory: Memory, arguments: Mapping[str, Any]) -> dict[str, Any]:
    stored = found_of(served, arguments["id"])
    history = list(entries(memory.runs, memory.observations.standing, stored.observation.id))
    limit, budget = arguments.get("limit", DEFAULT_LIMIT), arguments.get("budget", served.budget)
    shown = {**stored.observation.document(), "path": memory.project.shown(stored.where)}
    document = {
        "total": 1,
        "observations": [{**shown, "content": cut(shown["content"], budget)}],
        "history": shortened(history[-limit:]),
        "next_cursor": None,
    }
    return marked(document, longest=budget)
