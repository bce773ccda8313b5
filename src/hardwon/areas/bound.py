"""The honest bound: how often something may fail that has been tried so many times. Pure."""

from __future__ import annotations

from functools import lru_cache
from math import exp, expm1, lgamma, log, log1p

CERTAINTY = 0.95
"""How sure the upper bound of the failure rate is."""

_EXACT = 1e-11
"""Relative error at which the search for the bound ends."""


@lru_cache(maxsize=4096)
def failure_rate_bound(tests: int, failures: int) -> float:
    """The exact (Clopper-Pearson) upper bound of the failure rate, at 95 % confidence.

    The largest rate at which seeing no more failures than these is still 5 % likely.
    """
    if tests <= 0 or failures >= tests:
        return 1.0
    if failures == 0:
        return -expm1(log(1 - CERTAINTY) / tests)
    low, high = failures / tests, 1.0
    while high - low > high * _EXACT:
        middle = (low + high) / 2
        if _chance_of_at_most(failures, tests, middle) > 1 - CERTAINTY:
            low = middle
        else:
            high = middle
    return high


def _chance_of_at_most(failures: int, tests: int, rate: float) -> float:
    """The binomial sum, for a rate of at least failures / tests: from there on its terms only get smaller."""
    ways = lgamma(tests + 1) - lgamma(failures + 1) - lgamma(tests - failures + 1)
    term = total = exp(ways + failures * log(rate) + (tests - failures) * log1p(-rate))
    for k in range(failures, 0, -1):
        term *= k / (tests - k + 1) * (1 - rate) / rate
        total += term
        if term <= total * _EXACT**2:
            break
    return total
