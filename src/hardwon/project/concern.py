"""Concern: which areas a changed file may concern, beside those that have it among their own files.

What is not known to be without effect may have one: a file that no area names concerns all of them.

    a changed file                                               concerns
    ----------------------------------------------------------   ---------------------------------------------------
    of `sharedPaths`                                             every area; a conftest.py those with tests below it
    conftest.py                                                  the areas with tests below its folder
    a test file, by the runs known here or by its name, if a     the areas of its tests
    rule's `tests` cover it
                                                                 and those whose tests import it
    a test file that is new                                      its own area
    anything else in a folder of tests                           every area: tests of other areas may read it, too
    documentation, images, what editors and CI services need     none; sources among it as all others, if tests are in
                                                                 their language
    a link to a file outside of the project                      every area: no rule watches what is behind it
    of the `paths` of an area that a run has spoken of           that area (it starts again), those without `paths`,
                                                                 those with files under the same pattern, and those
                                                                 whose tests reach it by imports or have its name
                                                                 in a text; data by the sources that it lies beside
    taken out of them by `exclude`                               none
    all others                                                   every area
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from hardwon.areas.content import GONE, LED_OUT
from hardwon.areas.halts import Halt
from hardwon.areas.owners import Owners
from hardwon.areas.rules import covers
from hardwon.areas.wide import WidePatterns
from hardwon.project.layout import (
    SOURCE_ENDINGS,
    TEST_FILES,
    TEXT_ENDINGS,
    TRANSPARENT,
    folders_above,
    mark_of,
    name_of,
    parent_of,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from hardwon.areas.content import Digested
    from hardwon.areas.spellings import Naming
    from hardwon.project.users import Users

CONFTEST = "conftest.py"

PICTURE_ENDINGS = words("avif bmp drawio eps gif ico jpeg jpg mov mp4 pdf png psd svg tif tiff webm webp")
LEFTOVERS = words("bak log orig pid pyc rej swo swp tmp")

DOCUMENTS = words(
    "AUTHORS CHANGELOG CHANGES CITATION CODE_OF_CONDUCT CONTRIBUTING CONTRIBUTORS COPYING COPYRIGHT GOVERNANCE HISTORY "
    "LICENCE LICENSE MAINTAINERS NEWS NOTICE README RELEASES SECURITY SUPPORT THANKS TODO UPGRADING"
)
"""Names of documents, whatever their case, as they are or with the ending of a text."""

DOCUMENT_FOLDERS = words("doc docs documentation")
DOCUMENTS_SETUP = "conf.py"
SURROUNDINGS = words(
    ".azure-pipelines .changeset .circleci .devcontainer .fleet .github .gitlab changelog.d newsfragments"
)
"""Folders in the root for documents, CI services and editors."""

BESIDE_FILES = words(
    ".appveyor.yml .codecov.yml .coveralls.yml .editorconfig .git-blame-ignore-revs .gitattributes .gitignore .gitkeep "
    ".gitlab-ci.yml .keep .mailmap .markdownlint.json .markdownlint.yaml .pre-commit-config.yaml .readthedocs.yaml "
    ".readthedocs.yml .travis.yml CODEOWNERS appveyor.yml codecov.yml hardwon.yaml mkdocs.yml"
)
"""Files that neither a test nor what it tests ever reads."""

NEEDED_TEXTS = ("**/*constraints*.txt", "**/*requirements*.txt", "**/requirements/**", "**/CMakeLists.txt")
DATA_FOLDERS = TRANSPARENT | words("assets data fixtures locale locales prompts resources static templates")
"""Folders whose texts are part of the system."""

SHARED = "sharedPaths name it"
NOBODYS = "no area has it among its files"
BEYOND = "it leads out of the project"
SIDE_BY_SIDE = "the pattern that covers it covers files of the area, too"
IMPORTED = "its tests reach it by imports"
NAMED = "its tests may run, read or load it by its name"
UNKNOWN_SOURCES = "the files of the area are not known: it has no `paths`"
ABOVE = "its tests lie below it"
OWN_TESTS = "it holds tests of the area"


@dataclass(frozen=True, kw_only=True)
class Concerns:
    """What a changed file may concern in one project."""

    naming: Naming
    shared: tuple[str, ...]
    areas: Mapping[str, bool]
    """The areas that runs have spoken of, each with whether its files are known."""

    files: Digested
    """All files that there are now."""

    users_of: Callable[[Collection[str]], Users] | None = None
    """Who imports whom, given the files that are gone; asked only where a source of an area changed."""

    tests_of: Callable[[], Mapping[str, Collection[str]]] = field(default=dict)
    """The files of the tests that are known, each with their areas: asked only where a test file changed."""

    @cached_property
    def _owners(self) -> Owners:
        return Owners(self.naming.rules)

    @cached_property
    def _wide(self) -> WidePatterns:
        return WidePatterns(self.naming.rules, self.files, self._owners)

    @cached_property
    def _tests(self) -> Mapping[str, Collection[str]]:
        return self.tests_of()

    @cached_property
    def _with_sources(self) -> frozenset[str]:
        """The folders in which a source lies."""
        return frozenset(parent_of(path) for path in self.files if _ending(path) in SOURCE_ENDINGS)

    @cached_property
    def _languages_of_tests(self) -> frozenset[str]:
        return frozenset(_ending(path) for path in self.files if mark_of(path)) & SOURCE_ENDINGS

    @cached_property
    def _unknown(self) -> frozenset[str]:
        return frozenset(area for area, is_known in self.areas.items() if not is_known)

    def halts(self, changed: Digested) -> dict[str, Halt]:
        """The areas that changed files concern, each with the file that says it best.

        `changed` has each file with the digest that it had.
        """
        found: dict[str, list[tuple[str, str]]] = {}
        for path, before in changed.items():
            for area, why in self._reach(path, is_new=before == GONE).items():
                found.setdefault(area, []).append((path, why))
        for path, area, why in (*self._importing(changed, found), *self._importing_tests(changed, found)):
            found.setdefault(area, []).append((path, why))
        return {area: _best(files) for area, files in found.items()}

    def edited(self, changed: Iterable[str]) -> tuple[str, ...]:
        """Those of the changed files that may hold tests."""
        return tuple(path for path in changed if mark_of(path) or _is_named_test(path) or path in self._tests)

    def _reach(self, path: str, *, is_new: bool) -> dict[str, str]:
        """The areas that a change of a file concerns, each with the reason."""
        is_shared = bool(self.shared) and covers(self.shared, path)
        if name_of(path) == CONFTEST:
            return dict.fromkeys(self._below(parent_of(path)), ABOVE)
        if is_shared:
            return dict.fromkeys(self.areas, SHARED)
        own = self._areas_of_tests(path, is_new=is_new)
        if own is not None and (_is_named_test(path) or (mark_of(path) and path in self._tests)):
            return dict.fromkeys(own, OWN_TESTS)
        # Tests can lie in what they test, as doctests do: then it concerns whatever the file itself concerns, too.
        return dict.fromkeys(own or (), OWN_TESTS) | self._reach_of_content(path)

    def _reach_of_content(self, path: str) -> dict[str, str]:
        if self.is_without_effect(path):
            return {}
        if mark_of(path):
            return dict.fromkeys(self.areas, NOBODYS)
        if LED_OUT in self.files.get(path, ""):
            return dict.fromkeys(self.areas, BEYOND)
        if own := self._own(path):
            beside = {area: SIDE_BY_SIDE for area in self._wide.areas(path, own) - own if area in self.areas}
            return beside | dict.fromkeys(self._unknown, UNKNOWN_SOURCES)
        return {} if self._owners.is_left_out(path) else dict.fromkeys(self.areas, NOBODYS)

    def _own(self, path: str) -> set[str]:
        """The areas that start again when a file changes."""
        return {area for area in self._owners.areas_of(path) if self.areas.get(area)}

    def _importing(self, changed: Digested, halted: Collection[str]) -> Iterator[tuple[str, str, str]]:
        """The changed files of areas, each with the further areas that reach it, and how."""
        sources = {path: own for path in changed if not self.is_without_effect(path) and (own := self._own(path))}
        known = set(halted).union(*sources.values())
        # Who imports whom takes long to read: nobody asks where all areas run anyway.
        if not sources or self.users_of is None or self.areas.keys() <= known:
            return
        users = self.users_of(changed.keys() - self.files.keys())
        for path, own in sources.items():
            importing = users.of(path, self._owners.areas_of, self._placed)
            naming = set[str]().union(*map(self._areas_around, users.naming(path))) - importing
            for area, why in (*dict.fromkeys(importing, IMPORTED).items(), *dict.fromkeys(naming, NAMED).items()):
                if area in self.areas and area not in own:
                    yield path, area, why

    def _importing_tests(self, changed: Digested, halted: Collection[str]) -> Iterator[tuple[str, str, str]]:
        """The changed tests, each with the further areas whose tests import them: a base class, a fixture, a helper."""
        tests = [path for path in changed if mark_of(path)]
        if not tests or self.users_of is None or self.areas.keys() <= set(halted):
            return
        users = self.users_of(changed.keys() - self.files.keys())
        for path in tests:
            for user in users.of_test(path):
                for area in self._areas_around(user):
                    yield path, area, IMPORTED

    def _areas_around(self, path: str) -> Collection[str]:
        """The areas of what lies among tests: its own, or those below the folder of a conftest."""
        if name_of(path) == CONFTEST:
            return self._below(parent_of(path))
        return self._areas_of_tests(path, is_new=False) or ()

    def is_without_effect(self, path: str) -> bool:
        """Whether a change of a file concerns no area, unless `sharedPaths` name it."""
        return _is_document(path) or (not mark_of(path) and self._is_beside(path))

    def _below(self, folder: str) -> Collection[str]:
        """The areas with a test below a folder."""
        if not folder:
            return self.areas
        inside = f"{folder}/"
        files = [file for file in self._tests if file.startswith(inside)]
        named = {self._placed(file) for file in files}.union(*(self._tests[file] for file in files))
        return named & self.areas.keys()

    def _areas_of_tests(self, path: str, *, is_new: bool) -> Collection[str] | None:
        """The areas of the tests in a file; None if it is not known to hold tests."""
        known = self._tests.get(path)
        by_rule = any(covers(rule.tests, path) for rule in self.naming.rules)
        if known is None and not by_rule and not (is_new and _is_named_test(path)):
            return None
        return {self._placed(path), *(known or ())} & self.areas.keys()

    def _placed(self, path: str) -> str:
        return self.naming.place(name="", file=path).area

    def _is_beside(self, path: str) -> bool:
        """Whether a file is for people, for an editor or for a service, not for the system."""
        top, name, ending = path.partition("/")[0], name_of(path), _ending(path)
        if top != path and top in DOCUMENT_FOLDERS | SURROUNDINGS:
            return not self._may_be_imported(path)
        if name in BESIDE_FILES or name.endswith("~") or ending in PICTURE_ENDINGS | LEFTOVERS:
            return True
        return ending in TEXT_ENDINGS and not covers(NEEDED_TEXTS, path) and not self._is_data(path)

    def _may_be_imported(self, path: str) -> bool:
        """Whether a file among documents is a source that tests can import: not what makes the pages themselves."""
        if name_of(path) == DOCUMENTS_SETUP or any(part.startswith((".", "_")) for part in path.split("/")[:-1]):
            return False
        return _ending(path) in self._languages_of_tests

    def _is_data(self, path: str) -> bool:
        """Whether a text lies where a program may read it: beside sources, or in a folder for that."""
        above = list(folders_above(path))
        if any(name_of(folder).lower() in DOCUMENT_FOLDERS for folder in above):
            return False
        return any(folder in self._with_sources or name_of(folder).lower() in DATA_FOLDERS for folder in above)


def _best(files: list[tuple[str, str]]) -> Halt:
    """What says best why an area is halted: its own tests first, then what is shared, then the unknown."""
    order = (OWN_TESTS, ABOVE, SHARED, BEYOND, NOBODYS, IMPORTED, NAMED, SIDE_BY_SIDE, UNKNOWN_SOURCES)
    file, why = min(files, key=lambda found: order.index(found[1]))
    return Halt(file=file, why=why, more=len(files) - 1)


def _ending(path: str) -> str:
    return name_of(path).rpartition(".")[2].lower() if "." in name_of(path) else ""


def _is_named_test(path: str) -> bool:
    return covers(TEST_FILES, name_of(path))


def _is_document(path: str) -> bool:
    stem, _, ending = name_of(path).partition(".")
    return stem.upper() in DOCUMENTS and (not ending or ending.lower() in TEXT_ENDINGS)
