"""The circuit breaker: trips by the rule of the two failure rates, and says why."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hardwon
from hardwon.errors import UsageError
from hardwon.guard.breaker import CircuitBreaker


def fed(*outcomes: str, **rule: float) -> CircuitBreaker:
    """A breaker after outcomes such as `m+` (with memory, passed) and `b-` (without, failed)."""
    breaker = CircuitBreaker(**rule)  # type: ignore[arg-type]  # ints where the rule says so
    for outcome in outcomes:
        breaker.record(with_memory=outcome[0] == "m", passed=outcome[1] == "+")
    return breaker


def test_public_name() -> None:
    assert hardwon.CircuitBreaker is CircuitBreaker


def test_four_of_six_against_none_of_five_trips_with_the_reason() -> None:
    breaker = fed(*["b+"] * 5, *["m-"] * 4, *["m+"] * 2)
    assert breaker.tripped
    assert breaker.reason == "4 of 6 attempts with memory failed, 0 of 5 without"
    assert (breaker.memory.runs, breaker.memory.failures, breaker.memory.rate) == (6, 4, 4 / 6)
    assert (breaker.baseline.runs, breaker.baseline.failures, breaker.baseline.rate) == (5, 0, 0.0)


def test_no_reason_while_it_has_not_tripped() -> None:
    breaker = fed("m-", "m-", "m-")
    assert not breaker.tripped
    assert breaker.reason == ""
    assert breaker.summary == "3 of 3 attempts with memory failed, 0 of 0 without"


@pytest.mark.parametrize("outcomes", [["m-"] * 10 + ["b+"] * 2, ["m-"] * 2 + ["b+"] * 10])
def test_needs_enough_of_both_kinds(outcomes: list[str]) -> None:
    assert not fed(*outcomes).tripped
    assert fed(*outcomes, baseline=2).tripped


def test_difference_equal_to_the_threshold_does_not_trip() -> None:
    """0.4 - 0.25 is more than 0.15 in floating point; it is not more."""
    outcomes = ["m-"] * 2 + ["m+"] * 3 + ["b-"] + ["b+"] * 3
    assert 2 / 5 - 1 / 4 > 0.15
    assert not fed(*outcomes).tripped
    assert fed(*outcomes, threshold=0.149).tripped


def test_harmful_baseline_never_trips() -> None:
    assert not fed(*["b-"] * 10, *["m+"] * 10).tripped


def test_baseline_outcomes_push_memory_out_until_memory_is_tried_again() -> None:
    breaker = fed(*["m-"] * 10, *["b+"] * 10)
    assert breaker.tripped
    still = 0
    while breaker.tripped:
        breaker.record(with_memory=False, passed=True)
        still += 1
    assert still == 8, "at two memory outcomes there are too few of them"
    assert breaker.memory.runs == 2


@pytest.mark.parametrize(("window", "baseline", "threshold"), [(0, 3, 0.15), (20, 0, 0.15), (20, 3, 1.5), (20, 3, -1)])
def test_senseless_rules_are_refused(window: int, baseline: int, threshold: float) -> None:
    with pytest.raises(UsageError, match=str(threshold)):
        CircuitBreaker(window, baseline, threshold)


@given(
    outcomes=st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60),
    window=st.integers(1, 25),
    baseline=st.integers(1, 5),
    hundredths=st.integers(0, 100),
)
def test_agrees_with_the_rule_as_written(
    outcomes: list[tuple[bool, bool]], window: int, baseline: int, hundredths: int
) -> None:
    breaker = CircuitBreaker(window, baseline, hundredths / 100)
    for with_memory, passed in outcomes:
        breaker.record(with_memory=with_memory, passed=passed)
    last = outcomes[-window:]
    memory = [passed for with_memory, passed in last if with_memory]
    bare = [passed for with_memory, passed in last if not with_memory]
    trips = (
        len(memory) >= baseline
        and len(bare) >= baseline
        and Fraction(memory.count(False), len(memory)) - Fraction(bare.count(False), len(bare))
        > Fraction(hundredths, 100)
    )
    assert breaker.tripped == trips
    assert (breaker.memory.runs, breaker.baseline.runs) == (len(memory), len(bare))
    assert bool(breaker.reason) == trips
