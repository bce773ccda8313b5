"""What a page says to a sentence: yes, no, or that it cannot be told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.agents.explorer.checking import judged
from hardwon.agents.explorer.parsing import parse

ORDER = parse(
    """<h1>Order</h1><p>Unpaid</p><p>Total: 50.00 EUR</p><p>Reference D-2026-7, for alice@example.org</p>
    <button>Pay</button><button disabled>Refund</button><input aria-label="Code" value="ABC"><p>No items""",
    "http://shop.example/orders/7",
)


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ('See "Total: 5"', False),
        ('See "Total: 50"', None),
        ('See "Total: 50.00"', True),
        ('See "0.00 EUR"', False),
        ('See "Paid"', False),
        ('See "unpaid"', True),
        ('See "example.org"', None),
        ('See "D-2026"', None),
        ('See "ABC"', None),
        ('The button "Pay" is disabled', False),
        ('The button "Refund" is disabled', True),
        ('The page shows "Unpaid" and not "Shipped"', True),
        ('The page shows "Shipped" and not "Unpaid"', False),
        ('The page does not show "Unpaid" and "Shipped"', None),
        ('The page does not show "Paid" or "Shipped"', True),
        ('See "Unpaid" in green', None),
        ("There are no items", True),
        ("The order is handled gracefully", None),
        ("", None),
        ('""', None),
    ],
)
def test_a_sentence_is_judged_exactly_or_not_at_all(sentence: str, answer: bool | None) -> None:
    assert judged(sentence, ORDER) is answer


@pytest.mark.parametrize(
    ("html", "sentence", "answer"),
    [
        ("<p>You are not logged in.</p>", "You are logged in", False),
        ("<p>Please log in</p>", "logged in", None),
        ("<p>You can be logged in on two devices.</p>", "You are logged in", None),
        ("<dl><dt>Open fees<dd>none</dl>", "There are no open fees", None),
        ("<p>Refunds are paid if you are logged in</p>", "you are logged in", None),
        ("<p>Status: Paid</p>", 'The status is "Unpaid"', False),
        ("<p>13 books found</p>", "3 books found", False),
        ("<p>Thank you<br>for your order</p>", 'See "Thank you for your order"', True),
        ("<p>Total</p><p>5 items</p>", 'See "Total 5"', None),
        ("<p>-5.00 EUR</p>", 'See "5.00 EUR"', None),
        ("<a href=/pay>Pay</a>", 'There is a button "Pay"', None),
        ("<p hidden>Secret</p><p>x", 'The page does not show "Secret"', True),
    ],
)
def test_what_a_page_does_not_say_is_not_read_into_it(html: str, sentence: str, answer: bool | None) -> None:
    assert judged(sentence, parse(html, "http://shop.example/")) is answer


def test_nothing_is_said_about_a_page_on_which_nothing_can_be_read() -> None:
    page = parse(
        '<div id="root"></div><noscript>You need to enable JavaScript.</noscript><script>1</script>', "http://x/"
    )
    assert page.blank
    assert judged('The page does not show "Error"', page) is None


def test_what_a_cut_page_does_not_show_is_not_claimed() -> None:
    page = parse("<p>First", "http://shop.example/", cut=True)
    assert judged('See "First"', page) is True
    assert judged('Do not see "Last"', page) is None


@given(st.text(max_size=300))
def test_any_sentence_is_judged_without_an_error(text: str) -> None:
    assert judged(text, ORDER) in (True, False, None)
