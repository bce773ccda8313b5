"""What a step without a `kind` does: a statement is judged, and never pressed or searched for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.agents.sites.serving import Answered, serve

from hardwon.agents import CannotRun, PlainStep
from hardwon.agents.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.agents.sites.serving import Asked
    from tests.conftest import Cli

PAGE = """<h1>Bookings</h1><form action=/paid method=post><button>Booking 71 is paid</button>
    <button>Submit</button></form><ol><li>Cara<li>Dan</ol>
    <ul><li>Bob <a href=/1/cancel>Cancel</a><li>Ann <a href=/2/cancel>Cancel</a></ul>"""
ASKED: list[str] = []


def view(asked: Asked) -> Answered:
    ASKED.append(f"{'GET' if asked.form is None else 'POST'} {asked.path}")
    return Answered(PAGE) if asked.path == "/" else Answered("<h1>Nothing here</h1>", status=404)


@pytest.fixture
def url() -> Iterator[str]:
    ASKED.clear()
    with serve(view) as site:
        yield site.url


@pytest.mark.parametrize(
    ("sentence", "right"),
    [
        ('"Cancel" appears five times', False),
        ('"Cancel" appears twice', True),
        ("Submit is disabled", False),
        ("Submit is enabled", True),
        ("Cara comes before Dan", True),
        ("Booking 72 is paid", None),
        ("I am on the Bookings page", True),
    ],
)
def test_a_statement_is_only_looked_at(url: str, sentence: str, right: bool | None) -> None:
    try:
        outcome = Explorer()(PlainStep(text=sentence, url=url))
    except CannotRun:
        assert right is None
    else:
        assert outcome.passed is right, outcome.observation
    assert ASKED == ["GET /"]


def test_a_statement_is_not_pressed_though_a_button_is_called_so(url: str) -> None:
    with pytest.raises(CannotRun, match="does not tell"):
        Explorer()(PlainStep(text="Booking 71 is paid", url=url))
    assert ASKED == ["GET /"]


@pytest.mark.parametrize("steps", [["Visit /nope", "The page answers 404"], ["Visit /nope and the page answers 404"]])
def test_an_error_page_can_be_looked_at_without_a_kind(project: Any, call: Cli, url: str, steps: list[str]) -> None:
    (project / "t.yaml").write_text("steps:\n" + "".join(f"- {step}\n" for step in steps), "utf-8")
    ended = call("run", "t.yaml", "--target", url, "--json")
    assert ended.document["tests"][0]["status"] == "passed", ended.document["tests"][0]


def test_what_is_not_understood_is_told_how_to_say_it(url: str) -> None:
    with pytest.raises(CannotRun) as caught:
        Explorer()(PlainStep(text="Two customers buy the last mug at the same moment", url=url))
    assert "kind: assert" in caught.value.remedy
