"""Commands on observations, for people who work on them by hand."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hardwon.cli.common import Command, Group, ask, check_suite, note, show_json, table, with_memory
from hardwon.cli.log import change_table
from hardwon.cli.quarantine import user
from hardwon.curation import by_hand, guarded
from hardwon.errors import UsageError
from hardwon.evidence.idle import Idleness, known_runs
from hardwon.evidence.log import entries
from hardwon.guard.scanner import redacted
from hardwon.observations.observation import ORIGINS, Scope, scope_of_test
from hardwon.observations.wanted import WantedObservations
from hardwon.project import suite_files
from hardwon.text.plain import one_line, visible

if TYPE_CHECKING:
    from hardwon.memory import Memory
    from hardwon.observations.deltas import Delta
    from hardwon.observations.observation import Observation
    from hardwon.store.protocol import Stored


@click.group("observations", cls=Group, example="hardwon observations list")
def observations() -> None:
    """What runs have learned about the product, as files that people review."""


@observations.command("list", cls=Command, example="hardwon observations list --scope shop --max-trust 0.4")
@click.option("--tier", type=click.Choice(["products", "suites", "tests"]), help="Only of this tier.")
@click.option("--scope", metavar="NAME", help="Only of this product, suite or test.")
@click.option("--min-trust", type=click.FloatRange(0, 1), help="Only with at least this trust.")
@click.option("--max-trust", type=click.FloatRange(0, 1), help="Only with at most this trust.")
@click.option(
    "--older-than", type=click.IntRange(0, 100_000), metavar="DAYS", help="Only if last confirmed longer ago."
)
@click.option("--origin", type=click.Choice(ORIGINS), help="Only of this origin.")
@click.option("--text", help="Only with this text in title or content.")
@click.option("--stale", is_flag=True, help="Only if neither recalled nor confirmed in the last runs.")
@click.option(
    "--after-runs", type=click.IntRange(1), metavar="N", help="With --stale: how many runs (default: staleAfterRuns)."
)
@with_memory
def list_(memory: Memory, as_json: bool, stale: bool, after_runs: int | None, **wanted: Any) -> None:
    """List observations, and the files that cannot be read."""
    idleness = _idleness(memory, stale=stale, after_runs=after_runs)
    listing = memory.observations.listing()
    fits, now = WantedObservations(**wanted), memory.clock()
    fitting = [stored for stored in listing.stored if fits.accepts(stored.observation, now)]
    judged = [(stored, idleness.judge(stored.observation) if idleness else None) for stored in fitting]
    chosen = [(stored, why) for stored, why in judged if why or not idleness]
    unreadable = [(memory.project.shown(each.where), each.reason) for each in listing.unreadable]
    if as_json:
        show_json(
            {
                "observations": [
                    {**document(stored, memory), **({"stale": why.document()} if why else {})} for stored, why in chosen
                ],
                "unreadable": [{"path": path, "reason": reason} for path, reason in unreadable],
                **({"unknown": idleness.unknown_document()} if idleness else {}),
            }
        )
        return
    if chosen:
        rows = [_row(stored.observation) for stored, _ in chosen]
        note(table(("scope", "trust", "+", "-", "last confirmed", "origin", "title", "id"), rows, right=("+", "-")))
    else:
        note("No observations." if not listing.stored else f"None of {len(listing.stored)} observations fits.")
    if idleness:
        note("\n".join(["", *idleness.summary()]))
    if unreadable:
        note("\nCannot be read (left as they are):\n" + table(("file", "reason"), unreadable))


def _idleness(memory: Memory, *, stale: bool, after_runs: int | None) -> Idleness | None:
    """What the runs say about who was needed; None if nobody asks."""
    if not stale:
        if after_runs is not None:
            raise UsageError("--after-runs says what --stale means.", remedy="Give --stale as well.")
        return None
    after = after_runs or int(memory.config.number("services.memory.staleAfterRuns"))
    if not after:
        raise UsageError(
            "Nothing says after how many runs an observation is stale.",
            remedy="Give --after-runs N, or set services.memory.staleAfterRuns.",
        )
    return Idleness(known_runs(memory.runs), after)


def _row(observation: Observation) -> tuple[str, ...]:
    return (
        f"{observation.scope.tier[:-1]} {observation.scope.name}",
        f"{observation.trust:.3f}",
        str(observation.confirmed_count),
        str(observation.contradicted_count),
        observation.last_confirmed[:10],
        observation.origin or "-",
        one_line(observation.title, 60),
        observation.id,
    )


def document(stored: Stored, memory: Memory) -> dict[str, Any]:
    """An observation as JSON output gives it."""
    return {**stored.observation.document(), "path": memory.project.shown(stored.where)}


@observations.command(
    "show", cls=Command, example="hardwon observations show obs_ant-bee-cat-dog-elk-fox-gnu-hen-ibis-jay"
)
@click.argument("observation_id", metavar="ID")
@with_memory
def show(memory: Memory, observation_id: str, as_json: bool) -> None:
    """Show one observation and its history."""
    stored = memory.observations.find(observation_id)
    history = list(entries(memory.runs, memory.observations.standing, observation_id))
    if as_json:
        show_json({**document(stored, memory), "history": history})
        return
    observation = stored.observation
    facts = document(stored, memory)
    note(observation.title)
    note("\n".join(f"  {key:18} {facts[key]}" for key in facts if key not in ("title", "content", "suite_snapshot")))
    note("")
    _render(observation.content)
    note("\n" + (change_table(history) if history else f"No history here: {memory.runs.keeping}."))


def _render(content: str) -> None:
    """The content as markdown where a person looks at it, as it is where a program reads."""
    text = "\n".join(visible(line) for line in content.split("\n"))
    if not sys.stdout.isatty():
        click.echo(text)
        return
    from hardwon.cli import markdown  # noqa: PLC0415 - rich takes long to load, and only people need it

    markdown.render(text)


@observations.command(
    "add",
    cls=Command,
    example='hardwon observations add --product shop --title "Login modal: opens late" '
    '--content "The login modal appears about two seconds after the page."',
)
@click.option("--title", required=True, help="One line: what it is about.")
@click.option("--content", required=True, help="What the product does; `-` reads standard input.")
@click.option("--product", metavar="NAME", help="It holds for the whole product.")
@click.option("--test", metavar="ID", help="It holds for one test.")
@click.option("--suite", metavar="FILE", help="It holds for one place in this suite.")
@click.option("--position", type=click.IntRange(0), metavar="N", help="With --suite: the place, counted from 0.")
@click.option("--source", default="manual", help="Where it comes from (source_test).")
@with_memory
def add(memory: Memory, title: str, content: str, source: str, as_json: bool, **place: Any) -> None:
    """Write an observation by hand."""
    scope, position, entries = scope_of(memory, **place)
    proposal = guarded.Proposal(
        scope=scope,
        title=re.sub(r" +", " ", guarded.tidy(title)),
        content=guarded.tidy(sys.stdin.read() if content == "-" else content),
        source_test=guarded.tidy(redacted(source)),
        origin="person",
        position=position,
        suite_snapshot=entries,
    )
    added, scan = by_hand.add(memory.desk, proposal)
    path = memory.project.shown(memory.observations.where_of(scope, added.observation_id))
    if as_json:
        show_json({"id": added.observation_id, "path": path})
    else:
        note(f"Added {added.observation_id} ({path}), trust 0.5")
    if scan.outcome != "safe":
        note(f"Note: {scan.reason} It is kept and given to steps all the same: you wrote it.", as_json=True)


def scope_of(
    memory: Memory, *, product: str | None, test: str | None, suite: str | None, position: int | None
) -> tuple[Scope, int | None, Any]:
    """The one scope that the options name."""
    if sum(each is not None for each in (product, test, suite)) != 1:
        raise UsageError("It needs one scope.", remedy="Give --product NAME, --test ID, or --suite FILE --position N.")
    check_suite(suite, position)
    if product is not None:
        return Scope("products", product), None, ()
    if test is not None:
        return scope_of_test(test), None, ()
    found = suite_files.read(Path(str(suite)).resolve(), memory.project.root)
    if position is not None and position >= len(found.entries):
        raise UsageError(f"The suite has {len(found.entries)} tests; there is no position {position}.")
    return found.scope, position, found.entries


@observations.command("confirm", cls=Command, example="hardwon observations confirm obs_… --why 'seen on staging'")
@click.argument("observation_id", metavar="ID")
@click.option("--why", default="", help="The reason, for the log.")
@with_memory
def confirm(memory: Memory, observation_id: str, why: str, as_json: bool) -> None:
    """Raise the trust of an observation that proved right."""
    _say(by_hand.confirm(memory.desk, observation_id, reasoning=why), as_json=as_json)


@observations.command("deprecate", cls=Command, example="hardwon observations deprecate obs_… --why 'menu was moved'")
@click.argument("observation_id", metavar="ID")
@click.option("--why", default="", help="The reason, for the log.")
@with_memory
def deprecate(memory: Memory, observation_id: str, why: str, as_json: bool) -> None:
    """Lower the trust of an observation that proved wrong; without any left it is deleted."""
    _say(by_hand.deprecate(memory.desk, observation_id, reasoning=why), as_json=as_json)


@observations.command("delete", cls=Command, example="hardwon observations delete obs_… --yes")
@click.argument("observation_id", metavar="ID")
@click.option("--why", default="", help="The reason, for the log.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_memory
def delete(memory: Memory, observation_id: str, why: str, yes: bool, as_json: bool) -> None:
    """Delete an observation."""
    title = memory.observations.find(observation_id).observation.title
    if not yes:
        ask(f"Delete “{title}”?")
    _say(by_hand.delete(memory.desk, observation_id, reasoning=why), as_json=as_json)


@observations.command("accept", cls=Command, example="hardwon observations accept obs_…")
@click.argument("observation_id", metavar="ID")
@with_memory
def accept(memory: Memory, observation_id: str, as_json: bool) -> None:
    """Accept here that somebody else released a text which the scanner blocks."""
    observation = by_hand.accept(memory.desk, observation_id, by=user())
    if as_json:
        show_json({"id": observation.id, "digest": observation.digest})
        return
    note(f"{observation.title}\n\n{observation.content}\n")
    note(f"Accepted here: {observation.id}, released by {observation.released_by}. Another text needs another word.")


def _say(change: Delta, *, as_json: bool) -> None:
    if as_json:
        show_json(change.document())
        return
    states = [f"{state.trust:.3f}" for state in (change.before, change.after) if state]
    note(f"{change.observation_id}: {change.action}, trust {' → '.join(states)}")
