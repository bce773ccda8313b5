"""The table of pairs: observations of many products, and how the two of each pair stand to each other.

Half of the lines (`open`) may be looked at while working on sameness; the other half (`held`) is only counted.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

TABLE = Path(__file__).with_name("pairs.txt")


class Pair(NamedTuple):
    """Two observations, and the right answer."""

    half: str
    answer: str
    kind: str
    title: str
    content: str
    other_title: str
    other_content: str

    @property
    def texts(self) -> tuple[str, str, str, str]:
        return self.title, self.content, self.other_title, self.other_content


def pairs() -> list[Pair]:
    """The lines of the table; `=` is the title once more."""
    rows = [line.split(" | ") for line in TABLE.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return [Pair._make([*row[:5], row[3] if row[5] == "=" else row[5], *row[6:]]) for row in rows]
