"""Which part of a page is what a step names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.agents.explorer import fitting
from hardwon.agents.explorer.intents import words_of
from hardwon.agents.explorer.parsing import parse
from hardwon.agents.explorer.search import Visited

if TYPE_CHECKING:
    from hardwon.agents.explorer.page import Page

URL = "http://shop.example/x"


def page(html: str) -> Page:
    return parse(html, URL)


def test_the_name_that_says_least_else_is_pressed() -> None:
    found = fitting.clickable(page("<a href=/a>Save and close</a><a href=/b>Save</a>"), words_of("save"))
    assert found is not None
    assert found.name == "Save"


def test_what_a_button_does_not_say_the_page_may_say() -> None:
    mug = page("<h1>Mug</h1><form><button>Add to cart</button></form>")
    shirt = page("<h1>Shirt</h1><form><button>Add to cart</button></form>")
    goal = words_of("Add the mug to the cart")
    assert fitting.clickable(mug, goal) is not None
    assert fitting.clickable(shirt, goal) is None


def test_a_field_of_the_form_that_is_being_filled_in_comes_first() -> None:
    both = page("<form><label>Name <input name=a></label></form><form><label>Name <input name=b></label></form>")
    for typed in (0, 1):
        found = fitting.field_named(both, words_of("name"), typed)
        assert found is not None
        assert found.form == typed


def test_the_option_that_says_least_else_is_chosen() -> None:
    html = "<form><label>Shipping <select name=s><option>Express plus<option>Express</select></label></form>"
    found = fitting.choice(page(html), words_of("express"), words_of("shipping"))
    assert found is not None
    assert found.value == "Express"
    assert fitting.choice(page(html), words_of("express"), words_of("payment")) is None


def test_choosing_a_radio_button_clears_the_others_of_its_group() -> None:
    html = """<form><label><input type=radio name=p value=a checked> Card</label>
    <label><input type=radio name=p value=b> Invoice</label>
    <label><input type=radio name=q value=c> Card</label></form>"""
    found = fitting.choice(page(html), words_of("invoice"), frozenset())
    assert found is not None
    assert (found.field, found.value, found.others) == (1, "b", (0,))


def test_a_registration_is_no_login() -> None:
    login = "<form><input name=u><input type=password name=p><input type=hidden name=t></form>"
    register = "<form><input name=u><input name=name><input type=password name=p></form>"
    change = "<form><input type=password name=old><input type=password name=new></form>"
    assert fitting.login_form(page(login)) is not None
    assert fitting.login_form(page(register + change)) is None


def test_a_page_is_known_by_its_heading_not_by_one_that_says_more() -> None:
    here = Visited(page("<title>Security settings · Shop</title><h1>Security settings</h1>"), URL)
    assert fitting.is_page(here, words_of("security settings"))
    assert not fitting.is_page(here, words_of("settings"))
