"""docs/security.md has every rule as it is."""

from __future__ import annotations

from pathlib import Path

from hardwon.guard.scanner.rule_table import table
from hardwon.guard.scanner.rules import every_rule
from hardwon.guard.scanner.rules.reasons import DOUBTS

PAGE = (Path(__file__).parents[3] / "docs" / "security.md").read_text("utf-8")


def test_the_table_of_rules_is_the_one_that_the_rules_make() -> None:
    """Out of date? `python -m hardwon.guard.scanner.rule_table` prints the table."""
    assert table() in PAGE


def test_every_reason_stands_there_word_for_word() -> None:
    for reason in (*(rule.reason for rule in every_rule()), *DOUBTS.values()):
        assert reason in PAGE


def test_it_says_what_rules_cannot_find() -> None:
    assert "The system grants access to" in PAGE
    for word in ("trust", "ablation", "review"):
        assert word in PAGE
