"""Sameness: same, contradiction, or something else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.likeness.claims import claim
from hardwon.likeness.sameness import compare

TITLE = "Checkout as a guest"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("The order is listed.", "The order is listed."),
        ("I should not see images.", "I should not see any images."),
        ("The item appears in the shop.", "The item appears in the store."),
        ("There is no discount.", "There is no discount applied."),
        ("You are notified about the successful creation.", "You are notified that it was successfully created."),
        ('The "Blue" theme should be in the list', 'The theme "Blue" should be in the list'),
        ("The dialog opens after 2 seconds", "The modal opens after two seconds"),
        ("It doesn't close", "It does not close"),
        ("The homepage shows a banner", "The home page shows a banner"),
        ("The homepage shows a banner", "The home screen displays a banner"),
    ],
)
def test_another_wording_is_the_same(one: str, two: str) -> None:
    assert compare(TITLE, one, TITLE, two).kind == "same"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("The button is shown.", "The button is not shown."),
        ("The total is $10.00", "The total is $12.00"),
        ('I see "$10.00" as the total', 'I see "$12.00" as the total'),
        ("The dialog opens after two seconds", "The dialog opens after five seconds"),
        ("The button is enabled", "The button is disabled"),
        ("The field is required", "The field is optional"),
        ("The field is mandatory", "The field is optional"),
        ("The menu displays the total", "The menu hides the total"),
        ("Guests are permitted to order", "Guests are denied to order"),
        ("The box is selected", "The box is deselected"),
        ("The report is always sent", "The report is never sent"),
        ("You can save without a name", "You cannot save without a name"),
    ],
)
def test_an_amount_or_a_denial_contradicts(one: str, two: str) -> None:
    assert compare(TITLE, one, TITLE, two).kind == "contradiction"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("The name is required", "The code is required"),
        ('Product "A" is in the list', 'Product "B" is in the list'),
        ('The order "#00000001" is paid', 'The order "#00000002" is paid'),
        ("Step 2 shows the address", "Step 3 shows the address"),
        ('From "A" to "B"', 'From "B" to "A"'),
        ('The code is "shield"', 'The code is "Shield"'),
        ("The first name is missing", "The last name is missing"),
        ("The button is enabled, the field is not", "The button is not enabled, the field is"),
        ("It cannot be saved without a name", "It can be saved with a name"),
        ('The total is "$10" for "DHL"', 'The total is "$12" for "UPS"'),
        ("Enter the name", "The invoice is sent by mail"),
        ("The checkout page has section 1.", "The checkout page has section 2."),
        ("Worker 1 saw the badge of the cart.", "Worker 2 saw the badge of the cart."),
        ("The homepage shows a banner", "The page shows a banner"),
        ("The home page shows a banner", "The page shows a banner"),
        ("The home screen shows a banner", "The screen shows a banner"),
        ("The currency is set in the profile", "The currency is a preference in the profile"),
        ("The language is set in the menu", "The language is a preference in the menu"),
    ],
)
def test_another_subject_is_neither(one: str, two: str) -> None:
    assert compare(TITLE, one, TITLE, two).kind == "other"


def test_under_another_title_nothing_contradicts() -> None:
    """As a guest and as a member the opposite may both be true."""
    assert compare("As a guest", "The button is shown.", "As a member", "The button is not shown.").kind == "other"


def test_under_another_title_the_same_words_are_about_something_else() -> None:
    assert compare("Invoice page", "Saving takes long.", "Ticket page", "Saving takes long.").kind == "other"


def test_a_title_that_only_says_more_does_not_part_the_same_content() -> None:
    assert compare("Invoice page", "Saving takes long.", "The invoice", "Saving takes long.").kind == "same"


def test_a_title_that_narrows_parts_a_content_that_says_little() -> None:
    for title in ("Archived invoice page", "The new invoice page", "Invoice page as a guest"):
        assert compare("Invoice page", "Saving takes long.", title, "Saving takes long.").kind == "other"


def test_a_title_that_repeats_its_content_leaves_the_word_to_the_content() -> None:
    one, two = "The save button of the form is shown", "The save button of the form is not shown"
    assert compare(one, one, two, two).kind == "contradiction"


def test_without_a_title_another_amount_is_another_case() -> None:
    """Which total is meant, nothing says: one of them must not take trust from the other."""
    one, two = "The total of the order is $10.00", "The total of the order is $12.00"
    assert compare(one, one, two, two).kind == "other"
    assert compare(one[:20], one, two[:20], two).kind == "other"


def test_a_short_name_that_opens_the_content_says_what_the_amount_is_of() -> None:
    assert compare("Checkout", "Checkout asks for 2 names", "Checkout", "Checkout asks for 3 names").kind == (
        "contradiction"
    )


def test_where_something_is_denied_another_amount_contradicts_nothing() -> None:
    assert compare(TITLE, "A code of 3 digits is not taken", TITLE, "A code of 5 digits is not taken").kind == "other"


def test_without_a_title_of_its_own_a_short_text_is_not_merged_with_a_longer_one() -> None:
    assert compare("Prices", "Prices", "Wholesale prices", "Wholesale prices").kind == "other"


TEXTS = st.lists(
    st.sampled_from(["the", "button", "is", "not", "shown", '"A"', '"B"', "2", "$5.00", "hidden", "list", "no"]),
    min_size=1,
    max_size=8,
).map(" ".join)


@given(TEXTS, TEXTS)
def test_the_order_of_the_two_does_not_matter(one: str, two: str) -> None:
    assert compare("T", one, "T", two).kind == compare("T", two, "T", one).kind


@given(TEXTS, TEXTS)
def test_what_is_the_same_names_the_same_values_and_denies_as_often(one: str, two: str) -> None:
    if compare("T", one, "T", two).kind == "same":
        assert claim(one).values == claim(two).values
        assert len(claim(one).denied) == len(claim(two).denied)


@given(st.text(), st.text())
def test_any_text_can_be_compared(one: str, two: str) -> None:
    assert compare(one, two, two, one).kind in ("same", "contradiction", "other")
