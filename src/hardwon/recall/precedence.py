"""Precedence: who is given first where several observations are about the same thing. Pure.

What was proven by use comes before what is only said, and denials and conditions never take all places.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.likeness.stems import stems
from hardwon.likeness.words import words
from hardwon.recall import ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.recall.index import Hit

NEW = 0.5
"""Trust of what nobody has used: more was earned."""

_RESTRICTED = re.compile(
    r"\b(?:not|no|never|none|cannot|without|if|unless|only|except|mobile|app|android|ios|beta|formerly|previously|"
    r"used to|nicht|kein|keine|nur|wenn|falls|pas|aucun|seulement|si)\b|n['’]t\b",  # noqa: RUF001 - as people write it
    re.IGNORECASE,
)
"""What denies something, or says it for some only."""


def standing(candidate: Hit) -> tuple[float, int, str]:
    """Who prevails: the more trusted, then the newer one."""
    newest = int("".join(char for char in candidate.last_confirmed if char.isdigit())[:14] or 0)
    return (-candidate.trust, -newest, candidate.id)


def _is_titled(candidate: Hit, subject: frozenset[str]) -> bool:
    """Whether an observation is about just what the step is about: its title names all of it."""
    return bool(subject) and ranking.names(subject, stems(word.text for word in words(candidate.title)))


def most_proven(candidates: Sequence[Hit], subject: frozenset[str]) -> Hit | None:
    """The observation about the step's subject that has proven itself most; None if none has."""
    found = [each for each in candidates if each.trust > NEW and _is_titled(each, subject)]
    return min(found, key=standing, default=None)


def lifted(ordered: list[Hit], proven: Hit | None, subject: frozenset[str]) -> list[Hit]:
    """The proven one before the first unproven one about the same thing."""
    if proven is None or proven not in ordered:
        return ordered
    own = ordered.index(proven)
    first = next((at for at, each in enumerate(ordered) if each.trust <= NEW and _is_titled(each, subject)), own)
    others = [each for each in ordered if each is not proven]
    return [*others[:first], proven, *others[first:]] if first < own else ordered


def with_one_plain(different: list[Hit], subject: frozenset[str], most: int) -> list[Hit]:
    """With the best plain statement about the subject among the first, where those only deny or restrict."""
    if most < 2 or not all(_is_restricted(each) for each in different[:most]):  # noqa: PLR2004 - of one place none can be kept
        return different
    plain = (each for each in different[most:] if _is_titled(each, subject) and not _is_restricted(each))
    best = next(plain, None)
    if best is None:
        return different
    others = [each for each in different if each is not best]
    return [*others[: most - 1], best, *others[most - 1 :]]


def _is_restricted(candidate: Hit) -> bool:
    return _RESTRICTED.search(f"{candidate.title}. {candidate.content}") is not None
