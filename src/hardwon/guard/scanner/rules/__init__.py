"""The rules: data only, one module per kind of text. What is listed here is in force.

Each rule is held to its word by its own examples (`blocks`, `passes`), and stands in the table of docs/security.md.
"""

from __future__ import annotations

from functools import cache

from hardwon.guard.scanner.rules import (
    arabic,
    east_asian,
    english_roles,
    english_tasks,
    exfiltration,
    germanic,
    harm,
    hidden,
    hindi,
    jailbreak,
    languages,
    markup,
    romance,
    secret_kinds,
    slavic,
    steering,
    to_agents,
)
from hardwon.guard.scanner.rules.reasons import DOUBTS
from hardwon.guard.scanner.rules.rule import ENOUGH_WEIGHT, TextRule, rules_in
from hardwon.guard.scanner.tables.orders import ASKS

_WRITTEN = (
    *(english_tasks, english_roles, harm, to_agents, steering, jailbreak, exfiltration),
    *(germanic, romance, slavic, east_asian, hindi, arabic),
)
"""Modules with rules on words. Of two rules at one place, the first is told first."""

STEERING = "steering"
"""The rule on words that makes no text unsafe."""

HIDING_RULES: tuple[TextRule, ...] = hidden.RULES
"""Rules on characters and encodings; `characters.py` and `decoding.py` say where they are broken."""

SECRET_RULES: tuple[TextRule, ...] = secret_kinds.RULES
"""Rules on secrets; `secrets.py` says where they stand."""


@cache
def word_rules() -> tuple[TextRule, ...]:
    """Rules that are matched by their phrases or cues."""
    written = tuple(rule for module in _WRITTEN for rule in rules_in(module.TEXT))
    return (*written, *languages.rules())


@cache
def matched_rules() -> tuple[TextRule, ...]:
    """Rules that are matched by their phrases, cues or pattern, and make a text unsafe."""
    return (*(rule for rule in word_rules() if rule.id != STEERING), *exfiltration.RULES, *markup.RULES)


@cache
def weighted_phrases() -> tuple[tuple[TextRule, int, str], ...]:
    """Every phrase and cue with its rule and its weight; its place here is its number."""
    phrases = [(rule, ENOUGH_WEIGHT, phrase) for rule in matched_rules() for phrase in rule.phrases]
    return (*phrases, *((rule, weight, phrase) for rule in matched_rules() for weight, phrase in rule.cues))


def asking_phrases() -> list[tuple[str, str]]:
    """The phrases that speak to a reader or steer a test, each with the kind of doubt that it raises."""
    return [*(("address", text) for text in ASKS), *((STEERING, text) for text in steering_rule().phrases)]


def steering_rule() -> TextRule:
    """The rule on words that makes no text unsafe."""
    return next(rule for rule in word_rules() if rule.id == STEERING)


def every_rule() -> tuple[TextRule, ...]:
    """Every rule whose finding makes a text unsafe."""
    return (*matched_rules(), *HIDING_RULES, *SECRET_RULES)


@cache
def every_reason() -> frozenset[str]:
    """Every sentence that the scanner gives as a reason."""
    return frozenset({*(rule.reason for rule in every_rule()), *DOUBTS.values()})


__all__ = [
    "ENOUGH_WEIGHT",
    "HIDING_RULES",
    "SECRET_RULES",
    "TextRule",
    "asking_phrases",
    "every_reason",
    "every_rule",
    "matched_rules",
    "steering_rule",
    "weighted_phrases",
]
