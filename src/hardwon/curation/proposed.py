"""What a curator proposes: decisions that nobody has judged yet. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hardwon.observations.decisions import Decision
    from hardwon.observations.deltas import DecisionError


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """What a curator wants done, and what asking it took."""

    decisions: Sequence[Decision] = ()
    errors: Sequence[DecisionError] = ()
    token_usage: dict[str, int] | None = None
    """Tokens that a model read and wrote; None where none was asked, or it did not tell."""

    shown: Mapping[str, str] = field(default_factory=dict)
    """Observations that the curator was shown, each with the digest of its text: they become known in the reach."""

    duration: float = 0.0
    """Seconds."""

    def after(self, count: int) -> Proposed:
        """The same, numbered from `count`: so many decisions stand before them in the log."""
        return replace(
            self,
            decisions=[replace(each, index=count + each.index) for each in self.decisions],
            errors=[replace(each, index=count + each.index) if each.index >= 0 else each for each in self.errors],
        )
