"""Requests that were sent at the same moment: how many of them may win, and whether as many did. Pure."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hardwon.scenarios.expected_slips import statuses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.runner.judging import Judged
    from hardwon.scenarios.scenario import HttpCall
    from hardwon.target.exchange import Answer

_OK = range(200, 300)
_REFUSED, _BAD = 400, 500


def judged(request: HttpCall, named: str, answers: Sequence[tuple[Answer, Judged]]) -> Judged:
    """What the answers of a race come to, each with what it came to alone."""
    counts = Counter(answer.status for answer, _ in answers)
    told = ", ".join(f"{count} times {status}" for status, count in sorted(counts.items(), key=str))
    sent = f"{len(answers)} concurrent requests {named}"
    expected = request.expected.status
    if any(each < _REFUSED for each in expected) and any(each >= _REFUSED for each in expected):
        return _either(request, sent, answers, told)
    if request.winners is None:
        return _unsaid(request, sent, answers, told)
    says_something = request.expected.says_something
    won = sum(outcome == "passed" for _, (outcome, _) in answers) if says_something else _succeeded(answers)
    what = statuses(expected) if expected else "what is expected" if says_something else "a success"
    if won == request.winners:
        return "passed", f"{won} of {sent} got {what}, as it must be ({told})"
    near = [why for answer, (outcome, why) in answers if outcome != "passed" and answer.status in expected]
    beside = f"; one {near[0]}" if near else ""
    return "failed", f"{won} of {sent} got {what}, but exactly {request.winners} may ({told}){beside}"


def _unsaid(request: HttpCall, sent: str, answers: Sequence[tuple[Answer, Judged]], told: str) -> Judged:
    """What the others get is expected, or nothing: then at most one may succeed."""
    won = _succeeded(answers)
    broken = sum(answer.status is not None and answer.status >= _BAD for answer, _ in answers)
    if not request.expected.status and not won and not broken:
        return "error", f"none of {sent} succeeded, and the scenario does not say what is expected ({told})"
    right = won <= 1 and not broken
    verdict = "as it must be" if right else "but at most one may, and none may end in an error of the server"
    return "passed" if right else "failed", f"{won} of {sent} succeeded, {verdict} ({told})"


def _either(request: HttpCall, sent: str, answers: Sequence[tuple[Answer, Judged]], told: str) -> Judged:
    """Successes and refusals are both expected: those that succeed are the winners, and no answer may be another."""
    expected = request.expected.status
    others = sum(answer.status not in expected for answer, _ in answers)
    if others:
        return "failed", f"{others} of {sent} did not get {statuses(expected)} ({told})"
    won = sum(answer.status is not None and answer.status < _REFUSED for answer, _ in answers)
    if request.winners is None and won != 1:
        return "error", f"{won} of {sent} succeeded, and the scenario does not say how many may: `winners` ({told})"
    right = request.winners in (None, won)
    verdict = "as it must be" if right else f"but exactly {request.winners} may"
    return "passed" if right else "failed", f"{won} of {sent} succeeded, {verdict} ({told})"


def _succeeded(answers: Sequence[tuple[Answer, Judged]]) -> int:
    return sum(answer.status in _OK for answer, _ in answers)
