"""Memory: the façade that every surface uses.

Evidence comes in, the domain decides, records change under one lock, and every surface shows the same facts.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from hardwon.areas.area import Verdict, as_it_stands, start_again
from hardwon.areas.learning import Learned, movements, with_areas
from hardwon.errors import StorageError, UsageError
from hardwon.project import config as configuration
from hardwon.project import root as projects
from hardwon.store.areas import AreaStore
from hardwon.text.plain import clean_name, one_line
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from hardwon.areas.area import Area
    from hardwon.areas.learning import Movement
    from hardwon.areas.ledger import Ledger
    from hardwon.areas.selection import Basis, Candidate, Selection
    from hardwon.evidence.changes import Changes
    from hardwon.evidence.reports import Report
    from hardwon.evidence.results import Result
    from hardwon.evidence.runs import Evidence, Runs
    from hardwon.observations.suites import Suite
    from hardwon.project.config import Config
    from hardwon.project.root import Project
    from hardwon.recall.index import Index
    from hardwon.recall.recall import Kind, Recall, Request
    from hardwon.runner.own_loop import OwnLoop
    from hardwon.store.observations import ObservationStore
    from hardwon.store.outcomes import Outcomes
    from hardwon.store.quarantine import Quarantine

BY_HAND = "h"
"""Ends the id of a run that only logs what a person changed: such runs are pruned by themselves."""


class _CountedMeanwhileError(Exception):
    """Another process counted the same report between our look and our lock; never leaves this module."""


class Memory:
    """The memory of one project."""

    def __init__(
        self,
        project: Project,
        config: Config,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        new_id: Callable[[], str] | None = None,
    ) -> None:
        self.project = project
        self.config = config
        self.clock = clock
        self.new_id = new_id or _new_observation_id
        self._index: tuple[Path, Index] | None = None

    @classmethod
    def open(cls, start: str | Path | None = None, *, flags: Sequence[str] = ()) -> Memory:
        """The memory of the project that `start` lies in; without it, HARDWON_PROJECT or the working directory."""
        project = projects.find() if start is None else projects.around(start)
        return cls.of(project, flags=flags)

    @classmethod
    def of(cls, project: Project, *, flags: Sequence[str] = ()) -> Memory:
        """The memory of a project that is already known."""
        return cls(project, configuration.load(project, flags=flags))

    @property
    def store(self) -> AreaStore:
        """The area record in use: ours, or the adopted one."""
        return AreaStore(self.project.areas_folder, self.config.lock_timeout)

    @property
    def runs(self) -> Runs:
        """The evidence of earlier runs."""
        from hardwon.evidence.runs import Runs  # noqa: PLC0415 - most readers of areas need no evidence

        return Runs(self.project.runs, int(self.config.number("runs.kept")))

    @property
    def observations(self) -> ObservationStore:
        """The observation record in use: ours, the adopted one, or where the configuration says."""
        from hardwon.store.observations import ObservationStore  # noqa: PLC0415 - readers of areas need none

        return ObservationStore(self.config.observations_folder(self.project), self.config.lock_timeout)

    @property
    def quarantine(self) -> Quarantine:
        """The texts that the scanner blocked."""
        from hardwon.store.quarantine import Quarantine  # noqa: PLC0415 - as for observations

        return Quarantine(self.project.state / "quarantine")

    @contextmanager
    def changing(self, *, kind: str, origin: str, now: datetime) -> Iterator[Changes]:
        """The log of changes outside of a run of tests: a run of its own, unless nothing is changed."""
        from hardwon.evidence import changes as log  # noqa: PLC0415 - only what writes needs it

        evidence = self._evidence(_new_run(now, mark=BY_HAND), now, kind=kind, details={"origin": origin})
        changes = log.Changes(
            folder=self.runs.folder / evidence.run, opening=lambda: self._open(evidence), clock=lambda: stamp(now)
        )
        try:
            yield changes
        finally:
            if changes.is_used:
                done = log.memory_log(log.read(changes.folder), self.observations.standing)
                self.runs.write(replace(evidence, details={"memory_log": done.document(), "origin": origin}))

    def _open(self, evidence: Evidence) -> None:
        self.prepare()
        header = {"kind": evidence.kind, "time": evidence.at, "commit": evidence.commit, **evidence.details}
        self.runs.open(evidence.run, header)

    def recall(
        self,
        step: str,
        *,
        product: str,
        test: str | None = None,
        suite: Suite | Path | str | None = None,
        position: int | None = None,
        kind: Kind = "act",
        explain: bool = False,
    ) -> Recall:
        """The observations that fit a step, and the block for the agent. It never raises: see `Recall.error`."""
        from hardwon.recall.recall import Limits, Recall, recall  # noqa: PLC0415 - readers of areas recall nothing

        try:
            limits = Limits.of(self.config)
            if silence := limits.reason_for_silence(kind):
                return Recall(silence=silence)
            request = self._request(step, product=product, test=test, suite=suite, position=position, kind=kind)
            return recall(self.index, request, limits, explain=explain)
        except Exception as error:
            # The boundary of a step: whatever it is, the step runs without memory, and the evidence says why.
            if os.environ.get("HARDWON_DEBUG"):
                raise
            return Recall(error=one_line(f"{type(error).__name__}: {error}", 500))

    def rank(
        self,
        step: str,
        *,
        product: str,
        limit: int = 10,
        test: str | None = None,
        suite: Suite | Path | str | None = None,
        position: int | None = None,
    ) -> list[tuple[str, float]]:
        """The ids of the observations in reach with their scores: before floor, diversity and maxInjections."""
        from hardwon.recall.recall import Limits, rank  # noqa: PLC0415 - as above

        request = self._request(step, product=product, test=test, suite=suite, position=position)
        return rank(self.index, request, Limits.of(self.config), limit=limit)

    @property
    def index(self) -> Index:
        """The index of the observation record in use."""
        store = self.observations
        if self._index is None or self._index[0] != store.root:
            from hardwon.recall import safety  # noqa: PLC0415 - as above
            from hardwon.recall.index import Index  # noqa: PLC0415 - as above

            if store.root.is_dir():
                with suppress(StorageError):  # a project that cannot be written to gets an index in memory
                    self.prepare()
            path = self.project.cache / "recall.sqlite3"
            self._index = (
                store.root,
                Index(store, path, judge=safety.reason_to_keep_out, rules=safety.rules()),
            )
        return self._index[1]

    def _request(self, step: str, *, suite: Suite | Path | str | None, **where: Any) -> Request:
        from hardwon.recall.recall import Request  # noqa: PLC0415 - as above

        return Request(step=step, suite=self._suite(suite), **where)

    def _suite(self, suite: Suite | Path | str | None) -> Suite | None:
        from pathlib import Path  # noqa: PLC0415 - only where a suite is named by its file

        from hardwon.observations import suites  # noqa: PLC0415 - as above

        return suites.read(Path(suite).resolve(), self.project.root) if isinstance(suite, (str, Path)) else suite

    @property
    def outcomes(self) -> Outcomes:
        """What attempts with and without memory have come to, per product."""
        from hardwon.store import outcomes  # noqa: PLC0415 - only runs need it

        return outcomes.of(self.project, self.config)

    @property
    def tripped(self) -> dict[str, str]:
        """The products for which memory does harm and is switched off, each with the reason."""
        if not self.project.runs.is_dir():
            return {}
        from hardwon.store import outcomes  # noqa: PLC0415 - readers of areas need none

        return outcomes.tripped(self.project, self.config)

    def run(
        self,
        *,
        product: str,
        test: str,
        area: str = "",
        suite: Suite | Path | str | None = None,
        position: int | None = None,
        url: str = "",
    ) -> AbstractContextManager[OwnLoop]:
        """A run of one test in somebody's own loop: recall in each step, evidence, curation and a verdict."""
        from hardwon.runner.own_loop import own_loop  # noqa: PLC0415 - only runs need it
        from hardwon.runner.session import Place  # noqa: PLC0415 - as above

        place = Place(product=product, test=test, suite=self._suite(suite), position=position, url=url)
        return own_loop(self, place, area)

    @property
    def areas(self) -> dict[str, Area]:
        """Every area as it stands now, by name: one whose files changed has nothing proven, and says why."""
        ledger = self.store.read()
        current = self.fingerprints()
        return {name: as_it_stands(area, current.get(name)) for name, area in ledger.areas.items()}

    def fingerprints(self, only: Iterable[str] | None = None) -> dict[str, str]:
        """The present digest of each area that has `paths`, or of some of them."""
        wanted = None if only is None else set(only)
        if not any(rule.paths and (wanted is None or rule.area in wanted) for rule in self.config.rules):
            return {}
        from hardwon.project.fingerprint import fingerprints  # noqa: PLC0415 - only projects with paths pay for it

        cache = self.project.cache / "fingerprints.json"
        return fingerprints(self.project.root, self.config.rules, cache, only=wanted)

    def basis(self, *, seed: str | None = None) -> Basis:
        """What a choice of tests rests on now; xdist's workers get it as a document, and choose alike."""
        from hardwon.runner import reduction  # noqa: PLC0415 - only who chooses reads history

        return reduction.grounds(self, seed=seed).basis

    def selection(self, candidates: Iterable[Candidate], *, reduce_seed: str | None = None) -> Selection:
        """Which tests a reduced run may leave out, and why each other one runs."""
        from hardwon.areas.selection import choose  # noqa: PLC0415 - as above

        return choose(candidates, self.basis(seed=reduce_seed))

    def record(self, area: str, *, passed: bool) -> Area:
        """One verdict on one area, as a run of its own."""
        return self.judge(area, passed=passed).after

    def judge(self, area: str, *, passed: bool) -> Movement:
        """As `record`, with what it did to the area."""
        name = area.strip()
        if not name or clean_name(name) != name:
            raise UsageError(
                f"{one_line(area)!r} is no name for an area.",
                remedy="A name is one line of visible text, at most 200 characters.",
            )
        now = self.clock()
        run = _new_run(now)
        verdict = Verdict(area=name, passed=passed, run=run, failed=int(not passed))
        return self._learn(self._evidence(run, now, kind="record", verdicts=[verdict])).movements[0]

    def ingest(self, reports: Sequence[Report], *, again: bool = False) -> Learned:
        """Verdicts from the reports of one run. A report that was counted before is left out, unless `again`."""
        while True:
            counted = {} if again else self.store.read().reports
            fresh = {report.digest: report for report in reports if report.digest not in counted}
            repeated = {report.shown: counted[report.digest] for report in reports if report.digest in counted}
            try:
                return replace(self._ingest(list(fresh.values()), again=again), repeated=repeated)
            except _CountedMeanwhileError:
                continue  # another process has just counted one of them: look again

    def _ingest(self, reports: Sequence[Report], *, again: bool) -> Learned:
        from hardwon.evidence.reports import placed  # noqa: PLC0415 - as for runs

        if not reports:
            return Learned(run="")
        results = [result for report in reports for result in report.results]
        return self.learn_results(
            placed(results, self.config.rules, self.project.root),
            kind="ingest",
            details={"reports": [{"file": report.shown, "digest": report.digest} for report in reports]},
            digests={report.digest for report in reports},
            again=again,
        )

    def learn_results(
        self,
        results: Sequence[Result],
        *,
        kind: str,
        details: Mapping[str, Any] | None = None,
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
        from hardwon.evidence.results import reason_to_ignore, tally, verdicts  # noqa: PLC0415 - as for runs

        live = bool(run)
        now = now or self.clock()
        run = run or _new_run(now)
        ignored = reason_to_ignore(results, self.config.number("runs.infrastructureThreshold"))
        evidence = self._evidence(
            run,
            now,
            kind=kind,
            verdicts=[] if ignored else verdicts(results, run=run, uncredited=uncredited),
            results=results,
            ignored=ignored,
            details={"tests": tally(results), **(details or {})},
            live=live,
        )
        return self._learn(evidence, digests=digests, again=again)

    def reset(self) -> list[Path]:
        """Forget every area; the files that were there."""
        return self.store.delete()

    def reset_area(self, name: str) -> Area:
        """Start one area again: nothing proven, counts kept as history."""
        fingerprint = self.fingerprints([name]).get(name)
        at = stamp(self.clock())

        def change(ledger: Ledger) -> Ledger:
            if name not in ledger.areas:
                raise UsageError(
                    f"There is no area {one_line(name)!r} in {self.project.shown(self.store.memory_file)}.",
                    remedy="`hardwon status` lists the areas.",
                )
            return with_areas(ledger, {name: start_again(ledger.areas[name], at=at, fingerprint=fingerprint)}, at)

        change(self.store.read())  # an unknown area is refused before the lock makes a folder
        return self.store.update(change, at=at).areas[name]

    def _evidence(self, run: str, now: datetime, **parts: Any) -> Evidence:
        from hardwon.evidence.runs import Evidence  # noqa: PLC0415 - as for runs
        from hardwon.project import git  # noqa: PLC0415 - only what writes needs it

        return Evidence(run=run, at=stamp(now), commit=git.head(self.project.root), **parts)

    def _learn(self, evidence: Evidence, *, digests: Collection[str] = (), again: bool = False) -> Learned:
        """Keep the evidence, then let its verdicts move the areas, in one update."""
        current = self.fingerprints(verdict.area for verdict in evidence.verdicts)
        moved: list[Movement] = []

        def change(ledger: Ledger) -> Ledger:
            if not again and any(digest in ledger.reports for digest in digests):
                raise _CountedMeanwhileError
            moved.extend(movements(ledger, evidence.verdicts, current, scoring=self.config.scoring, at=evidence.at))
            learned = with_areas(ledger, {each.after.name: each.after for each in moved}, evidence.at)
            return replace(
                learned,
                reports={**ledger.reports, **dict.fromkeys(digests, evidence.run)},
                # Two branches that record the same must not come to the same bytes: git would count them once.
                extra={**ledger.extra, "last_run": evidence.run},
            )

        self.prepare()
        self.runs.write(evidence)
        if evidence.verdicts:
            try:
                self.store.update(change, at=evidence.at)
            except BaseException:  # the evidence is taken back, then it is raised again
                if not evidence.live:
                    self.runs.forget(evidence.run)
                raise
        return Learned(
            run=evidence.run, verdicts=tuple(evidence.verdicts), movements=tuple(moved), ignored=evidence.ignored
        )

    def prepare(self, *adopted: Path) -> None:
        """Make the state folder, and the .gitignore that keeps local files out of git, there and in adopted folders."""
        from hardwon.store import folders  # noqa: PLC0415 - only what writes needs it

        folders.prepare(self.project, *adopted)


def _new_observation_id() -> str:
    from id_agent import generate  # noqa: PLC0415 - its list of words is only needed where something is added

    return generate(words=10, prefix="obs")


def _new_run(now: datetime, mark: str = "") -> str:
    from hardwon.evidence.runs import new_run_id  # noqa: PLC0415 - only what writes needs it

    return new_run_id(now) + mark
