"""What costs, ends or destroys something is done only where the step asks for it: links, redirects, forms."""

# ruff: noqa: E501 - a page reads best on one line

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.agents.sites.serving import Answered, serve

from hardwon.agents import CannotRun, PlainStep
from hardwon.agents.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.agents.sites.serving import Asked, Site

LINKS = """<a href=/newsletter/unsubscribe>Newsletter</a> <a href=/u>Unsubscribe from the digest</a>
<a href=/gifts/7/kuendigen>Gift list</a> <a href=/harmless>Offers</a> <a href=/refreshed>Prices</a> <a href=/goods>Goods</a> <a href=/enter>Enter</a>
<a href=/account>Account</a> <a href=/bookings>Bookings</a>
<a href=/konto>Mein Konto löschen</a> <a href=/bye>Bye</a> <a href=/moved>Old goods</a>"""
PAGES = {
    "/": f"<h1>Shop</h1>{LINKS}",
    "/goods": "<h1>Goods</h1>",
    "/account": "<h1>Account</h1><a href=/account/close>Close my account</a> <a href=/profile>Profile</a> <a href=/account/delete>Delete page</a>"
    "<form method=post action=/account/drop><button>Withdraw all the money</button></form>",
    "/bookings": "<h1>Bookings</h1><a href=/bookings/clear>Remove all</a> <a href=/logout?all=1>Sign out everywhere</a> <a href=/bookings/cancel>Cancel bookings</a>",
    "/enter": "<h1>Enter</h1><form method=post action=/account/delete><input name=u><input type=password name=p>"
    "<button>Log in</button></form>",
    "/refreshed": "<meta http-equiv=refresh content='0; url=/orders/5/cancel'><h1>Prices</h1>",
}
LEADS = {"/harmless": "/account/delete", "/bye": "/logout", "/moved": "/goods"}
COSTLY = ("delete", "unsubscribe", "cancel", "logout", "kuendigen", "close", "clear", "drop")


def view(asked: Asked) -> Answered:
    if asked.path in LEADS:
        return Answered(status=302, location=LEADS[asked.path])
    return Answered(PAGES.get(asked.path, f"<h1>Done {asked.path}</h1>"))


@pytest.fixture
def site() -> Iterator[Site]:
    with serve(view) as running:
        yield running


def done(site: Site, *texts: str) -> Any:
    state: dict[str, Any] = {}
    for text in texts[:-1]:
        assert Explorer()(PlainStep(text=text, url=site.url, state=state)).passed
    return Explorer()(PlainStep(text=texts[-1], url=site.url, state=state))


def costly(site: Site) -> list[str]:
    return [each for each in site.requests if any(word in each for word in COSTLY)]


@pytest.mark.parametrize(
    "steps",
    [
        ["Open the Newsletter page"],
        ["Open the Gift list"],
        ["Open the Offers page"],
        ["Open the Prices page"],
        ["Press Offers"],
        ["Follow Bye"],
        ["Press Prices"],
        ["Open /harmless"],
        ["Open /refreshed"],
        ["Open the Bahamas page"],
        ["Open the Enter page", "Log in as ada with password x"],
        ["Open the Account page", 'Press "Close"'],
        ["Open the Account page", "Press Close"],
        ["Open the Account page", "Press the Close button"],
        ["Open the Account page", "Close the menu"],
        ["Open the Account page", "Try to press Close"],
        ["Open the Account page", "Close it"],
        ["Open the Account page", "Press Delete"],
        ["Open the Account page", "Press Withdraw"],
        ["Open the Account page", "Submit Money"],
        ["Open the Account page", "Open the Close page"],
        ["Open the Account page", "Go to Close"],
        ["Open the Close page"],
        ["Go to Delete"],
        ["Open the Bookings page", "Press Remove"],
        ["Open the Bookings page", 'Click "Remove"'],
        ["Open the Bookings page", "Press Cancel booking"],
        ["Open the Bookings page", "Log out"],
    ],
    ids=str,
)
def test_what_the_step_does_not_ask_for_is_not_done_and_nothing_is_said(site: Site, steps: list[str]) -> None:
    with pytest.raises(CannotRun):
        done(site, *steps)
    assert costly(site) == []


@pytest.mark.parametrize(
    "steps",
    [
        ["Press Digest"],
        ["Click Konto"],
        ["Open the Enter page", "Enter ada into u", "Enter x into p", "Press Log in"],
    ],
    ids=str,
)
def test_a_link_or_form_that_does_more_than_the_step_names_is_left_alone(site: Site, steps: list[str]) -> None:
    assert not done(site, *steps).passed
    assert costly(site) == []
    assert not {"GET /u", "GET /konto"} & set(site.requests)


@pytest.mark.parametrize(
    ("step", "asked"),
    [
        ("Press Unsubscribe from the digest", "GET /u"),
        ("Press Mein Konto löschen", "GET /konto"),
        ("Open the Old goods page", "GET /goods"),
        ("Press Newsletter", "GET /newsletter/unsubscribe"),
        ("Visit /orders/5/cancel", "GET /orders/5/cancel"),
        ("Open the Account page and press Close my account", "GET /account/close"),
        ("Open the Account page and press 'Close My Account'", "GET /account/close"),
        ("Open the Account page and click the link Close account", "GET /account/close"),
        ("Open the Account page and press Withdraw all the money", "POST /account/drop"),
        ("Open the Bookings page and press Remove all", "GET /bookings/clear"),
    ],
)
def test_what_the_step_names_is_done(site: Site, step: str, asked: str) -> None:
    assert done(site, step).passed
    assert asked in site.requests


@pytest.mark.parametrize(("step", "followed"), [("Open the refund form", True), ("Open the delete page", False)])
def test_a_form_that_is_called_by_a_deed_is_opened_and_a_page_is_not_deleted(step: str, followed: bool) -> None:
    home = "<h1>Desk</h1><a href=/r>Refund form</a><a href=/d>Delete page</a>"
    pages = {"/": home, "/r": "<h1>Refund form</h1>", "/d": "<h1>Delete page</h1>"}
    with serve(lambda asked: Answered(pages[asked.path])) as site:
        try:
            passed = Explorer()(PlainStep(text=step, url=site.url)).passed
        except CannotRun:
            passed = False
        assert passed is followed
        assert "GET /d" not in site.requests


def test_a_deed_that_sends_the_visitor_back_is_not_a_page_that_was_opened() -> None:
    """`Open the close account page`, where the link of that name only does it."""
    pages = {
        "/": "<h1>Dashboard</h1><a href=/settings>Settings</a>",
        "/settings": "<h1>Settings</h1><a href=/end>Close account</a>",
    }
    with serve(
        lambda asked: Answered(
            pages.get(asked.path, pages["/"]),
            location="" if asked.path in pages else "/",
            status=200 if asked.path in pages else 302,
        )
    ) as site:
        outcome = Explorer()(PlainStep(text="Open the close account page", url=site.url))
    assert not outcome.passed
