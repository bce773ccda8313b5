"""Checks on runs/.outcomes/: every line that the circuit breaker rests on can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.doctor.examined import Disagreement, Examined


def lines(examined: Examined) -> Iterator[Disagreement]:
    """Each line is the outcome of an attempt, or a reset."""
    for where, reason in examined.records.outcomes.flaws():
        yield examined.finding(where, reason)
