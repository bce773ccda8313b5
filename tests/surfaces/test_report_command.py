"""`hardwon report`: what a past run was, also one of somebody's own loop, which leaves no page."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING

import pytest

import hardwon

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

KNOWN = ("Login modal: opens late", "The login modal appears about two seconds after the page.")


@pytest.fixture
def memory(project: Path) -> hardwon.Memory:
    return hardwon.Memory.open(project)


def test_run_of_an_own_loop_is_shown(call: Cli, memory: hardwon.Memory) -> None:
    given = ("--product", "shop", "--title", KNOWN[0], "--content", KNOWN[1])
    known = call("observations", "add", *given, "--json").document["id"]
    with memory.run(product="shop", test="t_login", area="auth") as run:
        with run.step("Open the login modal") as step:
            step.report(sub_actions=2, used=[known])
        with run.step("The *modal* | is there", kind="assert"):
            pass
    memory.record("cart", passed=True)  # newer, and carried out no tests
    page = call("report").stdout
    assert page.startswith(f"# Run {run.id}: passed\n")
    assert "| t_login | auth | passed | 2 | 2 | " in page
    assert "0 added, 1 confirmed, 0 deprecated, 0 deleted" in page
    assert "Login modal: opens late" in page.split("## What changed")[1].split("Begun")[0]
    assert "carried out by: own loop." in page
    assert "1. passed: Open the login modal (memory: used: Login modal: opens late)" in page
    assert r"2. passed: The \*modal\* \| is there (memory: " in page
    assert call("report", run.id).stdout == page


def test_own_loop_that_failed_says_why(call: Cli, memory: hardwon.Memory) -> None:
    loop = memory.run(product="shop", test="t_pay", area="cart")
    with contextlib.suppress(AssertionError), loop as run, run.step("Pay"):
        raise AssertionError("the card was refused")
    page = call("report").stdout
    assert f"# Run {run.id}: failed" in page
    assert "the card was refused" in page
    assert "1. failed: Pay (memory: none)" in page


def test_run_without_tests_is_refused_by_its_id(call: Cli, memory: hardwon.Memory) -> None:
    memory.record("cart", passed=True)
    assert call("report").code == 3
    assert "carried out no tests" in call("report", memory.runs.ids()[-1]).stderr


@pytest.mark.parametrize(
    ("content", "reason"), [(b"{", "is not JSON"), (b"[]", "must hold an object"), (None, "is missing")]
)
def test_run_json_that_cannot_be_read_is_named(
    call: Cli, memory: hardwon.Memory, content: bytes | None, reason: str
) -> None:
    with memory.run(product="shop", test="t_login") as run, run.step("Open the shop"):
        pass
    path = memory.project.runs / run.id / "run.json"
    path.unlink() if content is None else path.write_bytes(content)
    for given in (("report", run.id), ("report", run.id, "--json")):
        ended = call(*given)
        assert ended.code == 3
        assert f"run.json {reason}" in ended.stderr
    assert "There is no such run here" in call("report").stderr


def test_evidence_in_other_shapes_is_shown_as_far_as_it_goes(call: Cli, memory: hardwon.Memory) -> None:
    with memory.run(product="shop", test="t_login") as run, run.step("Open the shop"):
        pass
    document = dict(memory.runs.summary(run.id).document)
    odd: list[dict[str, object]] = [
        {"memory_log": []},
        {"memory_log": {"deltas": [{}, 3], "errors": [None, {}]}},
        {"tripped": 1, "time": 2},
    ]
    for each in odd:
        memory.runs.record.keep(run.id, {"run.json": json.dumps(document | each).encode()})
        assert call("report").stdout.startswith(f"# Run {run.id}: passed\n")
