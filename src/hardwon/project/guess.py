"""Areas guessed from the tree of a project: a first division that a person then corrects.

Only names of files and folders and the lines of CODEOWNERS count; nothing is run. The same tree gives the same guess,
and every pattern in it covers something that it was guessed from: a file, or a test as reports name it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.areas.rules import Rule, covers
from hardwon.project.layout import (
    COLLECTIONS,
    MODULE_ENDINGS,
    TEST_FILES,
    TEST_KINDS,
    TRANSPARENT,
    Tree,
    folders_above,
    key_of,
    name_of,
    parent_of,
    subject_of,
)
from hardwon.text.plain import clean_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hardwon.project.codeowners import Ownership

MOST_AREAS = 40
MOST_PATTERNS = 8
"""Patterns of one kind in one rule. With the number of areas and the longest path it keeps hardwon.yaml below the size
up to which it is read."""

FEWEST_PROJECTS = 3
"""Folders side by side, each built like a project: from this number on they are the parts."""

DOMINANT = 0.8
"""Share of the source files from which one folder is the system and the others stand beside it."""

_JVM_FOLDERS = frozenset({"groovy", "java", "kotlin", "scala"})
_JVM_ENDINGS = (".groovy", ".java", ".kt", ".scala")


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """The areas of a tree, those with the most files if there are too many."""

    rules: tuple[Rule, ...]
    left_out: int = 0


def guess(paths: Iterable[str], ownerships: Iterable[Ownership] = ()) -> Guess:
    """Areas for the files of a project, given as relative paths."""
    drafts = _Drafts(Tree(paths))
    drafts.divide()
    drafts.split_off(ownerships)
    drafts.add_modules()
    drafts.place_sources()
    drafts.place_tests()
    largest = sorted(drafts.used(), key=lambda draft: (-draft.files, draft.name))
    rules = sorted((draft.rule() for draft in largest[:MOST_AREAS]), key=_most_specific_first)
    return Guess(rules=tuple(_each_pattern_once(rules)), left_out=len(largest) - len(rules))


def _most_specific_first(rule: Rule) -> tuple[int, str]:
    # The first rule that covers a test decides, so the one for a folder inside another's folder must come first.
    return -max((pattern.count("/") for pattern in rule.tests), default=0), rule.area


def _each_pattern_once(rules: Iterable[Rule]) -> Iterator[Rule]:
    seen: set[str] = set()
    for rule in rules:
        yield Rule(
            area=rule.area,
            tests=tuple(pattern for pattern in rule.tests if pattern not in seen),
            paths=rule.paths,
            exclude=rule.exclude,
        )
        seen.update(rule.tests)


def literal(path: str) -> str:
    """A glob for this path alone. What a pattern in the configuration cannot hold becomes "any one character"."""
    pattern = "".join(
        f"[{char}]" if char in "*?[" else "?" if char in "{\\" or not char.isprintable() else char for char in path
    )
    return f"[{pattern[0]}]{pattern[1:]}" if pattern.startswith(("~", "re:")) else pattern


@dataclass(slots=True)
class _Draft:
    """An area in the making: patterns, each with the number of files that asked for it."""

    name: str
    paths: Counter[str] = field(default_factory=Counter)
    tests: Counter[str] = field(default_factory=Counter)
    exclude: set[str] = field(default_factory=set)
    files: int = 0

    def rule(self) -> Rule:
        return Rule(
            area=self.name,
            tests=_most_used(self.tests),
            paths=_most_used(self.paths),
            exclude=tuple(sorted(self.exclude)[:MOST_PATTERNS]),
        )


def _most_used(patterns: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(sorted(patterns, key=lambda each: (-patterns[each], each))[:MOST_PATTERNS]))


class _Drafts:
    """The areas of a tree: first the folders that are parts, then the files that belong to each."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._drafts: dict[str, _Draft] = {}
        self._homes: dict[str, tuple[_Draft, str]] = {}
        """Each folder, or single file, that is an area or a share of one, with its pattern."""

        self._halls: dict[str, tuple[_Draft, str]] = {}
        """The same for folders of which only the files directly in them belong to the area."""

        self._opened: list[str] = []
        self._named: dict[str, list[str]] = {}
        for folder in tree.size:
            self._named.setdefault(name_of(folder), []).append(folder)

    def used(self) -> list[_Draft]:
        return [draft for draft in self._drafts.values() if draft.files]

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

    def _draft(self, name: str) -> _Draft | None:
        """The area of that name; folders of one name in several places are one area, as they are for their tests."""
        key = key_of(name)
        return self._drafts.setdefault(key, _Draft(clean_name(name))) if key else None

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
        subjects = {subject for test in self._tree.tests for subject in _subjects(test)}
        for folder in self._opened:
            modules = self._tree.loose.get(folder, [])
            tested = [path for path in modules if self._is_module(path) and self._stem(path) in subjects]
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
        return key_of(name_of(path).rpartition(".")[0])

    def place_sources(self) -> None:
        for path in self._tree.sources:
            home = self._home(path) or self._halls.get(parent_of(path))
            if home:
                draft, pattern = home
                draft.paths[pattern] += 1
                draft.files += 1

    def _home(self, path: str) -> tuple[_Draft, str] | None:
        return next((self._homes[each] for each in (path, *folders_above(path)) if each in self._homes), None)

    def place_tests(self) -> None:
        """Give each test file to the area that it lies in or is named after, else to one of its folder's name."""
        known = {key: draft for key, draft in self._drafts.items() if draft.files}
        for path, mark in self._tree.tests.items():
            found = self._inside(path, mark) or self._of_that_name(path, known) or self._in_hall(path, mark)
            found = found or self._by_itself(path)
            if found:
                draft, patterns = found
                draft.tests.update(patterns)
                draft.files += 1

    def _inside(self, path: str, mark: str) -> tuple[_Draft, list[str]] | None:
        folder = next((each for each in folders_above(path) if each in self._homes), None)
        if folder is None:
            return None
        draft = self._homes[folder][0]
        draft.exclude.add(mark)
        return draft, _patterns(folder, path, draft)

    @staticmethod
    def _of_that_name(path: str, known: dict[str, _Draft]) -> tuple[_Draft, list[str]] | None:
        for folder in folders_above(path):
            draft = known.get(key_of(name_of(folder)))
            if draft and name_of(folder).lower() not in TEST_KINDS:
                return draft, _patterns(folder, path, draft)
        draft = known.get(subject_of(path))
        # Some runners name a file by its path below their own folder, so a script's folder is left open.
        anywhere = path.endswith(("js", "jsx", "ts", "tsx"))
        return (draft, [f"**/{literal(name_of(path))}" if anywhere else literal(path)]) if draft else None

    def _in_hall(self, path: str, mark: str) -> tuple[_Draft, list[str]] | None:
        if parent_of(path) not in self._halls:
            return None
        draft = self._halls[parent_of(path)][0]
        draft.exclude.add(mark)
        return draft, [literal(path)]

    def _by_itself(self, path: str) -> tuple[_Draft, list[str]] | None:
        """An area for a folder of tests that no source folder is named like."""
        if not covers(TEST_FILES, path):
            return None
        folder = next((each for each in folders_above(path) if name_of(each).lower() not in TEST_KINDS), "")
        draft = self._draft(name_of(folder)) if folder else None
        return (draft, _patterns(folder, path, draft)) if draft else None


def _subjects(test: str) -> Iterator[str]:
    """What a test file may be about: its own name, and those of its folders that do not just say what it is."""
    yield subject_of(test)
    yield from (key_of(name_of(each)) for each in folders_above(test) if name_of(each).lower() not in TEST_KINDS)


def _patterns(folder: str, test: str, draft: _Draft) -> list[str]:
    """Globs for the tests of a folder, as reports name them: by file, by Go package, by Java package."""
    if test.endswith(".go"):
        pattern = literal(folder)
        if pattern == folder:
            return [f"**/{folder}"]  # without wildcards it covers what is in the folder too
        return [f"**/{pattern}/**", *([f"**/{pattern}"] if parent_of(test) == folder else [])]
    return [f"{literal(folder)}/**", *_package_pattern(test, draft)]


def _package_pattern(test: str, draft: _Draft) -> list[str]:
    """A glob for the Java package of a test, up to the part that is named like the area."""
    folders = test.split("/")[:-1] if test.endswith(_JVM_ENDINGS) else []
    package = [part for index, part in enumerate(folders) if _JVM_FOLDERS.intersection(folders[:index])]
    depth = next((index for index, part in enumerate(package, 1) if key_of(part) == key_of(draft.name)), len(package))
    return [f"{literal('.'.join(package[:depth]))}.*"] if package else []
