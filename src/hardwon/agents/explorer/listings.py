"""Listings: what tables, lists, messages and the links of a session tell. None where they leave it open. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.agents.explorer import showing
from hardwon.agents.explorer.money import read
from hardwon.likeness.stems import singular

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.agents.explorer.page import Page, Thing
    from hardwon.agents.explorer.showing import Truth

_OUT = frozenset({"log out", "logout", "log off", "sign out", "signout", "sign off", "abmelden", "ausloggen"})
_IN = frozenset({"log in", "login", "log on", "sign in", "signin", "anmelden", "einloggen"})
_AS = re.compile(r"(?:^|[\s(])(?:logged|signed)[ -]in as:? (.{1,80})", re.IGNORECASE)
_GOOD = re.compile(
    r"\b(?:thank|thanks|success|successfully|saved|welcome|added|created|updated|done|sent|archived)\b", re.IGNORECASE
)
_BAD = re.compile(
    r"\b(?:errors?|invalid|fail(?:ed|ure)?|wrong|incorrect|denied|sorry|oops|unable|must|required|problem|cannot|can't|"
    r"not (?:valid|found|allowed|possible|accepted)|please (?:enter|fill|choose|select|check|correct))\b",
    re.IGNORECASE,
)
_SUMS = frozenset(
    (
        "total",
        "totals",
        "subtotal",
        "sum",
        "summe",
        "gesamt",
        "gesamtsumme",
        "zwischensumme",
        "totale",
        "totaal",
        "somme",
    )
)


def rows(page: Page, name: str) -> list[Thing]:
    """The rows that a name means: by their first cell, else by any; a number by the first alone."""
    found = [thing for thing in page.things if thing.kind == "row"]
    first = [thing for thing in found if showing.same(thing.name.removeprefix("#"), name.removeprefix("#"))]
    having = [thing for thing in found if any(showing.same(cell, name) for cell in thing.cells)]
    if name.isdigit():
        # A number in another column may be a room, an amount or a count: then it is open which row is meant.
        return first if all(thing in first for thing in having) else []
    return first or having


def fact(page: Page, name: str, value: str, column: str = "") -> Truth:
    """Whether the row of a name has a value, in a column if one is named.

    Without one it is false only if another row has that value where this one has something else.
    """
    own = rows(page, name)
    if len(own) != 1 or page.cut:
        return None
    heads = [thing.name for thing in page.things if thing.kind == "column" and thing.within == own[0].within]
    if column:
        at = [number for number, head in enumerate(heads) if showing.same(head, column)]
        cell = own[0].cells[at[0] : at[0] + 1] if len(at) == 1 and len(heads) == len(own[0].cells) else ()
        found = _is_cell(value, cell[0]) if cell else None
        # "The order of Ada is Open" is not about the number of the order.
        return None if found is False and at == [0] else found
    if any(_is_cell(value, cell) for cell in own[0].cells):
        return True
    others = [thing for thing in page.things if thing.kind == "row" and thing.within == own[0].within]
    columns = {at for row in others for at, cell in enumerate(row.cells) if showing.same(cell, value)}
    held = [own[0].cells[at] for at in columns if at < len(own[0].cells)]
    is_other = len(held) == 1 and bool(held[0]) and showing.stands(value, own[0].value) is False
    return False if is_other else None


def _is_cell(value: str, cell: str) -> Truth:
    if showing.same(value, cell):
        return True
    one, two = read(value), read(cell)
    if one is not None and two is not None:
        return one.is_same(two)
    return None if showing.stands(value, cell) is not False or showing.stands(cell, value) is not False else False


def inside(page: Page, text: str) -> Truth:
    """Whether a text stands in a table or list of the page."""
    cells = [cell for thing in page.things if thing.kind in ("row", "item") for cell in (thing.cells or (thing.name,))]
    if any(showing.stands(text, cell) for cell in cells):
        return True
    return False if cells and showing.shown(page, text) is False else None


def many(page: Page, noun: str, *, is_all: bool) -> int | None:
    """How many of something the page lists; None where no list is known to be of that.

    Of all that there are, a page tells only where nothing says that it is one page of several.
    """
    wanted = singular(noun.casefold())
    lists: dict[int, list[Thing]] = {}
    for thing in page.things:
        if thing.kind in ("row", "item") and thing.within:
            lists.setdefault(thing.within, []).append(thing)
    fitting = [things for within, things in lists.items() if wanted in _called(page, within, things)]
    if len(fitting) != 1 or (is_all and _is_paged(page, wanted)):
        return None
    things = [thing for thing in fitting[0] if not thing.is_foot]
    return None if any(_sums_up(thing) for thing in things) else len(things)


def _sums_up(thing: Thing) -> bool:
    """Whether a row or item may be about the others: it begins with a word for their sum."""
    return not _SUMS.isdisjoint(showing.words(thing.name)[:2])


def _called(page: Page, within: int, things: Sequence[Thing]) -> set[str]:
    """What the things of a list are called: by the heading above it, or its first column."""
    heads = [thing.name for thing in page.things if thing.kind == "column" and thing.within == within][:1]
    names = [*heads, *{thing.group for thing in things}]
    return {singular(words[-1]) for name in names if (words := showing.words(name))}


def _is_paged(page: Page, noun: str) -> bool:
    return any(re.search(rf"\b\d+ (?:\w+ ){{0,2}}{re.escape(noun)}", showing.flat(line)) for line in page.lines) or any(
        showing.flat(link.text) in ("next", "more", "show more", "load more", "2", "»", "next page")
        for link in page.links
    )


def signed_in(page: Page) -> Truth:
    """Whether somebody is signed in: the page offers to sign out, and not to sign in, or the other way round."""
    names = {showing.flat(thing.name) for thing in page.things if thing.kind in ("link", "button")}
    leaves, enters = bool(names & _OUT), bool(names & _IN)
    return None if leaves is enters or page.cut else leaves


def signed_in_as(page: Page, name: str) -> Truth:
    """Whether the page names somebody as who is signed in."""
    controls = [thing.name for thing in page.things if thing.kind in ("link", "button") and thing.name]
    said = {_before(match[1], controls) for piece in page.pieces if (match := _AS.search(piece))}
    if len(said) != 1:
        return None
    [who] = said
    if showing.same(who, name):
        return True
    is_name = re.fullmatch(r"[\w.@+'-]+(?: [\w.'-]+){0,3}", who) and showing.words(name)[:1] not in (
        ("a",),
        ("an",),
        ("the",),
    )
    return False if is_name and set(showing.words(who)).isdisjoint(showing.words(name)) else None


def _before(text: str, controls: Sequence[str]) -> str:
    """A text up to the first link or button in it."""
    return text[: min((at for each in controls if (at := text.find(f" {each}")) > 0), default=len(text))].strip(
        " .!)(|·,"
    )


def messages(page: Page, kind: str) -> Truth:
    """Whether there is a message of a kind: an error, a warning, a success."""
    found = [thing for thing in page.things if thing.kind in ("alert", "status") and thing.name]
    wanted = kind.casefold().split()[0]
    if wanted == "alert":
        return True if any(thing.kind == "alert" for thing in found) else None
    if any(thing.tone == wanted for thing in found):
        return True
    if wanted != "error":
        return None
    plain = [thing for thing in found if thing.kind == "alert" and not thing.tone]
    if plain:
        return None if any(_GOOD.search(thing.name) for thing in plain) else True
    is_quiet = not any(_BAD.search(line) for line in (*page.lines, *page.unsure))
    return False if found and is_quiet and all(thing.tone in ("success", "info") for thing in found) else None
