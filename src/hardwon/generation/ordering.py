"""Scenarios for a project: its mandate, its known areas, the scenarios of before, and the evidence of asking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.evidence import answers
from hardwon.evidence.redaction import clean
from hardwon.evidence.run_file import RunDetails
from hardwon.evidence.runs import new_run_id
from hardwon.generation.asking_again import Commission

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.evidence.recording import Recorder
    from hardwon.generation.asking_again import Generated
    from hardwon.generation.authors import Author
    from hardwon.mandate.parts import Mandate
    from hardwon.project.records import Records
    from hardwon.target.origin import Origin

OVER = "scenarios were asked for, and nothing was run"
INTERRUPTED = "asking for scenarios was interrupted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is asked of whom."""

    mandate: Mandate
    author: Author
    target: Origin | None = None
    repeats: bool = False
    """Whether scenarios of before are taken where nothing new is written: they are run again."""

    watch: Callable[[str], None] = lambda _: None


def generated(records: Records, recorder: Recorder, order: Order) -> tuple[str, Generated]:
    """The run that keeps the evidence of asking, and what came of it."""
    now = recorder.clock()
    run = new_run_id(now)
    runs = recorder.runs
    details = RunDetails(origin="agent")
    recorder.begin(run, now, kind=answers.KIND, details=details)
    why = INTERRUPTED
    try:
        commission = Commission(
            author=order.author,
            mandate=order.mandate.text,
            areas=records.naming.exact,
            target=order.target,
            earlier=list(answers.taken_before(runs.record)),
            keep=lambda row: answers.keep(runs.record, run, row),
            watch=order.watch,
            clean=clean,
            repeats=order.repeats,
        )
        made = commission.carried_out()
        answers.keep(runs.record, run, {"taken": list(made.found.items)})
        why = OVER
    finally:
        recorder.give_up(run, now, kind=answers.KIND, details=details, state="", why=why)
    return run, made
