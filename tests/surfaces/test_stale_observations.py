"""`hardwon observations list --stale`: what no run has needed lately, as far as the runs that are kept tell."""

from __future__ import annotations

import json
import re
import shutil
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

import hardwon
from hardwon.evidence.runs import new_run_id

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

CARDS = ("--title", "Gift cards", "--content", "The gift cards are on the page Privacy.")
MODAL = ("--title", "Login modal: opens late", "--content", "The login modal appears late.")


def add(project: Path, call: Cli, *arguments: str) -> str:
    """The id of an observation that was written long ago."""
    added = call("observations", "add", *(arguments or ("--product", "shop", *MODAL)), "--json").document
    path = project / added["path"]
    path.write_text(re.sub(r"(?m)^(created|last_confirmed): .*$", r'\1: "2020-01-01T00:00:00Z"', path.read_text()))
    return str(added["id"])


def run(project: Path, step: str, *, product: str = "shop", test: str = "t_cards") -> list[str]:
    """A real run of one step; what it was given."""
    with hardwon.Memory.open(project).run(product=product, test=test) as running, running.step(step) as taken:
        return [hint.id for hint in taken.observations]


def stale(call: Cli, *arguments: str) -> Any:
    ended = call("observations", "list", "--stale", *arguments, "--json")
    assert ended.code == 0, ended.stderr
    return ended.document


def test_what_runs_are_given_is_not_stale_and_what_they_do_not_need_is(project: Path, call: Cli) -> None:
    cards, modal = add(project, call, "--product", "shop", *CARDS), add(project, call)
    assert run(project, "Open the login modal") == [modal]
    for _ in range(3):
        assert run(project, "Open the gift cards") == [cards]
    found = stale(call, "--after-runs", "3")
    [only] = found["observations"]
    assert (only["id"], only["path"].endswith(f"{modal}.md"), found["unknown"]) == (modal, True, [])
    assert only["stale"]["after_runs"] == 3
    assert only["stale"]["last_recalled"] < only["stale"]["since_run"]
    assert not stale(call, "--after-runs", "4")["observations"]
    assert not stale(call, "--after-runs", "3", "--text", "gift")["observations"]


def test_what_was_confirmed_since_is_not_stale(project: Path, call: Cli) -> None:
    modal = add(project, call)
    for _ in range(2):
        run(project, "Open the gift cards")
    assert [each["id"] for each in stale(call, "--after-runs", "2")["observations"]] == [modal]
    call("observations", "confirm", modal)
    assert not stale(call, "--after-runs", "2")["observations"]


def test_what_is_newer_than_the_runs_is_never_stale(project: Path, call: Cli) -> None:
    for _ in range(3):
        run(project, "Open the gift cards")
    call("observations", "add", "--product", "shop", *MODAL)
    assert stale(call, "--after-runs", "3") == {"observations": [], "unreadable": [], "unknown": []}


def test_runs_of_another_product_or_test_do_not_count(project: Path, call: Cli) -> None:
    add(project, call)
    own = add(project, call, "--test", "t_own", *CARDS)
    for _ in range(3):
        run(project, "Open the account", product="other", test="t_other")
    found = stale(call, "--after-runs", "2")
    assert not found["observations"]
    assert {(each["tier"], each["scope"], each["runs"]) for each in found["unknown"]} == {
        ("products", "shop", 0),
        ("tests", "t_own", 0),
    }
    for _ in range(2):
        run(project, "Open the account", product="other", test="t_own")
    assert [each["id"] for each in stale(call, "--after-runs", "2")["observations"]] == [own]


def test_without_runs_history_is_unknown_and_it_says_so(project: Path, call: Cli) -> None:
    add(project, call)
    for _ in range(3):
        run(project, "Open the gift cards")
    shutil.rmtree(project / ".hardwon" / "runs")
    found = stale(call, "--after-runs", "3")
    assert (found["observations"], found["unknown"]) == ([], [{"tier": "products", "scope": "shop", "runs": 0}])
    shown = call("observations", "list", "--stale", "--after-runs", "3")
    assert "Unknown for the product shop: 0 of its runs are known here, 3 are needed" in shown.stdout


def test_the_setting_says_after_how_many_runs(project: Path, call: Cli) -> None:
    modal = add(project, call)
    for _ in range(2):
        run(project, "Open the gift cards")
    refused = call("observations", "list", "--stale")
    assert refused.code == 3
    assert "--after-runs" in refused.stderr
    assert "staleAfterRuns" in refused.stderr
    (project / "hardwon.yaml").write_text("services: {memory: {staleAfterRuns: 2}}\n")
    assert [each["id"] for each in stale(call)["observations"]] == [modal]
    assert modal in call("observations", "list", "--stale").stdout


def test_after_runs_alone_makes_no_sense(call: Cli) -> None:
    assert call("observations", "list", "--after-runs", "3").code == 3


@pytest.mark.parametrize(
    "damage",
    [
        "[]",
        "{",
        '{"time": 3}',
        '{"time": "2020-01-01T00:00:00Z", "test_results": [{"product": "shop", "steps": 3}, 4]}',
    ],
)
def test_evidence_that_is_damaged_is_passed_over(project: Path, call: Cli, damage: str) -> None:
    modal = add(project, call)
    for _ in range(2):
        run(project, "Open the gift cards")
    folder = project / ".hardwon" / "runs" / new_run_id(datetime.now(UTC) - timedelta(days=9))
    folder.mkdir()
    (folder / "run.json").write_text(damage)
    assert [each["id"] for each in stale(call, "--after-runs", "2")["observations"]] == [modal]


def test_a_listing_without_the_question_is_as_ever(project: Path, call: Cli) -> None:
    add(project, call)
    document = json.loads(call("observations", "list", "--json").stdout)
    assert set(document) == {"observations", "unreadable"}
    assert "stale" not in document["observations"][0]
