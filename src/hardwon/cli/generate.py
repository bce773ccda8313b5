"""The command that lets a model write scenarios."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from hardwon.cli.common import command, note, show_json, watch_line, with_memory
from hardwon.cli.report_files import write_report
from hardwon.errors import HardwonError
from hardwon.generation.authors import author_of
from hardwon.generation.ordering import Order, generated
from hardwon.mandate.adversary import DEPTHS
from hardwon.runner.testbed import site_of
from hardwon.text.plain import counted, one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.generation.asking_again import Generated
    from hardwon.memory import Memory
    from hardwon.runner.testbed import Site

SHOWN = 5


class NoScenario(HardwonError):  # noqa: N818 - it names the situation
    """Nobody wrote a scenario that could be used."""

    slug = "no-scenario"


def authored(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say who writes, and how much."""
    for option in (
        click.option("--timeout", type=click.FloatRange(min=1), metavar="S", help="Seconds for an answer (600)."),
        click.option("--budget", type=click.IntRange(min=1000), metavar="N", help="Tokens of the mandate (6000)."),
        click.option("--depth", type=click.Choice(DEPTHS), default="normal", show_default=True, help="How far to go."),
        click.option("--command", "program", default="", metavar="CMD", help="A program that reads the mandate."),
        click.option("--with", "model", default="", metavar="MODEL", help="A model, as provider:name."),
    ):
        function = option(function)
    return function


@command("generate", example="hardwon generate --command 'claude -p' -o scenarios.json")
@authored
@click.option("--since", metavar="REF", help="Areas first that differ from this git commit, branch or tag.")
@click.option("--target", default="", metavar="URL|NAME", help="What will be tested.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="File for the scenarios (default: shown).")
@with_memory
def generate(memory: Memory, output: str | None, as_json: bool, **options: Any) -> None:
    """Let a model, or any program that reads a prompt, write scenarios for the mandate.

    Answers are checked, the author is told what is wrong and asked again, at most twice; what repeats an earlier
    scenario is dropped. Without a usable scenario nothing is written, exit 3.
    """
    site = site_of(memory.config, options["target"])
    run, made = made_for(memory, site, options)
    items = [dict(item) for item in made.found.items]
    text = json.dumps(items, indent=2, ensure_ascii=False) + "\n"
    if output:
        write_report(output, text.encode(), root=memory.project.root)
    if as_json:
        show_json(_document(run, made, output))
    elif not output:
        note(text.rstrip("\n"))
    note(told(made, output), as_json=True)


def made_for(memory: Memory, site: Site, options: dict[str, Any]) -> tuple[str, Generated]:
    """What the author wrote for the mandate of a project; NoScenario if nothing of it can be used."""
    author = author_of(
        memory.config, model=options["model"], command=options["program"], seconds=options.get("timeout")
    )
    mandate = memory.mandate(depth=options["depth"], since=options.get("since"), budget=options["budget"])
    watch = watch_line()
    order = Order(mandate=mandate, author=author, target=site.origin, repeats="generate" in options, watch=watch)
    run, made = generated(memory.records, memory.recorder, order)
    watch("")  # nothing is being asked any more
    if not made.found.scenarios:
        kept = f"Its answers are kept in the evidence of run {run}."
        again = (
            "To run what was written before: `hardwon run FILE`, or `hardwon run --generate`. " if made.dropped else ""
        )
        raise NoScenario(f"{author.shown} wrote no usable scenario: {_why(made)}.", remedy=again + kept)
    return run, made


def _why(made: Generated) -> str:
    refused = [f"{each.id}: {each.why}" for each in made.found.refused]
    dropped = [f"{own} repeats {other}" for own, other in made.dropped.items()]
    found = list(dict.fromkeys([*made.flaws, *refused, *dropped])) or ["it gave no answer"]
    more = f"; and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return one_line("; ".join(found[:SHOWN]) + more, 700)


def told(made: Generated, output: str | None = None) -> str:
    """What was made, for people."""
    lines = [f"{each}." for each in made.found.notes]
    lines += [f"{each.id} was refused: {each.why.rstrip('.')}." for each in made.found.refused]
    lines += [f"{own} was dropped: it repeats {other}." for own, other in made.dropped.items()]
    lines += [f"It was stopped, or asked again: {each}." for each in dict.fromkeys(made.flaws)]
    where = f" in {one_line(output)}" if output else ""
    usage = made.token_usage or {}
    tokens = f"{usage.get('input', 0)} tokens in, {usage.get('output', 0)} out" if usage else "tokens not told"
    cost = f", {made.cost:.4f} USD" if made.cost is not None else ""
    asked = "asked once" if made.asked == 1 else f"asked {made.asked} times"
    lines.append(f"{counted(len(made.found.scenarios), 'scenario')}{where}: {asked}, {tokens}{cost}.")
    return "\n".join(lines)


def _document(run: str, made: Generated, output: str | None) -> dict[str, Any]:
    return {
        "run_id": run,
        "file": output,
        "scenarios": [dict(item) for item in made.found.items],
        "refused": [{"id": each.id, "reason": each.why} for each in made.found.refused],
        "dropped": [{"id": own, "repeats": other} for own, other in made.dropped.items()],
        "notes": list(made.found.notes),
        "asked": made.asked,
        "token_usage": dict(made.token_usage) if made.token_usage else None,
        "cost": made.cost,
    }
