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
from functools import cache
from itertools import pairwise

from hardwon.guard.scanner.characters import folded
from hardwon.guard.scanner.tables import Expression
from hardwon.guard.scanner.tables.scripts import UNSPACED
from hardwon.guard.scanner.tables.vocabulary import ENGLISH, EVERYDAY

SPACE, SOFT, HARD = " ", ",", "\n"
"""What stands between two words of a view: nothing special, the start of a clause, the start of a sentence."""

KEY_LENGTH = 4
"""Words are looked up by their first letters; that keeps prefixes and whole words in one table."""

_NOT_ASCII = Expression(r"[^\x00-\x7f]")
_GAP = "[ ,\n]"
_WORD = "[^ ,\n]"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase, and how the place at which it may begin is found."""

    slots: tuple[str, ...]
    keys: frozenset[str]
    """Beginnings of words, or single characters, of which a text must have one for it to match."""

    spaced: bool
    """Whether its script parts words by spaces: it begins where a word does, else at any character."""

    @property
    def pattern(self) -> str:
        """The phrase as a regular expression over a view."""
        return _spaced(self.slots) if self.spaced else _unspaced(self.slots)


class PhraseExpression(Expression):
    """The expression of a phrase. There are more than a thousand, and most texts need a few."""

    def compiled(self) -> re.Pattern[str]:
        """The expression, made of the phrase that is its source."""
        return re.compile(compiled(self.source).pattern)


def plain_words(text: str) -> str:
    """A phrase in the letters of the view that it is matched against."""
    # Sign by sign: there are few different ones, and what each is folded to stays as it is.
    for char in () if text.isascii() else {*_NOT_ASCII.findall(text)}:
        text = text.replace(char, folded(char))
    return text.lower()


def compiled(phrase: str) -> Phrase:
    """The phrase, ready to be looked for."""
    slots = tuple(plain_words(phrase).split())
    spaced = not UNSPACED.search(phrase)
    first = next((slot for slot in slots if slot[0] not in "^~" and slot != "$"), "").split("|")
    keys = (_key(option) if spaced else option[0] for option in first if option != "$")
    return Phrase(slots, frozenset(keys), spaced)


def _spaced(slots: tuple[str, ...]) -> str:
    parts = [f"(?<={_GAP})"]
    begun = False
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
            words = (gap or _GAP if begun else "") + "(?:" + "|".join(map(_option, options)) + f")(?={_GAP})"
            gap = ""
            # Where the end of the clause is one of the alternatives, it follows at once.
            parts.append(f"(?:(?=[,\n])|{words})" if "$" in slot else words)
            begun = True
    return "".join(parts)


def slots(phrase: str) -> list[list[str]]:
    """For each slot of a phrase, rarest first, what a text must have one of to match it.

    Words, beginnings of words (`*`), or two words that follow each other (`a_b`). None for a phrase in a script without
    spaces: it does not match by words.
    """
    if UNSPACED.search(phrase):
        return []
    parts = [slot for slot in plain_words(phrase).split() if slot[0] not in "^~" and "$" not in slot]
    return sorted(map(_told_by, parts), key=_commonness)


@cache
def _told_by(slot: str) -> list[str]:
    """The parts of its alternatives by which it is recognised; many phrases share one."""
    return [_telling(option) for option in slot.split("|")]


def _telling(option: str) -> str:
    """The part of an alternative by which it is recognised."""
    if "_" not in option:
        return option
    words = option.split("_")
    pairs = [f"{one}_{other}" for one, other in pairwise(words) if not one.endswith("*") and not other.endswith("*")]
    return pairs[0] if pairs else min(words, key=lambda word: (word in EVERYDAY, word in ENGLISH))


def _commonness(slot: list[str]) -> tuple[int, int, int]:
    return sum(map(EVERYDAY.__contains__, slot)), sum(map(ENGLISH.__contains__, slot)), len(slot)


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


def _unspaced(slots: tuple[str, ...]) -> str:
    parts: list[str] = []
    begun = False
    for slot in slots:
        if slot.startswith("~"):
            parts.append(f"[^\n]{{0,{int(slot[1:])}}}?")
        elif slot == "^":
            parts.append("(?<=[,\n])")
        else:
            options = slot.split("|")
            if begun and not parts[-1].endswith("?"):
                parts.append(f"{_GAP}?")
            parts.append("(?:" + "|".join(re.escape(option).replace("_", _GAP) for option in options) + ")")
            begun = True
    return "".join(parts)
