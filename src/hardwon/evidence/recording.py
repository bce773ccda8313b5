"""Recording: the evidence of a run is kept, then its verdicts move the areas, in one update under the lock."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from hardwon.areas.area import Area, Verdict, start_again
from hardwon.areas.beside import said_again
from hardwon.areas.learning import Learned, movements, with_areas
from hardwon.areas.ledger import Ledger
from hardwon.areas.roster import Roster, key_of
from hardwon.errors import HardwonError, RecordedInPart, ServerAway
from hardwon.evidence.area_names import in_areas, meant, recordable, unknown, with_near
from hardwon.evidence.crediting import Circumstances, brought_forward, credited
from hardwon.evidence.edited import looked_at, word_on
from hardwon.evidence.elsewhere import elsewhere
from hardwon.evidence.lacking import naming
from hardwon.evidence.outdated import outdated
from hardwon.evidence.placing import placed, unplaced
from hardwon.evidence.reported import CountedMeanwhileError, Reported
from hardwon.evidence.results import reason_to_ignore, tally, verdicts, without_secrets
from hardwon.evidence.run_file import Evidence, RunDetails
from hardwon.evidence.runs import Runs, new_run_id
from hardwon.evidence.spooling import deliver, row_of
from hardwon.evidence.under_test import under_test, work_tree
from hardwon.project import git
from hardwon.project import state as states
from hardwon.store.protocol import Concern
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from datetime import datetime

    from hardwon.areas.area import Credit
    from hardwon.areas.content import Content
    from hardwon.areas.learning import Movement
    from hardwon.areas.roster import Keys
    from hardwon.areas.spellings import Naming
    from hardwon.areas.trial import Trial
    from hardwon.evidence.changes import Changes
    from hardwon.evidence.reports import Report
    from hardwon.evidence.results import Result
    from hardwon.observations.observation import WrittenBy
    from hardwon.project.records import Records
    from hardwon.project.state import Subject
    from hardwon.store.protocol import Rosters

BY_HAND = "h"
"""Ends the id of a run that only logs what a person changed: such runs are pruned by themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorder:
    """Keeps the evidence of runs, and lets their verdicts move the areas."""

    records: Records
    clock: Callable[[], datetime]

    @property
    def runs(self) -> Runs:
        """The evidence of earlier runs."""
        return Runs.of(self.records, self.clock)

    def state(self, named: str | None = None, reports: Sequence[Report] = ()) -> str:
        """The state of what is tested now; empty where nothing but the files of each area can tell."""
        return states.given(named) or self.tested(named, reports).state

    def tested(self, named: str | None = None, reports: Sequence[Report] = ()) -> Subject:
        """What is tested now: as somebody names it, by the commit that reports name, else by the project's files."""
        return under_test(self.records, states.given(named), reports)

    @staticmethod
    def circumstances(tested: Subject, **parts: Any) -> Circumstances:
        """The circumstances of a run on what is tested."""
        return Circumstances(state=tested.state, content=tested.content, **parts)

    def state_of(self, commit: str) -> str:
        """The state that a commit has."""
        return work_tree(self.records).of_commit(commit).state

    def judge(self, area: str, *, passed: bool, origin: WrittenBy = "person", state: str | None = None) -> Movement:
        """One verdict on one area, as a run of its own; what it did to the area.

        The word of a person needs no proof. That of a machine counts once for a state, within the window.
        """
        naming = self.records.naming
        name = recordable(area, naming)
        now = self.clock()
        run = new_run_id(now)
        verdict = Verdict(area=name, passed=passed, run=run, failed=int(not passed))
        if origin != "person":
            under = word_on(self.records, name, states.given(state))
            details = RunDetails(origin=origin)
            evidence = self._evidence(run, now, kind="record", state=under.state, verdicts=[verdict], details=details)
            return self.learn(evidence, naming, under, at=now.timestamp()).movements[0]
        movement = self.learn(self._evidence(run, now, kind="record", verdicts=[verdict]), naming).movements[0]
        if passed:
            self._passed(name)
        return movement

    def _passed(self, area: str) -> None:
        """A person says that an area passed, on the files as they are now: kept where runs have told of tests."""
        if not self.records.rosters.read().areas or (content := self.tested().content) is None:
            return

        def change(rosters: Rosters) -> Rosters:
            known = replace(rosters.areas.get(area, Roster()), passed_on=content.name, behind=frozenset())
            return rosters.passing({area: known}, content)

        self.records.rosters.update(change)

    def ingest(
        self, reports: Sequence[Report], *, again: bool = False, source: str = "", state: str | None = None
    ) -> Learned:
        """Verdicts from the reports of one run. A report, or a run, that was counted before is left out unless `again`.

        `source` names what the tests are from, `state` what was tested, where the reports should not be asked.
        """
        while True:
            fresh, repeated = (list(reports), {}) if again else self._uncounted(reports)
            try:
                learned = self._ingest(fresh, again=again, source=source, state=state)
                return replace(learned, repeated=repeated)
            except CountedMeanwhileError:
                continue  # another process has just counted one of them: look again

    def _uncounted(self, reports: Sequence[Report]) -> tuple[list[Report], dict[str, str]]:
        """The reports that say something new, and of the others the run that counted each."""
        try:
            ledger = self.records.areas.read()
        except ServerAway:
            ledger = Ledger()  # what was counted is asked again when it is delivered
        judged = ledger.runs | self.records.rosters.read().runs
        fresh: dict[str, Report] = {}
        repeated: dict[str, str] = {}
        named: set[str] = set()
        for report in reports:
            if report.digest in ledger.reports:
                repeated[report.shown] = ledger.reports[report.digest]
            elif report.run and (report.run in judged or report.run in named):
                repeated[report.shown] = report.run
            else:
                fresh[report.digest] = report
                named.add(report.run)
        return list(fresh.values()), repeated

    def _ingest(self, reports: Sequence[Report], *, again: bool, source: str, state: str | None) -> Learned:
        if not reports:
            return Learned(run="")
        results = [result for report in reports for result in report.results]
        if source:
            results = [replace(result, source=source) for result in results]
        results = placed(results, self.records.naming, self.records.project.root)
        # Who names the state does not want the reports to be asked.
        asked = () if states.given(state) else reports
        learned = self.learn_results(
            results,
            kind="ingest",
            details=RunDetails(reports={report.digest: report.shown for report in reports}),
            reported=Reported(
                digests=frozenset(report.digest for report in reports),
                runs=frozenset(report.run for report in reports if report.run),
                again=again,
            ),
            circumstances=self.circumstances(
                self.tested(state, reports),
                elsewhere=elsewhere(self.records, asked, {result.area for result in results}),
                edited=outdated(self.records, asked, results),
                extent="report",
                source="report",
                again=again,
            ),
        )
        return replace(learned, unplaced=unplaced(results, self.records.naming))

    def learn_results(
        self,
        results: Sequence[Result],
        *,
        kind: str,
        circumstances: Circumstances | None = None,
        details: RunDetails | None = None,
        reported: Reported | None = None,
        run: str = "",
        now: datetime | None = None,
        masked: bool = False,
    ) -> Learned:
        """Verdicts from the results of one run; none if nearly everything failed or could not run.

        A run that kept its evidence as it happened gives its id and its time. `masked`: the names are without secrets.
        """
        live = bool(run)
        naming = self.records.naming
        results = in_areas(results if masked else [without_secrets(result) for result in results], naming)
        now = now or self.clock()
        run = run or new_run_id(now)
        under = circumstances or self.circumstances(self.tested(), source=kind, edited={})
        under = looked_at(self.records, under, results)
        ignored = reason_to_ignore(results, self.records.config.number("runs.infrastructureThreshold"))
        evidence = self._evidence(
            run,
            now,
            kind=kind,
            state=under.state,
            verdicts=[] if ignored else verdicts(results, run=run),
            results=results,
            ignored=ignored,
            details=replace(details or RunDetails(), tally=tally(results)),
            live=live,
        )
        return self.learn(evidence, naming, under, reported or Reported(), at=now.timestamp())

    def spare(self, left_out: Mapping[str, Collection[str]], probed: Collection[str], state: str) -> None:
        """Remember, for runs on a state, which tests of areas were left out because those are proven.

        Of the areas that are `probed`, only probes are left.
        """

        def change(rosters: Rosters) -> Rosters:
            known = {
                area: replace(
                    rosters.areas.get(area, Roster()),
                    spared=frozenset(map(key_of, tests)),
                    spared_on=state,
                    only_probes=area in probed,
                )
                for area, tests in left_out.items()
            }
            return replace(rosters, areas={**rosters.areas, **known})

        if left_out:
            self.records.prepare()
            self.records.rosters.update(change, left_out)

    def start_again(self, name: str) -> Area:
        """Start one area again: nothing proven, counts kept as history."""
        store = self.records.areas
        name = meant(name, store.read().areas) or name
        fingerprint = self.records.fingerprints([name]).get(name)
        at = stamp(self.clock())

        def change(ledger: Ledger) -> Ledger:
            if name not in ledger.areas:
                raise unknown(name, ledger.areas, self.records.project.shown(store.where))
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

    def begin(self, run: str, now: datetime, *, kind: str, details: RunDetails, state: str = "") -> None:
        """Say that a run has begun which keeps its evidence as it happens, or that it goes on in this process."""
        self._open(self._evidence(run, now, kind=kind, state=state, details=details))

    def keep(self, run: str, now: datetime, *, kind: str, details: RunDetails) -> None:
        """Keep what was done by hand, as a run of its own."""
        self.runs.write(self._evidence(run, now, kind=kind, details=details))

    def give_up(self, run: str, now: datetime, *, kind: str, details: RunDetails, state: str, why: str) -> None:
        """End a run that teaches nothing: what it saw stays."""
        self.runs.write(self._evidence(run, now, kind=kind, state=state, details=details, ignored=why))

    def _evidence(self, run: str, now: datetime, **parts: Any) -> Evidence:
        return Evidence(run=run, at=stamp(now), commit=git.head(self.records.project.root), **parts)

    def learn(
        self,
        evidence: Evidence,
        naming: Naming,
        circumstances: Circumstances | None = None,
        reported: Reported | None = None,
        *,
        at: float = 0.0,
        current: Mapping[str, str] | None = None,
    ) -> Learned:
        """Weigh the verdicts, keep the evidence, and let what is credited move the areas, in one update.

        Without circumstances it is a person's word, which is not weighed. `current`: the files of the areas as they
        were, where what is said is older than this moment.
        """
        reported = reported or Reported()
        if current is None:
            current = self.records.fingerprints(verdict.area for verdict in evidence.verdicts)
        brought = (
            brought_forward(evidence.results, evidence.verdicts, circumstances, current, at) if circumstances else {}
        )
        named = frozenset({evidence.run}) if circumstances and circumstances.may_be_named else frozenset()
        moved: list[Movement] = []
        names = frozenset(verdict.area for verdict in evidence.verdicts)
        about = Concern(
            areas=names,
            reports=reported.digests,
            runs=reported.runs | named,
            run=evidence.run,
            said=lambda: row_of(evidence, circumstances, reported, current, at),
        )

        def change(ledger: Ledger) -> Ledger:
            if reported.is_in(ledger):
                raise CountedMeanwhileError
            credit_of = self._weighed(ledger, brought, named, circumstances.content) if circumstances else {}
            scoring = self.records.config.scoring
            moved[:] = movements(
                ledger, evidence.verdicts, current, scoring=scoring, at=evidence.at, credit_of=credit_of
            )
            self.runs.write(replace(evidence, verdicts=[each.verdict for each in moved]))
            known = ledger.areas
            # What is not credited can still tell more of what an area has.
            changed = {
                each.after.name: each.after
                for each in moved
                if each.verdict.credited or each.after != known.get(each.after.name, each.after)
            }
            if not changed and not reported.digests:
                return ledger
            learned = with_areas(ledger, changed, evidence.at) if changed else ledger
            return replace(
                learned,
                reports={**ledger.reports, **dict.fromkeys(reported.digests, evidence.run)},
                runs=ledger.runs | reported.runs | named,
                # Two branches that record the same must not come to the same bytes: git would count them once.
                extra={**said_again(ledger, () if circumstances else names), "last_run": evidence.run},
            )

        self.records.prepare()
        try:
            if evidence.verdicts:
                self.records.areas.update(change, at=evidence.at, about=about)
            else:
                self.runs.write(evidence)
        except RecordedInPart:
            raise  # the verdicts count, so what they rest on stays
        except BaseException:  # the evidence is taken back, then it is raised again
            if not evidence.live and not self._is_counted(evidence.run):
                self.runs.forget(evidence.run)
            raise
        told = tuple(each.verdict for each in moved)
        return Learned(run=evidence.run, verdicts=told, movements=with_near(moved, naming), ignored=evidence.ignored)

    def deliver(self) -> int:
        """Bring to the team's server what waits here for it; how many runs said something."""
        stores = self.records.team()
        return deliver(stores, replace(self, records=replace(self.records, given=stores.team)))

    def _is_counted(self, run: str) -> bool:
        """Whether the areas rest on a run that was interrupted; if that cannot be told, it is taken for counted."""
        try:
            return self.records.areas.read().extra.get("last_run") == run
        except HardwonError:
            return True

    def _weighed(
        self, ledger: Ledger, brought: Mapping[str, Trial], named: frozenset[str], content: Content | None
    ) -> dict[str, Credit]:
        """Whether each verdict counts, by what is known of the area's tests; and what is known from now on is kept.

        The rosters are written before the areas: a kill in between costs nothing, since what was counted when is part
        of the areas.
        """
        proving = self.records.config.proving
        credit_of: dict[str, Credit] = {}
        lacking: dict[str, Keys] = {}

        def change(rosters: Rosters) -> Rosters:
            known = {}
            for name, trial in brought.items():
                area = ledger.areas.get(name) or Area(name=name)
                weighed = credited(area, rosters.areas.get(name, Roster()), trial, proving)
                known[name], credit_of[name], lacking[name] = weighed.roster, weighed.credit, weighed.missing
            is_on_record = any(credit.credited for credit in credit_of.values())
            runs = rosters.runs if is_on_record else rosters.runs | named
            return replace(rosters.passing(known, content), runs=runs)

        self.records.rosters.update(change, brought)
        return naming(credit_of, lacking, self.runs)
