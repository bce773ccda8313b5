"""What changed under a run: a pass is not credited where what it rests on is not what lies there when it ends.

Only the beginning and the end are compared. A failure counts whatever changed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hardwon.areas.content import differing
from hardwon.evidence.crediting import Circumstances
from hardwon.evidence.under_test import work_tree
from hardwon.project import git
from hardwon.project.footing import Footing
from hardwon.project.layout import SOURCE_ENDINGS
from hardwon.project.state import Subject
from hardwon.text.plain import counted, one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from pathlib import Path

    from hardwon.areas.content import Content
    from hardwon.evidence.results import Result
    from hardwon.project.records import Records

MOST_ASKED = 500
"""Sources that changed under one run, of which git is asked: no run writes so many."""


def footing_of(records: Records, area: str, tests: Collection[str] = ()) -> Footing:
    """What an area of the project rests on."""
    naming = records.naming
    return Footing(area=naming.called(area), naming=naming, shared=records.config.shared, tests=tests)


def word_on(records: Records, area: str, given: str) -> Circumstances:
    """What a machine's bare word is on: the build that is named, else what the area rests on, else all files."""
    if given:
        return Circumstances(state=given, may_be_named=False)
    footing, tested = footing_of(records, area), work_tree(records).tested()
    own = footing.of(tested.content.files).name if tested.content and footing.has_paths else ""
    return Circumstances(state=tested.state, own=own, may_be_named=False)


def looked_at(records: Records, under: Circumstances, results: Iterable[Result]) -> Circumstances:
    """The circumstances of a run, with what changed under it; of a report nobody knows when its run began."""
    if under.edited is not None or under.extent == "report":
        return under
    tests: dict[str, set[str]] = {}
    for result in results:
        tests.setdefault(result.area, set()).add(result.file)
    now = work_tree(records).tested() if under.content and tests else Subject()
    if under.content is None or now.content is None or now.content.name == under.content.name:
        return replace(under, edited={})
    changed = sorted(differing(now.content.files, under.content.files))
    naming, shared = records.naming, records.config.shared
    footings = [Footing(area=area, naming=naming, shared=shared, tests=own) for area, own in tests.items()]
    found = {footing.area: [*filter(footing.has, changed)] for footing in footings}
    is_same = Subject(state=under.state).is_tree and not _is_edit(records.project.root, changed)
    return replace(
        under,
        edited={area: why_not(files) for area, files in found.items() if files},
        ended=now.state if is_same else "",
    )


def _is_edit(root: Path, changed: Iterable[str]) -> bool:
    """Whether a person may have changed some of the files: sources that git has. What else changes, the run wrote."""
    sources = [path for path in changed if path.rpartition(".")[2] in SOURCE_ENDINGS]
    return len(sources) > MOST_ASKED or bool(git.tracked(root, sources))


def edited_since(footing: Footing, then: Mapping[str, str], name: str, now: Content) -> str:
    """What to say about a change of what an area rests on, where that is all that is known of the beginning.

    `name` is what it went by; `then` may be empty where there were too many files to keep.
    """
    present = footing.of(now.files)
    if present.name == name:
        return ""
    return why_not(sorted(differing(present.files, then)) if then else [])


def why_not(files: list[str]) -> str:
    """Why a pass is not credited, by the files that changed."""
    more = f" and {counted(len(files) - 1, 'more file')}" if len(files) > 1 else ""
    what = f"{one_line(files[0], 200)}{more}" if files else "a file that it rests on"
    return f"{what} changed before the run was over: what passed is not what lies here now"
