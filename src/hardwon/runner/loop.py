"""The loop: tests, suites and scenarios one after the other, with memory, and once without where that tells more."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hardwon import rules
from hardwon.agents import CannotRun
from hardwon.agents.calling import Caller, StepFailedError
from hardwon.errors import UsageError
from hardwon.runner.attempt import StepRun
from hardwon.runner.execution import execute
from hardwon.runner.recalling import Given
from hardwon.runner.scenarios import as_test
from hardwon.runner.session import Place, Tested

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardwon.agents import Step
    from hardwon.runner.attempt import Attempt
    from hardwon.runner.files import SuiteSpec
    from hardwon.runner.http import Origin
    from hardwon.runner.scenarios import Scenario
    from hardwon.runner.session import Session
    from hardwon.runner.tests import StepSpec, Test
    from hardwon.suites import Suite

PATIENCE = 300.0
"""Seconds that a step has if nothing else is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop:
    """What all tests of a run share."""

    session: Session
    agent: Callable[[Step], Any]
    url: str = ""
    """Address that the command gives; it wins over those of the configuration."""

    keep_going: bool = False
    watch: Callable[[str], None] = lambda _: None
    """Told what is being done."""

    def run_test(self, test: Test, suite: Suite | None = None, position: int | None = None) -> Tested:
        """One test: with memory, and once more without if it failed and memory was in it."""
        place = self._place(test, suite, position)
        self.session.journal.hide(test.secrets)
        first = self._attempt(test, place)
        second = None
        if self.session.wants_ablation(first, repeatable=test.repeatable):
            self.watch(f"{test.id}: failed with memory, once more without")
            second = self._attempt(test, place, number=2)
        return self.session.conclude(self._tested(test), place, first, second)

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

    def run_scenarios(self, scenarios: Sequence[Scenario], origin: Origin, file: str) -> None:
        """What an AI wrote: requests are made for real, the rest is handed to the agent."""
        for scenario in scenarios:
            if scenario.exec is None:
                self.run_test(as_test(scenario, file))
                continue
            self.watch(f"{scenario.id}: {scenario.title}")
            result = execute(scenario, origin)
            self.session.tests.append(
                Tested(
                    id=scenario.id,
                    name=scenario.title,
                    area=scenario.area,
                    file=file,
                    priority=scenario.priority,
                    status=result.status,
                    summary=result.reason,
                    duration=result.seconds,
                )
            )

    def _tested(self, test: Test) -> Tested:
        area = test.area or rules.place(name=test.name, file=test.file, rules=self.session.memory.config.rules).area
        return Tested(id=test.id, name=test.name, area=area, file=test.file, priority=test.priority)

    def _place(self, test: Test, suite: Suite | None, position: int | None) -> Place:
        targets = self.session.memory.config.targets
        if test.target and test.target not in targets and not self.url:
            raise UsageError(
                f"{test.file}: the target {test.target!r} is not in the configuration.",
                remedy="Add it under `targets`, or give --target URL.",
            )
        target = targets.get(test.target)
        product = (target.product if target else "") or test.target or self.session.memory.project.root.name
        url = self.url or (target.url if target else "")
        return Place(product=product, test=test.id, suite=suite, position=position, url=url)

    def _attempt(self, test: Test, place: Place, number: int = 1) -> Attempt:
        attempt = self.session.attempt(place, number=number, with_memory=number == 1)
        attempt.state |= {"context": test.context, "variables": dict(test.variables)}
        caller = Caller(self.agent, attempt.state)
        deadline = None if test.timeout is None else time.monotonic() + test.timeout
        try:
            for spec in test.setup:
                self._carry_out(attempt, caller, spec, test, deadline, is_setup=True)
            for spec in test.steps:
                self._carry_out(attempt, caller, spec, test, deadline)
        except Exception:  # noqa: BLE001 - the attempt has the reason; what is left of it was not run
            done = len(attempt.steps)
            for spec in [*test.setup, *test.steps][done:]:
                attempt.steps.append(_skipped(spec, attempt))
        finally:
            attempt.unclosed = caller.close()
        return attempt

    def _carry_out(
        self,
        attempt: Attempt,
        caller: Caller,
        spec: StepSpec,
        test: Test,
        deadline: float | None,
        *,
        is_setup: bool = False,
    ) -> None:
        self.watch(f"{test.id}: {spec.text}")
        with attempt.step(spec.text, spec.kind) as step:
            retries = spec.retries or test.retries
            for retry in range(retries + 1):
                step.retries = retry
                try:
                    self._call(caller, step, _time_left(spec.timeout or PATIENCE, deadline))
                except (CannotRun, TimeoutError):
                    raise
                except Exception as error:
                    if retry < retries:
                        continue
                    if is_setup:
                        raise CannotRun(f"the setup failed: {error}") from error
                    raise
                break

    def _call(self, caller: Caller, step: StepRun, timeout: float) -> None:
        outcome = caller.call(step, timeout)
        step.report(
            sub_actions=outcome.sub_actions or None,
            observation=outcome.observation or None,
            used=outcome.used,
            contradicted=outcome.contradicted,
        )
        if not outcome.passed:
            raise StepFailedError(outcome.observation or "the agent says that it failed")


def _time_left(wanted: float, deadline: float | None) -> float:
    """Seconds that a step has: its own, and no more than the attempt has left."""
    return wanted if deadline is None else max(0.0, min(wanted, deadline - time.monotonic()))


def _skipped(spec: StepSpec, attempt: Attempt) -> StepRun:
    given = Given(use="none", reason="an earlier step did not pass")
    return StepRun(text=spec.text, kind=spec.kind, url=attempt.url, state=attempt.state, given=given)


def exit_code(tests: Sequence[Tested]) -> int:
    """2 if a critical test failed, 1 if any did, 3 if one could not be run, else 0."""
    failed = [test for test in tests if test.status == "failed"]
    if any(test.priority == "critical" for test in failed):
        return 2
    if failed:
        return 1
    return 3 if any(test.status == "error" for test in tests) else 0
