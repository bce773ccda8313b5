"""Which areas a run says nothing about here: their files are not as in the commits that its reports name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas.content import differing
from hardwon.areas.owners import Owners
from hardwon.evidence.crediting import Elsewhere
from hardwon.evidence.under_test import work_tree
from hardwon.project.concern import Concerns

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from hardwon.evidence.reports import Report
    from hardwon.project.records import Records
    from hardwon.project.state import Subject


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
    naming = records.naming
    owners = Owners(naming.rules)
    watched = {area for path in present for area in owners.areas_of(path)}
    own = {area for path in changed for area in owners.areas_of(path)}
    unknown = dict.fromkeys((area for area in areas if area not in watched), False)
    concerned = Concerns(naming=naming, shared=records.config.shared, areas=unknown, files=present).halts(changed)
    return {area for area in areas if area in own or area in concerned}
