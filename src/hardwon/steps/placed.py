"""Placed: sentences about a thing in its place. In a row, at a number in a list, under a heading. Pure.

The first row shows "Saw"
The list under the heading "To do" has 3 entries
The button "Pay" in the row of order "12" is disabled
"""

# ruff: noqa: E501 - a form of a sentence reads best on one line

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.steps.asserted import Asserted, Sentence, Together, is_denied, kind_named, number_of, text_at
from hardwon.steps.quotes import MARK
from hardwon.steps.wordings import BENOT, COMPARED, HOW, NOUN, SHOWS, STATE, STATES, VISIBLE, K, N, Q

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

_NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "top": 1, "last": -1, "bottom": -1}
_ROW = r"(?:row|line|item|entry|list item|card)"
_BLOCK = r"(?:item|entry|list item|card|article|tile|panel|box)"
_ROWS = r"(?:(?P<all>every|each) row|all (?:of )?(?:the )?rows|(?P<none>no) row)(?: (?:of|in) the (?:list|table))?"
_TILE = r"(?:tile|counter|figure|metric|indicator)"
_MORE = rf"(?:(?:, | and |, and ){Q})*"
_OF_A_LIST = r"(?: (?:of|in) the (?:list|table))?"
_PLACE = rf"(?:(?:in|of|on|inside|within) (?:the )?{_ROW}(?: of| for| with| called| named)?|for|of) (?:the )?(?:{NOUN} )?(?P<row>{Q}|#?\d+)(?: {_ROW})?"
_THING = rf"(?:the )?(?:(?P<kind>{K}) )?(?P<q>{Q})(?: (?P<after>{K}))?"
_LIST = r"(?:list|table|section)"
_UNDER = rf"(?:under|below|beneath) (?:the )?(?:heading |headline |title )?(?P<head>{Q})(?: heading)?"
_DENIED = r"(?P<not>(?:does |should |must )?not |doesn't )?"


def _nth(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    how = "in" if match.groupdict().get("shows") else "="
    return Asserted(
        op="nth",
        texts=(text_at(match, quoted, "q"),),
        kind=kind_named(match["kind"]),
        number=_NTH[match["nth"].lower()],
        how=how,
        negative=is_denied(match),
    )


def _under(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    kind = kind_named(match["kind"])
    if kind not in ("item", "row"):
        return None
    how = HOW.get((match["how"] or "").lower(), "=")
    return Asserted(op="under", texts=(text_at(match, quoted, "head"),), number=number_of(match["n"]), how=how)


def _state(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    return Asserted(
        op="state",
        texts=(text_at(match, quoted, "q"),),
        kind=kind_named(match["kind"] or match["after"]),
        state=STATES[match["state"].lower()],
        place=text_at(match, quoted, "row"),
        negative=is_denied(match),
    )


def _within(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    texts = (text_at(match, quoted, "name"), text_at(match, quoted, "q"))
    return Asserted(op="within", texts=texts, negative=is_denied(match))


def _every(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    kind = kind_named(match.groupdict().get("kind"))
    if match.groupdict().get("kind") and kind not in ("button", "link", "field", "checkbox"):
        return None
    how = "none" if match["none"] else "all"
    return Asserted(op="every", texts=(text_at(match, quoted, "q"),), kind=kind, how=how)


def _offered(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    name = text_at(match, quoted, "name")
    options = [quoted[int(each)] for each in MARK.findall(match["options"])]
    if match["not"] and len(options) > 1:
        return None
    claims = tuple(Asserted(op="offered", texts=(name, each), negative=bool(match["not"])) for each in options)
    return claims[0] if len(claims) == 1 else Together(parts=claims)


def _tile(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    texts = (text_at(match, quoted, "name"), text_at(match, quoted, "value"))
    return Asserted(op="term", texts=texts, negative=is_denied(match))


def _has(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    kind = kind_named(match["kind"] or match["after"])
    if kind not in ("button", "link", "field", "checkbox", "switch", "radio"):
        return None
    denied = is_denied(match) is not bool(match["no"])
    return Asserted(
        op="shown",
        texts=(text_at(match, quoted, "q"),),
        kind=kind,
        place=text_at(match, quoted, "row"),
        negative=denied,
    )


def _tally(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    how = "all" if match["all"] else HOW.get((match["how"] or "").lower(), "=")
    return Asserted(
        op="tally",
        texts=(match["noun"], text_at(match, quoted, "state")),
        kind="quoted" if MARK.search(match["state"]) else "",
        number=number_of(match["n"]) if match["n"] else 0,
        how=how,
    )


_MANY = rf"(?:(?P<all>all|every|each)(?: of)?(?: the)?|(?P<no>no|none of the)|(?:(?P<how>{COMPARED}) )?(?P<n>{N}))"
TALLIED = (
    rf"{_MANY} (?P<noun>[a-z]{{3,30}}) (?:is|are)(?: marked(?: as)?)? (?P<state>{Q}|[a-z]+(?: [a-z]+)?)",
    _tally,
)
"""How many are in a state. Tried last: `No error is shown` says something else."""

PLACED: tuple[tuple[str, Callable[[re.Match[str], list[str]], Sentence | None]], ...] = (
    (rf"the (?P<nth>{'|'.join(_NTH)}) (?P<kind>item|entry|row|option){_OF_A_LIST} {BENOT} (?P<q>{Q})", _nth),
    (rf"the (?P<nth>{'|'.join(_NTH)}) (?P<kind>item|entry|row){_OF_A_LIST} (?:(?:should|must) )?{_DENIED}(?P<shows>{SHOWS}):? (?P<q>{Q})", _nth),
    (rf"the {_LIST} {_UNDER} (?:(?:should|must) )?(?:has|have|contains?|shows?|lists?) (?:(?P<how>{COMPARED}) )?(?P<n>{N}|no) (?P<kind>{K})", _under),
    (rf"there (?:is|are|should be|must be) (?:(?P<how>{COMPARED}) )?(?P<n>{N}|no) (?P<kind>{K}) (?:in the {_LIST} )?{_UNDER}", _under),
    (rf"(?:the )?{_BLOCK} (?P<name>{Q}) (?:(?:should|must) )?{_DENIED}(?:{SHOWS}):? (?P<q>{Q})", _within),
    (rf"(?:in|on) (?:the )?{_BLOCK} (?P<name>{Q}),? (?:i|we|you) (?P<not>(?:do not|don't|cannot) )?see (?P<q>{Q})", _within),
    (rf"(?P<q>{Q}) {BENOT} {VISIBLE} (?:in|on) (?:the )?{_BLOCK} (?P<name>{Q})", _within),
    (rf"{_ROWS} (?:should |must )?(?:has|have|contains?|shows?) (?:an? |the )?(?P<kind>{K}) (?P<q>{Q})", _every),
    (rf"{_ROWS} (?:should |must )?(?:{SHOWS}) (?P<q>{Q})", _every),
    (rf"(?:the )?(?:field|dropdown|select|list) (?P<name>{Q}) (?:(?:should|must) )?{_DENIED}offers? (?:the )?(?:options? |choices? )?(?P<options>{Q}{_MORE})", _offered),
    (rf"(?:the )?(?:field|dropdown|select|list) (?P<name>{Q}) (?:(?:should|must) )?{_DENIED}(?:has|have|contains?|shows?|lists?) the (?:options?|choices?) (?P<options>{Q}{_MORE})", _offered),
    (rf"(?:the )?{_TILE} (?P<name>{Q}) (?:(?:should|must) )?{_DENIED}(?:{SHOWS}|is|equals):? (?P<value>{Q}|[$€£]?\d[\d.,]*(?: ?[%€])?)", _tile),
    (rf"{_THING} {_PLACE} {BENOT} (?P<state>{STATE})", _state),
    (rf"(?:in|on) (?:the )?{_ROW}(?: of| for| with| called)? (?:the )?(?:{NOUN} )?(?P<row>{Q}|#?\d+),? {_THING} {BENOT} (?P<state>{STATE})", _state),
    (rf"(?:the )?{_ROW}(?: of| for)? (?:the )?(?:{NOUN} )?(?P<row>{Q}|#?\d+) (?:(?:should|must) )?{_DENIED}(?:has|have|shows?|contains?|offers?) (?P<no>no )?(?:an? |the )?(?:(?P<kind>{K}) )(?P<q>{Q})(?P<after>)", _has),
    (rf"(?:in|on) (?:the )?{_ROW}(?: of| for)? (?:the )?(?:{NOUN} )?(?P<row>{Q}|#?\d+),? there is (?P<not>not )?(?P<no>no )?(?:an? |the )?(?:(?P<kind>{K}) )(?P<q>{Q})(?P<after>)", _has),
)  # fmt: skip
