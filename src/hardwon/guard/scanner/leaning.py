"""Leaning: what the words of a text say together, by weights that were learned from tables of cases.

A rule finds words that somebody has thought of. Here each word of a sentence, each two that follow each other, and
each two with one between weigh a little for or against, and their sum counts: of a sentence, and of the whole text.
`bench/leaning.py` learns the weights and says what they find. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import repeat
from operator import add
from typing import TYPE_CHECKING

from hardwon.guard.scanner.glossing import in_english
from hardwon.guard.scanner.phrases import HARD
from hardwon.guard.scanner.tables import word_weights

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.guard.scanner.clauses import ScannedWord

_FIELD = 32
"""Bits for each of the two weights in one number, so that one sum adds up both."""

_HALF = 1 << _FIELD - 1
_ZERO: repeat[int] = repeat(0)
_NONE: repeat[dict[str, int]] = repeat({})
"""What stands for a word, and for those that follow it, where there is no weight."""

_BIAS = word_weights.STEERS_BIAS + (word_weights.HIJACKS_BIAS << _FIELD)
_GLOSSED_BIAS = _BIAS - word_weights.GLOSSED - (word_weights.GLOSSED << _FIELD)


@dataclass(frozen=True, slots=True)
class Leaning:
    """The sentence of a text whose words lean most to steering or hijacking, and whether the text surely does."""

    start: int
    end: int
    sure: bool


def leaning(words: Sequence[ScannedWord]) -> Leaning | None:
    """Where the words of a text lean to steering or hijacking; None when they do not."""
    told = _sentences(words)
    plain = [[word.text for word in sentence] for sentence in told]
    found = [
        (max(steers - word_weights.STEERS_FROM, hijacks - word_weights.HIJACKS_FROM), at, hijacks)
        for at, steers, hijacks in _parts(plain)
    ]
    if not found or max(found)[0] < 0:
        return None
    _, at, _ = max(found[: len(told)])
    # What was read word by word may be said otherwise: that is never sure.
    sure = in_english(plain) is plain and any(hijacks >= word_weights.SURELY_FROM for _, _, hijacks in found)
    return Leaning(told[at][0].start, told[at][-1].end, sure=sure)


def leans(sentences: Sequence[Sequence[str]]) -> bool:
    """Whether sentences, as the words that they are made of, lean to steering or hijacking."""
    return any(
        steers >= word_weights.STEERS_FROM or hijacks >= word_weights.HIJACKS_FROM
        for _, steers, hijacks in _parts(sentences)
    )


def _parts(sentences: Sequence[Sequence[str]]) -> Iterator[tuple[int, int, int]]:
    """Each sentence by its place, and the whole last: what it weighs for steering and for hijacking."""
    weights = _weights()
    english = in_english(sentences)
    bias = _BIAS if english is sentences else _GLOSSED_BIAS
    told = [*map(tuple, english)]
    # A content often begins with its title: what is said twice is looked up once.
    found = {sentence: weights.features(sentence) for sentence in {*told}}
    every = [*map(found.__getitem__, told)]
    for at, features in enumerate(every):
        yield at, *_parted(bias + weights.sum_of(features))
    if len(every) > 1:
        yield len(every), *_parted(bias + weights.sum_of(set().union(*found.values())))


def _parted(total: int) -> tuple[int, int]:
    steers = (total + _HALF) % (2 * _HALF) - _HALF
    return steers, (total - steers) >> _FIELD


def in_sentences(words: Sequence[ScannedWord]) -> Sequence[Sequence[str]]:
    """The words of each sentence, in English."""
    return in_english([[word.text for word in sentence] for sentence in _sentences(words)])


def _sentences(words: Sequence[ScannedWord]) -> list[list[ScannedWord]]:
    found: list[list[ScannedWord]] = []
    for word in words:
        if word.before == HARD or not found:
            found.append([])
        found[-1].append(word)
    return found


class _Weights:
    """Both weights of each feature by its number. None is 0, so that looking for one always finds a number."""

    def __init__(self) -> None:
        both = _both_weights()
        self.weights = [0, *both.values()]
        self.alone: dict[str, int] = {}
        self.followed: dict[str, dict[str, int]] = {}
        """By the first of two words, then by the second."""

        self.parted: dict[str, dict[str, int]] = {}
        """The same, of two with one between."""

        for number, feature in enumerate(both, 1):
            if "_" not in feature:
                self.alone[feature] = number
                continue
            first, _, last = feature.partition("_")
            table = self.parted if last.startswith("*_") else self.followed
            table.setdefault(first, {})[last.removeprefix("*_")] = number

    def features(self, sentence: tuple[str, ...]) -> set[int]:
        """What is weighed of a sentence: each word, each two that follow each other, each two with one between.

        Each once: a list of names that are alike is not an attack.
        """
        words = ("^", *sentence, "$")
        followed = map(self.followed.get, words, _NONE)
        parted = map(self.parted.get, words, _NONE)
        return {
            *map(self.alone.get, words, _ZERO),
            *map(dict.get, followed, words[1:], _ZERO),
            *map(dict.get, parted, words[2:], _ZERO),
        }

    def sum_of(self, features: set[int]) -> int:
        """What these weigh."""
        return sum(map(self.weights.__getitem__, features))


def _both_weights() -> dict[str, int]:
    found: dict[str, int] = {}
    for shift, text in ((0, word_weights.STEERS), (_FIELD, word_weights.HIJACKS)):
        for line in text.strip().split("\n"):
            weight, _, told = line.partition(": ")
            features = told.split()
            both = map(add, map(found.get, features, _ZERO), repeat(int(weight) << shift))
            found.update(zip(features, both, strict=True))
    return found


@cache
def _weights() -> _Weights:
    return _Weights()
