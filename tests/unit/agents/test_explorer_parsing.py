"""A page is what a visitor can see and use, whatever the HTML is like."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.agents.explorer.form_parts import MOST_FIELDS
from hardwon.agents.explorer.page import Button, Link, Option
from hardwon.agents.explorer.parsing import parse
from hardwon.agents.explorer.reader import MOST_LINKS

URL = "http://shop.example/help/faq"


def test_links_are_absolute_and_named_as_they_look() -> None:
    page = parse(
        """<a href="../cart#top"> Your <b>cart</b></a> <a href="?page=2">More</a> <a name="x">no link</a>
        <a href="/home"><img src="x.png" alt="Home"></a> <a href="/bell" aria-label="News"></a>
        <a href="/file" download>File</a>""",
        URL,
    )
    assert [(link.text, link.url) for link in page.links] == [
        ("Your cart", "http://shop.example/cart"),
        ("More", "http://shop.example/help/faq?page=2"),
        ("Home", "http://shop.example/home"),
        ("News", "http://shop.example/bell"),
        ("File", "http://shop.example/file"),
    ]
    assert [link.download for link in page.links] == [False] * 4 + [True]


def test_the_base_of_a_page_is_respected() -> None:
    page = parse('<base href="/de/"><a href="hilfe">Hilfe</a>', URL)
    assert page.links == (Link(text="Hilfe", url="http://shop.example/de/hilfe"),)


def test_only_what_is_seen_is_text() -> None:
    page = parse(
        """<title>Help · Shop</title><style>p {}</style><script>var a = "<p>code</p>"</script>
        <h1>Help</h1><p>First <i>line</i>.</p><div hidden><p>Secret</p></div><!-- note --><p>Second</p>""",
        URL,
    )
    assert (page.title, page.heading) == ("Help · Shop", "Help")
    assert page.lines == ("Help", "First line.", "Second")


def test_forms_carry_their_fields_with_the_names_that_people_read() -> None:
    [form] = parse(
        """<form method="POST" action="/send"><input type="hidden" name="csrf" value="t0k">
        <label for="e">Your email</label> <input id="e" name="email" type="email">
        <label>Country
        <select name="land"><option value="at">Austria<option value="de" selected>Germany</select></label>
        <fieldset><legend>Payment</legend>
        <label><input type="radio" name="pay" value="card" checked> Card</label></fieldset>
        <textarea name="note" placeholder="A note">old</textarea><input name="off" disabled>
        <p>Age <input name="age"></p><button name="do" value="go">Send <b>it</b></button>
        <button type="button">Not</button>
        </form>""",
        URL,
    ).forms
    assert (form.action, form.method) == ("http://shop.example/send", "post")
    assert [(field.name, field.kind, field.label, field.value) for field in form.fields] == [
        ("csrf", "hidden", "csrf", "t0k"),
        ("email", "email", "Your email", ""),
        ("land", "select", "Country", "de"),
        ("pay", "radio", "Card", "card"),
        ("note", "textarea", "A note", "old"),
        ("age", "text", "Age", ""),
    ]
    assert form.fields[2].options == (Option(text="Austria", value="at"), Option(text="Germany", value="de"))
    assert (form.fields[3].on, form.fields[3].group) == (True, "Payment")
    assert form.buttons == (Button(text="Send it", name="do", value="go"),)


def test_a_field_may_name_its_form_from_outside() -> None:
    [form] = parse('<form id="f" action="/x"></form><input name="q" form="f"><button form="f">Go</button>', URL).forms
    assert [field.name for field in form.fields] == ["q"]
    assert [button.text for button in form.buttons] == ["Go"]


FLASK = """<!doctype html>
<title>Log In - Flaskr</title>
<link rel="stylesheet" href="/static/style.css">
<nav><h1><a href="/">Flaskr</a></h1><ul><li><a href="/auth/register">Register</a>
<li><a href="/auth/login">Log In</a></ul></nav>
<section class="content"><header><h1>Log In</h1></header><div class="flash">Incorrect password.</div>
<form method="post"><label for="username">Username</label><input name="username" id="username" required>
<input type="submit" value="Log In"></form></section>"""


def test_a_page_without_head_and_body_is_read_as_browsers_read_it() -> None:
    page = parse(FLASK, URL)
    assert (page.title, page.heading) == ("Log In - Flaskr", "Log In"), "the first heading is the name of the site"
    assert [link.text for link in page.links] == ["Flaskr", "Register", "Log In"]
    assert "Incorrect password." in page.lines
    assert [field.label for field in page.forms[0].fields] == ["Username"]


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ('<form><span id="l">Plate</span><input name="a" aria-labelledby="l"></form>', "Plate"),
        ('<form><input name="a" aria-label="Plate"></form>', "Plate"),
        ('<form><label>Plate <input name="a"></label></form>', "Plate"),
        ('<form><label><input name="a"> Plate</label></form>', "Plate"),
        ('<form><label for="i">Plate</label><input id="i" name="a"></form>', "Plate"),
        ('<form><input name="a" placeholder="Plate"></form>', "Plate"),
        ('<form><p>Plate <input name="a"></p></form>', "Plate"),
        ('<form id="f"></form><input name="a" form="f" title="Plate">', "Plate"),
    ],
)
def test_a_field_is_called_what_people_call_it(html: str, name: str) -> None:
    [form] = parse(html, URL).forms
    assert [field.label for field in form.fields] == [name]


def test_buttons_outside_of_forms_are_known() -> None:
    page = parse(
        """<button>Show more</button><div role="button" tabindex="0">Close</div><button aria-label="Print">*</button>
        <button onclick="location.href='/cart'">To the cart</button><form><button>Send</button></form>""",
        URL,
    )
    assert page.loose[:3] == ("Show more", "Close", "Print")
    assert "Send" not in page.loose
    assert [(link.text, link.url) for link in page.links] == [("To the cart", "http://shop.example/cart")]


@pytest.mark.parametrize(
    ("content", "leads"),
    [
        ("0; url=/new", "http://shop.example/new"),
        ("3;URL='new'", "http://shop.example/help/new"),
        ("600; url=/new", ""),
        ("0", ""),
        ("..; url=/new", ""),
    ],
)
def test_a_page_that_sends_its_visitor_on_says_where(content: str, leads: str) -> None:
    assert parse(f'<meta http-equiv="Refresh" content="{content}">', URL).refresh == leads


def test_what_is_not_seen_is_not_read() -> None:
    page = parse(
        """<p>Seen<p style="color: red; display: none">No<p hidden>No<template><p>No</template><dialog>No</dialog>
        <noscript><p>Without scripts</noscript><iframe>No</iframe><svg><title>No</title><text>Drawn</text></svg>""",
        URL,
    )
    assert page.lines == ("Seen",)
    assert page.unsure == ("Without scripts", "Drawn"), "most visitors have scripts"


@pytest.mark.parametrize(
    ("html", "blank"),
    [
        ("", True),
        ('<div id="root"></div><script src="app.js"></script>', True),
        ("<noscript>You need to enable JavaScript to run this app.</noscript><div id=app></div>", True),
        ("<p>Hello", False),
        ('<a href="/x"></a>', False),
    ],
)
def test_a_page_on_which_nothing_can_be_read_is_blank(html: str, blank: bool) -> None:
    assert parse(html, URL).blank is blank


@pytest.mark.parametrize(
    "html",
    [
        "<a href=/x><b><i>" * 30_000,
        "<div>" * 200_000,
        "<table><form><tr><td><input name=q>" * 20_000,
        "<a " + " ".join(f"a{number}=1" for number in range(100_000)) + ">",
        "<label><input name=a>text" * 30_000,
        "<select name=s>" + "<option>x" * 100_000,
        "<" * 1_000_000,
        "<!--" * 200_000,
        "&amp;" * 200_000,
        "<h1>" + "word " * 200_000,
    ],
    ids=["unclosed", "deep", "forms", "attributes", "labels", "options", "brackets", "comments", "entities", "heading"],
)
def test_hostile_html_is_read_and_what_is_kept_is_limited(html: str) -> None:
    page = parse(html, URL)
    assert len(page.links) <= MOST_LINKS
    assert sum(len(form.fields) for form in page.forms) <= MOST_FIELDS
    assert len(page.heading) <= 200


def test_a_link_of_a_megabyte_is_no_link_and_those_beside_it_are() -> None:
    page = parse(f'<a href="/{"x" * 1_000_000}">Long</a><a href="/short" title="{"y" * 1_000_000}">Short</a>', URL)
    assert [link.text for link in page.links] == ["Short"]


def test_control_characters_do_not_reach_names() -> None:
    page = parse("<h1>A\x00\x1b[31m red\u202e</h1><a href='/a\x07'>x</a><a href='/b'>\x00y\x1b</a>", URL)
    assert page.heading == "A[31m red"
    assert [link.text for link in page.links][-1] == "y"


@given(st.text(alphabet=st.sampled_from("<>/=\"' abfhiort\x00\n&;!-"), max_size=200))
def test_any_markup_is_read_without_an_error(html: str) -> None:
    assert parse(html, URL).url == URL
