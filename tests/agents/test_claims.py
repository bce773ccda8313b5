"""Agents that say themselves which memory they used: a claim counts for what was injected into that very step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import hardwon

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

LOGIN = "Open the login modal"
CART = "Press Checkout in the cart"
NOTES = {
    "login": ("Login modal", "The login modal opens from the avatar menu."),
    "cart": ("Checkout in the cart", "The Checkout button is below the list in the cart."),
}


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ((["login"], []), (["login"], [])),
        ((["login", "login"], []), (["login"], [])),
        ((["cart"], []), ([], [])),
        ((["obs_made-up-by-an-agent"], []), ([], [])),
        (([], ["login"]), ([], ["login"])),
        (([], ["cart"]), ([], [])),
        ((["login"], ["login"]), ([], ["login"])),
        ((["login", "cart"], ["cart"]), (["login"], [])),
    ],
    ids=["own", "twice", "of another step", "unknown", "wrong", "wrong elsewhere", "both", "mixed"],
)
def test_a_claim_counts_only_for_what_the_step_was_given(
    project: Path, call: Cli, claim: tuple[list[str], list[str]], outcome: tuple[list[str], list[str]]
) -> None:
    """What is claimed to be used and to be wrong; what is confirmed and deprecated."""
    ids = {name: _added(call, *note) for name, note in NOTES.items()}
    memory = hardwon.Memory.open(project)
    with memory.run(product="shop", test="t_login") as run:
        with run.step(LOGIN) as step:
            assert [each.id for each in step.observations] == [ids["login"]]
            used, contradicted = ([ids.get(each, each) for each in part] for part in claim)
            step.report(used=used, contradicted=contradicted)
        with run.step(CART) as step:
            step.report(sub_actions=1)
    deltas = {(delta.action, delta.observation_id) for delta in run.memory_log.deltas}
    confirmed, deprecated = outcome
    assert deltas == {("confirm", ids[each]) for each in confirmed} | {("deprecate", ids[each]) for each in deprecated}


def test_a_claim_in_a_step_that_failed_confirms_nothing(project: Path, call: Cli) -> None:
    own = _added(call, *NOTES["login"])
    memory, run = hardwon.Memory.open(project), None
    try:
        with memory.run(product="shop", test="t_login") as run, run.step(LOGIN) as step:
            step.report(used=[own])
            raise RuntimeError("it broke")  # noqa: TRY301 - what a step does when it fails
    except RuntimeError:
        pass
    assert run is not None
    assert not [delta for delta in run.memory_log.deltas if delta.action == "confirm"]


def _added(call: Cli, title: str, content: str) -> str:
    added = call("observations", "add", "--product", "shop", "--title", title, "--content", content, "--json")
    return str(added.document["id"])
