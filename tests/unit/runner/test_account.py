"""What people are told of a run: the step that failed, why, what was seen, and what ablation found."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from hardwon import Memory
from hardwon.curation import by_hand, guarded
from hardwon.observations.observation import Scope
from hardwon.runner import account, report
from hardwon.runner import session as sessions
from hardwon.runner.session import Session
from hardwon.steps.place import Place

if TYPE_CHECKING:
    from pathlib import Path

    from hardwon.runner.attempt import Attempt

STEPS = ("Open the account recovery page", 'See "Recovery code sent"')
TITLE = "Account recovery: reached from Settings → Security"


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    memory = Memory.open(tmp_path)
    proposal = guarded.Proposal(
        scope=Scope("products", "shop"),
        title=TITLE,
        content="The account recovery page is linked from Security, which is linked from Settings.",
        source_test="manual",
        origin="person",
    )
    by_hand.add(memory.desk, proposal)
    return memory


def attempted(session: Session, place: Place, number: int, *, passes: bool) -> Attempt:
    """Opens the page, then fails at the second step, or passes."""
    attempt = session.attempt(place, number=number, with_memory=number == 1)
    with attempt.step(STEPS[0]) as step:
        step.report(sub_actions=8 if number == 1 else 22, used=step.injected)
    with suppress(AssertionError), attempt.step(STEPS[1], "assert") as step:
        step.report(sub_actions=1, observation="The page says: Not available any more")
        assert passes, 'the page "Recovery" does not show "Recovery code sent"'
    return attempt


def document(memory: Memory, *outcomes: bool) -> dict[str, Any]:
    session = Session(desk=memory.desk)
    place = Place(product="shop", test="t_recovery")
    attempts = [attempted(session, place, number, passes=passes) for number, passes in enumerate(outcomes, 1)]
    session.conclude(sessions.Tested(id="t_recovery", area="account"), place, *attempts)
    return session.document(1, session.finish())


def test_failure_names_the_step_the_reason_and_what_was_seen(memory: Memory) -> None:
    told = document(memory, False)
    lines = account.failure(told["tests"][0])
    assert lines[0] == f"Step 2: {STEPS[1]}"
    assert lines[1].startswith('Why: AssertionError: the page "Recovery" does not show')
    assert lines[2] == "Seen: The page says: Not available any more"


@pytest.mark.parametrize("second", [True, False])
def test_after_an_ablation_both_attempts_are_told(memory: Memory, *, second: bool) -> None:
    [test] = document(memory, False, second)["tests"]
    lines = account.tried(test, "page loads")
    assert lines[1].startswith("With memory: failed (2 steps, 9 page loads). Step 2: ")
    assert lines[2].startswith(f"Without memory: {'passed' if second else 'failed'} (2 steps, 23 page loads)")
    assert bool(account.failure(test)) is not second


def test_every_report_says_the_same(memory: Memory) -> None:
    told = document(memory, False, False)
    case = ET.fromstring(report.junit(told)).find(".//failure")  # noqa: S314 - our own
    [entry] = json.loads(report.ctrf(told))["results"]["tests"]
    page = report.markdown(told)
    assert case is not None
    for text in (case.get("message") or "", entry["message"], page):
        assert "Recovery code sent" in text
    assert len((case.text or "").splitlines()) > 3
    for text in (case.text or "", entry["trace"], page):
        assert all(part in text for part in ("Step 2", "Not available any more", "Without memory: failed"))


def test_pass_without_memory_is_told_in_every_report(memory: Memory) -> None:
    told = document(memory, False, True)
    case = ET.fromstring(report.junit(told)).find(".//system-out")  # noqa: S314 - our own
    [entry] = json.loads(report.ctrf(told))["results"]["tests"]
    assert case is not None
    for text in (case.text or "", "\n".join(entry["stdout"]), report.markdown(told)):
        assert "failed with memory, passed without" in text
        assert "With memory: failed (2 steps, 9 actions). Step 2: " in text
        assert "Without memory: passed (2 steps, 23 actions)" in text
        assert ".." not in text
    assert "trace" not in entry


def test_page_speaks_of_titles_and_of_what_memory_did(memory: Memory) -> None:
    page = report.markdown(document(memory, True))
    assert f"t_recovery, {STEPS[0]}: {TITLE} (used)" in page
    assert f"confirmed: {TITLE} (trust 0.5 → 0.55)" in page
    assert "obs_" not in page


@pytest.mark.parametrize(
    ("agent", "unit"), [("hardwon.agents.explorer:agent", "page loads"), ("own:agent", "actions"), (None, "actions")]
)
def test_actions_are_called_what_they_are(agent: str | None, unit: str) -> None:
    assert account.actions({"agent": agent}) == unit


def test_test_that_could_not_start_says_why() -> None:
    test: dict[str, Any] = {"status": "error", "reason": "the target is down", "summary": "", "steps": []}
    assert account.failure(test) == ["Why: the target is down"]
    assert account.headline(test) == "the target is down"
