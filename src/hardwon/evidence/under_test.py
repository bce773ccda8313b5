"""What a run tests: the state and the files of the project, or those of the commit that its reports name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hardwon.areas.content import differing
from hardwon.areas.owners import Owners
from hardwon.evidence.crediting import Elsewhere
from hardwon.project.concern import Concerns
from hardwon.project.state import Subject, WorkTree

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from hardwon.evidence.reports import Report
    from hardwon.project.records import Records


def under_test(records: Records, given: str, reports: Sequence[Report]) -> Subject:
    """What is tested now: under the name that somebody gives it, if any."""
    tree = work_tree(records, reports)
    commits = sorted({report.commit for report in reports})
    found = tree.of_commit(commits[0]) if len(commits) == 1 and commits[0] else tree.tested()
    return replace(found, state=given) if given else found


def elsewhere(records: Records, reports: Sequence[Report], areas: Collection[str]) -> Elsewhere:
    """Of these areas those whose files are not as in the commits that reports name, or of which that is not known."""
    commits = sorted({report.commit.lower() for report in reports if report.commit})
    if not commits:
        return Elsewhere()
    tree = work_tree(records, reports)
    now, then = tree.tested(), [tree.of_commit(commit) for commit in commits]
    state = then[0].state if len(then) == 1 else f"commits:{' '.join(commits)}"
    found = frozenset[str]().union(*(_touched(records, each, now, areas) for each in then))
    return Elsewhere(areas=found, state=state)


def _touched(records: Records, then: Subject, now: Subject, areas: Collection[str]) -> Collection[str]:
    """The areas that differ between two moments: by their own files, or by any source where those are not known."""
    if then.content is None or now.content is None:
        return () if then.is_tree and then.state == now.state else areas
    # What a repository inside of ours has beside its commit is not known of a commit.
    present = {path: digest.partition("+")[0] for path, digest in now.content.files.items()}
    changed = differing(present, then.content.files)
    if not changed:
        return ()
    rules = records.config.rules
    owners = Owners(rules)
    watched = {area for path in present for area in owners.areas_of(path)}
    own = {area for path in changed for area in owners.areas_of(path)}
    unknown = dict.fromkeys((area for area in areas if area not in watched), False)
    concerned = Concerns(rules=rules, shared=records.config.shared, areas=unknown, files=present).halts(changed)
    return {area for area in areas if area in own or area in concerned}


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
