"""The kind of a step from its words."""

import pytest

from hardwon.steps.kinds import kind_of


@pytest.mark.parametrize(
    "text",
    [
        "See the order number",
        "Expect a confirmation mail",
        "Verify the cart badge shows 1",
        "verify that nothing is charged",
        "I should see my orders",
        "Do not see the admin menu",
        "Should not see 'Sign in'",
        "The total should be 12.50",
        "Then ensure the session has ended",
        "And then, finally: assert the list is empty",
        "Make sure the banner is gone",
        "Check that the price is right",
        "Check whether a receipt was sent",
        "Check the cart is empty",
        "Confirm the dialog shows two buttons",
        "The dashboard is visible",
        "There are three items in the cart",
        "No error is shown",
        "It must not be possible: it must be refused",
        "The page can't see x but shows y",
        "You no longer see the item",
    ],
)
def test_assertions(text: str) -> None:
    assert kind_of(text) == "assert"


@pytest.mark.parametrize(
    "text",
    [
        "Open the login modal",
        "Click 'See more'",
        "See more reviews",
        "Check the box for the newsletter",
        "Confirm the order",
        "Enter 'should' into the search field",
        "Wait until the modal is visible",
        "Click the button that is shown",
        "Then choose the second one, which should be blue",
        "Log in as the user who has two orders",
        "Select the row that contains Ada",
        "",
        "Overview",
    ],
)
def test_acts(text: str) -> None:
    assert kind_of(text) == "act"


def test_long_texts_are_judged_quickly() -> None:
    """Work grows with the length, not faster."""
    for text in ("check " * 20_000, "the " * 20_000, "and, " * 20_000, "a" * 100_000, "the" + " " * 100_000):
        kind_of(text)
