"""Sameness: whether two observations say the same, contradict each other, or speak of something else.

One answer for recall (what is not injected twice) and for curation (what is confirmed instead of added). Pure functions
of texts. Similarity alone cannot tell: "should" and "should not" are nearer to one another than most rewordings. So a
text is taken apart into what it is about, the values it names, and whether it affirms or denies:

    same           nothing differs but words that carry nothing, synonyms, and a word more on one side
    contradiction  only the affirmation differs; or only an amount, and a title says of what it is the amount; or both
                   say where the same thing is, and name different places
    other          everything else

Two facts taken for one lose one of them for ever, and a contradiction takes trust, so every doubt is `other`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from hardwon.likeness.claims import Claim, claim
from hardwon.likeness.whereabouts import whereabouts
from hardwon.likeness.words import words

Relation = Literal["same", "contradiction", "other"]

MOST_ADDED = 1
"""Words that one wording may have more than the other."""

ENOUGH = 3
"""Words in common from which that holds without a title to say what both are about."""

LONGEST_NAME = 4
"""Words up to which a title that opens its content still names something; what is longer is a sentence cut short."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How two observations stand to each other, and what decided it."""

    kind: Relation
    why: str

    certain: bool = True
    """Of a contradiction: whether both cannot be true. A thing may be in two places: that is for evidence to decide."""


def compare(title: str, content: str, other_title: str, other_content: str) -> Likeness:
    """How one observation stands to another."""
    here, there = whereabouts(title, content), whereabouts(other_title, other_content)
    if here and there and here.subject == there.subject:
        return _in_places(here.place, there.place)
    about, also_about = _subject(title, content), _subject(other_title, other_content)
    one, two = claim(content), claim(other_content)
    is_named = about is not None or (claim(title) == claim(other_title) and _is_name_of_something(title))
    if about is None or also_about is None:
        about = also_about = None  # a title that only repeats its content says nothing that the content does not
    reversals = _reversals(one, two)
    if about == also_about:
        added = 0 if about is None and len(one.core & two.core) < ENOUGH else MOST_ADDED
        if one.values == two.values and not reversals and _same_core(one, two, added=added):
            return Likeness("same", "the same values, and no word that says anything else")
        if _same_core(one, two):
            return _contradiction(one, two, reversals, is_named=is_named)
    elif one.values == two.values and not reversals and _same_core(one, two) and _is_addition(about, also_about):
        return Likeness("same", "the same content, and a title that only says more")
    return Likeness("other", "different words, values or titles")


def _in_places(here: frozenset[str], there: frozenset[str]) -> Likeness:
    """What it means that two texts say where the same thing is."""
    if here == there:
        return Likeness("same", "the same thing in the same place")
    if here < there or there < here:
        return Likeness("other", "one names the place more exactly")
    return Likeness("contradiction", "the same thing in another place", certain=False)


def _contradiction(one: Claim, two: Claim, reversals: int, *, is_named: bool) -> Likeness:
    """What it means that two texts in the same words are not the same.

    An amount needs a title: without one, "the total is $5" and "the total is $7" may well be two totals. And where
    something is denied, neither amount has to be the right one: no 3 and no 5 go together.
    """
    if reversals == 1 and one.values == two.values:
        return Likeness("contradiction", "one affirms what the other denies")
    if is_named and not reversals and not one.denied and len(one.values) == len(two.values):
        changed = [pair for pair in zip(one.values, two.values, strict=True) if pair[0] != pair[1]]
        if len(changed) == 1 and all(map(_is_amount, changed[0])):
            return Likeness("contradiction", f"{changed[0][0]} against {changed[0][1]}")
    return Likeness("other", "values that name different things")


@lru_cache(maxsize=4096)
def _subject(title: str, content: str) -> Claim | None:
    """What a title says; None if it only repeats the content, in full or cut short."""
    about, said = claim(title), claim(content)
    is_repeated = about.core <= said.core and set(about.values) <= set(said.values) and _opens(title, content)
    return None if is_repeated or content.startswith(title.rstrip(".… ")) else about


def _is_name_of_something(title: str) -> bool:
    return bool(claim(title).core) and len(words(title)) <= LONGEST_NAME


def _opens(title: str, content: str) -> bool:
    head = [word.text for word in words(title)]
    return head[:-1] == [word.text for word in words(content[: len(title) + 40])][: max(0, len(head) - 1)]


def _is_addition(about: Claim | None, also_about: Claim | None) -> bool:
    """Whether one title only says more than the other."""
    if about is None or also_about is None or about.values != also_about.values or _reversals(about, also_about):
        return False
    return _same_core(about, also_about, added=MOST_ADDED)


def _reversals(one: Claim, two: Claim) -> int:
    """How often one affirms what the other denies. Two may cancel out or not: that is for nobody here to say."""
    here, there = Counter(one.denied), Counter(two.denied)
    opposed = sum(1 for pair, side in one.sides if (pair, 1 - side) in two.sides and (pair, side) not in two.sides)
    return (here - there).total() + (there - here).total() + opposed


def _same_core(one: Claim, two: Claim, *, added: int = 0) -> bool:
    """Whether both are about the same: nothing replaced, and at most a few words more on one side."""
    more, less = (one.core, two.core) if len(one.core) >= len(two.core) else (two.core, one.core)
    if not less:
        return not more and bool(one.values)
    return less <= more and len(more) - len(less) <= min(added, len(less))


def _is_amount(value: str) -> bool:
    return _AMOUNT.fullmatch(value) is not None and _IDENTIFIER.fullmatch(value) is None


_AMOUNT = re.compile(
    r"(?:[^:\d]{1,40}:\s*)?[-+]?[$€£¥]?[-+]?\d[\d.,]*\s?(?:[%€£¥$]|[A-Za-z]{1,3})?"  # 12, -$4.50, 3 cm, "Total: 5"
    r"|\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?|\d{1,2}:\d{2}(?::\d{2})?"  # a date, a time
)
_IDENTIFIER = re.compile(r"[-+]?0\d+")
"""Zeros in front: a number that names something."""
