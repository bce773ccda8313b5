"""Spellings: which area a test, a marker or a report means, among those that a project has. Pure.

    what is said                             what is meant
    --------------------------------------   --------------------------------------------------------
    the name of an area                      that area
    the same in other case, `-` for `_`      the area as the record spells it, else as a rule does
    a test whose area is new by default,     the known one, which goes on
      and known under its older default
    a test whose area by default was         the area that it has become
      renamed or merged into another
    anything else                            a new area

Where one letter of five or more makes a new area, people are asked whether they mean the other one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from shlex import quote
from typing import TYPE_CHECKING

from hardwon.areas.rules import Placement, Rule, place, spelling
from hardwon.text.plain import clean_name, one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

SHORTEST_NEAR = 5
"""Letters from which on one of them may be a slip: `cart` and `card` are two areas."""


LONGEST_TYPED = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """The areas of a project, and what else they may be called."""

    rules: tuple[Rule, ...] = ()
    """With the names that the record has."""

    known: Mapping[str, str] = field(default_factory=dict)
    """The names of all areas on record and in rules, by what their spellings share."""

    exact: frozenset[str] = frozenset()
    """The same names: a record may have two of one spelling from before."""

    record: frozenset[str] = frozenset()
    """Those of them that are on record."""

    former: Mapping[str, str] = field(default_factory=dict)
    """What areas were called before they were renamed, with their present names, by what spellings share."""

    @classmethod
    def of(cls, rules: Sequence[Rule], record: Collection[str], renamed: Mapping[str, str] | None = None) -> Naming:
        """Rules as configured, the areas on record, and what they were called before."""
        own = respelled(rules, record)
        names = (*(rule.area for rule in own), *record)
        # Backwards: of two spellings on record, the first stands.
        known = {spelling(name): name for name in reversed(names)}
        former = {spelling(old): new for old, new in (renamed or {}).items() if new in record}
        return cls(rules=own, known=known, exact=frozenset(names), record=frozenset(record), former=former)

    def called(self, name: str) -> str:
        """The area that is meant by a name."""
        return name if name in self.exact else self.known.get(spelling(name), name)

    def settled(self, names: Iterable[str]) -> dict[str, str]:
        """The areas that are meant by some names, each with its own; new ones of one spelling are one area."""
        meant: dict[str, str] = {}
        new: dict[str, str] = {}
        for name in sorted(set(names)):
            area = self.called(name)
            meant[name] = area if area in self.exact else new.setdefault(spelling(area), area)
        return meant

    def place(self, *, name: str, file: str = "", classname: str = "", package: str = "", said: str = "") -> Placement:
        """The area of a test, and what decided it."""
        found = place(name=name, file=file, classname=classname, package=package, said=said, rules=self.rules)
        if self.goes_on(found):
            older = self.called(found.older)
            return replace(found, area=older, reason=f"{found.reason}; by default it is called {found.area} today")
        if not (found.by_rule or clean_name(said)) and (now := self._became(found)):
            return replace(found, area=now, reason=f"{found.reason}; renamed since")
        return replace(found, area=self.called(found.area))

    def _became(self, placement: Placement) -> str:
        """What an area was renamed to, where nothing has its default name any more; empty if it was not."""
        if not self.former or spelling(placement.area) in self.known:
            return ""
        names = (placement.area, placement.older)
        return next((self.former[spelling(name)] for name in names if spelling(name) in self.former), "")

    def goes_on(self, placement: Placement) -> bool:
        """Whether an area is known under its older default name alone."""
        older = placement.older
        return bool(older) and spelling(placement.area) not in self.known and spelling(older) in self.known

    def near(self, name: str) -> str:
        """The area that a new one differs from by one letter; empty if there is none."""
        own = spelling(name)
        if own in self.known:
            return ""
        return next((self.known[each] for each in sorted(self.known) if is_slip(own, each)), "")


def typed(name: str) -> str:
    """An area as it can be typed in a command, whatever its name is: the commands know it by what is shown, too."""
    return quote(one_line(name, LONGEST_TYPED))


def respelled(rules: Sequence[Rule], record: Collection[str]) -> tuple[Rule, ...]:
    """The rules with the names of their areas as the record spells them."""
    if all(rule.area in record for rule in rules):
        return tuple(rules)
    spelt = _by_spelling(record)
    return tuple(
        rule if rule.area in record else replace(rule, area=spelt.get(spelling(rule.area), rule.area)) for rule in rules
    )


def _by_spelling(names: Iterable[str]) -> dict[str, str]:
    return {spelling(name): name for name in sorted(names, reverse=True)}


def is_slip(one: str, other: str) -> bool:
    """Whether one letter makes the difference: another one, one too many, or two that have changed places."""
    short, long = sorted((one, other), key=len)
    if short == long or len(long) < SHORTEST_NEAR or len(long) - len(short) > 1:
        return False
    start = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return long[start].isalpha() and short[start:] == long[start + 1 :]
    if short[start + 1 :] == long[start + 1 :]:
        return short[start].isalpha() and long[start].isalpha()
    swapped = short[start : start + 2] == long[start : start + 2][::-1]
    return swapped and short[start : start + 2].isalpha() and short[start + 2 :] == long[start + 2 :]
