"""Notes: what a memory says about where something is, in whatever words, read against the names that a site really has.

    Account recovery is reached from Settings, then Security.       Settings, Security, in this order
    It sits in the Security section of Settings.                    Security and Settings, in no order
    The account recovery page is slow.                              no place

A place is a name of the site that stands where a place can stand: after "from" or "under", an arrow, or "open". Denials
and what used to be are not places. Pure.
"""

# ruff: noqa: SIM905 - a list of words reads better as words

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from hardwon.agents.explorer import asserting
from hardwon.agents.explorer.intents import words_of
from hardwon.likeness.stems import singular
from hardwon.likeness.stop_words import IN_A_CLAIM, IN_A_NAME, PARTS_OF_A_PAGE
from hardwon.likeness.synonyms import ONE_THING
from hardwon.likeness.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LONGEST = 2_000

Name = frozenset[str]
"""A name by its words, as `words_of` gives them."""

_ARROWS = frozenset({"→", "->", "=>", "»", "›", ">", "/", "|"})  # noqa: RUF001 - arrows as people write them
_TOKEN = re.compile(r"→|->|=>|»|›|>|/|\||[,:=()]|[^\W_]+(?:['’-][^\W_]+)*")  # noqa: RUF001 - as above
_SENTENCES = re.compile(r"(?<=[.!?])\s+|[;\n]|,?\s+but\s+", re.IGNORECASE)
_QUOTES = re.compile(r"[\"“”„«»`](?=\S)|(?<=\S)[\"“”«»`]")
_MOVED = re.compile(r"\b(?:(?:has|have) )?(?:moved|relocated|went)\s+from\s+.{1,80}?\s+to\b", re.IGNORECASE)
_WAS_MOVED = re.compile(r"\b(?:was|were|has been|have been) (?=(?:moved|relocated)\b)", re.IGNORECASE)
_SINCE = re.compile(r"\bsince the (?:new design|last release|\w+),?\s", re.IGNORECASE)
_WITH = re.compile(
    r"\b(page|form|screen) with (?:the|a|an|its) (?:\w+ ){1,3}?(?=(?:is|are|sits|lies|stands|lives|can)\b)",
    re.IGNORECASE,
)
"""What a page has, between its name and where it is."""

_ADDRESS = re.compile(r"\w://|\bwww\.", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:not|no|never|nor|neither|cannot|without|formerly|previously|instead of|rather than|unlike|except|removed|"
    r"gone|nowhere|hardly|similar|like|different|compared|used to be|has left|have left|nicht|kein|keine)\b|n't\b",
    re.IGNORECASE,
)
_GOVERNS = _ARROWS | frozenset(
    "from in into on onto at under below beneath underneath behind inside within via through to over among then "
    "where unter über open opens opened opening choose choosing follow following click clicking press select use using "
    "visit see go navigate reaching = :".split()
)
_ONE_OF = frozenset({"one", "part", "some"})
"""Before `of`: what follows is a place. Elsewhere "the title of the book" is only a book."""

_ORDERS = _ARROWS | {"then"}
_HAS = frozenset("has have holds hold contains contain offers offer links leads shows carries includes".split())
_NEUTRAL = (
    frozenset(singular(word) for word in (*IN_A_CLAIM, *IN_A_NAME, *PARTS_OF_A_PAGE))
    | frozenset(
        "first second third last next item category entry top left right side navigation called named there user "
        "customer one ones both them this it main bottom own page's die der das den dort sind ist gibt es".split()
    )
    | {","}
)
_STANDS = frozenset("linked link links button field is are stands sits".split())
"""Before `on`: what follows is the very page."""

_PRONOUN = re.compile(
    r"\W*(?:it|they|this|that|these|the (?:page|link|field|button|form))\b|.{0,30}\bit\b", re.IGNORECASE
)
"""How a sentence goes on about what the note is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """The places that a note names on the way to something."""

    places: tuple[Name, ...]
    ordered: bool
    """Whether the note says which comes after which."""

    exact: bool
    """Whether it says where the thing is, and not only below what."""

    on: Name | None
    """The page on which it says that the thing is; None where it says only how to get near."""

    unknown: str
    """A place that it names and the site was not seen to have; "" if there is none."""


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    word: str
    """In the common form of names."""


def told(title: str, content: str, goals: Sequence[Name], names: Iterable[Name]) -> Way | None:
    """What a note asserts about the way to a goal, by the names that the site has; None if it asserts no way to it."""
    if _ADDRESS.search(title) or _ADDRESS.search(content):
        return None  # of another site, perhaps: no search of this one can tell
    known = sorted((name for name in names if name not in goals), key=len, reverse=True)
    found: list[Name] = []
    others: set[Name] = set()
    ordered = exact = False
    unknown, on = "", None
    is_about = _is_about(title, goals)
    for sentence in (title, *_sentences(content)):
        spans = _goal_spans(sentence, goals)
        places = _places(sentence, known, spans)
        is_own = bool(spans) and _is_own(sentence, spans) and not places.of_another
        if places.doubted:
            return None
        # A sentence that names other things is about them, unless it says "it".
        is_bare = places.others == 0 and not places.early
        continues = is_about and not spans and (is_bare or bool(_PRONOUN.match(sentence)))
        is_about = is_about or is_own
        is_denied = _DENIED.search(sentence) is not None
        if is_denied or not places.plain:
            others.update(places.all_names)
            is_aside = sentence is not title and asserting.is_aside([token.text for token in _tokens(sentence)])
            if not spans and not places.all_names and (is_denied or is_aside):
                return None
            continue
        if not (is_own or continues or _names_first(sentence, found)):
            continue
        found += [name for name in places.names if name not in found]
        ordered = ordered or places.ordered
        exact = exact or places.ordered
        unknown = unknown or places.unknown
        on = on or places.on
    if not found or not is_about or not others.isdisjoint(found):
        return None
    return Way(
        places=tuple(found),
        ordered=ordered and (len(found) > 1 or bool(unknown)),
        exact=exact or on is not None or len(found) > 1,
        on=on,
        unknown=unknown,
    )


def mentions(title: str, content: str, goal: Name, name: Name) -> int | None:
    """At which place of a way a note names something, counted from 0; None if not at all."""
    at = 0
    for sentence in (title, *_sentences(content)):
        if _DENIED.search(sentence):
            continue
        places = _places(sentence, [name], _goal_spans(sentence, [goal]))
        if name in places.names:
            return at + places.at
        at += len(_tokens(sentence))
    return None


@dataclass(frozen=True, slots=True)
class _Places:
    names: tuple[Name, ...] = ()
    ordered: bool = False
    unknown: str = ""
    on: Name | None = None
    at: int = 0
    """Where the first of them stands."""

    others: int = 0
    """Words that are neither names nor what stands between them."""

    early: bool = False
    """Whether a name stands before any place: the sentence is about that."""

    of_another: bool = False
    """Whether it says where another name is, and the goal stands only on the way there."""

    all_names: frozenset[Name] = frozenset()
    plain: bool = True
    """Whether it asserts, of here and now, and in plain words."""

    doubted: bool = False
    """Whether it may take back what stands beside it."""


def _sentences(content: str) -> list[str]:
    return [part.strip() for part in _SENTENCES.split(content[:LONGEST]) if part.strip()]


@lru_cache(maxsize=1024)
def _tokens(sentence: str) -> tuple[_Token, ...]:
    plain = _SINCE.sub("", _QUOTES.sub("", sentence[:LONGEST]))
    plain = _WITH.sub(r"\1 ", plain)
    plain = _MOVED.sub(" is in ", _WAS_MOVED.sub("", plain))
    return tuple(_Token(match.group(), _form(match.group())) for match in _TOKEN.finditer(plain))


@lru_cache(maxsize=8192)
def _form(text: str) -> str:
    found = [singular(word.text) for word in words(text, in_any_form=False)]
    return ONE_THING.get(found[0], found[0]) if len(found) == 1 else "".join(found) or text


def _spans(tokens: Sequence[_Token], name: Name) -> list[tuple[int, int]]:
    """Where all words of a name stand together, in any order, with nothing but small words between them."""
    found = []
    at = 0
    while at < len(tokens):
        end = _span_end(tokens, at, name)
        if end:
            found.append((at, end))
        at = end or at + 1
    return found


def _span_end(tokens: Sequence[_Token], start: int, name: Name) -> int:
    left = set(name)
    for at in range(start, len(tokens)):
        word = tokens[at].word
        if word in left:
            left.discard(word)
            if not left:
                return at + 1
        elif at == start or word not in IN_A_NAME:
            # "log in" is one word in a name, and two in a text.
            pair = [token.text for token in tokens[at : at + 2] if token.text[0].isalpha()]
            return at + 2 if len(pair) == 2 and left == {_form(" ".join(pair))} else 0  # noqa: PLR2004 - of two words
    return 0


def _goal_spans(sentence: str, goals: Sequence[Name]) -> list[tuple[int, int]]:
    tokens = _tokens(sentence)
    return [span for goal in goals if goal for span in _spans(tokens, goal)]


def _is_about(title: str, goals: Sequence[Name]) -> bool:
    spans = _goal_spans(title, goals)
    return bool(spans) and _is_own(title, spans)


def _is_own(sentence: str, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether the goal is spoken of, and not something that has its name in it: "account recovery history"."""
    tokens = _tokens(sentence)
    return any(_is_free(tokens, start - 1) and _is_free(tokens, end) for start, end in spans)


def _is_free(tokens: Sequence[_Token], at: int) -> bool:
    if not 0 <= at < len(tokens):
        return True
    token = tokens[at]
    if token.text[0].isdigit():
        return False
    return token.text in _GOVERNS or token.word in _NEUTRAL or not token.text[0].isalpha() or _is_verb(token.text)


def _is_verb(text: str) -> bool:
    """Whether a word beside a name can only be what is said about it: verbs as notes use them."""
    plain = text.lower()
    return plain in _GOVERNS or plain in _HAS or plain in _VERBS or plain.endswith("ly")


_VERBS = frozenset(
    "is are was were be been can could may might will would should must needs need lives live sits sit stands stand "
    "lies lie moved reached reach reaches linked found find finds located listed available accessible placed hidden "
    "offered set opens open get gets go goes path want wants reachable now also only findet link way route".split()
)


def _names_first(sentence: str, found: Sequence[Name]) -> bool:
    """Whether a sentence goes on about a place that the note has named: "Extras is in the Help menu"."""
    tokens = _tokens(sentence)
    return any(start <= 1 for name in found for start, _ in _spans(tokens, name)) or (
        bool(found) and bool(_PRONOUN.match(sentence))
    )


def _places(sentence: str, known: Sequence[Name], goals: Sequence[tuple[int, int]]) -> _Places:
    """The names of the site that stand where a place can stand."""
    tokens = _tokens(sentence)
    spans = _named(tokens, known, goals)
    texts = [token.text for token in tokens]
    reading = _Reading()
    at = 0
    while at < len(tokens):
        end, name = spans.get(at, (at + 1, None))
        if name == _GOAL:
            reading.goals += 1
        elif name is not None:
            reading.take(name, at, is_chain=end < len(tokens) and tokens[end].text in _ARROWS)
        else:
            reading.go_on(tokens[at], before=tokens[at - 1].text.lower() if at else "")
        at = end
    if reading.has:
        reading.names = [*reading.early, *reading.names]
    return _Places(
        names=tuple(dict.fromkeys(reading.names)),
        ordered=reading.ordered,
        unknown=reading.unknown,
        on=reading.on,
        at=reading.first,
        others=reading.others,
        early=bool(reading.early),
        of_another=reading.early_at is not None
        and not reading.has
        and all(start > reading.early_at for start, _ in goals),
        all_names=frozenset(name for _, name in spans.values() if name != _GOAL),
        plain="?" not in sentence
        and asserting.is_plain(texts, {at: (end, name == _GOAL) for at, (end, name) in spans.items()}),
        doubted="?" in sentence
        or asserting.is_doubted(texts, {at for start, (end, _) in spans.items() for at in range(start, end)}),
    )


_GOAL: Name = frozenset({"\0"})
"""Stands for the goal among the names of a sentence."""


def _named(
    tokens: Sequence[_Token], known: Sequence[Name], goals: Sequence[tuple[int, int]]
) -> dict[int, tuple[int, Name]]:
    """Where which name begins and ends, the goal first: what is part of one name is not another."""
    found = {start: (end, _GOAL) for start, end in goals}
    taken = {at for start, end in goals for at in range(start, end)}
    for name in known:
        for start, end in _spans(tokens, name):
            if taken.isdisjoint(range(start, end)):
                found[start] = (end, name)
                taken.update(range(start, end))
    return found


@dataclass
class _Reading:
    """A sentence while it is read from left to right."""

    names: list[Name] = field(default_factory=list)
    early: list[Name] = field(default_factory=list)
    """Names before anything governs them: places if the sentence says that they have the goal."""

    early_at: int | None = None
    governed: bool = False
    """Whether a name that stands here is a place."""

    is_on: bool = False
    ordered: bool = False
    has: bool = False
    goals: int = 0
    unknown: str = ""
    on: Name | None = None
    first: int = 0
    others: int = 0

    def take(self, name: Name, at: int, *, is_chain: bool) -> None:
        if self.governed or is_chain:
            self.first = self.first if self.names else at
            self.names.append(name)
            self.on = self.on or (name if self.is_on else None)
            self.governed = True
        else:
            self.early.append(name)
            self.early_at = at if self.early_at is None else self.early_at
        self.is_on = False

    def go_on(self, token: _Token, before: str) -> None:
        lower = token.text.lower()
        if lower in _GOVERNS or (lower == "of" and before in _ONE_OF):
            self.ordered = self.ordered or lower in _ORDERS
            self.governed, self.is_on = True, lower == "on" and before in _STANDS
        elif lower in _HAS:
            self.has = self.has or not self.goals
        elif token.word not in _NEUTRAL and lower not in _VERBS:
            self.others += 1
            is_name = self.governed and before and token.text[0].isupper()
            self.unknown = self.unknown or (token.text if is_name else "")
            self.governed = bool(is_name)


def names_in(texts: Iterable[str]) -> set[Name]:
    """The names that texts are, but for those that say nothing."""
    return {name for text in texts if (name := words_of(text)) and name != {"home"}}
