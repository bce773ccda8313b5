"""Tests that the command line names one by one: whoever names a test wants it run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


class Asked:
    """What the command line names with `::`, however it writes the path."""

    def __init__(self, config: pytest.Config) -> None:
        self._here = config.invocation_params.dir
        by_package = config.getoption("pyargs", default=False)
        self._named = [self._read(arg, by_package=by_package) for arg in config.args if "::" in arg.partition("[")[0]]

    @property
    def is_anything(self) -> bool:
        """Whether the command line names any test or class."""
        return bool(self._named)

    def names(self, item: pytest.Item) -> bool:
        """Whether the test, or what it is part of, is named."""
        return bool(self._named) and any(_is_named(item, path, name) for path, name in self._named)

    def _read(self, argument: str, *, by_package: bool) -> tuple[Path, str]:
        path, _, name = argument.partition("::")
        there = Path(os.path.abspath(self._here / path))  # noqa: PTH100 - as pytest: links stay as they are
        if by_package and not there.exists():
            return Path(path.replace(".", "/")), name
        return there, name


def _is_named(item: pytest.Item, path: Path, name: str) -> bool:
    own = item.nodeid.partition("::")[2]
    if own != name and not own.startswith((f"{name}[", f"{name}::")):
        return False
    return item.path == path if path.is_absolute() else _is_module(item.path, path)


def _is_module(file: Path, dotted: Path) -> bool:
    """Whether the file is the module of that name, wherever it is installed."""
    return file.with_suffix("").parts[-len(dotted.parts) :] == dotted.parts
