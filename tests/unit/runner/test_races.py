"""Who may win a race, and whether as many did."""

from __future__ import annotations

from typing import Any

import pytest

from hardwon.runner import races
from hardwon.scenarios.making import scenario_of
from hardwon.scenarios.scenario import HttpCalls
from hardwon.target.exchange import Answer

BOTH: dict[str, Any] = {"method": "POST", "expected_status": [201, 409]}
ONE: dict[str, Any] = {"method": "POST", "expected_status": 201}


@pytest.mark.parametrize(
    ("call", "answers", "status"),
    [
        (ONE, [201, 409, 409], "passed"),
        (ONE, [201, 201, 409], "failed"),
        (BOTH, [201, 409, 409], "passed"),
        (BOTH, [201, 201, 409], "error"),
        (BOTH, [409, 409, 409], "error"),
        (BOTH, [201, 409, 500], "failed"),
        ({**BOTH, "winners": 1}, [201, 409, 409], "passed"),
        ({**BOTH, "winners": 1}, [201, 201, 409], "failed"),
        ({**BOTH, "winners": 2}, [201, 201, 409], "passed"),
        ({"expected_status": 200}, [200, 200, 200], "passed"),
        ({"expected_status": 200}, [200, 200, 503], "failed"),
        ({"method": "POST", "expected_status": 409}, [201, 409, 409], "passed"),
        ({"method": "POST", "winners": 1}, [201, 409, 409], "passed"),
    ],
)
def test_who_may_win(call: dict[str, Any], answers: list[int], status: str) -> None:
    request = made({"path": "/x", "concurrency": 3, **call})
    seen = [Answer(status=each) for each in answers]
    met = [("passed" if each in request.expected.status else "failed", "") for each in answers]
    assert races.judged(request, "POST /x", list(zip(seen, met, strict=True)))[0] == status  # type: ignore[arg-type]  # literals


def test_a_winner_has_all_that_is_expected() -> None:
    """The status alone does not make one."""
    request = made({"path": "/x", "concurrency": 2, "expected_status": 200, "expected_text": ["yes"]})
    seen = [
        (Answer(status=200), ("passed", "")),
        (Answer(status=200), ("failed", "answered 200, without the text 'yes'")),
    ]
    outcome, reason = races.judged(request, "GET /x", seen)  # type: ignore[arg-type]  # literals
    assert (outcome, "without the text 'yes'" in reason) == ("failed", True)


def made(call: dict[str, Any]) -> Any:
    lists: dict[str, Any] = dict.fromkeys(("preconditions", "steps", "chaos_factors", "failure_modes"), ())
    texts = dict.fromkeys(("id", "title", "user_perspective", "expected_behavior", "priority", "area"), "x")
    found = scenario_of({**lists, **texts, "exec": call}).exec
    assert isinstance(found, HttpCalls)
    return found.requests[0]
