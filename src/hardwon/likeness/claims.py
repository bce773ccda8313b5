"""Claims: a text taken apart into what it is about, the values it names, and whether it affirms or denies.

Pure functions of texts, for `sameness`. `traces` tells without taking another text apart that it cannot be the same and
cannot contradict: what two such texts have in common must be found in both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from hardwon.likeness.stems import stem, stems
from hardwon.likeness.stop_words import IN_A_CLAIM
from hardwon.likeness.synonyms import ONE_MEANING
from hardwon.likeness.whereabouts import whereabouts
from hardwon.likeness.words import SPELT_ALSO, in_one_case, words


@dataclass(frozen=True, slots=True)
class Claim:
    """A text taken apart."""

    core: frozenset[str]
    """Stems of the words that carry meaning, synonyms as one."""

    values: tuple[str, ...]
    """What stands in quotation marks, and numbers, in order."""

    denied: tuple[str, ...]
    """The word after each denial."""

    sides: frozenset[tuple[int, int]]
    """Which side of which pair of opposites it names."""


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


_VALUE = re.compile(
    r"""
      "(?P<a>[^"\n]*)" | “(?P<b>[^”\n]*)” | «(?P<c>[^»\n]*)» | `(?P<d>[^`\n]+)`
    | (?<![\w.,])(?P<number>[-+]?[$€£¥#]?[-+]?\d[\d.,:/-]*(?![\w])(?:\s?[%€£¥])?)
    """,
    re.VERBOSE,
)
_NAMING = _listed(
    "argument attempt batch build case chapter client column customer entry error example fact field id instance item "
    "job level line note number no node observation option order page part phase point position process product "
    "question record release round row run scenario section server session slide slot step tab task test thread user "
    "variant version worker"
)
"""A number after one of these says which, not how many."""

_COUNTS = {
    word: str(count)
    for count, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
}

_EMPTY = stems(IN_A_CLAIM)
_DENIALS = _listed("not no never none neither nor without cannot unable nothing nobody")
_CONTRACTED = re.compile("n['\u2019]t\\b", re.IGNORECASE)

_OPPOSITES = (
    "enable disable, visible hidden, show hide, valid invalid, allow deny, allow forbid, accept reject, "
    "success failure, succeed fail, ascending descending, increase decrease, required optional, true false, "
    "lock unlock, available unavailable, active inactive, checked unchecked, selected deselected, public private, "
    "include exclude, early late, paid unpaid, same different, possible impossible, correct incorrect, "
    "online offline, empty full, successful unsuccessful, known unknown"
)
"""States that exclude each other. Actions and places are none: what is first, opens or stands left is another thing."""

_SIDES: dict[str, list[tuple[int, int]]] = {}
for _number, _pair in enumerate(_OPPOSITES.split(", ")):
    for _side, _word in enumerate(_pair.split()):
        _SIDES.setdefault(stem(_word), []).append((_number, _side))


@lru_cache(maxsize=4096)
def claim(text: str) -> Claim:
    """A text taken apart into what it is about, its values, and whether it denies."""
    values: list[str] = []

    def kept(match: re.Match[str]) -> str:
        number = match["number"]
        if number is None:
            values.append(_tidy(next(group for group in match.groups() if group is not None)))
        elif _is_name(text, match.start()):
            return match.group()
        else:
            values.append(_tidy(number))
        return " "

    rest = _named([word.text for word in words(_VALUE.sub(kept, _CONTRACTED.sub(" not", text)))])
    values += [_COUNTS[word] for word in rest if word in _COUNTS]
    core: list[str] = []
    sides: list[tuple[int, int]] = []
    denials: list[int] = []
    for word in rest:
        own = stem(word)
        if word in _DENIALS:
            denials.append(len(core))
        elif word not in _COUNTS and own not in _EMPTY:
            core.append(_neutral(own))
            sides += _SIDES.get(_meaning(own), ())
    denied = sorted(core[place] if place < len(core) else "" for place in denials)
    return Claim(frozenset(core), tuple(values), tuple(denied), frozenset(sides))


def _named(rest: list[str]) -> list[str]:
    """The words without `page` behind `home`: the home page is not a page with a word more, but one of its own."""
    return [word for before, word in pairwise(["", *rest]) if before != "home" or _meaning(stem(word)) != _PAGE]


def _meaning(own: str) -> str:
    return ONE_MEANING.get(own, own)


_PAGE = _meaning(stem("page"))


def _neutral(word: str) -> str:
    """One word for all its synonyms, and one for both sides of a pair of opposites: which side is kept apart."""
    word = _meaning(word)
    return f"±{_SIDES[word][0][0]}" if word in _SIDES else word


def _is_name(text: str, start: int) -> bool:
    before = text[max(0, start - 40) : start].split()
    return bool(before) and before[-1].lower().strip("(") in _NAMING


def _tidy(value: str) -> str:
    return " ".join(value.split()).rstrip(".,;:!?")


@dataclass(frozen=True, slots=True)
class Traces:
    """What a text must hold to be the same as another, or to contradict it; all but one of it."""

    parts: tuple[tuple[str, ...], ...]
    """For each word that carries meaning and each value: pieces of text, one of which is there if it is named."""

    subject: tuple[tuple[str, ...], ...] = ()
    """The same for what it says the whereabouts of: whoever says them, too, names all of it."""

    def may_be_in(self, text: str) -> bool:
        """Whether a text, folded, could stand in for the one of these traces: False is certain, True is not."""
        if self.subject and all(any(piece in text for piece in pieces) for pieces in self.subject):
            return True
        missing = 0
        for pieces in self.parts:
            if not any(piece in text for piece in pieces):
                missing += 1
                if missing > MOST_MISSING:
                    return False
        return True


MOST_MISSING = 1
"""The word more that one wording may have, or the one amount that differs: `sameness` allows one of them, not both."""


def traces(title: str, content: str) -> Traces:
    """The traces of a text."""
    taken = claim(content)
    where = whereabouts(title, content)
    parts = [*map(_pieces_of_word, taken.core), *map(_pieces_of_value, taken.values)]
    # The longest first: where they are missing, nothing else has to be looked for.
    telling = sorted((part for part in parts if part), key=lambda part: (-min(map(len, part)), part))
    return Traces(tuple(telling), tuple(_pieces_of_stem(each) for each in sorted(where.subject)) if where else ())


def folded(text: str) -> str:
    """A text as traces are looked for in it."""
    return " ".join(in_one_case(_CONTRACTED.sub(" not", text)).split())


def _pieces_of_word(word: str) -> tuple[str, ...]:
    named_by = _NAMED_BY.get(word, (word,))
    return tuple(sorted({piece for each in named_by for piece in _pieces_of_stem(each)}))


def _pieces_of_stem(own: str) -> tuple[str, ...]:
    return (_piece(own), *SPELT_ALSO.get(own, ()))


def _piece(own: str) -> str:
    """What every word of this stem begins with: endings may have brought its last letter."""
    return own[:-1] if own[-1] in "eiy" else own


def _pieces_of_value(value: str) -> tuple[str, ...]:
    if not value or not value.isascii():
        return ()
    return (value.lower(), *(word for word, count in _COUNTS.items() if count == value))


_NAMED_BY: dict[str, set[str]] = {}
for _word in (*ONE_MEANING, *_SIDES):
    _NAMED_BY.setdefault(_neutral(_word), set()).add(_word)
