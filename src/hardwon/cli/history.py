"""`hardwon ingest --history`: many past runs in one go."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from hardwon.areas.telling import earned
from hardwon.cli.common import bar, finish, note, progress, show_json, table
from hardwon.errors import HardwonError, ReportError
from hardwon.evidence.past_files import LeftOut, PastFiles
from hardwon.evidence.past_reports import PastReader
from hardwon.evidence.replaying import Replaying
from hardwon.text.plain import counted
from hardwon.text.times import in_utc

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.areas.area import Area
    from hardwon.evidence.past_reports import PastReport
    from hardwon.evidence.replaying import Past, Replayed
    from hardwon.memory import Memory

MOST_NAMED = 10
"""Files that are named as left out; `--json` has all of them."""

NOTHING = 3


def ingest_history(memory: Memory, names: Sequence[str], *, source: str, dry: bool, as_json: bool) -> None:
    """Record the past runs whose reports lie there, and say what came of them."""
    found = PastFiles.named(names, memory.project.root)
    reader = PastReader(
        naming=memory.records.naming, root=memory.project.root, now=memory.clock().timestamp(), source=source
    )
    read = _read(found, reader)
    past = Replaying(recorder=memory.recorder, reader=reader, dry=dry).record(read)
    if as_json:
        show_json(_document(past, found, dry=dry))
    else:
        note(*_text(past, found, dry=dry))
    if not read:
        raise ReportError(
            f"None of {counted(len(found.left_out), 'file')} is a report that could be read.",
            remedy="Nothing was recorded. Name the folder in which the reports lie.",
        )
    if past.runs and all(each.ignored for each in past.runs):
        finish(1)


def _read(found: PastFiles, reader: PastReader) -> list[PastReport]:
    read = []
    with progress(found.files, label="Reading reports") as waiting:
        for file in waiting:
            try:
                read.append(reader.read(file))
            except HardwonError as error:
                found.left_out.append(LeftOut(shown=file.shown, reason=error.args[0]))
    return read


def _document(past: Past, found: PastFiles, *, dry: bool) -> dict[str, Any]:
    return {
        "dry_run": dry,
        "runs": [_run(each) for each in past.runs],
        "areas": [_area(area) for area in past.areas.values()],
        "repeated": dict(past.repeated),
        "left_out": [{"path": each.shown, "reason": each.reason} for each in found.left_out],
        "other_files": found.others,
    }


def _run(each: Replayed) -> dict[str, Any]:
    return {
        "run_id": each.run,
        "time": each.at,
        "time_from": each.past.dated,
        "commit": each.past.commit or None,
        "reports": [report.file.shown for report in each.past.reports],
        "verdicts": [verdict.document() for verdict in each.verdicts],
        "ignored": each.ignored or None,
        "recorded": not each.is_older,
    }


def _area(area: Area) -> dict[str, Any]:
    names = ("name", "confidence", "test_count", "pass_count", "fail_count", "last_tested_at", "retired")
    return {name: getattr(area, name) for name in names}


def _text(past: Past, found: PastFiles, *, dry: bool) -> list[str]:
    new = [each for each in past.runs if not each.is_older]
    parts: list[str] = []
    if new:
        number = sum(len(each.past.reports) for each in new)
        parts.append(
            f"{counted(len(new), 'past run')} from {counted(number, 'report')}, {new[0].at} to {new[-1].at}"
            f"{'; nothing was written (--dry-run)' if dry else ''}."
        )
        parts.append(_table(past, new))
    parts += _remarks(past, new)
    if new and past.areas:
        parts.append(
            "History alone retires no area and leaves no test out: that takes one credited pass on the present state."
        )
    if found.left_out:
        named = [f"  {each.shown}: {each.reason}" for each in found.left_out[:MOST_NAMED]]
        if len(found.left_out) > MOST_NAMED:
            named.append(f"  and {counted(len(found.left_out) - MOST_NAMED, 'more file')}; --json has all of them")
        parts.append("\n".join([f"Left out: {counted(len(found.left_out), 'file')}", *named]))
    return parts or ["There is nothing to record."]


def _table(past: Past, new: Sequence[Replayed]) -> str:
    credited: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for verdict in (verdict for each in new for verdict in each.verdicts):
        credited[verdict.area] += verdict.credited
        failed[verdict.area] += verdict.credited and not verdict.passed
    columns = ("area", "counted", "failed", "confidence", "last tested")
    rows = [
        (
            name,
            str(credited[name]),
            str(failed[name] or "-"),
            f"{bar(area.confidence, 10)} {earned(area.confidence):>6}",
            in_utc(area.last_tested_at) if area.last_tested_at else "-",
        )
        for name, area in past.areas.items()
    ]
    return table(columns, rows, right=("counted", "failed"))


def _remarks(past: Past, new: Sequence[Replayed]) -> list[str]:
    """What people should know about the runs, a sentence each."""
    said = []
    if older := len(past.runs) - len(new):
        said.append(
            f"{counted(older, 'run')} said nothing new: the areas know of runs that are not older. To begin with the "
            "past, start over with `hardwon memory --reset`."
        )
    if past.repeated:
        said.append(f"{counted(len(past.repeated), 'report')} had been counted before.")
    if ignored := sum(bool(each.ignored) for each in new):
        said.append(f"{counted(ignored, 'run')} taught nothing: nearly all tests failed or could not run.")
    if undated := sum(each.past.dated == "file" for each in new):
        said.append(f"{counted(undated, 'run')} named no time: the time of the file was taken.")
    return ["\n".join(said)] if said else []
