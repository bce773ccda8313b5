"""Checks on runs/: the evidence of each run can be read, and has the shape that readers rely on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hardwon.doctor.areas import CLOCK_SKEW
from hardwon.evidence.runs import Runs, is_under_way
from hardwon.store import reading
from hardwon.store.lines import Flaw
from hardwon.text.plain import counted, one_line
from hardwon.text.times import moment

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hardwon.doctor.examined import Disagreement, Examined

LARGEST_SUMMARY = 50_000_000
MOST_LINES = 5
"""Broken lines of one file that are named one by one."""


def summaries(examined: Examined) -> Iterator[Disagreement]:
    """Each run has a run.json that says what it was and what followed from it."""
    for run in examined.runs:
        folder = examined.project.runs / run
        reason = _summary_flaw(examined, run, folder / "run.json")
        # A run that another process has pruned meanwhile is no disagreement.
        if reason and folder.is_dir():
            yield examined.finding(folder / "run.json", reason)


def _summary_flaw(examined: Examined, run: str, path: Path) -> str:
    try:
        summary = json.loads(reading.content(path, LARGEST_SUMMARY))
    except FileNotFoundError:
        return "is missing"
    except reading.TooLarge as error:
        return f"is {error.strerror}"
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    except (ValueError, RecursionError) as error:
        return f"is no JSON: {one_line(str(error), 120)}"
    if not isinstance(summary, dict):
        return "must hold an object"
    return _shape_flaw(summary, run) or _time_flaw(examined, summary.get("time")) or _unfinished(summary)


def _unfinished(summary: dict[str, Any]) -> str:
    """A run whose process is gone before it was over; one that is still at it is no disagreement."""
    if summary.get("status") != "running" or is_under_way(summary):
        return ""
    return "is unfinished: the run was killed; what it saw and changed until then is in steps.jsonl and changes.jsonl"


def _shape_flaw(summary: dict[str, Any], run: str) -> str:
    if summary.get("run_id") != run:
        return f"run_id: is {one_line(repr(summary.get('run_id')), 80)}, but the folder is {run!r}"
    verdicts = summary.get("verdicts")
    if not isinstance(verdicts, list):
        return "verdicts: must be a list"
    return next((f"verdicts[{i}]: {_VERDICT}" for i, verdict in enumerate(verdicts) if not _is_verdict(verdict)), "")


_VERDICT = "must be an object with area, passed, tests, failed and flaky"


def _is_verdict(verdict: Any) -> bool:
    return (
        isinstance(verdict, dict)
        and isinstance(verdict.get("area"), str)
        and isinstance(verdict.get("passed"), bool)
        and all(type(verdict.get(key)) is int and verdict[key] >= 0 for key in ("tests", "failed", "flaky"))
    )


def _time_flaw(examined: Examined, time: Any) -> str:
    try:
        return f"time: {time} lies in the future" if moment(time) > examined.now + CLOCK_SKEW else ""
    except (ValueError, TypeError):
        return f"time: is {one_line(repr(time), 60)}, but must be an RFC 3339 time"


def test_lines(examined: Examined) -> Iterator[Disagreement]:
    """Each test of a run can be read, with its verdict."""
    evidence = Runs(examined.project.runs, kept=len(examined.runs))
    for run in examined.runs:
        flaws = [row for row in evidence.tests(run) if isinstance(row, Flaw)]
        for flaw in flaws[:MOST_LINES]:
            yield examined.finding(flaw.path, flaw.said)
        if len(flaws) > MOST_LINES:
            yield examined.finding(flaws[0].path, f"{counted(len(flaws) - MOST_LINES, 'more broken line')}")
