"""The rules curator does not take for news what a step was given and used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import hardwon
from hardwon.curation.by_rules import propose
from hardwon.steps.seen import Lesson, Seen

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

TOLD = {"obs_a": 'Gift cards: reached from Account → Privacy\nThe page "gift cards" is linked on the page "Privacy".'}
RETOLD = "The gift cards page is in Account, next to Privacy."


def actions(content: str, **parts: Any) -> list[str]:
    step: dict[str, Any] = {
        "text": "Open the gift cards",
        "kind": "act",
        "status": "passed",
        "sub_actions": 1,
        "injected": ["obs_a"],
        "told": TOLD,
        "used": ["obs_a"],
        "lessons": [Lesson(title="Gift cards", content=content, scope="product")],
    }
    return [decision.action for decision in propose([Seen(**{**step, **parts})])]


def test_what_was_given_and_used_is_confirmed_and_not_added_in_other_words() -> None:
    assert actions(RETOLD) == ["update"]


@pytest.mark.parametrize(
    "parts",
    [{"sub_actions": 3}, {"retries": 1}, {"used": []}, {"used": ["obs_b"]}],
    ids=["explored", "healed", "not used", "another one used"],
)
def test_what_was_explored_or_not_given_may_be_news(parts: dict[str, Any]) -> None:
    assert "add" in actions(RETOLD, **parts)


@pytest.mark.parametrize(
    "content",
    [
        "A gift card in Account, under Privacy, holds 25 euros.",
        'The gift cards page in Account and Privacy shows "Sold out".',
        "The gift cards page is not in Account and Privacy.",
        "Unpaid invoices block every gift card.",
    ],
    ids=["a number", "a value", "a denial", "other words"],
)
def test_a_lesson_that_says_more_is_news(content: str) -> None:
    assert actions(content) == ["update", "add"]


def test_a_run_that_is_curated_from_its_evidence_knows_what_its_steps_were_told(project: Path, call: Cli) -> None:
    (project / "hardwon.yaml").write_text("services: {memory: {curatorEnabled: false}}\n")
    told = ("--title", "Gift cards", "--content", "The gift cards are on the page Privacy of the Account menu.")
    call("observations", "add", "--product", "shop", *told)
    with hardwon.Memory.open(project).run(product="shop", test="t") as run, run.step("Open the gift cards") as step:
        step.report(sub_actions=1, used=[hint.id for hint in step.observations])
        step.learned("Gift cards", RETOLD)
    (project / "hardwon.yaml").unlink()
    log = call("curate", run.id, "--json").document
    assert (log["added"], log["confirmed"], log["errors"]) == (0, 1, [])
