"""Spelling: words that were written so that a plain search misses them.

Digits for letters ("1gn0re"), letters run together ("ignoreallprevious"), one letter wrong ("disreguard"). Only words
that the rules are about are recognised; everything else stays as it is. Pure.
"""

from __future__ import annotations

from functools import lru_cache

from hardwon.guard.scanner.tables import Expression
from hardwon.guard.scanner.tables.english import ORDER_VERBS
from hardwon.guard.scanner.tables.letters import DIGITS_FOR_LETTERS, SIGNS_FOR_LETTERS
from hardwon.guard.scanner.tables.vocabulary import (
    ENGLISH,
    KEY_WORDS,
    KNOWN_WORDS,
    MISSPELLED,
    NOT_MISSPELLED,
    OTHERS,
)

_SIGNED = Expression(r"(?=[a-z0-9]{0,20}[@$!|€])[a-z0-9@$!|€]{4,24}")
_STRETCHED = Expression(r"([a-z])\1{2,40}")
_RUN = Expression(r"([a-z])\1{1,40}")
_LONGEST = 18
_UNKNOWN = 3.0
_SEVERAL_WORDS = 20
_KEPT = 64


def _shortened(word: str) -> set[str]:
    return {word[:index] + word[index + 1 :] for index in range(len(word))}


_BY_SHORTENED = {short: target for target in MISSPELLED for short in {target, *_shortened(target)}}

_PARTS = ENGLISH | KEY_WORDS | ORDER_VERBS | {word for word in OTHERS if len(word) > 4}  # noqa: PLR2004 - short words of many languages would fit anywhere


def is_word(word: str) -> bool:
    """Whether the scanner knows this word."""
    return word in KNOWN_WORDS


def without_signs(lower: str) -> str:
    """The text with signs that stand for letters ("$end") replaced, where that makes a known word; same length."""
    if not any(sign in lower for sign in "@$!|€"):
        return lower
    return _SIGNED.sub(lambda match: _letters(match[0]), lower)


def _letters(word: str) -> str:
    plain = word.translate(SIGNS_FOR_LETTERS)
    return plain if is_word(without_digits(plain)) else word


def without_digits(word: str) -> str:
    """The word that digits and signs stand in for letters of; the word itself when they do not."""
    if word.isalpha() or not any(char.isalpha() for char in word):
        return word
    plain = word.translate(DIGITS_FOR_LETTERS)
    other = word.replace("1", "l").translate(DIGITS_FOR_LETTERS)
    return next(
        (found for found in (plain, other) if found.isalpha() and (is_word(found) or found in ORDER_VERBS)),
        plain if len(word) > _SEVERAL_WORDS else word,
    )


def once(word: str) -> str:
    """The word, if each of its letters was written twice, or some of them many times: "iiggnnoorree", "ignoooreee"."""
    if len(word) > 3 and word[::2] == word[1::2]:  # noqa: PLR2004 - "aa" is not a word
        return word[::2]
    if not _STRETCHED.search(word):
        return word
    short = (_STRETCHED.sub(r"\1", word), _RUN.sub(r"\1", word))
    return next((each for each in short if len(each) > 1 and (is_word(each) or each in ORDER_VERBS)), word)


@lru_cache(maxsize=16384)
def corrected(word: str) -> str:
    """The word that this one misspells by one letter; "" when it is none of those that matter."""
    if once(word) != word:
        return once(word)
    if len(word) < 5 or word in KNOWN_WORDS or word in NOT_MISSPELLED or not word.isascii():  # noqa: PLR2004 - shorter words have too many neighbours
        return ""
    for short in (word, *_shortened(word)):
        target = _BY_SHORTENED.get(short, "")
        if target and target != word and abs(len(target) - len(word)) <= 1 and word[0] == target[0]:
            return target
    return ""


def segmented(text: str) -> list[str]:
    """The words in letters without spaces, when nearly all of the letters belong to known words."""
    return [*(_segmented if len(text) <= _KEPT else _segmented.__wrapped__)(text)]


@lru_cache(maxsize=4096)
def _segmented(text: str) -> list[str]:
    if not text.isascii() or len(set(text)) < 5:  # noqa: PLR2004 - one letter over and over is no text
        return [text]
    cost = [0.0]
    back = [0]
    for end in range(1, len(text) + 1):
        best, start = cost[end - 1] + _UNKNOWN, end - 1
        for size in range(2, min(_LONGEST, end) + 1):
            if text[end - size : end] in _PARTS and cost[end - size] + 1.0 + 1.0 / size < best:
                best, start = cost[end - size] + 1.0 + 1.0 / size, end - size
        cost.append(best)
        back.append(start)
    return _accepted(text, back)


def _accepted(text: str, back: list[int]) -> list[str]:
    parts: list[str] = []
    end = len(text)
    while end:
        part = text[back[end] : end]
        end = back[end]
        if len(part) == 1 and parts and parts[-1] not in _PARTS:
            parts[-1] = part + parts[-1]
        else:
            parts.append(part)
    parts.reverse()
    known = sum(len(part) for part in parts if part in _PARTS and len(part) > 2)  # noqa: PLR2004 - tiny words fit anywhere
    return parts if len(parts) > 1 and known >= 0.7 * len(text) and len(text) >= 3 * len(parts) else [text]
