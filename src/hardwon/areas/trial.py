"""A trial: what a run brings forward about one area, and what comes of it when it is weighed. Pure values."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hardwon.areas.area import Credit
from hardwon.areas.roster import Heard, Keys, ever_failed, ever_passed
from hardwon.text.times import moment

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.areas.area import Area
    from hardwon.areas.roster import Roster

ELSEWHERE = ": a change of other files is not a new state"
WRITTEN = ": what changed while a run went on is not a new state"
SAME_STATE = "same state"


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

    edited: str = ""
    """Why a pass is not credited: files that the area rests on changed before the run was over."""

    ended: str = ""
    """What the state is called once the run is over, if it has written files that the area does not rest on."""

    own: str = ""
    """Of a machine's word: what the area rests on, as a listing is named. A change elsewhere is not a new state."""

    fingerprint: str | None = None
    """Of a machine's word: the files of the area."""

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

    def under_first_name(self, roster: Roster) -> Trial:
        """The trial on its state as that was called before runs wrote files into it."""
        return replace(self, state=roster.first_name(self.state))

    def ending(self, weighed: Weighed, begun: str) -> Weighed:
        """What came of it, with what its state is called from now on; `begun` is what it was called before."""
        credit = weighed.credit
        if begun != self.state and not credit.credited and SAME_STATE in credit.why:
            credit = replace(credit, why=f"{credit.why}{WRITTEN}")
        return replace(weighed, credit=credit, roster=weighed.roster.calling(self.state, ended=self.ended))

    def on_own_files(self, area: Area, roster: Roster) -> Trial:
        """The trial on the state that a machine's word on the area last counted on, if what that rested on is the same.

        After a run, whose tests say what it rested on, the files of the area alone decide.
        """
        if not self.own:
            return self
        before, at = (area.failed_state, area.failed_at) if self.failed else (area.proven_state, area.proven_at)
        was_word = at is not None and _is_then(roster.word_at, at)
        if roster.word_on == self.own if was_word else at is not None and area.fingerprint == self.fingerprint:
            return replace(self, state=before or "")
        is_listed = self.state.startswith("paths:") and area.fingerprint == self.fingerprint
        return replace(self, state=f"files:{self.own}") if is_listed else self

    def unweighed(self, roster: Roster) -> Weighed | None:
        """What comes of a pass that cannot be weighed, because nobody knows which files it was on."""
        if not self.edited or self.failed:
            return None
        return Weighed(credit=Credit(credited=False, why=self.edited, state=self.state), roster=roster)

    def remembered(self, weighed: Weighed, state: str) -> Weighed:
        """What came of it, with what a machine's word rested on; `state` is what it was brought forward on."""
        if not self.own:
            return weighed
        credit = weighed.credit
        if credit.credited:
            return replace(weighed, roster=replace(weighed.roster, word_on=self.own, word_at=self.at))
        why = credit.why + (ELSEWHERE if state != self.state else "")
        return replace(weighed, credit=replace(credit, why=why))

    def sparing(self, roster: Roster) -> Trial:
        """The trial with what `select` left out on this state, unless it ran all the same."""
        ran = self.passed | self.failed
        spared = roster.spared - ran if roster.first_name(roster.spared_on) == self.state else frozenset()
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
    missing: Keys = frozenset()
    """Known tests for want of which a pass does not count."""


def is_last_proof(roster: Roster, area: Area) -> bool:
    """Whether the last credited pass of an area was seen on this machine."""
    return _is_then(roster.proven_at, area.proven_at)


def _is_then(at: float, time: str | None) -> bool:
    return abs(at - seconds(time)) < 1  # the record has whole seconds


def is_same(state: str, before: str | None) -> bool:
    """Whether a state is the one from before. Where nothing is known of it, nothing speaks against that."""
    return not state or state == before


def seconds(time: str | None) -> float:
    """A time of the record in seconds since 1970; 0 if there is none."""
    return moment(time).timestamp() if time else 0.0
