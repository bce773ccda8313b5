"""Judgement: what a search says about memory, and what it teaches. Statements about the product, never orders. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.agents.explorer import notes, showing
from hardwon.agents.explorer.intents import words_of
from hardwon.agents.explorer.naming import label
from hardwon.agents.explorer.search import canonical
from hardwon.agents.explorer.trails import ARROW

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.agents.explorer.notes import Way
    from hardwon.agents.explorer.page import Link
    from hardwon.agents.explorer.search import Found, Visited
    from hardwon.agents.explorer.trails import Trail

EXPLORED = 3
"""Page loads from which on a search has taught something."""


_MOST_PAGES_WITHOUT_A_MENU = 0.5
"""Share of the pages that may have a link before it is one of the menu."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Which memory lay on the way, and which was wrong."""

    used: tuple[str, ...]
    contradicted: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Insight:
    title: str
    content: str


def judged(found: Found, trails: Sequence[Trail], kind: str = "page", start: Sequence[Link] = ()) -> Judgement:
    """What the search has shown about each memory that was about its goal; nothing if it did not have to move.

    Used: all places that the memory names lie on the way that led to the goal, and the last of them was left by a link
    that it has for itself: that of a menu leads there from everywhere, and shows nothing. Contradicted: the search was
    at the end of the way that the memory describes, and what was sought was not there.
    """
    if not found.spent:
        return Judgement(used=(), contradicted=())
    seen = notes.names_in(_all_names(found, start))
    used, wrong = [], []
    for trail in trails:
        told = notes.told(trail.title, trail.content, [trail.goal], seen)
        if told is None and found.at is not None:
            # What is sought may be known by the name of the page that it was found on.
            told = notes.told(trail.title, trail.content, [trail.goal, words_of(found.at.page.name)], seen)
        if told is None:
            continue
        if found.at is not None and _led(told, found.at, is_page=kind == "page"):
            if _is_telling(told, found, found.at, start):
                used.append(trail.id)
        elif _failed(told, found, start):
            wrong.append(trail.id)
    return Judgement(used=tuple(used), contradicted=tuple(wrong))


def lesson(
    kind: str, name: str, at: Visited, start: Sequence[Link], goal: frozenset[str] = frozenset()
) -> Insight | None:
    """Where something is, once a search has found it; nothing where a name on the way is more than a label.

    `start` are the links of the start page. A page is known by what the step called it where its link says just that.
    """
    way = _names(at, {words_of(link.text) for link in start})
    linked = at.link.text if at.link is not None else ""
    subject = _stated(linked if kind == "page" and not goal <= words_of(name) and goal <= words_of(linked) else name)
    if kind == "page":
        # The last link leads to the page itself: what matters is where it stands.
        way, page, stands = way[:-1], at.way[-2], "linked on"
    else:
        page, stands = at, "on"
    if not way or not subject or not all(way):
        return None
    trail = ARROW.join(way)
    where = f'{stands} the page "{own}", which is ' if (own := _stated(page.page.name)) else ""
    place = f'The {kind} "{subject}" is {where}reached from {trail}.'
    return Insight(title=f"{subject[0].upper()}{subject[1:]}: reached from {trail}", content=place)


def _all_names(found: Found, start: Sequence[Link]) -> Iterator[str]:
    for each in found.visited:
        yield each.page.name
        yield from (link.text for link in each.page.links)
        yield from (thing.name for thing in each.page.things if thing.kind == "heading")
    yield from (link.text for link in start)


def _led(told: Way, at: Visited, *, is_page: bool) -> bool:
    """Whether every place of the note lies on the way to the goal, in the order in which the note has them."""
    hops = [_called(each) for each in at.way]
    if told.unknown or not all(any(place in hop for hop in hops) for place in told.places):
        return False
    if told.on is not None and told.on not in (_called(at.way[-2]) if is_page else hops[-1]):
        return False
    if not told.ordered:
        return True
    firsts = [next(number for number, hop in enumerate(hops) if place in hop) for place in told.places]
    return firsts == sorted(firsts)


def _is_telling(told: Way, found: Found, at: Visited, start: Sequence[Link]) -> bool:
    """Whether the place of a note that is nearest to the goal was left by a link that is not on other pages as well."""
    hops = [_called(each) for each in at.way]
    nearest = max(next(number for number, hop in enumerate(hops) if place in hop) for place in told.places)
    if nearest == len(hops) - 1:
        return True
    left, onwards = at.way[nearest], at.way[nearest + 1]
    url = canonical(onwards.asked)
    if url in {canonical(link.url) for link in start}:
        return False
    own = canonical(left.page.url)
    others = [each for each in found.visited if canonical(each.page.url) != own and not (nearest and left in each.way)]
    offered = sum(any(canonical(link.url) == url for link in each.page.links) for each in others)
    # Where the search began, the menu may be new to it: one other page that has the link is enough.
    return offered <= len(others) * _MOST_PAGES_WITHOUT_A_MENU if nearest else not offered


def _failed(told: Way, found: Found, start: Sequence[Link]) -> bool:
    """Whether the search was at the end of the way that a note describes, and did not find the thing there."""
    way = () if found.at is None else found.at.way
    menu = {canonical(link.url) for link in start}
    asked = {canonical(each.asked) for each in found.visited}
    for each in found.visited:
        is_passed = any(each is hop for hop in way)
        if not _proves(each) or not _is_end(told, each) or (is_passed and told.on is None):
            continue
        if told.unknown:
            # The way goes on to something that this page does not have.
            if told.ordered and not any(showing.stands(told.unknown, line) is not False for line in each.page.lines):
                return True
        elif told.exact or {canonical(link.url) for link in each.page.links} - menu <= asked:
            return True
    return False


def _is_end(told: Way, each: Visited) -> bool:
    """Whether a page is where a note leads: it is one of its places, and all others lie on the way to it."""
    hops = [_called(hop) for hop in each.way]
    return any(place in hops[-1] for place in told.places) and all(
        any(place in hop for hop in hops) for place in told.places
    )


def _called(each: Visited) -> set[frozenset[str]]:
    """Everything by which a page on a way can be named: the link to it, its own name, its headings."""
    headings = (thing.name for thing in each.page.things if thing.kind == "heading")
    linked = (each.link.text,) if each.link is not None else ()
    return {name for text in (*linked, each.page.name, *headings) if (name := words_of(text))}


def _proves(each: Visited) -> bool:
    """Whether the page is the one that was asked for, and was read. A redirect, such as to a login, proves nothing."""
    is_asked = each.link is None or canonical(each.page.url) == canonical(each.asked)
    return is_asked and each.page.is_found and not each.page.cut and not each.page.blank


def _names(at: Visited, start: set[frozenset[str]]) -> list[str]:
    """The names of the way, from something that the start page links, or else from the page on which it began.

    "" stands for a name that must not enter memory.
    """
    names = [_stated(link.text) for link in at.links if link.text]
    if names and words_of(names[0]) not in start:
        names.insert(0, _stated(at.way[0].page.name))
    return names


def _stated(name: str) -> str:
    """The name as a lesson has it: without its question mark, or the whole lesson would read as a question."""
    return label(name).rstrip(" ?¿!")
