"""Which areas a file is part of, asked of many files: each pays for the rules near it, not for all of them. Pure.

A pattern is found by what a path must have to match it: a folder or name that it spells out behind its first wildcard,
else the folders that it begins with, else how the name of the file begins or ends. One without any of these is always
tried.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas import globs
from hardwon.areas.rules import belongs, covers, parts_of, static_prefix

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hardwon.areas.rules import Rule

_WILD = "*?["

_Numbers = dict[str, list[int]]
"""Rules by their place in the list."""


class Owners:
    """The rules, found by what their patterns spell out."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = list(rules)
        self._by_prefix: _Numbers = {}
        self._by_part: _Numbers = {}
        self._by_start: _Numbers = {}
        self._by_end: _Numbers = {}
        self._always: list[int] = []
        self._whole: dict[str, list[str]] = {}
        """By folder, the areas that have all that is in it: nothing remains to be compared."""

        self._exactly: dict[str, list[str]] = {}
        """By file, the areas that name it."""

        for number, rule in enumerate(self._rules):
            for pattern in rule.paths:
                for each in globs.expanded(pattern):
                    self._index(number, each)
        self._starts = sorted({len(start) for start in self._by_start})
        self._ends = sorted({len(end) for end in self._by_end})
        self._by_name = bool(self._by_prefix or self._by_part or self._starts or self._ends)
        self._in_folder: dict[str, tuple[tuple[str, ...], tuple[int, ...]]] = {}

    def _index(self, number: int, pattern: str) -> None:
        rule, prefix, parts = self._rules[number], static_prefix(pattern), parts_of(pattern)
        rest = parts[prefix.count("/") + 1 :] if prefix else parts
        literal = next((part for part in rest if not any(char in part for char in _WILD)), "")
        start, end = _literal_ends(rest[-1]) if rest else ("", "")
        # Behind a backslash a sign stands for itself: the letters of such a pattern are not those of paths.
        if "\\" in pattern:
            self._always.append(number)
        elif prefix and rest in ([], [globs.ANYWHERE]) and not rule.exclude:
            self._whole.setdefault(prefix, []).append(rule.area)
            if not rest:
                self._exactly.setdefault(prefix, []).append(rule.area)
        elif literal:
            self._by_part.setdefault(literal, []).append(number)
        elif prefix and ("/" in prefix or not start):
            self._by_prefix.setdefault(prefix, []).append(number)
        elif start:
            self._by_start.setdefault(start, []).append(number)
        elif end:
            self._by_end.setdefault(end, []).append(number)
        else:
            self._always.append(number)

    def areas_of(self, path: str) -> tuple[str, ...]:
        """The areas that a file is part of, each once."""
        whole, _ = self._near(path)
        named, rules = self._exactly.get(path, ()), self._rules_near(path)
        if not named and not rules:
            return whole
        return tuple(dict.fromkeys([*whole, *named, *(rule.area for rule in rules if belongs(rule, path))]))

    def is_left_out(self, path: str) -> bool:
        """Whether a rule has the file among its `paths` and takes it out again with `exclude`."""
        return any(
            rule.exclude and covers(rule.exclude, path) and covers(rule.paths, path) for rule in self._rules_near(path)
        )

    def _near(self, path: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Of the folder of a file: the areas that have all of it, and the rules that may have some of it."""
        folder = path.rpartition("/")[0]
        if folder not in self._in_folder:
            whole = (area for place in and_above(folder) for area in self._whole.get(place, ()))
            self._in_folder[folder] = tuple(dict.fromkeys(whole)), tuple(dict.fromkeys(self._of_folder(folder)))
        return self._in_folder[folder]

    def _rules_near(self, path: str) -> list[Rule]:
        numbers = self._near(path)[1]
        if self._by_name:
            numbers = tuple(dict.fromkeys([*numbers, *self._of_name(path, path.rpartition("/")[2])]))
        return [self._rules[number] for number in numbers]

    def _of_folder(self, folder: str) -> Iterator[int]:
        """The rules that may have any file of a folder."""
        yield from self._always
        for part in folder.split("/"):
            yield from self._by_part.get(part, ())
        for place in and_above(folder):
            yield from self._by_prefix.get(place, ())

    def _of_name(self, path: str, name: str) -> Iterator[int]:
        """The rules that may have a file because of its name."""
        yield from self._by_prefix.get(path, ())
        yield from self._by_part.get(name, ())
        for length in self._starts:
            yield from self._by_start.get(name[:length], ())
        for length in self._ends:
            yield from self._by_end.get(name[-length:], ())


def and_above(path: str) -> Iterator[str]:
    """A path, and the folders above it but for the root."""
    while path:
        yield path
        path = path.rpartition("/")[0]


def _literal_ends(part: str) -> tuple[str, str]:
    """What the last part of a pattern begins and ends with before any wildcard; nothing for `**`, which is any name."""
    places = [place for place, char in enumerate(part) if char in _WILD]
    if part == globs.ANYWHERE or not places:
        return "", ""
    # A class in brackets ends with a letter of its own, which is not one of the name.
    end = "" if "[" in part else part[places[-1] + 1 :]
    return part[: places[0]], end
