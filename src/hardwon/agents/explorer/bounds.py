"""Bounds: which forms a step may send. A search follows links only; a form acts, so the step or its button names it.

    Log in as alice with password x    not the form "Delete account", though it asks for a name and a password
    Press Newsletter                   not the button "Unsubscribe from the newsletter"

Pure.
"""

# ruff: noqa: SIM905 - a list of words reads better as words

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from hardwon.agents.explorer.deeds import LOG_OUT, costs, is_costly, is_deed, is_logout, is_whole
from hardwon.agents.explorer.intents import words_of
from hardwon.guard.scanner import brief_line

if TYPE_CHECKING:
    from hardwon.agents.explorer.page import Link, Page

_ACTIONS = frozenset(
    "buy change close create edit invite join order pay publish purchase reset save send signup subscribe transfer "
    "update withdraw".split()
)
"""What a form is for that is neither a login nor a search."""


def beyond_name(text: str, name: str) -> str:
    """What pressing a button would do that the step does not name; "" if nothing.

    "Press Delete for Poem" says all that the button says, and in which row it is.
    """
    return _told(text) if is_deed(text) and not _is_said(text, name) else ""


def beyond_link(link: Link, name: str) -> str:
    """What following a link would do that the step does not name; "" if nothing.

    A link that the step calls by its whole name is the step's to follow, wherever it leads.
    """
    is_beyond = is_costly(link) and not _is_said(link.text, name)
    return f'the link "{brief_line(link.text, 60)}" does what the step does not name' if is_beyond else ""


def _is_said(text: str, name: str) -> bool:
    return is_whole(text, name) or (words_of(name) == LOG_OUT and is_logout(text))


def beyond_form(page: Page, form: int, goal: frozenset[str]) -> str:
    """What sending a form by its first button would do that the step does not name; "" if nothing.

    A button that says nothing of its own stands for what the page is called.
    """
    sent = page.forms[form]
    addresses = (sent.action, *(button.action for button in sent.buttons[:1]))
    if costly := next((each for each in addresses if each and costs(each, goal)), ""):
        return f"the form goes to {brief_line(urlsplit(costly).path, 60)}, which the step does not name"
    said = next((button.text for button in sent.buttons if button.text), "")
    name = said if _acts(said) or words_of(said) & goal else page.name
    return _told(name) if _acts(name) and not words_of(name) & goal else ""


def _acts(name: str) -> bool:
    return is_deed(name) or bool(words_of(name) & _ACTIONS)


def _told(name: str) -> str:
    return f'the form "{brief_line(name, 60)}" does what the step does not name'
