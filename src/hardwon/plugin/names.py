"""What the tests of a pytest run are called in the project's records, and which area each is of.

The project's root need not be pytest's, and a test may lie outside of both.
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from hardwon.areas.rules import is_general
from hardwon.evidence.redaction import name_kept
from hardwon.text.plain import well_formed

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from hardwon.areas.spellings import Naming


class Named(NamedTuple):
    """A test as the records name it: like pytest's own reports, by file, classes and name."""

    test: str
    name: str
    file: str
    classname: str
    area: str


class Names:
    """The names of one run's tests. Asked twice for the same test, it looks once."""

    def __init__(self, rootpath: Path, root: Path, naming: Naming) -> None:
        self._rootpath = rootpath
        self._root = root
        self._naming = naming
        below = os.path.relpath(rootpath.resolve(), root)
        # A project that is kept elsewhere names its tests as pytest does.
        self._prefix = "" if below == "." or below.startswith("..") else f"{below}/"
        self.stray = False
        """Some test does not lie below pytest's root."""

        self._by_name = not all(is_general(pattern) for rule in naming.rules for pattern in rule.tests)
        """Some rule tells the tests of one file apart; else all of a class are of one area, which is found once."""

        self.of = cache(self._of)
        self._area = cache(self._placed)
        self._outside = cache(self._path_outside)
        self._place = cache(self._place_of)

    def outside(self, item: pytest.Item) -> str:
        """The file of a test that does not lie below pytest's root: there the node id does not tell it."""
        return self._outside(item.path)

    def _path_outside(self, path: Path) -> str:
        if path.is_relative_to(self._rootpath):
            return ""
        self.stray = True
        return os.path.relpath(path.resolve(), self._root)

    def _of(self, nodeid: str, outside: str, said: str) -> Named:
        # Without secrets, as the records have it, so that what is chosen by its name is found there.
        path, names = _parts(name_kept(nodeid))
        file, module = self._place(path, outside)
        inside = "::".join(names)
        name = inside or path
        classname = ".".join([module, *names[:-1]]) if len(names) > 1 else module
        area = self._area(name if self._by_name else "", file, classname, said and name_kept(said))
        return Named(f"{file}::{inside}" if names else file, name, file, classname, area)

    def _place_of(self, path: str, outside: str) -> tuple[str, str]:
        """The file that a node id begins with as the records have it, and as a module."""
        return _file_of(outside or self._prefix + path), path.removesuffix(".py").replace("/", ".")

    def _placed(self, name: str, file: str, classname: str, said: str) -> str:
        return well_formed(self._naming.place(name=name, file=file, classname=classname, said=said).area)


def _file_of(path: str) -> str:
    """A path as the records have it: what lies above the project goes by the rest of its path."""
    return "/".join(part for part in well_formed(path).split("/") if part not in ("", ".", ".."))


def _parts(nodeid: str) -> tuple[str, list[str]]:
    """The path and the names of a node id: what stands in the brackets of a parametrised test is no class."""
    address, bracket, parameters = nodeid.partition("[")
    path, *names = address.split("::")
    if bracket and names:
        names[-1] += bracket + parameters
    elif bracket:
        path, *names = nodeid.split("::")
    return path, names
