"""Which areas have files under the pattern that a file is covered by: what a wide pattern leaves open. Pure.

Of several patterns that cover a file the narrowest speaks for it, the one with the fewest files. Where that one covers
files of other areas, too, nobody has said that the file is not theirs: data beside sources is read by whoever imports
the package, and a source may be imported by its neighbours.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING

from hardwon.areas.rules import Rule, belongs, static_prefix

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from hardwon.areas.owners import Owners

_LAST = "\U0010ffff"


class WidePatterns:
    """The files of a project under the patterns of rules."""

    def __init__(self, rules: Iterable[Rule], files: Collection[str], owners: Owners) -> None:
        self._single: dict[str, list[Rule]] = {}
        """By area, its rules with one pattern each."""

        for rule in rules:
            single = (Rule(area=rule.area, paths=(pattern,), exclude=rule.exclude) for pattern in rule.paths)
            self._single.setdefault(rule.area, []).extend(single)
        self._files = files
        self._owners = owners
        self._known: dict[tuple[str, tuple[str, ...]], tuple[int, frozenset[str]]] = {}

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self._files)

    def areas(self, path: str, own: Iterable[str]) -> frozenset[str]:
        """The areas with files under the narrowest pattern by which a file is part of its own areas."""
        found = [self._under(rule) for area in own for rule in self._single.get(area, ()) if belongs(rule, path)]
        fewest = min((number for number, _ in found), default=0)
        return frozenset[str]().union(*(areas for number, areas in found if number == fewest))

    def _under(self, single: Rule) -> tuple[int, frozenset[str]]:
        """How many files a rule of one pattern has, and the areas that have one of them."""
        key = single.paths[0], single.exclude
        if key not in self._known:
            own = [path for path in self._from(static_prefix(single.paths[0])) if belongs(single, path)]
            areas = frozenset(area for path in own for area in self._owners.areas_of(path))
            self._known[key] = len(own), areas
        return self._known[key]

    def _from(self, folder: str) -> list[str]:
        """The file of that name, or the files below that folder."""
        return self._sorted[bisect_left(self._sorted, folder) : bisect_left(self._sorted, f"{folder}{_LAST}")]
