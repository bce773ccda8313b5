"""The choice of a step: why it was given what it was given, and what came near and was passed over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hardwon.evidence.fields import text

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_PASSED_OVER = 5
LONGEST_WHY = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOver:
    """An observation that came near and was not given."""

    id: str
    title: str
    reason: str
    """In one word: `floor`, `trust`, `duplicate` and the like."""

    why: str
    score: float | None

    def document(self) -> dict[str, Any]:
        return {"id": self.id, "title": self.title, "reason": self.reason, "why": self.why, "score": self.score}


@dataclass(frozen=True, slots=True, kw_only=True)
class StepChoice:
    """Why a step was given some observations and not others."""

    why: Mapping[str, str] = field(default_factory=dict)
    """By the id of each that was given."""

    passed_over: tuple[PassedOver, ...] = ()
    silence: str = ""
    """Why nothing was looked for."""

    def document(self) -> dict[str, Any]:
        """As evidence keeps it: nothing where there was nothing to choose."""
        passed_over = [each.document() for each in self.passed_over]
        told = {"why": dict(self.why), "passed_over": passed_over, "silence": self.silence}
        return {"choice": told} if any(told.values()) else {}


def choice_in(row: Mapping[str, Any]) -> StepChoice:
    """The choice that evidence tells; an empty one where it tells none, as that of earlier versions."""
    kept = row.get("choice")
    if not isinstance(kept, dict):
        return StepChoice()
    why, passed = kept.get("why"), kept.get("passed_over")
    rows = passed if isinstance(passed, list) else ()
    return StepChoice(
        silence=text(kept.get("silence")),
        why={str(each): text(reason) for each, reason in why.items()} if isinstance(why, dict) else {},
        passed_over=tuple(_passed(each) for each in rows if isinstance(each, dict)),
    )


def _passed(row: Mapping[str, Any]) -> PassedOver:
    score = row.get("score")
    return PassedOver(
        id=text(row.get("id")),
        title=text(row.get("title")),
        reason=text(row.get("reason")),
        why=text(row.get("why")),
        score=float(score) if isinstance(score, (int, float)) else None,
    )
