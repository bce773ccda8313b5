"""Ciphers: words that were written so that only those who know the way read them.

Rot13 and other shifts, Atbash, reversed, upside-down and pig-Latin writing are undone where the result is language and
the original is not. Pure; work grows with the length.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import repeat
from string import ascii_lowercase
from typing import TYPE_CHECKING

from hardwon.guard.scanner.layers import Layer, decoded
from hardwon.guard.scanner.tables import Expression
from hardwon.guard.scanner.tables.vocabulary import COMMON_WORDS, KEY_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_WORD = Expression(r"[a-z]{1,40}")
_PIG_LATIN = Expression(r"\b([a-z]{1,30})([b-df-hj-np-tv-xz][a-z]{0,2})ay\b")
_BACKWARDS = Expression(
    r"(?:^|(?<=[.!?] ))[\w']{1,40}[.!](?: [\w',]{1,40}){2,400} [A-Z][\w']{0,40}\s{0,3}$", re.MULTILINE
)
"""The end of a line whose first word ends a sentence and whose last one begins it."""

_ROT13 = str.maketrans(ascii_lowercase, ascii_lowercase[13:] + ascii_lowercase[:13])
_ATBASH = str.maketrans(ascii_lowercase, ascii_lowercase[::-1])
_TURNED = str.maketrans("pdbqnu", "dpqbun")
"""Letters that are another letter when they stand on their head."""


@dataclass(frozen=True, slots=True, eq=False)
class Cipher:
    """A way to write words so that only those who know it read them."""

    name: str
    undo: Callable[[str], str]


_CIPHERS = (
    Cipher("rot13", lambda text: text.translate(_ROT13)),
    Cipher("reversed", lambda text: text[::-1]),
    Cipher("Atbash", lambda text: text.translate(_ATBASH)),
    Cipher("upside down", lambda text: text[::-1].translate(_TURNED)),
)


def _shift(by: int) -> Cipher:
    table = str.maketrans(ascii_lowercase, ascii_lowercase[by:] + ascii_lowercase[:by])
    return Cipher(f"Caesar shift {by}", lambda text: text.translate(table))


_SHIFTS = tuple(_shift(by) for by in range(1, 26) if by != 13)  # noqa: PLR2004 - 13 is rot13
_SHIFTS_BACK = {letter: _shift(-place % 26).undo for place, letter in enumerate(ascii_lowercase)}
_PAIRS_TELL = 0.6
ENOUGH_GAIN = 2.5
"""How much more words must be language after decoding than before."""
_OFTEN = 8
_KEPT = 50_000


def ciphers_in(layer: Layer, lower: str, listed: list[str]) -> Iterator[Layer]:
    """Every text that stands in a cipher in a layer; `lower` is its text in lower case, `listed` the words of that."""
    yield from _rearranged(layer, lower, listed)
    if len(listed) < 3 or not may_be_cipher(set(listed)):  # noqa: PLR2004 - too little to tell language from noise
        return
    words = [(match[0], match.start(), match.end()) for match in _WORD.finditer(lower)]
    # A word says something once: a small one that comes again and again would add up to a message.
    first = {word: at for word, at, _ in reversed(words)}
    shifted = sum(map(is_unnatural, first))
    for cipher in (*_CIPHERS, *_SHIFTS) if shifted > 2 else _CIPHERS:  # noqa: PLR2004 - as above
        run = _best_run([_kept_gain(cipher, word) if at == first[word] else 0.0 for word, at, _ in words])
        if run is not None and _is_language({cipher.undo(word) for word, _, _ in words[run[0] : run[1] + 1]}):
            start, end = words[run[0]][1], words[run[1]][2]
            found = cipher.undo(lower[start:end])
            yield decoded(layer, start, end, found, cipher.name)
            if cipher.name in {"reversed", "upside down"}:
                # Each word may have been reversed where it stands.
                yield decoded(layer, start, end, " ".join(reversed(found.split(" "))), cipher.name)


def _rearranged(layer: Layer, lower: str, listed: list[str]) -> Iterator[Layer]:
    """Words in pig Latin, and a sentence whose words stand in reverse."""
    if is_pig_latin(listed):
        plain = _PIG_LATIN.sub(lambda match: _from_pig_latin(match[1], match[2]), lower)
        yield decoded(layer, 0, len(layer.text), plain, "pig Latin")
    for match in _BACKWARDS.finditer(layer.text):
        turned = " ".join(reversed(match[0].replace(".", "").replace("!", "").split()))
        yield decoded(layer, match.start(), match.end(), turned, "words in reverse")


def is_pig_latin(words: list[str]) -> bool:
    """Whether half of the words, and several, end as no language has them."""
    if f"{' '.join(words)} ".count("ay ") <= 3:  # noqa: PLR2004 - as below; counting in one go is quicker
        return False
    ends = sum(word.endswith("ay") and len(word) > 3 for word in words)  # noqa: PLR2004 - "may", "day"
    return ends > 3 and 2 * ends > len(words)  # noqa: PLR2004 - as above


def _from_pig_latin(rest: str, moved: str) -> str:
    tail = rest + moved
    ways = [tail[-size:] + tail[:-size] for size in range(1, min(4, len(tail)))]
    return next((way for way in ways if way in COMMON_WORDS or way in KEY_WORDS), moved + rest)


def _is_language(words: set[str]) -> bool:
    """Whether decoded words are more than chance: different ones, some of them known and not tiny."""
    known = {word for word in words if len(word) > 2 and word in COMMON_WORDS}  # noqa: PLR2004 - tiny words turn up by chance
    typical = [word for word in words if len(word) > 3 and _naturalness(word) >= 0.4]  # noqa: PLR2004 - as above
    return len(words) > 2 and (len(known) > 1 or (len(known) > 0 and len(typical) > 2))  # noqa: PLR2004 - as above


def _best_run(gains: list[float]) -> tuple[int, int] | None:
    """First and last word of the stretch that gains most by being decoded, if that is enough to be sure."""
    best, total, start = 0.0, 0.0, 0
    run: tuple[int, int] | None = None
    for index, gain in enumerate(gains):
        if total <= 0:
            total, start = 0.0, index
        total += gain
        if total > best:
            best, run = total, (start, index)
    return run if best >= ENOUGH_GAIN else None


def _gain(cipher: Cipher, word: str) -> float:
    """How much more a word is language after decoding than before."""
    return _naturalness(cipher.undo(word)) - _naturalness(word)


def may_be_cipher(words: set[str]) -> bool:
    """Whether these words can gain enough by any cipher: said at a glance, and never wrongly "no"."""
    if sum(map(_greatest.__getitem__, words)) < ENOUGH_GAIN * _UNIT:
        return False
    total = _NOT_ENOUGH + sum(map(_gains, words))
    return total & _ENOUGH != 0


_FIELD, _UNIT = 64, 1 << 24
_EACH_FIELD = sum(1 << (_FIELD * number) for number in range(len(_CIPHERS) + len(_SHIFTS)))
_ENOUGH = _EACH_FIELD << (_FIELD - 1)
_NOT_ENOUGH = _ENOUGH - _EACH_FIELD * int(ENOUGH_GAIN * _UNIT)
"""A number with a field for each cipher, whose highest bit is set as soon as gains are added that are enough."""


@lru_cache(maxsize=16384)
def _gains(word: str) -> int:
    """How much a word gains by each cipher, 0 where it loses: as one number, a field for each, so that adding is quick.

    Each gain is rounded up.
    """
    gains = enumerate(_gain_by_each(word))
    return sum(math.ceil(gain * _UNIT) + 1 << (_FIELD * number) for number, gain in gains if gain > 0)


class _Greatest(dict[str, int]):
    """The most that each word gains by any cipher, in units: what several can gain by one is at most their sum."""

    def __missing__(self, word: str) -> int:
        if len(self) >= _KEPT:
            self.clear()
        # Digits are digits in every cipher, and no word.
        gain = 0.0 if word.isdigit() else _greatest_gain(word)
        value = self[word] = math.ceil(gain * _UNIT) + 1 if gain > 0 else 0
        return value


_greatest = _Greatest()


def _gain_by_each(word: str) -> list[float]:
    """How much more a word is language after decoding than before, for each cipher."""
    if _pairs_tell(word):
        return [_gain_by_pairs(word, count) for count in _frequent_after(word)]
    return [_gain(cipher, word) for cipher in (*_CIPHERS, *_SHIFTS)]


def _greatest_gain(word: str) -> float:
    return _gain_by_pairs(word, max(_frequent_after(word))) if _pairs_tell(word) else max(_gain_by_each(word))


def _pairs_tell(word: str) -> bool:
    """Whether only its pairs of letters tell what a word gains."""
    return len(word) > 1 and not _may_become_common(word)


def _gain_by_pairs(word: str, count: int) -> float:
    """What a word gains of whose pairs of letters so many are frequent ones after decoding."""
    return _PAIRS_TELL * count / (len(word) - 1) - _naturalness(word)


def _frequent_after(word: str) -> bytes:
    """How many pairs of letters of a word are frequent ones after decoding, for each cipher: counted in one go."""
    counts = sum(map(_undone_to_frequent().get, _pairs(word), repeat(0)))
    return counts.to_bytes(len(_CIPHERS) + len(_SHIFTS), "little")


def _may_become_common(word: str) -> bool:
    """Whether some cipher makes a common word of it."""
    shifted = _shapes()[_shape(word)] > (word in COMMON_WORDS)
    return shifted or any(cipher.undo(word) in COMMON_WORDS for cipher in _CIPHERS)


def _shape(word: str) -> str:
    """The word shifted so that it begins with an a: the same for all that are shifts of one another."""
    return _SHIFTS_BACK[word[0]](word) if word[0] in _SHIFTS_BACK else word


@cache
def _shapes() -> Counter[str]:
    return Counter(map(_shape, COMMON_WORDS))


@cache
def _undone_to_frequent() -> dict[str, int]:
    """For each pair of letters a number with a byte for each cipher: 1 where that makes a frequent pair of it.

    The sum for a word stays in its bytes: `ordinary` and `_WORD` take none of more than 64 letters.
    """
    found: dict[str, int] = defaultdict(int)
    # Each of the first undoes itself, and a shift undoes the one that goes as far from the other end.
    for number, cipher in enumerate((*_CIPHERS, *reversed(_SHIFTS))):
        for pair in _frequent_pairs():
            found[cipher.undo(pair)] += 1 << 8 * number
    return found


def is_unnatural(word: str) -> bool:
    """Whether it is a word that no language has."""
    return len(word) > 3 and _naturalness(word) < 0.3  # noqa: PLR2004 - tiny words turn up by chance


_kept_gain = lru_cache(maxsize=16384)(_gain)


@lru_cache(maxsize=16384)
def _naturalness(word: str) -> float:
    """How much a word looks like one of a language: by its pairs of letters, and by being known."""
    if len(word) < 2:  # noqa: PLR2004 - single letters say nothing
        return 0.0
    pairs = _pairs(word)
    frequent = _frequent_pairs()
    typical = _PAIRS_TELL * sum(pair in frequent for pair in pairs) / len(pairs)
    return typical + (0.6 if word in COMMON_WORDS else 0.0)


@cache
def _frequent_pairs() -> frozenset[str]:
    """The pairs of letters that stand in several common words."""
    words = Counter(pair for word in COMMON_WORDS for pair in set(_pairs(word)))
    return frozenset(pair for pair, count in words.items() if count >= _OFTEN)


def _pairs(word: str) -> list[str]:
    return [word[index : index + 2] for index in range(len(word) - 1)]
