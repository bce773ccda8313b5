"""Whether a run of pytest is the whole suite or a part of it: by its command line, and by what was deselected.

What the ini file says holds for every run and narrows none. Of a part, a pass is held against what is known.
"""

from __future__ import annotations

import os
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.areas.rules import EXCLUDED_FOLDERS
from hardwon.store import trees

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

_NARROWING = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "pyargs")
"""Options that leave tests out."""

_NARROWING_INI = ("addopts", "norecursedirs", "python_classes", "python_files", "python_functions", "testpaths")
"""What the ini file may say, and `-o` on the command line otherwise."""

_BY_OPTION = ("_pytest.mark", "_pytest.main", "hardwon.plugin.choosing")
"""Who deselects by an option, which is looked at by itself, or because an area has proven itself."""


def is_narrowed(config: pytest.Config) -> bool:
    """Whether the command line asks for a part of the suite."""
    always = config._parser.parse_known_args(config.getini("addopts"))  # noqa: SLF001 - pytest.Parser, as hooks get it
    option = config.option
    if any(getattr(option, name, None) != getattr(always, name, None) for name in _NARROWING):
        return True
    overridden = (each for each in option.override_ini or () if each not in (always.override_ini or ()))
    if any(each.partition("=")[0].strip() in _NARROWING_INI for each in overridden):
        return True
    if getattr(option, "lf", False) and config.cache is not None and config.cache.get("cache/lastfailed", {}):
        return True
    named = [each for each in option.file_or_dir if each not in always.file_or_dir]
    return _leaves_files_out(config, named)


def _leaves_files_out(config: pytest.Config, named: Sequence[str]) -> bool:
    """Whether there are test files beside those that the command line names."""
    if any("::" in each.partition("[")[0] for each in named):
        return True
    here = config.invocation_params.dir
    whole = [config.rootpath / each for each in config.getini("testpaths")] or [config.rootpath]
    if not named and (here == config.rootpath or config.option.file_or_dir):
        return False
    chosen = [Path(os.path.abspath(here / each)) for each in named] or [here]  # noqa: PTH100 - as pytest: links stay
    return any(_has_test_beside(folder, chosen, config) for folder in whole)


def _has_test_beside(folder: Path, chosen: Sequence[Path], config: pytest.Config) -> bool:
    patterns = config.getini("python_files")
    passed_over = (*EXCLUDED_FOLDERS, *config.getini("norecursedirs"))
    covered = {str(each) for each in chosen}
    if any(folder.is_relative_to(each) for each in chosen):
        return False
    for place, folders, files in trees.walk(folder):
        folders[:] = [
            name
            for name in folders
            if f"{place}/{name}" not in covered and not any(fnmatch(name, each) for each in passed_over)
        ]
        beside = (name for name in files if f"{place}/{name}" not in covered)
        if any(fnmatch(name, each) for name in beside for each in patterns):
            return True
    return False


class Deselection:
    """Hears of tests that another plugin left out: the other shards, what failed last."""

    def __init__(self) -> None:
        self.seen = False

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self.seen |= bool(items) and _caller() not in _BY_OPTION


def _caller() -> str:
    """The module that called a hook: the nearest one that does not pass calls on."""
    frame = sys._getframe(2)  # noqa: SLF001 - the hook does not say who deselects
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("pluggy"):
        frame = frame.f_back
    return str(frame.f_globals.get("__name__", ""))
