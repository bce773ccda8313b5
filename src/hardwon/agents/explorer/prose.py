"""Prose: a sentence without quotes, with those around its names that the page gives it. Pure.

    The checkbox Remember me is ticked      on a page with that box: The checkbox "Remember me" is ticked
    Order 1042 is Paid                      on a page with both in a table: Order "1042" is "Paid"
    I see the heading Invoices              a name by its capital, though the page does not have it
    The state of NH-1 is "Open"             the names that have no quotes yet

Where a name is only taken for one, what the page does not show may be no name at all: `unknown` says which these are.
"""

# ruff: noqa: SIM905, E501 - a list of words reads better as words, on one line

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.agents.explorer.money import AMOUNT
from hardwon.agents.explorer.statements import title_parts
from hardwon.likeness.stems import singular
from hardwon.steps.quotes import MARK, quoted_again, without_quotes
from hardwon.steps.wordings import QUANTITIES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hardwon.agents.explorer.page import Page

LONGEST = 300
LONGEST_NAME = 80
MOST_NAMES = 4_000

_NOT_A_NAME = frozenset(
    "the a an i you we it he she they no not there this that and or but is are was in on at as page screen site home "
    "then given when table list row column order total status message error heading title name field "
    "only nobody nothing none every each all some most never not neither nor just also both either hardly almost".split()
)
_KIND = r"(?:heading|headline|button|link|field|input|checkbox|check box|box|radio button|option|column|row|item|tab|dropdown|select)s?"
_AFTER_KIND = re.compile(rf"\b{_KIND}(?: (?:named|called|labell?ed|for|of))? $", re.IGNORECASE)
_BEFORE_KIND = re.compile(rf"^ {_KIND}\b", re.IGNORECASE)
_CAPITALS = re.compile(r"(?<![\w@.-])[A-Z][\w'’-]*(?:(?: &)? [A-Z0-9][\w'’-]*)*")  # noqa: RUF001 - as pages write them
_EXACT = re.compile(r"(?<![\w.,])(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\d{3,}|[A-Z]{1,5}-?\d[\w-]*)(?![\w]|[.,]\d)")
_BEFORE_A_NUMBER = frozenset("no nr number id row of is the for in with and than has have see shows show".split())
"""Words before a number that do not say of what it is the number."""

_ASKING = frozenset("see verify check confirm assert ensure expect validate find read shows show".split())
_WORD_BEFORE = re.compile(r"(?<![^a-z,: ] )(?<!\S)[A-Z][\w'’-]* $")  # noqa: RUF001 - as pages write them
_SAYS = re.compile(r"\b(?:is|are|was|were|has|have|isn't|aren't|cannot|can)\b", re.IGNORECASE)
"""What makes a sentence of a name: then it is said, and not named."""

_COUNT = re.compile(r"(?<= (?:is|be|of) )\d+(?:[.,]\d+)*$")
_ON_A_PAGE = re.compile(
    r"^(?P<head>(?:i|we|you|the user|users?) (?:am|are|is|should be|must be) (?:now |still )?on the) (?P<name>[a-z][\w ]{1,40}) page$",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"^(?P<head>(?:the |an? )?(?:main |page |browser )?(?:error message|status message|success message|flash message|"
    r"error|alert|message|notice|warning|heading|title)(?: of the page)? (?:should |must )?(?:be|is|says?|reads?|shows?|contains?)) "
    r"(?P<tail>(?!not\b|shown|displayed|visible|gone|there|hidden|missing|present|an? |the |about |in |on )\S.*)$",
    re.IGNORECASE,
)
_STATED = re.compile(
    r"^(?:[Tt]he |[Aa]n? )?(?P<noun>[a-z]+ )?(?P<name>#?[A-Z]{0,6}-?\d[\w-]*|[A-Z][\w'’-]*(?: [A-Z0-9][\w'’-]*)*) "  # noqa: RUF001 - as pages write them
    r"(?P<is>(?:is|are|was|were|should be|must be)(?: not| no longer)?) (?:now |still |already )?(?P<state>[a-z]+(?: [a-z]+){0,2})$"
)
_FACT = re.compile(
    r"^the (?P<name>[a-z][\w -]{1,40}?) (?:of|for|at) (?:the )?(?P<row>\S.{0,60}?) "
    r"(?P<is>(?:is|are|should be|must be)(?: not| no longer)?) (?P<value>\S.{0,60})$",
    re.IGNORECASE,
)
_DENIED = re.compile(r" ((?:not|no longer) .+)", re.IGNORECASE)
STATES = frozenset(
    "status state stage phase zustand stand estado estatus statut état stato stan situação situatie".split()
)
"""How columns are headed that say how something is."""

_HOLDS = re.compile(
    r"^(?P<head>.*\b(?:contains?|has the value|holds|(?:is|be) set to|(?:is|be) filled with|equals)) (?P<tail>(?!the |an? |no )\S.*)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Quoted:
    """A sentence with its names in quotes."""

    text: str
    unknown: tuple[str, ...] = ()
    """The names that the page does not have in this form."""

    is_guess: bool = False
    """Whether it may be meant otherwise, so that only a page that fits decides it."""


def quoted(sentence: str, page: Page) -> Iterator[Quoted]:
    """The sentence with its names in quotes, the reading that the page itself gives first."""
    text, said = without_quotes(" ".join(sentence.split()))
    plain = text.rstrip(" .!")
    if len(plain) > LONGEST or any(sign in plain for sign in '"“”„«»`'):
        return
    for each in _readings(plain, page):
        again = quoted_again(each.text, said)
        if not said or again != quoted_again(plain, said):
            yield replace(each, text=again)


def _readings(plain: str, page: Page) -> Iterator[Quoted]:
    known = _known(page)
    tail = _TAIL.match(plain) if "\0" not in plain else None
    if tail and (tail["head"].endswith(("contain", "contains")) or not tail["tail"][0].islower()):
        yield Quoted(f'{tail["head"]} "{tail["tail"]}"')
    yield from _states(plain, page)
    yield from _facts(plain, page)
    if page_name := _ON_A_PAGE.match(plain):
        # Only a page that has this name is sure to be meant: "the login page" may be called "Welcome back".
        yield Quoted(f'{page_name["head"]} "{page_name["name"]}" page', is_guess=True)
    listed = _listed(page)
    taken = [mark.span() for mark in MARK.finditer(plain)]
    spans = _spans(plain, known, listed, taken)
    if spans:
        yield Quoted(_marked(plain, spans))
    holds = _HOLDS.match(plain)
    if holds and "\0" not in holds["tail"] and any(end <= holds.start("tail") for _, end in (*spans, *taken)):
        before = [each for each in spans if each[1] <= holds.start("tail")]
        yield Quoted(_marked(plain, [*before, holds.span("tail")]))
    more = _others(plain, [*spans, *taken], listed)
    if more:
        names = tuple(plain[start:end] for start, end in more)
        yield Quoted(_marked(plain, sorted([*spans, *more])), names)


def _states(plain: str, page: Page) -> Iterator[Quoted]:
    """What is said in small letters of something in a table that has a column for its state."""
    said = _STATED.match(plain)
    columns = [thing for thing in page.things if thing.kind == "column"]
    if said and _is_a_value(f"{said['is']} {said['state']}", page):
        return
    for row in page.things if said else ():
        heads = [each.name for each in columns if each.within == row.within]
        for head, cell in zip(heads, row.cells, strict=False):
            if said and head.casefold() in STATES and cell.casefold() == said["state"].casefold():
                names = _called(said["name"], said["noun"] or "", _listed(page))
                yield from (
                    Quoted(f'the "{head}" of "{each}" {said["is"]} "{said["state"]}"') for each in names if each
                )
                return


def _facts(plain: str, page: Page) -> Iterator[Quoted]:
    """What is said in small letters of a row, with the name of a column and something that stands in that column."""
    said = _FACT.match(plain)
    if said is None or _is_a_value(f"{said['is']} {said['value']}", page):
        return
    for at in {thing.within for thing in page.things if thing.kind == "column"}:
        heads = [thing.name for thing in page.things if thing.kind == "column" and thing.within == at]
        rows = [thing for thing in page.things if thing.kind == "row" and thing.within == at]
        columns = [number for number, head in enumerate(heads) if head.casefold() == said["name"].casefold()]
        if len(columns) != 1 or any(len(row.cells) != len(heads) for row in rows):
            continue
        names = {cell for row in rows for cell in row.cells if cell.casefold() == said["row"].casefold()}
        values = {row.cells[columns[0]] for row in rows} - {""}
        value = next((each for each in values if each.casefold() == said["value"].casefold()), "")
        if len(names) == 1 and value:
            yield Quoted(f'the "{heads[columns[0]]}" of "{names.pop()}" {said["is"]} "{value}"')


def _is_a_value(said: str, page: Page) -> bool:
    """Whether what denies a value is one itself: `Not shipped`, which a cancelled order is not."""
    denied = _DENIED.search(said)
    if denied is None:
        return False
    value = denied[1]
    return value[0].isupper() or any(
        cell.casefold() == value.casefold() for thing in page.things for cell in thing.cells
    )


def _called(name: str, noun: str, listed: set[str]) -> Iterator[str]:
    """What a row may be called: "Gate A1" is A1 in a table of gates. "Only A1" is not."""
    first, _, rest = name.partition(" ")
    listed = listed - {"no", "only", "each", "all", "other"}
    if noun and noun.strip().casefold() not in listed:
        return
    yield name
    if rest and first.casefold() in listed:
        yield rest


def _known(page: Page) -> list[str]:
    """Every name on the page, the longest first."""
    names = {page.heading, *title_parts(page.title), *(part for pair in page.pairs for part in pair)}
    for thing in page.things[:MOST_NAMES]:
        names.update((thing.name, *thing.cells))
        if thing.kind in ("field", "term"):
            names.add(thing.value)
    fitting = {each.strip().rstrip(":").strip() for each in names if len(each) <= LONGEST_NAME}
    return sorted((each for each in fitting if each and '"' not in each), key=lambda each: (-len(each), each))


def _spans(text: str, known: list[str], listed: set[str], taken: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where the names that the page has stand in a sentence, outside of what is taken."""
    found: list[tuple[int, int]] = []
    for name in known:
        at = text.find(name)
        while at >= 0:
            span = at, at + len(name)
            before = _word_before(text, at)
            is_name = (_is_name(text, *span) and _may_count(name, before, listed)) or (
                name.isdigit() and before in listed
            )
            is_name = is_name and not _is_cut(text, at, [*found, *taken], listed)
            is_name = is_name and not (_SAYS.search(name) and not _is_of_a_kind(text, *span))
            if _is_whole(text, *span) and is_name and all(not _overlap(span, each) for each in (*found, *taken)):
                found.append(span)
            at = text.find(name, at + 1)
    found.sort()
    # "Order 1042": the number is the name, and the word before it says of what.
    return [
        each
        for number, each in enumerate(found)
        if not (
            number + 1 < len(found) and found[number + 1][0] == each[1] + 1 and text[found[number + 1][0]].isdigit()
        )
    ]


def _is_cut(text: str, at: int, taken: Iterable[tuple[int, int]], listed: set[str]) -> bool:
    """Whether a word before a name belongs to it: the page has `Brush`, and the sentence says `Old Brush`."""
    before = _WORD_BEFORE.search(text, 0, at)
    if before is None or any(start < at <= end + 1 for start, end in taken):
        return False
    word = before.group().strip().casefold()
    return word not in _NOT_A_NAME | _ASKING and singular(word) not in listed and not _AFTER_KIND.search(text[:at])


def _is_of_a_kind(text: str, start: int, end: int) -> bool:
    """Whether the sentence says what has a name: `the button Pay`."""
    return bool(_AFTER_KIND.search(text[:start]) or _BEFORE_KIND.match(text[end:]))


def _listed(page: Page) -> set[str]:
    """What the rows of its tables are: by the heads of their first columns, and the headings above them."""
    heads = {thing.within: thing.name for thing in reversed(page.things) if thing.kind == "column" and thing.name}
    above = {thing.group for thing in page.things if thing.kind == "row"} | {page.heading}
    words = [each.casefold().split() for each in (*heads.values(), *above)]
    return {each.casefold() for each in heads.values()} | {singular(each[-1]) for each in words if each}


def _may_count(name: str, before: str, listed: set[str]) -> bool:
    """Whether a number may be meant as a name: "Room 301" is not the booking 301."""
    return not name.isdigit() or not before.isalpha() or before in _BEFORE_A_NUMBER or singular(before) in listed


def _word_before(text: str, at: int) -> str:
    """The word before a number: "booking" in "the status of booking 71"."""
    return (text[:at].casefold().split() or [""])[-1]


def _is_name(text: str, start: int, end: int) -> bool:
    name = text[start:end]
    if name.casefold() in QUANTITIES and not _AFTER_KIND.search(text[:start]):
        # "All buttons" are not the button "All".
        return text[:start].casefold().endswith("the ") and bool(_BEFORE_KIND.match(text[end:]))
    if name.casefold() in _NOT_A_NAME and not _AFTER_KIND.search(text[:start]) and not _BEFORE_KIND.match(text[end:]):
        return (
            start > 0 and name[0].isupper() and name.casefold() in ("order", "total", "status", "home", "name", "title")
        )
    if any(char.isupper() for char in name) or not name.replace(".", "").isalnum():
        return any(char.isalnum() for char in name) and (
            name[0].islower() is False or bool(_AFTER_KIND.search(text[:start]))
        )
    return len(name) > 2 if name[0].isdigit() else bool(_AFTER_KIND.search(text[:start]))  # noqa: PLR2004 - "3 rows" is a count


def _others(text: str, spans: list[tuple[int, int]], listed: set[str]) -> list[tuple[int, int]]:
    """Names by their capitals, and what can only be one: addresses, long numbers, amounts of money."""
    money = [match.span() for match in AMOUNT.finditer(text) if match["before"] or match["after"]]
    exact = [
        match.span()
        for match in _EXACT.finditer(text)
        if not listed or _may_count(match.group(), _word_before(text, match.start()), listed)
    ]
    capitals = [_named(match) for match in _CAPITALS.finditer(text)]
    counts = [match.span() for match in _COUNT.finditer(text)]
    found: list[tuple[int, int]] = []
    for start, end in (*money, *exact, *counts, *capitals):
        is_first = start == 0 and " " not in text[start:end] and (start, end) in capitals
        is_word = text[start:end].casefold() in _NOT_A_NAME
        if not is_first and not is_word and not any(_overlap((start, end), each) for each in (*spans, *found)):
            found.append((start, end))
    return sorted(found)


def _named(match: re.Match[str]) -> tuple[int, int]:
    """Where a run of capitals is a name: "The Delete button" is about Delete."""
    start = match.start()
    for word in match.group().split(" ")[:-1]:
        if word.casefold() not in _NOT_A_NAME:
            break
        start += len(word) + 1
    return start, match.end()


def _marked(text: str, spans: list[tuple[int, int]]) -> str:
    made, at = "", 0
    for start, end in spans:
        made += f'{text[at:start]}"{text[start:end]}"'
        at = end
    return made + text[at:]


def _is_whole(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    if (before.isalnum() and text[start].isalnum()) or (after.isalnum() and text[end - 1].isalnum()):
        return False
    if before in ("-", "'", "@", "$", "€", "£", ".") and text[start].isalnum() and before:
        return False
    return not (after in (".", ",", "-", "@", "'") and after and text[end + 1 : end + 2].isalnum())


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]
