"""Memory: the façade that every surface uses.

Evidence comes in, the domain decides, records change under one lock, and every surface shows the same facts. The parts
do the work; each is loaded when it is first asked for, so that a command pays only for what it needs.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.areas.gate import judged, without_evidence
from hardwon.areas.halts import REDUCIBLE
from hardwon.areas.overview import Coverage, Overview
from hardwon.areas.standing import AreasNow
from hardwon.errors import ServerAway
from hardwon.project import config as configuration
from hardwon.project import root as projects
from hardwon.project.records import Records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager

    from hardwon.areas.area import Area
    from hardwon.areas.candidate import Candidate
    from hardwon.areas.gate import Gate
    from hardwon.areas.learning import Learned, Movement
    from hardwon.areas.overview import NamedAreas, Unreached
    from hardwon.areas.selection import Basis, Selection
    from hardwon.areas.spellings import Naming
    from hardwon.curation.desk import Desk
    from hardwon.doctor import Examination
    from hardwon.evidence.recording import Recorder
    from hardwon.evidence.reports import Report
    from hardwon.evidence.runs import Runs
    from hardwon.mandate import Mandate
    from hardwon.mandate.adversary import Depth
    from hardwon.mandate.lately import Glimpse
    from hardwon.observations.observation import WrittenBy
    from hardwon.observations.suites import Suite
    from hardwon.project.config import Config
    from hardwon.project.root import Project
    from hardwon.project.state import Subject
    from hardwon.recall.recall import Recall
    from hardwon.runner.own_loop import OwnLoop
    from hardwon.runner.reduction import Grounds, Reduction
    from hardwon.steps.place import Place
    from hardwon.steps.step import Kind
    from hardwon.store.protocol import AreaRecord, ObservationRecord, OutcomeRecord, QuarantineRecord, Stores


OF_THIS_MACHINE = ", and verdicts of this machine"


class Memory:
    """The memory of one project."""

    def __init__(
        self,
        project: Project,
        config: Config,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        new_id: Callable[[], str] | None = None,
        stores: Stores | None = None,
    ) -> None:
        self.project = project
        self.config = config
        self.clock = clock
        self.new_id = new_id or _new_observation_id
        self.flags: tuple[str, ...] = ()
        """What was set for this call alone."""

        self.records = Records(project, config, stores)

    @classmethod
    def open(cls, start: str | Path | None = None, *, flags: Sequence[str] = ()) -> Memory:
        """The memory of the project that `start` lies in; without it, HARDWON_PROJECT or the working directory."""
        project = projects.find() if start is None else projects.around(start)
        return cls.of(project, flags=flags)

    @classmethod
    def of(cls, project: Project, *, flags: Sequence[str] = ()) -> Memory:
        """The memory of a project that is already known."""
        memory = cls(project, configuration.load(project, flags=flags))
        memory.flags = tuple(flags)
        return memory

    def deliver(self) -> int:
        """Bring to the team's server what waits here for it; how many runs said something. 0 while it is away."""
        if not self.config.is_on_server or self.records.given is not None or not self.project.has_waiting:
            return 0
        try:
            return self.recorder.deliver()
        except ServerAway:
            return 0

    @staticmethod
    def examine(project: Project, *, flags: Sequence[str] = ()) -> Examination:
        """Every disagreement in the records and the configuration of a project, which need not be readable."""
        from hardwon import doctor  # noqa: PLC0415 - it knows every kind of record

        return doctor.examine(project, flags=flags)

    @cached_property
    def recorder(self) -> Recorder:
        """Keeps the evidence of runs, and lets their verdicts move the areas."""
        from hardwon.evidence.recording import Recorder  # noqa: PLC0415 - most readers of areas need no evidence

        return Recorder(records=self.records, clock=self.clock)

    @cached_property
    def desk(self) -> Desk:
        """What changes observations, recalls them and runs tests with them."""
        from hardwon.curation.desk import Desk  # noqa: PLC0415 - readers of areas need no observations

        return Desk.over(self.records, clock=self.clock, new_id=self.new_id)

    @property
    def store(self) -> AreaRecord:
        """The area record in use: ours, or the adopted one."""
        return self.records.areas

    @property
    def observations(self) -> ObservationRecord:
        """The observation record in use: ours, the adopted one, or where the configuration says."""
        return self.records.observations

    @property
    def quarantine(self) -> QuarantineRecord:
        """The texts that the scanner blocked."""
        return self.records.quarantine

    @property
    def outcomes(self) -> OutcomeRecord:
        """What attempts with and without memory have come to, per product."""
        return self.records.outcomes

    @property
    def tripped(self) -> dict[str, str]:
        """The products for which memory does harm and is switched off, each with the reason."""
        return self.records.tripped

    @property
    def away(self) -> str:
        """That the team's server is away, and what follows from it; "" if it answers, or there is none."""
        return self.records.away

    @property
    def runs(self) -> Runs:
        """The evidence of earlier runs."""
        return self.recorder.runs

    @property
    def areas(self) -> dict[str, Area]:
        """Every area as it stands now, by name: one whose files changed has nothing proven, and says why."""
        return dict(self.records.areas_now())

    def gate(self, *, threshold: float | None = None, each: float | None = None) -> Gate:
        """Whether the areas have proven enough: their mean, and each of them, in percent."""
        return self.overview(threshold=threshold, each=each).gate

    def overview(self, *, threshold: float | None = None, each: float | None = None, releases: bool = True) -> Overview:
        """Every area as it stands now, what is missing, and the gate: what each surface shows.

        Without `releases` nothing is said of observations that others released: looking for them reads every file.
        """
        ledger = self.store.read()
        fingerprints = self.records.fingerprints(known=ledger.areas)
        areas = AreasNow(ledger.areas, fingerprints, self.config.scoring)
        kinds = areas.kinds()
        unknown = without_evidence(self.config.rules, areas)
        is_any = areas or self.config.rules
        naming = self.records.naming_in(ledger)
        coverage = self.records.coverage(naming, fingerprints) if is_any else None
        return Overview(
            areas=areas,
            kinds=kinds,
            unknown=tuple(unknown),
            scoring=self.config.scoring,
            gate=judged(kinds, unknown, threshold=threshold, each=each),
            source=self.project.shown(self.store.where) + (OF_THIS_MACHINE if self.config.keeps_verdicts_here else ""),
            observations=self._where_observations,
            away=self.records.away,
            unused=self.project.shown(unused) if (unused := self.project.unused_areas) else "",
            tripped=self.tripped,
            released=self.unaccepted if releases else (),
            coverage=coverage,
            git_refuses=self.reduction.git_refusal() if self.project.is_of_somebody_else else "",
            unreached=self._unreached(coverage.named, naming) if coverage and coverage.named.unnamed else (),
            halts=self.reduction.halts(areas) if any(map(self._may_be_reduced, kinds.areas)) else {},
        )

    @property
    def _where_observations(self) -> str:
        if not self.records.are_files:
            return self.observations.where
        return self.project.shown(self.config.observations_folder(self.project))

    def coverage(self) -> Coverage:
        """Which sources no area covers, of which areas the files are not known, and which no file names."""
        naming = self.records.naming
        return self.records.coverage(naming, self.records.fingerprints(known=naming.record))

    @cached_property
    def reduction(self) -> Reduction:
        """Says what a choice of tests rests on."""
        from hardwon.runner.reduction import Reduction  # noqa: PLC0415 - only who chooses reads history

        return Reduction(records=self.records, clock=self.clock)

    def _unreached(self, named: NamedAreas, naming: Naming) -> tuple[Unreached, ...]:
        from hardwon.runner.unreached import unreached  # noqa: PLC0415 - mostly each area is named, and no run is read

        return unreached(named, naming, self.records, self.clock)

    def _may_be_reduced(self, area: Area) -> bool:
        return area.status(self.config.scoring) in REDUCIBLE

    @property
    def unaccepted(self) -> tuple[str, ...]:
        """Where the observations lie that are used only because of a release that the user has not accepted."""
        return tuple(self.desk.releases_of_others()) if self.records.speaks_of_releases else ()

    def fingerprints(self, only: Iterable[str] | None = None) -> dict[str, str]:
        """The present digest of each area that has `paths`, or of some of them."""
        return self.records.fingerprints(only)

    def record(self, area: str, *, passed: bool, origin: WrittenBy = "person", state: str | None = None) -> Area:
        """One verdict on one area, as a run of its own.

        That of a person always counts. That of a machine (`origin="agent"`) counts once for a state within the window;
        `state` names what was tested, where the project's files do not tell.
        """
        return self.judge(area, passed=passed, origin=origin, state=state).after

    def judge(self, area: str, *, passed: bool, origin: WrittenBy = "person", state: str | None = None) -> Movement:
        """As `record`, with what it did to the area and whether it was credited."""
        return self.recorder.judge(area, passed=passed, origin=origin, state=state)

    def ingest(
        self, reports: Sequence[Report], *, again: bool = False, source: str = "", state: str | None = None
    ) -> Learned:
        """Verdicts from the reports of one run. A report that was counted before is left out, unless `again`.

        `source` names where the tests come from, `state` what was tested.
        """
        return self.recorder.ingest(reports, again=again, source=source, state=state)

    def reset(self) -> list[Path]:
        """Forget every area; the files that were there."""
        return [Path(each) for each in self.store.forget()]

    def reset_area(self, name: str) -> Area:
        """Start one area again: nothing proven, counts kept as history."""
        return self.recorder.start_again(name)

    def place(
        self,
        *,
        product: str,
        test: str | None = None,
        suite: Suite | Path | str | None = None,
        position: int | None = None,
        url: str = "",
    ) -> Place:
        """Where a test stands; a suite may be named by its file."""
        from hardwon.steps.place import Place  # noqa: PLC0415 - readers of areas ask for no place

        return Place(product=product, test=test or "", suite=self._suite(suite), position=position, url=url)

    def _suite(self, suite: Suite | Path | str | None) -> Suite | None:
        if not isinstance(suite, (str, Path)):
            return suite
        from hardwon.project import suite_files  # noqa: PLC0415 - only where a suite is named by its file

        return suite_files.read(Path(suite).resolve(), self.project.root)

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
        recaller = self.desk.recaller
        try:
            place = self.place(product=product, test=test, suite=suite, position=position)
        except Exception as error:  # noqa: BLE001 - the boundary of a step, as in the recaller itself
            return recaller.failed(error)
        return recaller.recall(step, place, kind=kind, explain=explain)

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
        place = self.place(product=product, test=test, suite=suite, position=position)
        return self.desk.recaller.rank(step, place, limit=limit)

    def run(
        self,
        *,
        product: str,
        test: str,
        area: str = "",
        suite: Suite | Path | str | None = None,
        position: int | None = None,
        url: str = "",
        state: str | None = None,
    ) -> AbstractContextManager[OwnLoop]:
        """A run of one test in somebody's own loop: recall in each step, evidence, curation and a verdict.

        `state` names what is tested, where the project's files do not tell: the build that a remote target runs.
        """
        from hardwon.runner.own_loop import own_loop  # noqa: PLC0415 - only runs need it

        place = self.place(product=product, test=test, suite=suite, position=position, url=url)
        return own_loop(self.desk, place, area, state)

    def grounds(self, *, seed: str | None = None, tested: Subject | None = None) -> Grounds:
        """What a choice of tests rests on now, and the history behind it; `tested` if it has been looked at already."""
        return self.reduction.grounds(seed=seed, tested=tested)

    def basis(self, *, seed: str | None = None) -> Basis:
        """What a choice of tests rests on now; xdist's workers get it as a document, and choose alike."""
        return self.grounds(seed=seed).basis

    def selection(self, candidates: Iterable[Candidate], *, reduce_seed: str | None = None) -> Selection:
        """Which tests a reduced run may leave out, and why each other one runs."""
        return self.grounds(seed=reduce_seed).choose(candidates)

    def mandate(
        self,
        *,
        depth: Depth = "normal",
        since: str | None = None,
        probe: int | None = None,
        budget: int | None = None,
        glimpses: Iterable[Glimpse] | None = None,
    ) -> Mandate:
        """What an AI tester is told; with a git reference, the areas that differ from it first.

        `probe` brings so many retired areas back for one scenario each; None leaves it to the configuration. The text
        has about `budget` tokens at most (6,000). `glimpses` at all observations spare reading those of little trust.
        """
        from hardwon.mandate.of_project import mandate_of  # noqa: PLC0415 - only who asks has the tree looked at

        return mandate_of(self.records, depth=depth, since=since, probe=probe, budget=budget, glimpses=glimpses)


def _new_observation_id() -> str:
    from id_agent import generate  # noqa: PLC0415 - its list of words is only needed where something is added

    return generate(words=10, prefix="obs")
