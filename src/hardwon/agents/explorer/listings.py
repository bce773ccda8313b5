"""Listings: what tables and lists tell. None where they leave it open. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.agents.explorer import showing
from hardwon.agents.explorer.money import read
from hardwon.agents.explorer.prose import STATES
from hardwon.likeness.stems import singular

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.agents.explorer.page import Page, Thing
    from hardwon.agents.explorer.showing import Truth

_AROUND = ("row", "item", "article", "card")
_NOTHING = frozenset(
    (
        "no",
        "none",
        "nothing",
        "empty",
        "kein",
        "keine",
        "keinen",
        "nichts",
        "aucun",
        "aucune",
        "ningún",
        "ninguna",
        "nessun",
        "nessuna",
    )
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
        found = _is_cell(value, cell[0]) if cell and at[0] not in own[0].labels else None
        # "The order of Ada is Open" is not about the number of the order.
        first = next((number for number, each in enumerate(own[0].cells) if each == own[0].name), 0)
        return None if found is False and at == [first] else found
    if any(_is_cell(value, cell) for at, cell in enumerate(own[0].cells) if at not in own[0].labels):
        return True
    if (paid := _of_its_kind(value, own[0].cells, page.lang)) is not None:
        return False if paid is False else None
    others = [thing for thing in page.things if thing.kind == "row" and thing.within == own[0].within]
    columns = {
        at for row in others for at, cell in enumerate(row.cells) if showing.same(cell, value) and at not in row.labels
    }
    held = [own[0].cells[at] for at in columns if at < len(own[0].cells) and at not in own[0].labels]
    said = " ".join(cell for at, cell in enumerate(own[0].cells) if at not in own[0].labels)
    is_other = len(held) == 1 and bool(held[0]) and showing.stands(value, said) is False
    return False if is_other else None


def is_told_elsewhere(page: Page, name: str, value: str, verdict: bool) -> bool:
    """Whether an item, card or article that has a name, or several rows and these, speak of a value otherwise."""
    blocks = [thing for thing in page.things if thing.kind in ("item", "article", "card")]
    said = [thing.whole for thing in blocks if not showing.same(thing.whole, name) and _begins(thing.whole, name)]
    own = [row for row in rows(page, name) if len(row.cells) > 2]  # noqa: PLR2004 - of two cells one is a name, and one its value
    terms = [thing.value for thing in page.things if thing.kind == "term" and showing.same(thing.name, name)]
    said += [*terms, own[0].value] if len(own) == 1 and terms else []
    return any(showing.stands(value, each) is verdict for each in said)


def _begins(text: str, name: str) -> bool:
    return showing.flat(text).startswith(showing.flat(name)) and showing.stands(name, text) is True


def _of_its_kind(value: str, cells: Sequence[str], lang: str) -> Truth:
    """Whether an amount of money is the one that a row has; None where it has none of that money, or several."""
    amount = read(value, lang)
    own = [other for cell in cells if (other := read(cell, lang)) is not None and other.unit and other.unit != "%"]
    if amount is None or len(own) != 1 or amount.unit != own[0].unit:
        return None
    return own[0].is_same(amount)


def stands_in(text: str, cell: str, lang: str) -> Truth:
    """Whether a text stands in a cell, an amount in any notation."""
    one, two = read(text, lang), read(cell, lang)
    if one is not None and two is not None and one.unit and one.is_same(two):
        return True
    return showing.stands(text, cell)


def _is_cell(value: str, cell: str) -> Truth:
    if showing.same(value, cell):
        return True
    one, two = read(value), read(cell)
    if one is not None and two is not None:
        return one.is_same(two)
    return None if showing.stands(value, cell) is not False or showing.stands(cell, value) is not False else False


def place_of(page: Page, name: str) -> int:
    """The row or item that a name means, by its number; 0 where it is not one."""
    found = rows(page, name)
    if not found and not name.isdigit():
        items = [thing for thing in page.things if thing.kind in ("item", "article", "card")]
        found = [thing for thing in items if showing.stands(name, thing.name)]
    return found[0].place if len(found) == 1 else 0


def in_place(page: Page, name: str, kind: str, text: str) -> Truth:
    """Whether a row or item has a button, link or field of a name."""
    at = place_of(page, name)
    around = next((thing for thing in page.things if at and thing.place == at and thing.kind in _AROUND), None)
    return None if around is None or page.cut else in_place_of(page, around, kind, text)


def in_place_of(page: Page, around: Thing, kind: str, text: str) -> Truth:
    """Whether a row or item has a button, link or field of a name."""
    at = around.place
    own = [thing for thing in page.things if thing.place == at and thing.kind not in _AROUND]
    if any(thing.kind == kind and showing.same(thing.name, text) for thing in own):
        return True
    near = (around.name, *around.cells, *(thing.name for thing in own))
    return False if all(showing.stands(text, each) is False for each in near) else None


def within(page: Page, name: str, text: str) -> Truth:
    """Whether a text stands in the one item, card or article that has a name."""
    blocks = [thing for thing in page.things if thing.kind in ("item", "article", "card")]
    found = [thing for thing in blocks if showing.stands(name, thing.whole)]
    heads = [thing for thing in found if showing.flat(thing.whole).startswith(showing.flat(name))]
    if page.cut or len(heads) != 1 or any(showing.stands(name, thing.whole) is None for thing in blocks):
        return None
    is_more = rows(page, name) or any(thing.kind == "term" and showing.same(thing.name, name) for thing in page.things)
    if is_more or not _is_its_name(page, name, heads[0]):
        return None
    verdict = showing.stands(text, heads[0].whole)
    return verdict if len(found) == 1 or verdict is not True else None


def _is_its_name(page: Page, name: str, block: Thing) -> bool:
    """Whether a block begins with a name, and not with a longer one: "Lamp XL" is not the lamp."""
    rest = showing.flat(block.whole)[len(showing.flat(name)) :].lstrip()
    names = [thing.name for thing in page.things if thing.kind in ("heading", "link", "term", "checkbox")]
    told = (*names, *page.told, *page.pieces, *(own for own, _ in page.pairs))
    return not rest[:1].isalpha() or any(showing.same(name, each) for each in (block.first, *told))


def every(page: Page, text: str, kind: str, how: str) -> Truth:
    """Whether a text, or a thing of a kind, stands in every row of the one table, or in none."""
    held = [thing for thing in page.things if thing.kind == "row" and not thing.is_foot and not sums_up(thing)]
    tables = {thing.within for thing in held}
    if not held or page.cut or (how == "all" and len(tables) != 1):
        return None
    found = [in_place_of(page, row, kind, text) if kind else _in_cells(row, text) for row in held]
    if how == "none":
        return False if True in found else None if None in found else True
    return False if False in found else None if None in found else True


def _in_cells(row: Thing, text: str) -> Truth:
    found = [showing.stands(text, cell) for cell in row.cells]
    return True if True in found else None if None in found else False


def under(page: Page, heading: str) -> int | None:
    """How many entries the one list under a heading has; None where there is not just one."""
    heads = [thing for thing in page.things if thing.kind == "heading" and showing.same(thing.name, heading)]
    things = [thing for thing in page.things if thing.kind in ("row", "item") and showing.same(thing.group, heading)]
    if len(heads) != 1 or len({thing.within for thing in things}) != 1:
        return None
    return None if any(thing.is_foot or sums_up(thing) or _says_none(thing) for thing in things) else len(things)


def inside(page: Page, text: str) -> Truth:
    """Whether a text stands in a table or list of the page."""
    cells = [cell for thing in page.things if thing.kind in ("row", "item") for cell in (thing.cells or (thing.name,))]
    if any(showing.stands(text, cell) for cell in cells):
        return True
    return False if cells and showing.shown(page, text) is False else None


def in_part(page: Page, part: str, text: str, kind: str = "") -> Truth:
    """Whether a text, or a thing of a kind, stands in a part of the page."""
    if part in ("table", "list"):
        if not kind:
            return inside(page, text)
        held = {thing.place for thing in page.things if thing.kind == ("row" if part == "table" else "item")} - {0}
        own = [thing for thing in page.things if thing.kind == kind and showing.same(thing.name, text)]
        return True if any(thing.place in held for thing in own) else None
    if part.startswith("result"):
        # What was looked for is often told, too: `Nothing matches "Olsen"`.
        return inside(page, text) if not kind else None
    texts = [said for name, said in page.parts if name == part]
    found = [showing.stands(text, said) for said in texts]
    if True in found:
        links = [thing for thing in page.things if thing.kind == kind and showing.same(thing.name, text)]
        return True if not kind or len(links) == 1 else None
    return None if None in found or not found or page.cut else False


def cells_of(page: Page, part: str) -> list[str]:
    """All that stands in the one table or list of a page; nothing where there is not just one."""
    kinds = {"table": ("row", "column"), "list": ("item",)}.get(part, ())
    things = [thing for thing in page.things if thing.kind in kinds and thing.within]
    if len({thing.within for thing in things}) != 1 or page.cut:
        return []
    return [cell for thing in things for cell in (thing.cells or (thing.name,))]


def in_column(page: Page, column: str, text: str) -> Truth:
    """Whether a text is one of the cells below the head of a column."""
    cells: dict[bool, list[str]] = {True: [], False: []}
    for row in page.things:
        heads = [each.name for each in page.things if each.kind == "column" and each.within == row.within]
        if row.kind == "row" and any(showing.same(head, column) for head in heads):
            if len(heads) != len(row.cells):
                return None
            for head, cell in zip(heads, row.cells, strict=True):
                cells[showing.same(head, column)].append(cell)
    if any(showing.same(text, cell) for cell in cells[True]):
        return True
    is_elsewhere = any(showing.same(text, cell) for cell in cells[False])
    return False if is_elsewhere and all(showing.stands(text, cell) is False for cell in cells[True]) else None


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
    return None if any(sums_up(thing) or _says_none(thing) for thing in things) else len(things)


def tally(page: Page, noun: str, state: str, *, is_quoted: bool) -> tuple[int, int, bool] | None:
    """How many of the rows that list something are in a state, of how many; and whether there are more elsewhere.

    None where no column says it: a word that is in none of its cells may mean anything, unless it is quoted.
    """
    wanted = singular(noun.casefold())
    rows = [thing for thing in page.things if thing.kind == "row" and not thing.is_foot]
    tables = {thing.within for thing in rows}
    fitting = [at for at in tables if wanted in _called(page, at, [row for row in rows if row.within == at])]
    if len(fitting) != 1 or page.cut:
        return None
    held = [row for row in rows if row.within == fitting[0]]
    heads = [thing.name for thing in page.things if thing.kind == "column" and thing.within == fitting[0]]
    columns = [at for at, head in enumerate(heads) if head.casefold() in STATES]
    if len(columns) != 1 or any(sums_up(row) or _says_none(row) or len(row.cells) != len(heads) for row in held):
        return None
    said = [row.cells[columns[0]] for row in held]
    counted = sum(showing.same(each, state) for each in said)
    is_clear = counted or (is_quoted and all(showing.stands(state, each) is False for each in said))
    return (counted, len(held), _is_paged(page, wanted)) if is_clear else None


def sums_up(thing: Thing) -> bool:
    """Whether a row or item may be about the others: it begins with a word for their sum."""
    return not _SUMS.isdisjoint(showing.words(thing.name)[:2])


def _says_none(thing: Thing) -> bool:
    """Whether a row or item stands where there would be others: `No bookings yet`, or nothing at all."""
    said = showing.words(thing.name or thing.value)
    return not said or not _NOTHING.isdisjoint(said[:2])


def _called(page: Page, within: int, things: Sequence[Thing]) -> set[str]:
    """What the things of a list are called: by the heading above it, or its first column."""
    heads = [thing.name for thing in page.things if thing.kind == "column" and thing.within == within and thing.name]
    heads = heads[:1]
    names = [*heads, *{thing.group for thing in things}]
    return {singular(words[-1]) for name in names if (words := showing.words(name))}


def _is_paged(page: Page, noun: str) -> bool:
    return any(re.search(rf"\b\d+ (?:\w+ ){{0,2}}{re.escape(noun)}", showing.flat(line)) for line in page.lines) or any(
        showing.flat(link.text) in ("next", "more", "show more", "load more", "2", "»", "next page")
        for link in page.links
    )
