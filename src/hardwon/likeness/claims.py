"""Claims: a text taken apart into what it is about, the values it names, and whether it affirms or denies.

Pure functions of texts, for `sameness`. `traces` tells without taking another text apart that it cannot be the same and
cannot contradict: what two such texts have in common must be found in both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from hardwon.likeness import frames
from hardwon.likeness.amounts import COUNTS, UNITS, in_figures
from hardwon.likeness.stems import beginning, stem, stems
from hardwon.likeness.stop_words import IN_A_CLAIM
from hardwon.likeness.synonyms import ONE_MEANING
from hardwon.likeness.turns import fronted_last, turned
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
    """The word after each denial; `UNSEEN` where it is denied that something is there."""

    sides: frozenset[tuple[int, int]]
    """Which side of which pair of opposites it names."""

    plain: frozenset[str] = field(compare=False)
    """Words of the core that carry nothing where they stand: another wording may do without one of them."""

    called: frozenset[int] = field(compare=False)
    """Places of the values that are what one thing is called or says: it does not say two at once."""

    order: tuple[str, ...] = field(compare=False)
    """The core as it was said; what `and` joins, in the order of the alphabet."""

    roles: frozenset[tuple[str, str]] = field(compare=False)
    """What something goes to, comes from, or is done by."""

    anchors: frozenset[tuple[str, str]] = field(compare=False)
    """Each value with the word that follows it, where one does: what it is the value of, in whatever order."""

    belongings: frozenset[tuple[str, str]] = field(compare=False)
    """Each noun with the one that a preposition joins to it: what is of, on or in what."""

    frame: tuple[str, ...] = field(compare=False)
    """All of its words in order, but articles and adverbs of manner."""

    joints: tuple[str, ...] = field(compare=False)
    """What is left if each word of the core is taken for the next: in the same joints another order is another role."""


UNSEEN = "∄"


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

_EMPTY = stems(IN_A_CLAIM)
_DENIALS = _listed("not no never none neither nor without cannot unable nothing nobody impossible")
_FORBIDDING = stems(_listed("forbid forbidden prohibit deny denied disallow"))
_HIDING = stems(_listed("hide hidden invisible exclude"))
_SHOWING = stems(_listed("show shown display appear visible exist present seen found"))
_BEING = _SHOWING | stems(_listed("see have had has get there contain include"))

_IS = _listed("is are was were")
_LOOSE = _listed("also still now already yet currently")
_QUOTE = re.compile('(["“”«»`])')

_COMPLEMENTS = (
    "enable disable, valid invalid, required optional, true false, available unavailable, active inactive, "
    "checked unchecked, selected deselected, paid unpaid, same different, correct incorrect, online offline, "
    "successful unsuccessful, known unknown"
)
"""States of which one always holds: what is not valid is invalid."""

_OPPOSITES = (
    f"{_COMPLEMENTS}, accept reject, success failure, succeed fail, ascending descending, increase decrease, "
    "lock unlock, public private, early late, empty full"
)
"""States that exclude each other. Actions and places are none: what is first, opens or stands left is another thing."""

_COMPLETE = _COMPLEMENTS.count(",") + 1
_SIDES: dict[str, list[tuple[int, int]]] = {}
for _number, _pair in enumerate(_OPPOSITES.split(", ")):
    for _side, _word in enumerate(_pair.split()):
        _SIDES.setdefault(stem(_word), []).append((_number, _side))


@lru_cache(maxsize=4096)
def claim(text: str) -> Claim:
    """A text taken apart into what it is about, its values, and whether it denies."""
    values, rest = _parted(in_figures(_in_full(fronted_last(text))))
    core: list[str] = []
    sides: list[tuple[int, int]] = []
    denials: list[tuple[int, bool]] = []
    said = [_spoken(word) for word in rest]
    for at, (word, own) in enumerate(zip(rest, map(stem, rest), strict=True)):
        if word == "not" and (_is_turned(rest, at + 1) or _is_turned(rest, at + 2)):
            continue  # a state, told by the other one
        if word in _DENIALS or own in _FORBIDDING or own in _HIDING:
            denials.append((len(core), own in _HIDING or _denies_being(said, rest, at)))
        elif said[at]:
            core.append(said[at])
            turned = _is_turned(rest, at)
            sides += [(pair, 1 - side if turned else side) for pair, side in _SIDES.get(_meaning(own), ())]
    denied = sorted(UNSEEN if is_unseen else core[place] if place < len(core) else "" for place, is_unseen in denials)
    order, joints = frames.order(rest, said)
    return Claim(
        core=frozenset(core),
        values=values,
        denied=tuple(denied),
        sides=frozenset(sides),
        plain=frames.plain(rest, said),
        called=frames.called(rest),
        order=order,
        roles=frames.roles(rest, said),
        anchors=frames.anchors(rest, said, values),
        belongings=frames.belongings(rest, said),
        frame=frames.frame(rest),
        joints=joints,
    )


def _in_full(text: str) -> str:
    """The text with its contracted denials in full, and what some say in several words as others say it in one.

    What stands between quotation marks, counted from the end, stays as the system spells it.
    """
    pieces = _QUOTE.split(text)
    marks = len(pieces) // 2
    unquoted = slice(2 * (marks % 2), None, 4)
    pieces[unquoted] = map(turned, pieces[unquoted])
    return "".join(pieces)


def _parted(text: str) -> tuple[tuple[str, ...], list[str]]:
    """The values of a text, and its words with a mark where each value stood."""
    values: list[str] = []

    def kept(match: re.Match[str]) -> str:
        number = match["number"]
        if number is None:
            values.append(_tidy(next(group for group in match.groups() if group is not None)))
        elif _is_name(text, match.start()):
            return match.group()
        else:
            values.append(_tidy(number))
        return f" {frames.VALUE} "

    rest = _named([word.text for word in words(_VALUE.sub(kept, text))])
    # Hidden from whom it is not shown to.
    return tuple(values), [
        "to" if (word, stem(before) in _HIDING) == ("from", True) else word for before, word in pairwise(["", *rest])
    ]


def _spoken(word: str) -> str:
    """What a word says: one word for all its synonyms; "" for what carries nothing."""
    own = stem(word)
    if word == frames.VALUE or word in _DENIALS or own in _FORBIDDING | _HIDING | _EMPTY or _meaning(own) in _EMPTY:
        return ""
    return _neutral(own)


def _is_turned(rest: list[str], at: int) -> bool:
    """Whether a denial makes of a state the other one: `is not valid`, `should not be valid`; `cannot be` does not."""
    if at >= len(rest) or not any(pair < _COMPLETE for pair, _ in _SIDES.get(_meaning(stem(rest[at])), ())):
        return False
    before = [word for word in rest[max(0, at - 5) : at] if word not in _LOOSE][-3:]
    return before[-3:] == ["should", "not", "be"] or (before[-1:] == ["not"] and not _IS.isdisjoint(before[-2:-1]))


def _denies_being(said: list[str], rest: list[str], at: int) -> bool:
    """Whether a denial says that something is not there: there is no, has no, is not shown, I do not see."""
    following = next((place for place in range(at + 1, len(rest)) if said[place]), len(rest))
    leading = next((place for place in range(at - 1, -1, -1) if said[place]), -1)
    if rest[at] == "no":
        return not stems(rest[leading + 1 : at]).isdisjoint(_BEING) or not stems(rest[at:]).isdisjoint(_SHOWING)
    return rest[at] != "without" and not stems(rest[at + 1 : following]).isdisjoint(_BEING)


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
    telling_words = taken.core - taken.plain  # another wording may do without the others
    parts = [*map(_pieces_of_word, telling_words), *map(_pieces_of_value, taken.values)]
    # The longest first: where they are missing, nothing else has to be looked for.
    telling = sorted((part for part in parts if part), key=lambda part: (-min(map(len, part)), part))
    return Traces(tuple(telling), tuple(_pieces_of_stem(each) for each in sorted(where.subject)) if where else ())


def folded(text: str) -> str:
    """A text as traces are looked for in it."""
    return " ".join(in_one_case(_in_full(text)).split())


def _pieces_of_word(word: str) -> tuple[str, ...]:
    named_by = _NAMED_BY.get(word, (word, *(count for count, figures in COUNTS.items() if figures == word)))
    return tuple(sorted({piece for each in named_by for piece in _pieces_of_stem(each)}))


def _pieces_of_stem(own: str) -> tuple[str, ...]:
    return () if own in _UNITS else (beginning(own), *SPELT_ALSO.get(own, ()))


def _pieces_of_value(value: str) -> tuple[str, ...]:
    """Of an amount only its figures: signs and units are written in many ways. One is also `a`: nothing to look for."""
    figures = _FIGURES.fullmatch(value)
    if figures:
        value = figures.group(1)
    value = max(value.split(), key=len, default="")  # its words may stand apart
    if not value or not value.isascii() or value == "1":
        return ()
    return (value.lower(), *(word for word, count in COUNTS.items() if count == value))


_UNITS = stems(UNITS)
_FIGURES = re.compile(r"[-+$€£¥#]*(\d[\d.,:/-]*)\s?[%€£¥]?")


_NAMED_BY: dict[str, set[str]] = {}
for _word in (*ONE_MEANING, *_SIDES):
    _NAMED_BY.setdefault(_neutral(_word), set()).add(_word)
