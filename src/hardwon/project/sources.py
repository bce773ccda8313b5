"""The source files of a project, and those of them that no area covers.

A source is told by its name alone: the ending of a programming language, and not a test, documentation, an example, a
state folder, an excluded folder, or something generated or vendored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas.owners import Owners
from hardwon.areas.rules import covers
from hardwon.project.layout import SOURCE_ENDINGS, mark_of, project_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from hardwon.areas.rules import Rule

ACCOMPANYING = frozenset(
    [
        "bench",
        "benchmarks",
        "ci",
        "contrib",
        "demo",
        "doc",
        "docs",
        "example",
        "examples",
        "samples",
        "script",
        "scripts",
        "tools",
        "typings",
    ]
)
"""Folders in the root whose files are not part of the system."""

PACKAGES_IN_GO = frozenset({"ci", "contrib", "doc", "docs", "tools"})
"""Those of them that are packages like any other where they hold Go."""

BUILDING = ("*.config.*", "*file.{js,py,ts}", ".*", "conftest.py", "setup.py", "tasks.py")
"""Files in the root that build, check or set up the project."""


def source_files(root: Path) -> list[str]:
    """The sources below a folder, as relative paths, sorted."""
    return sorted(path for path in project_files(root) if is_source(path))


def is_source(path: str) -> bool:
    """Whether a file, named by its path below the root, is part of the system as source text."""
    if path.rpartition(".")[2] not in SOURCE_ENDINGS or accompanies(path):
        return False
    return not (mark_of(path) or ("/" not in path and covers(BUILDING, path)))


def accompanies(path: str) -> bool:
    """Whether a file lies in a folder that is not part of the system, such as its documentation or examples."""
    top, slash, _ = path.partition("/")
    return bool(slash) and top in ACCOMPANYING and not (path.endswith(".go") and top in PACKAGES_IN_GO)


def uncovered(sources: Iterable[str], rules: Sequence[Rule], shared: Sequence[str] = ()) -> list[str]:
    """The sources that no area has among its files.

    What `sharedPaths` cover concerns every area, and what a rule takes out of its own paths was left out on purpose.
    """
    owners, shared = Owners(rules), tuple(shared)
    return [
        path
        for path in sources
        if not (owners.areas_of(path) or owners.is_left_out(path) or (shared and covers(shared, path)))
    ]
