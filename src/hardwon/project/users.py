"""Users: which areas reach a file by imports or by its name in a text, as the files are now.

What the configuration ties an area to is what was known when it was written. Since then a test, or what it tests, may
have come to import a source of another area: a fault there breaks both.

Nothing of it is kept from one time to the next, so nothing can be forged. Instead only those files are parsed that may
import what changed, as their text says (`project/imports/mentions`); where no such text can be told, all of a language.
Without an import a file is reached by those who spell its name (`project/imports/spoken`), and data by those who reach
the sources that it lies beside.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from hardwon.project.imports import python
from hardwon.project.imports.mentions import Mentions
from hardwon.project.imports.spoken import Spoken
from hardwon.project.layout import folders_above, mark_of, name_of, parent_of, project_files
from hardwon.project.test_files import is_test
from hardwon.project.ties import Importing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path


@dataclass(slots=True)
class _Walk:
    """How far a walk has come."""

    reached: set[str] = field(default_factory=set)
    """The sources that reach where it began."""

    seen: set[str] = field(default_factory=set)
    """The files that may."""

    sought: set[str] = field(default_factory=set)
    """The files of which it was asked who may."""


class Users:
    """Walks from a source to those who import it, and reads no file before it is come upon."""

    def __init__(self, root: Path, gone: Collection[str] = (), *, with_tests: bool = False) -> None:
        """`gone` are files that are deleted, and may still be imported. `with_tests` counts tests among sources."""
        self._root = root
        self._gone = gone
        self._with_tests = with_tests
        self._used_by: dict[str, set[str]] = {}
        """Each source with the sources that import it, as far as they were looked at."""

        self._walked: dict[str, tuple[set[str], set[str], set[str]]] = {}
        self._uses: dict[str, frozenset[str]] = {}
        self._tests: dict[str, frozenset[str]] = {}

    @cached_property
    def _importing(self) -> Importing:
        files = {*project_files(self._root), *self._gone}
        return Importing(self._root, files, with_tests=self._with_tests)

    @cached_property
    def _mentions(self) -> Mentions:
        importing = self._importing
        return Mentions(
            [path for path in importing.files if path.endswith(python.ENDINGS)], importing.sources, importing.texts
        )

    @cached_property
    def _spoken(self) -> Spoken:
        return Spoken(self._importing.files, self._importing.texts)

    @cached_property
    def _named(self) -> dict[str, set[str]]:
        """Each test with the sources that it is named after."""
        return {test: found for test in self._importing.tests if (found := self._importing.named.of(test))}

    def of(self, path: str, owners: Callable[[str], Collection[str]], placed: Callable[[str], str]) -> set[str]:
        """The areas that reach a file: of tests, which are placed, and of sources, which have owners."""
        reached, tests, _ = self._known(path)
        found = (test for test in tests if not reached.isdisjoint(self._sources_of(test)))
        named = (test for test, sources in self._named.items() if not reached.isdisjoint(sources))
        return {placed(test) for test in (*found, *named)}.union(*map(owners, reached))

    def naming(self, path: str) -> set[str]:
        """The tests, helpers and conftests that name a file in a text, or what reaches it, or that import who does."""
        _, _, speaking = self._known(path)
        return speaking.union(*(self.of_test(each) for each in speaking if not is_test(each)))

    def of_test(self, path: str) -> set[str]:
        """The tests, helpers and conftests that import a test, or import who does."""
        walk = _Walk()
        self._among_tests._go_on(walk, {path})  # noqa: SLF001 - another of this class
        return {each for each in walk.reached if each != path and mark_of(each)}

    @cached_property
    def _among_tests(self) -> Users:
        return Users(self._root, self._gone, with_tests=True)

    def _known(self, path: str) -> tuple[set[str], set[str], set[str]]:
        """The sources that reach a file by imports or by name, the tests that may, and what among tests names it."""
        if path not in self._walked:
            walk = _Walk()
            speaking: set[str] = set()
            asked: set[str] = set()
            waiting = {path} if path in self._importing.sources else {path, *self._beside(path)}
            while waiting:
                self._go_on(walk, waiting)
                new = walk.reached - asked
                asked |= new
                said = set[str]().union(*map(self._spoken.of, new))
                speaking.update(each for each in said if mark_of(each))
                waiting = (said & self._importing.sources) - walk.reached
            self._walked[path] = walk.reached, set(self._importing.tests) & walk.seen, speaking
        return self._walked[path]

    def _beside(self, path: str) -> list[str]:
        """The sources of the nearest folder above a file that has any: they may read it as their data."""
        for folder in folders_above(path):
            if found := [each for each in self._importing.sources if parent_of(each) == folder]:
                return found
        return []

    def _go_on(self, walk: _Walk, paths: Collection[str]) -> None:
        """Walk on from further files."""
        walk.reached.update(paths)
        waiting: list[str] = []
        for path in paths:
            if path.endswith(python.ENDINGS):
                walk.reached.update(self._run_after(path))
                waiting.append(path)
            else:
                language = self._importing.language_of(path)
                walk.seen.update(
                    each for each in self._importing.files if self._importing.language_of(each) is language
                )
        self._look_at(walk.seen)
        walk.sought.update(waiting)
        while waiting:
            found = self._mentions.of(waiting.pop()) - walk.seen
            walk.seen |= found
            self._look_at(found)
            walk.reached = self._closed(walk.reached)
            new = (walk.reached | {each for each in found if self._mentions.may_hand_on(each)}) - walk.sought
            walk.sought |= new
            waiting.extend(each for each in new if each.endswith(python.ENDINGS))
        walk.reached = self._closed(walk.reached)

    def _run_after(self, path: str) -> Collection[str]:
        """The sources of a package: whoever imports one of them runs its `__init__.py` first."""
        if name_of(path) != python.INIT:
            return ()
        inside = f"{parent_of(path)}/"
        return [each for each in self._importing.sources if each.startswith(inside) and each.endswith(python.ENDINGS)]

    def _look_at(self, paths: Collection[str]) -> None:
        """Read what sources import, if it was not read before."""
        for path in paths:
            if path in self._importing.sources and path not in self._uses:
                self._uses[path] = self._importing.used_by(path)
                for used in self._uses[path]:
                    self._used_by.setdefault(used, set()).add(path)

    def _closed(self, reached: set[str]) -> set[str]:
        """Sources with all that reach them, as far as they were looked at."""
        found, waiting = set(reached), [*reached]
        while waiting:
            new = self._used_by.get(waiting.pop(), set()) - found
            found |= new
            waiting.extend(new)
        return found

    def _sources_of(self, test: str) -> frozenset[str]:
        if test not in self._tests:
            self._tests[test] = self._importing.of(test)
        return self._tests[test]
