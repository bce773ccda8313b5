"""Acts that are said to fail: they are done, and what the site answers is looked at."""

# ruff: noqa: E501 - a page reads best on one line

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.agents.sites.serving import Answered, serve

from hardwon.agents import PlainStep
from hardwon.agents.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.agents.sites.serving import Asked, Site

FORM = "<form method=post action=/in><label>User <input name=u></label><input type=password name=p><button>Log in</button></form>"
SAVE = "<form method=post action=/save><label>Name <input name=n required></label><button>Save</button></form><button disabled>Pay</button>"
PAGES = {"/": f"<h1>Start</h1><a href=/in>Log in</a><a href=/edit>Edit</a>{SAVE}", "/in": f"<h1>Log in</h1>{FORM}"}


def view(asked: Asked) -> Answered:
    if asked.form is None:
        return Answered(PAGES.get(asked.path, "<h1>Nothing</h1>"))
    if asked.path == "/save":
        return Answered("<h1>Taken</h1><p>That name is taken", status=409)
    right = asked.form == {"u": "ute", "p": "sommer"}
    return Answered("<h1>Welcome</h1>") if right else Answered(f"<h1>Log in</h1><p>Wrong password{FORM}", status=401)


@pytest.fixture
def site() -> Iterator[Site]:
    with serve(view) as running:
        yield running


@pytest.mark.parametrize(
    ("steps", "passes"),
    [
        (["Log in with a wrong password", 'See "Wrong password"'], True),
        (["Log in as ute with a wrong password", 'See "Wrong password"'], True),
        (["Log in as ute with the wrong password winter", 'See "Wrong password"'], True),
        (["Log in with invalid credentials", 'See "Wrong password"'], True),
        (["Sign in with an unknown user", 'See "Welcome"'], False),
        (["Try to log in as ute with password winter", 'See "Wrong password"'], True),
        (["Attempt to press Save", 'See "Start"'], True),
        (["Enter Ute into Name", "Try to press Save", 'See "That name is taken"'], True),
        (["Try to press Pay", 'See "Start"'], True),
        (["Try to press Refund", 'See "Start"'], False),
        (["Log in as ute with password winter", 'See "Wrong password"'], False),
        (["Enter Ute into Name", "Press Save", 'See "That name is taken"'], False),
        (["Log in as ute with password sommer", 'See "Welcome"'], True),
        (['Log in with a wrong password and see "Wrong password"'], True),
    ],
    ids=str,
)
def test_an_act_that_is_said_to_fail_is_done_and_its_answer_is_looked_at(
    site: Site, steps: list[str], passes: bool
) -> None:
    state: dict[str, Any] = {}
    outcomes = []
    for text in steps:
        kind: Any = "assert" if text.startswith("See") else "act"
        outcomes.append(Explorer()(PlainStep(text=text, kind=kind, url=site.url, state=state)).passed)
        if not outcomes[-1]:
            break
    assert all(outcomes) is passes


def test_a_made_up_password_is_the_same_each_time_and_is_not_told(site: Site) -> None:
    said = [Explorer()(PlainStep(text="Log in as ute with a wrong password", url=site.url)) for _ in range(2)]
    assert said[0] == said[1]
    assert [each for each in site.requests if each.startswith("POST")] == ["POST /in", "POST /in"]


@pytest.mark.parametrize(("tries", "who"), [("", "ute"), ("Try to log in as ute with password winter", "")])
def test_a_login_that_a_browser_would_not_send_is_not_sent(tries: str, who: str) -> None:
    form = "<form method=post><label>Email <input type=email name=u></label><label>Password <input type=password name=p></label><button>Log in</button></form>"
    with serve(
        lambda asked: Answered(
            f"<h1>{'Log in' if asked.form is None else 'Welcome'}</h1>{form if asked.form is None else ''}"
        )
    ) as site:
        outcome = Explorer()(PlainStep(text=tries or f"Log in as {who} with password winter", url=site.url, state={}))
    assert "is not an e-mail address" in (outcome.observation or "")
    assert outcome.passed is bool(tries)
