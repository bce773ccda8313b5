"""The tests that runs have told of: in which area each is now, and which are no more."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hardwon.areas.candidate import Candidate
from hardwon.areas.rules import is_file

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
