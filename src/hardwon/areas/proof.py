"""Proof: whether the verdict of a run counts. Pure: what is known goes in, a decision with its reason comes out.

    what ran                                                    does the verdict count?
    ---------------------------------------------------------   --------------------------------------------------
    all known tests of the area passed                          yes
    too few of them, also together with other runs on           no: "1 of 8 tests: no proof"
      the same state within the window
    a part of an area of which nothing is known, by pytest      no: run the whole suite once
    tests of a source that is new to a known area               compared with what is known of the area
    a part of the tests of another source, thrice and on        no: it is a part of that source
    only probes of a retired area                               no
    what passed on the same state, within the window            no: "same state as 3 minutes ago"
    the same, and a test that had not passed on it yet          yes, where the last proof is known here
    scenarios alone                                             yes, unless all of them passed on this state before
    something failed                                            yes, in however narrow a run
    the same failed again on the same state, in the window      no: once is enough
    a failure in a retired area                                 yes, always
    a machine's word, without tests                             yes, once for a state within the window
    a past run (`ingest --history`)                             as if it were then; but it never retires

Runs on one state within the window are judged as if they were one run: the last word on a test holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import ceil
from shlex import quote
from typing import TYPE_CHECKING

from hardwon.areas.area import Credit
from hardwon.areas.parameters import Counting, incomplete, numbers, short
from hardwon.areas.proven_states import proven_on
from hardwon.areas.roster import (
    IN_A_ROW,
    Heard,
    Keys,
    KnownSource,
    Lap,
    Roster,
    digest_of,
    ever_failed,
    ever_passed,
    last_words,
)
from hardwon.areas.trial import Trial, Weighed, is_last_proof, is_same, of_tests, seconds
from hardwon.text.plain import counted
from hardwon.text.times import ago

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.areas.area import Area, Proving

MOST_FAILED = 36
"""Failed tests that the record names, so that a part of them is known again in a fresh checkout."""

PROBES = "only probes of it ran: no proof"
UNKNOWN = "a part of its tests, and it is not known how many it has: run the whole suite once"


def weigh(area: Area, roster: Roster, trial: Trial, proving: Proving) -> Weighed:
    """Whether what a run says about an area counts."""
    trial = trial.sparing(roster)
    weighing = _Weighing(area=area, roster=roster, trial=trial, proving=proving)
    why = weighing.against_failure() if trial.failed else weighing.against_pass()
    after = weighing.roster_after()
    if not why and not trial.failed:
        after = replace(after, proven_at=trial.at)
    if trial.content:
        after = weighing.on_files(after)
    is_covered = weighing.is_covered
    is_known = bool(trial.sources) and is_covered
    return Weighed(
        roster=after,
        missing=weighing.missing if why and not trial.failed else frozenset(),
        credit=Credit(
            credited=not why,
            why=why,
            state=trial.state,
            tests=len(after.known) or None if is_known else None,
            failed_tests=digest_of(trial.failed) if trial.failed else "",
            failed_keys=" ".join(sorted(trial.failed | weighing.failed_before)[:MOST_FAILED]) if trial.failed else "",
            other_tests=("" if is_covered else weighing.other_tests) if trial.counts_runs else None,
            other_runs=0 if is_covered else weighing.other_runs,
            is_past=trial.is_past,
        ),
    )


@dataclass(slots=True, kw_only=True)
class _Weighing:
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
        counting = self._counting
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
    def _counting(self) -> Counting:
        return Counting(trial=self.trial, roster=self.roster, before=self.before, needed=self._needed)

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
        own, trial = self._own(name, self.told), self.trial
        ran = self._own(name, trial.said)
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

    def _own(self, name: str, told: tuple[Heard, ...]) -> Keys:
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
        if any(own and self._is_enough(self.passed, own) and not self._is_enough(passed_before, own) for own in known):
            for name, source in self.sources.items():
                if name not in present and source.known:
                    self.sources[name] = replace(source, missed=min(IN_A_ROW, source.missed + 1))

    def _is_enough(self, tests: Keys, of: Keys) -> bool:
        return len(tests & of) >= self._needed(len(of))

    def _needed(self, count: int) -> int:
        # Nine decimals: 0.9 of 10 tests must be 9 of them, not 10 for the noise of a binary fraction.
        return ceil(round(self.proving.breadth * count, 9))

    @property
    def _own_known(self) -> Keys:
        return frozenset().union(*(self.sources[name].known for name in self.trial.sources))

    @property
    def _expected(self) -> Keys:
        """The known tests that this run is held against, without those that it may leave out."""
        return self._expected_of(self.sources)

    def _expected_of(self, sources: Mapping[str, KnownSource]) -> Keys:
        known = sources.values()
        together = any(not sources[name].is_apart for name in self.trial.sources)
        own = frozenset().union(*(sources[name].known for name in self.trial.sources))
        # A source that has nothing but tests of another one is a part of that, however long it comes alone.
        others = (each.known for each in known if (together and not each.is_apart) or (own and own <= each.known))
        expected = own.union(*others)
        if not own:
            # A source that is new to the area: the most that is known of it, whoever knows it.
            expected = max((expected, *(source.known for source in known)), key=len)
        return expected - self.trial.left_out

    @property
    def is_covered(self) -> bool:
        """Whether enough of the area ran on this state, whatever came of it."""
        return not self._gap(self.passed | self.failed)

    @property
    def has_passed(self) -> bool:
        """Whether all of the area passed on this state, be it a proof of its own or not."""
        return not (self.trial.only_probes or self.failed or self._gap(self.passed))

    def on_files(self, roster: Roster) -> Roster:
        """The roster with the files that the area has passed on, if it has, and the tests that have not."""
        trial, behind = self.trial, roster.behind
        passed = self.passed - (trial.skipped & behind) - short(self.told)
        if trial.content == roster.passed_on:
            return replace(roster, behind=behind - passed)
        if not self.has_passed:
            return roster
        known = self.roster.ever_known
        if trial.whole:
            # What neither ran nor was skipped is no more, unless another source has it.
            behind &= trial.passed | trial.skipped | known
        expected = self._expected | (known & trial.skipped) | behind
        return replace(roster, passed_on=trial.content, behind=expected - passed - trial.left_out)

    def _gap(self, tests: Keys) -> str:
        """Why tests do not cover the area; empty if they do."""
        if not self.trial.sources:
            return ""
        if not any(source.known for source in self.sources.values()):
            if self.area.tests:
                return self._gap_by_number(len(tests))
            # The first that is heard of the area: there is nothing to hold it against.
            return UNKNOWN if self.trial.is_part else ""
        expected = self._expected
        if self._is_enough(tests, expected):
            return ""
        lacking = self._counting.lacking(self.trial.said, self.raw.values())
        return f"{len(tests & expected)} of {len(expected)} tests: no proof{lacking}"

    def _gap_by_number(self, count: int) -> str:
        """The same where only the record is there, as in a fresh checkout."""
        number = max(0, self.area.tests - len(self.trial.left_out))
        return "" if count >= self._needed(number) else f"{count} of {number} tests: no proof"

    @property
    def missing(self) -> Keys:
        """The known tests for want of which a pass does not count; none where it is not for want of tests."""
        # What adds to a proof is not short of tests: that it is a part of it is all there is to say.
        for passed in (self.passed, *(() if self._has_more() else (ever_passed(self.trial.tests),))):
            if self._gap(passed) and self._own_known | self.roster.known:
                return self._expected - passed
        return frozenset()

    def against_pass(self) -> str:
        """Why a pass does not count; empty if it does."""
        if self.trial.only_probes:
            return PROBES
        if gap := self._gap(self.passed):
            return f"{gap}{self._way_out()}"
        if self.failed:
            last = max(each.at for each in self.before if each.failed & self.failed)
            failed = counted(len(self.failed), "test")
            return f"{failed} of it failed on the same state {ago(self.trial.at - last)}: no proof"
        return self._repeat()

    def _way_out(self) -> str:
        """What helps where too few tests passed; empty where the reason says it already."""
        trial, expected = self.trial, self._expected
        if trial.counts_runs:
            if not self._is_all_if_thrice():
                return self._other_source()
            ran = len(frozenset().union(*(each.ran for each in trial.tests)))
            these = "this test" if ran == 1 else f"these {ran} tests"
            return f"; the third run in a row with {these} sets what is known anew"
        if trial.is_part and (missing := len(expected - self.passed)):
            fully = ", or not with enough parameters" if incomplete(trial.said) else ""
            return f"; {counted(missing, 'known test')} did not run{fully}: the rest on these files would complete it"
        return ""

    def _is_all_if_thrice(self) -> bool:
        """Whether this report would cover the area if its tests were all that its source has."""
        own = {name: replace(self.sources[name], known=self._own(name, self.trial.said)) for name in self.trial.sources}
        passed = self.passed.union(*(self._counting.settled(each, anew=True).passed for each in self.raw.values()))
        return self.anew < self.trial.sources and self._is_enough(passed, self._expected_of({**self.sources, **own}))

    def _other_source(self) -> str:
        """Which other source was not heard of, and what to do about it."""
        missing = self._expected - self.passed
        others = [(name, each) for name, each in self.sources.items() if name not in self.trial.sources]
        if not others:
            return ""
        name, source = max(others, key=lambda each: len(each[1].known & missing))
        tests = counted(len(source.known & missing), "test")
        way = f"ingest that, too; if they are gone, ingest this with --source {quote(name)}"
        return f"; {tests} of {name} did not pass on this state: {way}"

    def _repeat(self) -> str:
        """Which pass this one only repeats; empty if it is a proof of its own."""
        area, trial = self.area, self.trial
        at = area.proven_at if is_same(trial.state, area.proven_state) else proven_on(area, trial.state)
        if not self._is_within(at):
            return ""
        alone = self._gap(ever_passed(trial.tests)) if self._own_known else ""
        if self._has_more() and not alone:
            return ""
        # What only adds tests to a proof, as the next shard does, is a part of it.
        same = f"same state as {self._since(at)}"
        return f"{alone}, and the {same}" if alone and not self._has_more() else same

    def _has_more(self) -> bool:
        """Whether something passed that had not yet passed on this state.

        Only who saw the last proof can tell: in a fresh checkout it is not known which tests it had.
        """
        return is_last_proof(self.roster, self.area) and not self.trial.passed <= ever_passed(self.before)

    @property
    def _failed_here(self) -> bool:
        """Whether the last failure on record was on this state, within the window."""
        return self._is_within(self.area.failed_at) and is_same(self.trial.state, self.area.failed_state)

    @property
    def failed_before(self) -> Keys:
        """What is known to have failed on this state, here or by the record."""
        on_record = (self.area.failed_keys or "").split() if self._failed_here else ()
        return ever_failed(self.before).union(on_record)

    def against_failure(self) -> str:
        """Why a failure does not count once more; empty if it counts."""
        area, failed = self.area, self.trial.failed
        if area.retired or not self._failed_here:
            return ""
        if failed <= self.failed_before or digest_of(failed) == area.failed_tests:
            return f"the same failed on the same state {self._since(area.failed_at)}: counted once"
        return ""

    def _since(self, time: str | None) -> str:
        return ago(self.trial.at - seconds(time))

    def _is_within(self, time: str | None) -> bool:
        """Whether a time lies within the window: also in the future, by the clock of another machine."""
        if self.trial.again:
            return False
        return time is not None and abs(self.trial.at - seconds(time)) < self.proving.repeat_window

    def roster_after(self) -> Roster:
        """What is known from now on. A run that covers the area can add to its tests, a narrow one cannot."""
        if self.is_covered and not self.trial.only_probes:
            for name in self.trial.sources - self.anew:
                source = self.sources[name]
                cases = numbers(self.raw[name], source.cases)
                self.sources[name] = replace(source, known=source.known | self._own(name, self.told), cases=cases)
        return replace(self.roster, sources=self.sources)
