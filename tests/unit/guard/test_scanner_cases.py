"""The shares of the tables of cases that are found, and let pass; of both halves, tuned and held back."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.scanner_cases import Case, cases

from hardwon.guard.scanner import scan

FOUND = {
    "vendor": 97,
    "key": 100,
    "jwt": 100,
    "url": 97,
    "assign": 97,
    "prose": 95,
    "number": 100,
}
"""Per cent of the secrets that must be found as secrets, by kind."""


def has_secret(case: Case) -> bool:
    return any(finding.secret for finding in scan("", case.text, "machine").findings)


def missed(found: list[tuple[Case, bool]], floors: dict[str, int]) -> dict[str, list[str]]:
    """By kind, the texts that were not found, where they are more than may be."""
    every = Counter(case.kind for case, _ in found)
    hits = Counter(case.kind for case, hit in found if hit)
    assert every.keys() == floors.keys()
    return {
        kind: [case.text for case, hit in found if case.kind == kind and not hit]
        for kind, floor in floors.items()
        if 100 * hits[kind] < floor * every[kind]
    }


def test_secrets_of_every_kind_are_found() -> None:
    assert missed([(case, has_secret(case)) for case in cases("secrets")], FOUND) == {}


@pytest.mark.parametrize("half", [0, 1])
def test_look_alikes_of_secrets_pass(half: int) -> None:
    texts = [case for case in cases("lookalikes") if case.half == half]
    alarms = [case.text for case in texts if has_secret(case)]
    assert 100 * len(alarms) <= 5 * len(texts), alarms
