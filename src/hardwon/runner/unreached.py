"""Areas that nothing reaches any more: ghosts of tests that were moved, renamed or deleted.

    what the project and its runs say of an area             what is said
    ------------------------------------------------------   ------------------------------------------------
    a rule, a target, a test file or a test in YAML          nothing: it is reached
      names it
    somebody recorded it, or a scenario or marker named it   nothing: it is reached
    its tests are in another area now                        merge it into that one, or rename it
    its tests are in several areas now                       remove it
    the files of its tests were here and are gone            remove it
    the files of its tests are not here                      nothing: reports of another project reach it
    no kept run speaks of it, and there are rules            a remark: it may be removed

Only the newest runs are kept, and none in a fresh checkout: what they do not speak of is never a finding.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hardwon.areas.overview import Unreached
from hardwon.areas.rules import spelling
from hardwon.areas.spellings import typed
from hardwon.errors import StorageError
from hardwon.evidence.history import history
from hardwon.evidence.runs import Runs
from hardwon.runner.known_tests import candidates
from hardwon.store.run_record import UnreadablePart
from hardwon.text.plain import first_of, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from datetime import datetime

    from hardwon.areas.overview import NamedAreas
    from hardwon.areas.spellings import Naming
    from hardwon.evidence.history import History
    from hardwon.project.records import Records

BY_TESTS = ("pytest", "ingest", "history")
"""Runs whose verdicts rest on tests that lie somewhere."""

GONE = "the files of its tests are gone"
NOBODY = "no rule, no test file and no run that is kept here names it"


def unreached(
    named: NamedAreas, naming: Naming, records: Records, clock: Callable[[], datetime]
) -> tuple[Unreached, ...]:
    """The areas that nothing reaches, each with what mends it. In another tool's folder nobody can say that."""
    project = records.project
    if not named.unnamed or project.areas_folder != project.state:
        return ()
    runs = Runs.of(records, clock)
    open_names = _unrecorded(named.unnamed, naming, runs)
    if not open_names:
        return ()
    past = history(runs)[0]
    moved: dict[str, set[str]] = {name: set(areas) for name, areas in named.elsewhere.items() if name in open_names}
    gone = set()
    for name, areas, was_here in _now(past, naming, open_names, records):
        if name in areas or not (areas or was_here):
            open_names.discard(name)
        elif areas:
            moved.setdefault(name, set()).update(areas)
        else:
            gone.add(name)
    if not naming.rules:
        open_names &= {*moved, *gone}
    return tuple(
        _told(name, moved.get(name, set()), naming.record, is_gone=name in gone)
        for name in named.unnamed
        if name in open_names
    )


def _unrecorded(names: Collection[str], naming: Naming, runs: Runs) -> set[str]:
    """The areas that nobody, and no agent, recorded by name."""
    found = set(names)
    for run in reversed(runs.ids()):
        if not found:
            break
        try:
            summary = runs.summary(run)
        except UnreadablePart:
            continue  # `doctor` names it
        if summary.kind not in BY_TESTS:
            found -= {naming.former.get(spelling(verdict.area), verdict.area) for verdict in summary.verdicts}
    return found


def _now(
    past: History, naming: Naming, names: Collection[str], records: Records
) -> Iterator[tuple[str, set[str], bool]]:
    """Each area that tests were in, with the areas that they are in now, and whether they once lay here."""
    tests: dict[str, list[str]] = {}
    for test, known in past.tests.items():
        area = naming.called(naming.former.get(spelling(known.area), known.area))
        if area in names:
            tests.setdefault(area, []).append(test)
    once = _files_once_here(records) if tests else frozenset()
    is_there: dict[str, bool] = {"": True}
    for area, own in tests.items():
        files = {past.tests[test].file for test in own}
        for file in files - is_there.keys():
            is_there[file] = os.path.isfile(records.project.root / file)  # noqa: PTH113 - takes any name for no file
        present = [test for test in own if is_there[past.tests[test].file]]
        yield area, {each.area for each in candidates(present, past, naming)}, not once.isdisjoint(files)


def _files_once_here(records: Records) -> frozenset[str]:
    """The files that the project had when areas last passed, as far as that is known on this machine."""
    try:
        contents = records.rosters.read().contents
    except StorageError:
        return frozenset()  # `doctor` names it
    return frozenset(contents.files).union(*contents.others.values())


def _told(name: str, moved: set[str], known: Collection[str], *, is_gone: bool) -> Unreached:
    remove = f"hardwon areas remove {typed(name)}"
    if len(moved) == 1:
        [into] = moved
        way = "merge" if into in known else "rename"
        command = f"hardwon areas {way} {typed(name)} {typed(into)}"
        return Unreached(area=name, why=f"its tests are in {one_line(into, 80)} now", command=command)
    if moved:
        return Unreached(area=name, why=f"its tests are in {one_line(first_of(sorted(moved), 3))} now", command=remove)
    if is_gone:
        return Unreached(area=name, why=GONE, command=remove)
    return Unreached(area=name, why=NOBODY, command=remove, is_certain=False)
