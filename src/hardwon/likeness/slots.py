"""Slots: places in a sentence that one thing fills at a time. Pure.

    the orders are sorted by | date          the user is sent to | the profile
    the icon is | red                        the mail is sent | weekly
    the product has the status | "paid"      the dates between | 3 March | and | 5 March

Two texts of one frame that differ in what fills such a slot cannot both be true, mostly: that is for evidence. Where
two things go together (`Alice is in the list`, `Bob is in the list`) there is no slot.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from hardwon.likeness.frames import VALUE
from hardwon.likeness.stems import stem

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 2
"""Words that fill a slot."""


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


_COLORS = _listed("red green blue yellow orange purple violet pink brown black white grey gray")
_RATES = _listed("hourly daily nightly weekly fortnightly monthly quarterly yearly annually")
_SIDES = _listed("left right top bottom center centre middle above below")
_CLASSES = (_COLORS, _RATES, _SIDES)
_MEANS = _listed("email mail sms text message letter post phone telephone fax push courier")
_PARTS = _listed("header footer sidebar toolbar navigation menu body margin")
_FORMATS = _listed("csv xml json pdf html xls xlsx txt zip png jpg jpeg gif svg yaml markdown word excel")

_BE = _listed("is are be was were")
_TURNING = _BE | _listed("turn turns become becomes in")
_IN = _listed("on in at under")
_TO = _listed("to on in at onto")
_GOING = _listed("lands land redirected take taken brought forwarded leads returns goes arrives")
_WAYS = _listed("view mode tab window layout format")
_SORTED = _listed("sorted ordered grouped")
_ONE_EACH = _listed(
    "status state title heading headline subject currency language locale theme label caption format color colour "
    "type kind priority order position placeholder"
)
"""What a thing has one of."""

_PUTTING = _listed("send sent delivered paid confirmed informed notified is are comes arrives")
_RELATIONS = _SIDES | _listed("to on at in of side corner lower upper under next beside inside outside")
_SHOWING = _listed("shows displays says reads")
_TELLING = _listed("message error text notification hint warning")
_BETWEEN = _listed("between and from to until")
_HAVING = _listed("has have with be is are in on at to")
_FOLLOWING = _listed("of side corner edge for by to when if after before in on at from and with") | {""}


def is_other_filling(one: Sequence[str], two: Sequence[str]) -> bool:
    """Whether two frames differ in nothing but what fills one slot."""
    start = _alike(one, two)
    end = min(_alike(one[::-1], two[::-1]), len(one) - start, len(two) - start)
    here, there = one[start : len(one) - end], two[start : len(two) - end]
    both = {*here, *there}
    if both <= _RELATIONS and start and one[start - 1] in _BE and _SIDES & {*here} and _SIDES & {*there}:
        return True
    if not (0 < len(here) <= LONGEST and 0 < len(there) <= LONGEST) or VALUE in (*here, *there):
        return False
    return _is_slot(one[:start], one[len(one) - end :], here, there)


def is_slot_of_a_value(frame: Sequence[str], number: int) -> bool:
    """Whether the value of that number fills a slot: what one thing is, has one of, or is in."""
    at = [place for place, word in enumerate(frame) if word == VALUE][number]
    before, behind = frame[:at], [*frame[at + 1 :], ""]
    if behind[0] in _ONE_EACH and before[-1:] and before[-1] in _HAVING and behind[1] == "":
        return True
    if behind[0] and behind[0] not in _FOLLOWING:
        return False
    if before[-1:] and before[-1] in _ONE_EACH:
        return not _HAVING.isdisjoint(before[-2:-1])
    if before[-1:] and before[-1] in _TELLING and not _SHOWING.isdisjoint(before[-2:-1]):
        return True
    if not _BE.isdisjoint(before[-3:-2]) and before[-2] in _IN:
        return True
    return len(before) > 1 and before[-1] in _TO and _goes(before)


def is_range(frame: Sequence[str], numbers: Sequence[int]) -> bool:
    """Whether all values of these numbers are the ends of a range."""
    at = [place for place, word in enumerate(frame) if word == VALUE]
    return all(at[number] and frame[at[number] - 1] in _BETWEEN for number in numbers)


def _is_slot(before: Sequence[str], behind: Sequence[str], here: Sequence[str], there: Sequence[str]) -> bool:
    last = before[-1] if before else ""
    following = behind[0] if behind else ""
    for fillings in _CLASSES:
        if len(here) == len(there) == 1 and {*here, *there} <= fillings:
            if fillings is _COLORS:
                return last in _TURNING and following in _FOLLOWING
            return following in _FOLLOWING and bool(before)
    if _is_exclusive(before, behind, here, there):
        return True
    if last == "by":
        return not behind and before[-2:-1] != () and before[-2] in _SORTED
    if last in _BE and not behind:
        return before[-2:-1] != () and (before[-2] in _ONE_EACH or "default" in before)
    is_end = not behind or behind in (("page",), ("screen",))
    return (last in _TO and is_end and _goes(before)) or (
        last in _TO and len(behind) == 1 and following in _WAYS and stem(before[-2]) == "open"
    )


def _is_exclusive(before: Sequence[str], behind: Sequence[str], here: Sequence[str], there: Sequence[str]) -> bool:
    """Whether it is said of one only; or both are a way to reach somebody, or of a kind of which one thing has one."""
    if tuple(before) == ("only",) and behind:
        return True
    if {*here} & _MEANS and {*there} & _MEANS:
        return before[-1:] != () and before[-1] in ("by", "via") and not _PUTTING.isdisjoint(before)
    return len(here) == len(there) == 1 and _is_of_a_kind(here[0], there[0], before, behind)


def _is_of_a_kind(here: str, there: str, before: Sequence[str], behind: Sequence[str]) -> bool:
    """Whether both are of a kind of which one thing has one: a part of the page, a format, an order."""
    both, last = {here, there}, before[-1] if before else ""
    if both <= _PARTS:
        return not behind and last in _IN and before[-2:-1] != () and before[-2] in _BE
    if both <= _FORMATS:
        return last in _BE and tuple(behind) in ((), ("file",), ("document",))
    return last == "in" and tuple(behind) == ("order",)


def _goes(before: Sequence[str]) -> bool:
    return before[-2] in _GOING or (before[-2] == "back" and before[-3:-2] != () and before[-3] in _GOING)


def _alike(one: Sequence[str], two: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: stem(pair[0]) == stem(pair[1]), zip(one, two, strict=False)))
