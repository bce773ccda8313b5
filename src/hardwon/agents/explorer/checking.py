"""Checking: what a page says to a claim. True, False, or None where it cannot be told. Pure.

No verdict is better than a wrong one: a name that only nearly fits, a thing of a kind that pages can draw in many ways,
or a page that was cut off leave a claim open.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from hardwon.agents.explorer import counting, listings, messages, prose, showing, statements, states
from hardwon.agents.explorer.page import MASK
from hardwon.steps.asserted import Asserted, Together
from hardwon.steps.assertions import understood
from hardwon.steps.quotes import without_quotes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hardwon.agents.explorer.page import Page, Thing
    from hardwon.agents.explorer.showing import Truth
    from hardwon.steps.asserted import Op, Sentence

_ALIKE = (
    frozenset({"button", "link"}),
    frozenset({"checkbox", "radio", "option"}),
    frozenset({"item", "row", "cell", "article"}),
)
"""Kinds of things that a visitor may take for one another: how they look is up to the style of the page."""


def judged(sentence: str, page: Page) -> Truth:
    """Whether a sentence is true of a page; None where that cannot be told."""
    if page.blank:
        return None
    verdict = _judged(sentence, page)
    if verdict is None:
        return None
    return verdict if all(_judged(sentence, each) is verdict for each in _other_readings(page)) else None


def _other_readings(page: Page) -> Iterator[Page]:
    """The page as it may be seen, too: without what is perhaps not seen, and with its elements apart."""
    readings = [page]
    if page.spread is not None:
        spread = replace(page, heading=page.spread.heading, things=page.spread.things, parts=page.spread.parts)
        readings.append(spread)
        yield spread
    for each in readings:
        if any(thing.is_dim for thing in each.things):
            yield replace(each, things=tuple(thing for thing in each.things if not thing.is_dim))


def _judged(sentence: str, page: Page) -> Truth:
    found = {_claimed(sentence, page), _stated(sentence, page), _by_names(sentence, page)} - {None}
    return found.pop() if len(found) == 1 else None


def _stated(sentence: str, page: Page) -> Truth:
    """Whether the page says what the sentence says."""
    found, pair = statements.judged(sentence, page), statements.pair_of(sentence)
    return _undisputed(page, *pair, found) if pair else found


def _claimed(sentence: str, page: Page) -> Truth:
    """Whether what is understood of a sentence holds."""
    said = understood(sentence)
    if said is None or (_is_of_seeing(said) and _ends_in_a_value(sentence, page)):
        return None
    return _holds(said, page)


def _is_of_seeing(said: Sentence) -> bool:
    return any(map(_is_of_seeing, said.parts)) if isinstance(said, Together) else said.op == "shown"


def _ends_in_a_value(sentence: str, page: Page) -> bool:
    """Whether its last word is what the page says of something: "Ada is present" in a list of who was."""
    word = without_quotes(sentence)[0].rstrip(" .!").rpartition(" ")[2]
    values = (each for thing in page.things for each in (*thing.cells, thing.value if thing.kind == "term" else ""))
    pairs = (value for _, value in page.pairs)
    told = (each.partition(":")[2] for each in page.told)
    return word[:1].isupper() or any(word and showing.same(word, each.strip()) for each in (*values, *pairs, *told))


def _by_names(sentence: str, page: Page) -> Truth:
    """Whether a sentence without quotes is true, with its names as the page has them."""
    for each in prose.quoted(sentence, page):
        verdict = _claimed(each.text, page)
        if verdict is not None and (verdict or not each.is_guess):
            return verdict if all(_is_certain(page, name) for name in each.unknown) else None
    return None


def _is_certain(page: Page, name: str) -> bool:
    """Whether the page has a name, or nothing that could be meant by it."""
    return showing.shown(page, name) is True or all(showing.shown(page, each) is False for each in name.split())


def _holds(said: Sentence, page: Page) -> Truth:
    if isinstance(said, Together):
        return _together(said, page)
    if said.kind in ("switch", "tab"):
        meant = states.of_a_switch(said) if said.kind == "switch" else states.of_a_tab(said, page)
        return _holds(meant, page) if meant is not None else None
    found = CHECKS[said.op](said, page)
    found = _in_part(said, page, found) if said.part else found
    return found if found is None or not said.negative else not found


def _in_part(claim: Asserted, page: Page, found: Truth) -> Truth:
    """What is said of a part of the page: what stands nowhere is not there either."""
    is_of_all = claim.part.startswith("result") and claim.op not in ("shown", "inside")
    if is_of_all or claim.op == "inside" or (claim.op == "shown" and found is False):
        return found
    if claim.op == "shown":
        return listings.in_part(page, claim.part, claim.texts[0], claim.kind)
    cells = listings.cells_of(page, claim.part) if claim.op in ("times", "order") else []
    if claim.op == "order":
        return found if all(any(showing.same(cell, text) for cell in cells) for text in claim.texts) else None
    return counting.COMPARE[claim.how](showing.times(cells, claim.texts[0]), claim.number) if cells else None


def _together(said: Together, page: Page) -> Truth:
    found = [_holds(part, page) for part in said.parts]
    if said.negative and said.every:
        # "Not A and B" is said for none of them, and for not both.
        return None if None in found or len(set(found)) > 1 else not found[0]
    decides = not said.every
    verdict: Truth = decides if decides in found else None if None in found else not decides
    return verdict if verdict is None or not said.negative else not verdict


def _is_near(page: Page, name: str) -> bool:
    """Whether anything on the page could be meant by a name."""
    return showing.shown(page, name) is not False


def _shown(claim: Asserted, page: Page) -> Truth:
    text = claim.texts[0]
    if claim.how == "?":
        found = {_shown(replace(claim, how="=", kind=kind), page) for kind in ("", claim.kind)}
        return found.pop() if len(found) == 1 else None
    if claim.place:
        return listings.in_place(page, claim.place, claim.kind, text)
    if not claim.kind:
        return showing.shown(page, text)
    if states.named(page, [claim.kind], text):
        return True
    if claim.kind in ("heading", "alert"):
        inside = [
            thing for thing in page.things if thing.kind == claim.kind and showing.stands(text, thing.name) is not False
        ]
        return None if inside or page.cut else False if not _is_near(page, text) or claim.kind == "heading" else None
    return None if page.cut or (_is_near(page, text) and not _is_other(page, claim.kind, text)) else False


def _is_other(page: Page, kind: str, name: str) -> bool:
    """Whether the name is that of something else, which nobody takes for this kind."""
    own = {thing.kind for thing in page.things if showing.same(thing.name, name)}
    alike = next((each for each in _ALIKE if kind in each), frozenset({kind}))
    parts = [thing for thing in page.things if thing.kind in alike and showing.stands(name, thing.name) is not False]
    return bool(own) and not own & alike and not parts


def _value(claim: Asserted, page: Page) -> Truth:
    name, value = claim.texts
    fields = states.named(page, ["field"], name)
    if chosen := _chosen(page, name):
        is_one = any(showing.same(thing.name, value) for thing in chosen)
        return is_one if len(chosen) == 1 or claim.how == "in" else None if not is_one else True
    if any(MASK in thing.value for thing in fields):
        return None
    if len(fields) == 1:
        return showing.stands(value, fields[0].value) if claim.how == "in" else showing.same(fields[0].value, value)
    is_called_more = any(
        thing.kind == "field" and showing.flat(thing.name).startswith(showing.flat(name)) for thing in page.things
    )
    return _term(claim, page) if not fields and not is_called_more else None


def _chosen(page: Page, name: str) -> list[Thing]:
    """What is chosen of the options or radio buttons that have a name together."""
    options = [thing for thing in page.things if thing.kind in ("radio", "option") and showing.same(thing.group, name)]
    return [thing for thing in options if thing.on]


def _unchosen(claim: Asserted, page: Page) -> Truth:
    """Whether nothing is chosen of the options or radio buttons that have a name together."""
    name = claim.texts[0]
    options = [thing for thing in page.things if thing.kind in ("radio", "option") and showing.same(thing.group, name)]
    if not options or page.cut:
        return None
    return not _chosen(page, name) or any(field.is_unset for field in states.named(page, ["field"], name))


def _order(claim: Asserted, page: Page) -> Truth:
    if claim.how == "in" and any(
        thing.kind == "column" and showing.same(thing.name, claim.texts[0]) for thing in page.things
    ):
        return listings.in_column(page, *claim.texts)
    lists = {(thing.kind, thing.within) for thing in page.things if thing.kind in ("column", "item", "row")}
    sorts = [[thing.name for thing in page.things if (thing.kind, thing.within) == each] for each in sorted(lists)]
    whole = [names for names in sorts if all(len(showing.places(names, text)) == 1 for text in claim.texts)]
    lines = whole[0] if len(whole) == 1 else page.lines
    found = [showing.places(lines, text) for text in claim.texts]
    if lines is page.lines and page.spread is not None:
        # Where it may stand once more, the order is open.
        found += [[] for text in claim.texts for each in page.spread.pieces if showing.stands(text, each)]
    if any(len(each) != 1 for each in found):
        return None
    at = [each[0] for each in found]
    if claim.how == "in" and at == sorted(at) and _is_between(page, lines, at):
        return None
    if claim.how == "in" and at != sorted(at) and any(showing.stands(claim.texts[1], each) for each in lines[at[0] :]):
        return None
    return None if len(set(at)) < len(at) else at == sorted(at)


def _is_between(page: Page, lines: Sequence[str], at: Sequence[int]) -> bool:
    """Whether another heading stands between two lines: what is under that is not under the first."""
    heads = [thing.name for thing in page.things if thing.kind == "heading"]
    first, last = min(at), max(at)
    is_headed = any(showing.same(lines[first], each) for each in heads)
    return is_headed and any(showing.same(line, each) for line in lines[first + 1 : last] for each in heads)


def _offered(claim: Asserted, page: Page) -> Truth:
    name, option = claim.texts
    if len(states.named(page, ["field"], name)) != 1 or page.cut:
        return None
    offered = [thing.name for thing in page.things if thing.kind == "option" and showing.same(thing.group, name)]
    if any(showing.same(each, option) for each in offered):
        return True
    return False if offered and all(showing.stands(option, each) is False for each in offered) else None


def _row(claim: Asserted, page: Page) -> Truth:
    name, text = claim.texts
    rows = listings.rows(page, name)
    if len(rows) != 1:
        return None
    found = [listings.stands_in(text, cell, page.lang) for cell in rows[0].cells]
    return True if True in found else None if None in found else False


def _term(claim: Asserted, page: Page) -> Truth:
    """What stands beside a name, whatever it is that names it."""
    name, value = claim.texts
    found = {statements.beside(page, name, value), listings.fact(page, name, value)} - {None}
    return _undisputed(page, name, value, found.pop()) if len(found) == 1 else None


def _fact(claim: Asserted, page: Page) -> Truth:
    name, value = claim.texts
    return _undisputed(page, name, value, listings.fact(page, name, value, claim.kind))


def _undisputed(page: Page, name: str, value: str, found: Truth) -> Truth:
    """The verdict, unless something else that has the name, in another list, says otherwise."""
    return None if found is not None and listings.is_told_elsewhere(page, name, value, not found) else found


def _session(claim: Asserted, page: Page) -> Truth:
    return messages.signed_in_as(page, claim.texts[0]) if claim.texts else messages.signed_in(page)


def _status(claim: Asserted, page: Page) -> Truth:
    return page.status == claim.number if page.status else None


def _text(claim: Asserted, text: str) -> Truth:
    if showing.same(text, claim.texts[0]):
        return True
    return showing.stands(claim.texts[0], text) if claim.how == "in" else False


def _heading(claim: Asserted, page: Page) -> Truth:
    names = [thing.name for thing in page.things if thing.kind == "heading"]
    if not page.heading or _text(claim, page.heading):
        return True if page.heading else None
    return None if any(_text(claim, name) for name in names) else _text(claim, page.heading)


def _title(claim: Asserted, page: Page) -> Truth:
    parts = statements.title_parts(page.title)
    if not page.title or _text(claim, page.title):
        return True if page.title else None
    return None if any(_text(claim, part) for part in (*parts, page.heading)) else _text(claim, page.title)


def _page(claim: Asserted, page: Page) -> Truth:
    parts = statements.title_parts(page.title)
    own = [part for part in parts if showing.same(part, page.heading)]
    # Of "Bookings - Fjord Desk" on a page with the heading "Bookings", the rest is the name of the site.
    names = [name for name in (page.heading, *(own or parts)) if name]
    if any(showing.same(name, claim.texts[0]) for name in names):
        return True
    if any(statements.name_of(name) == statements.name_of(claim.texts[0]) != () for name in names):
        return True
    near = [
        name
        for name in (*names, *parts)
        if showing.stands(claim.texts[0], name) is not False or showing.stands(name, claim.texts[0])
    ]
    return None if near or not page.heading else False


def _address(claim: Asserted, page: Page) -> Truth:
    wanted, parts = claim.texts[0], urlsplit(page.url)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    if claim.how == "in":
        return wanted in page.url
    return wanted.rstrip("/") in (page.url.rstrip("/"), path.rstrip("/"), parts.path.rstrip("/"))


def _message(claim: Asserted, page: Page) -> Truth:
    alerts = [thing for thing in page.things if thing.kind in ("alert", "status")]
    if not claim.texts:
        return messages.told(page, claim.kind)
    text = claim.texts[0]
    beside = statements.beside(page, claim.kind, text)
    if beside is not None:
        return beside
    said = [thing for thing in alerts if showing.stands(text, thing.name)]
    if said:
        if any(messages.is_message(thing, claim.kind) for thing in said):
            return True
        return False if all(messages.is_another(thing, claim.kind) for thing in said) else None
    seen = showing.shown(page, text)
    if seen is False:
        return False
    is_told = any(showing.stands(text, line) for line in page.told)
    is_plain = messages.is_bad(text) if claim.kind.startswith("error") else not claim.kind.startswith("status")
    return True if is_told and not alerts and is_plain else None


CHECKS: dict[Op, Callable[[Asserted, Page], Truth]] = {
    "shown": _shown,
    "state": states.judged,
    "value": _value,
    "unchosen": _unchosen,
    "count": counting.count,
    "times": counting.times,
    "order": _order,
    "nth": counting.nth,
    "row": _row,
    "fact": _fact,
    "inside": lambda claim, page: listings.inside(page, claim.texts[0]),
    "many": counting.many,
    "under": counting.under,
    "within": lambda claim, page: listings.within(page, *claim.texts),
    "every": lambda claim, page: listings.every(page, claim.texts[0], claim.kind, claim.how),
    "offered": _offered,
    "tally": counting.tally,
    "options": counting.options,
    "session": _session,
    "status": _status,
    "term": _term,
    "named": _page,
    "heading": _heading,
    "title": _title,
    "address": _address,
    "message": _message,
}
