"""Scenarios that an AI wrote: read strictly, and everything that is wrong is said at once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from hardwon.errors import UsageError
from hardwon.runner.scenarios import Exec, ScenarioError, as_test, parse, read
from hardwon.runner.tests import StepSpec

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


def test_array_and_object_are_the_same() -> None:
    [one] = parse(text(item()))
    assert parse(json.dumps({"scenarios": [item()]}).encode()) == (one,)
    assert (one.id, one.priority, one.area, one.exec) == ("cart-race", "critical", "checkout", None)
    assert one.steps == ("Verify the stock by hand", "Buy it in both tabs.")


def test_defaults_of_exec() -> None:
    [one] = parse(text(item(exec=call())))
    assert one.exec == Exec(method="POST", path="/orders", expected_status=201)
    assert (one.exec.timeout, one.exec.retries, one.exec.concurrency, one.exec.winners) == (30.0, 0, 1, 1)
    assert one.exec.follow_redirects is False


@pytest.mark.parametrize(
    ("body", "sent", "kind"),
    [
        ("ä", "ä".encode(), "text/plain; charset=utf-8"),
        ({"a": ["ä"]}, '{"a": ["ä"]}'.encode(), "application/json"),
        (None, b"null", "application/json"),
        (7, b"7", "application/json"),
    ],
)
def test_text_is_sent_as_it_is_and_all_else_as_json(body: Any, sent: bytes, kind: str) -> None:
    [one] = parse(text(item(exec=call(body=body))))
    assert one.exec is not None
    assert (one.exec.body, one.exec.headers) == (sent, (("Content-Type", kind),))


def test_own_content_type_is_kept() -> None:
    [one] = parse(text(item(exec=call(body="a=b", headers={"content-type": "application/x-www-form-urlencoded"}))))
    assert one.exec is not None
    assert one.exec.headers == (("content-type", "application/x-www-form-urlencoded"),)


def test_only_idempotent_methods_are_tried_again() -> None:
    posted, got = parse(text(item(exec=call(retries=3)), item(id="x", exec=call(method="GET", retries=3))))
    assert posted.exec is not None
    assert got.exec is not None
    assert (posted.exec.tries, got.exec.tries) == (1, 4)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "is no JSON"),
        (b"\xff", "is no JSON"),
        (b"```json\n[]\n```", "leave out the code fence"),
        (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
        (b'[{"a":' * 60 + b"1" + b"}]" * 60, "nested deeper than 50 levels"),
        (b"[NaN]", "NaN is no number"),
        (b'[{"id": "a", "id": "b"}]', "the key 'id' is given twice"),
        (b"[1" + b"0" * 5000 + b"]", "is no JSON"),
        (b"[]", "must hold an array of 1 to 1000 scenarios"),
        (b"{}", "must be an array of scenarios, or an object with it under `scenarios`"),
        (b'{"scenarios": [], "extra": 1}', "must be an array of scenarios"),
        (b'{"scenarios": 7}', "must hold an array"),
        (b'"x"', "must hold an array"),
        (b"[7, null]", "scenarios[0]: is 7, but must be of type object; scenarios[1]: is null"),
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
        ({"path": "x"}, "exec.path"),
        ({"path": "/a b"}, "exec.path"),
        ({"path": "/a\r\nHost: evil"}, "exec.path"),
        ({"path": "/a\n"}, "exec.path"),
        ({"path": "/a#b"}, "exec.path"),
        ({"method": "TRACE"}, "exec.method"),
        ({"method": "get"}, "exec.method"),
        ({"headers": {"Host": "evil"}}, "exec.headers.Host: is set by the runner and cannot be chosen"),
        ({"headers": {"content-LENGTH": "5"}}, "cannot be chosen"),
        ({"headers": {"Transfer-Encoding": "chunked"}}, "cannot be chosen"),
        ({"headers": {"X": "a\nb"}}, "exec.headers.X"),
        ({"headers": {"X": "a\x00"}}, "exec.headers.X"),
        ({"headers": {"X": "a\x1bb"}}, "exec.headers.X: must be visible Latin-1 text"),
        ({"headers": {"X": "snow \u2603"}}, "must be visible Latin-1 text"),
        ({"headers": {"X:": "a"}}, "is no name for it"),
        ({"concurrency": 2, "winners": 3}, "exec.winners: cannot be more than concurrency"),
        ({"winners": 1}, "exec.winners: needs concurrency beside it"),
        ({"body": "\ud800"}, "holds a lone surrogate"),
        ({"url": "/x"}, "exec.url: unknown key"),
    ],
)
def test_unsafe_requests_are_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse(text(item(exec=call(**changes))))
    assert said in str(caught.value)
    assert "scenarios[0] (cart-race)" in str(caught.value)


def test_expected_status_must_be_said() -> None:
    """There is no default: what a scenario does not say, nobody can decide."""
    with pytest.raises(ScenarioError, match=r"exec\.expected_status: is missing"):
        parse(text(item(exec={"method": "GET", "path": "/"})))


def test_all_flaws_are_told_and_few_are_shown() -> None:
    with pytest.raises(ScenarioError) as caught:
        parse(text(*(item(id=f"s{number}", priority="x") for number in range(9)), item(id="s1")))
    assert len(caught.value.flaws) == 10
    assert "and 5 more." in str(caught.value)
    assert "scenarios[9] (s1): the id was used before" in caught.value.flaws


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
    assert read(tmp_path / "s.json")[0].id == "cart-race"


def test_scenario_for_an_agent() -> None:
    """Its steps act, whatever their words; what must come of it is the one assertion."""
    [one] = parse(text(item(title="Literal {{braces}}")))
    test = as_test(one, "ai.json")
    assert test.steps == (
        StepSpec(text="Verify the stock by hand", kind="act"),
        StepSpec(text="Buy it in both tabs.", kind="act"),
        StepSpec(text="One order is placed.", kind="assert"),
    )
    assert (test.id, test.name, test.area, test.priority) == ("cart-race", "Literal {{braces}}", "checkout", "critical")
    assert "Given: One item is left." in test.context
