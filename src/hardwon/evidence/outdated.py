"""Files that were edited after a report was written: what passed then is not what lies here now.

A report that names no commit is about the files that are here, unless something speaks against it: a file is younger
than the report, and is not as in the last commit from before it. A fresh checkout is younger, too, but changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas.content import differing
from hardwon.evidence.edited import footing_of
from hardwon.evidence.under_test import work_tree
from hardwon.project import git
from hardwon.text.plain import counted, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from hardwon.evidence.reports import Report
    from hardwon.evidence.results import Result
    from hardwon.project.records import Records

AT_ONCE = 2.0
"""Seconds after the report within which a file is the run's own, or that of whoever works faster than people do."""


def outdated(records: Records, reports: Sequence[Report], results: Iterable[Result]) -> dict[str, str]:
    """By area, why no pass of it is credited: a file that it rests on was edited after a report was written."""
    written = [
        (at, each.shown)
        for each in reports
        if each.path and not each.commit and (at := _time_of(each.path)) is not None
    ]
    if not written:
        return {}
    at, shown = min(written)
    edited = _edited_since(records, reports, at)
    if not edited:
        return {}
    tests: dict[str, set[str]] = {}
    for result in results:
        tests.setdefault(result.area, set()).add(result.file)
    footings = [footing_of(records, area, own) for area, own in tests.items()]
    found = {footing.area: [*filter(footing.has, edited)] for footing in footings}
    return {area: _why(files, shown) for area, files in found.items() if files}


def _edited_since(records: Records, reports: Sequence[Report], at: float) -> list[str]:
    """Files that are younger than a moment, and not as they were committed before it."""
    root, tree = records.project.root, work_tree(records, reports)
    commit = git.last_before(root, at)
    now, then = tree.tested().content, tree.of_commit(commit).content if commit else None
    if now is None or then is None:
        return []
    present = {path: digest.partition("+")[0] for path, digest in now.files.items()}
    return sorted(path for path in differing(present, then.files) if _is_younger(root / path, at))


def _is_younger(file: Path, at: float) -> bool:
    """Whether a file was written after a moment; of one that is gone nobody knows when it went."""
    changed = _time_of(file)
    return changed is not None and changed > at + AT_ONCE


def _time_of(file: Path) -> float | None:
    try:
        return file.lstat().st_mtime
    except OSError:
        return None


def _why(files: list[str], shown: str) -> str:
    more = f" and {counted(len(files) - 1, 'more file')}" if len(files) > 1 else ""
    return f"{one_line(files[0], 200)}{more} changed after {one_line(shown, 200)} was written: run the tests again"
