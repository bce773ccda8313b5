"""Judgement: what a search says about memory, and what it teaches. Statements about the product, never orders. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.agents.explorer.intents import words_of
from hardwon.agents.explorer.search import canonical
from hardwon.agents.explorer.trails import ARROW
from hardwon.guard.scanner import brief_line
from hardwon.text.plain import clean_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.agents.explorer.page import Link
    from hardwon.agents.explorer.search import Found, Visited
    from hardwon.agents.explorer.trails import Trail

EXPLORED = 3
"""Page loads from which on a search has taught something."""

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Which memory lay on the way, and which was wrong."""

    used: tuple[str, ...]
    contradicted: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Insight:
    title: str
    content: str


def judged(found: Found, trails: Sequence[Trail], start: Sequence[Link]) -> Judgement:
    """What the search has shown about each memory that was about its goal; nothing if it did not have to move."""
    if not found.spent:
        return Judgement(used=(), contradicted=())
    used = tuple(trail.id for trail in trails if _led(trail, found))
    linked = {words_of(link.text) for link in start}
    wrong = tuple(trail.id for trail in trails if trail.id not in used and _failed(trail, found, linked))
    return Judgement(used=used, contradicted=wrong)


def lesson(kind: str, name: str, at: Visited, start: Sequence[Link]) -> Insight | None:
    """Where something is, once a search has found it. `start` are the links of the start page."""
    way = _names(at, {words_of(link.text) for link in start})
    subject = _short(name)
    if kind == "page":
        # The last link leads to the page itself: what matters is where it stands.
        way, page, stands = way[:-1], at.way[-2], "linked on"
    else:
        page, stands = at, "on"
    if not way or not subject:
        return None
    trail = ARROW.join(way)
    place = f'The {kind} "{subject}" is {stands} the page "{_page_name(page)}", which is reached from {trail}.'
    return Insight(title=f"{subject[0].upper()}{subject[1:]}: reached from {trail}", content=place)


def _led(trail: Trail, found: Found) -> bool:
    """Whether the way that was found ran along the trail."""
    if found.at is None:
        return False
    if trail.names:
        # At its end, or one link on: a trail may stop at the page that links what is sought.
        return any(_name(each) == trail.names[-1] for each in found.at.way[-2:])
    return any(trail.pull(link) > 0 for link in found.at.links)


def _failed(trail: Trail, found: Found, start: set[frozenset[str]]) -> bool:
    """Whether the trail was followed as far as it goes, and there was no going on, or nothing at its end."""
    if not trail.names:
        return False
    reached = found.visited
    for at, name in enumerate(trail.names):
        linked = {canonical(link.url) for each in reached for link in each.page.links if words_of(link.text) == name}
        there = tuple(each for each in found.visited if canonical(each.asked) in linked or name == _name(each))
        if not there:
            is_known = linked or (at == 0 and name in start)
            return not is_known and any(map(_proves, reached))
        reached = there
    return any(map(_proves, reached))


def _name(each: Visited) -> frozenset[str]:
    return words_of(each.link.text) if each.link is not None else words_of(each.page.name)


def _proves(each: Visited) -> bool:
    """Whether the page is the one that was asked for. A redirect, such as to a login, proves nothing."""
    return each.link is None or canonical(each.page.url) == canonical(each.asked)


def _names(at: Visited, start: set[frozenset[str]]) -> list[str]:
    """The names of the way, from something that the start page links, or else from the page on which it began."""
    names = [_short(link.text) for link in at.links if link.text]
    if names and words_of(names[0]) not in start:
        names.insert(0, _page_name(at.way[0]))
    return names


def _page_name(each: Visited) -> str:
    return _short(each.page.name)


def _short(name: str) -> str:
    return brief_line(clean_name(name), LONGEST_NAME)
