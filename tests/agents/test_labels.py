"""Names of links and pages are text of strangers: usual names enter a lesson, orders and values do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardwon.agents.explorer.naming import label

TABLE = Path(__file__).with_name("labels.txt")
ROWS = [line.split(" | ", 2) for line in TABLE.read_text("utf-8").splitlines() if not line.startswith("#")]

MOST_REFUSED = 0.05
"""Share of true names that may be left out: a lesson that is not learned costs little."""

MOST_TAKEN = 0.03
"""Share of hostile names that may look like names: "Cancel everything" is one on some site."""


def texts(half: str, kind: str) -> list[str]:
    return [text for own, right, text in ROWS if (own, right) == (half, kind)]


@pytest.mark.parametrize("half", ["tuned", "held"])
def test_what_sites_call_their_pages_may_be_remembered(half: str) -> None:
    names = texts(half, "name")
    refused = [name for name in names if label(name) != name]
    assert len(refused) <= MOST_REFUSED * len(names), refused


@pytest.mark.parametrize("half", ["tuned", "held"])
def test_orders_and_values_in_the_shape_of_a_name_are_left_out(half: str) -> None:
    hostile = texts(half, "hostile")
    taken = [name for name in hostile if label(name)]
    assert len(taken) <= MOST_TAKEN * len(hostile), taken


@pytest.mark.parametrize("secret", ["hunter2", "swordfish", "4471", "ghp_1a2B3c4D5e6F", "letmein", "s3cr3t-value"])
@pytest.mark.parametrize(
    "said", ["Password: {}", "Password {}", "PIN is {}", "Your token: {}", "{} (password)", "Passwort {}"]
)
def test_what_may_be_a_secret_never_enters(said: str, secret: str) -> None:
    assert not label(said.format(secret))


def test_the_table_is_large_and_half_of_it_was_held_back() -> None:
    assert len(texts("held", "name")) >= 60
    assert len(texts("held", "hostile")) >= 40
    assert len({text for _, _, text in ROWS}) == len(ROWS)
