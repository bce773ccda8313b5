"""Trails: where injected memory says that something is, and what a search has shown about that.

"Account recovery: reached from Settings → Security" is the trail Settings, Security, and it is about account recovery.
A text without a trail still draws the search to the links that it names. Memory weighs as much as it is trusted. Pure.
"""

# ruff: noqa: RUF001 - arrows as people write them

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.agents.explorer.intents import words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.agents import Hint
    from hardwon.agents.explorer.page import Link

LONGEST = 2_000
ARROW = " → "

_PULL = 6.0
"""How much a fully trusted trail draws, where a link that is named as what is sought draws 10."""

_WORD_PULL = 2.0
_NEAR = 0.5
"""Share of the words of the goal that a memory must name to be about it."""

_ARROWS = re.compile(r"\s*(?:→|->|=>|»|›|>)\s*")
_FROM = re.compile(
    r"\b(?:reached|linked|found|located|listed|available|opened?|opens|stands|sits|lives|is)\s+"
    r"(?:from|under|in|on|at|via|through)\s+([^.;,()\n]{1,200})",
    re.IGNORECASE,
)
_CHAIN = re.compile(r"[^.;:,()\n→>»›]{1,60}(?:\s*(?:→|->|=>|»|›)\s*[^.;:,()\n→>»›]{1,60})+")
_QUOTES = re.compile(r"[\"“”«»`]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """What one memory says about the way to a goal."""

    id: str
    names: tuple[frozenset[str], ...]
    """Words of each link to follow, in order; empty when the memory names no way."""

    words: frozenset[str]
    weight: float
    """Trust, times how much of the goal the memory names."""

    def pull(self, link: Link) -> float:
        """How much this memory draws the search to a link."""
        own = words_of(link.text)
        if not own:
            return 0.0
        if own in self.names:
            # The later a name stands in the trail, the nearer it is to the goal.
            return self.weight * (_PULL + self.names.index(own))
        return self.weight * _WORD_PULL if own <= self.words else 0.0


def trails(hints: Sequence[Hint], goal: frozenset[str]) -> tuple[Trail, ...]:
    """The trails of the memories that are about the goal."""
    found = (_trail(hint, goal) for hint in hints)
    return tuple(trail for trail in found if trail.weight > 0)


def _trail(hint: Hint, goal: frozenset[str]) -> Trail:
    title, content = hint.title[:LONGEST], hint.content[:LONGEST]
    words = words_of(title) | words_of(content)
    share = len(goal & words) / len(goal) if goal else 0.0
    names = _named(title) or _named(content)
    return Trail(id=hint.id, names=names, words=words, weight=hint.trust * share if share >= _NEAR else 0.0)


def _named(text: str) -> tuple[frozenset[str], ...]:
    """The names of the way that a text describes."""
    plain = _QUOTES.sub("", text)
    chains = [match.group(1) for match in _FROM.finditer(plain)] + _CHAIN.findall(plain)
    # A way with arrows says more than a bare "found in …".
    chains.sort(key=lambda chain: -len(_ARROWS.findall(chain)))
    for chain in chains:
        names = tuple(words for words in map(words_of, _ARROWS.split(chain)) if words)
        if names and names != (frozenset({"home"}),):
            return names
    return ()
