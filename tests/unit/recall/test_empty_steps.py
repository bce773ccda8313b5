"""Steps that say nothing, short steps that say something, and memories of a few observations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardwon.observations.observation import Scope, SuiteEntry
from hardwon.observations.suites import Suite

if TYPE_CHECKING:
    from tests.unit.recall.conftest import Remember

    from hardwon.memory import Memory

NOTES = [
    ("a", "Login modal: opens late", "The login modal appears about two seconds after the page."),
    ("b", "Payment", "Paying by card opens a window of the bank, which has to be confirmed."),
    ("c", "Search page", "The search starts on its own after three letters; the page shows ten results."),
]
SCOPES = [Scope("products", "shop"), Scope("tests", "t_one"), Scope("suites", "smoke")]
ENTRIES = (SuiteEntry("tests/one.yaml", "t_one"),)

EMPTY = [
    "Open the page",
    "Open it",
    "Go there",
    "Go back",
    "Click it",
    "Click on the button",
    "Press the link again",
    "Check it",
    "Check that it is there",
    "Continue",
    "Continue to the next step",
    "Proceed",
    "Wait",
    "Wait for it",
    "Do the same again",
    "Do it once more",
    "Try again",
    "Look at this page",
    "Scroll down",
    "Select the first one",
    "Repeat the previous step",
    "Now do that",
    "Next",
    "Return to the site",
]


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("scope", SCOPES, ids=lambda scope: scope.tier)
def test_a_step_that_says_nothing_gets_nothing(memory: Memory, remember: Remember, scope: Scope, count: int) -> None:
    """However few the observations are, of whatever scope."""
    _keep(remember, scope, count)
    suite = Suite(id="smoke", entries=ENTRIES)
    given = {
        step: [
            each.title
            for each in memory.recall(step, product="shop", test="t_one", suite=suite, position=0).observations
        ]
        for step in EMPTY
    }
    assert {step: titles for step, titles in given.items() if titles} == {}


@pytest.mark.parametrize(
    ("step", "title"),
    [
        ("Log in", "Login modal: opens late"),
        ("Sign in", "Login modal: opens late"),
        ("Open the modals", "Login modal: opens late"),
        ("Check the login", "Login modal: opens late"),
        ("Pay", "Payment"),
        ("Pay by card", "Payment"),
        ("Continue to the payment", "Payment"),
        ("Search", "Search page"),
        ("Open the search page", "Search page"),
        ("Try the search again", "Search page"),
    ],
)
@pytest.mark.parametrize("scope", SCOPES, ids=lambda scope: scope.tier)
def test_a_short_step_gets_what_fits(memory: Memory, remember: Remember, scope: Scope, step: str, title: str) -> None:
    _keep(remember, scope, len(NOTES))
    suite = Suite(id="smoke", entries=ENTRIES)
    found = memory.recall(step, product="shop", test="t_one", suite=suite, position=0)
    assert [each.title for each in found.observations] == [title]


def test_what_is_done_in_any_step_finds_what_is_titled_so(memory: Memory, remember: Remember) -> None:
    remember("a", "Continue button", "The button to continue is below the fold, behind the banner.")
    assert len(memory.recall("Continue", product="shop").observations) == 1
    assert len(memory.recall("Wait", product="shop").observations) == 0


def test_a_step_that_says_nothing_is_told_so(memory: Memory, remember: Remember) -> None:
    _keep(remember, SCOPES[0], 1)
    [rejected] = memory.recall("Open the page", product="shop").rejected
    assert (rejected.reason, rejected.why) == ("subject", "the step does not say what it is about")


def _keep(remember: Remember, scope: Scope, count: int) -> None:
    for name, title, content in NOTES[:count]:
        if scope.tier == "suites":
            remember(name, title, content, scope=scope, position=0, snapshot=ENTRIES)
        else:
            remember(name, title, content, scope=scope)
