"""Wording: what the words of a text say together, by weights that were learned from tables of cases.

A rule finds words that somebody has thought of. Here each word of a sentence, each two that follow each other, and
each two with one between weigh a little for or against, and their sum counts: of a sentence, and of the whole text,
each once however often it stands there. `bench/wording.py` learns the weights and says what they find. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain, repeat
from operator import add, sub
from typing import TYPE_CHECKING

from hardwon.guard.scanner.glossing import in_english
from hardwon.guard.scanner.phrases import HARD
from hardwon.guard.scanner.tables import wordings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.guard.scanner.clauses import ScannedWord

_FIELD = 32
"""Bits for each of the two weights in one number, so that one sum adds up both."""

_HALF = 1 << _FIELD - 1
_WORD, _UNKNOWN = 20, 1
"""Bits for the number of a word, and the number of all words without one."""

_BIAS = wordings.STEERS_BIAS + (wordings.HIJACKS_BIAS << _FIELD)


@dataclass(frozen=True, slots=True)
class Leaning:
    """The part of a text whose words lean most to steering or hijacking, and whether that is sure."""

    start: int
    end: int
    sure: bool


def leaning(words: Sequence[ScannedWord]) -> Leaning | None:
    """Where the words of a text lean to steering or hijacking; None when they do not."""
    told = _sentences(words)
    plain = [[word.text for word in sentence] for sentence in told]
    if not leans(plain):
        return None
    worst, sure, place = 0, False, (0, 0)
    for first, last, steers, hijacks in _parts(in_english(plain)):
        over = 1 + max(steers - wordings.STEERS_FROM, hijacks - wordings.HIJACKS_FROM)
        sure = sure or hijacks >= wordings.SURELY_FROM
        if over > worst:
            worst, place = over, (told[first][0].start, told[last][-1].end)
    return Leaning(*place, sure=sure)


def leans(sentences: Sequence[Sequence[str]]) -> bool:
    """Whether sentences, as the words that they are made of, lean to steering or hijacking."""
    return any(
        steers >= wordings.STEERS_FROM or hijacks >= wordings.HIJACKS_FROM
        for _, _, steers, hijacks in _parts(in_english(sentences))
    )


def _parts(english: Sequence[Sequence[str]]) -> Iterator[tuple[int, int, int, int]]:
    """Each sentence and the whole: its first sentence, its last, and what it weighs for steering and for hijacking."""
    weights = _weights()
    every = [*map(weights.features, english)]
    for at, features in enumerate(every):
        yield at, at, *weights.sums(features)
    if len(every) > 1:
        yield 0, len(every) - 1, *weights.sums({*chain.from_iterable(every)})


def in_sentences(words: Sequence[ScannedWord]) -> list[list[str]]:
    """The words of each sentence, in English."""
    return in_english([[word.text for word in sentence] for sentence in _sentences(words)])


def _sentences(words: Sequence[ScannedWord]) -> list[list[ScannedWord]]:
    found: list[list[ScannedWord]] = []
    for word in words:
        if word.before == HARD or not found:
            found.append([])
        found[-1].append(word)
    return found


class _Weights(dict[int, int]):
    """Both weights of each feature by a number: that of its word, or one made of the numbers of its two words.

    Numbers are added and looked up in less time than names are put together.
    """

    def __init__(self) -> None:
        super().__init__()
        self.firsts: dict[str, int] = {}
        self.seconds: dict[str, int] = {}
        for shift, text in ((0, wordings.STEERS), (_FIELD, wordings.HIJACKS)):
            for line in text.strip().split("\n"):
                weight, _, told = line.partition(": ")
                for number in map(self._number, told.split()):
                    self[number] = self.get(number, 0) + (int(weight) << shift)

    def features(self, sentence: Sequence[str]) -> set[int]:
        """What is weighed of a sentence: each word, each two that follow each other, each two with one between."""
        words = ("^", *sentence, "$")
        firsts = [*map(self.firsts.get, words, repeat(_UNKNOWN << _WORD))]
        seconds = [*map(self.seconds.get, words, repeat(_UNKNOWN))]
        return {*seconds, *map(add, firsts, seconds[1:]), *map(sub, seconds[2:], firsts)}

    def sums(self, features: set[int]) -> tuple[int, int]:
        """What these weigh for steering and for hijacking: each once."""
        total = _BIAS + sum(map(self.get, features, repeat(0)))
        steers = (total + _HALF) % (2 * _HALF) - _HALF
        return steers, (total - steers) >> _FIELD

    def _number(self, feature: str) -> int:
        first, between, last = feature.partition("_*_") if "_*_" in feature else feature.partition("_")
        for word in filter(None, (first, last)):
            number = self.seconds.setdefault(word, len(self.seconds) + _UNKNOWN + 1)
            self.firsts.setdefault(word, number << _WORD)
        if not between:
            return self.seconds[first]
        one, two = self.firsts[first], self.seconds[last]
        return one + two if between == "_" else two - one


@cache
def _weights() -> _Weights:
    return _Weights()
