"""What plain steps ask for, and when a text counts as seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.agents.explorer.intents import Intent, intents, words_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Open the account recovery page", [Intent(verb="open", name="account recovery")]),
        ("I go to Settings", [Intent(verb="open", name="Settings")]),
        ("Visit /help/faq.", [Intent(verb="open", name="/help/faq")]),
        ('Click on the "Add to cart" button', [Intent(verb="click", name="Add to cart")]),
        ("Follow Checkout", [Intent(verb="click", name="Checkout")]),
        ("Log out", [Intent(verb="click", name="log out")]),
        ("Enter alice@example.org into Email", [Intent(verb="fill", name="Email", value="alice@example.org")]),
        ("Type 'a and b, then c' in the Note field", [Intent(verb="fill", name="Note", value="a and b, then c")]),
        ("Enter 1 Main Street in Ulm into Street", [Intent(verb="fill", name="Street", value="1 Main Street in Ulm")]),
        ("Set Quantity to 2", [Intent(verb="fill", name="Quantity", value="2")]),
        ("Fill in the city with Vienna", [Intent(verb="fill", name="city", value="Vienna")]),
        (
            "Fill in Street and number with 'Ring 1' and City with Vienna",
            [
                Intent(verb="fill", name="Street and number", value="Ring 1"),
                Intent(verb="fill", name="City", value="Vienna"),
            ],
        ),
        ("Choose Germany for Country", [Intent(verb="choose", name="Country", value="Germany")]),
        ("Tick 'I accept the terms'", [Intent(verb="choose", value="I accept the terms")]),
        ("Check the box 'Gift'", [Intent(verb="choose", value="Gift")]),
        ("Untick Newsletter", [Intent(verb="choose", value="Newsletter", negative=True)]),
        ("Submit the form", [Intent(verb="submit")]),
        ("Search for blue mugs", [Intent(verb="search", value="blue mugs")]),
        (
            "Log in as alice@example.org with password wonderland",
            [Intent(verb="log in", name="alice@example.org", value="wonderland")],
        ),
        ("Log in with 'a b' and 'c d'", [Intent(verb="log in", name="a b", value="c d")]),
        ("Log in", [Intent(verb="click", name="log in")]),
        ('See "Thank you"', [Intent(verb="see", name='See "Thank you"')]),
        ("Don't see 'Out of stock'", [Intent(verb="see", name='Don\'t see "Out of stock"')]),
        ("The page does not show “Error”", [Intent(verb="see", name='The page does not show "Error"')]),
        (
            "Open the mug page, press Add to cart and see 'Added'",
            [
                Intent(verb="open", name="mug"),
                Intent(verb="click", name="Add to cart"),
                Intent(verb="see", name='see "Added"'),
            ],
        ),
        (
            "Visit /nope and the page answers 404",
            [Intent(verb="open", name="/nope"), Intent(verb="see", name="the page answers 404")],
        ),
        (
            'Press Save and "Name" is required, then press Back',
            [
                Intent(verb="click", name="Save"),
                Intent(verb="see", name='"Name" is required'),
                Intent(verb="click", name="Back"),
            ],
        ),
        ("Booking 71 is paid", [Intent(verb="see", name="Booking 71 is paid")]),
        ("Submit is disabled", [Intent(verb="see", name="Submit is disabled")]),
        ('"Absagen" appears five times', [Intent(verb="see", name='"Absagen" appears five times')]),
        ("Enter Hi, it is me into Note", [Intent(verb="fill", name="Note", value="Hi, it is me")]),
        ("Enter St. Pölten into City", [Intent(verb="fill", name="City", value="St. Pölten")]),
        ("Choose Dr. Maier for Arzt", [Intent(verb="choose", name="Arzt", value="Dr. Maier")]),
        ("Open the Zeugnisse of Dr. Huber", [Intent(verb="open", name="Zeugnisse of Dr. Huber")]),
        ("Press J. R. Smith", [Intent(verb="click", name="J. R. Smith")]),
        (
            "Open Mag. Dr. Huber. Press Save.",
            [Intent(verb="open", name="Mag. Dr. Huber"), Intent(verb="click", name="Save")],
        ),
        (
            "Set Quantity to 2. Press Save",
            [Intent(verb="fill", name="Quantity", value="2"), Intent(verb="click", name="Save")],
        ),
        (
            "Set Quantity to 2. The total is 5",
            [Intent(verb="fill", name="Quantity", value="2"), Intent(verb="see", name="The total is 5")],
        ),
        (
            "Open the cart. Two people come",
            [Intent(verb="open", name="cart"), Intent(verb="click", name="Two people come", loose=True)],
        ),
        ("Enter salt and pepper into Note", [Intent(verb="fill", name="Note", value="salt and pepper")]),
        ("Add the mug to the cart", [Intent(verb="click", name="Add the mug to the cart")]),
        ("  ", []),
    ],
)
def test_a_step_is_understood(text: str, expected: list[Intent]) -> None:
    assert list(intents(text)) == expected


@pytest.mark.parametrize("text", ["The cart is empty", "I should see the order number", "Click here to go on"])
def test_an_assertion_only_looks_and_is_kept_as_it_was_said(text: str) -> None:
    assert intents(text, asserts=True) == (Intent(verb="see", name=text),)


def test_a_quoted_text_keeps_the_quotes_that_it_holds() -> None:
    [intent] = intents('See “The "best" mug”', asserts=True)
    assert intent.name == 'See “The "best" mug”'


@pytest.mark.parametrize(
    ("text", "loose"),
    [("Add the mug to the cart", False), ("Two customers buy the last mug at once", True), ("Press Buy", False)],
)
def test_a_step_without_a_verb_that_is_known_may_be_prose(text: str, loose: bool) -> None:
    [intent] = intents(text)
    assert (intent.verb, intent.loose) == ("click", loose)


def test_names_meet_in_a_common_form() -> None:
    assert words_of("Sign in") == words_of("the Log-in page") == {"login"}
    assert words_of("postalCode") == words_of("Postal codes") == {"postal", "code"}
    assert words_of("The menu") == {"menu"} | {"the"}
    assert words_of("E-Mail") == words_of("email") == {"email"}
    assert words_of("Basket") == words_of("Your cart")
    assert words_of("Sign up") == words_of("Register")
    assert words_of("Addresses") == words_of("Address")
    assert words_of("Homepage") == words_of("the start page") == words_of("Home")


@pytest.mark.parametrize(
    ("one", "two"),
    [("Archive", "Archived"), ("Log in", "Logged in"), ("Ship", "Shipping"), ("Add", "Create"), ("May 2026", "2026")],
)
def test_names_of_two_things_do_not_meet(one: str, two: str) -> None:
    assert words_of(one) != words_of(two)


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(text: str) -> None:
    for kind in (True, False):
        assert all(isinstance(intent.name, str) for intent in intents(text, asserts=kind))
