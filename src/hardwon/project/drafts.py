"""An area in the making: what speaks for it, what it consists of, and the patterns that say so in few lines. Pure."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.areas.rules import Rule, covers, spelling
from hardwon.project.layout import folders_above, parent_of
from hardwon.project.test_files import JVM_ENDINGS, JVM_FOLDERS

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_PATTERNS = 40
"""Patterns of one kind in one rule."""


def literal(path: str) -> str:
    """A glob for this path alone. What a pattern in the configuration cannot hold becomes "any one character"."""
    pattern = "".join(
        f"[{char}]" if char in "*?[" else "?" if char in "{\\" or not char.isprintable() else char for char in path
    )
    return f"[{pattern[0]}]{pattern[1:]}" if pattern.startswith(("~", "re:")) else pattern


@dataclass(slots=True)
class Draft:
    """An area in the making: patterns, each with the number of files that asked for it."""

    name: str
    paths: Counter[str] = field(default_factory=Counter)
    halls: Counter[str] = field(default_factory=Counter)
    """Patterns for the loose files of a package, which count only where nothing better is known."""

    tests: Counter[str] = field(default_factory=Counter)
    exclude: set[str] = field(default_factory=set)
    tied: set[str] = field(default_factory=set)
    """Sources that its tests import, or that are named like them."""

    files: int = 0
    is_known: bool = False

    def rule(self) -> Rule:
        paths, exclude = self.paths if self.tied else self.paths + self.halls, tuple(sorted(self.exclude))
        whole = tuple(paths)
        single = [path for path in self.tied if not covers(whole, path) and not covers(exclude, path)]
        return Rule(
            area=self.name,
            tests=_most_used(self.tests),
            paths=_most_used(paths + patterns_for(single, MOST_PATTERNS - len(paths))),
            exclude=exclude[:MOST_PATTERNS],
        )


def _most_used(patterns: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(sorted(patterns, key=lambda each: (-patterns[each], each))[:MOST_PATTERNS]))


def patterns_for(files: list[str], most: int) -> Counter[str]:
    """A pattern for each file; where that would be too many, one for the files of a folder, the fullest first."""
    patterns = Counter({literal(path): 1 for path in files})
    folders = Counter(parent_of(path) for path in files)
    for folder, number in sorted(folders.items(), key=lambda each: (-each[1], each[0])):
        if len(patterns) <= max(most, 1):
            break
        for path in files:
            if parent_of(path) == folder:
                del patterns[literal(path)]
        patterns[f"{literal(folder)}/*" if folder else "*"] = number
    return patterns


def folder_patterns(folder: str, test: str, *, whole: bool) -> list[str]:
    """Globs for the tests of a folder, as reports name them by file: all that is below it, or only what lies there."""
    if whole:
        return [f"{literal(folder)}/**"]
    return [f"{literal(parent_of(test))}/*"]


def go_patterns(folder: str, test: str) -> list[str]:
    """Globs for the tests of a Go package, which reports name by its import path, or by file."""
    pattern = literal(folder)
    if pattern == folder:
        return [f"**/{folder}"]  # without wildcards it covers what is in the folder too
    return [f"**/{pattern}/**", *([f"**/{pattern}"] if parent_of(test) == folder else [])]


def root_package_patterns(test: str, module: str | None) -> list[str]:
    """Patterns for the tests of the Go package in the root of a module, and of no package below it."""
    own = f"{literal(parent_of(test))}/*_test.go" if parent_of(test) else "*_test.go"
    return [own, *([f"re:^{re.escape(module)}(?:::|$)"] if module else [])]


def package_patterns(test: str, area: str) -> list[str]:
    """A glob for the package of a test in Java and the like, up to the part that is named like the area."""
    folders = test.split("/")[:-1] if test.endswith(JVM_ENDINGS) else []
    package = [part for index, part in enumerate(folders) if JVM_FOLDERS.intersection(folders[:index])]
    depth = next((index for index, part in enumerate(package, 1) if spelling(part) == spelling(area)), len(package))
    return [f"{literal('.'.join(package[:depth]))}.*"] if package else []


def most_specific_first(rule: Rule) -> tuple[int, str]:
    """For sorting: the first rule that covers a test decides, so one for a folder inside another's must come first."""
    depths = (each.count("/") if "/" in each else each.count(".") for each in rule.tests)
    return -max(depths, default=0), rule.area


def each_pattern_once(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """The rules without patterns of tests that an earlier one has."""
    seen: set[str] = set()
    kept = []
    for rule in rules:
        own = tuple(pattern for pattern in rule.tests if pattern not in seen)
        kept.append(Rule(area=rule.area, tests=own, paths=rule.paths, exclude=rule.exclude))
        seen.update(own)
    return tuple(kept)


def areas_below(placed: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """The areas of the tests below each folder."""
    found: dict[str, set[str]] = {}
    for test, area in placed:
        for folder in folders_above(test):
            found.setdefault(folder, set()).add(area)
    return found
