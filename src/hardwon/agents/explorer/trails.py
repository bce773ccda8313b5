"""Trails: how much injected memory draws a search to a link.

"Account recovery: reached from Settings → Security" draws to Settings and Security, in whatever words it is said, when
account recovery is sought. Memory weighs as much as it is trusted. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.agents.explorer import notes
from hardwon.agents.explorer.intents import all_words, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.agents import Hint
    from hardwon.agents.explorer.page import Link

LONGEST = notes.LONGEST
ARROW = " → "

_PULL = 6.0
"""How much a fully trusted trail draws, where a link that is named as what is sought draws 10."""

_NEARER = 0.1
"""How much more a name draws for each word of the note before it: what comes later is mostly nearer to the goal."""

_MOST_NEARER = 2.0

_WORD_PULL = 2.0
_NEAR = 0.5
"""Share of the words of the goal that a memory must name to be about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """What one memory says about the way to a goal."""

    id: str
    title: str
    content: str
    goal: frozenset[str]
    words: frozenset[str]
    weight: float
    """Trust, times how much of the goal the memory names."""

    def names(self, link: Link) -> bool:
        """Whether this memory sends its reader to a link."""
        return self._at(words_of(link.text)) is not None

    def pull(self, link: Link) -> float:
        """How much this memory draws the search to a link."""
        own = words_of(link.text)
        if not own or own == self.goal or not own <= self.words:
            return 0.0
        at = self._at(own)
        if at is None:
            return self.weight * _WORD_PULL
        return self.weight * (_PULL + min(_MOST_NEARER, _NEARER * at))

    def _at(self, own: frozenset[str]) -> int | None:
        """Where it names a link among the places of the way; None if it does not."""
        is_named = bool(own) and own != self.goal and own <= self.words
        return notes.mentions(self.title, self.content, self.goal, own) if is_named else None


def trails(hints: Sequence[Hint], goal: frozenset[str]) -> tuple[Trail, ...]:
    """The trails of the memories that are about the goal."""
    found = (_trail(hint, goal) for hint in hints)
    return tuple(trail for trail in found if trail.weight > 0)


def _trail(hint: Hint, goal: frozenset[str]) -> Trail:
    title, content = hint.title[:LONGEST], hint.content[:LONGEST]
    words = all_words(title) | all_words(content)
    share = len(goal & words) / len(goal) if goal else 0.0
    weight = hint.trust * share if share >= _NEAR else 0.0
    return Trail(id=hint.id, title=title, content=content, goal=goal, words=words, weight=weight)
