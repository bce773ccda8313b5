"""Change lines: whether a sentence that begins like an order is one of a change log, by what its words weigh.

"Move menu to the left side" says what was done, "Move the meeting to Monday" asks for it: only the whole line
tells. `bench/leaning.py` learns the weights. Pure.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from hardwon.guard.scanner.imperatives import starters
from hardwon.guard.scanner.phrases import HARD
from hardwon.guard.scanner.tables import english, word_weights, words
from hardwon.guard.scanner.tables.signs import ADDRESS_WORDS

VETOES = (
    (
        words(
            "admin admins administrator administrators password passwords login permission permissions authentication "
            "certificate certificates review approval credentials secrets trusted audit"
        ),
        words("without disable disables skip bypass ignore all any every everyone everybody default delete remove"),
    ),
    (
        words(
            "fail failed failing failure failures red verdict verdicts expected assertion assertions test tests wrong"
        ),
        words("passed pass green hide delete deleting skip skipping optional correct whatever ignore accept accepted"),
    ),
)
"""Words of which no two stand together in what is taken for a change: no sum outweighs them."""

_ADDRESSES = frozenset(ADDRESS_WORDS.values())

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.guard.scanner.clauses import ScannedWord

_SHORTEST, _LONGEST = 3, 60
"""Words of a line; what is shorter may be the label of a button, and no line is longer."""


def is_change_line(words: Sequence[ScannedWord], index: int) -> bool:
    """Whether the sentence that begins with this word is a line of a change log, in English: no others were learned."""
    verb = words[index].text
    if (index and words[index].before != HARD) or (verb in starters() and verb not in english.ORDER_VERBS):
        return False
    line = [word.text for word in _sentence(words, index)]
    if not _SHORTEST <= len(line) <= _LONGEST or vetoed(words, index):
        return False
    weights = _weights()
    total = sum(weights.get(feature, 0) for feature in features(line))
    return total + word_weights.CHANGES_BIAS >= word_weights.CHANGES_FROM


def vetoed(words: Sequence[ScannedWord], index: int) -> bool:
    """Whether the sentence that begins with this word has an address, or two words that no change has."""
    line = [word.text for word in _sentence(words, index)]
    return not _ADDRESSES.isdisjoint(line) or any(
        not some.isdisjoint(line) and not others.isdisjoint(line) for some, others in VETOES
    )


def _sentence(words: Sequence[ScannedWord], index: int) -> Iterator[ScannedWord]:
    yield words[index]
    for word in words[index + 1 : index + 1 + _LONGEST]:
        if word.before == HARD:
            return
        yield word


def features(line: Sequence[str]) -> set[str]:
    """What is weighed of a sentence: each word, each two that follow each other, each two with one between; once."""
    words = ("^", *line, "$")
    pairs = {f"{one}_{two}" for one, two in pairwise(words)}
    return {*line, *pairs, *(f"{one}_*_{two}" for one, two in zip(words, words[2:], strict=False))}


@cache
def _weights() -> dict[str, int]:
    rows = (line.partition(": ") for line in word_weights.CHANGES.strip().split("\n"))
    return {feature: int(weight) for weight, _, features in rows for feature in features.split()}
