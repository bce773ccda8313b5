"""Spelling: words that were written so that a plain search misses them.

Digits for letters ("1gn0re"), letters run together ("ignoreallprevious"), one letter wrong ("disreguard"). Only words
that the rules are about are recognised; everything else stays as it is. Pure.
"""

# ruff: noqa: SIM905 - a list of words reads better as words

from __future__ import annotations

from functools import lru_cache

from hardwon.guard.scanner.orders import VERBS
from hardwon.guard.scanner.vocabulary import COMMON, ENGLISH, OTHERS

_DIGITS = str.maketrans("0134578@$!|€", "oieastbasile")
_LONGEST = 18
_UNKNOWN = 3.0
_SEVERAL_WORDS = 20

_TARGETS = """ignore disregard forget override instructions instruction previous everything guidelines restrictions
pretend confidential credentials password reveal unfiltered""".split()
_INFLECTED = frozenset(
    """
    ignores ignored ignorer ignoring forgets forgot forgotten overrides disregards disregarded reveals revealed
    pretends pretended passwords passwort passworte ignora ignori ignoro ignorar ignorez ignoree instruccion
    previos previa previas instructional revel repeal ignorant forge forged target resturant
    """.split()
)


def _shortened(word: str) -> set[str]:
    return {word[:index] + word[index + 1 :] for index in range(len(word))}


_BY_SHORTENED = {short: target for target in _TARGETS for short in {target, *_shortened(target)}}

EXTRA = frozenset(
    """
    ignore ignoring disregard disregarding forget override bypass instruction instructions directive directives
    guideline guidelines prompt prompts system previous prior preceding above earlier rules policy restrictions
    reveal print repeat output password passwords credentials secret secrets token pretend roleplay jailbreak
    unrestricted unfiltered developer mode assistant chatbot confidential exfiltrate forward transfer upload
    admin administrator user
    """.split()
)
VOCABULARY = COMMON | EXTRA
_PARTS = ENGLISH | EXTRA | VERBS | {word for word in OTHERS if len(word) > 4}  # noqa: PLR2004 - short words of many languages would fit anywhere


def is_word(word: str) -> bool:
    """Whether the scanner knows this word."""
    return word in VOCABULARY


def without_digits(word: str) -> str:
    """The word that digits and signs stand in for letters of; the word itself when they do not."""
    if word.isalpha() or not any(char.isalpha() for char in word):
        return word
    plain = word.translate(_DIGITS)
    other = word.replace("1", "l").translate(_DIGITS)
    return next(
        (found for found in (plain, other) if found.isalpha() and is_word(found)),
        plain if len(word) > _SEVERAL_WORDS else word,
    )


@lru_cache(maxsize=16384)
def corrected(word: str) -> str:
    """The word that this one misspells by one letter; "" when it is none of those that matter."""
    if len(word) < 5 or word in VOCABULARY or word in _INFLECTED or not word.isascii():  # noqa: PLR2004 - shorter words have too many neighbours
        return ""
    for short in (word, *_shortened(word)):
        target = _BY_SHORTENED.get(short, "")
        if target and target != word and abs(len(target) - len(word)) <= 1 and word[0] == target[0]:
            return target
    return ""


def segmented(text: str) -> list[str]:
    """The words in letters without spaces, when nearly all of the letters belong to known words."""
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
