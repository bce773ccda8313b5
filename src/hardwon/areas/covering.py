"""Covering: whether what passed is enough of what is known of an area. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.areas.parameters import short
from hardwon.areas.roster import ever_passed

if TYPE_CHECKING:
    from hardwon.areas.known import KnownTests
    from hardwon.areas.roster import Keys, Roster

UNKNOWN = "a part of its tests, and it is not known how many it has: run the whole suite once"


@dataclass(frozen=True, slots=True, kw_only=True)
class Covering:
    """How much of an area passed on the state of a run."""

    known: KnownTests

    @property
    def is_covered(self) -> bool:
        """Whether enough of the area ran on this state, whatever came of it."""
        return not self.gap(self.known.passed | self.known.failed)

    @property
    def has_passed(self) -> bool:
        """Whether all of the area passed on this state, be it a proof of its own or not."""
        return not (self.known.trial.only_probes or self.known.failed or self.gap(self.known.passed))

    def on_files(self, roster: Roster) -> Roster:
        """The roster with the files that the area has passed on, if it has, and the tests that have not."""
        trial, behind = self.known.trial, roster.behind
        passed = self.known.passed - (trial.skipped & behind) - short(self.known.told)
        if trial.content == roster.passed_on:
            return replace(roster, behind=behind - passed)
        if not self.has_passed:
            return roster
        known = self.known.roster.ever_known
        if trial.whole:
            # What neither ran nor was skipped is no more, unless another source has it.
            behind &= trial.passed | trial.skipped | known
        expected = self.known.expected | (known & trial.skipped) | behind
        return replace(roster, passed_on=trial.content, behind=expected - passed - trial.left_out)

    def gap(self, tests: Keys) -> str:
        """Why tests do not cover the area; empty if they do."""
        if not self.known.trial.sources:
            return ""
        if not any(source.known for source in self.known.sources.values()):
            if self.known.area.tests:
                return self._gap_by_number(len(tests))
            # The first that is heard of the area: there is nothing to hold it against.
            return UNKNOWN if self.known.trial.is_part else ""
        expected = self.known.expected
        if self.known.is_enough(tests, expected):
            return ""
        lacking = self.known.counting.lacking(self.known.trial.said, self.known.raw.values())
        return f"{len(tests & expected)} of {len(expected)} tests: no proof{lacking}"

    def _gap_by_number(self, count: int) -> str:
        """The same where only the record is there, as in a fresh checkout."""
        number = max(0, self.known.area.tests - len(self.known.trial.left_out))
        return "" if count >= self.known.needed(number) else f"{count} of {number} tests: no proof"

    def missing(self, *, adds: bool) -> Keys:
        """The known tests for want of which a pass does not count; none where it is not for want of tests.

        What adds to a proof is not short of tests: that it is a part of it is all there is to say.
        """
        alone = ever_passed(self.known.trial.tests)
        for passed in [self.known.passed] if adds else [self.known.passed, alone]:
            if self.gap(passed) and self.known.own_known | self.known.roster.known:
                return self.known.expected - passed
        return frozenset()
