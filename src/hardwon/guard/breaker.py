"""The circuit breaker: memory that does more harm than good is switched off.

It compares attempts with memory to attempts without, over the last few of both. No clock, no disk: outcomes go in, and
it says whether it has tripped, and why.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from fractions import Fraction

from hardwon.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many attempts of one kind there were, and how many of them failed."""

    runs: int
    failures: int

    @property
    def rate(self) -> float:
        """Share that failed; 0 where there was no attempt."""
        return self.failures / self.runs if self.runs else 0.0


class CircuitBreaker:
    """Trips when attempts with memory fail clearly more often than attempts without.

    The last `window` outcomes count. With at least `baseline` of each kind it is tripped while the failure rate with
    memory exceeds the one without by more than `threshold`.
    """

    def __init__(self, window: int = 20, baseline: int = 3, threshold: float = 0.15) -> None:
        if window < 1 or baseline < 1 or not 0 <= threshold <= 1:
            raise UsageError(
                f"There is no circuit breaker with window {window}, baseline {baseline} and threshold {threshold}.",
                remedy="Window and baseline are at least 1, the threshold is from 0 to 1.",
            )
        self.window = window
        self.baseline_size = baseline
        self.threshold = threshold
        # Through the text: 0.4 - 0.25 is more than 0.15 to a float, and not to people.
        self._threshold = Fraction(str(threshold))
        self._outcomes: deque[tuple[bool, bool]] = deque()
        self._counts = {True: [0, 0], False: [0, 0]}

    def record(self, *, with_memory: bool, passed: bool) -> None:
        """Count one attempt at one test; the oldest one falls out of a full window."""
        self._outcomes.append((bool(with_memory), bool(passed)))
        self._count(self._outcomes[-1], 1)
        if len(self._outcomes) > self.window:
            self._count(self._outcomes.popleft(), -1)

    def _count(self, outcome: tuple[bool, bool], by: int) -> None:
        with_memory, passed = outcome
        self._counts[with_memory][0] += by
        self._counts[with_memory][1] += by * (not passed)

    @property
    def memory(self) -> Tally:
        """The attempts in the window to which at least one observation was given."""
        return Tally(runs=self._counts[True][0], failures=self._counts[True][1])

    @property
    def baseline(self) -> Tally:
        """The attempts in the window that had no memory."""
        return Tally(runs=self._counts[False][0], failures=self._counts[False][1])

    @property
    def tripped(self) -> bool:
        """Whether memory is to be left out now."""
        (memory, memory_failures), (bare, bare_failures) = self._counts[True], self._counts[False]
        if min(memory, bare) < self.baseline_size:
            return False
        # In whole numbers, both sides times all denominators: exact.
        excess = memory_failures * bare - bare_failures * memory
        return excess * self._threshold.denominator > self._threshold.numerator * memory * bare

    @property
    def summary(self) -> str:
        """What the window holds, in one sentence."""
        memory, bare = self.memory, self.baseline
        return f"{memory.failures} of {memory.runs} attempts with memory failed, {bare.failures} of {bare.runs} without"

    @property
    def reason(self) -> str:
        """Why it has tripped; empty while it has not."""
        return self.summary if self.tripped else ""
