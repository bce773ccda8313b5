"""Sameness on products that no rule was made for: a library, a cloud for files, a train shop and a board.

The lines of the library (`open`) were looked at, those of the other three (`held`) only counted.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from hardwon.likeness.sameness import Relation, compare

TABLE = Path(__file__).with_name("products.txt")


class Row(NamedTuple):
    """Two contents under one title, and how they stand to each other."""

    half: str
    answer: str
    title: str
    content: str
    other: str

    def kinds(self) -> set[Relation]:
        """What is said of them, either first, under their title and under none."""
        return {
            compare(self.title, self.content, self.title, self.other).kind,
            compare(self.title, self.other, self.title, self.content).kind,
            compare(self.content, self.content, self.other, self.other).kind,
        }


ROWS = [Row(*line.split(" | ")) for line in TABLE.read_text("utf-8").splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("row", [row for row in ROWS if row.answer != "same"], ids=lambda row: row.other)
def test_two_facts_are_never_one(row: Row) -> None:
    assert "same" not in row.kinds()


@pytest.mark.parametrize("row", [row for row in ROWS if row.answer in ("same", "other")], ids=lambda row: row.other)
def test_nothing_contradicts_what_agrees_with_it_or_is_about_something_else(row: Row) -> None:
    assert "contradiction" not in row.kinds()


@pytest.mark.parametrize(
    ("half", "answer", "share"),
    [
        ("open", "same", 0.73),
        ("held", "same", 0.70),
        ("open", "contradiction", 0.72),
        ("held", "contradiction", 0.60),
    ],
)
def test_most_answers_are_right(half: str, answer: str, share: float) -> None:
    rows = [row for row in ROWS if (row.half, row.answer) == (half, answer)]
    right = [compare(row.title, row.content, row.title, row.other).kind == answer for row in rows]
    assert sum(right) >= share * len(rows) > 0
