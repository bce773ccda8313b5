"""The tests that runs have told of: in which area each is now, and which are no more."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hardwon.areas.candidate import Candidate
from hardwon.areas.rules import Placement, is_file
from hardwon.project import yaml_tests

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from hardwon.areas.spellings import Naming
    from hardwon.evidence.history import History, Known


def gone(past: History, root: Path) -> set[str]:
    """The tests of history whose file is no more."""
    files = {known.file for known in past.tests.values() if known.file}
    missing = {file for file in files if not os.path.isfile(root / file)}  # noqa: PTH113 - takes any name for no file
    return {test for test, known in past.tests.items() if known.file in missing}


def candidates(tests: Iterable[str], past: History, naming: Naming) -> list[Candidate]:
    """The tests of these names, each in the area where it lies now."""
    return [_candidate(test, past.tests.get(test), naming) for test in tests]


def called(test: str, past: History) -> str:
    """The name that runs know a test by: that of the only one in a file, as of a test in YAML."""
    inside = [name for name, known in past.tests.items() if known.file == test]
    return inside[0] if len(inside) == 1 and test not in past.tests else test


def placed(test: str, naming: Naming, root: Path) -> Placement:
    """The area of a test as people name it: its file, its dotted class name, or either with `::name`."""
    where, _, name = test.partition("::")
    if said := yaml_tests.area_of(root, where):
        return Placement(area=naming.called(said), reason="the test names it")
    return naming.place(name=name, file=where) if is_file(where) else naming.place(name=name, classname=where)


def _candidate(test: str, known: Known | None, naming: Naming) -> Candidate:
    if known and known.said:
        return Candidate(test=test, area=naming.called(known.area), unskippable=known.unskippable, file=known.file)
    where, _, name = test.partition("::")
    file = known.file if known else where if is_file(where) else ""
    placement = naming.place(name=known.name if known else name, file=file, classname=_classname(test))
    # A test whose name does not begin with its file is placed by more than its name says: its last run knows.
    keeps = known is not None and not placement.by_rule and not (file and test.startswith(f"{file}::"))
    return Candidate(
        test=test,
        area=naming.called(known.area) if known and keeps else placement.area,
        unskippable=known is not None and known.unskippable,
        file=file,
    )


def _classname(test: str) -> str:
    """The dotted class name that a report would give a test: rules may speak of it."""
    address = test.partition("[")[0]
    where, *names = address.split("::")
    if not where.endswith(".py"):
        return test.partition("::")[0]
    return ".".join([where.removesuffix(".py").replace("/", "."), *names[:-1]])
