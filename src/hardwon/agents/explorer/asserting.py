"""Asserting: whether a sentence of a note says plainly, of here and now, where something is. Pure.

    You find account recovery in Settings, under Security.     plain
    Account recovery is missing from Settings → Security.      `missing` is none of the words that such a sentence needs
    Only admins see account recovery in Settings → Security.   nor are these
    From account recovery a link leads to Settings.            a way, but from there

Denials, doubts, conditions, other times, roles and platforms, and what others say come in endless words. So the plain
words are listed, not those: what has any other word says nothing that a search could confirm or contradict.
"""

# ruff: noqa: SIM905 - a list of words reads better as words

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

_ARTICLES = frozenset("the a an its your my our this these their der die das den dem".split())
_PLAIN = _ARTICLES | frozenset(
    # What is, and can be found
    "is are be can will has have holds hold contains contain offers offer includes include carries leads lead takes "
    "brings gets get got reached reach reaches reachable reaching found find finds located linked link links listed "
    "lists placed situated sits sit lives live lies lie stands stand available accessible accessed access offered set "
    # What one does to get there
    "open opens opened opening choose choosing click clicking follow following select selecting press go going "
    "navigate navigating visit visiting use using see seeing head start starting scroll apply applies "
    # Parts of a site
    "page pages link menu section sections tab area panel sidebar footer header toolbar dialog category entry item "
    "button field form option list submenu screen navigation bar top left right side bottom main first second third "
    "last way path route location place point part one ones both called named titled shop site website "
    # Who
    "you we i it they them there users user customers customer visitors visitor people readers reader everyone "
    "everybody anyone where which that how "
    # How they hang together
    "from in into on onto at under below beneath underneath behind inside within via through to of over among by with "
    "and then now also currently directly somewhere s "
    # The same in German
    "man findet erreicht gibt es dort sind ist im zur zum über unter".split()
)
_SOURCES = frozenset("from in on at under below beneath behind inside within via through after".split())
"""Before the goal: what the sentence is about is elsewhere, and the goal is where one comes from."""

_GIVING = frozenset(
    "links leads lead opens has have contains contain takes take brings offers offer includes include carries holds "
    "hold lists gets → -> => » › > / |".split()  # noqa: RUF001 - arrows as people write them
)
"""Behind the goal: it is what the rest is reached from."""

_WISHED = frozenset("link list place set offer include".split())
"""First of all words, before the goal: not what there is, but what somebody wants."""

_DOING = frozenset("open click choose follow press select visit use go see start".split())
_OF_THE_GOAL = frozenset("page link location place way path".split())
_GOING_ON = frozenset("it they the a an there its".split())
_FEWEST_WORDS = 3
_BEFORE_FOR = frozenset("link links page way path route button entry field form option apply applies".split())
_BETWEEN = _ARTICLES | frozenset(", then and → -> => » › > / |".split())  # noqa: RUF001 - arrows as people write them
_DOUBTS = frozenset(
    "if when whenever unless until till before after during once while only except "
    "maybe perhaps probably possibly might may could should would seem seems apparently allegedly reportedly "
    "supposedly sometimes rarely seldom often usually mostly occasionally hardly barely "
    "say says said tell tells told claim claims claimed heard hear think thinks thought believe believes suspect guess "
    "according rumour rumours rumor hearsay wrong false untrue incorrect mistaken outdated obsolete stale old former "
    "was were ago earlier past future soon planned yesterday tomorrow year month week version release redesign "
    "mobile app apps phone phones android ios iphone tablet tablets desktop beta staging legacy "
    "admin admins administrator administrators guest guests premium blocked locked vip "
    "broken dead missing lost disappeared vanished gone removed misplaced".split()
)
"""Beside a plain sentence, or over it: what may take it back."""


def is_plain(texts: Sequence[str], names: Mapping[int, tuple[int, bool]]) -> bool:
    """Whether a sentence asserts a way in plain words; `names` say where one begins, its end, and if it is the goal.

    A name that the site was not seen to have may stand at the end of the way, behind one that it has.
    """
    at, behind_a_name, ended = 0, False, False
    while at < len(texts):
        lower = texts[at].lower()
        if at in names:
            end, is_goal = names[at]
            if _comes_from_goal(texts, at, end, names) if is_goal else ended:
                return False
            at, behind_a_name = end, not is_goal
            continue
        if not _is_plain_word(texts, at):
            if not (behind_a_name and texts[at][0].isupper()):
                return False
            ended = True
        elif lower not in _BETWEEN:
            behind_a_name = False
        at += 1
    return True


def _comes_from_goal(texts: Sequence[str], at: int, end: int, names: Mapping[int, tuple[int, bool]]) -> bool:
    """Whether the goal, where it stands, is not where the way ends: it begins there, or something of it is meant."""
    before = _words_before(texts, at)
    behind = next((text.lower() for text in texts[end:] if text.lower() not in ("page", "screen")), "")
    if before[:1] == ["of"]:
        return before[1:2] == [] or before[1] not in _OF_THE_GOAL
    if before[:1] == [texts[0].lower()] and before[0] in _WISHED:
        return True
    is_begun = before[:1] and before[0] in _DOING and before[1:2] != ["to"]
    is_passed = is_begun and not any(start < at for start in names) and any(start > at for start in names)
    return not _SOURCES.isdisjoint(before[:1]) or behind in _GIVING or bool(is_passed)


def is_aside(texts: Sequence[str]) -> bool:
    """Whether a sentence that names nothing speaks of the note ("Untested."), and not of the product."""
    return len(texts) < _FEWEST_WORDS or texts[0].lower() not in _GOING_ON


def is_doubted(texts: Sequence[str], named: Collection[int]) -> bool:
    """Whether a sentence has a word that may take back what stands beside it; words of names do not."""
    return any(text.lower() in _DOUBTS for at, text in enumerate(texts) if at not in named)


def _is_plain_word(texts: Sequence[str], at: int) -> bool:
    lower = texts[at].lower()
    if lower == "for":
        return not _BEFORE_FOR.isdisjoint(_words_before(texts, at)[:1])
    if lower == "be" and texts[at - 1].lower() in ("will", "to"):
        return False  # not yet
    return lower in _PLAIN or not re.match(r"\w", lower)


def _words_before(texts: Sequence[str], at: int) -> list[str]:
    """The words before a place, the nearest first, without articles."""
    return [text.lower() for text in reversed(texts[:at]) if text.lower() not in _ARTICLES]
