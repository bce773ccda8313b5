"""How often the circuit breaker trips by chance, and how fast when memory really harms.

    python bench/breaker.py [--quick]

Simulated with the real `CircuitBreaker`, fixed seeds. A history is a row of tests in runs of ten. A test has something
to inject in a given share of cases; it fails by chance at a given rate, each attempt anew, and with memory at that rate
plus a harm. A test that failed with memory is tried once more without (ablation), and that attempt is a baseline
outcome. While tripped nothing is injected; a run that trips stays so to its end, and starts so if the window says so.
"""

from __future__ import annotations

import argparse
import random
import statistics
from dataclasses import dataclass

from hardwon.guard.breaker import CircuitBreaker

HISTORIES = 2000
TESTS_PER_RUN = 10
RULES = {
    "default: 20, 3, 0.15": (20, 3, 0.15),
    "40, 10, 0.30": (40, 10, 0.30),
    "60, 15, 0.30": (60, 15, 0.30),
    "100, 25, 0.25": (100, 25, 0.25),
}


@dataclass(frozen=True)
class World:
    """What is so, but the breaker cannot know."""

    rate: float
    harm: float = 0.0
    share: float = 0.7
    ablation: bool = True


@dataclass(frozen=True)
class History:
    """What came of it."""

    tripped_at: int | None
    """Tests until it first tripped."""

    without: int
    """Tests that would have had memory, but ran without it."""

    eligible: int


def history(world: World, rule: tuple[int, int, float], tests: int, chance: random.Random) -> History:
    breaker = CircuitBreaker(*rule)
    off = False
    tripped_at = None
    without = eligible = 0
    for number in range(tests):
        off = breaker.tripped or (off and number % TESTS_PER_RUN != 0)
        wanted = chance.random() < world.share
        eligible += wanted
        without += wanted and off
        with_memory = wanted and not off
        passed = chance.random() >= world.rate + (world.harm if with_memory else 0.0)
        breaker.record(with_memory=with_memory, passed=passed)
        if with_memory and not passed and world.ablation:
            breaker.record(with_memory=False, passed=chance.random() >= world.rate)
        if breaker.tripped and tripped_at is None:
            tripped_at = number + 1
    return History(tripped_at, without, eligible)


def histories(world: World, rule: tuple[int, int, float], tests: int, count: int) -> list[History]:
    chance = random.Random(f"{world}{rule}{tests}")
    return [history(world, rule, tests, chance) for _ in range(count)]


def by_chance(count: int) -> None:
    print("\nNo effect at all: histories that trip at least once, and tests that lose their memory for it\n")
    print(f"{'window, baseline, threshold':27}  {'failure rate':>12}  {'50 tests':>8}  {'200 tests':>9}  {'lost':>5}")
    for shown, rule in RULES.items():
        for rate in (0.0, 0.01, 0.05, 0.10, 0.20):
            short = histories(World(rate), rule, 50, count)
            long = histories(World(rate), rule, 200, count)
            lost = sum(each.without for each in long) / max(1, sum(each.eligible for each in long))
            print(f"{shown:27}  {rate:12.0%}  {tripping(short):8.0%}  {tripping(long):9.0%}  {lost:5.0%}")


def by_harm(count: int) -> None:
    print("\nMemory harms (5 % fail by chance; with memory that much more): how soon it trips\n")
    print(f"{'window, baseline, threshold':27}  {'harm':>5}  {'in 50 tests':>11}  {'in 200':>6}  {'median test':>11}")
    for shown, rule in RULES.items():
        for harm in (0.2, 0.5, 0.9):
            short = histories(World(0.05, harm), rule, 50, count)
            long = histories(World(0.05, harm), rule, 200, count)
            first = [each.tripped_at for each in long if each.tripped_at is not None]
            median = f"{statistics.median(first):.0f}" if len(first) > len(long) / 2 else "-"
            print(f"{shown:27}  {harm:5.0%}  {tripping(short):11.0%}  {tripping(long):6.0%}  {median:>11}")


def by_baseline(count: int) -> None:
    print("\nThe default rule, no effect, 10 % failure rate, 200 tests: where the baseline comes from\n")
    print(f"{'share of tests with memory':27}  {'ablation':>8}  {'trip':>5}")
    for share in (0.5, 0.7, 0.9, 1.0):
        for ablation in (True, False):
            world = World(0.10, share=share, ablation=ablation)
            found = histories(world, RULES["default: 20, 3, 0.15"], 200, count)
            print(f"{share:27.0%}  {'on' if ablation else 'off':>8}  {tripping(found):5.0%}")


def tripping(found: list[History]) -> float:
    return sum(each.tripped_at is not None for each in found) / len(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the histories")
    count = HISTORIES // (10 if parser.parse_args().quick else 1)
    print(f"Circuit breaker, {count} simulated histories each, 70 % of tests with memory unless said otherwise")
    by_chance(count)
    by_harm(count)
    by_baseline(count)


if __name__ == "__main__":
    main()
