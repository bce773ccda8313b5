"""Checks on runs/.outcomes/: every line that the circuit breaker rests on can be read."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hardwon.store.outcomes import Outcomes, broken_lines, folder_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.doctor.examined import Disagreement, Examined

MOST_LINES = 5
"""Broken lines of one file that are named one by one."""


def lines(examined: Examined) -> Iterator[Disagreement]:
    """Each line is the outcome of an attempt, or a reset."""
    for path in Outcomes(folder=folder_in(examined.project.runs)).paths():
        try:
            for number in islice(broken_lines(path), MOST_LINES):
                yield examined.finding(path, f"line {number}: is no outcome of an attempt; the breaker passes over it")
        except OSError as error:
            yield examined.finding(path, f"cannot be read: {error.strerror}")
