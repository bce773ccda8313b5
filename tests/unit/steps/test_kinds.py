"""The kind of a step from its words."""

import re
from pathlib import Path

import pytest

from hardwon.steps.kinds import kind_of

DOCS = Path(__file__).parents[3] / "docs" / "explorer.md"


def documented() -> list[str]:
    """The sentences in the table of what the explorer asserts."""
    part = DOCS.read_text("utf-8").split("## What it asserts", 1)[1].split("\n## ", 1)[0]
    rows = [line.split(" | ", 1)[0] for line in part.splitlines() if line.startswith("| `")]
    return [each for row in rows for each in re.findall("`([^`]+)`", row) if each not in ("at least", "more than")]


def test_the_table_is_found() -> None:
    assert len(documented()) > 30


@pytest.mark.parametrize("text", documented())
def test_what_the_docs_call_an_assertion_is_one(text: str) -> None:
    assert kind_of(text) == "assert"


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
        '"Absagen" appears five times',
        "Booking 71 is paid",
        "Submit is disabled",
        "Delete button is not shown",
        "Search is disabled",
        "Two links are shown",
        "Given the cart is empty",
        "I have two items",
        "Ada cannot edit the order",
        "#1042 is open",
        "Mug costs $12.00",
        "Invoice 12 has the status Paid",
        "Nobody is signed in",
        "Names are sorted",
        "Dr. Maier is selected for Arzt",
        "€12.00 is shown twice",
        "Neither Save nor Cancel is shown",
        '"Email" must not be empty',
        "Paragraph 3 reads: all is well",
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
        "Add the mug to the cart",
        "Buy the mug that is blue",
        "Pay what is due",
        "Book the room where breakfast is included",
        "While the cart is empty, press Pay",
        '"Add to cart"',
        'The "Save" button',
        'Show "Details"',
        'Find "Orders"',
        'List "Orders"',
        "Read the news",
        "I press Save",
        "Remove the item which has expired",
        "Add matches to the cart",
        "Check in",
        "Approve the request",
        "Two customers buy the last mug at the same moment",
        "Visit /nope and the page answers 404",
        "Continue as guest",
        "Order the mug",
        "Share the list with Bob",
    ],
)
def test_acts(text: str) -> None:
    assert kind_of(text) == "act"


def test_long_texts_are_judged_quickly() -> None:
    """Work grows with the length, not faster."""
    for text in ("check " * 20_000, "the " * 20_000, "and, " * 20_000, "a" * 100_000, "the" + " " * 100_000):
        kind_of(text)
