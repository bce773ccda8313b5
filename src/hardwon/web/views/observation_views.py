"""Observations: what is known, how far it is trusted and why; and what the scanner held back."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hardwon.curation.by_hand import seen_as
from hardwon.curation.guarded import reason_to_hold
from hardwon.errors import StorageError, UsageError
from hardwon.evidence.log import entries
from hardwon.guard.passing import may_be_used, origin_of
from hardwon.guard.scanner import scan
from hardwon.observations.observation import ID, ORIGINS, TIERS
from hardwon.recall.recall import RecallLimits
from hardwon.store.run_record import UnreadablePart
from hardwon.text.plain import one_line
from hardwon.web import drawing
from hardwon.web.drawing import Dot
from hardwon.web.shelves import MOST_UNREADABLE
from hardwon.web.visit import PageSheet, leaf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hardwon.memory import Memory
    from hardwon.observations.observation import Observation
    from hardwon.store.protocol import Held, Stored
    from hardwon.web.shelves import ObservationLine, RunLine
    from hardwon.web.visit import Visit

MOST_FOUND = 200
MOST_USES = 50
ORDERS = ("trust", "confirmed", "contradicted", "title", "scope")
PERSON = "person"


def observations(visit: Visit) -> PageSheet:
    """All observations, or those that share something with what is looked for."""
    memory = visit.memory
    lines, unreadable = visit.shelves.observations.lines(memory.observations)
    text = visit.asked("q").strip()
    products = sorted({line.scope.name for line in lines if line.scope.tier == "products"})
    product = visit.asked("product")
    wanted = list(filter(_wanted(visit), lines))
    order = visit.chosen("sort", ORDERS, "trust")
    reasons: dict[str, dict[str, Any]] = {}
    if text:
        reasons = _found(memory, text, product)
        known = {line.id: line for line in wanted}
        wanted = [known[each] for each in reasons if each in known]
    else:
        wanted.sort(key=_order(order), reverse=(visit.asked("up") == "1") == (order in ("title", "scope")))
    page = leaf(wanted, visit, "observations", lambda line: {"line": line, "reason": reasons.get(line.id)})
    return PageSheet(
        template="observations",
        title="Observations",
        at="observations",
        values={
            "page": page,
            "all": len(lines),
            "q": text,
            "is_id": bool(ID.fullmatch(text)),
            "products": products,
            "product": product,
            "tiers": TIERS,
            "origins": ORIGINS,
            "order": order,
            "orders": ORDERS,
            "unreadable": [(memory.project.shown(each.where), each.reason) for each in unreadable[:MOST_UNREADABLE]],
            "more_unreadable": max(0, len(unreadable) - MOST_UNREADABLE),
            "least": memory.config.number("services.memory.minTrust"),
        },
    )


def _wanted(visit: Visit) -> Callable[[ObservationLine], bool]:
    """Whether a line fits what is asked for."""
    product, tier, origin = visit.asked("product"), visit.asked("tier"), visit.asked("origin")
    low, high = visit.share("min") or 0.0, visit.share("max")
    most = 1.0 if high is None else high

    def fits(line: ObservationLine) -> bool:
        return (
            low <= line.trust <= most
            and (not product or line.scope.tier != "products" or line.scope.name == product)
            and (not tier or line.scope.tier == tier)
            and (not origin or (line.origin or PERSON) == origin)
        )

    return fits


def _order(order: str) -> Any:
    keys = {
        "trust": lambda line: (line.trust, line.confirmed, line.id),
        "confirmed": lambda line: (line.last_confirmed, line.id),
        "contradicted": lambda line: (line.contradicted, line.id),
        "title": lambda line: (line.title.casefold(), line.id),
        "scope": lambda line: (line.scope.tier, line.scope.name, line.id),
    }
    return keys[order]


def _found(memory: Memory, text: str, product: str) -> dict[str, dict[str, Any]]:
    """What shares something with a text, as recall ranks it; for one product also whether a step would be given it."""
    ranked = memory.desk.recaller.search(text, most=MOST_FOUND)
    said: dict[str, tuple[str, str]] = {}
    if product:
        recalled = memory.recall(text, product=product, explain=True)
        said = {each.id: (each.reason, each.why) for each in recalled.rejected}
        said |= {each.id: ("given", each.why) for each in recalled.observations}
    return {
        each.id: {
            "score": each.score,
            "parts": each.parts._asdict(),
            "why": said.get(each.id, ("", each.why))[1],
            "end": said.get(each.id, ("", ""))[0],
        }
        for each in ranked
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsaved:
    """What somebody wanted an observation to say, and why it was not saved."""

    title: str
    content: str
    refused: str = ""
    """The reason; "" where somebody else changed the observation meanwhile."""

    status: int = 409


def observation(visit: Visit, observation_id: str, *, draft: Unsaved | None = None) -> PageSheet:
    """One observation; with a draft, the text that was not saved, so that it is not lost."""
    memory = visit.memory
    if not ID.fullmatch(observation_id):
        raise UsageError(f"There is no observation {one_line(observation_id, 80)!r}.", remedy="The list names them.")
    stored = memory.observations.find(observation_id)
    known = stored.observation
    lines = visit.shelves.runs.lines(memory.runs)
    told = [line.run for line in reversed(lines) if known.id in line.changed]
    history = list(entries(memory.runs, memory.observations.standing, known.id, only=told))
    verdict = scan(known.title, known.content, origin=origin_of(known))
    return PageSheet(
        template="observation",
        title=known.title,
        at="observations",
        status=draft.status if draft else 200,
        values={
            "known": known,
            "path": memory.project.shown(stored.where),
            "seen": seen_as(stored),
            "history": history,
            "plot": drawing.plot(
                _trust_dots(visit, history, known),
                [(memory.config.number("services.memory.minTrust"), "given above it")],
            ),
            "uses": _uses(memory, lines, known.id),
            "rivals": _rivals(memory, stored),
            "verdict": verdict,
            "usable": may_be_used(known, verdict),
            "least": memory.config.number("services.memory.minTrust"),
            "silence": RecallLimits.of(memory.config).reason_for_silence("act"),
            "draft": draft,
            "confirm_by": memory.config.number("services.memory.trustConfirmDelta"),
            "contradict_by": memory.config.number("services.memory.trustContradictDelta"),
        },
    )


def _trust_dots(visit: Visit, history: Sequence[dict[str, Any]], known: Observation) -> list[Dot]:
    is_whole = bool(history) and history[0]["before"] is None
    first = next((each["before"]["trust"] for each in history if each["before"]), known.trust)
    dots = [] if is_whole else [Dot(value=first, label="as it was before")]
    kinds = {"confirm": "pass", "add": "plain", "edit": "edit"}
    for each in history:
        after = each["after"]["trust"] if each["after"] else 0.0
        label = f"{each['time']}: {each['action']}, trust {after:.3f}"
        dots.append(
            Dot(value=after, label=label, kind=kinds.get(each["action"], "fail"), href=visit.link.run(each["run_id"]))
        )
    return dots


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenTo:
    """A step that was given an observation."""

    run: str
    time: str
    test: str
    step: str
    status: str
    used: bool
    contradicted: bool


def _uses(memory: Memory, lines: Iterable[RunLine], observation_id: str) -> list[GivenTo]:
    """Where it was given, newest first."""
    found: list[GivenTo] = []
    for line in lines:
        if observation_id not in line.recalled:
            continue
        try:
            tests = memory.runs.summary(line.run).tests
        except UnreadablePart:
            continue
        found += [
            GivenTo(
                run=line.run,
                time=line.time,
                test=test.id,
                step=step.text,
                status=step.status,
                used=observation_id in step.used,
                contradicted=observation_id in step.contradicted,
            )
            for test in tests
            for step in test.steps
            if observation_id in step.injected
        ]
        if len(found) >= MOST_USES:
            break
    return found[:MOST_USES]


def _rivals(memory: Memory, stored: Stored) -> list[dict[str, Any]]:
    return [
        {"id": each.id, "title": each.title, "trust": each.trust, "kind": likeness.kind, "why": likeness.why}
        for each, likeness in memory.desk.recaller.rivals(stored.observation)
    ]


def quarantine(visit: Visit) -> PageSheet:
    """What the scanner held back, newest first."""
    memory = visit.memory
    ids = memory.quarantine.ids()[::-1]
    page = leaf(ids, visit, "quarantine", lambda held_id: _held(memory, held_id), per=20)
    return PageSheet(template="quarantine", title="Quarantine", at="quarantine", values={"page": page})


def _held(memory: Memory, held_id: str) -> dict[str, Any]:
    try:
        held = memory.quarantine.read(held_id)
    except StorageError as error:
        return {"id": held_id, "held": None, "error": str(error)}
    return {
        "id": held_id,
        "held": held,
        "title": marked(held, "title"),
        "content": marked(held, "content"),
        "never": reason_to_hold(held),
    }


def marked(held: Held, field: str) -> list[tuple[str, str]]:
    """A field of a held text in pieces, each with the reasons for which it was blocked; "" where there is none."""
    text = str(getattr(held, field))
    findings = scan(held.title, held.content, origin=held.origin if held.origin in ORIGINS else "machine").findings
    own = [each for each in findings if each.field == field and 0 <= each.position < each.end <= len(text)]
    cuts = sorted({0, len(text), *(each.position for each in own), *(each.end for each in own)})
    pieces = []
    for start, end in itertools.pairwise(cuts):
        why = dict.fromkeys(each.reason for each in own if each.position <= start and end <= each.end)
        pieces.append((text[start:end], "; ".join(why)))
    return pieces
