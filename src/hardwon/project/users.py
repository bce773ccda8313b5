"""Users: which areas reach a source by imports, as the files are now.

What the configuration ties an area to is what was known when it was written. Since then a test, or what it tests, may
have come to import a source of another area: a fault there breaks both.

Nothing of it is kept from one time to the next, so nothing can be forged. Instead only those files are parsed that may
import what changed, as their text says (`project/imports/mentions`); where no such text can be told, all of a language.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from hardwon.project.imports import python
from hardwon.project.imports.mentions import Mentions
from hardwon.project.layout import mark_of, name_of, parent_of, project_files
from hardwon.project.ties import Importing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path


class Users:
    """Walks from a source to those who import it, and reads no file before it is come upon."""

    def __init__(self, root: Path, gone: Collection[str] = (), *, with_tests: bool = False) -> None:
        """`gone` are files that are deleted, and may still be imported. `with_tests` counts tests among sources."""
        self._root = root
        self._gone = gone
        self._with_tests = with_tests
        self._used_by: dict[str, set[str]] = {}
        """Each source with the sources that import it, as far as they were looked at."""

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
    def _named(self) -> dict[str, set[str]]:
        """Each test with the sources that it is named after."""
        return {test: found for test in self._importing.tests if (found := self._importing.named.of(test))}

    def of(self, path: str, owners: Callable[[str], Collection[str]], placed: Callable[[str], str]) -> set[str]:
        """The areas that reach a source: of tests, which are placed, and of sources, which have owners."""
        reached, tests = self._reaching(path)
        found = (test for test in tests if not reached.isdisjoint(self._sources_of(test)))
        named = (test for test, sources in self._named.items() if not reached.isdisjoint(sources))
        return {placed(test) for test in (*found, *named)}.union(*map(owners, reached))

    def of_test(self, path: str) -> set[str]:
        """The tests, helpers and conftests that import a test, or import who does."""
        reached, _ = self._among_tests._reaching(path)  # noqa: SLF001 - another of this class
        return {each for each in reached if each != path and mark_of(each)}

    @cached_property
    def _among_tests(self) -> Users:
        return Users(self._root, self._gone, with_tests=True)

    def _reaching(self, path: str) -> tuple[set[str], Collection[str]]:
        """The sources that reach a source by imports, and the tests that may."""
        if not path.endswith(python.ENDINGS):
            language = self._importing.language_of(path)
            alike = [each for each in self._importing.files if self._importing.language_of(each) is language]
            self._look_at(alike)
            return self._closed({path}), self._tests_among(alike)
        reached, sought, waiting = {path, *self._run_after(path)}, {path}, [path]
        seen: set[str] = set()
        while waiting:
            found = self._mentions.of(waiting.pop()) - seen
            seen |= found
            self._look_at(found)
            reached = self._closed(reached)
            new = (reached | {each for each in found if self._mentions.may_hand_on(each)}) - sought
            sought |= new
            waiting.extend(new)
        return reached, self._tests_among(seen)

    def _run_after(self, path: str) -> Collection[str]:
        """The sources of a package: whoever imports one of them runs its `__init__.py` first."""
        if name_of(path) != python.INIT:
            return ()
        inside = f"{parent_of(path)}/"
        return [each for each in self._importing.sources if each.startswith(inside) and each.endswith(python.ENDINGS)]

    def _tests_among(self, paths: Collection[str]) -> Collection[str]:
        return set(self._importing.tests).intersection(paths)

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
