"""The `exec` of a scenario carried out over HTTP, for real, exactly as it is written.

Requests go one after the other, with one cookie jar and the values that earlier answers gave. A target that cannot be
reached proves nothing, nor does a set-up that failed. One that takes the connection and gives no answer has failed,
unless it is gone altogether a moment later.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from hardwon.guard.scanner import brief_line
from hardwon.runner import http, races
from hardwon.runner.judging import judged
from hardwon.runner.outcome import Exchange, ScenarioResult
from hardwon.runner.values import NOTHING, CannotFillError, Values, as_text, asked_in, captured, texts_in
from hardwon.runner.variables import Variables
from hardwon.scenarios.expected_slips import statuses
from hardwon.scenarios.place_holders import UNIQUE, unfilled
from hardwon.target.exchange import REDIRECTS, Limits, is_reachable, is_sendable
from hardwon.target.exchange import Request as Sent
from hardwon.target.origin import joined, path_of
from hardwon.target.visitor import Visitor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hardwon.runner.judging import Judged
    from hardwon.scenarios.scenario import HttpCall, HttpCalls
    from hardwon.target.exchange import Answer
    from hardwon.target.origin import Origin

_BAD = 500
_REFUSED = 400


def asks_for(call: HttpCalls) -> frozenset[str]:
    """The environment variables that its requests name."""
    return asked_in(text for each in call.all for text in texts_in([each.path, each.headers, each.body, each.form]))


def execute(
    own_id: str,
    call: HttpCalls,
    origin: Origin,
    variables: Variables | None = None,
    hide: Callable[[Iterable[str]], None] = lambda _: None,
) -> ScenarioResult:
    """Carry out requests for real. What goes wrong on the way is a result that says so.

    `hide` is told of captured values whose names say that they are secret, before anything is kept of them.
    """
    names = frozenset({UNIQUE, *(capture.name for each in call.all for capture in each.captures)})
    values = Values(names, variables or Variables(), {UNIQUE: secrets.token_hex(4)})
    sequence = _Sequence(origin, values, Visitor(origin), hide)
    outcome, reason = sequence.carried_out(call)
    return sequence.result(own_id, outcome, reason)


@dataclass(slots=True)
class _Sequence:
    """The requests of one scenario while they are made."""

    origin: Origin
    values: Values
    visitor: Visitor
    hide: Callable[[Iterable[str]], None]
    answers: list[Answer] = field(default_factory=list)
    seen: list[Answer] = field(default_factory=list)
    """Those of the request that was judged last."""

    unreachable: bool = False
    seconds: float = 0.0

    def carried_out(self, call: HttpCalls) -> Judged:
        verdict = self._set_up(call) or self._all(call.requests)
        if verdict[0] == "failed" and (left := self._left_as_text(call)):
            verdict = "error", f"{verdict[1]}; but {left} was sent as it stands: no request captures it"
        undone = [why for each in call.teardown if (why := self._prepared(each))]
        return (verdict[0], f"{verdict[1]} (afterwards {undone[0]})") if undone else verdict

    def _left_as_text(self, call: HttpCalls) -> str:
        """A place holder that a sound system may have refused; "" where there is none, or it fell over."""
        if any(answer.status is None or answer.status >= _BAD for answer in self.seen):
            return ""
        told = ([each.path, each.headers, each.body, each.form, each.expected.text] for each in call.all)
        return unfilled((text for each in told for text in texts_in(each)), self.values.names)

    def _set_up(self, call: HttpCalls) -> Judged | None:
        for each in call.setup:
            if why := self._prepared(each):
                return "error", f"the set-up failed: {why}"
        return None

    def _prepared(self, request: HttpCall) -> str:
        """Why a request that is not judged did not do what it is for; "" if it did."""
        expected, (outcome, reason) = request.expected.says_something, self._one(request)
        if expected:
            return "" if outcome == "passed" else reason
        status = self.seen[0].status if self.seen else None
        return "" if status is not None and status < _REFUSED else reason.partition(", and the scenario")[0]

    def _all(self, requests: tuple[HttpCall, ...]) -> Judged:
        undecided, last = "", ""
        passed = False
        for number, each in enumerate(requests, start=1):
            outcome, reason = self._one(each)
            last = reason if len(requests) == 1 else f"request {number} of {len(requests)}: {reason}"
            if outcome == "failed" or (outcome == "error" and (each.expected.says_something or not self._was_answered)):
                return outcome, last
            passed |= outcome == "passed"
            undecided = undecided or (last if outcome == "error" else "")
        return ("passed", last) if passed else ("error", undecided)

    @property
    def _was_answered(self) -> bool:
        return bool(self.seen) and all(answer.status is not None for answer in self.seen)

    def _one(self, request: HttpCall) -> Judged:
        self.seen = []
        try:
            sent = self._composed(request)
        except CannotFillError as error:
            return "error", f"{_named(request)} was not sent: {error}"
        self.seen = self._asked(request, sent)
        self.answers += self.seen
        self.seconds += max(answer.seconds for answer in self.seen)
        return self._lost(request) or self._judged(request)

    def _composed(self, request: HttpCall) -> Sent:
        values = self.values
        headers = tuple((name, values.filled(value)) for name, value in request.headers)
        if not all(is_sendable(value) for _, value in headers):
            raise CannotFillError("a value cannot stand in a header")
        body, kind = self._body(request)
        if kind and not any(name.lower() == "content-type" for name, _ in headers):
            headers += (("Content-Type", kind),)
        return http.composed(self.origin, request.method, self._path(request), headers, body)

    def _path(self, request: HttpCall) -> str:
        """The path; where it is a captured address, that, if it is on the target."""
        whole = self.values.whole(request.path.removeprefix("/")) if request.path.startswith("/{{") else None
        if isinstance(whole, str) and whole.startswith(("/", "http://", "https://")):
            address = joined(f"{self.origin}/", whole)
            if not self.origin.holds(address):
                raise CannotFillError(f"{brief_line(whole, 80)!r} leads away from {self.origin}")
            return path_of(address).removeprefix(self.origin.base)
        return self.values.filled_path(request.path)

    def _body(self, request: HttpCall) -> tuple[bytes | None, str]:
        if request.form is not None:
            fields = [(name, self.values.filled(value)) for name, value in request.form]
            return urlencode(fields).encode(), "application/x-www-form-urlencoded"
        if not request.has_body:
            return None, ""
        if isinstance(request.body, str):
            return self.values.filled(request.body).encode(), "text/plain; charset=utf-8"
        return json.dumps(self.values.filled_json(request.body), ensure_ascii=False).encode(), "application/json"

    def _asked(self, request: HttpCall, sent: Sent) -> list[Answer]:
        self.visitor.limits = Limits(seconds=request.timeout)
        if request.concurrency > 1:
            ready = self.visitor.cookies.on(sent)
            answers = http.ask_at_once(
                self.origin, ready, count=request.concurrency, timeout=request.timeout, tries=request.tries
            )
        else:
            answers = [http.ask(self.visitor, sent, tries=request.tries)]
        if not request.follow_redirects:
            return answers
        return [http.followed(self._visitor_of(request), sent, each, tries=request.tries) for each in answers]

    def _visitor_of(self, request: HttpCall) -> Visitor:
        """Whoever races has cookies of their own."""
        return self.visitor if request.concurrency == 1 else Visitor(self.origin, self.visitor.limits)

    def _lost(self, request: HttpCall) -> Judged | None:
        lost = [answer for answer in self.seen if answer.status is None]
        if any(not answer.connected for answer in lost):
            self.unreachable = True
            why = next(answer.error for answer in lost if not answer.connected)
            return "error", f"{self.origin} cannot be reached: {why}"
        if lost and not is_reachable(self.origin, seconds=request.timeout):
            self.unreachable = True
            return "error", f"{self.origin} went away: {lost[0].error}"
        if lost and len(self.seen) == 1:
            return "failed", f"{_named(request)}: {lost[0].error}"
        if lost:
            told = f"{len(lost)} of {len(self.seen)} concurrent requests {_named(request)} had no answer"
            return "failed", f"{told}: {lost[0].error}"
        return None

    def _judged(self, request: HttpCall) -> Judged:
        if len(self.seen) > 1:
            return self._raced(request)
        [answer] = self.seen
        if request.winners == 0 and request.expected.status:
            met = answer.status not in request.expected.status
            wanted = "" if met else f", expected anything but {_or(request)}"
            return "passed" if met else "failed", f"{_named(request)} answered {answer.status}{wanted}"
        try:
            outcome, reason = judged(request.expected, answer, self.values)
        except CannotFillError as error:
            return "error", f"{_named(request)} cannot be judged: {error}"
        reason = reason.replace(
            f"answered {answer.status}", f"answered {answer.status}{self._away(request, answer)}", 1
        )
        missing = self._captured(request, answer) if outcome != "failed" else ""
        return (
            ("error", f"{_named(request)} {reason}; {missing}, which later requests need")
            if missing
            else (outcome, f"{_named(request)} {reason}")
        )

    def _raced(self, request: HttpCall) -> Judged:
        try:
            met = [judged(request.expected, answer, self.values) for answer in self.seen]
        except CannotFillError as error:
            return "error", f"{_named(request)} cannot be judged: {error}"
        return races.judged(request, _named(request), list(zip(self.seen, met, strict=True)))

    def _captured(self, request: HttpCall, answer: Answer) -> str:
        """Keep what the request captures; what could not be had, else ""."""
        for capture in request.captures:
            found = captured(capture, answer)
            if found is NOTHING:
                return f"it has no {capture.source} {brief_line(capture.where, 60)!r} to capture as {capture.name}"
            self.values.captured[capture.name] = found
            self.hide(Variables(own={capture.name: as_text(found)}).secrets)
        return ""

    def _away(self, request: HttpCall, answer: Answer) -> str:
        """What to say of a redirect that was to be followed, but leaves the target."""
        if not request.follow_redirects or answer.status not in REDIRECTS:
            return ""
        return f" (to {brief_line(answer.location, 80)!r}, which is not on {self.origin} and was not followed)"

    def result(self, own_id: str, outcome: str, reason: str) -> ScenarioResult:
        seen = next(filter(None, map(http.excerpt, self.seen)), "") if outcome == "failed" else ""
        return ScenarioResult(
            id=own_id,
            status="passed" if outcome == "passed" else "failed" if outcome == "failed" else "error",
            reason=brief_line(reason, 400),
            seconds=round(self.seconds, 6),
            exchanges=tuple(
                Exchange(status=each.status, seconds=round(each.seconds, 6), error=brief_line(each.error))
                for each in self.answers
            ),
            seen=seen,
            unreachable=self.unreachable,
        )


def _or(request: HttpCall) -> str:
    return statuses(request.expected.status)


def _named(request: HttpCall) -> str:
    return f"{request.method} {brief_line(request.path, 100)}"
