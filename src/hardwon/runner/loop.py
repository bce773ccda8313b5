"""The loop: tests, suites and scenarios one after the other, with memory, and once without where that tells more."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from hardwon.agents.calling import Caller, StepFailedError, TimedOutError, described
from hardwon.errors import UsageError
from hardwon.evidence.journal import ExecRow
from hardwon.runner.attempt import StepRun
from hardwon.runner.outcome import ScenarioResult
from hardwon.runner.recalling import Given
from hardwon.runner.scenarios import as_test
from hardwon.runner.session import Tested
from hardwon.steps.place import Place
from hardwon.steps.step import CannotRun

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardwon.areas.spellings import Naming
    from hardwon.observations.suites import Suite
    from hardwon.project.records import Records
    from hardwon.runner.attempt import Attempt
    from hardwon.runner.files import SuiteSpec
    from hardwon.runner.means import Means
    from hardwon.runner.session import Session
    from hardwon.runner.tests import StepSpec, Test
    from hardwon.scenarios.scenario import HandedIn, Refused, Scenario
    from hardwon.steps.step import Step

PATIENCE = 300.0
"""Seconds that a step has if nothing else is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop:
    """What all tests of a run share."""

    session: Session
    agent: Callable[[Step], Any]
    url: str = ""
    """Address that the command gives; it wins over those of the configuration."""

    naming: Naming
    """The areas that are known before the run."""

    keep_going: bool = False
    watch: Callable[[str], None] = lambda _: None
    """Told what is being done."""

    def run_test(self, test: Test, suite: Suite | None = None, position: int | None = None) -> Tested:
        """One test: with memory, and once more without if it failed and memory was in it."""
        place = place_of(test, self.session.desk.records, self.url, suite, position)
        if test.refused:
            return self._refused(test, place)
        self.session.journal.hide(test.secrets)
        first = self._attempt(test, place)
        second = None
        if self.session.wants_ablation(first, repeatable=test.repeatable):
            self._say(f"{test.id}: failed with memory, once more without")
            second = self._attempt(test, place, number=2)
        return self.session.conclude(self._tested(test), place, first, second)

    def _refused(self, test: Test, place: Place) -> Tested:
        """A test that asks for what nobody allowed: not a step of it is carried out."""
        attempt = self.session.attempt(place)
        attempt.broken = test.refused
        return self.session.conclude(self._tested(test), place, attempt)

    def run_suite(self, spec: SuiteSpec) -> None:
        """The tests of a suite in their order; after a failure the rest is skipped, unless told to keep going."""
        stopped = False
        for position, test in enumerate(spec.tests):
            if stopped:
                self.session.tests.append(self._tested(test))
                continue
            tested = self.run_test(test, spec.suite, position)
            stopped = tested.status in ("failed", "error") and not self.keep_going
        self.session.clean_up(spec.suite)

    def run_scenarios(self, found: HandedIn, means: Means, file: str) -> None:
        """What an AI wrote: what has an `exec` is carried out for real, the rest is handed to the agent."""
        for scenario in found.scenarios:
            if scenario.exec is None and means.site.url:
                self.run_test(as_test(scenario, file, target=means.site.name))
            else:
                self._execute(scenario, means, file)
        for each in found.refused:
            self._not_taken(each, file)

    def _execute(self, scenario: Scenario, means: Means, file: str) -> None:
        self._say(f"{scenario.id}: {scenario.title}")
        result = means.execute(scenario, self.session.journal.hide)
        self.session.journal.step(ExecRow(test=scenario.id, text=scenario.title, result=asdict(result)))
        self.session.tests.append(
            Tested(
                id=scenario.id,
                name=scenario.title,
                area=self.naming.called(scenario.area),
                file=file,
                priority=scenario.priority,
                status=result.status,
                summary=result.reason,
                duration=result.seconds,
                is_scenario=True,
            )
        )

    def _not_taken(self, refused: Refused, file: str) -> None:
        """A scenario that nobody could execute: told, and no part of any area's proof."""
        summary = f"refused: {refused.why}"
        result = ScenarioResult(id=refused.id, status="error", reason=summary)
        self.session.journal.step(ExecRow(test=refused.id, text=refused.title or refused.id, result=asdict(result)))
        self.session.tests.append(
            Tested(id=refused.id, name=refused.title, file=file, status="error", summary=summary, is_scenario=True)
        )

    def _tested(self, test: Test) -> Tested:
        area = self.naming.called(test.area) if test.area else self.naming.place(name=test.name, file=test.file).area
        return Tested(
            id=test.id,
            name=test.name,
            area=area,
            file=test.file,
            priority=test.priority,
            is_scenario=test.is_scenario,
        )

    def _attempt(self, test: Test, place: Place, number: int = 1) -> Attempt:
        attempt = self.session.attempt(place, number=number, with_memory=number == 1)
        attempt.state |= {
            "scenario": test.is_scenario,
            "context": test.context,
            "variables": dict(test.variables),
            "allow": test.allow,
        }
        deadline = None if test.timeout is None else time.monotonic() + test.timeout
        trial = _Trial(test=test, caller=Caller(self.agent, attempt.state), deadline=deadline)
        planned = [*test.setup, *test.steps]
        try:
            for done, spec in enumerate(planned, start=1):
                self._say(f"{test.id}: {spec.text}")
                attempt.state["next"] = planned[done].kind if done < len(planned) else ""
                if not _carried_out(attempt, spec, trial, is_setup=done <= len(test.setup)):
                    attempt.steps += [_skipped(rest, attempt) for rest in planned[done:]]
                    break
        finally:
            attempt.unclosed = trial.caller.close()
        return attempt

    def _say(self, text: str) -> None:
        self.watch(self.session.journal.clean(text))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trial:
    """What the steps of one attempt share."""

    test: Test
    caller: Caller
    deadline: float | None

    def seconds_for(self, spec: StepSpec) -> float:
        """What a step has: its own time, and no more than the attempt has left."""
        wanted = spec.timeout or PATIENCE
        return wanted if self.deadline is None else min(wanted, self.deadline - time.monotonic())


def _carried_out(attempt: Attempt, spec: StepSpec, trial: _Trial, *, is_setup: bool) -> bool:
    """Whether the step passed; if not, the attempt has the reason."""
    try:
        with attempt.step(spec.text, spec.kind) as step:
            try:
                _try(step, spec, trial)
            except StepFailedError as error:
                if is_setup:
                    raise CannotRun(f"the setup failed: {error}") from error
                raise
    except (StepFailedError, CannotRun):
        return False
    return True


def _try(step: StepRun, spec: StepSpec, trial: _Trial) -> None:
    """Ask the agent, and again as often as the file says; StepFailedError or CannotRun of the last try."""
    while True:
        try:
            _ask(trial.caller, step, trial.seconds_for(spec))
        except (CannotRun, TimedOutError):
            raise
        except StepFailedError:
            if step.retries >= (spec.retries or trial.test.retries):
                raise
            step.try_again()
        else:
            return


def _ask(caller: Caller, step: StepRun, seconds: float) -> None:
    outcome = caller.call(step, seconds)
    try:
        step.report(
            sub_actions=outcome.sub_actions or None,
            observation=outcome.observation or None,
            used=outcome.used,
            contradicted=outcome.contradicted,
            overstepped=outcome.overstepped,
            screenshot=outcome.screenshot,
        )
    except Exception as error:  # somebody's code has filled it in, and nothing has checked it
        raise StepFailedError(f"the agent returned an outcome of nonsense: {described(error)}") from error
    if not outcome.passed:
        raise StepFailedError(outcome.reason or step.observation or "the agent says that it failed")


def place_of(
    test: Test, records: Records, url: str = "", suite: Suite | None = None, position: int | None = None
) -> Place:
    """Where a test stands; UsageError if that cannot be. An address that is given wins over that of the target."""
    target = records.config.targets.get(test.target)
    if test.target and target is None and not url:
        raise UsageError(
            f"{test.file}: the target {test.target!r} is not in the configuration.",
            remedy="Add it under `targets`, or give --target URL.",
        )
    # A folder may have a name that no product can have.
    product = (target.product if target else "") or test.target or records.project.product
    url = url or (target.url if target else "")
    return Place(product=product, test=test.id, suite=suite, position=position, url=url)


def _skipped(spec: StepSpec, attempt: Attempt) -> StepRun:
    given = Given(use="none", reason="an earlier step did not pass")
    return StepRun(text=spec.text, kind=spec.kind, url=attempt.url, state=attempt.state, given=given)


def exit_code(tests: Sequence[Tested]) -> int:
    """2 if a critical test failed; 1 if any did, or some were not judged; 3 if nothing was judged; else 0."""
    failed = [test for test in tests if test.status == "failed"]
    if any(test.priority == "critical" for test in failed):
        return 2
    if failed:
        return 1
    if not any(test.status == "passed" for test in tests):
        return 3
    return 1 if any(test.status == "error" for test in tests) else 0
