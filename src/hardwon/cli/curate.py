"""The command that applies decisions of a person or another program, with all guards."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hardwon.cli.common import command, note, show_json, with_memory
from hardwon.errors import UsageError
from hardwon.plain import one_line

if TYPE_CHECKING:
    from hardwon.curation.apply import Reach
    from hardwon.memory import Memory

LARGEST = 10_000_000


@command("curate", example="hardwon curate --product shop --decisions decisions.json")
@click.argument("run_id", required=False, metavar="[RUN]")
@click.option("--decisions", "source", required=True, metavar="FILE|-", help='{"decisions": [{"action": …}, …]}')
@click.option("--product", required=True, metavar="NAME", help="The product that the decisions are about.")
@click.option("--test", metavar="ID", help="The test that they are about.")
@click.option("--suite", metavar="FILE", help="The suite that they are about.")
@click.option("--position", type=click.IntRange(0), metavar="N", help="With --suite: the place, counted from 0.")
@with_memory()
def curate(memory: Memory, run_id: str | None, source: str, as_json: bool, **place: Any) -> None:
    """Apply decisions: add, update (confirm), deprecate, noop; each is judged alone, and all under one lock.

    With RUN only what was injected in that run may be touched, and nothing is added if it failed; without it everything
    in reach of the product, test and suite counts as shown.
    """
    from hardwon.curation import apply, decide  # noqa: PLC0415 - only this command

    decisions, errors = decide.read(_document(source))
    now = datetime.now(UTC)
    reach = _reach(memory, run_id, **place)
    with memory.changing(kind="curate", origin="curator", now=now) as changes:
        log = apply.apply(memory, decisions, reach, changes, now=now, errors=errors)
    document = log.document()
    if as_json:
        show_json(document)
        return
    note(", ".join(f"{document[what]} {what}" for what in ("added", "confirmed", "deprecated", "deleted")))
    for error in log.errors:
        note(f"Decision {error.index} ({error.action or 'unknown'}): {error.reason}", as_json=True)


def _document(source: str) -> Any:
    shown = "standard input" if source == "-" else source
    try:
        if source == "-":
            raw = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(source).open("rb") as file:
                raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise UsageError(f"{shown} is larger than {LARGEST} bytes.", remedy="Give fewer decisions at once.")
        return json.loads(raw)
    except OSError as error:
        raise UsageError(f"{shown} cannot be read: {error.strerror}.", remedy="Check the path.") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{shown} is no JSON: {one_line(str(error))}.", remedy="Nothing was changed.") from error


def _reach(
    memory: Memory, run_id: str | None, *, product: str, test: str | None, suite: str | None, position: int | None
) -> Reach:
    from hardwon import suites  # noqa: PLC0415 - as above
    from hardwon.curation.apply import Reach  # noqa: PLC0415 - as above

    if (suite is None) != (position is None):
        raise UsageError("--suite and --position go together.", remedy="Give --suite FILE --position N.")
    read = suites.read(Path(suite).resolve(), memory.project.root) if suite else None
    reach = Reach(product=product, test=test, suite=read, position=position, run=run_id)
    stored = [each.observation for each in memory.observations.listing().stored]
    if run_id is None:
        known = {each.id: each.digest for each in stored if reach.contains(each)}
        return Reach(product=product, test=test, suite=read, position=position, known=known)
    injected, confirmed, passed = _seen(memory, run_id)
    return Reach(
        product=product,
        test=test,
        suite=read,
        position=position,
        run=run_id,
        known={each.id: each.digest for each in stored if each.id in injected},
        confirmed=confirmed,
        may_add=passed,
    )


def _seen(memory: Memory, run_id: str) -> tuple[set[str], set[str], bool]:
    """What a run was given, what it has confirmed already, and whether it passed."""
    runs = memory.runs
    with runs.reading():
        if run_id not in runs.ids():
            raise UsageError(f"There is no run {one_line(run_id, 60)!r} here.", remedy="`.hardwon/runs` is local.")
        try:
            summary = runs.summary(run_id)
            lines = (runs.folder / run_id / "steps.jsonl").read_bytes().splitlines()
            injected = {each for line in lines for each in json.loads(line)["injected"]}
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise UsageError(
                f"The evidence of run {run_id} cannot be used: {one_line(str(error))}.", remedy="See `hardwon doctor`."
            ) from error
    deltas = summary.get("memory_log", {}).get("deltas", [])
    confirmed = {delta["observation_id"] for delta in deltas if delta.get("action") == "confirm"}
    return injected, confirmed, summary.get("status") == "passed"
