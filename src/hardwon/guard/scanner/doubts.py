"""Doubts: why a text is no observation, and what its words together make of it. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.guard.scanner.leaning import leaning, taking_over
from hardwon.guard.scanner.rules.reasons import DOUBTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.guard.scanner.clauses import ScannedWord


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a text, from this place on, is no observation."""

    rule: str
    start: int
    end: int
    sure: bool = False
    """Whether its words are surely those of an attack: then it is unsafe."""

    @property
    def reason(self) -> str:
        """The line that a person reads."""
        return DOUBTS[self.rule]


def leaning_doubt(words: Sequence[ScannedWord]) -> Doubt | None:
    """What the words together make of the text; None when they make nothing of it."""
    leans = leaning(words)
    return Doubt("wording", leans.start, leans.end, leans.sure) if leans else None


def quoting_doubt(words: Sequence[ScannedWord]) -> Doubt | None:
    """What the words of quotations make of the text: a product may show much, but not what takes over its reader."""
    sentence = taking_over(words)
    return Doubt("wording", sentence[0].start, sentence[-1].end) if sentence else None
