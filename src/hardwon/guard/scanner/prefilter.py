"""The prefilter: which phrases of all rules can match a text at all, in one pass over its words. Pure.

Each phrase has a number, and each word a mask: a bit for every phrase and slot that the word can fill. A phrase can
match only where each of its slots (at most four of them, the rarest) is filled by some word of the text: the masks of
the words are united, and the parts for the four slots intersected. The masks are made from the phrases themselves.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, reduce
from itertools import pairwise
from operator import or_
from typing import TYPE_CHECKING

from hardwon.guard.scanner.phrases import KEY_LENGTH, PhraseExpression, slots
from hardwon.guard.scanner.rules import asking_phrases, weighted_phrases

if TYPE_CHECKING:
    from hardwon.guard.scanner.tables import Expression

_SLOTS = 4
_KEPT = 50_000


class _Masks(dict[str, int]):
    """The mask of each word, worked out once."""

    def __init__(self) -> None:
        """Number the phrases: those of the rules as `rule_index` does, then those that speak to a reader."""
        super().__init__()
        rules = [phrase for _, _, phrase in weighted_phrases()]
        phrases = [*rules, *(phrase for _, phrase in asking_phrases())]
        self.phrases = phrases
        self.count = len(phrases)
        self.of_rules = (1 << len(rules)) - 1
        self.every = (1 << self.count) - 1
        self.always = 0
        self._whole: dict[str, int] = defaultdict(int)
        self._beginnings: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for number, phrase in enumerate(phrases):
            self._add(number, slots(phrase)[:_SLOTS])
        self.pairs = frozenset(word for word in self._whole if "_" in word)

    def _add(self, number: int, rarest: list[list[str]]) -> None:
        for slot in range(_SLOTS):
            bit = 1 << (slot * self.count + number)
            if slot >= len(rarest):
                self.always |= bit if rarest else 0
                continue
            for word in rarest[slot]:
                if word.endswith("*"):
                    self._beginnings[word[:KEY_LENGTH].rstrip("*")][word[:-1]] |= bit
                else:
                    self._whole[word] |= bit

    def __missing__(self, word: str) -> int:
        """The mask of a word that was not met before."""
        if len(self) >= _KEPT:
            self.clear()
        mask = self._whole.get(word, 0)
        for size in range(1, KEY_LENGTH + 1):
            for beginning, bits in self._beginnings.get(word[:size], {}).items():
                if word.startswith(beginning):
                    mask |= bits
        self[word] = mask
        return mask


@cache
def masks() -> _Masks:
    """The masks of all words."""
    return _Masks()


def possible(words: list[str]) -> int:
    """The phrases that can match a text with these words, in their order: a bit for each number."""
    table = masks()
    pairs = table.pairs.intersection(map("_".join, pairwise(words)))
    united = reduce(or_, map(table.__getitem__, {*words, *pairs}), table.always)
    count = table.count
    return united & (united >> count) & (united >> 2 * count) & (united >> 3 * count) & table.every


@cache
def _anywhere(number: int) -> Expression:
    """A phrase, wherever in a clause it stands."""
    slots = masks().phrases[number].split()
    return PhraseExpression(" ".join(slot for slot in slots if slot != "^" and "$" not in slot))


def matching(bits: int, words: list[str]) -> list[int]:
    """The phrases of these that match a text with these words, if its clauses are cut as they need it."""
    line = f" {' '.join(words)} " if bits else ""
    return [number for number in numbers(bits) if _anywhere(number).search(line)]


def numbers(bits: int) -> list[int]:
    """The numbers whose bits are set, in their order."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


def possible_rules(bits: int) -> int:
    """Those of them that belong to rules on unsafe text."""
    return bits & masks().of_rules


def possible_doubts(bits: int) -> int:
    """Those of them that speak to a reader."""
    return bits & ~masks().of_rules
