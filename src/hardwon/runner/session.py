"""A run: its tests one after the other, the evidence of each, and what follows for memory and areas."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from hardwon.areas.learning import Learned
from hardwon.curation import apply as applying
from hardwon.curation import curators, lessons
from hardwon.curation.reach import Reach
from hardwon.errors import LockTimeout, ServerAway, UsageError
from hardwon.evidence.edited import edited_since, footing_of
from hardwon.evidence.journal import TestEnd
from hardwon.evidence.results import Result
from hardwon.evidence.run_file import RunDetails
from hardwon.evidence.runs import new_run_id
from hardwon.evidence.told import RunEnd, RunSetup, ToldTest
from hardwon.guard import ablation
from hardwon.observations.deltas import DecisionError, MemoryLog
from hardwon.project import git
from hardwon.project.state import Subject
from hardwon.runner.attempt import Attempt
from hardwon.runner.recalling import FromMemory, Without
from hardwon.steps.step import overall
from hardwon.text.plain import one_line
from hardwon.text.times import moment, stamp
from hardwon.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from hardwon.curation.desk import Desk
    from hardwon.evidence.changes import Changes
    from hardwon.evidence.crediting import Circumstances
    from hardwon.evidence.journal import Journal
    from hardwon.evidence.own_tests import OwnTest, RestsOn
    from hardwon.evidence.run_file import RunSummary
    from hardwon.observations.suites import Suite
    from hardwon.runner.recalling import Recalling
    from hardwon.steps.place import Place
    from hardwon.steps.step import Status

KIND = "run"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested:
    """One test of a run: what it is, and what it came to."""

    id: str
    name: str = ""
    area: str = ""
    product: str = ""
    """Whose memory its steps were given; "" if it was not run."""

    file: str = ""
    priority: str = "medium"
    status: Status = "skipped"
    attempts: tuple[Attempt, ...] = ()
    ablation: dict[str, Any] | None = None
    summary: str = ""
    duration: float = 0.0
    is_scenario: bool = False

    def told(self) -> ToldTest:
        """The test as evidence tells of it: the steps of its first attempt, and what ablation said."""
        return ToldTest(
            id=self.id,
            name=self.name or self.id,
            status=self.status,
            area=self.area,
            product=self.product,
            priority=self.priority,
            steps=tuple(step.told() for step in self.attempts[0].steps) if self.attempts else (),
            ablation=self.ablation,
            summary=self.summary,
            reason=self.reason,
            unclosed=self.unclosed,
            file=self.file,
            duration=round(self.duration, 6),
            is_scenario=self.is_scenario,
            attempts=tuple(attempt.told() for attempt in self.attempts),
        )

    def document(self) -> dict[str, Any]:
        """The test as `run --json` gives it."""
        return self.told().document()

    @property
    def reason(self) -> str:
        """Why it failed or could not be run, by its first attempt."""
        return self.attempts[0].reason if self.attempts else ""

    @property
    def unclosed(self) -> list[str]:
        """What its attempts left open, and why."""
        return [each for attempt in self.attempts for each in attempt.unclosed]

    def result(self) -> Result:
        """The test as the areas see it."""
        return _result(self.told(), len(self.attempts))


@dataclass(slots=True, kw_only=True)
class Session:
    """One run while it runs."""

    desk: Desk
    agent: str = "own loop"
    use_memory: bool = True
    ablation: bool = True
    curate: bool = True
    watch: Callable[[str], None] = lambda _: None
    """Told what is being done."""

    id: str = ""
    """Given by whoever joins a run, and where the same run is to come about again; else made anew."""

    joined: bool = False
    """Another process has opened this run and will finish it: here its evidence and its changes are added to."""

    state: str | None = None
    """What is tested, as somebody names it; else as the project's files say."""

    may_be_named: bool = True
    """A report could name this run."""

    own_test: OwnTest | None = None
    """The one test of a run that an agent carries out itself."""

    continues: RunSummary | None = None
    """The run of an earlier call, perhaps in another process, that goes on here."""

    rests_on: RestsOn | None = None
    """What the area of such a test rested on when it began."""

    now: datetime = field(init=False)
    circumstances: Circumstances = field(init=False)
    journal: Journal = field(init=False)
    changes: Changes = field(init=False)
    tests: list[Tested] = field(default_factory=list)
    withheld: set[str] = field(default_factory=set)
    """Observations that have led an agent beyond its step, and are not given again in this run."""

    tripped: dict[str, str] = field(default_factory=dict)
    """Products whose memory the breaker has stopped for the rest of this run, each with the reason."""

    uncounted: list[DecisionError] = field(default_factory=list)
    """Confirmations of its tests that were not counted, each with the reason."""

    def __post_init__(self) -> None:
        if self._curates:
            curators.check(self.desk.config)
        runs = self.desk.recorder.runs
        self.now = moment(self.continues.time) if self.continues else self.desk.now()
        if self.joined and self.id not in runs.ids():
            raise UsageError(f"There is no run {one_line(self.id, 60)!r} to join.", remedy="Open it first.")
        self.id = self.continues.run if self.continues else self.id or new_run_id(self.now)
        self.journal = runs.journal_of(self.id)
        self.changes = runs.changes_of(self.id, hide=self.journal.clean, clock=lambda: stamp(self.desk.now()))
        if not self.joined:
            # Before the first test: what tests write does not belong to what they test.
            recorder = self.desk.recorder
            # Of a run that goes on here the state is known, and the files only once somebody looks: see `finish`.
            tested = Subject(state=self.continues.state) if self.continues else recorder.tested(self.state)
            if self.own_test and tested.content:
                self.own_test = replace(self.own_test, content=tested.content.name)
            self.circumstances = recorder.circumstances(tested, source=KIND, may_be_named=self.may_be_named)
            if not self.continues or not self.continues.is_ours:
                recorder.begin(self.id, self.now, kind=KIND, details=self._details(), state=tested.state)

    def _details(self) -> RunDetails:
        setup = RunSetup(
            dirty=git.is_dirty(self.desk.records.project.root),
            version=VERSION,
            agent=self.agent,
            settings={key: value for key, value in self.desk.config.values.items() if key.startswith("services.")},
            memory=self.use_memory,
        )
        return RunDetails(origin="curator", setup=setup, own_test=self.own_test, hide=self.journal.clean)

    def attempt(self, place: Place, *, number: int = 1, with_memory: bool = True) -> Attempt:
        """A new attempt at a test."""
        return Attempt(
            test=place.test,
            recalling=self._recalling(place, with_memory=with_memory),
            journal=self.journal,
            number=number,
            url=place.url,
            withheld=self.withheld,
            root=self.desk.records.project.root,
        )

    def _recalling(self, place: Place, *, with_memory: bool) -> Recalling:
        if not with_memory:
            return Without("off", "this attempt is without memory, to find out whether memory caused the failure")
        if not self.use_memory:
            return Without("off", "memory is switched off for this run")
        if not self.desk.config.values["services.memory.enabled"]:
            return Without("off", "memory is switched off in the configuration")
        if reason := self._tripped(place.product):
            return Without("tripped", reason)
        return FromMemory(self.desk.recaller, place, self.withheld)

    def _tripped(self, product: str) -> str:
        """Why the breaker keeps memory from this product; empty if it does not. It holds for the rest of the run."""
        if not self.desk.config.values["services.memory.circuitBreakerEnabled"]:
            return ""
        if product not in self.tripped:
            breaker = self.desk.records.outcomes.breaker(product)
            if breaker.tripped:
                self.tripped[product] = breaker.reason
        return self.tripped.get(product, "")

    def wants_ablation(self, first: Attempt, *, repeatable: bool) -> bool:
        """Whether a failed attempt is to be tried without memory."""
        enabled = self.ablation and bool(self.desk.config.values["services.memory.ablationEnabled"])
        return ablation.is_wanted(first.seen(), enabled=enabled, repeatable=repeatable)

    def conclude(self, tested: Tested, place: Place, first: Attempt, second: Attempt | None = None) -> Tested:
        """Draw the conclusions from a test: breaker, curation, and the test's own outcome."""
        attempts = (first, second) if second else (first,)
        conclusion = ablation.conclude(*(attempt.seen() for attempt in attempts))
        self._kept(place.test, lambda: self._counted(place, attempts), action="count")
        done = replace(
            tested,
            product=place.product,
            status=conclusion.status,
            attempts=attempts,
            ablation=conclusion.ablation,
            summary=conclusion.summary,
            duration=sum(step.duration for attempt in attempts for step in attempt.steps),
        )
        # Before the curation: whatever becomes of that, it can be done again from here.
        ended = tuple(each.end() for each in attempts)
        self.journal.test(self.changes.writer, TestEnd(test=done.told(), place=place, attempts=ended))
        log = self._kept(place.test, lambda: self._curated(place, attempts))
        self.uncounted += log.uncounted
        lost = [delta.observation_id for delta in log.deltas if delta.action in ("deprecate", "delete")]
        settled = ablation.settled(conclusion, lost)
        self.tests.append(replace(done, ablation=settled.ablation, summary=settled.summary))
        self._tripped(place.product)  # it may have tripped with this very test, and whoever reads of the run must know
        return self.tests[-1]

    def _counted(self, place: Place, attempts: tuple[Attempt, ...]) -> MemoryLog:
        """Let the breaker know how the attempts ended."""
        for attempt in attempts:
            if attempt.status in ("passed", "failed"):
                self.desk.records.outcomes.record(
                    place.product,
                    with_memory=bool(attempt.injected),
                    passed=attempt.status == "passed",
                    run=self.id,
                    test=place.test,
                    at=stamp(self.desk.now()),
                )
        return MemoryLog()

    def _curated(self, place: Place, attempts: tuple[Attempt, ...]) -> MemoryLog:
        """What the curation of a test did; nothing if there is none."""
        if not self._curates:
            return MemoryLog()
        return lessons.curate(
            self.desk,
            Reach(place=place, run=self.id),
            [attempt.seen() for attempt in attempts],
            self.changes,
            now=self.desk.now(),
            clean=self.journal.clean,
            watch=self.watch,
        )

    @property
    def _curates(self) -> bool:
        settings = self.desk.config.values
        return bool(self.curate and settings["services.memory.curatorEnabled"] and settings["services.memory.enabled"])

    def clean_up(self, suite: Suite) -> None:
        """After a suite, whatever its outcome: its observations from another order go."""
        if self._curates:
            self._kept(None, lambda: applying.clean_up(self.desk, suite, self.changes))

    def _kept(self, about: str | None, curation: Callable[[], MemoryLog], *, action: str = "curate") -> MemoryLog:
        """What a curation did; or that others held the record for too long, and nothing was written."""
        try:
            return curation()
        except (LockTimeout, ServerAway) as error:
            # The test has been run, and its verdict counts: what could not be remembered is part of the log.
            log = MemoryLog(errors=(DecisionError(index=0, action=action, reason=str(error)),))
            self.changes.curated(log, about)
            return log

    @property
    def memory_log(self) -> MemoryLog:
        """What all curations of this run did, those of processes that joined it included."""
        return self.desk.recorder.runs.memory_log(self.id, self.desk.observations.standing)

    @property
    def status(self) -> Status:
        """Failed if any test failed, an error if one could not run, skipped if none ran."""
        return overall(test.status for test in self.tests)

    def document(self, code: int, learned: Learned) -> dict[str, Any]:
        """The run as `run --json` and its reports give it."""
        shown = self._end(test.told() for test in self.tests).shown(self.id, self.memory_log)
        verdicts = [each.document() for each in learned.verdicts]
        whole = {"started": stamp(self.now), "agent": self.agent, **shown, "verdicts": verdicts, "exit_code": code}
        document: dict[str, Any] = self.journal.clean(whole)
        return document

    def _end(self, tests: Iterable[ToldTest]) -> RunEnd:
        told = tuple(tests)
        status = overall(test.status for test in told)
        return RunEnd(status=status, tests=told, tripped=self.tripped, finished=stamp(self.desk.now()))

    def _circumstances(self) -> Circumstances:
        """What it was run under; where it went on here, with the files, if they are still those that it began on."""
        under, head = self.circumstances, self.own_test
        if under.content is not None or not self.continues or not head or not head.content:
            return under
        now, then = self.desk.recorder.tested().content, self.rests_on
        if now and now.name == head.content:
            return replace(under, content=now, edited={})
        footing = footing_of(self.desk.records, head.area)
        why = edited_since(footing, then.files, then.name, now) if now and then else ""
        return replace(under, edited={footing.area: why} if why else {})

    def give_up(self, why: str) -> None:
        """End the run without a verdict: its evidence stays, and says why it teaches nothing."""
        end = self._end(test.told() for test in self.tests)
        details = replace(self._details(), end=end, memory_log=self.memory_log)
        state = self.circumstances.state
        self.desk.recorder.give_up(self.id, self.now, kind=KIND, details=details, state=state, why=why)

    def finish(self) -> Learned:
        """End the run: verdicts to the areas, the evidence complete. One that was joined is not ours to end."""
        if self.joined:
            return Learned(run=self.id)
        others = self.journal.tests_of_others(self.changes.writer)
        end = self._end([*(test.told() for test in self.tests), *(other.test for other in others)])
        details = replace(self._details(), end=end, memory_log=self.memory_log)
        results = [
            *(test.result() for test in self.tests),
            *(_result(each.test, len(each.attempts)) for each in others),
        ]
        known = [result for result in results if result.area]
        return self.desk.recorder.learn_results(
            known, kind=KIND, circumstances=self._circumstances(), details=details, run=self.id, now=self.now
        )


def _result(test: ToldTest, attempts: int) -> Result:
    """A test as the areas see it."""
    return Result(
        test=test.id,
        name=test.name,
        outcome=test.status,
        file=test.file,
        area=test.area,
        duration=test.duration,
        attempts=max(1, attempts),
        is_scenario=test.is_scenario,
    )
