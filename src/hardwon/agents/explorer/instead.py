"""Instead: what a page says where a claim about it is not true. Pure.

The total is €50.00        Total: €45.00
See "Thank you"            the message, the nearest text, the heading: what whoever reads it would look at first
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from hardwon.agents import CannotRun
from hardwon.agents.explorer import listings, showing, statements
from hardwon.agents.explorer.prose import quoted
from hardwon.guard.scanner import brief_line
from hardwon.steps.assertions import Asserted, Together, understood
from hardwon.text.plain import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.agents.explorer.fitting import Pressable
    from hardwon.agents.explorer.page import Page, Thing
    from hardwon.steps.assertions import Sentence

MOST = 3
_TYPED = "what was filled in"
_SHARED = 0.34
"""Share of the words of a text that a line must have to be worth telling."""


def told(sentence: str, page: Page) -> str:
    """What the page says instead, in a few words, and which page it is. What was filled in is not repeated."""
    things = (replace(thing, value=_TYPED) if thing.is_typed and thing.value else thing for thing in page.things)
    page = replace(page, things=tuple(things))
    found = (each for each in (*_about(sentence, page), *_messages(page)) if each)
    said = list({showing.flat(each): each for each in found}.values())[:MOST]
    if not said:
        said = [f'heading "{page.heading}"' if page.heading else f'title "{page.title}"' if page.title else ""]
    words = "; ".join(brief_line(each, 120).rstrip(".") for each in said if each) or "nothing like it"
    return f"The page {place(page)} says: {words}."


def place(page: Page) -> str:
    """A page by its name and its path. Without its parameters: they may hold what was filled in."""
    path = brief_line(urlsplit(page.url).path or "/", 80)
    return f'"{brief_line(page.name, 80)}" ({path})' if page.name != page.url else path


def _about(sentence: str, page: Page) -> Iterator[str]:
    texts = [sentence, *(each.text for each in quoted(sentence, page))]
    for claim in (each for text in texts for each in _claims(understood(text))):
        yield from _beside(claim, page)
    pair = statements.pair_of(sentence)
    if pair is not None:
        yield from (f"{pair[0][0].upper()}{pair[0][1:]}: {value}" for value in statements.values_of(page, pair[0]))
    wanted = " ".join(text for claim in _claims(understood(sentence)) for text in claim.texts) or sentence
    yield _nearest(wanted, page)


def _claims(said: Sentence | None) -> Iterator[Asserted]:
    if isinstance(said, Together):
        for part in said.parts:
            yield from _claims(part)
    elif said is not None:
        yield said


def _beside(claim: Asserted, page: Page) -> Iterator[str]:
    """What there is of just the thing that a claim speaks of."""
    things = [thing for thing in page.things if claim.texts and showing.same(thing.name, claim.texts[0])]
    if claim.op in ("state", "value"):
        yield from (
            _state(thing) for thing in things if thing.kind in ("button", "field", "checkbox", "radio", "option")
        )
    elif claim.op == "term":
        yield from (f"{claim.texts[0]}: {value}" for value in statements.values_of(page, claim.texts[0]))
    elif claim.op in ("row", "fact"):
        yield from (" | ".join(row.cells) for row in listings.rows(page, claim.texts[0]))
    elif claim.op == "count":
        number = sum(thing.kind == claim.kind for thing in page.things)
        yield counted(number, claim.kind)
    elif claim.op == "many" and (many := listings.many(page, claim.texts[0], is_all=False)) is not None:
        yield f"{many} {claim.texts[0]}"
    elif claim.op in ("heading", "named", "title"):
        yield f'heading "{page.heading}"' if page.heading else ""
        yield f'title "{page.title}"' if page.title else ""
    elif claim.op == "address":
        yield urlsplit(page.url).path
    elif claim.op == "status":
        yield f"status {page.status}"


def _state(thing: Thing) -> str:
    kind = "checkbox" if thing.kind == "checkbox" else "radio button" if thing.kind == "radio" else thing.kind
    if thing.kind in ("checkbox", "radio", "option"):
        state = "on" if thing.on else "off"
    elif thing.kind == "field":
        state = "is empty" if not thing.value else f"holds {_TYPED}" if thing.is_typed else f'holds "{thing.value}"'
    else:
        state = "is disabled" if thing.disabled else "is enabled"
    return f'the {kind} "{thing.name}" {"is " if state in ("on", "off") else ""}{state}'


def _messages(page: Page) -> Iterator[str]:
    yield from (thing.name for thing in page.things if thing.kind in ("alert", "status"))


def _nearest(text: str, page: Page) -> str:
    """The line that has most of the words of a text; "" if none has enough."""
    wanted = set(showing.words(text))
    lines = [piece for piece in page.pieces if len(piece) <= showing.LONGEST_TEXT]
    shares = [(len(wanted.intersection(showing.words(line))) / max(len(wanted), 1), line) for line in lines]
    share, line = max(shares, key=lambda each: (each[0], -len(each[1])), default=(0.0, ""))
    return line if share >= _SHARED else ""


def ambiguous(found: Sequence[Pressable], page: Page) -> CannotRun:
    """That a step names several things at once."""
    name = brief_line(found[0].name, 80)
    places = (
        ", ".join(f'"{brief_line(each.near, 60)}"' for each in found if each.near) or "no rows or headings of their own"
    )
    return CannotRun(
        f'There are {len(found)} {found[0].kind}s "{name}" on the page {place(page)}, in: {places}.',
        remedy=f'Say which: Press "{name}" in the row of, or under the heading.',
    )


def misplaced(name: str, where: str, page: Page, shut: str) -> str:
    """That a thing is not in its row or section, or is disabled there."""
    what = "is disabled" if shut else "was not found"
    return f'"{brief_line(shut or name, 80)}" {what} in "{brief_line(where, 80)}" on the page {place(page)}.'


def unplaced(name: str, where: str, page: Page) -> CannotRun:
    """That nothing tells what belongs to a place."""
    return CannotRun(
        f'Nothing tells which "{brief_line(name, 80)}" belongs to "{brief_line(where, 80)}" on the page {place(page)}.',
        remedy="Name a row, a list item, an article or the heading above it, as the page has them.",
    )


def blank(page: Page) -> CannotRun:
    """That a page has nothing to read."""
    path = brief_line(urlsplit(page.url).path or "/", 80)
    return CannotRun(
        f"Nothing can be read on {path}: the page has neither text nor links.",
        remedy="A page that a script draws needs another agent, one with a browser.",
    )
