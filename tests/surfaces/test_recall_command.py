"""hardwon recall, as a person and a program call it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardwon.observations.observation import Observation, Scope
from hardwon.store import observation_file

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

STEP = "Open the login modal"


@pytest.fixture(autouse=True)
def _late(project: Path) -> None:
    """One observation about the login modal, and one that is not trusted."""
    for name, trust in (("jay", 0.55), ("kea", 0.1)):
        observation = Observation(
            id=f"obs_ant-bee-cat-dog-elk-fox-gnu-hen-ibis-{name}",
            scope=Scope("products", "shop"),
            title=f"Login modal: opens late {name}",
            content="The login modal appears about two seconds after the page <main>.",
            trust=trust,
            created="2026-01-01T00:00:00Z",
            last_confirmed="2026-01-01T00:00:00Z",
            source_test="manual",
        )
        path = project / f".hardwon/observations/products/shop/{observation.id}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(observation_file.write(observation))


def test_json_is_as_the_contract_says(cli: Cli) -> None:
    ended = cli("recall", STEP, "--product", "shop", "--json")
    assert ended.code == 0
    assert set(ended.document) == {"observations", "context"}
    [found] = ended.document["observations"]
    assert {"id", "title", "content", "trust", "score", "why"} <= set(found)
    assert found["trust"] == 0.55
    assert ended.document["context"].startswith("<memory-context>\n")
    assert "&lt;main&gt;. (trust: 0.55)\n</memory-context>" in ended.document["context"]


def test_nothing_is_an_empty_list_and_an_empty_block(call: Cli) -> None:
    ended = call("recall", "Export the calendar", "--product", "shop", "--json")
    assert ended.document == {"observations": [], "context": ""}


def test_people_see_the_parts_of_the_score_and_why_others_were_not_given(call: Cli) -> None:
    ended = call("recall", STEP, "--product", "shop")
    assert "words" in ended.stdout
    assert "<memory-context>" in ended.stdout
    assert "trust 0.10 is below 0.30" in ended.stdout


def test_json_explains_when_asked(call: Cli) -> None:
    ended = call("recall", STEP, "--product", "shop", "--json", "--explain")
    assert [each["reason"] for each in ended.document["rejected"]] == ["trust"]
    assert set(ended.document["observations"][0]["parts"]) == {"words", "letters", "phrases", "kin", "relevance"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("--kind", "assert"), "An assertion gets no memory"), (("--set", "enabled=false"), "Memory is off")],
)
def test_silence_says_why_beside_the_json(call: Cli, arguments: tuple[str, ...], said: str) -> None:
    ended = call("recall", STEP, "--product", "shop", "--json", *arguments)
    assert ended.document == {"observations": [], "context": ""}
    assert said in ended.stderr
    assert ended.code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--product", "../x"), "cannot be the name of a scope"),
        (("--product", "shop", "--suite", "s.yaml"), "--suite and --position go together"),
        (("--product", "shop", "--suite", "absent.yaml", "--position", "0"), "cannot be read"),
        ((), "--product"),
    ],
)
def test_a_call_that_makes_no_sense_ends_with_3(call: Cli, arguments: tuple[str, ...], said: str) -> None:
    ended = call("recall", STEP, *arguments)
    assert ended.code == 3
    assert said in ended.stderr
    assert ended.stdout == ""
