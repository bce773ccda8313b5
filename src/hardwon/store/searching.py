"""What a record offers that can be searched where it is: candidates, and how rare their words are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from hardwon.observations.observation import Scope


@dataclass(frozen=True, slots=True)
class Frequencies:
    """How many observations there are to search, how long they are together, and how many have each token."""

    count: int
    words: int
    letters: int
    having: Mapping[str, int]


class Searching(Protocol):
    """A record that can be searched where it is, by the tokens of `likeness`."""

    def frequencies(self, wanted: Sequence[str], reach: Collection[Scope]) -> Frequencies | None:
        """How many observations have each token, of how many; None if some have not been made ready for it."""

    def holding(
        self,
        stems: Sequence[tuple[str, float, int]],
        reach: Collection[Scope],
        *,
        mean: float,
        weighed: int,
        longest: int,
        most: int,
    ) -> Iterator[tuple[Scope, str, bytes]]:
        """The documents that have the most of some stems for their length: what each is worth, how many to look at.

        Only those that have the most of them are weighed by their length, which counts up to `longest` words.
        """

    def scopes(self) -> list[Scope]:
        """Every scope that has or had an observation."""
