"""What a form shows once it was filled in: sentences are about the page as its visitor sees it now."""

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

PAGE = """<h1>Appointment</h1><form action=/done method=post>
    <div class=is-hidden><label>Trap <input name=trap></label></div>
    <label>Name <input name=name></label> <label>City <input name=city value=Graz></label>
    <label>Password <input name=secret type=password></label> <label>PIN <input name=pin type=password value=1234></label>
    <label>Seats <input name=seats type=number value=1></label> <label>Notes <textarea name=notes>None so far</textarea></label>
    <label>News <input type=checkbox name=news></label> <label>Terms <input type=checkbox name=terms checked></label>
    <fieldset><legend>Pay by</legend><label><input type=radio name=pay value=c checked> Card</label>
        <label><input type=radio name=pay value=i> Invoice</label></fieldset>
    <label>Doctor <select name=doctor><option value=7>Dr. Maier<option value=8>Dr. Huber</select></label>
    <label>Extras <select name=extra multiple><option selected>Milk<option>Sugar<option>Salt</select></label>
    <button>Send</button></form>"""
STYLED = f"<link rel=stylesheet href=/s.css>{PAGE}"
CASES = [
    (["Enter Max into Name"], "The field Name is empty", False),
    (["Enter Max into Name"], "The field Name contains Max", True),
    (["Enter Max into Name"], 'The field "Name" contains "Moritz"', False),
    (["Enter Max into Name", "Enter Moritz into Name"], 'The field "Name" contains "Max"', False),
    (["Enter Wien into City"], 'The field "City" contains "Graz"', False),
    (["Enter Wien into City"], 'The field "City" contains "Wien"', True),
    (["Enter Max into Name"], 'The field "City" contains "Graz"', True),
    (["Enter Max into Name"], 'The field "Notes" contains "None so far"', True),
    (["Enter Call me into Notes"], 'The field "Notes" contains "None so far"', False),
    (["Enter hunter2 into Password"], 'The field "Password" is empty', False),
    ([], 'The field "Password" is empty', True),
    ([], 'The field "PIN" is empty', False),
    (["Enter hunter2 into Password"], 'The field "Password" contains "hunter2"', None),
    (["Enter hunter2 into Password"], 'The field "Password" contains "other"', None),
    (["Enter Wien into City"], 'The field City contains "Wien"', True),
    (["Enter Wien into City"], 'The field City does not contain "Wien"', False),
    (["Enter Wien into City"], 'The field City contains "Graz"', False),
    (["Set Seats to 3"], 'The field "Seats" contains "3"', True),
    (["Set Seats to 3"], 'The field "Seats" contains "1"', False),
    (["Tick News"], '"News" is checked', True),
    (["Tick News"], '"News" is not checked', False),
    (["Tick News", "Untick News"], '"News" is checked', False),
    (["Untick Terms"], "The checkbox Terms is ticked", False),
    (["Choose Invoice"], '"Invoice" is selected', True),
    (["Choose Invoice"], '"Card" is selected', False),
    (["Choose Invoice"], '"Invoice" is selected for "Pay by"', True),
    (['Choose "Dr. Huber" for Doctor'], '"Dr. Maier" is selected', False),
    (['Choose "Dr. Huber" for Doctor'], '"Dr. Huber" is selected', True),
    (['Choose "Dr. Huber" for Doctor'], '"Dr. Huber" is selected for "Doctor"', True),
    (['Choose "Dr. Huber" for Doctor'], '"Dr. Maier" is selected for "Doctor"', False),
    (["Choose Sugar for Extras"], '"Milk" is selected', True),
    (["Choose Sugar for Extras"], '"Sugar" is selected', True),
    (["Choose Sugar for Extras"], '"Salt" is selected', False),
]  # fmt: skip


def view(asked: Asked) -> Answered:
    if asked.path == "/s.css":
        return Answered(".is-hidden{display:none}", kind="text/css")
    return Answered(STYLED if asked.path == "/styled" else PAGE)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serve(view) as site:
        yield site.url


@pytest.mark.parametrize("path", ["", "styled"])
@pytest.mark.parametrize(("acts", "sentence", "right"), CASES)
def test_a_sentence_is_about_the_form_as_filled_in(
    url: str, path: str, acts: list[str], sentence: str, right: bool | None
) -> None:
    state: dict[str, Any] = {}
    for text in ("Open /" + path, *acts):
        assert Explorer()(PlainStep(text=text, url=url, state=state)).passed, text
    try:
        outcome = Explorer()(PlainStep(text=sentence, kind="assert", url=url, state=state))
    except CannotRun:
        assert right is None
    else:
        assert outcome.passed is right, outcome.observation
        assert not {"Max", "Moritz", "hunter2"} & set(outcome.observation.replace('"', " ").split()) or right, (
            "repeated"
        )
