"""Stylesheets of the site: what they hide is not seen, and what cannot be known of them leaves a sentence open."""

# ruff: noqa: E501 - a page reads best on one line

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.agents.sites.serving import Answered, serve

from hardwon.agents import CannotRun, PlainStep
from hardwon.agents.explorer import Explorer
from hardwon.agents.explorer.parsing import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.agents.sites.serving import Asked, Site

SHEETS = {
    "/plain.css": ".wren{display:none}",
    "/theme/all.css": "@charset 'utf-8'; @import url(parts/birds.css); @import 'parts/paper.css' print; .robin{color:red}",
    "/theme/parts/birds.css": ".robin{visibility:hidden}",
    "/theme/parts/paper.css": ".finch{display:none}",
    "/later.css": ".lark{display:block}",
}
PAGES = {
    "/": "<link rel=stylesheet href=plain.css><h1>Linked</h1><p class=wren>Wren</p><p>Sparrow",
    "/imported": "<link rel=stylesheet href=/theme/all.css><h1>I</h1><p class=robin>Robin</p><p class=finch>Finch",
    "/own": "<style>@import '/plain.css';</style><h1>Own</h1><p class=wren>Wren</p>",
    "/order": "<style>.lark{display:none}</style><link rel=stylesheet href=/later.css><h1>O</h1><p class=lark>Lark",
    "/gone": "<link rel=stylesheet href=/nowhere.css><h1>Gone</h1><p class=hidden>Crow",
    "/elsewhere": "<link rel=stylesheet href=//cdn.example/x.css><h1>E</h1><p class=is-hidden>Owl</p><p class=lead>Rook",
    "/alternate": "<link rel='alternate stylesheet' href=plain.css><h1>A</h1><p class=wren>Wren",
}


def view(asked: Asked) -> Answered:
    if asked.path in SHEETS:
        return Answered(SHEETS[asked.path], kind="text/css")
    return Answered(PAGES[asked.path]) if asked.path in PAGES else Answered("<p>Not found", status=404)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serve(view) as running:
        yield running


@pytest.mark.parametrize(
    ("path", "text", "is_seen"),
    [
        ("", "Wren", False),
        ("", "Sparrow", True),
        ("imported", "Robin", False),
        ("imported", "Finch", True),
        ("own", "Wren", False),
        ("order", "Lark", True),
        ("gone", "Crow", True),
        ("elsewhere", "Owl", None),
        ("elsewhere", "Rook", True),
        ("alternate", "Wren", True),
    ],
)
def test_what_a_sheet_of_the_site_hides_is_not_seen(site: Site, path: str, text: str, is_seen: bool | None) -> None:
    step = PlainStep(text=f'See "{text}"', kind="assert", url=site.url + path)
    if is_seen is None:
        with pytest.raises(CannotRun, match="does not tell"):
            Explorer()(step)
    else:
        assert Explorer()(step).passed is is_seen


def test_a_sheet_is_asked_for_once_in_a_visit_and_never_from_another_site(site: Site) -> None:
    state: dict[str, Any] = {}
    before = len(site.requests)
    for text in ('See "Sparrow"', '"Wren" is not shown', 'See "Linked"'):
        assert Explorer()(PlainStep(text=text, kind="assert", url=site.url, state=state)).passed
    assert site.requests[before:] == ["GET /", "GET /plain.css"]


@pytest.mark.parametrize(
    "css",
    [
        "a{" * 20_000,
        ":is(" * 20_000,
        ".a{color:" + "var(--x," * 5_000,
        "@media screen{" * 20_000,
        ":root{--a0:x;"
        + "".join(f"--a{at + 1}:var(--a{at}) var(--a{at});" for at in range(60))
        + "}p{display:var(--a60)}",
        "@import '/plain.css';" * 2_000,
    ],
    ids=["nested", "either", "variables", "media", "doubling", "imports"],
)
def test_a_hostile_sheet_ends(css: str) -> None:
    assert parse(f"<style>{css}</style><p>Text", "http://site.example/").lines == ("Text",)
