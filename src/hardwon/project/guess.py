"""Areas guessed from a project: a first division that a person then corrects.

The tests make the areas, named as by default; the ties of the tests, which are read elsewhere, make their files. Where
nothing is known of tests, the folders of the sources and the lines of CODEOWNERS are the areas. The same tree gives the
same guess, and every pattern in it covers something that it was guessed from: a file, or a test as reports name it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.areas.owners import Owners
from hardwon.areas.rules import Rule, spelling
from hardwon.project.drafts import (
    Draft,
    areas_below,
    each_pattern_once,
    folder_patterns,
    go_patterns,
    literal,
    most_specific_first,
    package_patterns,
    patterns_for,
    root_package_patterns,
)
from hardwon.project.farther import FarReach
from hardwon.project.layout import (
    COLLECTIONS,
    MODULE_ENDINGS,
    TRANSPARENT,
    Tree,
    folders_above,
    name_of,
    parent_of,
)
from hardwon.project.package_data import data_for_others
from hardwon.project.shared import shared_paths
from hardwon.project.test_files import SCRIPT_ENDINGS, area_folder, area_name, bare_key, is_test, known_area
from hardwon.project.ties import Ties
from hardwon.text.plain import clean_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hardwon.project.codeowners import Ownership

MOST_AREAS = 200
LARGEST = 800_000
"""Bytes that the patterns may take in hardwon.yaml, which is read up to a million."""

MOST_HUBS = 100
"""Patterns for shared sources, for data, and for documents."""

FEWEST_PROJECTS = 3
"""Folders side by side, each built like a project: from this number on they are the parts."""

DOMINANT = 0.8
"""Share of the source files from which one folder is the system and the others stand beside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """The areas of a tree, those with the most files if there are too many."""

    rules: tuple[Rule, ...]
    left_out: int = 0
    shared: tuple[str, ...] = ()
    """Globs of files that concern every area."""

    hubs: tuple[str, ...] = ()
    """The same for sources of areas that other areas work with, too."""

    data: tuple[str, ...] = ()
    """The same for what lies beside such sources."""

    documents: tuple[str, ...] = ()
    """The same for documents that tests name."""

    @property
    def everywhere(self) -> tuple[str, ...]:
        """All that concerns every area."""
        return self.shared + self.hubs + self.data + self.documents


def guess(
    paths: Iterable[str],
    ownerships: Iterable[Ownership] = (),
    ties: Ties | None = None,
    known: Iterable[str] = (),
) -> Guess:
    """Areas for the files of a project, given as relative paths: those known already, and those of its tests."""
    paths = sorted(paths)
    drafts = _Drafts(Tree(paths), ties or Ties(of_tests={path: frozenset() for path in paths if is_test(path)}), known)
    drafts.divide()
    drafts.split_off(ownerships)
    drafts.add_modules()
    drafts.place_sources()
    drafts.place_tests()
    drafts.gather_folders()
    largest = sorted(drafts.used(), key=lambda draft: (not draft.is_known, -draft.files, draft.name))
    rules = each_pattern_once(sorted(_fitting(draft.rule() for draft in largest[:MOST_AREAS]), key=most_specific_first))
    found = Guess(rules=rules, left_out=len(largest) - len(rules), shared=shared_paths(paths))
    return found if ties is None else _with_others(found, paths, ties)


def _fitting(rules: Iterable[Rule]) -> Iterator[Rule]:
    """The rules, as many as the file can hold."""
    left = LARGEST
    for rule in rules:
        left -= 1000 + sum(
            2 * len(each.encode("utf-8", "replace")) + 12 for each in rule.tests + rule.paths + rule.exclude
        )
        if left < 0:
            return
        yield rule


def _with_others(found: Guess, paths: list[str], ties: Ties) -> Guess:
    """The guess with what concerns other areas than those that have it.

    Sources that tests of others reach through other sources, or that only hand on what others define; what lies beside
    such sources; documents that tests name.
    """
    rules, owners = found.rules, Owners(found.rules)
    reach = FarReach(ties.uses, {path: owners.areas_of(path) for path in ties.uses})
    everywhere = {rule.area for rule in rules}
    starred = (path for path in ties.starred if set(owners.areas_of(path)) != everywhere)
    hubs = {*reach.from_elsewhere(), *ties.passed, *starred}
    return replace(
        found,
        hubs=tuple(sorted(patterns_for(sorted(hubs), MOST_HUBS))),
        data=data_for_others(paths, owners, reach, MOST_HUBS),
        documents=tuple(sorted(patterns_for([*ties.documents], MOST_HUBS))),
    )


class _Drafts:
    """The areas of a tree: first the folders that are parts, then the files that belong to each."""

    def __init__(self, tree: Tree, ties: Ties, known: Iterable[str]) -> None:
        self._tree = tree
        self._ties = ties
        self._known = {spelling(area): area for area in known}
        self._names = {
            bare_key(area_name(test, ties.packages)): area_name(test, ties.packages) for test in ties.of_tests
        }
        self._drafts: dict[str, Draft] = {}
        for area in self._known.values():
            if draft := self._draft(area):
                draft.is_known = True
                draft.tied |= ties.of_areas.get(area, frozenset())
        self._homes: dict[str, tuple[Draft, str]] = {}
        """Each folder, or single file, that is an area or a share of one, with its pattern."""

        self._halls: dict[str, tuple[Draft, str]] = {}
        """The same for folders of which only the files directly in them belong to the area."""

        self._opened: list[str] = []
        self._named: dict[str, list[str]] = {}
        for folder in tree.size:
            self._named.setdefault(name_of(folder), []).append(folder)

    def used(self) -> list[Draft]:
        """The areas worth a rule. Where tests tell what they are about, an area without any would only hide gaps."""
        told = bool(self._known) or self._ties.are_imports
        return [draft for draft in self._drafts.values() if draft.is_known or (draft.tests if told else draft.files)]

    def divide(self) -> None:
        """Find the folders that are parts, looking through those that only hold them."""
        waiting = [("", True)]
        while waiting:
            folder, alone = waiting.pop()
            if not self._opens(folder, alone=alone):
                self._settle(folder)
                continue
            self._opened.append(folder)
            parts = self._parts(folder)
            for each in parts:
                self._settle(each)
            others = [each for each in self._tree.folders.get(folder, []) if each not in parts]
            alone_from = self._alone_from(folder)
            waiting.extend((each, self._tree.size[each] >= alone_from) for each in others)

    def _parts(self, folder: str) -> set[str]:
        """Folders in an opened one that are parts without a further look."""
        inner = self._tree.folders.get(folder, [])
        if name_of(folder).lower() in COLLECTIONS:
            return set(inner)
        projects = {each for each in inner if self._tree.is_project(each)}
        return projects if len(projects) >= FEWEST_PROJECTS else set()

    def _opens(self, folder: str, *, alone: bool) -> bool:
        return alone or name_of(folder).lower() in TRANSPARENT | COLLECTIONS or self._tree.is_project(folder)

    def _alone_from(self, folder: str) -> float:
        """The number of source files from which a folder in this one is the system itself, not a part of it."""
        total = sum(self._tree.size[each] for each in self._tree.folders.get(folder, []))
        return DOMINANT * total if not folder or name_of(folder).lower() in TRANSPARENT else total

    def _settle(self, folder: str) -> None:
        if draft := self._draft(name_of(folder)):
            self._homes[folder] = draft, f"{literal(folder)}/**"

    def _draft(self, name: str) -> Draft | None:
        """The area of that name; folders of one name in several places are one area, as they are for their tests."""
        key = bare_key(name)
        if not key:
            return None
        shown = self._known.get(key) or self._names.get(key) or clean_name(name).strip("_") or clean_name(name)
        return self._drafts.setdefault(key, Draft(shown))

    def split_off(self, ownerships: Iterable[Ownership]) -> None:
        """Folders that CODEOWNERS names inside of an area become areas of their own."""
        for folder in sorted({folder for ownership in ownerships for folder in self._owned(ownership.pattern)}):
            if any(home == folder or home.startswith(f"{folder}/") for home in self._homes):
                continue
            around = next((self._homes[above][0] for above in folders_above(folder) if above in self._homes), None)
            if around:
                around.exclude.add(f"{literal(folder)}/**")
            self._settle(folder)

    def _owned(self, pattern: str) -> list[str]:
        bare = pattern.removesuffix("*").removesuffix("*").removesuffix("/")
        named = [bare.strip("/")] if "/" in bare else self._named.get(bare, [])
        return [
            folder
            for folder in named
            if folder in self._tree.size and name_of(folder).lower() not in TRANSPARENT | COLLECTIONS
        ]

    def add_modules(self) -> None:
        """Single files of an opened folder that have tests of their own; without any, the folder's files as one."""
        for folder in self._opened:
            modules = self._tree.loose.get(folder, [])
            tested = [path for path in modules if self._is_module(path) and self._stem(path) in self._names]
            for path in tested:
                if draft := self._draft(name_of(path).rpartition(".")[0]):
                    self._homes[path] = draft, literal(path)
            if modules and not tested and folder and name_of(folder).lower() not in TRANSPARENT:
                self._add_hall(folder)

    def _add_hall(self, folder: str) -> None:
        depth = "*" if self._tree.folders.get(folder) else "**"
        if draft := self._draft(name_of(folder)):
            self._halls[folder] = draft, f"{literal(folder)}/{depth}"

    @staticmethod
    def _is_module(path: str) -> bool:
        return path.rpartition(".")[2] in MODULE_ENDINGS

    @staticmethod
    def _stem(path: str) -> str:
        return bare_key(name_of(path).rpartition(".")[0])

    def place_sources(self) -> None:
        for path in self._tree.sources:
            if home := self._home(path):
                draft, pattern = home
                draft.paths[pattern] += 1
                draft.files += 1
            elif hall := self._halls.get(parent_of(path)):
                draft, pattern = hall
                draft.halls[pattern] += 1
                draft.files += 1

    def _home(self, path: str) -> tuple[Draft, str] | None:
        return next((self._homes[each] for each in (path, *folders_above(path)) if each in self._homes), None)

    def place_tests(self) -> None:
        """Give each test file to the area that it lies in, else to the one that it speaks for by default."""
        for path, mark in self._tree.tests.items():
            for folder in folders_above(path):
                draft, _ = self._homes.get(folder) or self._halls.get(folder) or (None, "")
                if draft:
                    draft.exclude.add(mark)
        placed = {test: found for test in self._ties.of_tests if (found := self._of_test(test))}
        below = areas_below((test, draft.name) for test, (draft, _) in placed.items())
        once = Counter(name_of(test) for test in placed)
        for test, (draft, folder) in placed.items():
            draft.tests.update(self._patterns(test, draft, folder, whole=len(below.get(folder, ())) == 1, once=once))
            draft.tied |= self._ties.of_tests[test]
            draft.files += 1

    def gather_folders(self) -> None:
        """Name a folder instead of its files where an area has them all and is called like it: new ones join them."""
        whole: dict[str, Draft] = {}
        for key, draft in self._drafts.items():
            above = Counter(folder for path in draft.tied for folder in folders_above(path))
            named = [each for each in above if bare_key(name_of(each)) == key and above[each] == self._tree.size[each]]
            for folder in named:
                draft.paths[f"{literal(folder)}/**"] += above[folder]
                whole[folder] = draft
        for path, mark in self._tree.tests.items():
            for folder in folders_above(path):
                if folder in whole:
                    whole[folder].exclude.add(mark)

    def _of_test(self, test: str) -> tuple[Draft, str] | None:
        """The area of a test, and the folder that all its tests lie in; no folder where it is named after the file."""
        if known := known_area(test, self._known):
            draft = self._draft(known)
            named = (each for each in folders_above(test) if spelling(name_of(each)) == spelling(known))
            return (draft, next(named, "")) if draft else None
        home = next((each for each in folders_above(test) if each in self._homes), None)
        if home is not None:
            return self._homes[home][0], home
        draft = self._draft(area_name(test, self._ties.packages))
        return (draft, area_folder(test)) if draft else None

    def _patterns(self, test: str, draft: Draft, folder: str, *, whole: bool, once: Mapping[str, int]) -> list[str]:
        """Globs for a test, as reports name it."""
        if test.endswith(".go"):
            module = self._ties.packages.get(parent_of(test))
            return go_patterns(folder, test) if folder else root_package_patterns(test, module)
        if folder:
            return [*folder_patterns(folder, test, whole=whole), *package_patterns(test, draft.name)]
        # Some runners name a file by its path below their own folder, so a script's folder is left open.
        anywhere = test.endswith(SCRIPT_ENDINGS) and once[name_of(test)] == 1
        own = f"**/{literal(name_of(test))}" if anywhere else literal(test)
        return [own, *package_patterns(test, draft.name)]
