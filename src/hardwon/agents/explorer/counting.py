"""Counting: how many of something a page has, and which of them comes where. Pure."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

from hardwon.agents.explorer import listings, showing, states

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardwon.agents.explorer.page import Page, Thing
    from hardwon.agents.explorer.showing import Truth
    from hardwon.steps.asserted import Asserted

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq, ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt,
}  # fmt: skip


def count(claim: Asserted, page: Page) -> Truth:
    things = [thing for thing in page.things if thing.kind == claim.kind]
    if page.cut:
        return None
    if claim.texts:
        text = claim.texts[0]
        exact = states.named(page, [claim.kind], text)
        texts = [(thing, each) for thing in things for each in (thing.cells or (thing.name,))]
        if any(showing.stands(text, each) is not False and thing not in exact for thing, each in texts):
            return None
        return COMPARE[claim.how](len(exact), claim.number)
    if claim.kind in ("row", "item", "column"):
        return _counted_lines(claim, things) if len({thing.within for thing in things}) == 1 else None
    is_plain = claim.kind in ("button", "field", "checkbox", "radio", "article", "alert")
    return COMPARE[claim.how](len(things), claim.number) if is_plain else None


def _counted_lines(claim: Asserted, things: Sequence[Thing]) -> Truth:
    """Some count the foot of a table, a row of sums and a column without a name, others do not."""
    own = [thing for thing in things if thing.kind != "column" or thing.name]
    counts = {len(things), len(own), sum(not (thing.is_foot or listings.sums_up(thing)) for thing in own)}
    verdicts = {COMPARE[claim.how](each, claim.number) for each in counts}
    return verdicts.pop() if len(verdicts) == 1 else None


def times(claim: Asserted, page: Page) -> Truth:
    text = claim.texts[0]
    if page.cut or any(showing.stands(text, thing.value) for thing in page.things if thing.kind == "field"):
        return None
    # Where elements meet without a space, the lines and their pieces may not agree on what is a word.
    readings = [page.lines, page.pieces]
    if page.spread is not None and any(showing.stands(text, each) for each in page.spread.pieces):
        return None
    verdicts = {COMPARE[claim.how](showing.times(lines, text), claim.number) for lines in readings}
    return verdicts.pop() if len(verdicts) == 1 else None


def nth(claim: Asserted, page: Page) -> Truth:
    things = [thing for thing in page.things if thing.kind == claim.kind]
    if not things or page.cut or (claim.kind != "option" and len({thing.within for thing in things}) != 1):
        return None
    at = claim.number - 1 if claim.number > 0 else -1
    if at >= len(things):
        return None if claim.negative or things[-1].is_foot else False
    if not things[at].name or (things[-1].is_foot and not 0 <= at < len(things) - 1):
        return None
    if claim.how == "in":
        found = [showing.stands(claim.texts[0], text) for text in things[at].cells or (things[at].name,)]
        return True if True in found else None if None in found else False
    names = (things[at].name, *things[at].cells)
    if any(showing.same(name, claim.texts[0]) for name in names):
        return True
    return None if any(showing.stands(claim.texts[0], name) is not False for name in names) else False


def options(claim: Asserted, page: Page) -> Truth:
    fields = states.named(page, ["field"], claim.texts[0])
    options = [
        thing for thing in page.things if thing.kind == "option" and thing.group in {each.name for each in fields}
    ]
    if len(fields) != 1 or not options or page.cut or fields[0].is_unset or not all(thing.name for thing in options):
        # "Please choose" may count as an option, or not.
        return None
    return COMPARE[claim.how](len(options), claim.number)


def tally(claim: Asserted, page: Page) -> Truth:
    found = listings.tally(page, *claim.texts, is_quoted=bool(claim.kind))
    if found is None:
        return None
    counted, listed, is_paged = found
    if claim.how == "all":
        return False if counted < listed else None if is_paged else True
    least = COMPARE[claim.how](counted, claim.number)
    # On one page of several there may be more of them.
    return least if not is_paged or least is COMPARE[claim.how](counted + 10**9, claim.number) else None


def under(claim: Asserted, page: Page) -> Truth:
    number = listings.under(page, claim.texts[0])
    return None if number is None or page.cut else COMPARE[claim.how](number, claim.number)


def many(claim: Asserted, page: Page) -> Truth:
    number = listings.many(page, claim.texts[0], is_all=bool(claim.kind))
    return None if number is None or page.cut else COMPARE[claim.how](number, claim.number)
