"""What a run tests: the state and the files of the project, or those of the commit that its reports name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hardwon.project.state import WorkTree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.evidence.reports import Report
    from hardwon.project.records import Records
    from hardwon.project.state import Subject


def under_test(records: Records, given: str, reports: Sequence[Report] = ()) -> Subject:
    """What is tested now: under the name that somebody gives it, if any."""
    tree = work_tree(records, reports)
    commits = sorted({report.commit for report in reports})
    found = tree.of_commit(commits[0]) if len(commits) == 1 and commits[0] else tree.tested()
    return replace(found, state=given) if given else found


def work_tree(records: Records, reports: Sequence[Report] = ()) -> WorkTree:
    """The files of a project, without its observations and the reports that are read."""
    project, config = records.project, records.config
    aside = [config.observations_folder(project), *(report.path for report in reports if report.path)]
    inside = [path.relative_to(project.root).as_posix() for path in aside if path.is_relative_to(project.root)]
    return WorkTree(root=project.root, cache=project.cache_file("state.json"), aside=inside, is_report=_is_report)


def _is_report(place: str) -> bool:
    """Whether a file is a report of a run: asked of untracked files that are new."""
    from hardwon.evidence.reports import is_report  # noqa: PLC0415 - the readers of all formats, and mostly nobody asks

    return is_report(place)
