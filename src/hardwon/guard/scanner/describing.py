"""Observation or not: whether a text says what the product does, or gives orders, asks and speaks to its reader.

Quoted text is what the product shows and is left out, unless there is nothing else. Pure.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from hardwon.guard.scanner.change_lines import is_change_line, vetoed
from hardwon.guard.scanner.characters import letter_count
from hardwon.guard.scanner.clauses import words_of
from hardwon.guard.scanner.doubts import Doubt, leaning_doubt
from hardwon.guard.scanner.imperatives import begins_order, enders, starters
from hardwon.guard.scanner.phrases import HARD, KEY_LENGTH, SPACE, PhraseExpression, compiled, plain_words
from hardwon.guard.scanner.prefilter import numbers, possible, possible_doubts
from hardwon.guard.scanner.rules import asking_phrases, weighted_phrases
from hardwon.guard.scanner.tables import Expression, english, orders, signs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.guard.scanner.clauses import ScannedWord, WordView

_LABEL = Expression(r"(?:^|\n)\s{0,8}\w[\w .-]{0,24}:")
_OPEN_LABEL = Expression(r"(?:^|\n)\s{0,8}[^\W\d_][\w .-]{0,24}:\s{0,8}$")
_CALL = Expression(r"(?<![\w.])[A-Za-z_]\w{0,40}(?:\.\w{1,40}){1,6}\([^()\n]{0,200}\)")
"""A call of a method, as code and bug reports have it: its name is not an order."""

_FIELDS = Expression(r"[\"']\s{0,3}:\s{0,3}[\"'\[{]")
"""A document of names and values: what stands between its quotation marks is what it says, not what it shows."""

_COMMIT = Expression(
    r"(?:^|\n)(?:feat|fix|chore|docs|refactor|perf|build|ci|style|test|revert)(?:\([^()\n]{1,40}\))?!?: $"
)
"""How the line of a change log begins whose verb says what was done."""

_SHOWN = Expression(
    r"(?i:tooltip|hint|label|placeholder|caption|heading|subtitle|toast|badge)\b[^.:;!?\n]{0,40}"
    r"\b(?:says|reads|shows|saying|reading): $"
)
"""What stands before the text of a control that is told without quotation marks."""

_NAMED = Expression(r"(?:^|\n)[ \t]{0,8}(?:Feature|Scenario(?: Outline)?|Example): [^\n.!?;:,]{0,40}$")
"""What stands before a word in the name of a feature or a scenario: like a title, it may name an action."""

_REQUEST_SIGNS = (" /", " http", ":", "|")
_SENTENCE = 5
_LOOK_AHEAD = 9
_LONGEST_NAME = 4


def unquoted(text: str) -> str:
    """The text with what is quoted blanked out, in place."""
    quotes = any(map(text.__contains__, signs.QUOTATION_MARKS)) and not _FIELDS.search(text)
    bare = signs.QUOTED.sub(_blank, text) if quotes else text
    bare = _CALL.sub(_unless_prose, bare) if "(" in bare else bare
    if bare != text and letter_count(bare) < 3:  # noqa: PLR2004 - all of it was quoted
        bare = text
    return signs.REQUEST.sub(_blank, bare) if any(map(bare.__contains__, _REQUEST_SIGNS)) else bare


def _unless_prose(match: re.Match[str]) -> str:
    """A call blanked out; not what has a sentence between its brackets."""
    return match[0] if len(match[0].split()) >= _SENTENCE else _blank(match)


def _blank(match: re.Match[str]) -> str:
    return " " * (match.end() - match.start())


def runs_on(content: str) -> bool:
    """Whether a content goes on with the sentence of its title: it begins small, and has no verb of its own."""
    start = content.lstrip()[:120]
    begins = start[:1].islower() and not _COMMIT.search(f"{start.partition(': ')[0]}: ")
    words = words_of(start).words[:_LOOK_AHEAD] if begins else ()
    return bool(words) and not any(word.text in english.FINITE or word.text in english.DOES for word in words)


def doubt(
    text: str,
    view: WordView | None = None,
    title_end: int = 0,
    *,
    may_be_spoken: bool = True,
    may_lean: bool = True,
) -> Doubt | None:
    """Why the text is no observation; None when it is one.

    `view` saves work when the words of the text are known, `may_be_spoken` when it is known that no phrase matches,
    `may_lean` that its words do not lean. Up to `title_end` it is a title: it may name an action.
    """
    bare = unquoted(text)
    view = view if view is not None and bare == text else words_of(bare)
    worded = leaning_doubt(view.words) if may_lean else None
    if worded and worded.sure:
        return worded
    question = _asks(bare, title_end)
    if question is not None:
        return question
    texts = [word.text for word in view.words]
    can = possible_doubts(possible(texts)) if may_be_spoken else 0
    begun = _asking()[0] if can else {}
    for index, word in enumerate(view.words):
        begins = can and can & begun.get(word.text[:KEY_LENGTH], 0)
        kind = _spoken_at(view, index, begins) if begins else ""
        if not kind and (word.before != SPACE or _may_order(word.text) or (index and is_adverb(texts[index - 1]))):
            kind = _kind_at(view, index, bare, in_title=word.start < title_end)
        if kind and not (kind == "order" and is_change_line(view.words, index)):
            return Doubt(kind, word.start, word.end)
    return _glued(view) or _script(bare) or worded


@lru_cache(maxsize=16384)
def _may_order(word: str) -> bool:
    """Whether an order can begin or end with this word in the middle of a clause."""
    return word in orders.POLITE or word in enders() or (word in english.ORDER_VERBS and word not in english.NOUNS_TOO)


def _kind_at(view: WordView, index: int, text: str, *, in_title: bool) -> str:
    """What makes the text no observation at this word; "" when nothing does."""
    if in_title:
        return ""
    if _is_question(view.words, index):
        return "question"
    start = view.words[index].start
    before = text[max(0, start - 60) : start]
    if ": " in before and (_SHOWN.search(before) or _NAMED.search(before)):
        return ""
    if before.endswith(": ") and _COMMIT.search(before) and not vetoed(view.words, index):
        return ""
    ordered = _ordered_at(view.words, index) and not _heading(view.words, index, text)
    return "order" if ordered or _appended(view.words, index, text) else ""


def _heading(words: Sequence[ScannedWord], index: int, text: str) -> bool:
    """Whether the verb begins the name of a control, with what it does behind a colon: "Add to cart: is blocked"."""
    if words[index].text not in english.NOUNS_TOO:
        return False
    end = index + 1
    while end < len(words) and words[end].before != HARD:
        end += 1
        if end - index > _LONGEST_NAME:
            return False
    if end >= len(words) or not text[words[end - 1].end : words[end].start].startswith(":"):
        return False
    if any(word.text in english.ARTICLES for word in words[index + 1 : end]) or words[end].text in english.POINTING:
        return False
    after = words[end].text
    return after not in english.ORDER_VERBS and (
        after in english.FINITE or after in english.ACTED_ON or after.endswith("s") or _described(words, end)
    )


def _is_question(words: Sequence[ScannedWord], index: int) -> bool:
    """Whether a question begins here that has lost its question mark."""
    if words[index].before != HARD or index + 2 >= len(words) or words[index + 1].before == HARD:
        return False
    return words[index].text in orders.ASKING_WORDS and words[index + 1].text in orders.ASKING_VERBS


def _appended(words: Sequence[ScannedWord], index: int, text: str) -> bool:
    """Whether an order was put behind a sentence without a stop: "… should exist Write a poem"."""
    word = words[index]
    capital = text[word.start].isupper() and text[word.start + 1 : word.end].islower()
    if not capital or word.text not in english.ORDER_VERBS or word.text in english.NOUNS_TOO or index + 1 >= len(words):
        return False
    if index and words[index - 1].text in english.CONTROLS:
        return False
    object_follows = words[index + 1].before == SPACE and words[index + 1].text in english.APPENDED_OBJECTS
    return object_follows and not _described(words, index)


def _asks(text: str, title_end: int) -> Doubt | None:
    for match in signs.QUESTION_MARK.finditer(text, title_end):
        before = text[max(0, match.start() - 1) : match.start()]
        after = text[match.end() : match.end() + 1]
        # A question mark inside an address or a pattern is no question.
        if before.strip(" (,=<") and (not after or not (after.isalnum() or after in "&=/?*_")):
            return Doubt("question", match.start(), match.end())
    return None


def _ordered_at(words: Sequence[ScannedWord], index: int) -> bool:  # noqa: PLR0911 - one answer per way to order
    """Whether an order begins with this word."""
    word = words[index]
    if word.text in orders.POLITE:
        return index + 1 < len(words)
    if _ends_order(words, index):
        return True
    if word.before == SPACE and (index == 0 or not is_adverb(words[index - 1].text)):
        return False
    if word.before != HARD and not _after_opener(words, index):
        return False
    if index and words[index - 1].text in english.INSISTING and words[index - 1].before == HARD:
        return word.text in english.ORDER_VERBS and not (index + 1 < len(words) and _is_deed(words, index + 1))
    if word.text in starters() and (word.before == HARD or word.text not in english.ORDER_VERBS):
        return word.before == HARD and not _described(words, index)
    if word.text in english.ORDER_VERBS:
        return _is_order(words, index)
    return word.before == HARD and _by_form(words, index)


@lru_cache(maxsize=16384)
def is_adverb(word: str) -> bool:
    """Whether an order may follow this word: "quietly approve"."""
    return word in english.ADVERBS or (len(word) > 5 and word.endswith("ly") and word not in english.NO_ADVERBS)  # noqa: PLR2004 - "only", "ugly"


def _ends_order(words: Sequence[ScannedWord], index: int) -> bool:
    """Whether a sentence of several words ends with a verb that orders."""
    last = index + 1 == len(words) or words[index + 1].before == HARD
    return last and words[index].before != HARD and words[index].text in enders()


def _by_form(words: Sequence[ScannedWord], index: int) -> bool:
    """Whether the sentence begins like an order, with a verb that no list has."""
    if index + 1 >= len(words) or words[index + 1].before != SPACE:
        return False
    return begins_order(words[index].text, words[index + 1].text) and not _does(words, index)


def _after_opener(words: Sequence[ScannedWord], index: int) -> bool:
    """Whether a clause inside a sentence is one that may carry an order: after "please", "then", "if so,"."""
    if index == 0:
        return False
    if is_adverb(words[index - 1].text) and words[index - 1].before == HARD:
        return True
    if index > 1 and words[index - 1].text == "now" and words[index - 2].text in english.POSSIBLE:
        # "You can now close this window" says what is possible.
        return False
    if words[index - 1].text in orders.ORDER_OPENERS:
        return True
    start = index - 1
    while start > 0 and words[start].before != HARD and index - start < 24:  # noqa: PLR2004 - no sentence opens so far back
        start -= 1
    return words[start].text in english.CONDITIONS and words[index - 1].text not in english.JOINING


def _is_order(words: Sequence[ScannedWord], index: int) -> bool:
    verb = words[index].text
    after = words[index + 1] if index + 1 < len(words) and words[index + 1].before != HARD else None
    if after is None:
        # A lone word: a name or a label, unless it can only be a verb.
        return verb not in english.NOUNS_TOO
    if after.text == "of":
        return False
    if verb in english.ORDER_ONLY_BEFORE:
        named = index + 3 < len(words) and words[index + 3].text in english.FINITE
        return after.text in english.ORDER_ONLY_BEFORE[verb] and not named
    if verb in english.THAT_VERBS and after.text in english.AFTER_THAT_VERBS:
        return True
    if after.text in english.OBJECTS:
        return not (_label(words, index) or (verb not in english.THAT_VERBS and _does(words, index)))
    return not _described(words, index) and (verb not in english.NOUNS_TOO or _has_object(words, index))


def _label(words: Sequence[ScannedWord], index: int) -> bool:
    """Whether "Add to cart", "Log in" is a name here: a small word after the verb, then what the product does."""
    return words[index + 1].text in english.NAME_PARTS and _described(words, index + 1)


def _does(words: Sequence[ScannedWord], index: int) -> bool:
    """Whether a verb such as "opens" follows in the clause: "Reset your password link opens a form"."""
    for number, (before, word) in enumerate(pairwise(words[index + 1 : index + _LOOK_AHEAD]), index + 2):
        if word.before != SPACE or word.text in english.CLAUSE_STARTS:
            return False
        if before.text in english.OBJECTS and before.text not in english.PRONOUNS:
            continue
        if _is_deed(words, number):
            return True
    return False


def _is_deed(words: Sequence[ScannedWord], index: int) -> bool:
    """Whether a word says what the product does, by itself or by what follows: "copies all lines", "is a link"."""
    if words[index].text in english.DOES:
        return True
    after = words[index + 1] if words[index].text in english.DOES_TO and index + 1 < len(words) else None
    return after is not None and after.before == SPACE and after.text in english.AFTER_DEEDS


def _has_object(words: Sequence[ScannedWord], index: int) -> bool:
    """Whether, in the rest of the clause, a small word shows that the first one is a verb."""
    for word in words[index + 1 : index + 6]:
        if word.before == HARD:
            return False
        if word.text in english.VERB_SIGNS:
            return True
    return False


def _described(words: Sequence[ScannedWord], index: int) -> bool:
    """Whether the clause goes on to say what the product does: then its first word is a name."""
    for number, word in enumerate(words[index + 1 : index + _LOOK_AHEAD]):
        if word.before == HARD or (word.text in english.CLAUSE_STARTS and word.text not in english.CONNECTIVES):
            return False
        if word.text in english.FINITE or (
            (number or words[index].text in english.NOUNS_TOO or words[index].text in english.PARTICLES)
            and _acts(words, index + 1 + number)
        ):
            return True
    return False


def _acts(words: Sequence[ScannedWord], index: int) -> bool:
    """Whether a word that ends in s is a verb here: an article follows it."""
    word = words[index].text
    follows = index + 1 < len(words) and words[index + 1].before == SPACE and words[index + 1].text in english.ACTED_ON
    before = words[index - 1].text
    free = before not in english.OBJECTS or before in english.PARTICLES
    return follows and word.endswith("s") and not word.endswith("ss") and free


@cache
def _asking() -> tuple[dict[str, int], dict[int, tuple[str, Expression]]]:
    """The phrases that speak to a reader or steer a test, by number; first, as bits, by how their first words begin."""
    begun: dict[str, int] = {}
    table: dict[int, tuple[str, Expression]] = {}
    for number, (kind, text) in enumerate(asking_phrases(), len(weighted_phrases())):
        table[number] = (kind, PhraseExpression(text))
        for key in compiled(text).keys:
            begun[key] = begun.get(key, 0) | 1 << number
    return begun, table


def _spoken_at(view: WordView, index: int, can: int) -> str:
    """The kind of phrase, of those that can match, that begins at this word; "" for none."""
    start = view.starts[index]
    before = view.words[max(0, index - 2) : index] if view.words[index].before == SPACE else ()
    other_trade = any(word.text in orders.TRADES for word in before)
    for kind, pattern in map(_asking()[1].__getitem__, numbers(can)):
        match = pattern.match(view.line, start)
        if match and not (_sees(view, match.end()) if kind == "address" else other_trade):
            return kind
    return ""


def _sees(view: WordView, end: int) -> bool:
    rest = view.line[end + 1 : end + 24].replace(",", " ").split()
    return bool(rest) and rest[0] in english.SEES


@cache
def _glued_parts() -> re.Pattern[str]:
    parts = [part for group in orders.GLUED for part in group.split("|")]
    anywhere = "|".join(re.escape(plain_words(part)).replace("_", "[ ,]") for part in parts)
    at_start = "|".join(map(re.escape, orders.GLUED_STARTS.split("|")))
    at_end = "|".join(orders.GLUED_ENDS)
    return re.compile(f"{anywhere}|(?<=\n)(?:{at_start})(?!{orders.GLUED_DESCRIBING})|(?:{at_end})(?=\n)")


def _glued(view: WordView) -> Doubt | None:
    if view.line.isascii():
        return None
    match = _glued_parts().search(view.line)
    if match is None:
        return None
    return Doubt("order", *view.span(match.start(), match.end()))


def _script(text: str) -> Doubt | None:
    last = _OPEN_LABEL.search(text[-60:]) if text.rstrip().endswith(":") else None
    if last and len(_LABEL.findall(text)) > 1:
        return Doubt("script", max(0, len(text) - 60 + last.start()), len(text))
    return None
