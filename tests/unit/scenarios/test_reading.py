"""Scenarios that an AI wrote: hostile documents, unsafe requests, and what each refusal says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from hardwon.errors import UsageError
from hardwon.runner.scenarios import as_test
from hardwon.runner.tests import StepSpec
from hardwon.scenarios.reading import ScenarioError, parse, read
from hardwon.scenarios.scenario import Expected, HttpCall, HttpCalls, Scenario

if TYPE_CHECKING:
    from pathlib import Path


def item(**changes: Any) -> dict[str, Any]:
    base = {
        "id": "cart-race",
        "title": "Two tabs, one last item",
        "user_perspective": "A shopper with two tabs.",
        "preconditions": ["One item is left."],
        "steps": ["Verify the stock by hand", "Buy it in both tabs."],
        "chaos_factors": ["The network is slow."],
        "expected_behavior": "One order is placed.",
        "failure_modes": ["Two orders."],
        "priority": "critical",
        "area": "checkout",
    }
    return {**base, **changes}


def call(**changes: Any) -> dict[str, Any]:
    return {"method": "POST", "path": "/orders", "expected_status": 201, **changes}


def text(*items: Any) -> bytes:
    return json.dumps(list(items)).encode()


def taken(*items: Any) -> tuple[Scenario, ...]:
    return parse(text(*items)).scenarios


def request(**changes: Any) -> HttpCall:
    [one] = taken(item(exec=call(**changes)))
    assert isinstance(one.exec, HttpCalls)
    [made] = one.exec.requests
    return made


def test_array_and_object_are_the_same() -> None:
    [one] = taken(item())
    assert parse(json.dumps({"scenarios": [item()]}).encode()).scenarios == (one,)
    assert (one.id, one.priority, one.area, one.exec) == ("cart-race", "critical", "checkout", None)
    assert one.steps == ("Verify the stock by hand", "Buy it in both tabs.")


def test_a_note_says_only_what_was_done() -> None:
    first = call(capture={"order": {"json": "id"}})
    second = {"method": "GET", "path": "/orders/{{ order }}", "expected_status": 200}
    assert parse(text(item(exec={"requests": [first, second]}))).notes == ()


def test_what_is_right_needs_no_note() -> None:
    assert parse(text(item(exec=call()))).notes == ()


def test_defaults_of_exec() -> None:
    made = request()
    assert made == HttpCall(method="POST", path="/orders", expected=Expected(status=(201,)))
    assert (made.timeout, made.retries, made.concurrency, made.winners) == (30.0, 0, 1, 1)
    assert made.follow_redirects is False


def test_only_idempotent_methods_are_tried_again() -> None:
    assert (request(retries=3).tries, request(method="GET", retries=3).tries) == (1, 4)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "is empty"),
        (b"\xff", "is not UTF-8"),
        (b"```json\n[]\n```", "holds no scenario"),
        (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
        (b"{[" * 100_000, "holds no scenario"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'[{"a":' * 60 + b"1" + b"}]" * 60, "nested deeper than 50 levels"),
        (b"[NaN]", "holds no scenario, and is not JSON: NaN is not a number"),
        (b'[{"id": "a", "id": "b"}]', "the key 'id' is given twice"),
        (b"[1" + b"0" * 5000 + b"]", "holds no scenario"),
        (b"[]", "must be an array of 1 to 1000 scenarios"),
        (b"{}", "holds no scenario"),
        (b'{"scenarios": [], "extra": 1}', "holds no scenario"),
        (b'{"scenarios": 7}', "holds no scenario"),
        (b'"x"', "holds no scenario"),
        (b"[7, null]", "holds no scenario"),
        (b"I cannot help with that.", "holds no scenario"),
        (b" " * 5_000_001, "is larger than 5000000 bytes"),
    ],
)
def test_hostile_documents_are_refused(raw: bytes, said: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse(raw, "ai.json")
    message = str(caught.value)
    assert message.startswith("ai.json: ")
    assert said in message
    assert "Nothing was executed" in message
    assert len(message) < 800


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"path": "//evil.example/x"}, "exec.path"),
        ({"path": "/\\evil.example"}, "exec.path"),
        ({"path": "http://evil.example/"}, "exec.path"),
        ({"path": "/a\r\nHost: evil"}, "exec.path"),
        ({"path": "/a\nb"}, "exec.path"),
        ({"method": "TRACE"}, "exec.method"),
        ({"headers": {"Host": "evil"}}, "exec.headers.Host: is set by the runner and cannot be chosen"),
        ({"headers": {"content-LENGTH": "5"}}, "cannot be chosen"),
        ({"headers": {"Transfer-Encoding": "chunked"}}, "cannot be chosen"),
        ({"headers": {"X": "a\nb"}}, "exec.headers.X"),
        ({"headers": {"X": "a\x00"}}, "exec.headers.X"),
        ({"headers": {"X": "a\x1bb"}}, "exec.headers.X: must be visible Latin-1 text"),
        ({"headers": {"X": "snow \u2603"}}, "must be visible Latin-1 text"),
        ({"headers": {"X:": "a"}}, "is not a name for it"),
        ({"concurrency": 2, "winners": 3}, "exec.winners: cannot be more than concurrency"),
        ({"winners": 1}, "exec.winners: needs concurrency beside it"),
        ({"capture": {"a": {}}}, "exec.capture.a: says not where"),
        ({"requests": [call(), call()]}, "not both"),
        ({"body": "\ud800"}, "holds a lone surrogate"),
    ],
)
def test_unsafe_requests_are_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse(text(item(exec=call(**changes))))
    assert said in str(caught.value)
    assert "cart-race: " in str(caught.value)


def test_all_flaws_are_told_and_few_are_shown() -> None:
    with pytest.raises(ScenarioError) as caught:
        parse(text(*(item(id=f"s{number}", priority="x") for number in range(9))))
    assert len(caught.value.flaws) == 9
    assert "and 4 more." in str(caught.value)


def test_secrets_are_not_repeated_in_a_refusal() -> None:
    token = "ghp_" + "a8Kd03nQzX7Lw2RtYv5Bc9Jm4Hs6Pf1GeUo0"
    with pytest.raises(ScenarioError) as caught:
        parse(text(item(exec=call(headers={"Authorization": f"{token}\n"}))))
    assert token not in str(caught.value)


def test_area_must_be_a_visible_name() -> None:
    with pytest.raises(ScenarioError, match=r"area: must be one line of visible text"):
        parse(text(item(area="a\u202eb")))


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read(tmp_path / "none.json")
    (tmp_path / "s.json").write_bytes(b"\xef\xbb\xbf" + text(item()))
    assert read(tmp_path / "s.json").scenarios[0].id == "cart-race"


def test_scenario_for_an_agent() -> None:
    """Its steps act, whatever their words; what must come of it is the one assertion."""
    [one] = taken(item(title="Literal {{braces}}"))
    test = as_test(one, "ai.json")
    assert test.steps == (
        StepSpec(text="Verify the stock by hand", kind="act"),
        StepSpec(text="Buy it in both tabs.", kind="act"),
        StepSpec(text="One order is placed.", kind="assert"),
    )
    assert (test.id, test.name, test.area, test.priority) == ("cart-race", "Literal {{braces}}", "checkout", "critical")
    assert "Given: One item is left." in test.context
