"""Our reading of a JSON Schema agrees with the reference implementation on the schema of scenarios."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from hardwon.scenarios.form import SCENARIO
from hardwon.text.schema import flaws

REFERENCE = Draft202012Validator(SCENARIO)

VALID: dict[str, Any] = {
    "id": "cart-race",
    "title": "Two tabs, one last item",
    "user_perspective": "A shopper with two tabs.",
    "preconditions": ["One item is left."],
    "steps": ["Buy it in both tabs."],
    "chaos_factors": [],
    "expected_behavior": "One order is placed.",
    "failure_modes": ["Two orders."],
    "priority": "critical",
    "area": "checkout",
    "exec": {
        "method": "POST",
        "path": "/orders?x=1",
        "headers": {"X-Test": "1"},
        "body": {"item": 7},
        "expected_status": 201,
        "follow_redirects": False,
        "timeout": 2.5,
        "retries": 0,
        "concurrency": 8,
        "winners": 1,
    },
}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-1000, 1000) | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=5,
)
places = st.sampled_from(
    [(key,) for key in VALID] + [("exec", key) for key in VALID["exec"]] + [("new",), ("exec", "new")]
)


@given(changes=st.lists(st.tuples(places, json_values | st.just("gone")), min_size=1, max_size=3))
def test_agrees_with_the_reference(changes: list[tuple[tuple[str, ...], Any]]) -> None:
    item = copy.deepcopy(VALID)
    for place, value in changes:
        around = item if len(place) == 1 else item.get("exec")
        if not isinstance(around, dict):
            continue
        if value == "gone":
            around.pop(place[-1], None)
        else:
            around[place[-1]] = value
    assert (list(flaws(item, SCENARIO)) == []) == REFERENCE.is_valid(item)


def test_valid_one_has_no_flaws() -> None:
    assert list(flaws(VALID, SCENARIO)) == []


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("priority",), "urgent", "s.priority: is 'urgent', but must be one of critical, high, medium, low"),
        (("steps",), [], "s.steps: must hold at least 1"),
        (("steps",), ["a", 7], "s.steps[1]: is 7, but must be of type string"),
        (("steps",), ["x"] * 51, "s.steps: must hold at most 50"),
        (("title",), " ", "s.title: ' ' is not allowed: The doubt, in one line"),
        (
            ("exec", "expected_text"),
            [""],
            "s.exec.expected_text[0]: is an empty text, which says nothing; leave it out",
        ),
        (("title",), "x" * 301, "s.title: is longer than 300 characters"),
        (("note",), 1, "s.note: unknown key; known are id,"),
        (("exec", "path"), "//evil/x", "s.exec.path: '//evil/x' is not allowed: Path and query on the target"),
        (("exec", "expected_status"), 99, "s.exec.expected_status: is 99, but must be at least 100"),
        (("exec", "expected_status"), True, "s.exec.expected_status: is true, but must be of type integer"),
        (("exec", "timeout"), 0, "s.exec.timeout: is 0, but must be more than 0"),
        (("exec", "concurrency"), 101, "s.exec.concurrency: is 101, but must be at most 100"),
        (("exec", "headers"), {"a b": "x"}, "s.exec.headers.a b: is not a name for it"),
        (("exec", "headers"), {"a": "x\r\nHost: evil"}, "s.exec.headers.a: "),
        (("exec", "headers"), {"a": None}, "s.exec.headers.a: is null, but must be of type string"),
    ],
)
def test_flaws_name_the_place(place: tuple[str, ...], value: Any, said: str) -> None:
    item = copy.deepcopy(VALID)
    (item if len(place) == 1 else item["exec"])[place[-1]] = value
    [flaw] = flaws(item, SCENARIO, "s")
    assert flaw.startswith(said)


def test_what_is_missing_and_what_needs_another() -> None:
    item = copy.deepcopy(VALID)
    del item["area"], item["exec"]["concurrency"], item["exec"]["expected_status"]
    assert list(flaws(item, SCENARIO)) == [
        "area: is missing",
        "exec.winners: needs concurrency beside it",
    ]
