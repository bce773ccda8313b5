"""Known: which tests an area has by all that was heard, this run included, and how they ended on its state. Pure.

The first of three questions about a verdict: what is known, what passed (`covering`), what to say (`proof`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import ceil
from typing import TYPE_CHECKING

from hardwon.areas.parameters import Counting, incomplete, numbers
from hardwon.areas.roster import (
    IN_A_ROW,
    Heard,
    Keys,
    KnownSource,
    Lap,
    Roster,
    digest_of,
    last_words,
)
from hardwon.areas.trial import of_tests

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.areas.area import Area, Proving
    from hardwon.areas.trial import Trial


@dataclass(slots=True, kw_only=True)
class KnownTests:
    """What is known of the tests of an area once a run is heard."""

    area: Area
    roster: Roster
    trial: Trial
    proving: Proving
    told: tuple[Heard, ...] = ()
    """All that was heard on this state within the window, this run included."""

    before: tuple[Heard, ...] = ()
    """The same without this run."""

    passed: Keys = frozenset()
    """Tests that passed when they were last heard of on this state."""

    failed: Keys = frozenset()
    """Tests and scenarios that failed then."""

    sources: dict[str, KnownSource] = field(default_factory=dict)
    """The sources once this run is heard."""

    raw: dict[str, Heard] = field(default_factory=dict)
    """What this run says by source, whatever its parameters."""

    ran: dict[str, Keys] = field(default_factory=dict)
    """By source, the tests of this run, and with how many parameters those ran that had too few."""

    anew: set[str] = field(default_factory=set)
    """Sources that have another set of tests from now on."""

    other_tests: str = ""
    other_runs: int = 0
    """Digest of the tests of this report, and how many in a row had them by the record: also in fresh checkouts."""

    def __post_init__(self) -> None:
        since = self.trial.at - self.proving.repeat_window
        self.before = self.roster.on(self.trial.state, since=since)
        self.trial = trial = self._with_parameters()
        self.roster = self.roster.hearing(trial.state, trial.said, since=since)
        self.told = self.roster.heard[trial.state]
        self.passed, _ = last_words(of_tests(self.told))
        _, self.failed = last_words(self.told)
        if trial.whole:
            # What failed before and is no more has been removed or renamed.
            self.failed &= trial.passed | trial.failed
        self.sources = dict(self.roster.sources)
        for name in trial.sources:
            self.sources[name] = self._renewed(name, self.sources.get(name, KnownSource()))
        self._wait()

    def _with_parameters(self) -> Trial:
        """The trial in which a test has passed only if enough of its parameters have."""
        trial = self.trial
        counting = self.counting
        said = tuple(map(counting.settled, trial.said))
        for each in of_tests(said):
            own = self.raw[each.source] = next(raw for raw in trial.said if raw.source == each.source)
            marks = (f"{key}[{len(own.cases[key])}]" for key in incomplete([each]))
            self.ran[each.source] = each.ran.union(marks)
        if trial.counts_runs and not trial.left_out:
            self.other_tests = digest_of(trial.sources.union(*self.ran.values()))
            self.other_runs = self.area.other_runs + 1 if self.area.other_tests == self.other_tests else 1
        thirds = {name for name in trial.sources if self._is_third(name)}
        return replace(
            trial,
            said=tuple(
                counting.settled(raw, anew=True) if raw.source in thirds else each
                for raw, each in zip(trial.said, said, strict=True)
            ),
        )

    @property
    def counting(self) -> Counting:
        return Counting(trial=self.trial, roster=self.roster, before=self.before, needed=self.needed)

    def _in_a_row(self, name: str) -> int:
        """How many runs in a row had these tests, this one included."""
        source = self.roster.sources.get(name, KnownSource())
        return source.runs + 1 if source.run == digest_of(self.ran[name]) else 1

    def _is_third(self, name: str) -> bool:
        """Whether so many reports in a row have the same tests that this is what their source has."""
        trial = self.trial
        return trial.counts_runs and not trial.left_out and max(self._in_a_row(name), self.other_runs) >= IN_A_ROW

    def _renewed(self, name: str, source: KnownSource) -> KnownSource:
        """A source with its laps, and with another set of tests if this run says so for certain."""
        own, trial = self.own(name, self.told), self.trial
        ran = self.own(name, trial.said)
        marks = (f"{key}[{len(cases)}]" for key, cases in incomplete(self._of(name, self.told)).items())
        lap = Lap(state=trial.state, at=trial.at, tests=digest_of(own.union(marks)))
        is_same_lap = bool(source.laps and self.before and source.laps[-1].state == trial.state)
        laps = (*(source.laps[:-1] if is_same_lap else source.laps), lap)[-IN_A_ROW:]
        source = replace(source, laps=laps, run=digest_of(self.ran[name]), runs=self._in_a_row(name))
        # An own loop makes a run for each test, and nobody says which of them are all: not those that a person debugs.
        may_be_all = trial.counts_runs or 2 * len(own) > len(source.known)
        returned = len(laps) == IN_A_ROW and len({each.tests for each in laps}) == 1 and may_be_all
        if trial.left_out:
            return source  # what is left out on purpose is not gone
        if trial.whole or self._is_third(name):
            self.anew.add(name)
            return replace(source, known=ran, cases=numbers(self.raw[name], {}))
        if returned and not trial.is_part:
            self.anew.add(name)
            return replace(source, known=own, cases=numbers(self.raw[name], source.cases))
        return source

    @staticmethod
    def _of(name: str, told: tuple[Heard, ...]) -> tuple[Heard, ...]:
        return tuple(each for each in told if each.source == name)

    def own(self, name: str, told: tuple[Heard, ...]) -> Keys:
        """The tests of a source among those that were heard of."""
        return frozenset().union(*(each.ran for each in self._of(name, told)))

    def _wait(self) -> None:
        """Sources that come together are waited for; one that was missed too often goes its own way from here."""
        present = {each.source for each in of_tests(self.told)}
        if len(present) > 1:
            for name in present:
                self.sources[name] = replace(self.sources.get(name, KnownSource()), missed=0)
        passed_before, _ = last_words(of_tests(self.before))
        known = (self.sources[name].known for name in self.trial.sources)
        if any(own and self.is_enough(self.passed, own) and not self.is_enough(passed_before, own) for own in known):
            for name, source in self.sources.items():
                if name not in present and source.known:
                    self.sources[name] = replace(source, missed=min(IN_A_ROW, source.missed + 1))

    def is_enough(self, tests: Keys, of: Keys) -> bool:
        return len(tests & of) >= self.needed(len(of))

    def needed(self, count: int) -> int:
        # Nine decimals: 0.9 of 10 tests must be 9 of them, not 10 for the noise of a binary fraction.
        return ceil(round(self.proving.breadth * count, 9))

    @property
    def own_known(self) -> Keys:
        return frozenset().union(*(self.sources[name].known for name in self.trial.sources))

    @property
    def expected(self) -> Keys:
        """The known tests that this run is held against, without those that it may leave out or had to skip."""
        return self.expected_of(self.sources)

    def expected_of(self, sources: Mapping[str, KnownSource]) -> Keys:
        known = sources.values()
        together = any(not sources[name].is_apart for name in self.trial.sources)
        own = frozenset().union(*(sources[name].known for name in self.trial.sources))
        # A source that has nothing but tests of another one is a part of that, however long it comes alone.
        others = (each.known for each in known if (together and not each.is_apart) or (own and own <= each.known))
        expected = own.union(*others)
        if not own:
            # A source that is new to the area: the most that is known of it, whoever knows it.
            expected = max((expected, *(source.known for source in known)), key=len)
        return self._without_skipped(expected - self.trial.left_out)

    def _without_skipped(self, expected: Keys) -> Keys:
        """What is expected but for tests that this run skipped: they are not missing."""
        rest = expected - self.trial.skipped.difference(*(each.ran for each in self.trial.said))
        # Runners with a filter, as `jest -t`, call all else skipped: one test of eight stays one of eight.
        return rest if 2 * len(rest) >= len(expected) else expected

    def add(self) -> None:
        """Add the tests of this run to what is known: it covers the area, a narrow one may not."""
        for name in self.trial.sources - self.anew:
            source = self.sources[name]
            cases = numbers(self.raw[name], source.cases)
            self.sources[name] = replace(source, known=source.known | self.own(name, self.told), cases=cases)

    @property
    def roster_after(self) -> Roster:
        """What is known from now on."""
        return replace(self.roster, sources=self.sources)
