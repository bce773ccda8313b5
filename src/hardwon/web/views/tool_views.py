"""The workbench and the state of the machinery: recall, mandate, breaker, settings, doctor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardwon.errors import HardwonError, UsageError
from hardwon.mandate.adversary import DEPTHS
from hardwon.mandate.lately import Glimpse
from hardwon.project.root import leads_inside
from hardwon.project.settings import SETTINGS
from hardwon.recall.recall import FLOOR, SHARE_OF_BEST, RecallLimits
from hardwon.text.plain import one_line
from hardwon.web.addresses import MOST_STEP
from hardwon.web.visit import PageSheet

if TYPE_CHECKING:
    from pathlib import Path

    from hardwon.mandate.adversary import Depth
    from hardwon.memory import Memory
    from hardwon.recall.recall import Recall
    from hardwon.web.visit import Visit

KINDS = ("act", "assert")
MOST_RANKED = 20
MOST_SHOWN = 500
"""Findings and notes that are shown one by one."""


def recall(visit: Visit) -> PageSheet:
    """What a step would be given, and why; why not the others."""
    memory = visit.memory
    lines, _ = visit.shelves.observations.lines(memory.observations)
    products = sorted({line.scope.name for line in lines if line.scope.tier == "products"})
    step = visit.asked("step")[:MOST_STEP].strip()
    product = visit.asked("product") or (products[0] if len(products) == 1 else "")
    asked = {name: visit.asked(name).strip() for name in ("test", "suite", "position")}
    kind = visit.chosen("kind", KINDS, "act")
    found, error = None, ""
    ranked: list[tuple[str, float]] = []
    if step and product:
        try:
            found, ranked = _recalled(memory, step, product=product, kind=kind, asked=asked)
            error = found.error
        except HardwonError as refused:
            error = str(refused)
    elif step:
        error = "Name the product that the step is about."
    return PageSheet(
        template="recall",
        title="Recall workbench",
        at="recall",
        values={
            "step": step,
            "product": product,
            "products": products,
            "asked": asked,
            "kind": kind,
            "kinds": KINDS,
            "found": found,
            "ranked": ranked,
            "titles": {line.id: line.title for line in lines if line.id in {each for each, _ in ranked}},
            "error": error,
            "tripped": memory.tripped.get(product, ""),
            "limits": RecallLimits.of(memory.config),
            "floor": FLOOR,
            "share_of_best": SHARE_OF_BEST,
        },
    )


def _recalled(
    memory: Memory, step: str, *, product: str, kind: str, asked: dict[str, str]
) -> tuple[Recall, list[tuple[str, float]]]:
    suite, position = asked["suite"], asked["position"]
    if bool(suite) != bool(position):
        raise UsageError("A suite and a position go together.", remedy="Give both, or neither.")
    if position and not (position.isascii() and position.isdigit() and len(position) < 7):  # noqa: PLR2004 - no suite is that long
        raise UsageError("A position is a number, counted from 0.")
    place: dict[str, Any] = {
        "product": product,
        "test": asked["test"] or None,
        "suite": _inside(memory, suite) if suite else None,
        "position": int(position) if position else None,
    }
    found = memory.recall(step, **place, kind=kind, explain=True)  # type: ignore[arg-type]  # one of KINDS
    return found, [] if found.error else memory.rank(step, **place, limit=MOST_RANKED)


def _inside(memory: Memory, name: str) -> Path:
    root = memory.project.root
    if "\0" in name or not leads_inside(root, root / name):
        raise UsageError(f"{one_line(name)!r} is not in the project.", remedy="Name a file below its root.")
    return root / name


def mandate(visit: Visit) -> PageSheet:
    """What an AI tester would be told now."""
    depth: Depth = visit.chosen("depth", DEPTHS, "normal")  # type: ignore[assignment]  # one of them
    since = visit.asked("since").strip()
    composed, error = None, ""
    try:
        lines, _ = visit.shelves.observations.lines(visit.memory.observations)
        glimpses = [Glimpse(id=line.id, scope=line.scope, trust=line.trust) for line in lines]
        composed = visit.memory.mandate(depth=depth, since=since or None, glimpses=glimpses)
    except HardwonError as refused:
        error = str(refused)
    return PageSheet(
        template="mandate",
        title="Mandate",
        at="mandate",
        values={"composed": composed, "error": error, "depth": depth, "depths": DEPTHS, "since": since},
    )


def breaker(visit: Visit) -> PageSheet:
    """Whether memory does harm, per product."""
    memory = visit.memory
    known = memory.outcomes
    return PageSheet(
        template="breaker",
        title="Breaker",
        at="breaker",
        values={
            "standings": [known.standing(name) for name in known.products()],
            "enabled": bool(memory.config.values["services.memory.circuitBreakerEnabled"]),
            "window": known.window,
            "baseline": known.baseline,
            "threshold": memory.config.number("services.memory.circuitBreakerThreshold"),
        },
    )


def settings(visit: Visit) -> PageSheet:
    """Every setting, its value, and where it came from."""
    memory, config = visit.memory, visit.memory.config
    rows = [
        {
            "key": each.key,
            "value": config.values[each.key],
            "source": config.sources[each.key],
            "allowed": each.allowed.replace("`", ""),
            "help": each.help,
            "is_default": config.sources[each.key] == "default",
        }
        for each in SETTINGS
    ]
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(str(row["key"]).rpartition(".")[0] or "project", []).append(row)
    return PageSheet(
        template="settings",
        title="Settings",
        at="settings",
        values={
            "groups": groups,
            "rules": config.rules,
            "shared": config.shared,
            "targets": config.targets,
            "file": memory.project.shown(config.file) if config.file else "",
            "own_file": str(config.own_file) if config.own_file and visit.link.is_live else "",
        },
    )


def doctor(visit: Visit) -> PageSheet:
    """Every disagreement in the records."""
    found = visit.checkup.examined() if visit.checkup else None
    examination = found.examination if found else None
    return PageSheet(
        template="doctor",
        title="Doctor",
        at="doctor",
        values={
            "found": found,
            "examination": examination,
            "findings": list(examination.findings)[:MOST_SHOWN] if examination else [],
            "notes": list(examination.notes)[:MOST_SHOWN] if examination else [],
            "going_on": bool(visit.checkup and visit.checkup.is_going_on),
        },
    )
