"""The command that lets decisions change the observations: from a run's evidence, a person or another program."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hardwon.cli.common import check_suite, command, finish, note, show_json, table, with_memory
from hardwon.curation import assignment
from hardwon.curation.assignment import WantedTests
from hardwon.errors import UsageError
from hardwon.observations import decisions
from hardwon.store import reading
from hardwon.text import strict_json
from hardwon.text.plain import one_line, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.curation.assignment import Assignment
    from hardwon.memory import Memory
    from hardwon.observations.deltas import Delta, MemoryLog
    from hardwon.observations.observation import WrittenBy
    from hardwon.steps.place import Place

LARGEST = 10_000_000
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@command("curate", example="hardwon curate 20260105T103000-000000-ab12 --dry-run")
@click.argument("run_id", required=False, metavar="[RUN]")
@click.option("--decisions", "source", metavar="FILE|-", help='{"decisions": [{"action": …}, …]}')
@click.option("--product", metavar="NAME", help="Without RUN: the product that the decisions are about.")
@click.option("--test", metavar="ID", help="The test that it is about; with RUN one of its tests.")
@click.option("--suite", metavar="FILE", help="The suite that it is about.")
@click.option("--position", type=click.IntRange(0), metavar="N", help="The place in the suite, counted from 0.")
@click.option(
    "--origin",
    type=click.Choice(["person", "machine"]),
    default="person",
    show_default=True,
    help="With --decisions: who decided. What a machine confirms needs the support of RUN.",
)
@click.option("--dry-run", is_flag=True, help="Show how the files would change, and write nothing.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of decisions, and do nothing else.")
@with_memory
def curate(  # noqa: PLR0917 - click hands every option over
    memory: Memory,
    run_id: str | None,
    source: str | None,
    dry_run: bool,
    schema: bool,
    origin: str,
    as_json: bool,
    **place: Any,
) -> None:
    """Let a run's evidence, or decisions that are given, change the observations, with all guards.

    With RUN alone the tests of that run are curated again from its evidence. With --decisions these are applied: add,
    update (confirm), deprecate, noop; each is judged alone. With RUN only what was injected into its tests may be
    touched, and nothing is added if one of them failed (--test ID: if that one failed); without RUN everything in
    reach of the product, test and suite counts as shown. Repeating is harmless: a run confirms an observation once,
    and blames it once for a test. Exit 1 if a decision was refused; the others still apply.
    """
    if schema:
        show_json({"$schema": "https://json-schema.org/draft/2020-12/schema", **decisions.SCHEMA})
        return
    with memory.runs.reading() if run_id else nullcontext():
        assigned = _assignment(memory, run_id, source, origin, place)
        if source is None and (line := memory.desk.model_asked):
            note(line, as_json=True)
        if dry_run:
            log, diff = assigned.rehearse(memory.desk)
            _show_rehearsal(log, diff, as_json=as_json)
            if log.errors:
                finish(1)
            return
        log = assigned.carry_out(memory.desk)
    if as_json:
        show_json(log.document())
    else:
        _show(log)
        note(_counts(log))
    if log.errors:
        finish(1)


def _assignment(
    memory: Memory, run_id: str | None, source: str | None, origin: str, place: dict[str, Any]
) -> Assignment:
    now = memory.clock()
    by: WrittenBy = "person" if origin == "person" else "curator"
    if run_id is None and source is None:
        raise UsageError("There is nothing to curate.", remedy="Name a run, or give --decisions FILE.")
    if source is None:
        return assignment.again(memory.desk, str(run_id), _filter(memory, **place), now=now)
    given, errors = decisions.read(_document(source))
    if run_id is None:
        return assignment.about_place(memory.desk, _place(memory, **place), given, errors, now=now, by=by)
    return assignment.about_run(memory.desk, run_id, _filter(memory, **place), given, errors, now=now, by=by)


def _filter(
    memory: Memory, *, product: str | None, test: str | None, suite: str | None, position: int | None
) -> WantedTests:
    file = memory.project.shown(Path(suite).resolve()) if suite else None
    return WantedTests(product=product, test=test, suite_file=file, position=position)


def _place(memory: Memory, *, product: str | None, test: str | None, suite: str | None, position: int | None) -> Place:
    if product is None:
        raise UsageError("The decisions must be about a product.", remedy="Give --product NAME, or a RUN.")
    check_suite(suite, position)
    return memory.place(product=product, test=test, suite=suite, position=position)


def _document(source: str) -> Any:
    shown = reading.called(source)
    try:
        with reading.given(source) as file:
            return strict_json.read(reading.bounded(file, LARGEST).decode("utf-8-sig"))
    except reading.TooLarge as error:
        raise UsageError(f"{shown} is {error.strerror}.", remedy="Give fewer decisions at once.") from error
    except OSError as error:
        raise UsageError(f"{shown} cannot be read: {error.strerror}.", remedy="Check the path.") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{shown} is not JSON: {one_line(str(error))}.", remedy="Nothing was changed.") from error


def _show_rehearsal(log: MemoryLog, diff: Sequence[str], *, as_json: bool) -> None:
    if as_json:
        show_json({**log.document(), "dry_run": True})
        return
    if diff:
        _show_diff(diff)
    _show(log)
    note(f"It would be: {_counts(log)}. Nothing was written, not to quarantine either.")


def _show_diff(lines: Sequence[str]) -> None:
    """A diff, its lines made visible; in colour where a person looks on and wants it."""
    in_colour = sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    for line in lines:
        colour = _COLOURS.get(line[:1]) if in_colour else None
        click.echo(click.style(visible(line), fg=colour) if colour else visible(line))


def _show(log: MemoryLog) -> None:
    """What became of the decisions, for people."""
    if log.deltas:
        note(table(("what", "trust", "title", "why", "id"), [_row(delta) for delta in log.deltas]))
    for each in log.uncounted:
        note(f"Decision {each.index} ({each.action}): {each.reason}")
    for error in log.errors:
        about = f"Decision {error.index} ({error.action or 'unknown'})" if error.index >= 0 else error.action
        note(f"{about}: {error.reason}", as_json=True)


def _row(delta: Delta) -> tuple[str, ...]:
    trusts = [f"{state.trust:.3f}" if state else "-" for state in (delta.before, delta.after)]
    known = delta.after or delta.before
    title = one_line(known.title, 50) if known else ""
    return delta.action, " → ".join(trusts), title, one_line(delta.reasoning, 60) or "-", delta.observation_id


def _counts(log: MemoryLog) -> str:
    document = log.document()
    return ", ".join(f"{document[what]} {what}" for what in ("added", "confirmed", "deprecated", "deleted"))
