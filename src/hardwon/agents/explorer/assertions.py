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

from hardwon.agents.explorer.quotes import MARK, without_quotes

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 600

Op = Literal["shown", "state", "value", "count", "times", "order", "nth", "row", "fact", "many", "term", "named", "heading", "title", "address", "message", "session", "status"]  # fmt: skip


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

_Q = r"\x00\d+\x00"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TIMES = {"once": 1, "twice": 2, "thrice": 3}
_N = rf"(?:\d{{1,5}}|{'|'.join(_NUMBERS[1:])})"
_HOW = {"exactly": "=", "only": "=", "just": "=", "at least": ">=", "at most": "<=", "more than": ">", "fewer than": "<", "less than": "<"}  # fmt: skip
_COMPARED = "|".join(_HOW)
_KINDS = {
    "button": "button", "link": "link", "hyperlink": "link", "heading": "heading", "headline": "heading",
    "field": "field", "input": "field", "input field": "field", "text field": "field", "textbox": "field",
    "text box": "field", "dropdown": "field", "select": "field", "checkbox": "checkbox", "check box": "checkbox",
    "box": "checkbox", "radio button": "radio", "radio": "radio", "option": "option", "message": "", "text": "",
    "label": "", "notice": "", "word": "", "words": "", "phrase": "", "sentence": "", "value": "", "flash": "",
    "row": "row", "column": "column", "cell": "cell", "item": "item", "entry": "item", "list item": "item",
    "article": "article", "alert": "alert",
}  # fmt: skip
_PLURALS = {
    f"{kind}es" if kind.endswith("x") else f"{kind[:-1]}ies" if kind.endswith("ry") else f"{kind}s": kind
    for kind in _KINDS
}
_K = "|".join(sorted((re.escape(each) for each in (*_KINDS, *_PLURALS)), key=len, reverse=True))
_ADJECTIVE = r"(?:(?:flash|error|success|confirmation|warning|info|information|status|following|exact|main)\s+)?"
_ARTICLE = r"(?:(?:the|a|an|any|this|that|den|die|das|einen|eine|ein)\s+)?"
_CALLED = r"(?:(?:named|called|labell?ed|titled|saying|reading|that says|that reads|which says|with the (?:text|label|name)|with text|of|for)\s+)?"  # fmt: skip
_ITEM = rf"(?P<no>(?:not|no|kein|keine|keinen)\s+)?{_ARTICLE}{_ADJECTIVE}(?:(?P<kind>{_K})\s*:?\s+)?{_CALLED}(?P<q>{_Q})(?:\s+(?P<after>{_K}))?"
_PLAIN_ITEM = re.sub(r"\?P<\w+>", "?:", _ITEM)
_JOINT = r"(?:\s*,\s*(?:and\s+|or\s+|but\s+|nor\s+)?|\s+(?:and also|as well as|and|or|but|nor|und|oder)\s+)"
_LIST = rf"(?P<list>(?:(?:both|either|neither|weder)\s+)?{_PLAIN_ITEM}(?:{_JOINT}{_PLAIN_ITEM})*)"
_NOT = r"(?P<not>not|never|no longer|cannot|can't|can not|don't|doesn't|do not|does not|isn't|aren't|is not|are not|should not|shouldn't|must not|mustn't|won't|nicht)"
_MODAL = r"(?:should|must|shall|will|can|do|does|ought to|needs? to|now|then|also|still)"
_WHO = r"(?:i|we|you|he|she|they|one|man|ich|it|users?|the (?:user|customer|visitor|tester|client|member|reader)s?|a (?:user|customer|visitor))"
_PAGE = r"(?:(?:the|this|resulting|next|new|current) )*(?:page|screen|site|view|result|results|output|body|content|document|it)"
_SEES = r"(?:see|sees|view|find|finds|read|observe|expect|expects|verify|verifies|check|checks|check for|confirm|assert|look for|ensure|sieht|sehe|sehen)"
_SHOWS = r"(?:show|shows|display|displays|contain|contains|say|says|include|includes|read|reads|list|lists|have|has|present|presents|mention|mentions|zeigt)"
_ON = r"(?:\s+(?:somewhere\s+)?(?:on|in|at|auf) (?:the |this |der |dieser )?(?:page|screen|site|seite|view|list|table|body|text|menu|navigation|header|footer)|\s+there|\s+again|\s+now)?"
_BE = r"(?:is|are|was|were|be|being|been|to be|gets?|wird|ist|sind)"
_VISIBLE = r"(?:shown|displayed|visible|present|seen|there|listed|found|available|rendered|printed|given|to be seen|on (?:the )?(?:page|screen)|sichtbar|angezeigt)"
_ABSENT = r"(?:gone|missing|absent|hidden|invisible)"
_STATES = {
    "disabled": "disabled", "inactive": "disabled", "greyed out": "disabled", "grayed out": "disabled",
    "deactivated": "disabled", "unavailable": "disabled", "not clickable": "disabled", "deaktiviert": "disabled",
    "enabled": "enabled", "active": "enabled", "clickable": "enabled", "activated": "enabled", "aktiv": "enabled",
    "checked": "on", "ticked": "on", "selected": "on", "chosen": "on", "set": "on", "switched on": "on",
    "preselected": "on", "pre-selected": "on", "marked": "on",
    "unchecked": "off", "unticked": "off", "unselected": "off", "deselected": "off", "switched off": "off",
    "required": "required", "mandatory": "required", "optional": "optional",
    "empty": "empty", "blank": "empty", "filled": "filled", "filled in": "filled",
    "read-only": "readonly", "readonly": "readonly", "read only": "readonly", "editable": "editable",
    "invalid": "invalid", "marked as invalid": "invalid",
}  # fmt: skip
_STATE = "|".join(sorted((re.escape(each) for each in _STATES), key=len, reverse=True))
_NAME = r"(?P<name>[^\W\d_][\w&/-]*(?: [\w&/-]+){0,4}?)"
_BENOT = rf"(?:(?:should|must|shall|will|has to|have to|needs? to)\s+)?(?:(?P<not>not|never|no longer)\s+)?(?:{_BE})(?P<not2>n't|\s+(?:not|never|no longer))?(?:\s+(?:now|still|also|already|currently|initially))?"


def understood(text: str) -> Sentence | None:
    """What a sentence claims; None where it is not understood as a whole."""
    marked, quoted = without_quotes(" ".join(text.split()))
    if len(marked) > LONGEST:
        return None
    return _sentence(_without_lead(marked), quoted)


_LEAD = re.compile(
    r"^(?:(?:given|then|and|but|also|now|next|finally|please|first|so|additionally|furthermore|afterwards|dann|und)\b[\s,:]*)+",
    re.IGNORECASE,
)
_THAT = re.compile(
    rf"^(?:{_WHO}\s+)?(?:{_MODAL}\s+)*(?:verify|verifies|check|checks|confirm|assert|ensure|ensures|expect|expects|validate|make sure|double-check|see|sees|observe)"
    r"(?:\s+(?:that|whether|if)\b|\s*:)\s*",
    re.IGNORECASE,
)
_BARE_VERIFY = re.compile(r"^(?:verify|check|confirm|assert|ensure|validate|make sure|expect)\s+(?=\S)", re.IGNORECASE)


def _without_lead(text: str) -> str:
    plain = _LEAD.sub("", text.strip().rstrip(" .!"))
    return _THAT.sub("", plain, count=1).strip()


def _sentence(text: str, quoted: list[str]) -> Sentence | None:
    return _simple(text, quoted) or _split(text, quoted)


def _simple(text: str, quoted: list[str]) -> Sentence | None:
    """One sentence, with or without a `verify` before it."""
    for plain in dict.fromkeys((text, _BARE_VERIFY.sub("", text, count=1))):
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
    return int(text) if text.isdigit() else _NUMBERS.index(text.lower())


def _kind(text: str | None) -> str:
    plain = (text or "").lower()
    return _KINDS.get(plain, _KINDS.get(_PLURALS.get(plain, ""), ""))


def _listed(text: str, quoted: list[str], make: Callable[[str, str], Asserted], *, negative: bool) -> Sentence | None:
    """The claims about each text of a list, joined as the list joins them."""
    joints = {"or" if re.search(r"\b(?:or|nor|oder)\b", each) else "and" for each in _joints(text)}
    lead = re.match(r"\s*(neither|weder|either|both)\b", text, re.IGNORECASE)
    first = lead.group(1).lower() if lead else ""
    items = list(re.finditer(_ITEM, text, re.IGNORECASE))
    if len(joints) > 1 or (first in ("neither", "weder") and (negative or joints == {"and"})):
        return None
    kinds = [_kind(item["kind"] or item["after"]) for item in items]
    if any(each["kind"] in _PLURALS for each in items[:1]):
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
    between = re.split(_Q, text)[1:-1]
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
    state = _STATES[match["state"].lower()]
    return _listed(
        match["list"],
        quoted,
        lambda text, kind: Asserted(op="state", texts=(text,), kind=kind, state=state),
        negative=_is_not(match),
    )


def _named_state(match: re.Match[str], _: list[str]) -> Sentence | None:
    state = _STATES[match["state"].lower()]
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
    how = _HOW.get((groups.get("how") or "").lower(), "=")
    texts = (_at(match, quoted, "q"),) if groups.get("q") else ()
    return Asserted(op="count", texts=texts, kind=kind, number=_number(groups["n"]), how=how) if kind else None


def _counted_times(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    number = _TIMES.get((match["times"] or "").lower()) or _number(match["n"] or "1")
    return Asserted(
        op="times", texts=(_at(match, quoted, "q"),), number=number, how=_HOW.get((match["how"] or "").lower(), "=")
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
    return Asserted(op="fact", texts=texts, kind=match.groupdict().get("name") or "", negative=_is_not(match))


def _many(match: re.Match[str], _: list[str]) -> Sentence | None:
    how = _HOW.get((match["how"] or "").lower(), "=")
    return Asserted(op="many", texts=(match["noun"],), number=_number(match["n"]), how=how, kind=match.groupdict().get("all") or "")


def _session(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    texts = (_at(match, quoted, "q"),) if match["q"] else ()
    is_out = match["way"].lower() in ("out", "off")
    if is_out and texts:
        return None
    return Asserted(op="session", texts=texts, negative=bool(match["not"]) is not is_out)


def _in_table(match: re.Match[str], quoted: list[str]) -> Sentence | None:
    said = _shown(match, quoted)
    parts = said.parts if isinstance(said, Together) else (said,)
    is_part = all(isinstance(each, Asserted) and each.kind in ("column", "row", "item", "option") for each in parts)
    return said if is_part else None


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
    (rf"(?:the )?(?:main |page )?heading (?:of the page )?(?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>{_BE}|{_SHOWS}){_NOT2} (?P<q>{_Q})", _text_of("heading")),
    (rf"(?:the )?(?:page(?:'s)? |browser |window )?title (?:of the page )?(?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>{_BE}|{_SHOWS}){_NOT2} (?P<q>{_Q})", _text_of("title")),
    (rf"(?:the )?(?:url|address|path)(?: of the page)? (?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>{_BE}|{_SHOWS}|ends with){_NOT2} (?P<q>{_Q}|/\S*)", _text_of("address")),
    (rf"{_WHO} (?:(?:am|are|is|should be|must be)\s*)(?P<not>not )?(?:still |now )?(?P<verb>)(?:on|at) (?P<q>/\S*)", _text_of("address")),
    (rf"{_WHO} (?:(?:am|are|is|should be|must be|land|lands|end up)\s*)(?P<not>not )?(?:still |now )?(?P<verb>)(?:on|at) (?:the )?(?:page )?(?P<q>{_Q})(?: page| screen)?", _text_of("named")),
    (rf"(?:the )?(?:page|screen) (?P<q>{_Q}) (?P<verb>)(?:(?:should|must) )?{_BE}{_NOT2} (?:shown|displayed|open|opened|visible|loaded)", _text_of("named")),
    (rf"(?:the )?(?P<q>{_Q}) (?:page|screen) (?P<verb>)(?:(?:should|must) )?{_BE}{_NOT2} (?:shown|displayed|open|opened|visible|loaded)", _text_of("named")),
    # messages
    (rf"(?:the |an? )?(?P<kind>alert|error message|error|flash message|flash|notice|status|status message|success message|warning) (?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>{_BE}|{_SHOWS}){_NOT2}:? (?P<q>{_Q})", _text_of("message")),
    (rf"(?P<no>no )?(?:an? |the |any )?(?P<kind>alert|error message|error|warning message|warning|success message)s? (?:(?:should|must) )?(?P<not>not )?{_BE}{_NOT2} {_VISIBLE}{_ON}", _any_message),
    (rf"(?:there (?:is|are|should be|must be)|(?:{_WHO} )?(?:{_MODAL} )*{_SEES}|{_PAGE} (?:{_MODAL} )*{_SHOWS})(?P<not> not)? (?P<no>no )?(?:an? |any )?(?P<kind>alert|error message|error|warning message|warning|success message)s?{_ON}", _any_message),
    (rf"(?:{_PAGE}|the (?:server|request|response)|it) (?:(?:should|must|does) )*(?P<not>not )?(?:answers?|responds?|returns?|comes? back)(?: with)?(?: an?| the)?(?: http)?(?: status| status code| code)? (?P<n>[1-5]\d\d)(?: error| page| response)?", _status),
    (rf"(?:the )?(?:http |response )?(?:status|status code|response code)(?: of the (?:page|response))? {_BENOT} (?P<n>[1-5]\d\d)", _status),
    # who is signed in
    (rf"{_WHO} (?:(?:am|are|is|should be|must be|should|must) )+(?P<not>not |no longer )?(?:be )?(?:now |still |already )?(?:logged|signed)[ -](?P<way>in|out|on|off)(?: as (?:user )?(?P<q>{_Q}|[^\s\"]+))?(?: now)?", _session),
    # states and values
    (rf"(?:the )?(?:{_K} )?(?P<value>{_Q}) {_BENOT} (?P<verb>)(?:selected|chosen|set) (?:for|in|as|under) (?:the )?(?:{_K} )?(?P<name>{_Q})(?: {_K})?", _value),
    (rf"{_ARTICLE}{_LIST} {_BENOT} (?P<state>{_STATE}){_ON}", _state),
    (rf"{_ARTICLE}{_LIST} (?P<cannot>cannot|can not|can't)?(?:can|should be able to)? be (?:clicked|pressed|used|tapped)", _pressable),
    (rf"{_WHO} (?P<cannot>cannot|can not|can't)?(?:can)? (?:click|press|tap|use|push)(?: on)? {_LIST}", _pressable),
    (rf"(?:the )?{_NAME} (?P<kind>{_K}) {_BENOT} (?P<state>{_STATE})", _named_state),
    (rf"(?:the )?(?P<name>(?:(?:field|input|dropdown|select|text ?box) )?{_Q}(?: (?:field|input|dropdown|select|text ?box))?) (?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?P<verb>contains?|has the value|have the value|has value|holds|shows|is set to|is filled with|is prefilled with|equals){_NOT2} (?P<value>{_Q})", _value),
    (rf"(?:the )?{_NAME}(?: (?:field|input|dropdown|select|text ?box))? (?P<verb>{_BE} set to|has the value|is filled with) (?P<value>{_Q})", _value),
    (rf"(?P<value>{_Q}) {_BENOT} (?P<verb>)(?:in|filled in|entered in|shown in) the (?:(?:field|input) (?P<name>{_Q}))", _value),
    # counts
    (rf"(?:there (?:is|are|should be|must be)|(?:{_WHO} )?(?:{_MODAL} )*{_SEES}|{_PAGE} (?:{_MODAL} )*{_SHOWS}) (?:(?P<how>{_COMPARED}) )?(?P<n>{_N}) (?P<kind>{_K})(?: {_CALLED}(?P<q>{_Q}))?{_ON}", _counted),
    (rf"(?:there (?:is|are|should be|must be)|(?:{_WHO} )?(?:{_MODAL} )*{_SEES}|{_PAGE} (?:{_MODAL} )*{_SHOWS}) (?:(?P<how>{_COMPARED}) )?(?P<n>{_N}) (?P<q>{_Q}) (?P<kind>{_K}){_ON}", _counted),
    (rf"(?:(?P<how>{_COMPARED}) )(?P<n>{_N}) (?P<kind>{_K}) {_CALLED}(?P<q>{_Q}) {_BE} {_VISIBLE}", _counted),
    (rf"(?:(?P<how>{_COMPARED}) )(?P<n>{_N}) (?P<q>{_Q}) (?P<kind>{_K}) {_BE} {_VISIBLE}", _counted),
    (rf"the (?:list|table) (?:(?:should|must) )?(?:has|have|contains?|shows?) (?:(?P<how>{_COMPARED}) )?(?P<n>{_N}) (?P<kind>{_K})", _counted),
    (rf"(?:the )?(?:text |word )?(?P<q>{_Q}) (?:appears?|occurs?|is shown|is displayed|is listed) (?:(?P<how>{_COMPARED}) )?(?:(?P<times>once|twice|thrice)|(?P<n>{_N}) times?){_ON}", _counted_times),
    (rf"(?P<all>there) (?:are|is|should be|must be) (?:(?P<how>{_COMPARED}) )?(?P<n>{_N}) (?P<noun>[a-z]{{3,30}}){_ON}", _many),
    (rf"(?:(?:{_WHO} )?(?:{_MODAL} )*{_SEES}|(?:{_PAGE}|the (?:list|table)) (?:{_MODAL} )*{_SHOWS}) (?:(?P<how>{_COMPARED}) )?(?P<n>{_N}) (?P<noun>[a-z]{{3,30}}){_ON}", _many),
    (rf"(?:(?P<how>{_COMPARED}) )?(?P<n>{_N}) (?P<noun>[a-z]{{3,30}}) {_BE} (?:shown|displayed|listed|visible){_ON}", _many),
    # order
    (rf"(?:the )?(?:[a-z]+ )?(?P<one>{_Q})(?: {_K})? (?:(?:should|must) )?(?P<not>(?:does |should |must )?not )?(?:(?:is|are|comes?|appears?|stands?|be|shown|listed|displayed){_NOT2} ?)*(?P<rel>before|above|after|below|beneath|under) (?:the )?(?:[a-z]+ )?(?P<two>{_Q})", _ordered),
    (rf"(?:the [\w ]{{1,30}}|they) (?:are|is|should be)(?: listed| shown| sorted| displayed)?(?: in)? (?:this|the|the following|this exact) order:? (?P<all>{_Q}(?:(?:, | and |, and |, then | then ){_Q})+)", _sequence),
    (rf"the order (?:of the [\w ]{{1,30}} )?is:? (?P<all>{_Q}(?:(?:, | and |, and |, then | then ){_Q})+)", _sequence),
    (rf"the [\w ]{{1,30}} are:? (?P<all>{_Q}(?:(?:, | and |, and |, then | then ){_Q})+),? in (?:this|that|the given) order", _sequence),
    (rf"the (?P<nth>first|second|third|last) (?P<kind>item|entry|row|option)(?: (?:of|in) the (?:list|table))? {_BENOT} (?P<q>{_Q})", _nth),
    # rows, terms
    (rf"(?:in )?(?:the )?row (?:of |for )?(?P<row>{_Q}),? (?:(?:{_WHO} )?(?:{_MODAL} )*)(?P<not>(?:does |should |must )?not )?(?:{_SEES}|{_SHOWS}) (?P<q>{_Q})", _in_row),
    (rf"(?:the )?(?P<name>[a-z]+(?: [a-z]+)?|{_Q}) (?:of|for) (?:the )?(?:[a-z]+ )?(?P<row>{_Q}) {_BENOT}:? (?P<value>{_Q})", _fact),
    (rf"(?:the )?(?:[a-z]+ )?(?P<row>{_Q}) (?:has|shows|should have|must have)(?P<not>) (?:the )?(?P<name>[a-z]+|{_Q}) (?P<value>{_Q})", _fact),
    (rf"(?:the )?(?P<name>{_Q}) {_BENOT}:? (?P<value>{_Q})", _term),
    (rf"(?:the )?[a-z]+ (?P<row>{_Q}) {_BENOT}:? (?P<value>{_Q})", _fact),
    (rf"the (?:list|table) (?:(?:{_MODAL}|{_NOT})\s+)*{_SHOWS}{_NOT2}\s*:?\s+{_LIST}", _in_table),
    (rf"the {_NAME} {_BENOT}:? (?P<value>{_Q})", _term),
    # shown or not
    (rf"(?:{_WHO}\s+)?(?:(?:{_MODAL}|{_NOT})\s+)*{_SEES}{_NOT2}(?:\s+that)?\s+{_LIST}{_ON}(?: to be (?:visible|shown|displayed|there))?", _shown),
    (rf"{_PAGE}\s+(?:(?:{_MODAL}|{_NOT})\s+)*{_SHOWS}{_NOT2}\s*:?\s+{_LIST}{_ON}", _shown),
    (rf"(?:(?:{_MODAL}|{_NOT})\s+)*{_SHOWS}{_NOT2}\s+{_LIST}{_ON}", _shown),
    (rf"there\s+(?:(?:{_MODAL})\s+)?{_BE}{_NOT2}\s+{_LIST}{_ON}", _shown),
    (rf"{_LIST}\s+{_BENOT}\s+{_VISIBLE}{_ON}", _shown),
    (rf"{_LIST}\s+{_BENOT}\s+(?P<gone>{_ABSENT}){_ON}", _shown),
    (rf"{_LIST}\s+(?:(?:{_MODAL}|{_NOT})\s+)*(?:exists?|appears?|shows? up){_ON}", _shown),
    (rf"{_LIST}{_ON}", _shown),
)  # fmt: skip
