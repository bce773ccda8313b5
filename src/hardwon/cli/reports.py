"""Commands on test reports: ingest, flaky."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from hardwon.areas.telling import earned, percent
from hardwon.cli.common import bar, command, finish, fitting, note, progress, show_json, table, tell, with_memory
from hardwon.cli.history import ingest_history
from hardwon.cli.report_files import write_report, write_step_summary
from hardwon.errors import UsageError
from hardwon.evidence import reports, run_page, titles
from hardwon.evidence.flaky import flaky_tests
from hardwon.text.plain import counted, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from hardwon.areas.learning import Learned, Movement
    from hardwon.evidence.flaky import FlakyTest
    from hardwon.evidence.reports import Report
    from hardwon.memory import Memory

LONGEST_STATE = 24
JEST_NAMES_NO_FILE = (
    "jest-junit names no test file by default. Where a title does not tell it, areas are titles of describe blocks, "
    'and rules on files do not apply. One setting cures it: "jest-junit": {"addFileAttribute": "true"} in '
    "package.json, or JEST_JUNIT_ADD_FILE_ATTRIBUTE=true."
)


@command(
    "ingest",
    example="hardwon ingest report.xml\nhardwon ingest 'shards/*.xml' --json\nhardwon ingest --history artifacts/",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--history", is_flag=True, help="Many past runs, in the order of time: folders, files, .zip archives.")
@click.option("--dry-run", is_flag=True, help="With --history: show what would be recorded, and write nothing.")
@click.option("--again", is_flag=True, help="Count reports again that were counted before.")
@click.option("--source", metavar="NAME", default="", help="Where the tests are from (default: as the report says).")
@click.option("--state", metavar="TEXT", help="What was tested (default: the report's commit, else the files here).")
@click.option("--summary", type=click.Path(dir_okay=False), help="Write a page for people, too: Markdown.")
@with_memory
def ingest(  # noqa: PLR0917 - click hands every option over
    memory: Memory,
    files: tuple[str, ...],
    history: bool,
    dry_run: bool,
    again: bool,
    source: str,
    state: str | None,
    summary: str | None,
    as_json: bool,
) -> None:
    """Turn test reports into verdicts: JUnit XML, CTRF JSON, Playwright JSON, TAP; `-` is standard input.

    All files of one call are one run: give the shards of a run together. With --history they are many runs, told apart
    by folders, commits and times.
    """
    source = one_line(source.strip(), 100)
    if history:
        unfit = {"--again": again, "--state": state is not None, "--summary": summary is not None}
        if any(unfit.values()):
            raise UsageError(
                f"{next(name for name, given in unfit.items() if given)} does not go with --history.",
                remedy="Past runs are on the commits that reports or paths name, and each counts once.",
            )
        ingest_history(memory, files, source=source, dry=dry_run, as_json=as_json)
        return
    if dry_run:
        raise UsageError("--dry-run goes with --history.", remedy="Add --history, or leave it out.")
    names = reports.find(files, memory.project.root)
    with progress(names, label="Reading reports") as waiting:
        read = [reports.read(name) for name in waiting]
    learned = memory.ingest(read, again=again, source=source, state=state)
    if any(_is_of_jest_by_default(each, memory.project.root) for each in read):
        note(JEST_NAMES_NO_FILE, as_json=True)
    if as_json:
        show_json(_ingest_json(learned))
    else:
        tell(*_ingest_text(learned, read))
    for warning in learned.warnings:
        tell(warning, as_json=True)
    if learned.ignored:
        tell(learned.ignored, as_json=True)
    _tell_ci(memory, learned, summary)
    if learned.ignored:
        finish(1)


def _is_of_jest_by_default(report: Report, root: Path) -> bool:
    """Whether it looks as jest-junit writes by default, and a title does not tell the file of each test."""
    return (
        bool(report.results)
        and all(map(titles.is_nameless, report.results))
        and not all(each.file for each in titles.found(report.results, root))
    )


def _tell_ci(memory: Memory, learned: Learned, summary: str | None) -> None:
    """The page of the run where somebody wants it, and where GitHub looks for it; marks at the files that failed."""
    if not summary and not {"GITHUB_STEP_SUMMARY", "GITHUB_ACTIONS"} & os.environ.keys():
        return
    failed = run_page.failed_tests(memory.runs, learned.run)
    for line in run_page.marks_for_github(failed, os.environ):
        note(line, as_json=True)
    page = run_page.page(learned, failed, environ=os.environ).encode()
    write_step_summary(page, root=memory.project.root)
    if summary:
        write_report(summary, page, root=memory.project.root)


def _ingest_json(learned: Learned) -> dict[str, Any]:
    return {
        "run_id": learned.run or next(iter(learned.repeated.values()), ""),
        "verdicts": [verdict.document() for verdict in learned.verdicts],
        "ignored": learned.ignored or (None if learned.run else _repeated(learned)),
        "repeated": dict(learned.repeated),
    }


def _repeated(learned: Learned) -> str:
    return "; ".join(f"{shown} was counted before, in run {run}" for shown, run in learned.repeated.items())


def _ingest_text(learned: Learned, read: Sequence[Report]) -> list[str]:
    parts = []
    if learned.repeated:
        parts.append(f"{_repeated(learned)}. It counts once; --again counts it again.")
    if learned.movements:
        columns = ("area", "verdict", "tests", "failed", "flaky", "confidence", "")
        rows = [_row(movement) for movement in learned.movements]
        parts.append(fitting(columns, rows, right=("tests", "failed", "flaky")))
    elif learned.run and not learned.ignored:
        parts.append(f"No test passed or failed{_instead(read)}, so no area was moved.")
    if learned.run:
        parts.append(f"Run {learned.run}")
    return parts


def _instead(read: Iterable[Report]) -> str:
    """What became of tests that neither passed nor failed; empty if there were none."""
    ended = Counter(result.outcome for report in read for result in report.results)
    skipped = [f"{ended['skipped']} skipped"] if ended["skipped"] else []
    told = [f"{ended['error']} could not run"] if ended["error"] else []
    return f" ({', '.join([*told, *skipped])})" if told or skipped else ""


def _row(movement: Movement) -> tuple[str, ...]:
    verdict, after = movement.verdict, movement.after
    return (
        verdict.area,
        "passed" if verdict.passed else "FAILED",
        str(verdict.tests),
        str(verdict.failed or "-"),
        str(verdict.flaky or "-"),
        f"{bar(after.confidence, 10)} {earned(after.confidence):>6}",
        movement.news,
    )


@command("flaky", example="hardwon flaky --json")
@with_memory
def flaky(memory: Memory, as_json: bool) -> None:
    """List tests that failed and passed on the same state, in one run or in two, across the runs that are kept."""
    found = flaky_tests(memory.runs)
    for flaw in found.flaws:
        note(f"{memory.project.shown(flaw.where)}{flaw.at}: {flaw.reason}; left out.", as_json=True)
    if as_json:
        show_json(found.document())
    elif not found.runs:
        note(f"History is unknown here: no run with tests is known, and {memory.runs.keeping}.")
    elif not found.tests:
        note(f"No flaky test in {counted(found.runs, 'run')}.")
    else:
        columns = ("test", "area", "flaky runs", "rate", "last in run", "on one state")
        rows = [
            (t.test, t.area, f"{t.flaky} of {t.runs}", percent(t.rate), t.last_run, _on_state(t)) for t in found.tests
        ]
        note(table(columns, rows, right=("rate",)))


def _on_state(test: FlakyTest) -> str:
    """The newest state on which runs of a test ended in both ways, and how often."""
    if not test.states:
        return ""
    *others, last = test.states
    more = f"; {counted(len(others), 'more state')}" if others else ""
    return f"{last.passed} passed, {last.failed} failed on {one_line(last.state, LONGEST_STATE)}{more}"
