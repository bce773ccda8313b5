"""The `exec` of a scenario carried out over HTTP, for real, exactly as it is written.

A target that cannot be reached proves nothing. One that takes the connection and gives no answer has failed, unless it
is gone altogether a moment later.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from hardwon.errors import UsageError
from hardwon.guard.scanner import brief_line
from hardwon.runner import http
from hardwon.target.exchange import REDIRECTS, is_reachable

if TYPE_CHECKING:
    from hardwon.runner.scenarios import Exec, Scenario
    from hardwon.target.exchange import Answer
    from hardwon.target.origin import Origin

ExecStatus = Literal["passed", "failed", "error"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request as the evidence keeps it."""

    status: int | None
    seconds: float
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioResult:
    """What came of executing a scenario. `error` is one that could not be run: it proves nothing."""

    id: str
    status: ExecStatus
    reason: str
    seconds: float
    exchanges: tuple[Exchange, ...]
    seen: str = ""
    """The beginning of the answer of a request that failed, secrets redacted."""

    unreachable: bool = False
    """The target could not be reached at all."""


def execute(scenario: Scenario, origin: Origin) -> ScenarioResult:
    """Carry out the `exec` of a scenario for real. UsageError if it has none: then it is an agent's."""
    call = scenario.exec
    if call is None:
        raise UsageError(f"The scenario {scenario.id} has no exec.", remedy="Hand it to an agent.")
    answers = _answers(call, origin)
    outcome, reason = _judged(call, origin, answers)
    return _result(scenario.id, outcome, reason, answers)


def _judged(call: Exec, origin: Origin, answers: list[Answer]) -> tuple[ExecStatus, str]:
    lost = [answer for answer in answers if answer.status is None]
    won = sum(answer.status == call.expected_status for answer in answers)
    if any(not answer.connected for answer in lost):
        return "error", _unreachable(origin, lost)
    if lost and not is_reachable(origin, seconds=call.timeout):
        return "error", f"{origin} went away: {lost[0].error}"
    if lost:
        return "failed", _unanswered(call, lost, len(answers))
    return "passed" if won == call.winners else "failed", _counted(call, origin, answers, won)


def _answers(call: Exec, origin: Origin) -> list[Answer]:
    request = http.composed(origin, call.method, call.path, call.headers, call.body)
    if call.concurrency > 1:
        count = call.concurrency
        answers = http.ask_at_once(origin, request, count=count, timeout=call.timeout, tries=call.tries)
    else:
        answers = [http.ask(origin, request, timeout=call.timeout, tries=call.tries)]
    if not call.follow_redirects:
        return answers
    return [http.followed(origin, request, each, timeout=call.timeout, tries=call.tries) for each in answers]


def _unreachable(origin: Origin, lost: list[Answer]) -> str:
    return f"{origin} cannot be reached: {next(answer.error for answer in lost if not answer.connected)}"


def _unanswered(call: Exec, lost: list[Answer], sent: int) -> str:
    if sent == 1:
        return f"{_named(call)}: {lost[0].error}"
    return f"{len(lost)} of {sent} concurrent requests {_named(call)} had no answer: {lost[0].error}"


def _counted(call: Exec, origin: Origin, answers: list[Answer], won: int) -> str:
    if len(answers) == 1:
        [answer] = answers
        expected = "" if won == call.winners else f", expected {_wanted(call)}"
        return f"{_named(call)} answered {answer.status}{_away(call, origin, answer)}{expected}"
    counts = Counter(answer.status for answer in answers)
    all_of_them = ", ".join(f"{count} times {status}" for status, count in sorted(counts.items(), key=str))
    verdict = "as it must be" if won == call.winners else f"but exactly {call.winners} may"
    got = f"{won} of {len(answers)} concurrent requests {_named(call)} got {call.expected_status}"
    return f"{got}, {verdict} ({all_of_them})"


def _wanted(call: Exec) -> str:
    return str(call.expected_status) if call.winners else f"anything but {call.expected_status}"


def _away(call: Exec, origin: Origin, answer: Answer) -> str:
    """What to say of a redirect that was to be followed, but leaves the target."""
    if not call.follow_redirects or answer.status not in REDIRECTS:
        return ""
    return f" (to {brief_line(answer.location, 80)!r}, which is not on {origin} and was not followed)"


def _named(call: Exec) -> str:
    return f"{call.method} {brief_line(call.path, 100)}"


def _result(own_id: str, outcome: ExecStatus, reason: str, answers: list[Answer]) -> ScenarioResult:
    seen = next(filter(None, map(http.excerpt, answers)), "") if outcome == "failed" else ""
    return ScenarioResult(
        id=own_id,
        status=outcome,
        reason=brief_line(reason, 400),
        seconds=round(max(answer.seconds for answer in answers), 6),
        exchanges=tuple(
            Exchange(status=each.status, seconds=round(each.seconds, 6), error=brief_line(each.error))
            for each in answers
        ),
        seen=seen,
        unreachable=outcome == "error",
    )
