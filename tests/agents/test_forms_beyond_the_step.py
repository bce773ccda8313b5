"""A form that neither the step nor its button names is not sent, and memory that led to it loses its say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.agents.sites.serving import Answered, serve

from hardwon.agents import Hint, Outcome, PlainStep
from hardwon.agents.explorer import Explorer

if TYPE_CHECKING:
    from tests.agents.sites.serving import Asked

MENU = '<nav><a href="/">Home</a> <a href="/profile">Profile</a> <a href="/enter">Members</a></nav>'


def page(name: str, body: str = "") -> str:
    return f"<!doctype html><title>{name}</title>{MENU}<h1>{name}</h1>{body}"


def form(button: str, *fields: str) -> str:
    inputs = "".join(f"<label>{each} <input type={each.lower()} name={each}></label>" for each in fields)
    return f'<form method="post" action="/done">{inputs}<button>{button}</button></form>'


def carried_out(step: str, profile: str, members: str, note: str = "") -> tuple[Outcome, list[str]]:
    """What comes of a step on a site with two forms, and what was posted to it."""

    def view(asked: Asked) -> Answered:
        pages = {"/": page("Welcome"), "/profile": page("Profile", profile), "/enter": page("Members", members)}
        return Answered(pages.get(asked.path, page("Done")))

    hints = [Hint(id="obs_note", title=note.partition(" is ")[0], content=note, trust=0.9)] if note else []
    with serve(view) as site:
        outcome = Explorer()(PlainStep(text=step, url=site.url, observations=hints))
    return outcome, [each for each in site.requests if each.startswith("POST")]


@pytest.mark.parametrize(
    "button", ["Delete my account", "Change e-mail", "Transfer the money", "Create account", "Unsubscribe"]
)
def test_a_login_is_not_sent_with_another_form(button: str) -> None:
    outcome, posted = carried_out(
        "Log in as ada with password secret",
        form(button, "Text", "Password"),
        form("Sign in", "Text", "Password"),
        "Log in is reached from Profile.",
    )
    assert len(posted) == 1, "the form of the members only"
    assert button in outcome.overstepped["obs_note"]
    assert "does what the step does not name" in outcome.observation
    assert list(outcome.used) == []


@pytest.mark.parametrize("button", ["Sign in", "Continue", "Anmelden", "Se connecter", "OK", "Login"])
def test_a_login_may_call_its_button_what_it_likes(button: str) -> None:
    outcome, posted = carried_out("Log in as ada with password secret", "", form(button, "Text", "Password"))
    assert len(posted) == 1
    assert not outcome.overstepped


def test_a_search_is_not_sent_with_another_form() -> None:
    outcome, posted = carried_out(
        "Search for chairs", form("Delete all", "Search"), form("Find", "Search"), "Search is reached from Profile."
    )
    assert (outcome.passed, len(posted)) == (True, 1)
    assert list(outcome.overstepped) == ["obs_note"]


@pytest.mark.parametrize(
    ("step", "button", "sent"),
    [
        ("Press Newsletter", "Unsubscribe from the newsletter", False),
        ("Press Account", "Delete account", False),
        ("Press Order", "Cancel order", False),
        ("Press Delete account", "Delete account", True),
        ("Press Remove", "Remove", True),
        ("Press Remove", "Delete or remove", False),
        ("Press Save", "Save changes", True),
        ("Press Order", "Place order", True),
    ],
)
def test_a_button_that_ends_something_is_pressed_only_where_the_step_says_so(
    step: str, button: str, sent: bool
) -> None:
    outcome, posted = carried_out(step, form(button, "Text"), "", f"{step[6:]} is reached from Profile.")
    assert (bool(posted), outcome.passed) == (sent, sent)
    assert bool(outcome.overstepped) is not sent
