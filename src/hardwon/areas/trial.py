"""A trial: what a run brings forward about one area, and what comes of it when it is weighed. Pure values."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hardwon.areas.roster import Heard, Keys, ever_failed, ever_passed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.areas.area import Credit
    from hardwon.areas.roster import Roster


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What a run brings forward about one area."""

    said: tuple[Heard, ...] = ()
    """How its tests ended, by source."""

    state: str = ""
    """What they ran on; empty if nothing is known of it."""

    content: str = ""
    """The files of the project then, by the name of their listing; empty if they are not known."""

    at: float = 0.0
    whole: bool = False
    """Every test of the source ran, so far as it could: what is missing now is no more."""

    is_part: bool = False
    """The run was narrowed, so that of an area which is not known yet it shows a part at most."""

    counts_runs: bool = False
    """Each of its runs should have all tests of its source: three that are alike tell what the source has now."""

    skipped: Keys = frozenset()
    """Tests that were skipped, or some of their parameters."""

    left_out: Keys = frozenset()
    """Tests that were left out because the area has proven itself."""

    cases_left_out: Mapping[str, int] = field(default_factory=dict)
    """Of tests with parameters, how many of them were left out for that."""

    only_probes: bool = False
    is_past: bool = False
    """It tells of a past run, not of the present state."""

    again: bool = False
    """Somebody wants it counted although it says nothing new."""

    @property
    def passed(self) -> Keys:
        return ever_passed(self.said)

    @property
    def failed(self) -> Keys:
        return ever_failed(self.said)

    @property
    def tests(self) -> tuple[Heard, ...]:
        """What it says about tests; not about scenarios."""
        return of_tests(self.said)

    @property
    def sources(self) -> frozenset[str]:
        """Where its tests come from; without scenarios, which come from nowhere."""
        return frozenset(each.source for each in self.said if each.source)

    def sparing(self, roster: Roster) -> Trial:
        """The trial with what `select` left out on this state, unless it ran all the same."""
        ran = self.passed | self.failed
        spared = roster.spared - ran if roster.spared_on == self.state else frozenset()
        if not spared:
            return self
        only_probes = self.only_probes or (roster.only_probes and bool(self.sources))
        return replace(self, left_out=self.left_out | spared, only_probes=only_probes)


def of_tests(told: tuple[Heard, ...]) -> tuple[Heard, ...]:
    return tuple(each for each in told if each.source)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """Whether a verdict counts, and what is known of the area's tests from now on."""

    credit: Credit
    roster: Roster
