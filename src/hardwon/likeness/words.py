"""Words of a text: folded, split, stemmed, and grouped by what they mean on a screen.

Pure functions, shared by recall and by sameness, so that both see the same words. The stemmer is light on purpose: it
must bring `opens`, `opened` and `opening` together, and leave `tax` and `taxon` apart.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

LONGEST_WORD = 40
"""What is longer is no word that anybody repeats: a token, a digest, a line of base64."""

_TOKEN = re.compile(r"""(["“”«»])|[^\W_]+""")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\u0e00-\u0e7f]+")
"""Scripts that do not part words by blanks: read as overlapping pairs of letters."""

_TWO_AS_ONE = re.compile(
    r"\b(?:(?P<login>(?:log|sign)(?:s|g?ed|g?ing)?[ -](?:in|on))"
    r"|(?P<logout>(?:log|sign)(?:s|g?ed|g?ing)?[ -](?:out|off))"
    r"|(?P<signup>sign(?:s|ed|ing)?[ -]up)|(?P<checkout>check(?:s|ed|ing)?[ -]out)|(?P<email>e-mail)s?)\b"
)
"""What some write as two words and others as one."""

_VOWEL = re.compile(r"[aeiouy]")
_SHORT = re.compile(r"[aeiou][^aeiouwxy]|[^aeiou]+[aeiouy][^aeiouwxy]")
"""What is left of `used`, `named` and `typing` without their ending: the e has to come back."""


class Word(NamedTuple):
    """A word where it stands."""

    text: str
    quoted: bool
    """Inside quotation marks: a value that the next test will replace, more often than a name."""


def words(text: str) -> list[Word]:
    """The words of a text in order, in lower case."""
    found: list[Word] = []
    quoted = False
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    folded = plain.lower() if plain.isascii() else plain.casefold()
    for match in _TOKEN.finditer(_TWO_AS_ONE.sub(lambda two: str(two.lastgroup), folded)):
        if match.group(1):
            quoted = not quoted
        elif match.group().isascii():
            found.append(Word(match.group()[:LONGEST_WORD], quoted))
        else:
            found += [Word(part[:LONGEST_WORD], quoted) for part in _parts(match.group())]
    return found


def _parts(word: str) -> list[str]:
    parts: list[str] = []
    at = 0
    for run in _UNSPACED.finditer(word):
        parts += [word[at : run.start()]] if run.start() > at else []
        letters = run.group()
        parts += [letters[index : index + 2] for index in range(max(1, len(letters) - 1))]
        at = run.end()
    return parts + ([word[at:]] if at < len(word) else [])


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The word without the endings of English grammar."""
    if len(word) < 4 or not word.isascii() or not word.isalpha():  # noqa: PLR2004 - shorter words have no endings
        return word
    return _bare(_without_ending(_singular(word)))


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


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
