"""The command that shows whether memory is switched off for a product, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hardwon.cli.common import command, note, short, show_json, table, with_memory
from hardwon.text.plain import counted
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from hardwon.memory import Memory
    from hardwon.store.protocol import BreakerStanding, OutcomeRecord

NOTHING_KNOWN = "No outcomes are known here: they come with the evidence of runs. So nothing can have tripped."


@command("breaker", example="hardwon breaker --product shop")
@click.option("--product", metavar="P", help="Only this product.")
@click.option("--reset", is_flag=True, help="Forget the outcomes: memory is tried again at once.")
@with_memory
def breaker(memory: Memory, product: str | None, reset: bool, as_json: bool) -> None:
    """Show, per product, whether memory does harm and is switched off."""
    store = memory.outcomes
    known = [name for name in store.products() if product in (None, name)]
    if reset:
        _reset(store, known, at=stamp(memory.clock()), as_json=as_json)
    enabled = bool(memory.config.values["services.memory.circuitBreakerEnabled"])
    standings = [store.standing(name) for name in known]
    if as_json:
        show_json({standing.product: _document(standing, enabled=enabled) for standing in standings})
    elif standings:
        note(_table(standings, enabled=enabled))
    for remark in _remarks(store, standings, enabled=enabled):
        note(remark, as_json=as_json)


def _reset(store: OutcomeRecord, products: list[str], *, at: str, as_json: bool) -> None:
    for name in products:
        count = store.reset(name, at=at)
        verb = "counts" if count == 1 else "count"
        note(f"{short(name)}: {counted(count, 'outcome')} no longer {verb}.", as_json=as_json)


def _document(standing: BreakerStanding, *, enabled: bool) -> dict[str, Any]:
    rule = standing.breaker
    return {
        "tripped": enabled and rule.tripped,
        "reason": rule.reason if enabled else "",
        "memory": {"runs": rule.memory.runs, "failures": rule.memory.failures},
        "baseline": {"runs": rule.baseline.runs, "failures": rule.baseline.failures},
        "window": rule.window,
        "threshold": rule.threshold,
        "enabled": enabled,
    }


def _table(standings: list[BreakerStanding], *, enabled: bool) -> str:
    rows = [(short(each.product), _state(each, enabled=enabled), each.breaker.summary) for each in standings]
    return table(("product", "breaker", "what it rests on"), rows)


def _state(standing: BreakerStanding, *, enabled: bool) -> str:
    if not enabled:
        return "switched off"
    return "TRIPPED" if standing.breaker.tripped else "closed"


def _remarks(store: OutcomeRecord, standings: list[BreakerStanding], *, enabled: bool) -> list[str]:
    remarks = [] if standings else [NOTHING_KNOWN]
    if not enabled:
        remarks.append("circuitBreakerEnabled is false: no run looks at this.")
    elif any(each.breaker.tripped for each in standings):
        remarks.append("Tripped: runs inject nothing until attempts without memory push the others out of the window.")
    if store.window < 2 * store.baseline:
        remarks.append(
            f"It can never trip: a window of {store.window} has no room for {store.baseline} outcomes of each kind."
        )
    remarks += [
        f"{short(each.product)}: {each.broken} lines of {each.where} could not be read and do "
        "not count. `hardwon doctor` names them."
        for each in standings
        if each.broken
    ]
    return remarks
