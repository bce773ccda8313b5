"""The reports that a run was read from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardwon.areas.ledger import Ledger


class CountedMeanwhileError(Exception):
    """Another process counted the same report between our look and our lock; it is looked at again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """The reports that a run was read from."""

    digests: frozenset[str] = frozenset()
    runs: frozenset[str] = frozenset()
    """Runs of hardwon's that they are of."""

    again: bool = False
    """They count although they were counted before."""

    def is_in(self, ledger: Ledger) -> bool:
        """Whether one of them was counted already."""
        return not self.again and not (self.digests.isdisjoint(ledger.reports) and self.runs.isdisjoint(ledger.runs))
