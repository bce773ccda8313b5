"""Areas as models write them, brought to those that are known: another spelling, a plural, a word more. Pure.

What could be two of them, or neither, stays as it is: a proof must not go to an area that nobody meant.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from hardwon.areas.rules import spelling
from hardwon.areas.spellings import SHORTEST_NEAR, is_slip
from hardwon.likeness.stems import stem
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

_SAYS_LITTLE = frozenset(
    [
        "area",
        "areas",
        "and",
        "api",
        "app",
        "code",
        "component",
        "endpoint",
        "endpoints",
        "feature",
        "features",
        "flow",
        "flows",
        "functionality",
        "handling",
        "logic",
        "management",
        "module",
        "of",
        "page",
        "pages",
        "process",
        "screen",
        "section",
        "service",
        "subsystem",
        "system",
        "test",
        "tests",
        "testing",
        "the",
        "ui",
        "user",
        "users",
        "view",
        "views",
        "workflow",
    ]
)
_OF_LISTS = frozenset(map(stem, ["scenarios", "tests", "cases", "items", "results", "data"]))
"""Words that models put above any list of scenarios."""

_SHORTEST_SHORT = 4
"""Letters of a name that may stand for a longer word: `auth`."""

_SPLIT = re.compile(r"(?<=[a-z])(?=[A-Z])|[^0-9A-Za-z\u0080-\uffff]+")


class Near:
    """The areas that are known."""

    def __init__(self, areas: Iterable[str]) -> None:
        self._areas = sorted(set(areas))

    @cached_property
    def _spellings(self) -> frozenset[str]:
        return frozenset(map(_spelt, self._areas))

    def is_area(self, key: str) -> bool:
        """Whether a key of a document is one of them, in whichever spelling; a word for any list is none."""
        return _telling(key).isdisjoint(_OF_LISTS) and _spelt(key) in self._spellings

    def known(self, name: str) -> tuple[str, str]:
        """The area that is meant, and a note where it is another than was written."""
        if name in self._areas:
            return name, ""
        for way in (_is_spelt_alike, _has_the_words, _is_a_slip, _is_short_for, _has_one_more):
            found = [area for area in self._areas if way(name, area)]
            if len(found) == 1:
                return found[0], f"the area {one_line(name, 60)!r} was read as {one_line(found[0], 60)!r}"
            if found:
                break  # several: nobody knows which
        return name, ""


def _words(name: str) -> list[str]:
    return [word.lower() for word in _SPLIT.split(name) if word]


def _telling(name: str) -> frozenset[str]:
    every = _words(name)
    return frozenset(stem(word) for word in every if word not in _SAYS_LITTLE) or frozenset(map(stem, every))


def _spelt(name: str) -> str:
    return spelling("".join(_words(name)))


def _is_spelt_alike(name: str, area: str) -> bool:
    return _spelt(name) == _spelt(area)


def _has_the_words(name: str, area: str) -> bool:
    return _telling(name) == _telling(area)


def _is_a_slip(name: str, area: str) -> bool:
    one, two = spelling(name), spelling(area)
    return min(len(one), len(two)) >= SHORTEST_NEAR and is_slip(one, two)


def _is_short_for(name: str, area: str) -> bool:
    """`authentication` where `auth` is known, and the other way round."""
    given, known = list(_telling(name)), list(_telling(area))
    if len(given) != 1 or len(known) != 1:
        return False
    short, long = sorted((given[0], known[0]), key=len)
    return len(short) >= _SHORTEST_SHORT and long.startswith(short)


def _has_one_more(name: str, area: str) -> bool:
    """`checkout payment` where `checkout` is known: a part of it."""
    given, known = _telling(name), _telling(area)
    return known < given and len(given) == len(known) + 1
