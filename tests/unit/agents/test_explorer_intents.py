"""What plain steps ask for, and when a text counts as seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.agents.explorer.intents import Intent, intents, shows, words_of


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
        ('See "Thank you"', [Intent(verb="see", name="Thank you", exact=True)]),
        ("Don't see 'Out of stock'", [Intent(verb="see", name="Out of stock", negative=True, exact=True)]),
        ("The page does not show “Error”", [Intent(verb="see", name="Error", negative=True, exact=True)]),
        (
            "Open the mug page, press Add to cart and see 'Added'",
            [
                Intent(verb="open", name="mug"),
                Intent(verb="click", name="Add to cart"),
                Intent(verb="see", name="Added", exact=True),
            ],
        ),
        ("Add the mug to the cart", [Intent(verb="click", name="Add the mug to the cart")]),
        ("  ", []),
    ],
)
def test_a_step_is_understood(text: str, expected: list[Intent]) -> None:
    assert list(intents(text)) == expected


@pytest.mark.parametrize(
    ("text", "name", "negative"),
    [
        ("The cart is empty", "The cart is empty", False),
        ("The page shows the total", "the total", False),
        ("I should see the order number", "the order number", False),
        ("There is no error message", "error message", True),
        ("The login form is no longer visible", "The login form", True),
        ("Click here to go on", "Click here to go on", False),
    ],
)
def test_an_assertion_only_looks(text: str, name: str, negative: bool) -> None:
    [intent] = intents(text, asserts=True)
    assert (intent.verb, intent.name, intent.negative) == ("see", name, negative)


def test_every_quoted_text_of_an_assertion_counts() -> None:
    assert [intent.name for intent in intents('See "Total" and "13.90 EUR"', asserts=True)] == ["Total", "13.90 EUR"]


def test_text_is_seen_whatever_its_case_and_spacing() -> None:
    assert shows(["Thank  you, Ada"], "thank you, ada", exact=True)
    assert shows(["Thank", "you"], "thank you", exact=True)
    assert not shows(["Thank you"], "Thank them", exact=True)


def test_unquoted_text_is_seen_when_its_words_share_a_paragraph() -> None:
    assert shows(["Your order has the number 7"], "order number", exact=False)
    assert not shows(["Your order", "A number"], "order number", exact=False)
    assert not shows(["Your order has the number 7"], "order number", exact=True)


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


def test_a_page_that_asks_to_log_in_does_not_show_that_one_is_logged_in() -> None:
    assert not shows(["Please log in"], "logged in", exact=False)


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(text: str) -> None:
    for kind in (True, False):
        assert all(isinstance(intent.name, str) for intent in intents(text, asserts=kind))
