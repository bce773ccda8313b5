"""The command that lets decisions change the observations: from a run's evidence, a person or another program."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hardwon.cli.common import command, note, show_json, table, with_memory
from hardwon.errors import UsageError
from hardwon.store import reading
from hardwon.text.plain import first_of, one_line, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime

    from hardwon.curation.again import PastTest
    from hardwon.curation.apply import Reach
    from hardwon.curation.shares import Shares
    from hardwon.evidence.changes import Changes
    from hardwon.memory import Memory
    from hardwon.observations.decisions import DecisionError, Delta, MemoryLog
    from hardwon.observations.observation import Scope

LARGEST = 10_000_000
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """What is to be curated, and where that may reach."""

    scopes: Sequence[Scope]
    carry_out: Callable[[Memory, Changes], MemoryLog]


@command("curate", example="hardwon curate 20260105T103000-000000-ab12 --dry-run")
@click.argument("run_id", required=False, metavar="[RUN]")
@click.option("--decisions", "source", metavar="FILE|-", help='{"decisions": [{"action": …}, …]}')
@click.option("--product", metavar="NAME", help="Without RUN: the product that the decisions are about.")
@click.option("--test", metavar="ID", help="The test that it is about; with RUN one of its tests.")
@click.option("--suite", metavar="FILE", help="The suite that it is about.")
@click.option("--position", type=click.IntRange(0), metavar="N", help="The place in the suite, counted from 0.")
@click.option("--dry-run", is_flag=True, help="Show how the files would change, and write nothing.")
@with_memory
def curate(memory: Memory, run_id: str | None, source: str | None, dry_run: bool, as_json: bool, **place: Any) -> None:
    """Let a run's evidence, or decisions that are given, change the observations, with all guards.

    With RUN alone the tests of that run are curated again from its evidence. With --decisions these are applied: add,
    update (confirm), deprecate, noop; each is judged alone. With RUN only what was injected into its tests may be
    touched, and nothing is added if one of them failed (--test ID: if that one failed); without RUN everything in
    reach of the product, test and suite counts as shown. Repeating is harmless: a run confirms an observation once,
    and blames it once for a test.
    """
    now = memory.clock()
    with memory.runs.reading() if run_id else nullcontext():
        task = _task(memory, run_id, source, now, place)
        if dry_run:
            _show_rehearsal(memory, task, run_id, now, as_json=as_json)
            return
        with _log(memory, run_id, now) as changes:
            log = task.carry_out(memory, changes)
    if as_json:
        show_json(log.document())
        return
    _show(log)
    note(_counts(log))


@contextmanager
def _log(memory: Memory, run_id: str | None, now: datetime) -> Iterator[Changes]:
    """Where the changes are told: in the run that they follow from, or in one of their own."""
    from hardwon.evidence.changes import Changes  # noqa: PLC0415 - only this command
    from hardwon.text.times import stamp  # noqa: PLC0415 - as above

    if run_id:
        yield Changes(folder=memory.runs.folder / run_id, later=True, clock=lambda: stamp(now))
        return
    with memory.changing(kind="curate", origin="curator", now=now) as changes:
        yield changes


def _task(memory: Memory, run_id: str | None, source: str | None, now: datetime, place: dict[str, Any]) -> _Task:
    from hardwon.curation import decide  # noqa: PLC0415 - as above
    from hardwon.curation.shares import shared_out  # noqa: PLC0415 - as above

    if run_id is None and source is None:
        raise UsageError("There is nothing to curate.", remedy="Name a run, or give --decisions FILE.")
    if source is None:
        return _again(_tests(memory, str(run_id), **place), now)
    decisions, errors = decide.read(_document(source))
    if run_id is None:
        return _given([(_reach(memory, **place), decisions)], errors, now)
    shares, unclear = shared_out(_tests(memory, run_id, **place), decisions)
    return _given(shares, [*errors, *unclear], now)


def _given(shares: Shares, errors: Sequence[DecisionError], now: datetime) -> _Task:
    """Decisions as somebody gave them, for each reach its own."""
    from hardwon.curation import apply  # noqa: PLC0415 - as above
    from hardwon.observations.decisions import MemoryLog  # noqa: PLC0415 - as above

    def carry_out(memory: Memory, changes: Changes) -> MemoryLog:
        logs = [
            apply.apply(memory, decisions, reach, changes, now=now, errors=() if place else errors)
            for place, (reach, decisions) in enumerate(shares)
            if decisions or not place
        ]
        log = MemoryLog.of(logs)
        return replace(log, errors=tuple(sorted(log.errors, key=lambda error: error.index)))

    return _Task(scopes=[scope for reach, _ in shares for scope in reach.scopes], carry_out=carry_out)


def _again(tests: Sequence[PastTest], now: datetime) -> _Task:
    from hardwon.curation import lessons  # noqa: PLC0415 - as above
    from hardwon.observations.decisions import MemoryLog  # noqa: PLC0415 - as above

    def carry_out(memory: Memory, changes: Changes) -> MemoryLog:
        return MemoryLog.of([lessons.curate(memory, test.reach, test.attempts, changes, now=now) for test in tests])

    return _Task(scopes=[scope for test in tests for scope in test.reach.scopes], carry_out=carry_out)


def _tests(
    memory: Memory, run_id: str, *, product: str | None, test: str | None, suite: str | None, position: int | None
) -> list[PastTest]:
    """The tests of a run that the options leave."""
    from hardwon.curation import again  # noqa: PLC0415 - as above

    known = again.tests_of(memory.runs, run_id)
    file = memory.project.shown(Path(suite).resolve()) if suite else None
    found = [
        each
        for each in known
        if product in (None, each.reach.product)
        and test in (None, each.reach.test)
        and position in (None, each.reach.position)
        and (file is None or (each.reach.suite is not None and each.reach.suite.file == file))
    ]
    if not found:
        raise UsageError(
            f"Run {run_id} has no such test that was over. {_listed(known)}",
            remedy="Correct the options.",
        )
    return found


def _listed(tests: Sequence[PastTest]) -> str:
    return f"It has: {first_of([test.shown for test in tests], 20) or 'none'}."


def _reach(memory: Memory, *, product: str | None, test: str | None, suite: str | None, position: int | None) -> Reach:
    from hardwon.curation.apply import Reach  # noqa: PLC0415 - as above
    from hardwon.observations import suites  # noqa: PLC0415 - as above

    if product is None:
        raise UsageError("The decisions must be about a product.", remedy="Give --product NAME, or a RUN.")
    if (suite is None) != (position is None):
        raise UsageError("--suite and --position go together.", remedy="Give --suite FILE --position N.")
    read = suites.read(Path(suite).resolve(), memory.project.root) if suite else None
    reach = Reach(product=product, test=test, suite=read, position=position)
    stored = (each.observation for each in memory.observations.of_scopes(reach.scopes))
    return replace(reach, known={each.id: each.digest for each in stored if reach.contains(each)})


def _document(source: str) -> Any:
    shown = reading.called(source)
    try:
        with reading.given(source) as file:
            return json.loads(reading.bounded(file, LARGEST))
    except reading.TooLarge as error:
        raise UsageError(f"{shown} is {error.strerror}.", remedy="Give fewer decisions at once.") from error
    except OSError as error:
        raise UsageError(f"{shown} cannot be read: {error.strerror}.", remedy="Check the path.") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{shown} is no JSON: {one_line(str(error))}.", remedy="Nothing was changed.") from error


def _show_rehearsal(memory: Memory, task: _Task, run_id: str | None, now: datetime, *, as_json: bool) -> None:
    from hardwon.curation.rehearsal import rehearsal  # noqa: PLC0415 - as above

    with rehearsal(memory, task.scopes, run_id) as tried:
        with _log(tried.memory, run_id, now) as changes:
            log = task.carry_out(tried.memory, changes)
        diff = tried.diff()
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
