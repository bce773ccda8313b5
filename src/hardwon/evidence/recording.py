"""Recording: the evidence of a run is kept, then its verdicts move the areas, in one update under the lock."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from hardwon.areas.area import Verdict, start_again
from hardwon.areas.learning import Learned, movements, with_areas
from hardwon.errors import UsageError
from hardwon.evidence.placing import placed
from hardwon.evidence.results import reason_to_ignore, tally, verdicts
from hardwon.evidence.run_file import Evidence, RunDetails
from hardwon.evidence.runs import Runs, new_run_id
from hardwon.project import git
from hardwon.text.plain import clean_name, one_line
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from datetime import datetime

    from hardwon.areas.area import Area
    from hardwon.areas.learning import Movement
    from hardwon.areas.ledger import Ledger
    from hardwon.evidence.changes import Changes
    from hardwon.evidence.reports import Report
    from hardwon.evidence.results import Result
    from hardwon.project.records import Records

BY_HAND = "h"
"""Ends the id of a run that only logs what a person changed: such runs are pruned by themselves."""


class _CountedMeanwhileError(Exception):
    """Another process counted the same report between our look and our lock; never leaves this module."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorder:
    """Keeps the evidence of runs, and lets their verdicts move the areas."""

    records: Records
    clock: Callable[[], datetime]

    @property
    def runs(self) -> Runs:
        """The evidence of earlier runs."""
        number = self.records.config.number
        return Runs(
            self.records.runs,
            kept=int(number("runs.kept")),
            kept_bytes=int(number("runs.keptMegabytes")) * 1_000_000,
            clock=self.clock,
        )

    def judge(self, area: str, *, passed: bool) -> Movement:
        """One verdict on one area, as a run of its own; what it did to the area."""
        name = area.strip()
        if not name or clean_name(name) != name:
            raise UsageError(
                f"{one_line(area)!r} is no name for an area.",
                remedy="A name is one line of visible text, at most 200 characters.",
            )
        now = self.clock()
        run = new_run_id(now)
        verdict = Verdict(area=name, passed=passed, run=run, failed=int(not passed))
        return self._learn(self._evidence(run, now, kind="record", verdicts=[verdict])).movements[0]

    def ingest(self, reports: Sequence[Report], *, again: bool = False) -> Learned:
        """Verdicts from the reports of one run. A report that was counted before is left out, unless `again`."""
        while True:
            counted = {} if again else self.records.areas.read().reports
            fresh = {report.digest: report for report in reports if report.digest not in counted}
            repeated = {report.shown: counted[report.digest] for report in reports if report.digest in counted}
            try:
                return replace(self._ingest(list(fresh.values()), again=again), repeated=repeated)
            except _CountedMeanwhileError:
                continue  # another process has just counted one of them: look again

    def _ingest(self, reports: Sequence[Report], *, again: bool) -> Learned:
        if not reports:
            return Learned(run="")
        results = [result for report in reports for result in report.results]
        return self.learn_results(
            placed(results, self.records.config.rules, self.records.project.root),
            kind="ingest",
            details=RunDetails(reports={report.digest: report.shown for report in reports}),
            digests={report.digest for report in reports},
            again=again,
        )

    def learn_results(
        self,
        results: Sequence[Result],
        *,
        kind: str,
        details: RunDetails | None = None,
        digests: Collection[str] = (),
        again: bool = False,
        run: str = "",
        now: datetime | None = None,
        uncredited: Collection[str] = (),
    ) -> Learned:
        """Verdicts from the results of one run; none if nearly everything failed or could not run.

        A run that kept its evidence as it happened gives its id and its time. An area that is `uncredited` can only
        lose: too little of it was run for a pass to prove anything.
        """
        live = bool(run)
        now = now or self.clock()
        run = run or new_run_id(now)
        ignored = reason_to_ignore(results, self.records.config.number("runs.infrastructureThreshold"))
        evidence = self._evidence(
            run,
            now,
            kind=kind,
            verdicts=[] if ignored else verdicts(results, run=run, uncredited=uncredited),
            results=results,
            ignored=ignored,
            details=replace(details or RunDetails(), tally=tally(results)),
            live=live,
        )
        return self._learn(evidence, digests=digests, again=again)

    def start_again(self, name: str) -> Area:
        """Start one area again: nothing proven, counts kept as history."""
        store = self.records.areas
        fingerprint = self.records.fingerprints([name]).get(name)
        at = stamp(self.clock())

        def change(ledger: Ledger) -> Ledger:
            if name not in ledger.areas:
                raise UsageError(
                    f"There is no area {one_line(name)!r} in {self.records.project.shown(store.where)}.",
                    remedy="`hardwon status` lists the areas.",
                )
            return with_areas(ledger, {name: start_again(ledger.areas[name], at=at, fingerprint=fingerprint)}, at)

        change(store.read())  # an unknown area is refused before the lock makes a folder
        return store.update(change, at=at).areas[name]

    @contextmanager
    def changing(self, *, kind: str, origin: str, now: datetime) -> Iterator[Changes]:
        """The log of changes outside of a run of tests: a run of its own, unless nothing is changed."""
        runs, details = self.runs, RunDetails(origin=origin)
        evidence = self._evidence(new_run_id(now) + BY_HAND, now, kind=kind, details=details)
        changes = runs.changes_of(evidence.run, opening=lambda: self._open(evidence), clock=lambda: stamp(now))
        try:
            yield changes
        finally:
            if changes.is_used:
                done = runs.memory_log(evidence.run, self.records.observations.standing)
                runs.write(replace(evidence, details=replace(details, memory_log=done)))

    def _open(self, evidence: Evidence) -> None:
        self.records.prepare()
        self.runs.open(evidence)

    def begin(self, run: str, now: datetime, *, kind: str, details: RunDetails) -> None:
        """Say that a run has begun, which will keep its evidence as it happens."""
        self._open(self._evidence(run, now, kind=kind, details=details))

    def _evidence(self, run: str, now: datetime, **parts: Any) -> Evidence:
        return Evidence(run=run, at=stamp(now), commit=git.head(self.records.project.root), **parts)

    def _learn(self, evidence: Evidence, *, digests: Collection[str] = (), again: bool = False) -> Learned:
        """Keep the evidence, then let its verdicts move the areas, in one update."""
        scoring = self.records.config.scoring
        current = self.records.fingerprints(verdict.area for verdict in evidence.verdicts)
        moved: list[Movement] = []

        def change(ledger: Ledger) -> Ledger:
            if not again and any(digest in ledger.reports for digest in digests):
                raise _CountedMeanwhileError
            moved.extend(movements(ledger, evidence.verdicts, current, scoring=scoring, at=evidence.at))
            learned = with_areas(ledger, {each.after.name: each.after for each in moved}, evidence.at)
            return replace(
                learned,
                reports={**ledger.reports, **dict.fromkeys(digests, evidence.run)},
                # Two branches that record the same must not come to the same bytes: git would count them once.
                extra={**ledger.extra, "last_run": evidence.run},
            )

        self.records.prepare()
        self.runs.write(evidence)
        if evidence.verdicts:
            try:
                self.records.areas.update(change, at=evidence.at)
            except BaseException:  # the evidence is taken back, then it is raised again
                if not evidence.live:
                    self.runs.forget(evidence.run)
                raise
        return Learned(
            run=evidence.run, verdicts=tuple(evidence.verdicts), movements=tuple(moved), ignored=evidence.ignored
        )
