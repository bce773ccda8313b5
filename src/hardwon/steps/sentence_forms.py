"""Forms: the forms of one sentence about a page, and what each claims. Pure."""

# ruff: noqa: E501 - a form of a sentence reads best on one line

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from hardwon.steps.asserted import Asserted, Op, Sentence, Together, is_denied, kind_named, number_of, text_at
from hardwon.steps.placed import TALLIED
from hardwon.steps.quotes import MARK
from hardwon.steps.wordings import (
    ABSENT,
    ARTICLE,
    BE,
    BENOT,
    CALLED,
    COMPARED,
    HOW,
    ITEM,
    LIST,
    MODAL,
    NAME,
    NOT,
    NOUN,
    ON,
    PAGE,
    PLURALS,
    SEES,
    SHOWS,
    STATE,
    STATES,
    TIMES,
    VISIBLE,
    WHO,
    K,
    N,
    Q,
)

if TYPE_CHECKING:
    from collections.abc import Callable


def _listed(text: str, quoted: list[str], make: Callable[[str, str], Asserted], *, negative: bool) -> Sentence | None:
    """The claims about each text of a list, joined as the list joins them."""
    joints = {"or" if re.search(r"\b(?:or|nor|oder)\b", each) else "and" for each in _joints(text)}
    lead = re.match(r"\s*(neither|weder|either|both)\b", text, re.IGNORECASE)
    first = lead.group(1).lower() if lead else ""
    items = list(re.finditer(ITEM, text, re.IGNORECASE))
    if len(joints) > 1 or (first in ("neither", "weder") and (negative or joints == {"and"})):
        return None
    if any(item["called"].strip().lower() in ("for", "of") and kind_named(item["kind"]) == "" for item in items):
        # The message for "Ada" is not called so.
        return None
    kinds = [kind_named(item["kind"] or item["after"]) for item in items]
    if any(each["kind"] in PLURALS for each in items[:1]):
        kinds = [kinds[0]] * len(kinds)
    is_one = kinds[0] and len(items) > 1 and not any(kinds[1:])
    claims = tuple(
        replace(_toned(made, item["tone"]), negative=made.negative is not bool(item["no"]))
        for item, kind in zip(items, kinds, strict=True)
        for made in [make(quoted[int(MARK.findall(item["q"])[0])], kind)]
    )
    if is_one:
        # A button "Save" and "Close": another button, or just a text.
        claims = (
            claims[0],
            *(replace(each, kind=kinds[0], how="?") if each.op == "shown" else each for each in claims[1:]),
        )
    denied = [bool(item["no"]) for item in items]
    if any(denied) and (negative or ("or" in joints and not all(denied))):
        return None
    if first in ("neither", "weder"):
        return Together(parts=claims, every=False, negative=True)
    if len(claims) == 1:
        return replace(claims[0], negative=claims[0].negative is not negative)
    return Together(parts=claims, every="or" not in joints, negative=negative)


def _toned(claim: Asserted, tone: str | None) -> Asserted:
    """An error "Name is missing" is more than that text."""
    if not tone or claim.op != "shown" or claim.kind not in ("", "alert"):
        return claim
    return replace(claim, op="message", kind=tone.lower())


def _joints(text: str) -> list[str]:
    """What stands between the items of a list; of commas, only that they are there."""
    between = re.split(Q, text)[1:-1]
    found = [re.search(r"\b(?:and|or|nor|but|und|oder)\b", each, re.IGNORECASE) for each in between]
    return [each.group().lower() for each in found if each]


def _shown(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    negative = is_denied(match) is not bool(match.groupdict().get("gone"))
    return _listed(
        match["list"], quoted, lambda text, kind: Asserted(op="shown", texts=(text,), kind=kind), negative=negative
    )


def _state(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    state = STATES[match["state"].lower()]
    return _listed(
        match["list"],
        quoted,
        lambda text, kind: Asserted(op="state", texts=(text,), kind=kind, state=state),
        negative=is_denied(match),
    )


_BY_NUMBER = re.compile(r"(?:first|second|third|fourth|fifth|last|next|previous|other)\b", re.IGNORECASE)
"""`The last field` may be the one called so, or the one that stands last."""


def _named_state(match: re.Match[str], _: list[str]) -> Sentence | None:
    if _BY_NUMBER.match(match["name"]):
        return None
    state = STATES[match["state"].lower()]
    return Asserted(
        op="state", texts=(match["name"],), kind=kind_named(match["kind"]), state=state, negative=is_denied(match)
    )


def _able(state: str) -> Callable[[re.Match[str], list[str]], Sentence | None]:
    def make(match: re.Match[str], quoted: list[str]) -> Sentence | None:
        return _listed(
            match["list"],
            quoted,
            lambda text, kind: Asserted(op="state", texts=(text,), kind=kind, state=state),
            negative=bool(match["cannot"]),
        )

    return make


def _unchosen(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    return Asserted(op="unchosen", texts=(text_at(match, quoted, "name"),))


def _quotes(text: str, quoted: list[str]) -> tuple[str, ...]:
    return tuple(quoted[int(each)] for each in MARK.findall(text))


def _value(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    how = "in" if re.match(r"contain|includ", match["verb"], re.IGNORECASE) else "="
    texts = (text_at(match, quoted, "name"), text_at(match, quoted, "value"))
    return Asserted(op="value", texts=texts, how=how, negative=is_denied(match))


def _counted(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    groups = match.groupdict()
    kind = kind_named(groups["kind"])
    how = HOW.get((groups.get("how") or "").lower(), "=")
    texts = (text_at(match, quoted, "q"),) if groups.get("q") else ()
    return Asserted(op="count", texts=texts, kind=kind, number=number_of(groups["n"]), how=how) if kind else None


def _options(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    name = text_at(match, quoted, "q" if match["q"] else "q2")
    how = HOW.get((match["how"] or "").lower(), "=")
    return Asserted(op="options", texts=(name,), number=number_of(match["n"]), how=how)


def _counted_times(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    number = TIMES.get((match["times"] or "").lower()) or number_of(match["n"] or "1")
    return Asserted(
        op="times", texts=(text_at(match, quoted, "q"),), number=number, how=HOW.get((match["how"] or "").lower(), "=")
    )


def _ordered(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    texts = (text_at(match, quoted, "one"), text_at(match, quoted, "two"))
    is_later = match["rel"].lower() in ("after", "below", "beneath", "under")
    how = "in" if match["rel"].lower() in ("below", "beneath", "under") else "="
    return Asserted(op="order", texts=texts[::-1] if is_later else texts, how=how, negative=is_denied(match))


def _sequence(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    texts = _quotes(match["all"], quoted)
    return Asserted(op="order", texts=texts) if len(texts) > 1 else None


def _in_row(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    return Asserted(
        op="row", texts=(text_at(match, quoted, "row"), text_at(match, quoted, "q")), negative=is_denied(match)
    )


_WAS = re.compile(r"(?!(?:the )?(?:last|latest)\b).*\b(?:was|were)\b", re.IGNORECASE)
"""The price was another one, perhaps; what was last is so still."""


def _term(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    if _WAS.match(match.group()):
        return None
    return Asserted(
        op="term", texts=(text_at(match, quoted, "name"), text_at(match, quoted, "value")), negative=is_denied(match)
    )


def _fact(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    if _WAS.match(match.group()):
        return None
    texts = (text_at(match, quoted, "row"), text_at(match, quoted, "value"))
    column = text_at(match, quoted, "name") if match.groupdict().get("name") else ""
    return Asserted(op="fact", texts=texts, kind=column, negative=is_denied(match))


def _many(match: re.Match[str], _: list[str]) -> Sentence | None:
    how = HOW.get((match["how"] or "").lower(), "=")
    return Asserted(
        op="many",
        texts=(match["noun"],),
        number=number_of(match["n"]),
        how=how,
        kind=match.groupdict().get("all") or "",
    )


def _session(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    texts = (text_at(match, quoted, "q"),) if match["q"] else ()
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
    return Asserted(op="status", number=int(match["n"]), negative=is_denied(match))


def _text_of(op: Op) -> Callable[[re.Match[str], list[str]], Sentence | None]:
    def make(match: re.Match[str], quoted: list[str]) -> Sentence | None:
        how = (
            "in"
            if re.match(r"contain|includ|show|display|say|mention|has|have", match["verb"] or "", re.IGNORECASE)
            else "="
        )
        return Asserted(
            op=op,
            texts=(text_at(match, quoted, "q"),),
            how=how,
            kind=match.groupdict().get("kind") or "",
            negative=is_denied(match),
        )

    return make


def _any_message(match: re.Match[str], _: list[str]) -> Sentence | None:
    return Asserted(op="message", kind=match["kind"], negative=bool(match["no"]) is not is_denied(match))


@lru_cache(maxsize=96)
def compiled(pattern: str) -> re.Pattern[str]:
    """At its first use: most sentences need only a few of them."""
    return re.compile(pattern, re.IGNORECASE)


_NOT2 = r"(?P<not2>\s+not)?"
FORMS: tuple[tuple[str, Callable[[re.Match[str], list[str]], Sentence | None]], ...] = (
    # the heading is "X", the page title contains "X", the URL contains "/cart", I am on the "X" page
    (rf"(?:the )?(?:main |page )?heading (?:of the page )?(?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>{BE}|{SHOWS}){_NOT2} (?P<q>{Q})", _text_of("heading")),
    (rf"(?:the )?(?:page(?:'s)? |browser |window )?title (?:of the page )?(?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>{BE}|{SHOWS}){_NOT2} (?P<q>{Q})", _text_of("title")),
    (rf"(?:the )?(?:url|address|path)(?: of the page)? (?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>{BE}|{SHOWS}|ends with){_NOT2} (?P<q>{Q}|/\S*)", _text_of("address")),
    (rf"{WHO} (?:(?:am|are|is|should be|must be)\s*)(?P<not>not )?(?:still |now )?(?P<verb>)(?:on|at) (?P<q>/\S*)", _text_of("address")),
    (rf"{WHO} (?:(?:am|are|is|should be|must be|land|lands|end up)\s*)(?P<not>not )?(?:still |now )?(?P<verb>)(?:on|at) (?:the )?(?:page )?(?P<q>{Q})(?: page| screen)?", _text_of("named")),
    (rf"(?:the )?(?:page|screen) (?P<q>{Q}) (?P<verb>)(?:(?:should|must) )?{BE}{_NOT2} (?:shown|displayed|open|opened|visible|loaded)", _text_of("named")),
    (rf"(?:the )?(?P<q>{Q}) (?:page|screen) (?P<verb>)(?:(?:should|must) )?{BE}{_NOT2} (?:shown|displayed|open|opened|visible|loaded)", _text_of("named")),
    # messages
    (rf"(?:the |an? )?(?P<kind>alert|error message|error|flash message|flash|notice|status|status message|success message|warning) (?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>{BE}|{SHOWS}){_NOT2}(?: that(?: the)?)?:? (?P<q>{Q})", _text_of("message")),
    (rf"(?P<no>no )?(?:an? |the |any )?(?P<kind>alert|error message|error|warning message|warning|success message)s? (?:(?:should|must) )?(?P<not>not )?{BE}{_NOT2} {VISIBLE}{ON}", _any_message),
    (rf"(?:there (?:is|are|should be|must be)|(?:{WHO} )?(?:{MODAL} )*{SEES}|{PAGE} (?:{MODAL} )*{SHOWS})(?P<not> not)? (?P<no>no )?(?:an? |any )?(?P<kind>alert|error message|error|warning message|warning|success message)s?{ON}", _any_message),
    (rf"(?:{PAGE}|the (?:server|request|response)|it) (?:(?:should|must|does) )*(?P<not>not )?(?:answers?|responds?|returns?|comes? back)(?: with)?(?: an?| the)?(?: http)?(?: status| status code| code)? (?P<n>[1-5]\d\d)(?: error| page| response)?", _status),
    (rf"(?:the )?(?:http |response )?(?:status|status code|response code)(?: of the (?:page|response))? {BENOT} (?P<n>[1-5]\d\d)", _status),
    # who is signed in
    (rf"{WHO} (?:(?:am|are|is|should be|must be|should|must) )+(?P<not>not |no longer )?(?:be )?(?:now |still |already )?(?:logged|signed)[ -](?P<way>in|out|on|off)(?: as (?:user )?(?P<q>{Q}|[^\s\"]+))?(?: now)?", _session),
    # states and values
    (rf"(?:the )?(?:{K} )?(?P<value>{Q}) {BENOT} (?P<verb>)(?:selected|chosen|set) (?:for|in|as|under) (?:the )?(?:{K} )?(?P<name>{Q})(?: {K})?", _value),
    (rf"{ARTICLE}{LIST} {BENOT} (?P<state>{STATE}){ON}", _state),
    (rf"{ARTICLE}{LIST} (?P<cannot>cannot|can not|can't)?(?:can|should be able to)? be (?:clicked|pressed|used|tapped)", _able("enabled")),
    (rf"{ARTICLE}{LIST} (?P<cannot>cannot|can not|can't)?(?:can|should be able to)? be (?:edited|changed|modified|filled in)", _able("editable")),
    (rf"{WHO} (?P<cannot>cannot|can not|can't)?(?:can)? (?:click|press|tap|use|push)(?: on)? {LIST}", _able("enabled")),
    (rf"{WHO} (?P<cannot>cannot|can not|can't)?(?:can)? (?:edit|change|modify|fill in) {LIST}", _able("editable")),
    (rf"(?:no (?:option|value|choice|entry)|nothing) {BE} (?:selected|chosen|preselected|set) (?:for|in|under) (?:the )?(?:{K} )?(?P<name>{Q})(?: {K})?", _unchosen),
    (rf"(?:the )?{NAME} (?P<kind>{K}) {BENOT} (?P<state>{STATE})", _named_state),
    (rf"(?:the )?(?P<name>(?:(?:field|input|dropdown|select|text ?box) )?{Q}(?: (?:field|input|dropdown|select|text ?box))?) (?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>contains?|has the value|have the value|has value|holds|shows|is set to|is filled with|is prefilled with|equals){_NOT2} (?P<value>{Q})", _value),
    (rf"(?:the )?(?:field|input|dropdown|select|text ?box) {NAME} (?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>contains?|has the value|have the value|has value|holds|shows|is set to|is filled with|is prefilled with|equals){_NOT2} (?P<value>{Q})", _value),
    (rf"(?:the )?{NAME}(?: (?:field|input|dropdown|select|text ?box))? (?P<verb>{BE} set to|has the value|is filled with) (?P<value>{Q})", _value),
    (rf"(?P<value>{Q}) {BENOT} (?P<verb>)(?:in|filled in|entered in|shown in) the (?:(?:field|input) (?P<name>{Q}))", _value),
    (rf"(?:the )?(?:field|input|dropdown|select|text ?box) (?P<name>{Q}) (?P<verb>){BENOT} (?P<value>{Q})", _value),
    # counts
    (rf"(?:the )?(?:(?:field|dropdown|select|list) (?P<q>{Q})|(?P<q2>{Q}) (?:field|dropdown|select|list)) (?:has|have|offers|shows|contains) (?:(?P<how>{COMPARED}) )?(?P<n>{N}) (?:options|choices|entries)", _options),
    (rf"(?:there (?:is|are|should be|must be)|(?:{WHO} )?(?:{MODAL} )*{SEES}|{PAGE} (?:{MODAL} )*{SHOWS}) (?:(?P<how>{COMPARED}) )?(?P<n>{N}) (?P<kind>{K})(?: {CALLED}(?P<q>{Q}))?{ON}", _counted),
    (rf"(?:there (?:is|are|should be|must be)|(?:{WHO} )?(?:{MODAL} )*{SEES}|{PAGE} (?:{MODAL} )*{SHOWS}) (?:(?P<how>{COMPARED}) )?(?P<n>{N}) (?P<q>{Q}) (?P<kind>{K}){ON}", _counted),
    (rf"(?:(?P<how>{COMPARED}) )(?P<n>{N}) (?P<kind>{K}) {CALLED}(?P<q>{Q}) {BE} {VISIBLE}", _counted),
    (rf"(?:(?P<how>{COMPARED}) )(?P<n>{N}) (?P<q>{Q}) (?P<kind>{K}) {BE} {VISIBLE}", _counted),
    (rf"the (?:list|table) (?:(?:should|must) )?(?:has|have|contains?|shows?) (?:(?P<how>{COMPARED}) )?(?P<n>{N}) (?P<kind>{K})", _counted),
    (rf"(?:the )?(?:text |word )?(?P<q>{Q}) (?:appears?|occurs?|is shown|is displayed|is listed) (?:(?P<how>{COMPARED}) )?(?:(?P<times>once|twice|thrice)|(?P<n>{N}) times?){ON}", _counted_times),
    (rf"(?P<all>there) (?:are|is|should be|must be) (?:(?P<how>{COMPARED}) )?(?P<n>{N}|no) (?P<noun>[a-z]{{3,30}}){ON}", _many),
    (rf"(?:(?:{WHO} )?(?:{MODAL} )*{SEES}|(?:{PAGE}|the (?:list|table)) (?:{MODAL} )*{SHOWS}) (?:(?P<how>{COMPARED}) )?(?P<n>{N}|no) (?P<noun>[a-z]{{3,30}}){ON}", _many),
    (rf"(?:(?P<how>{COMPARED}) )?(?P<n>{N}|no) (?P<noun>[a-z]{{3,30}}) {BE} (?:shown|displayed|listed|visible){ON}", _many),
    # order
    (rf"(?:the )?(?:{NOUN} )?(?P<one>{Q})(?: {K})? (?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?:(?:is|are|comes?|appears?|stands?|be|shown|listed|displayed){_NOT2} ?)*(?P<rel>before|above|after|below|beneath|under) (?:the )?(?:{NOUN} )?(?P<two>{Q}){ON}", _ordered),
    (rf"(?:the {NOUN}|they) (?:are|is|should be)(?: listed| shown| sorted| displayed)?(?: in)? (?:this|the|the following|this exact) order:? (?P<all>{Q}(?:(?:, | and |, and |, then | then ){Q})+)", _sequence),
    (rf"the order (?:of the {NOUN} )?is:? (?P<all>{Q}(?:(?:, | and |, and |, then | then ){Q})+)", _sequence),
    (rf"the {NOUN} are:? (?P<all>{Q}(?:(?:, | and |, and |, then | then ){Q})+),? in (?:this|that|the given) order", _sequence),
    # rows, terms
    (rf"(?:in )?(?:the )?row (?:of |for )?(?:the )?(?:{NOUN} )?(?P<row>{Q}|#?\d+|[a-z]{{1,6}}-\d+),? (?:(?:{WHO} )?(?:{MODAL} )*)(?P<not>(?:does |should |must )?not )?(?:{SEES}|{SHOWS}) (?P<q>{Q})", _in_row),
    (rf"(?:the )?(?P<name>{NOUN}(?: [a-z]+)?|{Q}) (?:of|for) (?:the )?(?:{NOUN} )?(?P<row>{Q}) {BENOT}:? (?P<value>{Q})", _fact),
    (rf"(?:the )?(?:{NOUN} )?(?P<row>{Q}) (?:has|shows|should have|must have)(?P<not>) the (?P<name>[a-z]+|{Q}) (?P<value>{Q})", _fact),
    (rf"(?:the )?(?:{NOUN} )?(?P<row>{Q}) (?:costs|should cost|must cost)(?P<not>) (?P<value>{Q})", _fact),
    (rf"(?:the )?(?P<name>{Q}) {BENOT}:? (?P<value>{Q})", _term),
    (rf"(?:the )?{NOUN} (?P<row>{Q}) {BENOT}:? (?P<value>{Q})", _fact),
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
    TALLIED,
)  # fmt: skip
