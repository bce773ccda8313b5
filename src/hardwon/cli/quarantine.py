"""Commands on quarantine: a person decides about what the scanner blocked."""

from __future__ import annotations

import getpass
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from hardwon.cli.common import Command, Group, note, show_json, table, with_memory
from hardwon.curation import by_hand
from hardwon.errors import StorageError
from hardwon.text.plain import clean_name, one_line

if TYPE_CHECKING:
    from hardwon.memory import Memory


def user() -> str:
    """Who decides, as the system knows them."""
    return clean_name(getpass.getuser()) or "unknown"


@click.group("quarantine", cls=Group, example="hardwon quarantine list")
def quarantine() -> None:
    """Text that the scanner blocked, kept for a person to decide."""


@quarantine.command("list", cls=Command, example="hardwon quarantine list")
@with_memory
def list_(memory: Memory, as_json: bool) -> None:
    """List what is held."""
    held = []
    for held_id in memory.quarantine.ids():
        try:
            held.append(memory.quarantine.read(held_id))
        except StorageError as error:
            note(str(error), as_json=True)
    if as_json:
        show_json({"held": [asdict(each) for each in held]})
    elif not held:
        note("Nothing is in quarantine.")
    else:
        rows = [
            (each.id, each.time, each.outcome, each.origin, one_line(each.title, 50), one_line(each.reason, 80))
            for each in held
        ]
        note(table(("id", "time", "outcome", "origin", "title", "reason"), rows))


@quarantine.command("show", cls=Command, example="hardwon quarantine show q-20260105T100000-000000-ab12")
@click.argument("held_id", metavar="ID")
@with_memory
def show(memory: Memory, held_id: str, as_json: bool) -> None:
    """Show one text, secrets redacted, and why it was blocked."""
    held = memory.quarantine.read(held_id)
    if as_json:
        show_json(asdict(held))
        return
    note(f"{held.id}: {held.outcome}, from {held.origin}, for {held.tier} {held.scope}, {held.time}")
    note("\n".join(f"  {finding.get('rule', '?')}: {finding.get('reason', '?')}" for finding in held.findings))
    note(f"\n{held.title}\n\n{held.content}")
    if held.has_secret:
        note("\nIt held a secret, which is redacted here. It cannot be released.")
    else:
        note(f"\nTo let it pass: `hardwon quarantine release {held.id} --why 'REASON'`.")
    note(f"To forget it: `hardwon quarantine drop {held.id}`.")


@quarantine.command("release", cls=Command, example="hardwon quarantine release q-… --why 'quotes the banner'")
@click.argument("held_id", metavar="ID")
@click.option("--by", default=None, help="Who decides (default: the user).")
@click.option("--why", required=True, help="Why it may pass; written into the file.")
@with_memory
def release(memory: Memory, held_id: str, by: str | None, why: str, as_json: bool) -> None:
    """Let a text pass that was blocked. Secrets, commands and what imitates the memory block never pass."""
    who = clean_name(by or "") or user()
    observation = by_hand.release(memory.desk, held_id, by=who, why=one_line(why))
    path = memory.project.shown(memory.observations.where_of(observation.scope, observation.id))
    if as_json:
        show_json({"id": observation.id, "path": path})
    else:
        note(f"Released as {observation.id} ({path}). Review it with the commit.")


@quarantine.command("drop", cls=Command, example="hardwon quarantine drop q-20260105T100000-000000-ab12")
@click.argument("held_id", metavar="ID")
@with_memory
def drop(memory: Memory, held_id: str, as_json: bool) -> None:
    """Forget a text that was blocked."""
    memory.quarantine.drop(held_id)
    if as_json:
        show_json({"dropped": held_id})
    else:
        note(f"Dropped {held_id}.")
