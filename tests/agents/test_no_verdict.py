"""Where the explorer cannot tell, nothing is judged: blank pages, buttons that need a script, prose."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.agents.sites.serving import Answered, serve

from hardwon.agents import CannotRun, PlainStep
from hardwon.agents.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.agents.sites.serving import Asked
    from tests.conftest import Cli

PAGES = {
    "/": "<h1>Shop</h1><a href=/app>App</a><a href=/old>Old page</a><button>Load more</button><p>Your cart is empty.",
    "/app": "<title>App</title><div id=root></div><script src=app.js></script>",
    "/old": "<meta http-equiv=refresh content='0; url=/new'>",
    "/new": "<h1>New page</h1><p>Here it is.",
    "/forms": "<h1>Forms</h1><form action=/new><input name=a aria-label=Name><button>Send</button></form>"
    "<form action=/old><button>Cancel</button></form><form action=/x><button>Cancel</button></form>",
    "/pay": "<h1>Pay</h1><a href=http://pay.example/x>Pay by card</a>",
    "/boxes": "<h1>Boxes</h1><label><input type=checkbox> Text messages</label><a href=/list.csv>Download the list</a>",
}
FILES = {"/list.csv": ("application/csv", "a,b"), "/api": ("application/json", "{}")}
SCENARIO: dict[str, Any] = {
    "title": "An empty cart",
    "user_perspective": "a visitor",
    "preconditions": [],
    "steps": ["Open the start page"],
    "chaos_factors": [],
    "failure_modes": ["it crashes"],
    "priority": "critical",
    "area": "cart",
}


def view(asked: Asked) -> Answered:
    if asked.path in FILES:
        kind, body = FILES[asked.path]
        return Answered(body, kind=kind)
    return Answered(PAGES[asked.path]) if asked.path in PAGES else Answered("<p>Not found", status=404)


@pytest.fixture
def url() -> Iterator[str]:
    with serve(view) as site:
        yield site.url


def do(url: str, *texts: str, kind: Any = "act") -> Any:
    state: dict[str, Any] = {}
    for text in texts[:-1]:
        assert Explorer()(PlainStep(text=text, url=url, state=state)).passed
    return Explorer()(PlainStep(text=texts[-1], kind=kind, url=url, state=state))


@pytest.mark.parametrize("texts", [("Visit /api",), ("Visit /boxes", 'Press "Download the list"')])
def test_a_file_is_nothing_that_failed_and_cannot_be_read(url: str, texts: tuple[str, ...]) -> None:
    with pytest.raises(CannotRun, match="cannot be read: it is not a page but application"):
        do(url, *texts)


def test_a_link_to_another_site_is_not_followed_and_is_no_fault_of_this_one(url: str) -> None:
    with pytest.raises(CannotRun, match=r"pay\.example, outside the site"):
        do(url, "Visit /pay", 'Press "Pay by card"')


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("Submit", "has 3 forms, and none was filled in"),
        ("Press Enter", "neither keys nor a browser"),
        ("Press the Escape key", "neither keys nor a browser"),
        ("Reload the page", "neither keys nor a browser"),
        ("Press the last Cancel button", "2 buttons"),
    ],
)
def test_what_the_explorer_has_no_hand_for_is_no_failure(url: str, step: str, why: str) -> None:
    with pytest.raises(CannotRun, match=why):
        do(url, "Visit /forms", step)


def test_enter_sends_the_form_that_was_filled_in(url: str) -> None:
    assert "New page" in do(url, "Visit /forms", "Enter Ada into Name", "Press Enter").observation


def test_a_box_outside_of_all_forms_needs_a_script(url: str) -> None:
    with pytest.raises(CannotRun, match=r'"Text messages" on the page .* needs a script'):
        do(url, "Visit /boxes", "Tick Text messages")
    assert not do(url, "Visit /boxes", "Tick Newsletter").passed


def test_a_page_that_a_script_draws_cannot_be_judged(url: str) -> None:
    with pytest.raises(CannotRun, match="Nothing can be read on /app"):
        do(url, "Open /app", 'The page does not show "Error"', kind="assert")
    with pytest.raises(CannotRun, match="Nothing can be read"):
        do(f"{url}app", "Press Buy")


def test_a_button_without_a_form_cannot_be_pressed(url: str) -> None:
    with pytest.raises(CannotRun, match="belongs to no form"):
        do(url, "Press Load more")


def test_a_page_that_sends_its_visitor_on_is_followed(url: str) -> None:
    outcome = do(url, "Follow Old page", 'See "Here it is."', kind="assert")
    assert outcome.passed


def test_prose_is_not_a_button(url: str) -> None:
    with pytest.raises(CannotRun, match="not understood"):
        do(url, "Two customers buy the last mug at the same moment")
    assert not do(url, "Save the draft").passed, "this is how buttons are called"


def test_scenarios_in_words_are_judged_where_the_page_can_tell(project: Path, call: Cli, url: str) -> None:
    expected = {
        "said": "Your cart is empty.",
        "prose": "The system stays consistent and tells the customer what happened in plain words.",
        "wrong": 'The page shows "3 items"',
    }
    scenarios = [SCENARIO | {"id": name, "expected_behavior": text} for name, text in expected.items()]
    (project / "s.json").write_text(json.dumps(scenarios), "utf-8")
    ended = call("run", "s.json", "--target", url, "--json")
    assert {test["id"]: test["status"] for test in ended.document["tests"]} == {
        "said": "passed",
        "prose": "error",
        "wrong": "failed",
    }
    assert ended.code == 2
    for names, code in ((("said", "prose"), 1), (("prose",), 3), (("said",), 0)):
        (project / "s.json").write_text(json.dumps([each for each in scenarios if each["id"] in names]), "utf-8")
        assert call("run", "s.json", "--target", url).code == code


def test_pages_loaded_for_a_step_that_could_not_be_run_are_counted(project: Path, call: Cli, url: str) -> None:
    (project / "t.yaml").write_text("steps:\n- Visit /new and then two customers buy the last mug\n", "utf-8")
    test = call("run", "t.yaml", "--target", url, "--json").document["tests"][0]
    assert (test["status"], test["steps"][0]["sub_actions"]) == ("error", 2)
    assert "Opened" in test["steps"][0]["seen"]


@pytest.mark.parametrize(
    ("sentence", "said"),
    [("The system stays calm", "in quotes"), ('"Shop" is calm', "the ways that the explorer's docs list")],
)
def test_what_cannot_be_told_says_how_to_say_it(url: str, sentence: str, said: str) -> None:
    with pytest.raises(CannotRun) as caught:
        do(url, sentence, kind="assert")
    assert said in caught.value.remedy


def searched(pages: dict[str, str], text: str) -> tuple[Any, list[str]]:
    """How a step went on a site of these pages, and every request that it made."""
    with serve(lambda asked: Answered(pages.get(asked.path, "<h1>Done</h1>"))) as site:
        try:
            return Explorer()(PlainStep(text=text, url=site.url, state={})), site.requests
        except CannotRun as error:
            return error, site.requests


def test_a_search_that_ends_before_all_links_are_read_is_no_verdict() -> None:
    sections = "".join(f"<a href=/s{letter}>Section {letter}</a> " for letter in "abcdefghijklmnopqrstuvwxyz")
    ended, requests = searched({"/": f"<h1>Home</h1>{sections}<a href=/zoo>Zoo</a>"}, "Open the Warranty page")
    assert isinstance(ended, CannotRun)
    assert "may load no more, with 2 links not followed" in str(ended)
    assert len(requests) <= 26


def test_a_search_that_has_read_everything_is_a_verdict() -> None:
    ended, _ = searched({"/": "<h1>Home</h1><a href=/a>About</a><a href=/logout>Log out</a>"}, "Open the Warranty page")
    assert not ended.passed


ROWS = """<h1>Plan</h1><a href=/help>Napoveda</a><table><tr><th>Host<th></tr>
    <tr><td>Ann<td><a href=/plan/1>Ukaz</a> <a href=/plan/1/uvolni>Uvolni</a> <a href=/z?n=1>Zavri</a>
    <tr><td>Bob<td><a href=/plan/2>Ukaz</a> <a href=/plan/2/uvolni>Uvolni</a> <a href=/z?n=2>Zavri</a></table>"""


def test_what_may_change_one_of_several_things_is_not_followed_in_any_language() -> None:
    ended, requests = searched({"/": ROWS}, "Open the Warranty page")
    assert isinstance(ended, CannotRun)
    assert "that may change something" in str(ended)
    assert {*requests} <= {"GET /", "GET /help", "GET /plan/1", "GET /plan/2"}
    ended, requests = searched({"/": ROWS, "/help": "<h1>Warranty</h1>"}, "Open the Warranty page")
    assert ended.passed
