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
from hardwon.steps.asserted import Asserted, Together
from hardwon.steps.assertions import understood
from hardwon.steps.quotes import without_quotes
from hardwon.text.plain import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.agents.explorer.fitting import Pressable
    from hardwon.agents.explorer.page import Page, Thing
    from hardwon.agents.explorer.search import Found
    from hardwon.steps.asserted import Sentence

MOST = 3
_CONTROLS = ("button", "field", "checkbox", "radio", "option")
_KINDS = {"radio": "radio button", "alert": "message", "status": "message"}
_ASKED = {
    **dict.fromkeys(("disabled", "enabled"), ("is disabled", "is enabled", "disabled")),
    **dict.fromkeys(("required", "optional"), ("is required", "is not required", "required")),
    **dict.fromkeys(("readonly", "editable"), ("is read-only", "is not read-only", "readonly")),
    "invalid": ("is marked as invalid", "is not marked as invalid", "invalid"),
}
"""What is told of a control whose state was asked for: where it is so, where not, and what says it."""

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
    claims = [claim for text in texts for claim in _claims(understood(text))]
    beside = ((_within if claim.place else _beside)(claim, page) for claim in claims)
    told = [each for some in beside for each in some if each]
    if told:
        yield from told
        return
    pair = statements.pair_of(sentence)
    if pair is not None:
        yield from _values(pair[0], page)
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
        yield from (_state(thing, claim.state) for thing in things if thing.kind in _CONTROLS)
    elif claim.op == "shown":
        yield from (f'the {_KINDS.get(thing.kind, thing.kind)} "{thing.name}"' for thing in things)
    elif claim.op == "term":
        yield from _values(claim.texts[0], page)
    elif claim.op in ("row", "fact"):
        yield from (" | ".join(row.cells) for row in listings.rows(page, claim.texts[0]))
    elif claim.op == "nth":
        yield _nth(claim, page)
    elif claim.op in ("count", "many", "times"):
        yield _number(claim, page)
    elif claim.op in ("heading", "named", "title"):
        yield f'heading "{page.heading}"' if page.heading else ""
        yield f'title "{page.title}"' if page.title else ""
    elif claim.op == "address":
        yield f"address {urlsplit(page.url).path or '/'}"
    elif claim.op == "status":
        yield f"status {page.status}"


def _nth(claim: Asserted, page: Page) -> str:
    """What the entry of a list says that a claim means by its number, or how many there are."""
    listed = [thing for thing in page.things if thing.kind == claim.kind]
    at = claim.number - 1 if claim.number > 0 else len(listed) - 1
    return (
        " | ".join(listed[at].cells) or listed[at].name if 0 <= at < len(listed) else counted(len(listed), claim.kind)
    )


def _within(claim: Asserted, page: Page) -> Iterator[str]:
    """What the row or item has that a claim speaks of, and of its controls those of the kind."""
    at = listings.place_of(page, claim.place)
    own = [thing for thing in page.things if at and thing.place == at]
    names = [thing.name for thing in own if thing.kind == claim.kind and thing.name]
    has = ", ".join(f'"{each}"' for each in dict.fromkeys(names)) or "none"
    row = next((" | ".join(thing.cells) or thing.name for thing in own if thing.kind in ("row", "item", "article")), "")
    if claim.op == "state":
        yield from (_state(thing, claim.state) for thing in own if showing.same(thing.name, claim.texts[0]))
    elif at:
        yield f"{_KINDS.get(claim.kind, claim.kind)}s of that row: {has}; the row: {row}"


def _values(name: str, page: Page) -> Iterator[str]:
    """What stands beside a name."""
    yield from (f"{name[0].upper()}{name[1:]}: {value}" for value in statements.values_of(page, name))


def _number(claim: Asserted, page: Page) -> str:
    """How many there are of what a claim counts; "" where that is not known."""
    if claim.op == "count" and claim.texts:
        named = [
            thing for thing in page.things if thing.kind == claim.kind and showing.same(thing.name, claim.texts[0])
        ]
        return f'{counted(len(named), claim.kind)} "{claim.texts[0]}"'
    if claim.op == "count":
        return counted(sum(thing.kind == claim.kind for thing in page.things), claim.kind)
    if claim.op == "times":
        return f'"{claim.texts[0]}" {counted(showing.times(page.lines, claim.texts[0]), "time")}'
    many = listings.many(page, claim.texts[0], is_all=False)
    return f"{many} {claim.texts[0]}" if many is not None else ""


def _state(thing: Thing, asked: str) -> str:
    """What a control is like, in what was asked about it."""
    words = _ASKED.get(asked)
    if words is not None:
        state = words[0] if getattr(thing, words[2]) else words[1]
    elif thing.kind in ("checkbox", "radio", "option"):
        state = "is on" if thing.on else "is off"
    elif thing.kind == "field":
        state = "is empty" if not thing.value else f"holds {_TYPED}" if thing.is_typed else f'holds "{thing.value}"'
    else:
        state = "is disabled" if thing.disabled else "is enabled"
    return f'the {_KINDS.get(thing.kind, thing.kind)} "{thing.name}" {state}'


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
    are = f"There {'is' if len(found) == 1 else 'are'} {counted(len(found), found[0].kind)}"
    return CannotRun(
        f'{are} "{name}" on the page {place(page)}, in: {places}.',
        remedy=f'Say which: Press "{name}" in the row of, or under the heading.',
    )


def not_exactly(name: str, found: Sequence[Pressable], page: Page) -> CannotRun:
    """That what fits a name says more than it, and may end, cost or destroy something."""
    there = ", ".join(f'the {each.kind} "{brief_line(each.name, 60)}"' for each in found[:MOST])
    return CannotRun(
        f'Nothing is named exactly "{brief_line(name, 60)}" on the page {place(page)}; there is {there}, '
        "which may end, cost or destroy something.",
        remedy=f'If that is meant, say its whole name: Press "{brief_line(found[0].name, 60)}".',
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


def unread(how: str, page: Page) -> CannotRun:
    """That what came is not a page."""
    path = brief_line(urlsplit(page.url).path or "/", 80)
    return CannotRun(
        f"{how} {path}, which cannot be read: it is {page.problem}.",
        remedy="The explorer reads pages; check files and other answers with a scenario, or another agent.",
    )


def outside(how: str, page: Page) -> CannotRun:
    """That the way leads to another site, which nobody asked for anything."""
    return CannotRun(
        f"{how} {brief_line(page.leaves, 80)}, outside the site: it was not asked for anything.",
        remedy="If the test may go there, name the address under `allow` in it.",
    )


def unable(name: str) -> CannotRun:
    """That a key, or the browser itself, is out of reach."""
    return CannotRun(
        f"Nothing is called so, and the explorer has neither keys nor a browser: {brief_line(name, 80)}.",
        remedy="Press the button by its name, open the page by its name, or use another agent, one with a browser.",
    )


def several_forms(page: Page) -> CannotRun:
    """That nothing tells which form is to be sent."""
    return CannotRun(
        f"The page {place(page)} has {counted(len(page.forms), 'form')}, and none was filled in.",
        remedy='Say which button sends the one that is meant: Press "Save".',
    )


def scripted(name: str, page: Page) -> CannotRun:
    """That a field or box sends nothing by itself."""
    return CannotRun(
        f'"{brief_line(name, 80)}" on the page {place(page)} belongs to no form: it needs a script.',
        remedy="Use another agent, one with a browser.",
    )


def undecided(sentence: str, page: Page) -> CannotRun:
    """That a page does not tell whether a sentence is true."""
    if page.blank:
        return blank(page)
    shown = f'The page "{brief_line(page.name, 80)}" does not tell whether this is so: {brief_line(sentence, 160)}'
    why = " It is too long to be read to its end." if page.cut else ""
    is_quoted = bool(without_quotes(sentence)[1])
    says = (
        "Say it in one of the ways that the explorer's docs list" if is_quoted else "Say what must be seen, in quotes"
    )
    return CannotRun(f"{shown}.{why}", remedy=f'{says}: The page shows "Thank you".')


def searched(name: str, found: Found) -> str:
    """That a search did not find something, and what it left alone."""
    begins = f'"{brief_line(name, 80)}" was not found on {counted(len(found.visited), "page")}'
    if found.unread:
        return f"{begins}; the step may load no more, with {counted(found.unread, 'link')} not followed."
    if not found.doubted:
        return f'{begins} from "{brief_line(found.visited[0].page.name, 80)}" on.'
    names = ", ".join(f'"{brief_line(each, 40)}"' for each in dict.fromkeys(found.doubted[:MOST]))
    links = counted(len(found.doubted), "link")
    return f"{begins}; it did not follow {links} that may change something: {names}."


def unsearched(name: str, found: Found) -> CannotRun:
    """That a search ended before it had seen everything, so that nothing can be said."""
    if found.unread:
        remedy = "Open a page that is nearer to it in a step before, or say its address: Open /help/warranty."
    else:
        remedy = "If the way leads there, name it in a step before: Press, with its name and row."
    return CannotRun(searched(name, found), remedy=remedy)
