"""Sameness: whether two observations say the same, contradict each other, or speak of something else.

One answer for recall (what is not injected twice) and for curation (what is confirmed instead of added). Pure functions
of texts. Similarity alone cannot tell: "should" and "should not" are nearer to one another than most rewordings. So a
text is taken apart into what it is about, the values it names, and whether it affirms or denies:

    same           nothing differs but words that carry nothing where they stand, and synonyms; or the title alone, over
                   a content that needs none
    contradiction  only the affirmation differs; or only an amount or a name, and a title says of what; or both say
                   where the same thing is, and name different places
    other          everything else

Two facts taken for one lose one of them for ever, and a contradiction takes trust, so every doubt is `other`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from hardwon.likeness import slots
from hardwon.likeness.alignment import aligned
from hardwon.likeness.claims import Claim, claim
from hardwon.likeness.partings import are_parted
from hardwon.likeness.stems import stems
from hardwon.likeness.stop_words import IN_SENTENCES, WHEN, WHO
from hardwon.likeness.whereabouts import whereabouts
from hardwon.likeness.words import words

Relation = Literal["same", "contradiction", "other"]

MOST_ADDED = 1
"""Words that carry nothing, which one wording may have more than the other. Any other word is a difference: it may
narrow (`admin users`, `failed orders`), or name another state or time."""

ENOUGH = 3
"""Words in common from which that holds without a title to say what both are about."""

STANDS_ALONE = 4
"""Words and values of a content from which it says by itself what it is about, whatever its title."""

SENTENCE = 4
"""Words from which a value may be a message: names are shorter, and two of them may differ in one word."""

LONGEST_NAME = 4
"""Words up to which a title that opens its content still names something; what is longer is a sentence cut short."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How two observations stand to each other, and what decided it."""

    kind: Relation
    why: str

    certain: bool = True
    """Of a contradiction: whether both cannot be true. A thing may be in two places: that is for evidence to decide."""


_PARTED = Likeness("other", "the same words, and little ones that make another fact of them")


def compare(title: str, content: str, other_title: str, other_content: str) -> Likeness:
    """How one observation stands to another."""
    here, there = whereabouts(title, content), whereabouts(other_title, other_content)
    if here and there and here.subject == there.subject:
        return _in_places(here.place, there.place)
    about, also_about = _subject(title, content), _subject(other_title, other_content)
    if about and about == also_about:
        content, other_content = aligned(content, other_content), aligned(other_content, content)
    one, two = claim(content), claim(other_content)
    is_named = about is not None or (claim(title) == claim(other_title) and _is_name_of_something(title))
    if about is None or also_about is None:
        about = also_about = None  # a title that only repeats its content says nothing that the content does not
    reversals = _reversals(one, two)
    if _is_swapped(one, two):
        return Likeness("other", "the same words in other roles")
    if about == also_about and not (about and also_about and _is_swapped(about, also_about)):
        in_common = len(one.core & two.core) + len(set(one.values) & set(two.values))
        if _same_core(one, two, added=0 if about is None and in_common < ENOUGH else MOST_ADDED):
            likeness = _in_the_same_words(one, two, reversals, is_named=is_named)
            return _PARTED if likeness.kind == "same" and are_parted(content, other_content) else likeness
        is_affirmed = not reversals and not one.denied and not two.denied
        if is_named and is_affirmed and one.values == two.values and slots.is_other_filling(one.frame, two.frame):
            return Likeness("contradiction", "one thing with another place, state or order", certain=False)
    elif about and also_about and one == two and _makes_no_difference(content, about, also_about):
        return Likeness("same", "the same content, and titles that make no difference to it")
    return Likeness("other", "different words, values or titles")


def _in_places(here: frozenset[str], there: frozenset[str]) -> Likeness:
    """What it means that two texts say where the same thing is."""
    if here == there:
        return Likeness("same", "the same thing in the same place")
    if here < there or there < here:
        return Likeness("other", "one names the place more exactly")
    return Likeness("contradiction", "the same thing in another place", certain=False)


def _in_the_same_words(one: Claim, two: Claim, reversals: int, *, is_named: bool) -> Likeness:
    """What it means that two texts about the same are in the same words.

    An amount needs a title: without one, "the total is $5" and "the total is $7" may well be two totals. And where
    something is denied, neither amount has to be the right one: no 3 and no 5 go together.
    """
    if _same_values(one, two) and not reversals:
        return Likeness("same", "the same values, and no word that says anything else")
    if reversals == 1 and one.values == two.values:
        return Likeness("contradiction", "one affirms what the other denies")
    if is_named and not reversals and not one.denied and len(one.values) == len(two.values):
        pairs = list(zip(one.values, two.values, strict=True))
        changed = [pair for pair in pairs if pair[0] != pair[1]]
        if len(changed) == 1 and _are_amounts(*changed[0]):
            return Likeness("contradiction", f"{changed[0][0]} against {changed[0][1]}")
        if len(changed) > 1 and one.frame == two.frame and all(_are_amounts(*pair) for pair in changed):
            places = [place for place, pair in enumerate(pairs) if pair[0] != pair[1]]
            if slots.is_range(one.frame, places):
                return Likeness("contradiction", "another range", certain=False)
        if len(changed) == 1 and _is_another_name(one, two, *changed[0]):
            return Likeness("contradiction", f'"{changed[0][0]}" against "{changed[0][1]}"', certain=False)
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


def _reversals(one: Claim, two: Claim) -> int:
    """How often one affirms what the other denies. Two may cancel out or not: that is for nobody here to say."""
    here, there = Counter(one.denied), Counter(two.denied)
    opposed = sum(1 for pair, side in one.sides if (pair, 1 - side) in two.sides and (pair, side) not in two.sides)
    return (here - there).total() + (there - here).total() + opposed


def _same_values(one: Claim, two: Claim) -> bool:
    """Whether both name the same values; what one has in one pair of quotation marks, the other may have in two."""
    if len(one.values) == len(two.values):
        in_order = one.values == two.values
        return in_order or (one.anchors == two.anchors != frozenset() and Counter(one.values) == Counter(two.values))
    return Counter(" ".join(one.values).split()) == Counter(" ".join(two.values).split())


def _is_another_name(one: Claim, two: Claim, value: str, other: str) -> bool:
    """Whether one thing is called something else, or a message is worded anew: it does not say two at once."""
    if value.casefold() == other.casefold():
        return False
    place = one.values.index(value)
    if place in one.called & two.called:
        return True
    if one.frame == two.frame and slots.is_slot_of_a_value(one.frame, place):
        return True
    here, there = ({word.text for word in words(text)} for text in (value, other))
    is_message = min(len(here), len(there)) >= SENTENCE and not IN_SENTENCES.isdisjoint(here & there)
    return is_message and 2 * len(here & there) >= len(here | there)


def _is_swapped(one: Claim, two: Claim) -> bool:
    """Whether the same words have other roles: in the same frame in another order, or to instead of from."""
    if one.joints == two.joints and one.order != two.order and one.core == two.core:
        return True
    things = {thing for _, thing in one.roles} & {thing for _, thing in two.roles}
    shared = {thing for _, thing in one.roles & two.roles}
    if things - shared:
        return True
    return bool(one.order and two.order) and (_is_turned(one, two) or _is_turned(two, one))


def _is_turned(passive: Claim, active: Claim) -> bool:
    """Whether what something is done by in one text is what it is done to in the other."""
    if "is" not in passive.joints or passive.order[0] not in active.core:
        return False
    placed = {thing for _, thing in active.roles}
    doers = {thing for role, thing in passive.roles if role == "by" and thing in active.core - placed}
    return any(active.order.index(passive.order[0]) < active.order.index(doer) for doer in doers)


def _same_core(one: Claim, two: Claim, *, added: int = 0) -> bool:
    """Whether both are about the same: nothing replaced, and at most `added` words more on one side.

    Those must carry nothing where they stand.
    """
    more, less = (one, two) if len(one.core) >= len(two.core) else (two, one)
    if not less.core:
        return not more.core and bool(one.values)
    extra = more.core - less.core
    return less.core <= more.core and extra <= more.plain and len(extra) <= min(added, len(less.core))


def _makes_no_difference(content: str, about: Claim, also_about: Claim) -> bool:
    """Whether a content says the same under both titles.

    Not where a title says of whom, when or of which it is said; and a content that is short, or begins with `it`, may
    leave to its title what it is about.
    """
    if about.values != also_about.values or _reversals(about, also_about) or _is_swapped(about, also_about):
        return False
    if _same_core(about, also_about, added=MOST_ADDED):
        return True
    said, differ = claim(content), about.core ^ also_about.core
    if any(map(str.isdigit, differ)) or not _WHO.isdisjoint(differ - said.core):
        return False
    if not WHEN.isdisjoint((*about.joints, *also_about.joints)):
        return False
    stands_alone = len(said.core) + len(said.values) >= STANDS_ALONE and not _LEANING.match(content)
    return stands_alone or (about.core <= said.core and also_about.core <= said.core)


_WHO = stems(WHO)
_LEANING = re.compile(r"\W*(?:it|its|this|these|those|they|there|here|that|he|she)\b", re.IGNORECASE)


def _are_amounts(one: str, two: str) -> bool:
    """Whether two values differ only in how much they say."""
    if all(map(_is_amount, (one, two))):
        return True
    here, there = _NUMBER.findall(one), _NUMBER.findall(two)
    if not here or _NUMBER.sub("#", one) != _NUMBER.sub("#", two) or any(map(_IDENTIFIER.fullmatch, here + there)):
        return False
    return sum(pair[0] != pair[1] for pair in zip(here, there, strict=True)) == 1 and not claim(one).core & set(here)


def _is_amount(value: str) -> bool:
    return _AMOUNT.fullmatch(value) is not None and _IDENTIFIER.fullmatch(value) is None


_NUMBER = re.compile(r"(?<!\w)\d+(?:[.,]\d+)*(?!\w)")
_AMOUNT = re.compile(
    r"(?:[^:\d]{1,40}:\s*)?[-+]?[$€£¥]?[-+]?\d[\d.,]*\s?(?:[%€£¥$]|[A-Za-z]{1,3})?"  # 12, -$4.50, 3 cm, "Total: 5"
    r"|\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?|\d{1,2}:\d{2}(?::\d{2})?"  # a date, a time
)
_IDENTIFIER = re.compile(r"[-+]?0\d+")
"""Zeros in front: a number that names something."""
