"""Stems: the form that the forms of an English word have in common.

    singular   `addresses` and `address`; `archive` and `archived` stay two
    stem       `archive`, `archives`, `archived` and `archiving`

Pure. Light on purpose: it must bring `opens`, `opened` and `opening` together, and leave `tax` and `taxon` apart. What
is spelt in two ways (`colour`, `organise`) has one stem. A form need not be a word (`cach`, `categori`): it is only
ever compared with others.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHORTEST = 4
"""Letters from which a word can have endings."""

_VOWEL = re.compile(r"[aeiouy]")
_SHORT = re.compile(r"[aeiou][^aeiouwxyz]|[^aeiou]+[aeiouy][^aeiouwxyz]")
"""What is left of `used`, `named` and `typing` without their ending: the e has to come back. After z it never stays."""

_HISSING = ("sse", "she", "che", "xe", "ze")
"""Whether the e belongs to the word (`size`) or came with its plural (`boxes`) cannot be seen: it goes from both."""

_ENDINGS = (
    ("ization", "iz", 2),
    ("ation", "at", 2),
    ("ition", "it", 2),
    ("ness", "", 4),
    ("edly", "", 3),
    ("ally", "al", 3),
    ("tion", "t", 4),
    ("sion", "s", 4),
    ("ied", "y", 2),
    ("ing", "", 2),
    ("ed", "", 2),
    ("ly", "", 4),
)
"""Ending, what takes its place, and how many letters must stand before it."""


_AMERICAN = {
    "behaviour": "behavior",
    "cancell": "cancel",
    "catalogue": "catalog",
    "centre": "center",
    "colour": "color",
    "dialogue": "dialog",
    "favour": "favor",
    "flavour": "flavor",
    "grey": "gray",
    "honour": "honor",
    "labell": "label",
    "labour": "labor",
    "licence": "license",
    "neighbour": "neighbor",
    "travell": "travel",
}
"""How words begin that are spelt in two ways."""

_BEGINNINGS = re.compile("|".join(sorted(_AMERICAN, key=len, reverse=True)))
_IZED = re.compile(r"(?<=[a-z]{3})is(?=(?:e|es|ed|ing|ation|ations|er|ers|able)$)")
_Z = re.compile("(?<=[a-z]{3})iz")
_NOT_IZED = re.compile(
    r"(?:adver|pract|exerc|prom|compr|expert|franch|merchand|surpr|enterpr|prec|conc|prem|prev|rev|superv|improv|"
    r"telev|disgu|br|cr|pr|ra|r|w|no|po|chem|adv|dev|l|m)is|(?:otherw|likew)is|[oa]is"
)
"""Before the s of these there is no z in any country."""


def _american(word: str) -> str:
    """The word as it is spelt in America."""
    begun = _BEGINNINGS.match(word)
    if begun:
        word = _AMERICAN[begun.group()] + word[begun.end() :]
    return word if "is" not in word[3:] or _NOT_IZED.match(word) else _IZED.sub("iz", word)


def _in_common(one: str, two: str) -> str:
    """How two words begin alike."""
    alike = takewhile(lambda letters: letters[0] == letters[1], zip(one, two, strict=False))
    return "".join(letter for letter, _ in alike)


def beginning(own: str) -> str:
    """What every word of this stem begins with, however it is spelt: endings may have brought its last letter."""
    for british, american in _AMERICAN.items():
        if own.startswith(american.rstrip("ey")):
            return _in_common(own, british)
    ized = _Z.search(own)
    if ized:
        return own[: ized.start() + 1]
    return own[:-1] if own[-1] in "eiy" else own


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The word without the endings of English grammar."""
    if len(word) < _SHORTEST or not word.isascii() or not word.isalpha():
        return word
    return _bare(_without_ending(singular(word)))


def stems(words: Iterable[str]) -> frozenset[str]:
    """The stems of some words."""
    return frozenset(map(stem, words))


def singular(word: str) -> str:
    """The word without its plural only: for names of what is pressed, where `Archive` and `Archived` are two."""
    if len(word) < _SHORTEST:
        return word
    word = _american(word)
    if word.endswith("ies") and len(word) > _SHORTEST:
        return word[:-3] + "y"
    one = word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
    return one[:-1] if one.endswith(_HISSING) and len(one) >= _SHORTEST else one


def _without_ending(word: str) -> str:
    for ending, instead, least in () if word.endswith("eed") else _ENDINGS:
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= least and _VOWEL.search(rest):
            return rest + instead if instead or ending not in ("ing", "ed") else _base(rest)
    return word


def _base(rest: str) -> str:
    """The verb that is left without `ing` or `ed`."""
    if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "lsz":  # noqa: PLR2004 - add and egg are whole
        return rest[:-1]
    return rest + "e" if _SHORT.fullmatch(rest) and len(rest) <= 3 else rest  # noqa: PLR2004 - longer ones lose their e


def _bare(word: str) -> str:
    """Without the last e of a long word, and with i for a last y: both come and go with the endings."""
    if len(word) > 4 and word.endswith("e"):  # noqa: PLR2004 - not and note are two words
        return word[:-1]
    return word[:-1] + "i" if len(word) > 3 and word.endswith("y") else word  # noqa: PLR2004 - try stays try
