"""The commands by which memory travels: push, and pull for a branch of its own."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from hardwon.cli.common import command, show_json, tell, with_memory
from hardwon.evidence.log import standings_before_changes
from hardwon.project import pushing
from hardwon.project.pushing import DEADLINE, OWN_BRANCH, Pushed, PushRequest
from hardwon.text.plain import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.memory import Memory
    from hardwon.observations.deltas import Standing

SHORT = 9


def _with_place(function: Callable[..., None]) -> Callable[..., None]:
    """The options that say where to, and how long to try."""
    for option in (
        click.option("--remote", default="", metavar="NAME", help="Remote (default: that of the branch, else origin)."),
        click.option(
            "--deadline",
            type=click.FloatRange(min=0, max=86_400),
            default=DEADLINE,
            show_default=True,
            metavar="SECONDS",
            help="How long to try while others are faster.",
        ),
    ):
        function = option(function)
    return function


@command("push", example="hardwon push --deadline 120")
@click.option(
    "--branch", default="", metavar="NAME", help="Branch (default: the one checked out, or that of the CI job)."
)
@click.option(
    "--message", default="", metavar="TEXT", help="Message of the commit (default: what moved, and [skip ci])."
)
@click.option("--dry-run", is_flag=True, help="Say what would be pushed, and push nothing.")
@_with_place
@with_memory
def push(memory: Memory, *, dry_run: bool, as_json: bool, **where: Any) -> None:
    """Commit and push the record files, merged with what others have pushed meanwhile.

    Only the records are touched: neither your index nor other files, and no hook is run. Where another job was faster,
    it begins again, until the deadline; then exit 3, and nothing is lost.
    """
    _show(
        pushing.push(
            memory.records,
            PushRequest(**where, dry_run=dry_run, environ=os.environ),
            say=_say,
            changed_from=_changed_from(memory),
        ),
        dry_run,
        as_json,
    )


@command("pull", example="hardwon pull --branch hardwon-memory")
@click.option(
    "--branch", default=OWN_BRANCH, show_default=True, metavar="NAME", help="Branch that holds the records alone."
)
@_with_place
@with_memory
def pull(memory: Memory, *, as_json: bool, **where: Any) -> None:
    """Bring the records from a branch of their own into the work tree, as a job does before its tests."""
    _show(
        pushing.pull(memory.records, PushRequest(**where), say=_say, changed_from=_changed_from(memory)), True, as_json
    )


def _changed_from(memory: Memory) -> Callable[[str], set[Standing]]:
    return lambda observation_id: standings_before_changes(memory.runs, observation_id)


def _say(line: str) -> None:
    tell(line, as_json=True)


def _show(done: Pushed, kept_here: bool, as_json: bool) -> None:
    is_pushed = bool(done.commit) and not kept_here
    if as_json:
        keys = ("remote", "branch", "commit", "attempts", "files", "what", "notes")
        show_json({"pushed": is_pushed} | {key: getattr(done, key) for key in keys})
    lines = [done.what]
    if is_pushed:
        tried = f", {counted(done.attempts, 'attempt')}" if done.attempts > 1 else ""
        lines = [f"Pushed to {done.remote}/{done.branch}: {done.what} (commit {str(done.commit)[:SHORT]}{tried})."]
    elif done.files and done.commit is None:
        lines = [f"Would push to {done.remote}/{done.branch}: {done.what}.", *(f"  {path}" for path in done.files)]
    tell("\n".join([*lines, *done.notes]), as_json=as_json)
