"""The course of an area: the confidence after each verdict that kept runs recorded. Pure.

Runs keep verdicts, not confidences, and old runs go. What lies before the oldest of them is told by the counts of the
area. If that does not lead to what the record says now, the newest part is led back from there, as far as the formula
can be turned round.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hardwon.areas.area import after_fail, after_fails, after_pass, after_passes
from hardwon.text.times import moment

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hardwon.areas.area import Area, Scoring, Verdict

_NEARLY = 1e-6
_LED_BACK = 30
"""Verdicts that are led back at most: a confidence has ten decimals, and each step back takes a part of them."""


def course(area: Area, verdicts: Sequence[tuple[str, Verdict]], scoring: Scoring) -> list[float]:
    """The confidence after each verdict, oldest first; each comes with its time. What is not credited moves nothing."""
    if told_of_change(area, verdicts):
        area = replace(area, changed_at=None)
    forward = _forward(area, verdicts, scoring)
    if not forward or abs(forward[-1] - area.confidence) < _NEARLY:
        return forward
    backward = _backward(area, verdicts, scoring)
    return [then if known is None else known for then, known in zip(forward, backward, strict=True)]


def told_of_change(area: Area, verdicts: Iterable[tuple[str, Verdict]]) -> bool:
    """Whether one of the verdicts is that with which the area last started again: others may be of the same second."""
    return any(verdict.started_again and at == area.changed_at for at, verdict in verdicts)


def _forward(area: Area, verdicts: Sequence[tuple[str, Verdict]], scoring: Scoring) -> list[float]:
    found: list[float] = []
    confidence, before = _start(area, verdicts, scoring), ""
    for at, verdict in verdicts:
        if verdict.started_again or _restarted(area, before, at):
            confidence = 0.0
        if verdict.credited and verdict.passed:
            confidence = after_pass(confidence, scoring.pass_weight)
        elif verdict.credited:
            confidence = after_fail(confidence, scoring.fail_penalty)
        found.append(confidence)
        before = at
    return found


def _start(area: Area, verdicts: Sequence[tuple[str, Verdict]], scoring: Scoring) -> float:
    """The confidence before the oldest verdict: by what the area counts beyond those that are kept."""
    if not verdicts:
        return 0.0
    kept = [verdict.passed for _, verdict in verdicts if verdict.credited]
    is_since = _restarted(area, "0001-01-01T00:00:00Z", verdicts[0][0])
    tests = area.tests_since_change if is_since else area.test_count
    fails = area.fails_since_change if is_since else area.fail_count
    earlier_fails = max(0, fails - kept.count(False))
    earlier_passes = max(0, tests - fails - kept.count(True))
    return after_fails(after_passes(0.0, scoring.pass_weight, earlier_passes), scoring.fail_penalty, earlier_fails)


def _backward(area: Area, verdicts: Sequence[tuple[str, Verdict]], scoring: Scoring) -> list[float | None]:
    found: list[float | None] = []
    confidence: float | None = area.confidence
    after = ""
    for place, (at, verdict) in enumerate(reversed(verdicts)):
        if place >= _LED_BACK or (after and _restarted(area, at, after)):
            confidence = None
        found.append(confidence)
        confidence = None if verdict.started_again else _before(confidence, verdict, scoring)
        after = at
    return found[::-1]


def _before(confidence: float | None, verdict: Verdict, scoring: Scoring) -> float | None:
    """The confidence before a verdict; None if it cannot be told."""
    if confidence is None or not verdict.credited:
        return confidence
    if not verdict.passed:
        was = confidence + scoring.fail_penalty
        return was if confidence > _NEARLY and was <= 1 else None
    weight = scoring.pass_weight
    was = (confidence - weight) / (1 - weight) if weight < 1 else -1.0
    return max(0.0, was) if was >= -_NEARLY else None


def _restarted(area: Area, before: str, at: str) -> bool:
    """Whether the area last started again between two moments."""
    if not area.changed_at or not before:
        return False
    try:
        return moment(before) < moment(area.changed_at) <= moment(at)
    except ValueError:
        return False
