"""The command that shows what changed in the observations, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hardwon.cli.common import command, note, show_json, table, with_memory
from hardwon.evidence.log import entries
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from hardwon.memory import Memory


@command("log", example="hardwon log obs_ant-bee-cat-dog-elk-fox-gnu-hen-ibis-jay")
@click.argument("observation_id", required=False, metavar="[OBSERVATION]")
@with_memory
def log(memory: Memory, observation_id: str | None, as_json: bool) -> None:
    """Show who changed what in the observations and areas, when and why, oldest first; of all, or of one."""
    found = list(entries(memory.runs, memory.observations.standing, observation_id))
    if as_json:
        show_json({"entries": found})
    elif not found:
        of_it = f" of {one_line(observation_id, 80)}" if observation_id else ""
        note(f"No changes{of_it} are known here: {memory.runs.keeping}.")
    else:
        note(change_table(found))


def change_table(found: list[dict[str, Any]]) -> str:
    """Changes as a table, oldest first."""
    rows = [
        (
            str(entry.get("time")),
            str(entry.get("action")),
            _trust(entry),
            str(entry.get("origin") or "-"),
            one_line(_title(entry), 50),
            one_line(str(entry.get("reasoning") or "-"), 60),
            str(entry.get("observation_id") or "-"),
        )
        for entry in found
    ]
    return table(("time", "what", "trust", "by", "title", "why", "id"), rows)


def _title(entry: dict[str, Any]) -> str:
    if entry.get("tier") == "areas":
        return f"area {entry.get('scope')}" + (f" → {entry['into']}" if entry.get("into") else "")
    states = (entry.get("after"), entry.get("before"))
    return next((str(state.get("title", "")) for state in states if isinstance(state, dict)), "")


def _trust(entry: dict[str, Any]) -> str:
    states = (entry.get("before"), entry.get("after"))
    trusts = [state.get("trust") if isinstance(state, dict) else None for state in states]
    return " → ".join(f"{trust:.3f}" if isinstance(trust, int | float) else "-" for trust in trusts)
