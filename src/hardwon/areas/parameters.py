"""Parameters: whether a test that has several ran with enough of them. Pure.

Numbers are compared, not names: the parameters of a test may be other ones every day, `t[2026-11-16]`. Within one state
names are, so that runs on it add up and the same parameter does not count twice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.areas.roster import Cases, KnownSource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from hardwon.areas.roster import Heard, Keys, Roster
    from hardwon.areas.trial import Trial


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """Holds what a run says against the number of parameters that its tests are known to have."""

    trial: Trial
    roster: Roster
    before: tuple[Heard, ...]
    """What was heard on this state before."""

    needed: Callable[[int], int]
    """How many of a number are enough."""

    def settled(self, newer: Heard, *, anew: bool = False) -> Heard:
        """What a source says, by all that it said on this state: tests with too few parameters have not passed.

        Kept are the parameters of tests that failed, or lack some. `anew`: its own number no longer counts.
        """
        if not newer.cases:
            return newer
        whole = self.trial.whole
        own = [each for each in self.before if each.source == newer.source and not whole]
        unsettled: set[str] = set()
        kept: dict[str, Cases] = {}
        for key, cases in newer.cases.items():
            now = _added(_last(key, own), cases)
            was_full = any(key in each.passed and key not in each.cases for each in own)
            count, number = len(now.passed), self.number(newer.source, key, anew=anew)
            if now.failed or not (was_full or count >= number):
                kept[key] = now
            if now.failed or not (was_full or whole or count >= self.needed(number)):
                unsettled.add(key)
        return replace(newer, passed=newer.passed - unsettled, cases=kept)

    def number(self, name: str, key: str, *, anew: bool = False) -> int:
        """With how many parameters a test of a source should run."""
        trial, sources = self.trial, self.roster.sources
        own = sources.get(name, KnownSource())
        is_spared = key in self.roster.spared and self.roster.spared_on == trial.state
        if is_spared or (trial.whole and key not in trial.skipped):
            return 0
        if trial.counts_runs or key not in own.known:
            asked = (each for other, each in sources.items() if not (anew and other == name))
            number = max((each.cases.get(key, 0) for each in asked), default=0)
        else:
            number = own.cases.get(key, 0)
        return max(0, number - trial.cases_left_out.get(key, 0))

    def lacking(self, said: Iterable[Heard], raw: Iterable[Heard]) -> str:
        """Of which test too few parameters passed; of several, the one that lacks most.

        `raw` is what ran with all its parameters: runners count each of them as a test.
        """
        lacking = [
            (self.number(each.source, key), len(cases.passed))
            for each in said
            for key, cases in incomplete([each]).items()
            if not cases.failed
        ]
        if not lacking:
            has_several = any(len(cases) > 1 for each in raw for cases in each.cases.values())
            return " (a test counts once, whatever its parameters)" if has_several else ""
        number, passed = max(lacking, key=lambda each: each[0] - each[1])
        if len(lacking) == 1:
            return f", for 1 test passed with {passed} of {number} parameters"
        return f", for {len(lacking)} tests passed with a part of their parameters, one with {passed} of {number}"


def _last(key: str, told: Sequence[Heard]) -> Cases:
    newest = next((each for each in reversed(told) if key in each.ran), None)
    return newest.cases.get(key, Cases()) if newest else Cases()


def _added(older: Cases, newer: Cases) -> Cases:
    return Cases(
        passed=(older.passed - newer.failed) | newer.passed, failed=(older.failed - newer.passed) | newer.failed
    )


def incomplete(told: Iterable[Heard]) -> dict[str, Cases]:
    """The tests that neither passed nor failed, for they ran with too few of their parameters."""
    return {key: cases for each in told for key, cases in each.cases.items() if key not in each.tests}


def short(told: Iterable[Heard]) -> Keys:
    """The tests that passed, but not with all of their parameters."""
    return frozenset(key for each in told for key in each.cases if key in each.passed)


def numbers(told: Heard, known: Mapping[str, int]) -> dict[str, int]:
    """How many parameters tests have, with what a run says that may add to that."""
    ran = {key: len(cases) for key, cases in told.cases.items() if len(cases) > 1}
    return {**known, **{key: max(count, known.get(key, 0)) for key, count in ran.items()}}
