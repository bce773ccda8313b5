"""Every rule keeps its word: it blocks what it says and lets pass what it says."""

from __future__ import annotations

import re

import pytest

from hardwon.guard.scanner import scan
from hardwon.guard.scanner.phrases import compiled
from hardwon.guard.scanner.rules import every_rule

LANGUAGES = ("en", "de", "fr", "es", "pt", "it", "ru", "zh", "ja", "ko", "hi", "ar")
TOPICS = ("override", "role", "reveal", "conceal", "secrets")

BLOCKED = [(rule.id, text) for rule in every_rule() for text in rule.blocks]
PASSED = [(rule.id, text) for rule in every_rule() for text in rule.passes]


@pytest.mark.parametrize(("rule", "text"), BLOCKED)
def test_a_rule_finds_its_own_examples(rule: str, text: str) -> None:
    verdict = scan("", text)
    assert verdict.outcome == "unsafe"
    assert rule in {finding.rule for finding in verdict.findings}


@pytest.mark.parametrize(("rule", "text"), PASSED)
def test_no_rule_finds_what_a_rule_lets_pass(rule: str, text: str) -> None:
    """Also from a person: what the product does is remembered, however close its words are."""
    assert scan("", text).outcome != "unsafe", rule
    assert scan("", text).safe


@pytest.mark.parametrize(("rule", "text"), BLOCKED)
def test_a_finding_points_into_the_original(rule: str, text: str) -> None:
    for finding in scan("", text).findings:
        assert 0 <= finding.position < finding.end <= len(text)


def test_rules_are_told_apart_and_explained_in_one_line() -> None:
    assert len({rule.id for rule in every_rule()}) == len(every_rule())
    for rule in every_rule():
        assert re.fullmatch(r"[A-Z][^\n]{10,100}\.", rule.reason), rule.id
        assert rule.blocks, rule.id
        assert rule.passes, rule.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_topic(language: str) -> None:
    ids = {rule.id for rule in every_rule()}
    assert {f"{topic}.{language}" for topic in TOPICS} <= ids


def test_the_end_of_a_clause_may_stand_for_words() -> None:
    pattern = re.compile(compiled("tell nobody|no_one about|$").pattern)
    assert [bool(pattern.search(f"\n{view}\n")) for view in ("tell no one", "tell nobody about it")] == [True, True]
    assert not pattern.search("\ntell nobody else\n")
