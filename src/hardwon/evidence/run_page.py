"""A run for whoever looks at a CI job: what failed, what moved, what was left out, and one link. Text only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas.telling import earned
from hardwon.evidence.test_table import KeptTest
from hardwon.text.cells import cell
from hardwon.text.plain import counted, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hardwon.areas.learning import Learned, Movement
    from hardwon.evidence.runs import Runs

MOST_NAMED = 50
MOST_ANNOTATIONS = 10
"""GitHub shows no more of one step."""


def failed_tests(runs: Runs, run: str) -> list[KeptTest]:
    """The tests of a run that failed, as its evidence has them: without secrets."""
    if not run or not runs.has_tests(run):
        return []
    return [test for test in runs.tests(run) if isinstance(test, KeptTest) and test.verdict == "failed"]


def page(
    learned: Learned, failed: Sequence[KeptTest], *, left_out: Sequence[str] = (), environ: Mapping[str, str]
) -> str:
    """The page of a run whose verdicts are recorded."""
    lines = ["## Memory: " + _headline(learned, failed), ""]
    if learned.ignored:
        lines += [f"{cell(learned.ignored)}", ""]
    if failed:
        lines += ["### What failed", "", *_listed(f"- {cell(test.test)} ({cell(test.area)})" for test in failed), ""]
    moved = [each for each in learned.movements if each.verdict.credited]
    if moved:
        lines += ["### What moved", "", "| area | verdict | tests | confidence | |", "|---|---|---:|---:|---|"]
        lines += [*_listed(map(_row, moved)), ""]
    uncounted = [each for each in learned.verdicts if not each.credited]
    if uncounted:
        told = (f"- {cell(each.area)}: {cell(each.why)}" for each in uncounted)
        lines += ["### What does not count", "", *_listed(told), ""]
    if left_out:
        lines += ["### What was left out", "", *_listed(f"- {cell(line)}" for line in left_out), ""]
    link = report_link(environ)
    lines.append(f"Run {cell(learned.run)}" + (f" · [report]({link})" if link else "") if learned.run else link)
    return "\n".join(lines).rstrip() + "\n\n"


def _headline(learned: Learned, failed: Sequence[KeptTest]) -> str:
    moved = sum(each.verdict.credited for each in learned.movements)
    return f"{counted(len(failed), 'test')} failed, {counted(moved, 'area')} moved"


def _row(movement: Movement) -> str:
    verdict, before = movement.verdict, movement.before
    change = f"{earned(before.confidence) if before else 'new'} → {earned(movement.after.confidence)}"
    how = "passed" if verdict.passed else f"{verdict.failed} of {verdict.tests} failed"
    news = "" if movement.news == "new" else movement.news
    return f"| {cell(verdict.area)} | {how} | {verdict.tests} | {change} | {cell(news)} |"


def _listed(lines: Iterable[str]) -> list[str]:
    every = list(lines)
    more = len(every) - MOST_NAMED
    return [*every[:MOST_NAMED], "", f"And {more} more."] if more > 0 else every


def report_link(environ: Mapping[str, str]) -> str:
    """Where the CI shows the job; empty outside of CI."""
    if environ.get("GITHUB_RUN_ID"):
        parts = (environ.get(f"GITHUB_{name}", "") for name in ("SERVER_URL", "REPOSITORY"))
        link = "/".join([*parts, "actions", "runs", environ["GITHUB_RUN_ID"]])
    else:
        link = environ.get("CI_JOB_URL", "")
    is_plain = link.startswith(("https://", "http://")) and not set(link) & set(" ()<>[]\"'\\\r\n")
    return link if is_plain else ""


def marks_for_github(failed: Sequence[KeptTest], environ: Mapping[str, str]) -> list[str]:
    """Lines by which GitHub marks the files of failed tests; none elsewhere."""
    if environ.get("GITHUB_ACTIONS") != "true":
        return []
    return [
        f"::error file={_property(test.file)},title={_property(f'hardwon: {test.area}')}::{_escaped(test.test)} failed"
        for test in failed[:MOST_ANNOTATIONS]
    ]


def _escaped(text: str) -> str:
    return one_line(text).replace("%", "%25")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
