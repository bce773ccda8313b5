"""Frames: the words around what a text says, which carry nothing where they stand. Pure.

    the audit log page keeps …    keeps the same as the audit log does: `page` only says that it has a page
    the user with the name "Ada"  is the user "Ada"
    delete the group page         is not to delete the group: what an action is done to, is what it is called

And the order of the rest: in the same frame, `the seller rates the buyer` is not `the buyer rates the seller`.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from hardwon.likeness.stems import stem, stems

if TYPE_CHECKING:
    from collections.abc import Sequence

VALUE = "valuehere"
"""The word that stands where a value was."""


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OF_A_SCREEN = _listed(
    "page screen dialog modal popup window button field box form tab menu section area panel sidebar toolbar header "
    "footer icon widget container element website app application message notification"
)
"""What can be said after the name of anything on a screen. One of it only: `pages` are things that are counted."""

_BEFORE_A_VALUE = _listed(
    "name id code number value title label text email slug status state type key called named titled user customer "
    "product file folder group item article project team message notification heading header link button tab option "
    "field"
)
_BEHIND_A_VALUE = _OF_A_SCREEN | _listed("locale language method channel currency country role theme plan category")
"""What kind of thing a value is: whoever reads the value knows it."""

_DONE_SO = _listed("pressing clicking tapping successfully")
"""What only says how or that something is done: with Escape, or by pressing it."""

_OWNING = _listed("its my your our their his her")
_NOWADAYS = _listed("now also still currently already")
_ARTICLES = _OWNING | _listed("a an the this that each every")
_MAKING = stems(_listed("create add register insert make"))
"""What is made or owned is not another thing for being new; `new customers` are fewer than customers."""

_LEADING = _listed("in on at of from to via under within inside by for with behind below into through onto")
"""Before a noun that tells where, of what, or by what."""

_GOING = stems(_listed("open visit click press tap see show display reach follow"))
"""Verbs that do nothing to what follows them."""

_ROLES = {
    **dict.fromkeys(("to", "for", "into", "onto"), "to"),
    "from": "from",
    **dict.fromkeys(("by", "with", "via", "through"), "by"),
}

_SAYING = _listed("is be reads read says say saying called named titled entitled labelled labeled equals value")
_STARTING = _listed("start starts begin begins end ends")
_HAD_ONCE = _listed("status state title heading headline subject currency language locale theme label caption")
"""What a thing has one of, with `the` before it."""

_ONE_OF_MANY = _listed("a an one some any another each every all no")

_BE = _listed("is are was were be been")
_JOINTS = _LEADING | _BE | _listed("as after before when if while until since than and or but") | {"#", "·"}


_VERB = re.compile("[^s]s$")
"""What may be a verb after its subject: the page opens."""


def plain(words: Sequence[str], said: Sequence[str]) -> frozenset[str]:
    """What of the things said carries nothing, in all places where it is said."""
    empty = {said[at] for at in range(len(words)) if said[at] and _is_plain(words, said, at)}
    return frozenset(empty - {said[at] for at in range(len(words)) if said[at] and not _is_plain(words, said, at)})


def _is_plain(words: Sequence[str], said: Sequence[str], at: int) -> bool:
    word = words[at]
    before, behind = (words[at - 1] if at else ""), (words[at + 1] if at + 1 < len(words) else "")
    if word in _BEFORE_A_VALUE and behind == VALUE:
        return True
    if word in _BEHIND_A_VALUE and before == VALUE:
        return True
    if word in _DONE_SO:
        return True
    if word == "new":
        maker = words[at - 2] if at > 1 and before in _ARTICLES else ""
        return before in _OWNING or stem(maker) in _MAKING
    is_end = at + 1 == len(words) or not said[at + 1] or _VERB.search(behind) is not None
    return word in _OF_A_SCREEN and is_end and before not in _OF_A_SCREEN and _only_tells_where(words, said, at)


def _only_tells_where(words: Sequence[str], said: Sequence[str], at: int) -> bool:
    """Whether the name that a word ends opens the sentence, or tells where: it is not what something is done to."""
    first = at
    while first and said[first - 1] and stem(words[first - 1]) not in _GOING:
        first -= 1
    if first == at:
        return False
    while first and words[first - 1] in _ARTICLES:
        first -= 1
    return not first or words[first - 1] in _LEADING or stem(words[first - 1]) in _GOING


def called(words: Sequence[str]) -> frozenset[int]:
    """Which values, by their place among the values, are what one certain thing is called or says."""
    if len(words) <= 1 or words[-1] != VALUE or not _ONE_OF_MANY.isdisjoint(words):
        return frozenset()
    is_start = words[-2] == "with" and words[-3:-2] != [] and words[-3] in _STARTING
    if not is_start and words[-2] not in _SAYING and (words[-2] not in _HAD_ONCE or words[-3:-2] != ["the"]):
        return frozenset()
    return frozenset({words.count(VALUE) - 1})


def roles(words: Sequence[str], said: Sequence[str]) -> frozenset[tuple[str, str]]:
    """Each thing that something goes to, comes from or is done by, with that role."""
    told = [(word, thing) for word, thing in zip(words, said, strict=True) if not _wanders(word)]
    return frozenset((_ROLES[word], thing) for (word, _), (_, thing) in pairwise(told) if word in _ROLES and thing)


def _wanders(word: str) -> bool:
    return word in _ARTICLES or word.endswith("ly")


def order(words: Sequence[str], said: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The things said in their order, and what holds them together."""
    # Articles and adverbs may stand anywhere.
    told = [
        ("is" if word in _BE else word, thing)
        for word, thing, behind in zip(words, said, (*words, "")[1:], strict=True)
        if not _wanders(word) and not (word in _BE and behind.endswith("ing"))
    ]
    for at in range(1, len(told) - 1):
        (_, one), (joint, _), (_, two) = told[at - 1 : at + 2]
        if joint in ("and", "or") and one and two and two < one:
            told[at - 1], told[at + 1] = told[at + 1], told[at - 1]
    joints = ("#" if word == VALUE else "·" if thing else word for word, thing in told)
    return tuple(thing for _, thing in told if thing), tuple(each for each in joints if each in _JOINTS)


def anchors(words: Sequence[str], said: Sequence[str], values: Sequence[str]) -> frozenset[tuple[str, str]]:
    """Each number with what it counts; nothing, if one of the values is none or is followed by nothing."""
    following = [said[at + 1] if at + 1 < len(words) else "" for at, word in enumerate(words) if word == VALUE]
    pairs = frozenset(zip(values, following, strict=False))
    return pairs if all(counted and value[:1].isdigit() for value, counted in pairs) else frozenset()


def frame(words: Sequence[str]) -> tuple[str, ...]:
    """The words in order; articles and adverbs may stand anywhere."""
    return tuple(word for word in words if word not in _ARTICLES and word not in _NOWADAYS)


def belongings(words: Sequence[str], said: Sequence[str]) -> frozenset[tuple[str, str]]:
    """Each noun with the one that a preposition joins to it: (comment, card) of `comments on a new card`."""
    told = [(word, thing) for word, thing in zip(words, said, strict=True) if not _wanders(word)]
    found = set()
    for at in range(1, len(told) - 1):
        head, end = told[at - 1][1], at + 1
        if told[at][0] not in _LEADING or not head or not told[end][1]:
            continue
        while end + 1 < len(told) and told[end + 1][1] and not told[end + 1][0].endswith("ing"):
            end += 1
        found.add((head, told[end][1]))
    return frozenset(found)
