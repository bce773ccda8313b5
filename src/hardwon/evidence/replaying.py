"""History: past runs recorded in the order of time, in one update under the lock, as if each had been recorded then.

What an area knows already stays: a past run that is not newer says nothing to it. So a second call changes nothing.
The past is about other content, so it sets no fingerprint, retires nothing, and no test is left out because of it.
Where git knows the commits of two runs, an area whose files differ between them starts again, as it would have.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from hardwon.areas.area import Area, learn, start_again
from hardwon.areas.learning import with_areas
from hardwon.areas.owners import Owners
from hardwon.areas.proof import weigh
from hardwon.areas.roster import Roster
from hardwon.errors import HardwonError, RecordedInPart
from hardwon.evidence import test_table
from hardwon.evidence.past_runs import runs_of
from hardwon.evidence.results import reason_in
from hardwon.evidence.rewritten import Rewritten
from hardwon.evidence.run_file import Evidence, RunDetails
from hardwon.evidence.runs import new_run_id
from hardwon.evidence.under_test import work_tree
from hardwon.text.times import moment, stamp

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hardwon.areas.area import Proving, Scoring, Verdict
    from hardwon.areas.ledger import Ledger
    from hardwon.evidence.past_reports import PastReader, PastReport
    from hardwon.evidence.past_runs import PastRun
    from hardwon.evidence.recording import Recorder
    from hardwon.store.protocol import Rosters


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What came of one past run."""

    run: str
    past: PastRun
    state: str = ""
    verdicts: tuple[Verdict, ...] = ()
    ignored: str = ""
    """Why it taught nothing; empty when it did."""

    is_older: bool = False
    """It says nothing new: all areas that it speaks of know of runs that are not older."""

    @property
    def at(self) -> str:
        return stamp(datetime.fromtimestamp(self.past.at, UTC))


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What came of a history."""

    runs: tuple[Replayed, ...] = ()
    """Oldest first."""

    areas: Mapping[str, Area] = field(default_factory=dict)
    """The areas that it spoke of, as they are now."""

    repeated: Mapping[str, str] = field(default_factory=dict)
    """Reports that had been counted before, each with the run that counted it."""


class _CountedMeanwhileError(Exception):
    """Another process counted one of the reports between our look and our lock; never leaves this module."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaying:
    """Past runs, on their way into the record."""

    recorder: Recorder
    reader: PastReader
    """Reads the tests of the newest runs once more: they are kept one by one."""

    dry: bool = False
    """Only say what would come of it."""

    def record(self, reports: Sequence[PastReport]) -> Past:
        """What comes of the runs that reports are of."""
        while True:
            fresh, repeated = self._uncounted(reports)
            runs = self._named(runs_of(fresh))
            try:
                return replace(self._recorded(runs), repeated=repeated)
            except _CountedMeanwhileError:
                continue  # another process has just counted one of them: look again

    def _uncounted(self, reports: Iterable[PastReport]) -> tuple[list[PastReport], dict[str, str]]:
        """The reports that say something new, and of the others the run that counted each."""
        records = self.recorder.records
        ledger = records.areas.read()
        judged = ledger.runs | records.rosters.read().runs
        fresh: dict[str, PastReport] = {}
        repeated: dict[str, str] = {}
        named: set[str] = set()
        for report in sorted(reports, key=lambda each: (each.at, each.file.parts)):
            if report.digest in ledger.reports:
                repeated[report.file.shown] = ledger.reports[report.digest]
            elif report.run and (report.run in judged or report.run in named):
                repeated[report.file.shown] = report.run
            else:
                fresh.setdefault(report.digest, report)
                named.add(report.run)
        return list(fresh.values()), repeated

    def _named(self, runs: Sequence[PastRun]) -> list[Replayed]:
        """The runs with an id each, by their own time, and with the state that they were on."""
        threshold = self.recorder.records.config.number("runs.infrastructureThreshold")
        states = self._states(runs)
        named = []
        for past in runs:
            run = new_run_id(datetime.fromtimestamp(past.at, UTC))
            ignored = reason_in(past.tally, threshold)
            verdicts = () if ignored else tuple(past.verdicts(run))
            named.append(Replayed(run=run, past=past, state=states[past.commit], verdicts=verdicts, ignored=ignored))
        return named

    def _states(self, runs: Sequence[PastRun]) -> dict[str, str]:
        """The state of each commit that runs name.

        git is asked what a commit holds only where it may matter, since that takes longer than reading a report: where
        runs of two commits, or what the record rests on, or the present, lie within the window of each other.
        """
        records = self.recorder.records
        window = records.config.proving.repeat_window
        proven = [moment(area.proven_at).timestamp() for area in records.areas.read().areas.values() if area.proven_at]
        from_here, until_here = max(proven, default=0.0) + window, self.recorder.clock().timestamp() - window
        close = {each.commit for each in runs if not from_here < each.at < until_here}
        for each, following in pairwise(runs):
            if following.commit != each.commit and following.at - each.at < window:
                close |= {each.commit, following.commit}
        commits = {each.commit for each in runs if each.commit}
        plain = {commit: f"commit:{commit}" for commit in commits - close}
        return {"": "", **plain, **{commit: self.recorder.state_of(commit) for commit in commits & close}}

    def _recorded(self, runs: list[Replayed]) -> Past:
        records, config = self.recorder.records, self.recorder.records.config
        ledger = records.areas.read()
        runs = [replace(each, is_older=_is_older(each, ledger)) for each in runs]
        new = [each for each in runs if not each.is_older]
        rewritten = Rewritten(work_tree(records), Owners(records.naming.rules))
        replay = _Replay(runs=runs, scoring=config.scoring, proving=config.proving, rewritten=rewritten)
        if self.dry or not new:
            replay.over(ledger, records.rosters.read())
            return replay.past
        digests = {each.digest: run.run for run in new for each in run.past.reports}
        of_hardwon = frozenset(each.run for run in new for each in run.past.reports if each.run)
        now = stamp(self.recorder.clock())
        kept = self._kept(new)

        def change(ledger: Ledger) -> Ledger:
            if not (ledger.reports.keys().isdisjoint(digests) and ledger.runs.isdisjoint(of_hardwon)):
                raise _CountedMeanwhileError
            records.rosters.update(lambda rosters: replay.over(ledger, rosters))
            self._keep_evidence(replay.runs, kept)
            learned = with_areas(ledger, replay.areas, now) if replay.areas else ledger
            return replace(
                learned,
                reports={**ledger.reports, **digests},
                runs=ledger.runs | of_hardwon,
                extra={**ledger.extra, "last_run": new[-1].run},
            )

        records.prepare()
        try:
            records.areas.update(change, at=now)
        except RecordedInPart:
            raise  # the verdicts count, so what they rest on stays
        except BaseException:  # the evidence is taken back, then it is raised again
            self._forget(kept, newest=new[-1].run)
            raise
        return replay.past

    def _kept(self, runs: Sequence[Replayed]) -> dict[str, bytes]:
        """The tables of those runs that are new enough to be kept. Older ones would be dropped at once."""
        chosen = self.recorder.runs.survivors(each.run for each in runs)
        return {each.run: self._table(each.past) for each in runs if each.run in chosen}

    def _table(self, past: PastRun) -> bytes:
        try:
            results = [result for report in past.reports for result in self.reader.results(report)]
            return test_table.packed(results) if results else b""
        except HardwonError:
            return b""  # gone or changed since it was read: its verdicts stay, its tests are not known one by one

    def _keep_evidence(self, runs: Sequence[Replayed], tables: Mapping[str, bytes]) -> None:
        self.recorder.runs.write_past((_evidence(each), tables[each.run]) for each in runs if each.run in tables)

    def _forget(self, kept: Iterable[str], *, newest: str) -> None:
        try:
            if self.recorder.records.areas.read().extra.get("last_run") == newest:
                return
        except HardwonError:
            return  # it cannot be told whether the areas rest on them
        for run in kept:
            self.recorder.runs.forget(run)


def _evidence(replayed: Replayed) -> Evidence:
    past = replayed.past
    return Evidence(
        run=replayed.run,
        kind="history",
        at=replayed.at,
        commit=past.commit or None,
        state=replayed.state,
        verdicts=replayed.verdicts,
        ignored=replayed.ignored,
        details=RunDetails(reports={each.digest: each.file.shown for each in past.reports}, tally=past.tally),
    )


@dataclass(slots=True, kw_only=True)
class _Replay:
    """The runs played over a record: what each verdict does, one after the other."""

    runs: list[Replayed]
    scoring: Scoring
    proving: Proving
    rewritten: Rewritten
    areas: dict[str, Area] = field(default_factory=dict)
    """The areas that moved, or of which is known more."""

    touched: dict[str, Area] = field(default_factory=dict)

    def over(self, ledger: Ledger, rosters: Rosters) -> Rosters:
        """What is known of tests afterwards."""
        self.rewritten.begin()
        known = dict(rosters.areas)
        before: dict[str, Area] = {}
        done = []
        for replayed in self.runs:
            verdicts = []
            for verdict in replayed.verdicts:
                name = verdict.area
                if name not in before:
                    before[name] = self.touched[name] = ledger.areas.get(name) or Area(name=name)
                if until := _known_until(before[name], replayed.past.at):
                    verdicts.append(
                        replace(verdict, credited=False, why=f"it is known until {until}, and this is older")
                    )
                    continue
                trial = replayed.past.trial(name, replayed.state)
                weighed = weigh(self.touched[name], known.get(name, Roster()), trial, self.proving)
                known[name], credit = weighed.roster, weighed.credit
                verdicts.append(replace(verdict, credited=credit.credited, why=credit.why))
                if credit.credited and self.rewritten.since_last(name, replayed.past.commit):
                    self.touched[name] = _rewritten(self.touched[name], replayed.at)
                self.touched[name] = learn(
                    self.touched[name], verdict, scoring=self.scoring, at=replayed.at, credit=credit
                )
            done.append(replace(replayed, verdicts=tuple(verdicts)))
        self.runs = done
        self.areas = {name: area for name, area in self.touched.items() if area != before[name]}
        return replace(rosters, areas=known)

    @property
    def past(self) -> Past:
        return Past(runs=tuple(self.runs), areas=dict(sorted(self.touched.items())))


def _rewritten(area: Area, at: str) -> Area:
    """An area whose files were others than when it was last judged: as it would have, it starts again.

    One with a fingerprint is judged by its present files.
    """
    return area if area.tracked else start_again(area, at=at)


def _is_older(replayed: Replayed, ledger: Ledger) -> bool:
    at = replayed.past.at
    if not replayed.verdicts:
        return any(_known_until(area, at) for area in ledger.areas.values())
    known = (ledger.areas.get(verdict.area) for verdict in replayed.verdicts)
    return all(area and _known_until(area, at) for area in known)


def _known_until(area: Area, at: float) -> str:
    """Until when an area knows of runs, where a past run is not newer; empty where it is."""
    times = [each for each in (area.last_tested_at, area.history_until, area.changed_at) if each]
    newest = max(times, key=lambda each: moment(each).timestamp(), default="")
    return newest if newest and int(at) <= moment(newest).timestamp() else ""
