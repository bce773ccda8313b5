"""Footing: the files that a verdict on an area rests on. Its own files, its tests, and what all areas share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from hardwon.areas.content import content_of
from hardwon.areas.owners import Owners
from hardwon.areas.rules import covers, place
from hardwon.project.layout import TEST_FILES, name_of, parent_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from hardwon.areas.content import Content, Digested
    from hardwon.areas.rules import Rule
    from hardwon.areas.spellings import Naming

_CONFTEST = "conftest.py"


@dataclass(frozen=True, kw_only=True)
class Footing:
    """What one area rests on."""

    area: str
    naming: Naming
    shared: tuple[str, ...] = ()
    tests: Collection[str] = ()
    """Files that are known to hold tests of it, beside those that the rules and their names tell."""

    @cached_property
    def _own(self) -> tuple[Rule, ...]:
        return tuple(rule for rule in self.naming.rules if rule.area == self.area)

    @cached_property
    def _owners(self) -> Owners:
        return Owners(self._own)

    @cached_property
    def _patterns(self) -> tuple[str, ...]:
        return tuple(pattern for rule in self._own for pattern in rule.tests if not pattern.startswith("re:"))

    @property
    def has_paths(self) -> bool:
        """Whether its own files are known."""
        return any(rule.paths for rule in self._own)

    def has(self, path: str) -> bool:
        """Whether the area rests on a file."""
        if covers(self.shared, path) or path in self.tests or self._owners.areas_of(path):
            return True
        if name_of(path) == _CONFTEST:
            folder = parent_of(path)
            return not folder or any(test.startswith(f"{folder}/") for test in self.tests)
        is_test = covers(self._patterns, path) or covers(TEST_FILES, name_of(path))
        return is_test and self.naming.place(name="", file=path).area == self.area

    def of(self, files: Digested) -> Content:
        """Those of the files that it rests on."""
        return content_of({path: digest for path, digest in files.items() if self.has(path)})


@dataclass(frozen=True, kw_only=True)
class Footings:
    """The areas of a project, asked which of them rest on a file."""

    rules: Sequence[Rule]
    shared: tuple[str, ...] = ()

    @cached_property
    def _owners(self) -> Owners:
        return Owners(self.rules)

    def owning(self, path: str) -> frozenset[str]:
        """Those that have the file among their own."""
        return frozenset(self._owners.areas_of(path))

    def others(self, path: str, areas: Collection[str]) -> frozenset[str]:
        """Of the areas, those that share it or have tests in it."""
        if covers(self.shared, path):
            return frozenset(areas)
        is_test = covers(TEST_FILES, name_of(path)) or any(covers(rule.tests, path) for rule in self.rules)
        found = place(name="", file=path, rules=tuple(self.rules)).area if is_test else ""
        return frozenset({found} & set(areas))
