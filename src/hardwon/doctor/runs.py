"""Checks on runs/: the evidence of each run can be read, and has the shape that readers rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.doctor.areas import CLOCK_SKEW
from hardwon.errors import StorageError
from hardwon.evidence import changes
from hardwon.evidence.journal import STEPS
from hardwon.evidence.own_tests import PATIENCE, words_in
from hardwon.store.run_record import Flaw, UnreadablePart
from hardwon.text.plain import counted
from hardwon.text.times import moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.doctor.examined import Disagreement, Examined
    from hardwon.evidence.run_file import RunSummary

MOST_LINES = 5
"""Broken lines of one file that are named one by one."""


def summaries(examined: Examined) -> Iterator[Disagreement]:
    """Each run has a run.json that says what it was and what followed from it."""
    for run in examined.runs:
        flaw = _summary_flaw(examined, run)
        # A run that another process has pruned meanwhile is no disagreement.
        if flaw and examined.evidence.has(run):
            yield examined.finding(*flaw)


def strays(examined: Examined) -> Iterator[Disagreement]:
    """What is called like a run is one."""
    try:
        found = examined.evidence.record.strays()
    except StorageError:
        return  # a finding already
    for where in found:
        yield examined.finding(where, "is a link or a file, not the folder of a run; it is not used")


def _summary_flaw(examined: Examined, run: str) -> tuple[str, str] | None:
    """Where a run.json is not as it should be, and why."""
    try:
        summary = examined.evidence.summary(run)
    except UnreadablePart as error:
        return error.where, error.reason
    reason = summary.flaw or _time_flaw(examined, summary) or _unfinished(examined, summary)
    return (examined.evidence.where_of(run), reason) if reason else None


def _unfinished(examined: Examined, summary: RunSummary) -> str:
    """A run whose process is gone before it was over; one that is still at it is not a disagreement.

    A test that an agent carries out lives from call to call, whichever server answers.
    """
    if not summary.is_unfinished or summary.is_under_way:
        return ""
    if summary.own_test:
        words = words_in(examined.evidence.record, summary.run)
        if examined.now - moment(words[-1].at if words else summary.time) < PATIENCE:
            return ""
        return "is unfinished: an agent began this test and has not finished it; the next MCP server gives it up"
    return f"is unfinished: the run was killed; what it saw and changed until then is in {STEPS} and {changes.FILE}"


def _time_flaw(examined: Examined, summary: RunSummary) -> str:
    try:
        is_future = moment(summary.time) > examined.now + CLOCK_SKEW
    except ValueError:
        return f"time: is {summary.written_time}, but must be an RFC 3339 time"
    return f"time: {summary.time} lies in the future" if is_future else ""


def test_lines(examined: Examined) -> Iterator[Disagreement]:
    """Each test of a run can be read, with its verdict."""
    for run in examined.runs:
        flaws = [row for row in examined.evidence.tests(run) if isinstance(row, Flaw)]
        for flaw in flaws[:MOST_LINES]:
            yield examined.finding(flaw.where, flaw.said)
        if len(flaws) > MOST_LINES:
            yield examined.finding(flaws[0].where, f"{counted(len(flaws) - MOST_LINES, 'more broken line')}")
