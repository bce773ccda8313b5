"""Intents: what a plain step asks for, and how well a name on a page fits it.

    Open the account recovery page            open "account recovery"
    Enter "Vienna" into City                  fill "City" with "Vienna"
    The page does not show "Out of stock"     see, as it is said

Pure. Verbs are English; names may be of any language.
"""

# ruff: noqa: E501, SIM905 - a form of a sentence, a list of words reads best on one line

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import dropwhile
from typing import TYPE_CHECKING, Literal

from hardwon.agents.explorer import leftover
from hardwon.likeness.stems import singular
from hardwon.likeness.stop_words import BESIDE_A_NAME, IN_A_NAME
from hardwon.likeness.synonyms import ONE_THING
from hardwon.likeness.words import words
from hardwon.steps.kinds import is_assertion
from hardwon.steps.quotes import MARK, bare, quoted_again, without_quotes
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_STEP = 2_000
LONGEST_NAME = 400

Verb = Literal["open", "click", "fill", "choose", "submit", "search", "log in", "see"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """One thing that a step asks for."""

    verb: Verb
    name: str = ""
    """Of what is meant: a page, link, button or field. For `see`, the whole sentence; for `log in`, who."""

    value: str = ""
    negative: bool = False
    """To be switched off."""

    loose: bool = False
    """Whether the step only may ask for this: it begins with no verb that is known."""

    tried: bool = False
    """Whether the site may refuse it: the test looks at what it says then."""

    place: str = field(default="", compare=False)
    """The row or section that the thing is in, where quotes tell them apart."""

    unread: str = field(default="", compare=False)
    """Words of the step that are not understood, and would be dropped."""

    said: str = field(default="", compare=False)
    """The name of a page with what the step says beside it: the appeal form."""

    others: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    """Other ways to tell name from value, as in "Gift for Anna into Message for recipient": the page decides."""


_VERBS = {
    "open": r"open|go(?: back)? to|visit|navigate to|browse to|view|show|find|look at|head to",
    "click": r"click(?: on)?|press(?: on)?|follow|tap(?: on)?|push|hit",
    "fill": r"fill(?: in| out)?|enter|type(?: in)?|put|write|input|insert",
    "set": r"set|change",
    "choose": r"choose|select|pick|tick|switch on|check(?= the (?:check)?box)",
    "unchoose": r"untick|uncheck|deselect|switch off",
    "submit": r"submit",
    "search": r"search(?: for)?|look for",
    "log in": r"(?:log|sign) in",
    "log out": r"(?:log|sign) out",
    "see": r"see|expect|verify|check(?: that| if| whether)?|confirm|assert|ensure|make sure|observe|not see",
}
_WHOLE = ("see", "log in", "log out", "search")
"""What reads the rest of its clause as a whole."""

_BOUND = ("click", "fill", "set", "choose", "unchoose", "submit")
"""What is done on the page where one stands."""

_ANY_VERB = "|".join(_VERBS.values())
_SUBJECT = re.compile(
    r"^(?:(?:and|then|now|next|please|first|finally)\b,? ?)*(?:(?:i|we|you|the user|users?)\b ?)?", re.IGNORECASE
)
_ACT = {verb: re.compile(rf"(?:{forms})\b:? ?(.*)", re.IGNORECASE | re.DOTALL) for verb, forms in _VERBS.items()}
_CLAUSES = re.compile(
    rf"(?:,? and then |,? then |; |(?P<stop>\. )(?=\w)|,? and (?=(?:{_ANY_VERB})\b)|, (?=(?:{_ANY_VERB})\b))",
    re.IGNORECASE,
)
_BEGINS = re.compile(rf"(?:{_ANY_VERB}|and|then|now|next|i|we|you|the|there|it|no)\b", re.IGNORECASE)
_SHORT = re.compile(
    r"(?:^|[\s.(-])(?:[^\W\d_]|\d+|drs?|st|ste|mr|mrs|ms|mme|mlle|prof|nr|no|nos|inc|ltd|co|corp|jr|sr|ave|blvd|rd|str|vs|ca|etc|geb|mag|ing|dipl|"
    r"bzw|tel|fam|hl|sig|dott|art|abs|kap|fig|vol|approx|max|min|dept|est|gen|gov|sgt|capt|lt|rev|hon|univ|med|phil|jun|sen|bd|hr|fr|sra?|dna|ul|al)$",
    re.IGNORECASE,
)
"""Before a full stop: what is usually only shortened by it, as in `Dr. Maier`."""

_JOINT = re.compile(r",? and |, ", re.IGNORECASE)
_ORDER = re.compile(
    r"(?:add|remove|delete|save|send|continue|proceed|confirm|cancel|accept|apply|close|create|edit|update|print|pay|buy|"
    r"order|subscribe|download|share|start|stop|next|back|finish|place|book|reserve|borrow|renew|reset|clear|reload|more)\b",
    re.IGNORECASE,
)
"""How buttons are called, and so steps that mean one: other words may be prose about anything."""

_PAIRS = re.compile(r"(.+?) with (.+?)(?:, and |, | and (?=[^,]* with )|$)", re.IGNORECASE)
_INTO = re.compile(r" (into|in|as|for) ", re.IGNORECASE)
_LAST = re.compile(r"(.+?):? (\S+)", re.DOTALL)
_OPTION = re.compile(r" (?:for|as|in|from|under|on)(?: the)? ", re.IGNORECASE)
_TO = re.compile(r" to ", re.IGNORECASE)
_ON_PAGE = re.compile(
    r"^(.+?),? (?:on|at|from) (?:the |my |your )?((?!this\b|that\b|same\b|next\b|current\b|first\b)\S.*?) (?:page|screen)$",
    re.IGNORECASE,
)
"""A step that says where the thing is: it goes there first."""
_AT = r"(?:in|for|of|on|from|under|below|beside|next to|within|at|near|belonging to)"
PLACE = re.compile(
    rf" {_AT} (?:the )?"
    r"(?:(?:row|line|section|item|card|article|entry|list)(?: of| for| with| called| named)? (?:the )?)?",
    re.IGNORECASE,
)
"""What stands between a thing and the row or section that it is in."""

_IN_PLACE = re.compile(
    rf"(?:the )?(?:button |link )?\x00\d+\x00(?: button| link)?,? {_AT} (?:the )?(?!(?:page|screen|form|menu|site)$)(.+)",
    re.IGNORECASE,
)
_OWNER = re.compile(r"(?:the )?(?:[a-z]+ )?(?P<whose>\x00\d+\x00)['’]s? (?P<own>[^\x00]+)")  # noqa: RUF001 - as people write it
_BESIDE_A_PLACE = re.compile(
    r"^(?:row|line|section|item|card|article|entry)(?: of| for| with| called| named)?(?: the)? |"
    r" (?:row|line|section|item|card|article|entry|page|menu|form)$",
    re.IGNORECASE,
)
_AROUND_A_NAME = frozenset(
    "the a an my your our this that button link page screen tab menu entry item option box checkbox radio field input form "
    "row line section card article list table icon image label text word name title heading front "
    "called named titled labelled labeled with in of for on at".split()
)
"""Beside a quoted name: what it is, and not what it is called."""

_ABOUT_A_NAME = frozenset({"details", "detail", "view", "overview"})
"""Before the name of a page or field; a button may be called so."""

_CREDENTIALS = re.compile(
    r"(?:as |with |using )*(?:the )?(?:user(?:name)? |e-?mail |account )?(\S+?)"
    r"(?:,? (?:with|and|using|/)(?: the)?)*(?: password)? (\S+)",
    re.IGNORECASE,
)
_TRIES = re.compile(r"(?:try|attempt) to ", re.IGNORECASE)
_WRONG = re.compile(
    r"(?:\b(?:an?|the|my|your) )?\b(?:wrong|invalid|incorrect|bad|false|unknown|non-?existent|unregistered|mistyped|made-up) "
    r"(?=(?:password|credentials?|login|user(?:name)?|e-?mail|account|data|details|pin)\b)",
    re.IGNORECASE,
)
"""Before what a login is made with: that it is to be refused."""

_UNSAID = re.compile(
    r"(?:password|credentials?|login|user(?:name)?|e-?mail(?: address)?|account|data|details|pin)", re.IGNORECASE
)
_WHO = re.compile(r"\b(?:as|user|username|e-?mail|account) (?!with\b|and\b|password\b)(\S+)", re.IGNORECASE)
_BESIDE = re.compile(rf"\s+(?:{'|'.join(sorted(BESIDE_A_NAME))})$", re.IGNORECASE)
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""Where forms name their fields as programs do: `postalCode`."""

_START_PAGE = re.compile(r"\bstart(?:ing)? page\b", re.IGNORECASE)
"""As people call what sites link as `Home`."""


def intents(text: str, *, asserts: bool = False) -> tuple[Intent, ...]:
    """What a step asks for, in order. An assertion only ever asks to see."""
    marked, quoted = without_quotes(" ".join(text[:LONGEST_STEP].split()).rstrip("."))
    if asserts:
        return tuple(_seen(marked, quoted))
    found: list[Intent] = []
    for clause in (deed for each in _clauses(marked) for deed in leftover.deeds(each.strip(" ,"))):
        if found and (sent := leftover.ORDER.fullmatch(clause)):
            found.append(Intent(verb="click", name=sent["order"], loose=True))
            continue
        order, claim = _apart(clause, quoted)
        plain = _SUBJECT.sub("", order).strip(" ,")
        if tried := _TRIES.match(plain):
            found += (replace(each, tried=True) for each in _clause(plain[tried.end() :], quoted))
        elif plain:
            found += _clause(plain, quoted)
        if claim:
            found += _seen(claim, quoted)
    return tuple(found)


def _clauses(marked: str) -> Iterator[str]:
    start = 0
    for joint in _CLAUSES.finditer(marked):
        if joint["stop"] and not _is_end(marked[start : joint.start()], marked[joint.end() :]):
            continue
        yield marked[start : joint.start()]
        start = joint.end()
    yield marked[start:]


def _is_end(before: str, after: str) -> bool:
    """Whether a full stop ends a sentence."""
    return bool(_BEGINS.match(after)) or not (after[0].islower() or _SHORT.search(before))


def _apart(clause: str, quoted: list[str]) -> tuple[str, str]:
    """What a clause says to do, and what is to be seen then; either may be "". What is typed may say anything."""
    if is_assertion(quoted_again(clause, quoted)):
        return "", clause
    plain = _SUBJECT.sub("", clause)
    is_typed = any(_ACT[verb].match(plain) for verb in ("fill", "set", "search"))
    for joint in () if is_typed else _JOINT.finditer(clause):
        if is_assertion(quoted_again(clause[joint.end() :], quoted)):
            return clause[: joint.start()], clause[joint.end() :]
    return clause, ""


def words_of(text: str) -> frozenset[str]:
    """The words of a name that tell it from others, in a common form; all of them when none does.

    Only the plural is taken off: `Archived` is not what the button `Archive` says, nor is `Logged in` a way to log in.
    """
    return _name_words(text[:LONGEST_NAME])


def all_words(text: str) -> frozenset[str]:
    """Every word of a longer text, in the form that names have."""
    return _words(text)


def mentioned(goal: frozenset[str], text: str) -> float:
    """Which share of the words of a goal a longer text mentions."""
    return len(goal.intersection(_words(text))) / len(goal) if goal else 0.0


@lru_cache(maxsize=4096)
def _name_words(text: str) -> frozenset[str]:
    found = _words(text)
    return found - IN_A_NAME or found


def _words(text: str) -> frozenset[str]:
    plain = _START_PAGE.sub("home page", _HUMP.sub(" ", text))
    found = (singular(word.text) for word in words(plain, in_any_form=False))
    return frozenset(ONE_THING.get(each, each) for each in found)


def _clause(text: str, quoted: list[str]) -> Iterator[Intent]:
    for verb, pattern in _ACT.items():
        match = pattern.match(text)
        if match:
            rest = match.group(1).strip()
            if verb in _BOUND and (place := _ON_PAGE.match(rest)):
                yield Intent(verb="open", name=_name(place.group(2), quoted))
                rest = place.group(1)
            dropped = "" if verb in _WHOLE else leftover.unread(verb, rest, _AROUND_A_NAME)
            yield from (replace(each, unread=dropped) for each in _intents(verb, rest, text, quoted))
            return
    if re.search(r"\b(?:see|shows?|says|visible|shown|displayed)\b", text, re.IGNORECASE):
        yield from _seen(text, quoted)
    else:
        yield Intent(verb="click", name=bare(text, quoted), loose=not _ORDER.match(text))


def _intents(verb: str, rest: str, text: str, quoted: list[str]) -> Iterator[Intent]:
    if verb == "see":
        yield from _seen(text, quoted)
    elif verb == "fill":
        yield from _fillings(rest, quoted)
    elif verb == "set":
        yield _setting(rest, quoted)
    elif verb in ("choose", "unchoose"):
        yield from (_choice(each, quoted, negative=verb == "unchoose") for each in leftover.listed(rest))
    elif verb == "log in":
        yield _login(rest, quoted)
    elif verb == "log out":
        yield Intent(verb="click", name="log out")
    elif verb == "search":
        yield Intent(verb="search", value=_name(rest, quoted))
    elif verb == "open":
        yield Intent(verb="open", name=_name(rest, quoted), said=bare(rest, quoted))
    elif verb == "submit":
        name = _name(rest, quoted)
        yield Intent(verb="submit", name="" if name.casefold() in ("form", "it", "this") else name)
    else:
        name, where = _pressed(rest, quoted)
        yield Intent(verb="click", name=name, place=where)


def _pressed(rest: str, quoted: list[str]) -> tuple[str, str]:
    """What is to be pressed, and in which row or section; either may be quoted."""
    if place := _IN_PLACE.match(rest):
        return _name(rest, quoted), _BESIDE_A_PLACE.sub("", bare(_from_mark(place.group(1)), quoted)).strip()
    if owned := _OWNER.fullmatch(rest):
        return _name(owned["own"], quoted), bare(owned["whose"], quoted)
    if half := _half_quoted(rest):
        return _name(half[0], quoted), _BESIDE_A_PLACE.sub("", bare(_from_mark(half[1]), quoted)).strip()
    before = " ".join(_telling(rest.split("\0", maxsplit=1)[0]))
    is_named = before[:1].isupper() or _ORDER.match(before)
    return (bare(rest, quoted) if "\0" in rest and is_named else _name(rest, quoted)), ""


def _half_quoted(text: str, around: frozenset[str] = _AROUND_A_NAME) -> tuple[str, str] | None:
    """A thing without quotes and the place with them that it is in: `Edit in the row of "Bob"`."""
    before = text.split("\0", maxsplit=1)[0] if "\0" in text else ""
    place = next(reversed([*PLACE.finditer(before)]), None)
    if place is None or not _telling(before[: place.start()], around):
        return None
    return before[: place.start()], text[place.end() :]


def _telling(text: str, around: frozenset[str] = _AROUND_A_NAME) -> list[str]:
    """The words of a text that may name something, from the first that does."""
    found = text.strip(" ,:").split()
    return list(dropwhile(lambda word: word.casefold() in around, found))


def _from_mark(text: str) -> str:
    """A place from its quoted name on: `customer "Bob"` is called Bob."""
    return text[text.find("\0") :] if "\0" in text else text


def _fillings(rest: str, quoted: list[str]) -> Iterator[Intent]:
    pairs = _PAIRS.findall(rest)
    if pairs:
        for name, value in pairs:
            yield Intent(verb="fill", name=_name(name, quoted), value=bare(value, quoted))
        return
    splits = [
        (rest[: each.start()], rest[each.end() :], each.group(1).lower() == "into") for each in _INTO.finditer(rest)
    ]
    if splits:
        # "into" can only mean the field; else the last word that may.
        strong = [each[:2] for each in splits if each[2]]
        readings = [*reversed(strong), *(each[:2] for each in reversed(splits) if not each[2])]
        found = [(_name(name, quoted), bare(value, quoted)) for value, name in readings if value and name]
        yield Intent(verb="fill", name=found[0][0], value=found[0][1], others=tuple(found[1:]))
    elif last := _LAST.fullmatch(rest):
        yield Intent(verb="fill", name=_name(last.group(1), quoted), value=bare(last.group(2), quoted))
    else:
        yield Intent(verb="fill", name="", value=bare(rest, quoted))


def _setting(rest: str, quoted: list[str]) -> Intent:
    splits = [(rest[: each.start()], rest[each.end() :]) for each in _TO.finditer(rest)]
    found = [(_name(name, quoted), bare(value, quoted)) for name, value in reversed(splits) if name and value]
    if not found:
        return Intent(verb="click", name=_name(rest, quoted))
    return Intent(verb="fill", name=found[0][0], value=found[0][1], others=tuple(found[1:]))


def _choice(rest: str, quoted: list[str], *, negative: bool) -> Intent:
    splits = [(rest[: each.start()], rest[each.end() :]) for each in _OPTION.finditer(rest)]
    found = [(_name(name, quoted), _name(value, quoted)) for value, name in splits if name and value]
    whole = ("", _name(rest, quoted))
    first, *others = [*found, whole] if found else [whole]
    return Intent(verb="choose", name=first[0], value=first[1], negative=negative, others=tuple(others))


def _login(rest: str, quoted: list[str]) -> Intent:
    plain, wrongs = _WRONG.subn("", rest)
    if wrongs:
        return _wrong_login(plain, quoted)
    match = _CREDENTIALS.fullmatch(rest)
    if match is None:
        return Intent(verb="click", name="log in")
    return Intent(verb="log in", name=bare(match.group(1), quoted), value=bare(match.group(2), quoted))


def _wrong_login(rest: str, quoted: list[str]) -> Intent:
    """A login that is to be refused; "" for what the step leaves to be made up."""
    match = _CREDENTIALS.fullmatch(rest)
    if match and not any(_UNSAID.fullmatch(part) for part in match.groups()):
        return Intent(verb="log in", name=bare(match.group(1), quoted), value=bare(match.group(2), quoted), tried=True)
    who = _WHO.search(rest)
    return Intent(verb="log in", name=bare(who.group(1), quoted) if who else "", tried=True)


def _seen(text: str, quoted: list[str]) -> Iterator[Intent]:
    yield Intent(verb="see", name=quoted_again(text, quoted))


def _name(text: str, quoted: list[str]) -> str:
    """What is named: the quoted part, unless it only says where the thing is; else the text without articles."""
    marks = MARK.findall(text)
    if marks and _half_quoted(text, _AROUND_A_NAME | _ABOUT_A_NAME):
        return one_line(bare(text, quoted))
    if marks:
        return one_line(quoted[int(marks[0])])
    plain = re.sub(r"^(?:the|a|an|my|your|our)\s+", "", text.strip(), flags=re.IGNORECASE)
    return one_line(_BESIDE.sub("", plain))
