"""Sameness against the table of pairs: no fact is lost to another, and most of what is the same is seen to be."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.unit.likeness.pairs import Pair, pairs

from hardwon.likeness.sameness import compare

PAIRS = pairs()
OTHERS = [pair for pair in PAIRS if pair.answer != "same"]


@pytest.mark.parametrize("pair", OTHERS, ids=lambda pair: pair.other_content)
def test_two_facts_are_never_one(pair: Pair) -> None:
    assert compare(*pair.texts).kind != "same"
    assert compare(*pair.texts[2:], *pair.texts[:2]).kind != "same"


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair.answer != "contradiction"], ids=str)
def test_nothing_loses_trust_to_what_agrees_with_it_or_is_about_something_else(pair: Pair) -> None:
    assert compare(*pair.texts).kind != "contradiction"


@pytest.mark.parametrize("half", ["open", "held"])
@pytest.mark.parametrize(
    ("kind", "share"),
    [
        ("reworded", 0.85),
        ("paraphrased", 0.75),
        ("title", 1.0),
        ("negated", 1.0),
        ("superseded", 0.85),
        ("outdated", 0.7),
        ("narrowed", 1.0),
        ("retold", 0.65),
        ("replaced", 0.8),
    ],
)
def test_most_answers_are_right(half: str, kind: str, share: float) -> None:
    told = Counter(compare(*pair.texts).kind == pair.answer for pair in PAIRS if (pair.half, pair.kind) == (half, kind))
    assert told[True] >= share * told.total() > 0


def test_the_table_is_large_and_both_halves_have_every_kind() -> None:
    kinds = {half: {pair.kind for pair in PAIRS if pair.half == half} for half in ("open", "held")}
    assert len(PAIRS) >= 120
    assert kinds["open"] == kinds["held"]
    assert len({pair.texts for pair in PAIRS}) == len(PAIRS)
