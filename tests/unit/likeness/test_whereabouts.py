"""Whereabouts: what a text says about where something is, if it says nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.likeness.sameness import compare
from hardwon.likeness.whereabouts import Whereabouts, whereabouts

GIFT_CARDS = Whereabouts(frozenset({"gift", "card"}), frozenset({"account", "privaci"}))
WORDINGS = [
    (
        "Gift cards: reached from Account → Privacy",
        'The page "gift cards" is linked on the page "Privacy", which is reached from Account → Privacy.',
    ),
    ("Gift cards: location", "The gift cards page is located under Account -> Privacy."),
    ("Where the gift cards can be found", "You can find the gift cards in Account, on the page Privacy"),
    ("Gift cards", "The link to the gift cards is on the Privacy page of the Account menu."),
    ("Gift cards", "Gift cards are on the privacy page of the account menu."),
]


@pytest.mark.parametrize(("title", "content"), WORDINGS)
def test_many_wordings_say_where_something_is(title: str, content: str) -> None:
    assert whereabouts(title, content) == GIFT_CARDS


@pytest.mark.parametrize(
    ("title", "content"),
    [
        ("Gift cards", "Gift cards under Account → Privacy accept codes of friends"),
        ("Gift cards", "Gift cards are on the Privacy page. They expire."),
        ("Gift cards", "Gift cards are not on the Privacy page"),
        ("Gift cards", "The voucher field is on the Privacy page"),
        ("As a guest", "Gift cards are on the Privacy page"),
        ("Discount", 'The discount is on "Mugs"'),
        ("Product list", 'Product "A" is in the list'),
        ("Search", "The search button is on the Home page"),
        ("Gift cards", "Gift cards are shown"),
        ("", ""),
    ],
)
def test_what_says_more_or_something_else_is_no_whereabouts(title: str, content: str) -> None:
    assert whereabouts(title, content) is None


@pytest.mark.parametrize("one", WORDINGS)
@pytest.mark.parametrize("two", WORDINGS)
def test_the_same_place_in_other_words_is_the_same(one: tuple[str, str], two: tuple[str, str]) -> None:
    assert compare(*one, *two).kind == "same"


@pytest.mark.parametrize("one", WORDINGS)
def test_another_place_contradicts_but_both_may_be_true(one: tuple[str, str]) -> None:
    other = compare(*one, "Gift cards: reached from Help", "The gift cards are linked on the page Help.")
    assert (other.kind, other.certain) == ("contradiction", False)


def test_a_place_named_more_exactly_is_neither() -> None:
    assert compare(*WORDINGS[0], "Gift cards", "The gift cards are on the page Privacy.").kind == "other"


def test_another_thing_in_another_place_is_something_else() -> None:
    one, two = "The search form is on the Home page", "The search button is on the Shop page"
    assert compare("Search form", one, "Search button", two).kind == "other"
    assert compare("Search", one, "Search", two).kind == "other"


@given(st.text(), st.text())
def test_any_text_can_be_asked(title: str, content: str) -> None:
    found = whereabouts(title, content)
    assert found is None or (found.subject and found.place)
