"""Every form of a sentence has a sentence in the tables, and everything that can be claimed has a check."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from tests.agents.tables import pages_and_sentences

from hardwon.agents.explorer.checking import CHECKS
from hardwon.steps import assertions
from hardwon.steps.asserted import Op
from hardwon.steps.placed import PLACED
from hardwon.steps.sentence_forms import FORMS

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

    import pytest

    from hardwon.steps.asserted import Sentence

    Make = Callable[[re.Match[str], list[str]], Sentence | None]


def test_every_form_is_that_of_a_sentence_in_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new form without one? Add it to tests/agents/hard.yaml, true and false."""
    untried = {pattern for pattern, _ in (*PLACED, *FORMS)}

    def noted(pattern: str, make: Make) -> tuple[str, Make]:
        def made(match: re.Match[str], quoted: list[str]) -> Sentence | None:
            said = make(match, quoted)
            untried.difference_update({pattern} if said is not None else ())
            return said

        return pattern, made

    monkeypatch.setattr(assertions, "PLACED", tuple(noted(*form) for form in PLACED))
    monkeypatch.setattr(assertions, "FORMS", tuple(noted(*form) for form in FORMS))
    for _, sentences in pages_and_sentences():
        for _, text in sentences:
            assertions.understood(text)
    assert untried == set()


def test_everything_that_can_be_claimed_has_a_check() -> None:
    assert set(CHECKS) == set(get_args(Op))
