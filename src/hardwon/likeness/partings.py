"""Partings: little words that make two facts of the same words. Pure.

    must accept             may accept
    the name or the mail    the name and the mail
    comments on a card      a card with comments
    fails when it loads     loads when it fails
    only the name           only to guests
    from 5 pm               by 5 pm
    assigned to me          assigned by me
    rename files            rename their files
    can be cancelled        is cancelled
    deleted files are shown files are deleted

`claims` drops these words, for most wordings of one fact differ in some of them: here are the few pairs of them that
two wordings of one fact never differ in.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from hardwon.likeness.claims import claim
from hardwon.likeness.frames import VALUE
from hardwon.likeness.stems import singular, stem
from hardwon.likeness.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.likeness.claims import Claim


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MAY = _listed("can cannot may might could allowed permitted able possible")
_WAS = _listed("was were been")
_OF = _listed("of on in with for at inside under by")
_IS = _listed("is are")
_RELATING = _listed(
    "to from by with without before after in out on off for against above below under over inside outside into via of"
)
_ONE_RELATION = (
    _listed("in on at inside"),
    _listed("by with via"),
    _listed("to for into"),
    _listed("of in for on"),
    _listed("below under"),
    _listed("above over"),
)
"""Little words that stand for one another."""

_BESIDE_A_DEED = _RELATING | _IS | _listed("and or when if that which as at not can") | {VALUE}
_DONE = ("ed", "hidden", "chosen", "broken", "frozen", "stolen", "forgotten", "shown")
_BEING = _IS | _listed("be been being was were gets get got has have")
_OF_WHICH = _listed("that which who whose when if once while until after before")
_DOING = _listed("i you we they to can may must should will")
_OWNING = _listed("their his her my our your")
_NAMED_BEFORE = _OWNING | _listed("the a an this that these those its some all any no each every of")
_FROM_TO = _listed("from by to")
_GIVING = frozenset(map(stem, _listed("send give deliver sell lend transfer forward pay hand")))
_CLAUSE = re.compile(r"\b(?:when|whenever|if|because|while|after|before|once|until)\b", re.IGNORECASE)


def are_parted(content: str, other: str) -> bool:
    """Whether two texts of the same words say two things."""
    one, two = claim(content), claim(other)
    return (
        _is_duty_and_permission(one.frame, two.frame)
        or _is_chance_and_event(one.frame, two.frame)
        or _is_chance_and_state(one, two)
        or _is_chance_and_state(two, one)
        or _is_other_relation(one.frame, two.frame)
        or _is_attribute_and_deed(one.frame, two.frame)
        or _is_attribute_and_deed(two.frame, one.frame)
        or _is_of_their_own(content, other)
        or _is_of_their_own(other, content)
        or _is_choice_and_both(one.frame, two.frame)
        or _is_turned_round(one, two)
        or _is_given_and_giver(one, two)
        or _is_given_and_giver(two, one)
        or _is_only_of_others(one.frame, two.frame)
        or _are_ends(one, two)
        or _are_clauses_turned(content, other)
    )


def _is_duty_and_permission(one: Sequence[str], two: Sequence[str]) -> bool:
    """Where it is denied, the two are one: must not and may not."""
    if "not" in one or "not" in two:
        return False
    return (_obliges(one) and _permits(two)) or (_obliges(two) and _permits(one))


def _is_chance_and_event(one: Sequence[str], two: Sequence[str]) -> bool:
    """Whether one says what can be done, and the other that it was."""
    return (_permits(one) and not _WAS.isdisjoint(two) and not _permits(two)) or (
        _permits(two) and not _WAS.isdisjoint(one) and not _permits(one)
    )


def _is_chance_and_state(chance: Claim, state: Claim) -> bool:
    """Whether something can be done in one text, and is done in the other; `can be found` says only where it is."""
    if not _permits(chance.frame) or _permits(state.frame) or _obliges(state.frame):
        return False
    done = {word for last, word in pairwise(chance.frame) if last == "be"}
    return any(last in _IS and word in done and stem(word) in state.core for last, word in pairwise(state.frame))


def _is_other_relation(one: Sequence[str], two: Sequence[str]) -> bool:
    """Whether the two differ in nothing but little words of place, time or role, and in one that matters."""
    if len(one) != len(two):
        return False
    changed = [{here, there} for here, there in zip(one, two, strict=True) if here != there]
    return bool(changed) and all(pair <= _RELATING for pair in changed) and not all(map(_is_one_relation, changed))


def _is_one_relation(pair: set[str]) -> bool:
    return any(pair <= group for group in _ONE_RELATION)


def _is_attribute_and_deed(one: Sequence[str], two: Sequence[str]) -> bool:
    """Whether what one text calls a thing, for what was done to it, is what the other says is done: deleted files."""
    return any(
        stem(noun) in map(stem, two) and _is_done(two, deed, noun)
        for before, deed, noun in zip(("", *one), one, one[1:], strict=False)
        if deed.endswith(_DONE) and before not in _BEING and noun not in _BESIDE_A_DEED
    )


def _is_done(frame: Sequence[str], deed: str, noun: str) -> bool:
    """Whether a text says of what another calls a deleted file that it is deleted, and does not call it so."""
    own = stem(deed)
    uses = [at for at, word in enumerate(frame) if stem(word) == own]
    is_called_so = any(
        frame[at].endswith(_DONE) and stem(frame[at + 1]) == stem(noun) for at in uses if frame[at + 1 :]
    )
    return not is_called_so and any(_is_deed(frame, at) for at in uses)


def _is_deed(frame: Sequence[str], at: int) -> bool:
    """Whether a word tells what is done: not in a clause that says of which, or when."""
    if not _OF_WHICH.isdisjoint(frame[max(0, at - 4) : at]):
        return False
    return frame[at].endswith(_DONE) or (at > 0 and frame[at - 1] in _DOING)


def _is_of_their_own(content: str, other: str) -> bool:
    """Whether a text says of what is somebody's own what the other says of all there are: their files, files."""
    said = [word.text for word in words(content)]
    owned = {word for before, word in pairwise(said) if before in _OWNING and singular(word) != word}
    return any(
        word in owned and before not in _NAMED_BEFORE for before, word in pairwise(word.text for word in words(other))
    )


def _obliges(frame: Sequence[str]) -> bool:
    return "must" in frame or any(pair in (("has", "to"), ("have", "to")) for pair in pairwise(frame))


def _permits(frame: Sequence[str]) -> bool:
    return not _MAY.isdisjoint(frame) and not _obliges(frame)


def _is_choice_and_both(one: Sequence[str], two: Sequence[str]) -> bool:
    ors, ands = (one.count("or"), two.count("or")), (one.count("and"), two.count("and"))
    return ors[0] != ors[1] and ands[0] != ands[1] and (ors[0] > ors[1]) != (ands[0] > ands[1])


def _is_turned_round(one: Claim, two: Claim) -> bool:
    """Whether what belongs to what is the other way round."""
    return any((owner, owned) in two.belongings for owned, owner in one.belongings if owner != owned)


def _is_given_and_giver(one: Claim, two: Claim) -> bool:
    """Whether to whom something is given in one text is who gives it in the other."""
    if _GIVING.isdisjoint(one.core & two.core) or not two.order or not one.order:
        return False
    first = two.order[0]
    takers = {thing for role, thing in one.roles if role == "to"}
    return first in takers and one.order[0] != first and all(thing != first for _, thing in two.roles)


def _is_only_of_others(one: Sequence[str], two: Sequence[str]) -> bool:
    here, there = _only(one), _only(two)
    if here and there:
        return here != there
    return any(focus and focus == _before_only(frame) for focus, frame in ((here, two), (there, one)))


def _before_only(frame: Sequence[str]) -> str:
    return stem(frame[frame.index("only") - 1]) if "only" in frame[1:] else ""


def _only(frame: Sequence[str]) -> str:
    """What `only` stands before, if it opens the text or a preposition follows it: else it may be of any part."""
    if "only" not in frame[:-2]:
        return ""
    at = frame.index("only")
    if frame[at + 1] in _OF | {"to", "from"}:
        return stem(frame[at + 2])
    return stem(frame[at + 1]) if at == 0 else ""


def _are_ends(one: Claim, two: Claim) -> bool:
    """Whether one value is where something begins in one text, and where it ends in the other."""
    here, there = _ends(one), _ends(two)
    return any(value in there and there[value] != role for value, role in here.items())


def _ends(taken: Claim) -> dict[str, str]:
    before = [word for word, behind in pairwise(taken.frame) if behind == VALUE]
    if taken.frame[:1] == (VALUE,):
        before.insert(0, "")
    return {value: word for word, value in zip(before, taken.values, strict=False) if word in _FROM_TO}


def _are_clauses_turned(content: str, other: str) -> bool:
    """Whether what is the condition of one text is what follows from it in the other."""
    here, there = _clauses(content), _clauses(other)
    if here is None or there is None:
        return False
    (condition, told), (also_condition, also_told) = here, there
    only_here, only_there = condition - also_condition, also_condition - condition
    return bool(only_here & also_told - told) and bool(only_there & told - also_told)


def _clauses(content: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """What a text says in its one clause that tells when or why, and what it says beside it."""
    found = list(_CLAUSE.finditer(content))
    if len(found) != 1:
        return None
    start, end = found[0].span()
    comma = content.find(",", end)
    if not content[:start].strip() and comma < 0:
        return None
    clause = content[end : comma if comma >= 0 else len(content)]
    rest = content[:start] + (content[comma + 1 :] if comma >= 0 else "")
    return claim(clause).core, claim(rest).core
