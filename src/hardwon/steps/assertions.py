"""Assertions: what a sentence claims about a page, or None where it is not understood to its last word. Pure.

    The page shows "Unpaid" and not "Shipped"     shown Unpaid; not shown Shipped
    The button "Pay" is disabled                  state of Pay: disabled
    There are two links "Edit"                    count of the links Edit: 2

A sentence is read as a whole: what is left over could change its meaning, so then nothing is claimed. Prose without
quotes is looked at by `statements`.
"""

# ruff: noqa: E501 - a form of a sentence reads best on one line

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from hardwon.steps.quotes import MARK, without_quotes
from hardwon.steps.wordings import (
    ABSENT,
    ARTICLE,
    BARE_VERIFY,
    BE,
    BENOT,
    CALLED,
    COMPARED,
    HOW,
    ITEM,
    KINDS,
    LEAD,
    LIST,
    MODAL,
    NAME,
    NOT,
    NUMBERS,
    ON,
    PAGE,
    PLURALS,
    SEES,
    SHOWS,
    STATE,
    STATES,
    THAT,
    TIMES,
    VISIBLE,
    WHO,
    K,
    N,
    Q,
)

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 600

Op = Literal["shown", "state", "value", "count", "times", "order", "nth", "row", "fact", "inside", "many", "term", "named", "heading", "title", "address", "message", "session", "status"]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Asserted:
    """One thing that a page can say yes or no to."""

    op: Op
    texts: tuple[str, ...] = ()
    kind: str = ""
    """What is spoken of, as in `button`; "" for any text."""

    state: str = ""
    number: int = 0
    how: str = "="
    """How a number is compared: `=`, `>=`, `<=`, `>`, `<`. Of a text: `=`, or `in` where it may be part of one."""

    negative: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """Several claims: all of them, or any."""

    parts: tuple[Sentence, ...]
    every: bool = True
    negative: bool = False
    """`not "A" or "B"` is none of them; `not "A" and "B"` is said by some to mean none, by others not both."""


Sentence = Asserted | Together


def understood(text: str) -> Sentence | None:
    """What a sentence claims; None where it is not understood as a whole."""
    marked, quoted = without_quotes(" ".join(text.split()))
    if len(marked) > LONGEST:
        return None
    return _sentence(_without_lead(marked), quoted)


def _without_lead(text: str) -> str:
    plain = LEAD.sub("", text.strip().rstrip(" .!"))
    return THAT.sub("", plain, count=1).strip()


def _sentence(text: str, quoted: list[str]) -> Sentence | None:
    return _simple(text, quoted) or _split(text, quoted)


def _simple(text: str, quoted: list[str]) -> Sentence | None:
    """One sentence, with or without a `verify` before it."""
    for plain in dict.fromkeys((text, BARE_VERIFY.sub("", text, count=1))):
        for pattern, make in _FORMS:
            match = _compiled(pattern).fullmatch(plain)
            made = make(match, quoted) if match else None
            if made is not None:
                return made
    return None


_AND = re.compile(r"\s*;\s*|\s*,?\s+(?:and also|and|but|while|whereas|und|aber)\s+|\s*,\s+", re.IGNORECASE)
_OR = re.compile(r"\s*,?\s+or\s+", re.IGNORECASE)


def _split(text: str, quoted: list[str]) -> Sentence | None:
    """Several sentences in one, each understood on its own: the first, and then the rest."""
    for joint, every in ((_AND, True), (_OR, False)):
        for match in joint.finditer(text):
            left = _simple(text[: match.start()], quoted) if match.start() else None
            right = _sentence(_without_lead(text[match.end() :]), quoted) if left is not None else None
            if left is not None and right is not None:
                return Together(parts=(left, right), every=every)
    return None


def _number(text: str) -> int:
    return int(text) if text.isdigit() else NUMBERS.index(text.lower())


def _kind(text: str | None) -> str:
    plain = (text or "").lower()
    return KINDS.get(plain, KINDS.get(PLURALS.get(plain, ""), ""))


def _listed(text: str, quoted: list[str], make: Callable[[str, str], Asserted], *, negative: bool) -> Sentence | None:
    """The claims about each text of a list, joined as the list joins them."""
    joints = {"or" if re.search(r"\b(?:or|nor|oder)\b", each) else "and" for each in _joints(text)}
    lead = re.match(r"\s*(neither|weder|either|both)\b", text, re.IGNORECASE)
    first = lead.group(1).lower() if lead else ""
    items = list(re.finditer(ITEM, text, re.IGNORECASE))
    if len(joints) > 1 or (first in ("neither", "weder") and (negative or joints == {"and"})):
        return None
    kinds = [_kind(item["kind"] or item["after"]) for item in items]
    if any(each["kind"] in PLURALS for each in items[:1]):
        kinds = [kinds[0]] * len(kinds)
    claims = tuple(
        replace(made, negative=made.negative is not bool(item["no"]))
        for item, kind in zip(items, kinds, strict=True)
        for made in [make(quoted[int(MARK.findall(item["q"])[0])], kind)]
    )
    if negative and any(item["no"] for item in items):
        return None
    if first in ("neither", "weder"):
        return Together(parts=claims, every=False, negative=True)
    if len(claims) == 1:
        return replace(claims[0], negative=claims[0].negative is not negative)
    return Together(parts=claims, every="or" not in joints, negative=negative)


def _joints(text: str) -> list[str]:
    """What stands between the items of a list; of commas, only that they are there."""
    between = re.split(Q, text)[1:-1]
    found = [re.search(r"\b(?:and|or|nor|but|und|oder)\b", each, re.IGNORECASE) for each in between]
    return [each.group().lower() for each in found if each]


def _is_not(match: re.Match[str]) -> bool:
    groups = match.groupdict()
    return bool(groups.get("not")) is not bool(groups.get("not2"))


def _shown(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    negative = _is_not(match) is not bool(match.groupdict().get("gone"))
    return _listed(
        match["list"], quoted, lambda text, kind: Asserted(op="shown", texts=(text,), kind=kind), negative=negative
    )


def _state(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    state = STATES[match["state"].lower()]
    return _listed(
        match["list"],
        quoted,
        lambda text, kind: Asserted(op="state", texts=(text,), kind=kind, state=state),
        negative=_is_not(match),
    )


def _named_state(match: re.Match[str], _: list[str]) -> Sentence | None:
    state = STATES[match["state"].lower()]
    return Asserted(op="state", texts=(match["name"],), kind=_kind(match["kind"]), state=state, negative=_is_not(match))


def _pressable(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    return _listed(
        match["list"],
        quoted,
        lambda text, kind: Asserted(op="state", texts=(text,), kind=kind, state="enabled"),
        negative=bool(match["cannot"]),
    )


def _at(match: re.Match[str], quoted: list[str], group: str) -> str:
    """A quoted text, or a plain name."""
    text = match[group]
    marks = MARK.findall(text)
    return quoted[int(marks[0])] if marks else text.strip()


def _quotes(text: str, quoted: list[str]) -> tuple[str, ...]:
    return tuple(quoted[int(each)] for each in MARK.findall(text))


def _value(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    how = "in" if re.match(r"contain|includ", match["verb"], re.IGNORECASE) else "="
    texts = (_at(match, quoted, "name"), _at(match, quoted, "value"))
    return Asserted(op="value", texts=texts, how=how, negative=_is_not(match))


def _counted(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    groups = match.groupdict()
    kind = _kind(groups["kind"])
    how = HOW.get((groups.get("how") or "").lower(), "=")
    texts = (_at(match, quoted, "q"),) if groups.get("q") else ()
    return Asserted(op="count", texts=texts, kind=kind, number=_number(groups["n"]), how=how) if kind else None


def _counted_times(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    number = TIMES.get((match["times"] or "").lower()) or _number(match["n"] or "1")
    return Asserted(
        op="times", texts=(_at(match, quoted, "q"),), number=number, how=HOW.get((match["how"] or "").lower(), "=")
    )


def _ordered(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    texts = (_at(match, quoted, "one"), _at(match, quoted, "two"))
    is_later = match["rel"].lower() in ("after", "below", "beneath", "under")
    return Asserted(op="order", texts=texts[::-1] if is_later else texts, negative=_is_not(match))


def _sequence(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    texts = _quotes(match["all"], quoted)
    return Asserted(op="order", texts=texts) if len(texts) > 1 else None


def _nth(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    number = {"first": 1, "second": 2, "third": 3, "last": -1}[match["nth"].lower()]
    return Asserted(
        op="nth", texts=(_at(match, quoted, "q"),), kind=_kind(match["kind"]), number=number, negative=_is_not(match)
    )


def _in_row(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    return Asserted(op="row", texts=(_at(match, quoted, "row"), _at(match, quoted, "q")), negative=_is_not(match))


def _term(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    return Asserted(op="term", texts=(_at(match, quoted, "name"), _at(match, quoted, "value")), negative=_is_not(match))


def _fact(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    texts = (_at(match, quoted, "row"), _at(match, quoted, "value"))
    column = _at(match, quoted, "name") if match.groupdict().get("name") else ""
    return Asserted(op="fact", texts=texts, kind=column, negative=_is_not(match))


def _many(match: re.Match[str], _: list[str]) -> Sentence | None:
    how = HOW.get((match["how"] or "").lower(), "=")
    return Asserted(
        op="many", texts=(match["noun"],), number=_number(match["n"]), how=how, kind=match.groupdict().get("all") or ""
    )


def _session(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    texts = (_at(match, quoted, "q"),) if match["q"] else ()
    is_out = match["way"].lower() in ("out", "off")
    if is_out and texts:
        return None
    return Asserted(op="session", texts=texts, negative=bool(match["not"]) is not is_out)


def _in_table(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    said = _shown(match, quoted)
    parts = said.parts if isinstance(said, Together) else (said,)
    claims = [each for each in parts if isinstance(each, Asserted)]
    if len(claims) < len(parts) or not all(each.kind in ("", "column", "row", "item", "option") for each in claims):
        return None
    made = tuple(each if each.kind else replace(each, op="inside") for each in claims)
    return replace(said, parts=made) if isinstance(said, Together) else made[0]


def _status(match: re.Match[str], _: list[str]) -> Sentence | None:
    return Asserted(op="status", number=int(match["n"]), negative=_is_not(match))


def _text_of(op: Op) -> Callable[[re.Match[str], list[str]], Sentence | None]:
    def make(match: re.Match[str], quoted: list[str]) -> Sentence | None:
        how = (
            "in"
            if re.match(r"contain|includ|show|display|say|mention|has|have", match["verb"] or "", re.IGNORECASE)
            else "="
        )
        return Asserted(
            op=op,
            texts=(_at(match, quoted, "q"),),
            how=how,
            kind=match.groupdict().get("kind") or "",
            negative=_is_not(match),
        )

    return make


def _any_message(match: re.Match[str], _: list[str]) -> Sentence | None:
    return Asserted(op="message", kind=match["kind"], negative=bool(match["no"]) is not _is_not(match))


@lru_cache(maxsize=64)
def _compiled(pattern: str) -> re.Pattern[str]:
    """At its first use: most sentences need only a few of them."""
    return re.compile(pattern, re.IGNORECASE)


_NOT2 = r"(?P<not2>\s+not)?"
_FORMS: tuple[tuple[str, Callable[[re.Match[str], list[str]], Sentence | None]], ...] = (
    # the heading is "X", the page title contains "X", the URL contains "/cart", I am on the "X" page
    (rf"(?:the )?(?:main |page )?heading (?:of the page )?(?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>{BE}|{SHOWS}){_NOT2} (?P<q>{Q})", _text_of("heading")),
    (rf"(?:the )?(?:page(?:'s)? |browser |window )?title (?:of the page )?(?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>{BE}|{SHOWS}){_NOT2} (?P<q>{Q})", _text_of("title")),
    (rf"(?:the )?(?:url|address|path)(?: of the page)? (?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>{BE}|{SHOWS}|ends with){_NOT2} (?P<q>{Q}|/\S*)", _text_of("address")),
    (rf"{WHO} (?:(?:am|are|is|should be|must be)\s*)(?P<not>not )?(?:still |now )?(?P<verb>)(?:on|at) (?P<q>/\S*)", _text_of("address")),
    (rf"{WHO} (?:(?:am|are|is|should be|must be|land|lands|end up)\s*)(?P<not>not )?(?:still |now )?(?P<verb>)(?:on|at) (?:the )?(?:page )?(?P<q>{Q})(?: page| screen)?", _text_of("named")),
    (rf"(?:the )?(?:page|screen) (?P<q>{Q}) (?P<verb>)(?:(?:should|must) )?{BE}{_NOT2} (?:shown|displayed|open|opened|visible|loaded)", _text_of("named")),
    (rf"(?:the )?(?P<q>{Q}) (?:page|screen) (?P<verb>)(?:(?:should|must) )?{BE}{_NOT2} (?:shown|displayed|open|opened|visible|loaded)", _text_of("named")),
    # messages
    (rf"(?:the |an? )?(?P<kind>alert|error message|error|flash message|flash|notice|status|status message|success message|warning) (?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>{BE}|{SHOWS}){_NOT2}:? (?P<q>{Q})", _text_of("message")),
    (rf"(?P<no>no )?(?:an? |the |any )?(?P<kind>alert|error message|error|warning message|warning|success message)s? (?:(?:should|must) )?(?P<not>not )?{BE}{_NOT2} {VISIBLE}{ON}", _any_message),
    (rf"(?:there (?:is|are|should be|must be)|(?:{WHO} )?(?:{MODAL} )*{SEES}|{PAGE} (?:{MODAL} )*{SHOWS})(?P<not> not)? (?P<no>no )?(?:an? |any )?(?P<kind>alert|error message|error|warning message|warning|success message)s?{ON}", _any_message),
    (rf"(?:{PAGE}|the (?:server|request|response)|it) (?:(?:should|must|does) )*(?P<not>not )?(?:answers?|responds?|returns?|comes? back)(?: with)?(?: an?| the)?(?: http)?(?: status| status code| code)? (?P<n>[1-5]\d\d)(?: error| page| response)?", _status),
    (rf"(?:the )?(?:http |response )?(?:status|status code|response code)(?: of the (?:page|response))? {BENOT} (?P<n>[1-5]\d\d)", _status),
    # who is signed in
    (rf"{WHO} (?:(?:am|are|is|should be|must be|should|must) )+(?P<not>not |no longer )?(?:be )?(?:now |still |already )?(?:logged|signed)[ -](?P<way>in|out|on|off)(?: as (?:user )?(?P<q>{Q}|[^\s\"]+))?(?: now)?", _session),
    # states and values
    (rf"(?:the )?(?:{K} )?(?P<value>{Q}) {BENOT} (?P<verb>)(?:selected|chosen|set) (?:for|in|as|under) (?:the )?(?:{K} )?(?P<name>{Q})(?: {K})?", _value),
    (rf"{ARTICLE}{LIST} {BENOT} (?P<state>{STATE}){ON}", _state),
    (rf"{ARTICLE}{LIST} (?P<cannot>cannot|can not|can't)?(?:can|should be able to)? be (?:clicked|pressed|used|tapped)", _pressable),
    (rf"{WHO} (?P<cannot>cannot|can not|can't)?(?:can)? (?:click|press|tap|use|push)(?: on)? {LIST}", _pressable),
    (rf"(?:the )?{NAME} (?P<kind>{K}) {BENOT} (?P<state>{STATE})", _named_state),
    (rf"(?:the )?(?P<name>(?:(?:field|input|dropdown|select|text ?box) )?{Q}(?: (?:field|input|dropdown|select|text ?box))?) (?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>contains?|has the value|have the value|has value|holds|shows|is set to|is filled with|is prefilled with|equals){_NOT2} (?P<value>{Q})", _value),
    (rf"(?:the )?(?:field|input|dropdown|select|text ?box) {NAME} (?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>contains?|has the value|have the value|has value|holds|shows|is set to|is filled with|is prefilled with|equals){_NOT2} (?P<value>{Q})", _value),
    (rf"(?:the )?{NAME}(?: (?:field|input|dropdown|select|text ?box))? (?P<verb>{BE} set to|has the value|is filled with) (?P<value>{Q})", _value),
    (rf"(?P<value>{Q}) {BENOT} (?P<verb>)(?:in|filled in|entered in|shown in) the (?:(?:field|input) (?P<name>{Q}))", _value),
    # counts
    (rf"(?:there (?:is|are|should be|must be)|(?:{WHO} )?(?:{MODAL} )*{SEES}|{PAGE} (?:{MODAL} )*{SHOWS}) (?:(?P<how>{COMPARED}) )?(?P<n>{N}) (?P<kind>{K})(?: {CALLED}(?P<q>{Q}))?{ON}", _counted),
    (rf"(?:there (?:is|are|should be|must be)|(?:{WHO} )?(?:{MODAL} )*{SEES}|{PAGE} (?:{MODAL} )*{SHOWS}) (?:(?P<how>{COMPARED}) )?(?P<n>{N}) (?P<q>{Q}) (?P<kind>{K}){ON}", _counted),
    (rf"(?:(?P<how>{COMPARED}) )(?P<n>{N}) (?P<kind>{K}) {CALLED}(?P<q>{Q}) {BE} {VISIBLE}", _counted),
    (rf"(?:(?P<how>{COMPARED}) )(?P<n>{N}) (?P<q>{Q}) (?P<kind>{K}) {BE} {VISIBLE}", _counted),
    (rf"the (?:list|table) (?:(?:should|must) )?(?:has|have|contains?|shows?) (?:(?P<how>{COMPARED}) )?(?P<n>{N}) (?P<kind>{K})", _counted),
    (rf"(?:the )?(?:text |word )?(?P<q>{Q}) (?:appears?|occurs?|is shown|is displayed|is listed) (?:(?P<how>{COMPARED}) )?(?:(?P<times>once|twice|thrice)|(?P<n>{N}) times?){ON}", _counted_times),
    (rf"(?P<all>there) (?:are|is|should be|must be) (?:(?P<how>{COMPARED}) )?(?P<n>{N}) (?P<noun>[a-z]{{3,30}}){ON}", _many),
    (rf"(?:(?:{WHO} )?(?:{MODAL} )*{SEES}|(?:{PAGE}|the (?:list|table)) (?:{MODAL} )*{SHOWS}) (?:(?P<how>{COMPARED}) )?(?P<n>{N}) (?P<noun>[a-z]{{3,30}}){ON}", _many),
    (rf"(?:(?P<how>{COMPARED}) )?(?P<n>{N}) (?P<noun>[a-z]{{3,30}}) {BE} (?:shown|displayed|listed|visible){ON}", _many),
    # order
    (rf"(?:the )?(?:[a-z]+ )?(?P<one>{Q})(?: {K})? (?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?:(?:is|are|comes?|appears?|stands?|be|shown|listed|displayed){_NOT2} ?)*(?P<rel>before|above|after|below|beneath|under) (?:the )?(?:[a-z]+ )?(?P<two>{Q})", _ordered),
    (rf"(?:the [\w ]{{1,30}}|they) (?:are|is|should be)(?: listed| shown| sorted| displayed)?(?: in)? (?:this|the|the following|this exact) order:? (?P<all>{Q}(?:(?:, | and |, and |, then | then ){Q})+)", _sequence),
    (rf"the order (?:of the [\w ]{{1,30}} )?is:? (?P<all>{Q}(?:(?:, | and |, and |, then | then ){Q})+)", _sequence),
    (rf"the [\w ]{{1,30}} are:? (?P<all>{Q}(?:(?:, | and |, and |, then | then ){Q})+),? in (?:this|that|the given) order", _sequence),
    (rf"the (?P<nth>first|second|third|last) (?P<kind>item|entry|row|option)(?: (?:of|in) the (?:list|table))? {BENOT} (?P<q>{Q})", _nth),
    # rows, terms
    (rf"(?:in )?(?:the )?row (?:of |for )?(?P<row>{Q}),? (?:(?:{WHO} )?(?:{MODAL} )*)(?P<not>(?:does |should |must )?not )?(?:{SEES}|{SHOWS}) (?P<q>{Q})", _in_row),
    (rf"(?:the )?(?P<name>[a-z]+(?: [a-z]+)?|{Q}) (?:of|for) (?:the )?(?:[a-z]+ )?(?P<row>{Q}) {BENOT}:? (?P<value>{Q})", _fact),
    (rf"(?:the )?(?:[a-z]+ )?(?P<row>{Q}) (?:has|shows|should have|must have)(?P<not>) the (?P<name>[a-z]+|{Q}) (?P<value>{Q})", _fact),
    (rf"(?:the )?(?:[a-z]+ )?(?P<row>{Q}) (?:costs|should cost|must cost)(?P<not>) (?P<value>{Q})", _fact),
    (rf"(?:the )?(?P<name>{Q}) {BENOT}:? (?P<value>{Q})", _term),
    (rf"(?:the )?[a-z]+ (?P<row>{Q}) {BENOT}:? (?P<value>{Q})", _fact),
    (rf"the (?:list|table) (?:(?:{MODAL}|{NOT})\s+)*{SHOWS}{_NOT2}\s*:?\s+{LIST}", _in_table),
    (rf"the {NAME} {BENOT}:? (?P<value>{Q})", _term),
    # shown or not
    (rf"(?:{WHO}\s+)?(?:(?:{MODAL}|{NOT})\s+)*{SEES}{_NOT2}(?:\s+that)?\s+{LIST}{ON}(?: to be (?:visible|shown|displayed|there))?", _shown),
    (rf"{PAGE}\s+(?:(?:{MODAL}|{NOT})\s+)*{SHOWS}{_NOT2}\s*:?\s+{LIST}{ON}", _shown),
    (rf"(?:(?:{MODAL}|{NOT})\s+)*{SHOWS}{_NOT2}\s+{LIST}{ON}", _shown),
    (rf"there\s+(?:(?:{MODAL})\s+)?{BE}{_NOT2}\s+{LIST}{ON}", _shown),
    (rf"{LIST}\s+{BENOT}\s+{VISIBLE}{ON}", _shown),
    (rf"{LIST}\s+{BENOT}\s+(?P<gone>{ABSENT}){ON}", _shown),
    (rf"{LIST}\s+(?:(?:{MODAL}|{NOT})\s+)*(?:exists?|appears?|shows? up){ON}", _shown),
    (rf"{LIST}{ON}", _shown),
)  # fmt: skip
