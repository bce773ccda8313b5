"""A thing and the row or section that it is in: whatever of the two is quoted, nothing else is pressed."""

# ruff: noqa: E501 - a row of a table reads best on one line

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.agents.sites.serving import Answered, serve

from hardwon.agents import CannotRun, PlainStep
from hardwon.agents.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.agents.sites.serving import Asked

PAGE = """<h1>People</h1><nav><a href=/cart>Cart</a></nav><table><tr><th>Name<th>Town<th></tr>
    <tr><td><a href=/ann>Ann Lee</a><td>Ulm<td><a href=/edit/ann>Edit</a> <form action=/file/ann><button>File</button></form>
    <tr><td><a href=/bob>Bob Fox</a><td>Graz<td><a href=/edit/bob>Edit</a> <form action=/file/bob><button disabled>File</button></form>
    <tr><td>Karl Öztürk<td>Linz<td><a href=/edit/karl>Edit</a> <form action=/print/karl><button>Rechnung drucken</button></form></table>
    <form action=/add><button>Add to Cart</button></form>
    <div>Eva Sax</div><div><a href=/call/eva>Call</a></div><div>Udo Rau</div><div><a href=/call/udo>Call</a></div>
    <h2>Drills</h2><a href=/more/drills>More</a> <a href=/details/drills>Details</a><h2>Dr. Maier</h2><a href=/more/maier>More</a>"""


def view(asked: Asked) -> Answered:
    return Answered(PAGE if asked.path == "/" else f"<h1>{asked.path}</h1>")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serve(view) as site:
        yield site.url


@pytest.mark.parametrize(
    ("step", "reached"),
    [
        ('Press Edit in the row of "Bob Fox"', "/edit/bob"),
        ('Press "Edit" in the row of Bob Fox', "/edit/bob"),
        ('Press the Edit link in the row of "Bob Fox"', "/edit/bob"),
        ('Click Edit for "Karl Öztürk"', "/edit/karl"),
        ('Click Edit for customer "Karl Öztürk"', "/edit/karl"),
        ('Press "Edit" for customer "Karl Öztürk"', "/edit/karl"),
        ('Press "Bob Fox"\'s Edit link', "/edit/bob"),
        ('Press Rechnung drucken for "Karl Öztürk"', "/print/karl"),
        ('Follow More under "Drills"', "/more/drills"),
        ('Follow Details under "Drills"', "/details/drills"),
        ('follow details under "Drills"', "/details/drills"),
        ('Follow More under "Dr. Maier"', "/more/maier"),
        ('Follow the link "Bob Fox"', "/bob"),
        ('Click the blue "Add to Cart" button', "/add"),
        ('Press Add to "Cart"', "/add"),
        ('Press the button with the text "Add to Cart"', "/add"),
        ('Open the page of "Bob Fox"', "/bob"),
    ],
)
def test_the_thing_in_that_place_is_pressed(url: str, step: str, reached: str) -> None:
    state: dict[str, Any] = {}
    outcome = Explorer()(PlainStep(text=step, url=url, state=state))
    assert outcome.passed, outcome.observation
    assert state["explorer"].page.heading == reached


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ('Press Archive in the row of "Bob Fox"', '"Archive" was not found in "Bob Fox" on the page "People"'),
        ('Click Delete for "Bob Fox"', '"Delete" was not found in "Bob Fox"'),
        ('Press Delete next to "Bob Fox"', '"Delete" was not found in "Bob Fox"'),
        ('Press "Delete" next to "Bob Fox"', '"Delete" was not found in "Bob Fox"'),
        ('Follow Other under "Bob Fox"', '"Other" was not found in "Bob Fox"'),
        ('Press Rechnung drucken for "Bob Fox"', '"Rechnung drucken" was not found in "Bob Fox"'),
        ('Press Edit in the row of "Bob Foxworth"', '"Edit" was not found in "Bob Foxworth"'),
        ('Press Delete "Bob Fox"', "was not found"),
        ('Press "File" in the row of "Bob Fox"', '"File" is disabled in "Bob Fox"'),
        ('Press File in the row of "Bob Fox"', '"File" is disabled in "Bob Fox"'),
        ("Press File for Bob Fox", '"File" is disabled on the page "People"'),
    ],
)  # fmt: skip
def test_what_is_not_in_that_place_fails_and_says_so(url: str, step: str, said: str) -> None:
    state: dict[str, Any] = {}
    outcome = Explorer()(PlainStep(text=step, url=url, state=state))
    assert not outcome.passed, outcome.observation
    assert said in outcome.observation


@pytest.mark.parametrize("step", ['Press Call for "Udo Rau"', 'Press "Call" next to "Eva Sax"'])
def test_where_nothing_tells_what_belongs_together_there_is_no_verdict(url: str, step: str) -> None:
    with pytest.raises(CannotRun, match="Nothing tells which"):
        Explorer()(PlainStep(text=step, url=url))


def test_a_place_by_its_number_cannot_be_told_and_a_disabled_option_cannot_be_chosen() -> None:
    rows = "<table><tr><td>Ann<td><a href=/a>View</a><tr><td>Bob<td><a href=/b>View</a></table>"
    select = (
        "<form><label>Who <select name=w><option>Ann<option disabled>Bob</select></label><button>Go</button></form>"
    )
    with serve(lambda _: Answered(f"<h1>All</h1>{rows}{select}")) as site:
        with pytest.raises(CannotRun, match="Nothing tells which"):
            Explorer()(PlainStep(text='Press "View" of the second person', url=site.url))
        state: dict[str, Any] = {}
        assert Explorer()(PlainStep(text="Open the start page", url=site.url, state=state)).passed
        assert Explorer()(PlainStep(text="Choose Ann for Who", url=site.url, state=state)).passed
        assert not Explorer()(PlainStep(text="Choose Bob for Who", url=site.url, state=state)).passed


APPEALS = {
    "/": "<h1>Office</h1><a href=/help>Help</a> <a href=/orders>Orders</a>",
    "/help": "<h1>Help</h1><a href=/help/appeals>Appeals</a>",
    "/help/appeals": "<h1>Appeals</h1><p>Within 21 days. <a href=/help/appeals/form>Appeal form</a> <a href=/help/appeals>Appeals</a>",
    "/help/appeals/form": "<h1>Appeal</h1><form><label>Reason <input name=why></label></form><a href=/help/appeals/form?x=1>Appeal form</a>",
    "/orders": "<h1>Orders</h1><form><label>Find <input name=q></label></form>",
}


@pytest.mark.parametrize(
    ("step", "reached"),
    [
        ("Open the appeal form", "/help/appeals/form"),
        ('Open the "Appeal form"', "/help/appeals/form"),
        ("Open the appeals page", "/help/appeals"),
        ("Open the orders form", "/orders"),
    ],
)
def test_a_page_is_not_the_one_that_it_links_by_the_whole_name(step: str, reached: str) -> None:
    """ "Appeals" fits the appeal form but for the word `form`, and links to it."""
    with serve(lambda asked: Answered(APPEALS[asked.path])) as site:
        state: dict[str, Any] = {}
        assert Explorer()(PlainStep(text=step, url=site.url, state=state)).passed
    assert state["explorer"].page.url.partition("?")[0].endswith(reached)
