"""A test as people name it: the area that it is in, and the name that runs know it by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas.rules import Placement, is_file
from hardwon.project import yaml_tests

if TYPE_CHECKING:
    from pathlib import Path

    from hardwon.areas.spellings import Naming
    from hardwon.evidence.history import History


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
