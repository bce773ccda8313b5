"""Phrases: the small language that word rules are written in, and its translation to safe regular expressions.

    ^ ignore|disregard ~3 instruct*|prompt

reads: at the start of a clause, one of two words, at most three words between, then a word that starts with
"instruct" or the word "prompt". `_` stands for a space inside an alternative, `$` for the end of a clause, which may
also be an alternative to words. In scripts that are written without spaces or that glue particles to words, parts of
words match and `~8` counts characters.
Every repeat is bounded and every gap has a delimiter, so matching never backtracks further than the phrase is long.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from hardwon.guard.scanner.characters import folded
from hardwon.guard.scanner.tables.scripts import UNSPACED
from hardwon.guard.scanner.tables.vocabulary import ENGLISH, EVERYDAY

SPACE, SOFT, HARD = " ", ",", "\n"
"""What stands between two words of a view: nothing special, the start of a clause, the start of a sentence."""

KEY_LENGTH = 4
"""Words are looked up by their first letters; that keeps prefixes and whole words in one table."""

_GAP = "[ ,\n]"
_WORD = "[^ ,\n]"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A compiled phrase, and how the place at which it may begin is found."""

    pattern: str

    keys: frozenset[str]
    """Beginnings of words, or single characters, of which a text must have one for it to match."""

    spaced: bool
    """Whether its script parts words by spaces: it begins where a word does, else at any character."""


def plain_words(text: str) -> str:
    """A phrase in the letters of the view that it is matched against."""
    return "".join(folded(char) for char in text).lower()


def compiled(phrase: str) -> Phrase:
    """The phrase as a regular expression over a view."""
    slots = plain_words(phrase).split()
    return _unspaced(slots) if UNSPACED.search(phrase) else _spaced(slots)


def _spaced(slots: list[str]) -> Phrase:
    parts = [f"(?<={_GAP})"]
    keys: frozenset[str] = frozenset()
    gap = ""
    for slot in slots:
        if slot == "^":
            parts = ["(?<=[,\n])"]
        elif slot == "$":
            parts.append("(?=[,\n])")
        elif slot.startswith("~"):
            gap = f"(?:{_GAP}{_WORD}{{1,40}}){{0,{int(slot[1:])}}}?{_GAP}"
        else:
            options = [option for option in slot.split("|") if option != "$"]
            words = (gap or _GAP if keys else "") + "(?:" + "|".join(map(_option, options)) + f")(?={_GAP})"
            gap = ""
            # Where the end of the clause is one of the alternatives, it follows at once.
            parts.append(f"(?:(?=[,\n])|{words})" if "$" in slot else words)
            keys = keys or frozenset(_key(option) for option in options)
    return Phrase("".join(parts), keys, spaced=True)


def slots(phrase: str) -> list[list[str]]:
    """For each slot of a phrase, rarest first, what a text must have one of to match it.

    Words, beginnings of words (`*`), or two words that follow each other (`a_b`). None for a phrase in a script without
    spaces: it does not match by words.
    """
    if UNSPACED.search(phrase):
        return []
    parts = [slot.split("|") for slot in plain_words(phrase).split() if slot[0] not in "^~" and "$" not in slot]
    return sorted(([_telling(option) for option in part] for part in parts), key=_commonness)


def _telling(option: str) -> str:
    """The part of an alternative by which it is recognised."""
    words = option.split("_")
    pairs = [f"{one}_{other}" for one, other in pairwise(words) if not one.endswith("*") and not other.endswith("*")]
    return pairs[0] if pairs else min(words, key=lambda word: (word in EVERYDAY, word in ENGLISH))


def _commonness(slot: list[str]) -> tuple[int, int, int]:
    return sum(word in EVERYDAY for word in slot), sum(word in ENGLISH for word in slot), len(slot)


def _option(option: str) -> str:
    return _GAP.join(
        re.escape(word[:-1]) + f"{_WORD}{{0,16}}" if word.endswith("*") else re.escape(word)
        for word in option.split("_")
    )


def _key(option: str) -> str:
    first = option.partition("_")[0]
    if first.endswith("*") and len(first) <= KEY_LENGTH:
        raise ValueError(f"{option}: a prefix needs at least {KEY_LENGTH} letters")
    return first.rstrip("*")[:KEY_LENGTH]


def _unspaced(slots: list[str]) -> Phrase:
    parts: list[str] = []
    keys: frozenset[str] = frozenset()
    for slot in slots:
        if slot.startswith("~"):
            parts.append(f"[^\n]{{0,{int(slot[1:])}}}?")
        elif slot == "^":
            parts.append("(?<=[,\n])")
        else:
            options = slot.split("|")
            if keys and not parts[-1].endswith("?"):
                parts.append(f"{_GAP}?")
            parts.append("(?:" + "|".join(re.escape(option).replace("_", _GAP) for option in options) + ")")
            keys = keys or frozenset(option[0] for option in options)
    return Phrase("".join(parts), keys, spaced=False)
