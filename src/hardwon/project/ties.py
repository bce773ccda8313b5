"""Ties: which sources each test is about, by what it imports and by its name.

Direct imports only, through re-exports, helpers and fixtures, but not what the sources import in turn. Fixtures,
helpers and test data are never tied: a tie leads from a test to a part of the system.
"""

from __future__ import annotations

import gc
import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from hardwon.project.imports import go, javascript, jvm, python
from hardwon.project.imports.texts import Texts
from hardwon.project.layout import folders_above, mark_of, name_of, parent_of, subject_of
from hardwon.project.named_documents import named_documents
from hardwon.project.sources import is_source
from hardwon.project.test_files import area_folder, bare_key, is_plain_script, is_test, shared_folders

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

MOST_OF_ONE_NAME = 3
"""Sources of one name, equally near to a test, up to which the name says something."""

DOMINANT = 0.8
"""Share of the sources from which a folder is the system itself: an area named so would consist of everything."""

_SCRIPT_TEST = re.compile(r"\b(?:bench|describe|it|scenario|specify|suite|tap|tape|test)\s*[.(]", re.IGNORECASE)

_ENDINGS = (*python.ENDINGS, *javascript.ENDINGS, *jvm.ENDINGS)
"""Of the languages whose tests import one another by name; in Go a package is one area."""

_FAMILIES = (python.ENDINGS, javascript.ENDINGS, (".go",), jvm.ENDINGS, (".c", ".cc", ".cpp", ".h", ".hpp"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ties:
    """What is known of the tests of a project and the sources that they are about."""

    of_tests: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Each test file with its sources; empty where none was found."""

    are_imports: bool = False
    """Whether imports were found at all, not only names."""

    of_areas: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Each area that was known before, with the sources of its name."""

    passed: tuple[str, ...] = ()
    """Sources that only hand on what others define, and that tests import from."""

    starred: tuple[str, ...] = ()
    """Sources that these import by `*`."""

    uses: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """What each source imports."""

    documents: tuple[str, ...] = ()
    """Documents that tests name."""

    packages: Mapping[str, str] = field(default_factory=dict)
    """Go modules: the import path of each folder that is one."""

    unread: Mapping[str, str] = field(default_factory=dict)
    """Files that could not be read or understood, with the reason."""


class _Language(Protocol):
    def of(self, test: str) -> frozenset[str]: ...
    def used_by(self, source: str) -> frozenset[str]: ...


def read(root: Path, files: Iterable[str], areas: Iterable[str] = ()) -> Ties:
    """The ties of a project, whose files are given as relative paths, and of areas that are known already."""
    collects = gc.isenabled()
    # Syntax trees have no circles, and looking for some among millions of nodes takes a third of the time.
    gc.disable()
    try:
        return _read(root, files, areas)
    finally:
        if collects:
            gc.enable()


def _read(root: Path, files: Iterable[str], areas: Iterable[str]) -> Ties:
    importing = Importing(root, files)
    sources, tests, named = importing.sources, importing.tests, importing.named
    of_python, of_scripts, of_go = importing.of_python, importing.of_scripts, importing.of_go
    imported = {test: importing.of(test) for test in tests}
    if any(imported.values()):
        uses = {path: importing.used_by(path) for path in sorted(sources) if importing.language_of(path)}
    else:
        uses = {}
    of_areas = {area: named.by_name(area) for area in areas}
    return Ties(
        of_tests={test: found | named.of(test) for test, found in imported.items()},
        are_imports=any(imported.values()),
        of_areas=of_areas,
        passed=tuple(sorted(of_python.passed | of_scripts.passed)),
        starred=tuple(sorted(of_python.starred)),
        uses=uses,
        documents=named_documents(importing.files, importing.texts) if tests else (),
        packages=of_go.modules,
        unread=importing.texts.unread,
    )


class Importing:
    """Who imports whom in a project, each file read when it is first asked for."""

    def __init__(self, root: Path, files: Iterable[str], *, with_tests: bool = False) -> None:
        """`with_tests` takes tests and their helpers for sources, too: for who imports a test."""
        self.files = files = sorted(files)
        self.texts = texts = Texts(root)
        self.sources = sources = frozenset(
            path for path in files if is_source(path) or (with_tests and mark_of(path) and path.endswith(_ENDINGS))
        )
        self.of_python = python.PythonTies(files, sources, texts)
        self.of_scripts = javascript.ScriptTies(files, sources, texts)
        self.of_go = go.GoTies(files, sources, texts)
        self._languages: list[tuple[tuple[str, ...], _Language]] = [
            (python.ENDINGS, self.of_python),
            (javascript.ENDINGS, self.of_scripts),
            ((".go",), self.of_go),
            (jvm.ENDINGS, jvm.JvmTies(files, sources, texts)),
        ]

    @cached_property
    def tests(self) -> list[str]:
        found = (path for path in self.files if is_test(path))
        return [path for path in found if not (is_plain_script(path) and _has_no_test(self.texts, path))]

    @cached_property
    def named(self) -> SourceNames:
        return SourceNames(self.sources)

    def language_of(self, path: str) -> _Language | None:
        return next((each for endings, each in self._languages if path.endswith(endings)), None)

    def of(self, test: str) -> frozenset[str]:
        """The sources that a test file imports."""
        language = self.language_of(test)
        return language.of(test) if language else frozenset()

    def used_by(self, source: str) -> frozenset[str]:
        """The sources that a source imports."""
        language = self.language_of(source)
        return language.used_by(source) if language else frozenset()


def _has_no_test(texts: Texts, path: str) -> bool:
    return not _SCRIPT_TEST.search(texts.text(path))


class SourceNames:
    """Sources by the name of their file or folder, for tests that are named after them."""

    def __init__(self, sources: Iterable[str]) -> None:
        self._number = 0
        self._sources: dict[str, list[str]] = {}
        self._folders: dict[str, set[str]] = {}
        self._below: dict[str, list[str]] = {}
        for path in sorted(sources):
            self._number += 1
            self._sources.setdefault(bare_key(name_of(path).rpartition(".")[0]), []).append(path)
            for folder in folders_above(path):
                self._folders.setdefault(bare_key(name_of(folder)), set()).add(folder)
                self._below.setdefault(folder, []).append(path)

    def of(self, test: str) -> set[str]:
        """The sources that a test, or the folder of tests that it lies in, is named after."""
        if test.endswith(".go"):
            return self._of_package(parent_of(test), test)
        found = self._near(test, bare_key(subject_of(test)))
        if folder := area_folder(test):
            found |= self._near(test, bare_key(subject_of(f"{folder}.")))
        return found

    def _of_package(self, folder: str, test: str) -> set[str]:
        """A Go test speaks for its package: all files of its folder, but in the root, where it is named after one."""
        if folder:
            return {path for path in self._below.get(folder, ()) if parent_of(path) == folder}
        return {path for path in self._sources.get(bare_key(subject_of(test)), ()) if "/" not in path}

    def by_name(self, area: str) -> frozenset[str]:
        """The sources that are named like an area."""
        key = bare_key(area)
        below = [path for folder in self._folders.get(key, ()) for path in self._below[folder]]
        return frozenset([*self._sources.get(key, ()), *below])

    def _is_part(self, folder: str) -> bool:
        return len(self._below[folder]) < DOMINANT * self._number

    def _near(self, test: str, key: str) -> set[str]:
        """The sources of a name that lie nearest to the test; none where too many lie equally near."""
        if not key:
            return set()
        family = next((endings for endings in _FAMILIES if test.endswith(endings)), (f".{test.rpartition('.')[2]}",))
        files = [path for path in self._sources.get(key, ()) if path.endswith(family)]
        folders = [
            each for each in self._folders.get(key, ()) if self._is_part(each) and not test.startswith(f"{each}/")
        ]
        places = files + folders
        nearest = max((shared_folders(parent_of(each), test) for each in places), default=0)
        best = [each for each in places if shared_folders(parent_of(each), test) == nearest]
        if len(best) > MOST_OF_ONE_NAME:
            return set()
        return {path for each in best for path in self._below.get(each, [each]) if path.endswith(family)}
