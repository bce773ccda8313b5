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

`known` says which tests an area has, `covering` whether enough of them passed; here is what that comes to, in words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from shlex import quote
from typing import TYPE_CHECKING

from hardwon.areas.area import Credit
from hardwon.areas.covering import Covering
from hardwon.areas.known import KnownTests
from hardwon.areas.parameters import incomplete
from hardwon.areas.proven_states import proven_on
from hardwon.areas.roster import digest_of, ever_failed, ever_passed
from hardwon.areas.trial import Trial, Weighed, is_last_proof, is_same, seconds
from hardwon.text.plain import counted
from hardwon.text.times import ago

if TYPE_CHECKING:
    from hardwon.areas.area import Area, Proving
    from hardwon.areas.roster import Keys, Roster

MOST_FAILED = 36
"""Failed tests that the record names, so that a part of them is known again in a fresh checkout."""

PROBES = "only probes of it ran: no proof"


def weigh(area: Area, roster: Roster, trial: Trial, proving: Proving) -> Weighed:
    """Whether what a run says about an area counts."""
    trial = trial.sparing(roster)
    known = KnownTests(area=area, roster=roster, trial=trial, proving=proving)
    covering = Covering(known=known)
    saying = _Saying(known=known, covering=covering)
    why = saying.against_failure() if trial.failed else saying.against_pass()
    # From here on what the run itself has is known, too.
    if covering.is_covered and not trial.only_probes:
        known.add()
    after = known.roster_after
    if not why and not trial.failed:
        after = replace(after, proven_at=trial.at)
    if trial.content:
        after = covering.on_files(after)
    is_covered = covering.is_covered
    is_known = bool(trial.sources) and is_covered
    return Weighed(
        roster=after,
        missing=covering.missing(adds=saying.has_more) if why and not trial.failed else frozenset(),
        credit=Credit(
            credited=not why,
            why=why,
            state=trial.state,
            tests=len(after.known) or None if is_known else None,
            failed_tests=digest_of(trial.failed) if trial.failed else "",
            failed_keys=" ".join(sorted(trial.failed | saying.failed_before)[:MOST_FAILED]) if trial.failed else "",
            other_tests=("" if is_covered else known.other_tests) if trial.counts_runs else None,
            other_runs=0 if is_covered else known.other_runs,
            is_past=trial.is_past,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Saying:
    """Why a verdict does not count, in words; empty where it does."""

    known: KnownTests
    covering: Covering

    def against_pass(self) -> str:
        """Why a pass does not count; empty if it does."""
        if self.known.trial.only_probes:
            return PROBES
        if gap := self.covering.gap(self.known.passed):
            return f"{gap}{self._way_out()}"
        if self.known.failed:
            last = max(each.at for each in self.known.before if each.failed & self.known.failed)
            failed = counted(len(self.known.failed), "test")
            return f"{failed} of it failed on the same state {ago(self.known.trial.at - last)}: no proof"
        return self._repeat()

    def _way_out(self) -> str:
        """What helps where too few tests passed; empty where the reason says it already."""
        trial, expected = self.known.trial, self.known.expected
        if trial.counts_runs:
            if not self._is_all_if_thrice():
                return self._other_source()
            ran = len(frozenset().union(*(each.ran for each in trial.tests)))
            these = "this test" if ran == 1 else f"these {ran} tests"
            return f"; the third run in a row with {these} sets what is known anew"
        if trial.is_part and (missing := len(expected - self.known.passed)):
            fully = ", or not with enough parameters" if incomplete(trial.said) else ""
            return f"; {counted(missing, 'known test')} did not run{fully}: the rest on these files would complete it"
        return ""

    def _is_all_if_thrice(self) -> bool:
        """Whether this report would cover the area if its tests were all that its source has."""
        known, trial = self.known, self.known.trial
        own = {name: replace(known.sources[name], known=known.own(name, trial.said)) for name in trial.sources}
        passed = known.passed.union(*(known.counting.settled(each, anew=True).passed for each in known.raw.values()))
        return known.anew < trial.sources and known.is_enough(passed, known.expected_of({**known.sources, **own}))

    def _other_source(self) -> str:
        """Which other source was not heard of, and what to do about it."""
        missing = self.known.expected - self.known.passed
        others = [(name, each) for name, each in self.known.sources.items() if name not in self.known.trial.sources]
        if not others:
            return ""
        name, source = max(others, key=lambda each: len(each[1].known & missing))
        tests = counted(len(source.known & missing), "test")
        way = f"ingest that, too; if they are gone, ingest this with --source {quote(name)}"
        return f"; {tests} of {name} did not pass on this state: {way}"

    def _repeat(self) -> str:
        """Which pass this one only repeats; empty if it is a proof of its own."""
        area, trial = self.known.area, self.known.trial
        at = area.proven_at if is_same(trial.state, area.proven_state) else proven_on(area, trial.state)
        if not self._is_within(at):
            return ""
        alone = self.covering.gap(ever_passed(trial.tests)) if self.known.own_known else ""
        if self.has_more and not alone:
            return ""
        # What only adds tests to a proof, as the next shard does, is a part of it.
        same = f"same state as {self._since(at)}"
        return f"{alone}, and the {same}" if alone and not self.has_more else same

    @property
    def has_more(self) -> bool:
        """Whether something passed that had not yet passed on this state.

        Only who saw the last proof can tell: in a fresh checkout it is not known which tests it had.
        """
        known = self.known
        return is_last_proof(known.roster, known.area) and not known.trial.passed <= ever_passed(known.before)

    @property
    def _failed_here(self) -> bool:
        """Whether the last failure on record was on this state, within the window."""
        area = self.known.area
        return self._is_within(area.failed_at) and is_same(self.known.trial.state, area.failed_state)

    @property
    def failed_before(self) -> Keys:
        """What is known to have failed on this state, here or by the record."""
        on_record = (self.known.area.failed_keys or "").split() if self._failed_here else ()
        return ever_failed(self.known.before).union(on_record)

    def against_failure(self) -> str:
        """Why a failure does not count once more; empty if it counts."""
        area, failed = self.known.area, self.known.trial.failed
        if area.retired or not self._failed_here:
            return ""
        if failed <= self.failed_before or digest_of(failed) == area.failed_tests:
            return f"the same failed on the same state {self._since(area.failed_at)}: counted once"
        return ""

    def _since(self, time: str | None) -> str:
        return ago(self.known.trial.at - seconds(time))

    def _is_within(self, time: str | None) -> bool:
        """Whether a time lies within the window: also in the future, by the clock of another machine."""
        if self.known.trial.again:
            return False
        return time is not None and abs(self.known.trial.at - seconds(time)) < self.known.proving.repeat_window
