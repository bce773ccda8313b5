"""A value from the environment may be any text, also a status or a year: hidden in free text, it breaks nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from hardwon.evidence.redaction import FREE_TEXT, HIDDEN, clean

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import Cli

TEST = "test-id: t_cart\narea: cart\nsteps:\n  - Enter {{env:VALUE}} into the filter field\n  - Open the cart page\n"
AGENT = """
def agent(step):
    step.report(sub_actions=4, observation=f"did {step.text}", used=[each.id for each in step.observations])
    step.learned("Basket page: lines", "The basket page shows a line for each product that was added.")
"""
VALUES = ["2026", "passed", "status", "cart", "obs_", "t_cart", "curator", "steps", "error", "tests", "true", "null"]


def texts(document: Any, under: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every text of a document with the keys that lead to it, and every key."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield (*under, "a key"), key
            yield from texts(value, (*under, key))
    elif isinstance(document, list):
        for value in document:
            yield from texts(value, under)
    elif isinstance(document, str):
        yield under, document


def documents(folder: Path) -> Iterator[Any]:
    for path in folder.rglob("*.json"):
        yield json.loads(path.read_text())
    for path in folder.rglob("*.jsonl"):
        yield from map(json.loads, path.read_text().splitlines())


@pytest.mark.parametrize("value", VALUES)
def test_a_value_that_is_an_everyday_word_is_hidden_in_free_text_and_breaks_nothing(
    call: Cli, project: Path, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    (project / "t.yaml").write_text(TEST)
    (project / "env_agent.py").write_text(AGENT)
    monkeypatch.setenv("VALUE", value)
    monkeypatch.setenv("HARDWON_ALLOW_ENV", "VALUE")
    command = ("run", "t.yaml", "--agent", "env_agent:agent", "--json")
    done = [call(*command), call(*command)]
    assert [each.code for each in done] == [0, 0]
    told = [each.document for each in done]
    assert [(each["status"], each["tests"][0]["id"], each["tests"][0]["area"]) for each in told] == [
        ("passed", "t_cart", "cart")
    ] * 2
    kept = [*told, *documents(project / ".hardwon" / "runs")]
    hidden = [under for document in kept for under, text in texts(document) if HIDDEN in text]
    assert hidden
    assert [under for under in hidden if not FREE_TEXT.intersection(under)] == []
    run = told[0]["run_id"]
    assert (project / ".hardwon" / "runs" / run / "run.json").is_file()
    assert call("curate", run).code == 0
    assert call("report", run).stdout.startswith(f"# Run {run}: passed")
    assert call("doctor").code == 0
    assert call("log", "--json").document["entries"]


@pytest.mark.parametrize(
    ("value", "cleaned"),
    [
        ("the cart page", "the [hidden] page"),
        (["the cart page"], ["the [hidden] page"]),
        ({"status": "cart", "text": "the cart"}, {"status": "cart", "text": "the [hidden]"}),
        ([{"id": "cart", "reason": "cart"}], [{"id": "cart", "reason": "[hidden]"}]),
        ({"told": {"cart": "cart"}}, {"told": {"cart": "[hidden]"}}),
        ({"steps": [{"text": "cart", "kind": "cart"}]}, {"steps": [{"text": "[hidden]", "kind": "cart"}]}),
        ({"unclosed": ["cart", "b"]}, {"unclosed": ["[hidden]", "b"]}),
        ({"count": 1, "none": None, "yes": True}, {"count": 1, "none": None, "yes": True}),
    ],
)
def test_what_is_free_text(value: Any, cleaned: Any) -> None:
    assert clean(value, ["cart"]) == cleaned


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("typed moss-and-fe…", "typed [hidden]…"),
        ("typed moss-and-fe… and moss-an…", "typed [hidden]… and [hidden]…"),
        ("typed moss-…", "typed moss-…"),
        ("typed moss-and-fe", "typed moss-and-fe"),
        ("moss-and-stone…", "moss-and-stone…"),
        ("moss-amoss-and…", "moss-a[hidden]…"),
    ],
)
def test_the_first_part_of_a_value_is_hidden_where_the_rest_was_cut_off(text: str, cleaned: str) -> None:
    """An agent may have shortened it before we saw it. Without a sign of that, a part may be an everyday word."""
    assert clean(text, ["moss-and-fern-lantern"]) == cleaned
