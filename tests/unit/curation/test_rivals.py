"""Rivals: of two observations that say the opposite, what a confirmation of one means for the other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import hardwon

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

OLD = {"title": "Gift cards: location", "content": "The gift cards page is located under Account → Privacy."}
NEW = {"title": "Gift cards", "content": "The link to the gift cards is on the Guides page of the Help menu."}


class Shop:
    """The memory of a product, changed by decisions and by runs."""

    def __init__(self, project: Path, call: Cli) -> None:
        self._memory = hardwon.Memory.open(project)
        self._file = project / "d.json"
        self._call = call

    def decide(self, *decisions: dict[str, Any]) -> Any:
        self._file.write_text(json.dumps({"decisions": decisions}))
        return self._call("curate", "--product", "shop", "--decisions", str(self._file), "--json").document

    def add(self, told: dict[str, str]) -> str:
        """The id of the observation that an addition became, or confirmed."""
        return str(self.decide({"action": "add", **told})["deltas"][0]["observation_id"])

    def by_hand(self, told: dict[str, str]) -> str:
        arguments = ("--product", "shop", "--title", told["title"], "--content", told["content"], "--json")
        return str(self._call("observations", "add", *arguments).document["id"])

    def confirm(self, observation_id: str, times: int = 1) -> None:
        """Runs in which the observation was given to a step, and helped."""
        about = self._memory.observations.find(observation_id).observation
        for _ in range(times):
            with self._memory.run(product="shop", test="t") as run, run.step(f"{about.title} {about.content}") as step:
                assert about.title in step.context
                step.report(used=[observation_id])

    def deprecate(self, observation_id: str) -> None:
        self.decide({"action": "deprecate", "observationId": observation_id})

    @property
    def trust(self) -> dict[str, float]:
        listed = self._call("observations", "list", "--json").document["observations"]
        return {each["id"]: each["trust"] for each in listed}


@pytest.fixture
def shop(project: Path, call: Cli) -> Shop:
    return Shop(project, call)


def test_another_place_takes_nothing_from_what_no_run_found_wrong(shop: Shop) -> None:
    """A thing may be in two places."""
    old, new = shop.add(OLD), shop.add(NEW)
    shop.confirm(new)
    assert shop.trust == {old: 0.5, new: 0.55}


def test_another_place_takes_trust_from_what_a_run_found_wrong(shop: Shop) -> None:
    old = shop.add(OLD)
    shop.deprecate(old)
    new = shop.add(NEW)
    assert shop.trust == {old: 0.3, new: 0.5}
    shop.confirm(new)
    assert shop.trust == {old: 0.2, new: 0.55}


def test_one_curation_counts_the_same_evidence_once(shop: Shop) -> None:
    """The step that found the old place wrong is the one that learned the new place."""
    old = shop.add(OLD)
    shop.decide({"action": "deprecate", "observationId": old}, {"action": "add", **NEW})
    assert shop.trust[old] == 0.4


def test_what_was_found_wrong_once_is_left_alone_by_a_confirmation(shop: Shop) -> None:
    old = shop.add(OLD)
    log = shop.decide({"action": "deprecate", "observationId": old}, {"action": "add", **NEW})
    shop.confirm(log["deltas"][1]["observation_id"])
    assert shop.trust[old] == 0.4


def test_what_was_superseded_goes_once_the_newer_one_goes_on_to_be_confirmed(shop: Shop) -> None:
    old = shop.add(OLD)
    shop.deprecate(old)
    new = shop.add(NEW)
    shop.confirm(new, times=3)
    assert shop.trust == {new: 0.65}


def test_what_is_proven_by_far_outweighs_what_no_run_found_wrong_unless_a_person_wrote_it(shop: Shop) -> None:
    new = shop.add(NEW)
    shop.confirm(new, times=8)
    machine = shop.add(OLD)
    person = shop.by_hand({**OLD, "content": "The gift cards page is located under Orders → Open."})
    shop.confirm(new)
    assert shop.trust == {new: 0.95, machine: 0.4, person: 0.5}


def test_the_same_place_in_other_words_is_a_confirmation(shop: Shop) -> None:
    old = shop.add(OLD)
    other = {"title": "Where the gift cards are", "content": "You can find the gift cards in Account, on page Privacy."}
    assert shop.add(other) == old
    assert shop.trust == {old: 0.55}


def test_what_is_confirmed_takes_trust_from_its_opposite_that_was_wrong_twice(shop: Shop) -> None:
    title = "Cart: voucher field"
    shown = shop.add({"title": title, "content": "The cart page shows the voucher field."})
    hidden = shop.add({"title": title, "content": "The cart page does not show the voucher field."})
    assert shop.trust == {shown: 0.4, hidden: 0.5}
    assert shop.add({"title": title, "content": "The cart page does not show the voucher field."}) == hidden
    assert shop.trust == {shown: 0.4, hidden: 0.55}
    shop.deprecate(shown)
    shop.confirm(hidden)
    assert shop.trust == {shown: 0.2, hidden: 0.6}


def test_an_update_that_somebody_decides_touches_no_other(shop: Shop) -> None:
    old = shop.add(OLD)
    shop.deprecate(old)
    new = shop.add(NEW)
    before = shop.trust[old]
    for _ in range(3):
        log = shop.decide({"action": "update", "observationId": new})
        assert (log["confirmed"], log["deprecated"], len(log["deltas"])) == (1, 0, 1)
    assert shop.add(NEW) == new
    assert shop.trust == {old: before, new: 0.7}
