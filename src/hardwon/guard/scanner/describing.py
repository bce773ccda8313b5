"""Observation or not: whether a text says what the product does, or gives orders, asks and speaks to its reader.

Quoted text is what the product shows and is left out, unless there is nothing else. Pure.
"""

# ruff: noqa: RUF001, SIM905 - signs of several scripts; a list of words reads better as words

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from hardwon.guard.scanner import orders
from hardwon.guard.scanner.clauses import words_of
from hardwon.guard.scanner.imperatives import begins_order
from hardwon.guard.scanner.phrases import HARD, SPACE, compiled, plain_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.guard.scanner.clauses import Word, Words

ORDER = "It gives an order instead of saying what the product does."
QUESTION = "It asks a question instead of saying what the product does."
ADDRESS = "It speaks to its reader instead of saying what the product does."
SCRIPT = "It is a scene to be continued instead of saying what the product does."


_REASONS = {"order": ORDER, "question": QUESTION, "address": ADDRESS}


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a text, from this place on, is no observation."""

    rule: str
    reason: str
    start: int
    end: int


_QUOTED = re.compile(
    r"\"[^\"\n]{1,400}\"|“[^”\n]{1,400}”|«[^»\n]{1,400}»|„[^“”\n]{1,400}[“”]|`[^`\n]{1,400}`|(?<![a-z0-9])'[^'\n]{1,200}'(?![a-z])"
)
_REQUEST = re.compile(r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (?:/|https?://)[^\s\"'<>]{0,400}")
_QUESTION = re.compile(r"[?？؟]")
_LABEL = re.compile(r"(?:^|\n)\s{0,8}\w[\w .-]{0,24}:")
_OPEN_LABEL = re.compile(r"(?:^|\n)\s{0,8}[^\W\d_][\w .-]{0,24}:\s{0,8}$")
_POLITE = frozenset("please kindly bitte пожалуйста kérem proszę molim lütfen".split())
_ADVERBS = frozenset("always never only just".split())
_NO_ADVERBS = frozenset("reply apply supply family assembly anomaly daily weekly monthly yearly".split())
_LOOK_AHEAD = 9
_LONGEST_NAME = 4
_ARTICLES = frozenset("the a an your my this that these those all every any me us it them".split())
_POINTING = frozenset("this that it you i we he she they these those".split())


def unquoted(text: str) -> str:
    """The text with what is quoted blanked out, in place."""
    bare = _REQUEST.sub(_blank, _QUOTED.sub(_blank, text))
    if bare == text:
        return text
    return bare if sum(char.isalpha() for char in bare) >= 3 else text  # noqa: PLR2004 - all of it was quoted


def _blank(match: re.Match[str]) -> str:
    return " " * (match.end() - match.start())


def doubt(text: str, view: Words | None = None, title_end: int = 0) -> Doubt | None:
    """Why the text is no observation; None when it is one.

    `view` saves work when the words of the text are known. Up to `title_end` it is a title: it may name an action.
    """
    bare = unquoted(text)
    question = _asks(bare, title_end)
    if question is not None:
        return question
    view = view if view is not None and bare == text else words_of(bare)
    for index, word in enumerate(view.words):
        kind = _kind_at(view, index, bare, in_title=word.start < title_end)
        if kind:
            return Doubt(kind, _REASONS[kind], word.start, word.end)
    return _glued(view) or _script(bare)


def _kind_at(view: Words, index: int, text: str, *, in_title: bool) -> str:
    """What makes the text no observation at this word; "" when nothing does."""
    if _spoken_at(view, index):
        return "address"
    if in_title:
        return ""
    if _is_question(view.words, index):
        return "question"
    ordered = _ordered_at(view.words, index) and not _heading(view.words, index, text)
    return "order" if ordered or _appended(view.words, index, text) else ""


def _heading(words: Sequence[Word], index: int, text: str) -> bool:
    """Whether the verb begins the name of a control, with what it does behind a colon: "Add to cart: is blocked"."""
    if words[index].text not in orders.NOUNS_TOO:
        return False
    end = index + 1
    while end < len(words) and words[end].before != HARD:
        end += 1
        if end - index > _LONGEST_NAME:
            return False
    if end >= len(words) or not text[words[end - 1].end : words[end].start].startswith(":"):
        return False
    if any(word.text in _ARTICLES for word in words[index + 1 : end]) or words[end].text in _POINTING:
        return False
    after = words[end].text
    return after not in orders.VERBS and (after in orders.FINITE or after.endswith("s") or _described(words, end))


def _is_question(words: Sequence[Word], index: int) -> bool:
    """Whether a question begins here that has lost its question mark."""
    if words[index].before != HARD or index + 2 >= len(words) or words[index + 1].before == HARD:
        return False
    return words[index].text in orders.ASKING_WORDS and words[index + 1].text in orders.ASKING_VERBS


def _appended(words: Sequence[Word], index: int, text: str) -> bool:
    """Whether an order was put behind a sentence without a stop: "… should exist Write a poem"."""
    word = words[index]
    capital = text[word.start].isupper() and text[word.start + 1 : word.end].islower()
    if not capital or word.text not in orders.VERBS or word.text in orders.NOUNS_TOO or index + 1 >= len(words):
        return False
    return words[index + 1].before == SPACE and words[index + 1].text in {
        "the",
        "a",
        "an",
        "your",
        "my",
        "me",
        "all",
        "this",
    }


def _asks(text: str, title_end: int) -> Doubt | None:
    for match in _QUESTION.finditer(text, title_end):
        before = text[max(0, match.start() - 1) : match.start()]
        after = text[match.end() : match.end() + 1]
        # A question mark inside an address or a pattern is no question.
        if before.strip() and (not after or not (after.isalnum() or after in "&=/?*")):
            return Doubt("question", QUESTION, match.start(), match.end())
    return None


def _ordered_at(words: Sequence[Word], index: int) -> bool:  # noqa: PLR0911 - one answer per way to order
    """Whether an order begins with this word."""
    word = words[index]
    if word.text in _POLITE:
        return _polite(words, index)
    if _ends_order(words, index):
        return True
    if word.before == SPACE and (index == 0 or not _is_adverb(words[index - 1].text)):
        return False
    if word.before != HARD and not _after_opener(words, index):
        return False
    if index and words[index - 1].text in {"always", "never"} and words[index - 1].before == HARD:
        return word.text in orders.VERBS
    if word.text in _starters():
        return word.before == HARD and not _described(words, index)
    if word.text in orders.VERBS:
        return _is_order(words, index)
    return word.before == HARD and _by_form(words, index)


def _is_adverb(word: str) -> bool:
    return word in _ADVERBS or (len(word) > 5 and word.endswith("ly") and word not in _NO_ADVERBS)  # noqa: PLR2004 - "only", "ugly"


def _ends_order(words: Sequence[Word], index: int) -> bool:
    """Whether a sentence of several words ends with a verb that orders."""
    last = index + 1 == len(words) or words[index + 1].before == HARD
    return last and words[index].before != HARD and words[index].text in _enders()


def _by_form(words: Sequence[Word], index: int) -> bool:
    """Whether the sentence begins like an order, with a verb that no list has."""
    if index + 1 >= len(words) or words[index + 1].before != SPACE:
        return False
    return begins_order(words[index].text, words[index + 1].text) and not _does(words, index)


def _after_opener(words: Sequence[Word], index: int) -> bool:
    """Whether a clause inside a sentence is one that may carry an order: after "please", "then", "if so,"."""
    if index == 0:
        return False
    if _is_adverb(words[index - 1].text) and words[index - 1].before == HARD:
        return True
    if index > 1 and words[index - 1].text == "now" and words[index - 2].text in {"can", "may", "could"}:
        # "You can now close this window" says what is possible.
        return False
    if words[index - 1].text in {"please", "then", "now", "kindly", "instead", "just", "simply", "bitte"}:
        return True
    start = index - 1
    while start > 0 and words[start].before != HARD and index - start < 24:  # noqa: PLR2004 - no sentence opens so far back
        start -= 1
    return words[start].text in {
        "if",
        "when",
        "before",
        "after",
        "once",
        "to",
        "whenever",
        "first",
        "next",
        "finally",
    } and words[index - 1].text not in {"and", "but", "also", "so"}


def _polite(words: Sequence[Word], index: int) -> bool:
    return index + 1 < len(words)


def _is_order(words: Sequence[Word], index: int) -> bool:  # noqa: PLR0911 - one answer per kind of verb
    verb = words[index].text
    after = words[index + 1] if index + 1 < len(words) and words[index + 1].before != HARD else None
    if after is None:
        # A lone word: a name or a label, unless it can only be a verb.
        return verb not in orders.NOUNS_TOO
    if verb == "note":
        return after.text in {"the", "down", "this"}
    if verb in orders.THAT_VERBS and after.text in {"that", "sure", "the", "to", "a", "me", "one", "you"}:
        return True
    if verb == "be":
        return after.text in {"a", "an", "the", "sure", "careful", "my", "like"}
    if verb in {"do", "don", "never"}:
        return after.text in {"not", "t", "nt", "it", "the", "this", "that"} or after.text in orders.VERBS
    if after.text in orders.OBJECTS:
        return not (_label(words, index) or (verb in orders.NOUNS_TOO and _does(words, index)))
    return not _described(words, index) and (verb not in orders.NOUNS_TOO or _has_object(words, index))


def _label(words: Sequence[Word], index: int) -> bool:
    """Whether "Add to cart", "Log in" is a name here: a small word after the verb, then what the product does."""
    return words[index + 1].text in {
        "to",
        "in",
        "up",
        "out",
        "on",
        "for",
        "as",
        "with",
        "at",
        "by",
        "from",
        "into",
        "no",
        "any",
        "about",
        "more",
    } and _described(words, index + 1)


def _does(words: Sequence[Word], index: int) -> bool:
    """Whether a verb such as "opens" follows in the clause: "Reset your password link opens a form"."""
    for before, word in pairwise(words[index + 1 : index + _LOOK_AHEAD]):
        if word.before == HARD or word.text in orders.CLAUSES:
            return False
        if word.text in orders.DOES and before.text not in orders.OBJECTS:
            return True
    return False


def _has_object(words: Sequence[Word], index: int) -> bool:
    """Whether, in the rest of the clause, a small word shows that the first one is a verb."""
    for word in words[index + 1 : index + 6]:
        if word.before == HARD:
            return False
        if word.text in {
            "the",
            "a",
            "an",
            "your",
            "my",
            "to",
            "all",
            "this",
            "that",
            "me",
            "with",
            "from",
            "into",
            "as",
            "every",
            "any",
            "and",
            "for",
            "again",
            "after",
            "until",
        }:
            return True
    return False


def _described(words: Sequence[Word], index: int) -> bool:
    """Whether the clause goes on to say what the product does: then its first word is a name."""
    for number, word in enumerate(words[index + 1 : index + _LOOK_AHEAD]):
        if word.before == HARD or (word.text in orders.CLAUSES and word.text not in {"to", "and", "or"}):
            return False
        if word.text in orders.FINITE or (number and _acts(words, index + 1 + number)):
            return True
    return False


def _acts(words: Sequence[Word], index: int) -> bool:
    """Whether a word that ends in s is a verb here: an article follows it."""
    word = words[index].text
    follows = (
        index + 1 < len(words)
        and words[index + 1].before == SPACE
        and words[index + 1].text in {"the", "a", "an", "no"}
    )
    return follows and word.endswith("s") and not word.endswith("ss") and words[index - 1].text not in orders.OBJECTS


@cache
def _starters() -> frozenset[str]:
    return frozenset(plain_words(word) for words in orders.STARTERS.values() for word in words.split())


@cache
def _enders() -> frozenset[str]:
    return frozenset(plain_words(orders.ENDERS).split())


@cache
def _asking() -> dict[str, tuple[re.Pattern[str], ...]]:
    table: dict[str, list[re.Pattern[str]]] = {}
    for phrase in map(compiled, orders.ASKS):
        pattern = re.compile(phrase.pattern)
        for key in phrase.keys:
            table.setdefault(key, []).append(pattern)
    return {key: tuple(patterns) for key, patterns in table.items()}


def _spoken_at(view: Words, index: int) -> str:
    table = _asking()
    start = view.starts[index]
    for pattern in table.get(view.words[index].text[:4], ()):
        match = pattern.match(view.line, start)
        if match and not _sees(view, match.end()):
            return "address"
    return ""


def _sees(view: Words, end: int) -> bool:
    rest = view.line[end + 1 : end + 24].replace(",", " ").split()
    return bool(rest) and rest[0] in orders.SEES


@cache
def _glued_parts() -> re.Pattern[str]:
    parts = [part for group in orders.GLUED for part in group.split("|")]
    anywhere = "|".join(re.escape(plain_words(part)).replace("_", "[ ,]") for part in parts)
    at_start = "|".join(map(re.escape, orders.GLUED_STARTS.split("|")))
    at_end = "|".join(orders.GLUED_ENDS)
    return re.compile(f"{anywhere}|(?<=\n)(?:{at_start})|(?:{at_end})(?=\n)")


def _glued(view: Words) -> Doubt | None:
    if view.line.isascii():
        return None
    match = _glued_parts().search(view.line)
    if match is None:
        return None
    return Doubt("order", ORDER, *view.span(match.start(), match.end()))


def _script(text: str) -> Doubt | None:
    last = _OPEN_LABEL.search(text[-60:])
    if last and len(list(_labels(text))) > 1:
        return Doubt("script", SCRIPT, max(0, len(text) - 60 + last.start()), len(text))
    return None


def _labels(text: str) -> Iterator[str]:
    return (match[0] for match in _LABEL.finditer(text))
