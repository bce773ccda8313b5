"""Tests that an agent carries out itself over several calls: memory in each step, evidence, curation and a verdict.

As in `own_loop`, but nothing is kept in a process: every call goes on from the evidence, so a test survives that its
server is killed. One of which nothing is heard for long is given up, and teaches nothing. After a failure with memory
in it the verdict counts at once, but nobody is blamed yet: the agent is asked for an attempt without memory, and what
that comes to decides. Where none comes, the observations of the failed step are blamed, as in a loop of one's own.
"""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hardwon.agents.calling import bounded
from hardwon.curation import by_rules, lessons
from hardwon.curation.reach import Reach
from hardwon.errors import UsageError
from hardwon.evidence.edited import footing_of
from hardwon.evidence.journal import own_test_in, steps_in
from hardwon.evidence.own_tests import PATIENCE, BegunStep, OwnTest, OwnWord, RestsOn, words_in
from hardwon.evidence.past_tests import tests_of
from hardwon.guard import ablation
from hardwon.observations.deltas import MemoryLog
from hardwon.observations.observation import scope_of_test
from hardwon.runner.attempt import StepRun
from hardwon.runner.recalling import Given
from hardwon.runner.restoring import awaits_attempt, begun_as, given_to, pending_in, restored
from hardwon.runner.session import Session, Tested
from hardwon.steps.kinds import kind_of
from hardwon.steps.step import Hint
from hardwon.store.processes import is_alive
from hardwon.store.run_record import RUN_ID, Flaw, UnreadablePart
from hardwon.text.plain import clean_name, one_line
from hardwon.text.times import moment, stamp

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hardwon.areas.learning import Learned
    from hardwon.curation.desk import Desk
    from hardwon.evidence.journal import TestEnd
    from hardwon.evidence.run_file import RunSummary
    from hardwon.evidence.runs import Runs
    from hardwon.runner.attempt import Attempt
    from hardwon.steps.place import Place
    from hardwon.steps.seen import Lesson, Seen, SeenAttempt
    from hardwon.steps.step import Kind, Status
    from hardwon.store.protocol import Rosters

MOST_FILES = 5_000
"""Of an area with more files it is not kept which of them a test began on, but whether they are the same."""

ABANDONED = "abandoned: nothing was heard of the test for half an hour"


@dataclass(frozen=True, slots=True, kw_only=True)
class StepSaid:
    """What an agent says about a step when it is over."""

    text: str
    kind: Kind | None = None
    status: Status
    reason: str = ""
    observation: str = ""
    sub_actions: int = 0
    used: Sequence[str] = ()
    contradicted: Sequence[str] = ()
    lessons: Sequence[Lesson] = ()


@dataclass(slots=True, kw_only=True)
class OpenTest:
    """A test that is under way."""

    session: Session
    head: OwnTest
    attempt: Attempt
    pending: list[BegunStep] = field(default_factory=list)
    """Steps that were given memory and are not over."""

    @property
    def run(self) -> str:
        return self.session.id


@dataclass(frozen=True, slots=True)
class UnkeptLesson:
    """A lesson that is not kept, and why."""

    title: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedTest:
    """What a test came to."""

    tested: Tested
    learned: Learned
    log: MemoryLog
    awaits_ablation: bool = False
    left_out: Sequence[UnkeptLesson] = ()
    """What its steps learned and the curator did not take."""

    undecided: str = ""
    """Why an attempt without memory does not answer the one that failed, which goes on waiting; "" if it does."""


@dataclass(frozen=True, slots=True)
class OpenTests:
    """The tests of a project that agents carry out themselves."""

    desk: Desk

    def start(self, place: Place, *, area: str = "", agent: str = "mcp", state: str | None = None) -> OpenTest:
        """Begin a test."""
        scope_of_test(place.test)  # a run is about one test: refused here, before it has begun
        if area != clean_name(area):
            raise UsageError(f"{one_line(area)!r} is not a name of an area.", remedy="Give one line of visible text.")
        return self._begun(OwnTest(place=place, area=area, key=secrets.token_hex(4)), agent, state)

    def start_without_memory(self, run: str, *, agent: str = "mcp", state: str | None = None) -> OpenTest:
        """Begin the test of a run once more, without memory; UsageError if it does not wait for that."""
        head = self.head_of(run)
        if head.ablation_of or not awaits_attempt(words_in(self._runs.record, run)):
            raise UsageError(
                f"The test of run {run} does not wait for an attempt without memory.",
                remedy="That is asked for when `finish_test` says so, and for half an hour.",
            )
        return self._begun(replace(head, key=secrets.token_hex(4), ablation_of=run, content=""), agent, state)

    def head_of(self, run: str) -> OwnTest:
        """What was said when a test began; UsageError if there is none of that name."""
        return self._head(self._summary(run))

    def _begun(self, head: OwnTest, agent: str, state: str | None) -> OpenTest:
        session = Session(desk=self.desk, agent=agent, state=state, may_be_named=False, own_test=head)
        test = OpenTest(session=session, head=session.own_test or head, attempt=self._attempt(session, head))
        content = session.circumstances.content
        if head.area and content:
            own = footing_of(self.desk.records, head.area).of(content.files)
            files = own.files if len(own.files) <= MOST_FILES else {}
            self._say(test, OwnWord(at=self._now(), rests_on=RestsOn(name=own.name, files=files)))
        return test

    @staticmethod
    def _attempt(session: Session, head: OwnTest) -> Attempt:
        is_second = bool(head.ablation_of)
        attempt = session.attempt(head.place, number=2 if is_second else 1, with_memory=not is_second)
        attempt.key = head.key
        return attempt

    def resumed(self, run: str) -> OpenTest:
        """A test that is under way, as its evidence tells; UsageError if there is none, or if it is over."""
        summary = self._summary(run)
        head = self._head(summary)
        if not summary.is_unfinished:
            why = summary.ignored or "it is finished"
            raise UsageError(f"The test of run {run} is over: {one_line(why)}.", remedy="Begin it anew: `start_test`.")
        words = words_in(self._runs.record, run)
        session = Session(
            desk=self.desk,
            agent=summary.setup.agent,
            may_be_named=False,
            own_test=head,
            continues=summary,
            rests_on=next((word.rests_on for word in words if word.rests_on), None),
        )
        kept = [step for step in steps_in(self._runs.record, run).get(head.key, ()) if not isinstance(step, Flaw)]
        session.withheld.update(each for step in kept for each in step.seen.overstepped)
        if any(step.seen.memory == "tripped" for step in kept):
            session.tripped.setdefault(head.place.product, "the circuit breaker stopped memory earlier in this test")
        attempt = self._attempt(session, head)
        attempt.steps += [restored(step, attempt) for step in sorted(kept, key=lambda step: step.index)]
        return OpenTest(session=session, head=head, attempt=attempt, pending=pending_in(words))

    @property
    def _runs(self) -> Runs:
        return self.desk.recorder.runs

    def _summary(self, run: str) -> RunSummary:
        # The name comes from outside: only what is called like a run, and is one, is looked at.
        if not RUN_ID.fullmatch(run) or not self._runs.has(run):
            raise UsageError(f"There is no test {one_line(run, 60)!r} here.", remedy="`start_test` gives its `run_id`.")
        return self._runs.summary(run)

    @staticmethod
    def _head(summary: RunSummary) -> OwnTest:
        head = own_test_in(summary.own_test) if summary.own_test else None
        if head is None:
            raise UsageError(f"Run {summary.run} was not begun by `start_test`.", remedy="Name one that was.")
        return head

    def begin_step(self, test: OpenTest, text: str, kind: Kind | None = None) -> Given:
        """What memory gives to the next step."""
        given = test.attempt.recalling.give(text, kind or kind_of(text))
        begun = BegunStep(
            text=text,
            kind=kind or kind_of(text),
            memory=given.use,
            context=given.context,
            hints=tuple(Hint(id=h.id, title=h.title, content=h.content, trust=h.trust) for h in given.hints),
            scores=given.scores,
            digests=given.digests,
            reason=given.reason,
            choice=given.choice,
        )
        self._say(test, OwnWord(at=self._now(), begun=begun))
        test.pending.append(begun)
        return given

    def report(self, test: OpenTest, said: StepSaid) -> StepRun:
        """A step is over."""
        begun = begun_as(test.pending, said.text)
        step = StepRun(
            text=said.text,
            kind=said.kind or (begun.kind if begun else kind_of(said.text)),
            url=test.attempt.url,
            state={},
            given=given_to(begun) if begun else Given(use="none", reason="memory was not asked for this step"),
        )
        index = test.attempt.open(step)
        step.report(
            sub_actions=said.sub_actions,
            observation=said.observation,
            used=said.used,
            contradicted=said.contradicted,
        )
        for lesson in said.lessons:
            step.learned(lesson.title, lesson.content, lesson.scope)
        step.status, step.reason = said.status, bounded(said.reason)
        test.attempt.close(step, index)
        self._say(test, OwnWord(at=self._now(), reported=said.text))
        return step

    def finish(
        self, test: OpenTest, *, failure: str = "", cannot_run: str = "", repeatable: bool = True
    ) -> FinishedTest:
        """Draw the conclusions from a test."""
        session, attempt, head = test.session, test.attempt, test.head
        self._check_alone(test.run)
        if ended := next((each for each in self._runs.ended_tests(test.run) if not isinstance(each, Flaw)), None):
            return self._finished_again(test, ended)
        attempt.failure, attempt.broken = bounded(failure), bounded(cannot_run)
        awaits = not head.ablation_of and session.wants_ablation(attempt, repeatable=repeatable)
        self._claim(test, OwnWord(at=self._now(), ended=True, awaits=awaits, by=os.getpid()))
        session.curate = not awaits and not head.ablation_of
        tested = session.conclude(Tested(id=head.place.test, area=head.area), head.place, attempt)
        session.curate = True
        if head.place.suite is not None:
            session.clean_up(head.place.suite)
        learned = session.finish()
        own = replace(session.memory_log, uncounted=tuple(session.uncounted))
        done = FinishedTest(tested=tested, learned=learned, log=own, awaits_ablation=awaits)
        if head.ablation_of:
            done = self._answered(done, head.ablation_of, attempt.seen())
        return replace(done, left_out=self._left_out(attempt.seen().steps, done))

    def _claim(self, test: OpenTest, word: OwnWord) -> None:
        """Say that a test is over; UsageError if another process that lives has said so first.

        The lock of the rosters makes one of them the first; they themselves stay as they are.
        """

        def change(rosters: Rosters) -> Rosters:
            self._check_alone(test.run)
            self._say(test, word)
            return rosters

        self.desk.records.rosters.update(change)

    def _check_alone(self, run: str) -> None:
        words = words_in(self._runs.record, run)
        if any(each.ended and each.by not in (0, os.getpid()) and is_alive(each.by) for each in words):
            raise UsageError(
                f"The test of run {run} is being finished by another server.",
                remedy="What it comes to will stand in the report of the run.",
            )

    def _left_out(self, steps: Sequence[Seen], done: FinishedTest) -> Sequence[UnkeptLesson]:
        """What the steps of a test learned and nobody keeps, each with the reason."""
        settings = self.desk.config.values
        why = ""
        if not (settings["services.memory.curatorEnabled"] and settings["services.memory.enabled"]):
            why = "the curator is switched off in the configuration"
        elif done.tested.status != "passed":
            why = "the test did not pass, and only tests that passed teach something"
        elif done.undecided:
            why = f"it was not the same test as the one that failed: {done.undecided}"
        return (
            [UnkeptLesson(lesson.title, why) for step in steps for lesson in step.lessons]
            if why
            else self.unkept(steps)
        )

    def unkept(self, steps: Sequence[Seen]) -> Sequence[UnkeptLesson]:
        """The lessons that the rules leave out even if the test passes; what a model leaves out only it knows."""
        if self.desk.config.values["services.memory.curator"] != "rules":
            return ()
        return [UnkeptLesson(lesson.title, why) for lesson, why in by_rules.left_out(steps)]

    def _answered(self, done: FinishedTest, run: str, second: SeenAttempt) -> FinishedTest:
        """What an attempt without memory means for the run that waits for it: nothing if it was another test."""
        for past in tests_of(self._runs, run):
            if why := ablation.unlike(past.attempts[0], second):
                return replace(done, log=MemoryLog(), undecided=why)
        return replace(done, log=self.settle(run, second))

    def _finished_again(self, test: OpenTest, ended: TestEnd) -> FinishedTest:
        """What a test came to whose server was killed while it drew the conclusions: the rest of them is drawn."""
        learned = test.session.finish()  # it finds the test in the evidence
        awaits = awaits_attempt(words_in(self._runs.record, test.run))
        first = test.head.ablation_of
        log = MemoryLog() if awaits or first else self.settle(test.run)
        told = ended.test
        tested = Tested(id=told.id, area=told.area, product=told.product, status=told.status, attempts=(test.attempt,))
        done = FinishedTest(
            tested=replace(tested, summary=told.summary), learned=learned, log=log, awaits_ablation=awaits
        )
        return self._answered(done, first, test.attempt.seen()) if first else done

    def settle(self, run: str, second: SeenAttempt | None = None) -> MemoryLog:
        """Blame memory for the failure of a run, or nobody, by what the attempt without memory came to, if any."""
        settings = self.desk.config.values
        log = MemoryLog()
        if settings["services.memory.curatorEnabled"] and settings["services.memory.enabled"]:
            now = self.desk.now()
            changes = self._runs.changes_of(run, later=True, clock=lambda: stamp(now))
            for past in tests_of(self._runs, run):
                attempts = [*past.attempts, *([second] if second else [])]
                log = lessons.curate(self.desk, Reach(place=past.place, run=run), attempts, changes, now=now)
        why = f"without memory it {second.status}" if second else "no attempt without memory came"
        self._runs.journal_of(run).word(OwnWord(at=self._now(), settled=why))
        return log

    def give_up_idle(self, runs: Iterable[str]) -> list[str]:
        """The runs that nothing is left to do for. What nothing was heard of for long is brought to its end."""
        return [run for run in runs if self._is_done(run)]

    def _is_done(self, run: str) -> bool:
        try:
            summary = self._runs.summary(run)
        except UnreadablePart:
            return True  # `doctor` names it
        if summary.own_test is None or own_test_in(summary.own_test) is None:
            return not summary.is_unfinished
        words = words_in(self._runs.record, run)
        if not summary.is_unfinished and not awaits_attempt(words):
            return True
        last = moment(words[-1].at if words else summary.time)
        if self.desk.now() - last < PATIENCE:
            return False
        if summary.is_unfinished:
            self._give_up(run)
        else:
            self.settle(run)
        return True

    def _give_up(self, run: str) -> None:
        test = self.resumed(run)
        test.attempt.broken = ABANDONED
        test.session.tests.append(
            Tested(
                id=test.head.place.test,
                area=test.head.area,
                product=test.head.place.product,
                status="error",
                attempts=(test.attempt,),
                summary=ABANDONED,
            )
        )
        test.session.give_up(ABANDONED)

    def _say(self, test: OpenTest, word: OwnWord) -> None:
        test.session.journal.word(word)

    def _now(self) -> str:
        return stamp(self.desk.now())
