"""Ablation: which second attempts answer a first one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardwon.guard import ablation
from hardwon.steps.seen import Seen, SeenAttempt

if TYPE_CHECKING:
    from hardwon.steps.step import Status


@pytest.mark.parametrize(
    ("first", "second", "passed", "why"),
    [
        ("a b", "a b", True, ""),
        ("a b", "a b c", True, ""),
        ("a b", "A b", True, ""),
        ("a b b", "a b", True, ""),
        ("a b", "a a b", True, ""),
        ("a b", "a", True, "step 2 of the attempt that failed is missing"),
        ("a b", "b a", True, "step 1 is not step 1"),
        ("a b", "b", True, "step 1 is not step 1"),
        ("a b", "a x b", True, "step 2 is not step 2"),
        ("a b", "", True, "step 1 of the attempt that failed is missing"),
        ("a b", "a", False, ""),
        ("a b", "a b", False, ""),
        ("a b", "x", False, "step 1 is not step 1"),
        ("a b", "", False, "step 1 of the attempt that failed is missing"),
    ],
)
def test_an_attempt_answers_another_if_it_is_the_same_test(first: str, second: str, why: str, *, passed: bool) -> None:
    def attempt(texts: str, status: Status) -> SeenAttempt:
        steps = [Seen(text=text, kind="act", status="passed") for text in texts.split()]
        return SeenAttempt(status=status, steps=steps, digests={})

    found = ablation.unlike(attempt(first, "failed"), attempt(second, "passed" if passed else "failed"))
    assert found.startswith(why) if why else found == ""
