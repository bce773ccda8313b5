"""Tests with steps: what the `hardwon` fixture gives, and what follows when such a test is over.

A test that failed with memory in its steps is run once more without it, with fresh fixtures, to find out whether memory
caused the failure. Everything else is what `hardwon run` does: the same recall, evidence, guards and curation.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.runner import runtestprotocol

from hardwon.curation import curators
from hardwon.errors import HardwonError
from hardwon.guard.scanner import brief_line
from hardwon.observations.observation import Scope
from hardwon.plugin.marks import marked_area
from hardwon.plugin.phases import tell, told
from hardwon.runner.attempt import Attempt
from hardwon.runner.recalling import Without
from hardwon.runner.session import Session, Tested
from hardwon.steps.place import Place
from hardwon.steps.step import CannotRun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.memory import Memory
    from hardwon.plugin.names import Names
    from hardwon.runner.attempt import StepRun
    from hardwon.steps.step import Kind, MemoryUse

LONGEST_ID = 120


@dataclass(frozen=True, slots=True)
class PytestRun:
    """The run of one test, as the fixture gives it."""

    id: str
    """The run's id; empty while hardwon is off."""

    attempt: Attempt

    @contextmanager
    def step(self, text: str, kind: Kind = "act") -> Iterator[StepRun]:
        """One step of the test, with what memory has for it."""
        skipped: BaseException | None = None
        try:
            with self.attempt.step(text, kind) as step:
                try:
                    yield step
                except pytest.skip.Exception as error:
                    skipped = error
                    raise CannotRun(f"skipped: {error}") from error
        except CannotRun:
            if skipped is not None:
                raise skipped from None
            raise


class _Unwritten:
    """The journal of a test while hardwon is off, or can keep nothing."""

    def step(self, *_: Any) -> None:
        """Keep nothing."""


@dataclass(slots=True)
class Attempts:
    """The attempts at one test, in order: with memory, then perhaps without."""

    session: Session | None
    """None if it could not be opened: then the steps run without memory."""

    place: Place
    trouble: str = ""
    """Why there is no session."""

    failed_part: str = ""
    """Why a subtest failed: pytest tells of those while the test runs, and counts them for good."""

    made: list[Attempt] = field(default_factory=list)

    def begin(self) -> Attempt:
        number = len(self.made) + 1
        if self.session is None:
            self.made.append(_unkept(self.place.test, "error", self.trouble))
        else:
            self.made.append(self.session.attempt(self.place, number=number, with_memory=number == 1))
            self.made[-1].survives = True
        return self.made[-1]


def _unkept(test: str, use: MemoryUse, reason: str) -> Attempt:
    """An attempt without memory, of which nothing is kept."""
    return Attempt(test, Without(use, reason), _Unwritten())  # type: ignore[arg-type]


ATTEMPTS = pytest.StashKey[Attempts]()


def run_of(request: pytest.FixtureRequest) -> Iterator[PytestRun]:
    """What the fixture gives to a test."""
    if not request.config.pluginmanager.has_plugin("hardwon-collecting"):
        yield PytestRun("", _unkept(request.node.nodeid, "off", "hardwon is off"))
    elif ATTEMPTS not in request.node.stash:
        pytest.fail("Ask for the fixture `hardwon` in the arguments of the test: only so can it be run again.", False)
    else:
        attempts = request.node.stash[ATTEMPTS]
        yield PytestRun(attempts.session.id if attempts.session else "", attempts.begin())


class Agentic:
    """Runs the tests that ask for the fixture."""

    def __init__(self, config: pytest.Config, memory: Memory, run: str, names: Names) -> None:
        self._config = config
        self._memory = memory
        self._run = run
        self._names = names
        self._known: Session | None = None
        self._current: tuple[str, Attempts] | None = None
        self._product = self._product_of_steps()
        settings = memory.config.values
        if settings["services.memory.enabled"] and settings["services.memory.curatorEnabled"]:
            curators.check(memory.config)  # before the tests rather than after them

    # No property: pytest looks at every attribute of a plugin, and asking would begin the session.
    def _session(self) -> Session:
        """This process's part in the run, which other processes may have opened; begun by the first such test."""
        if self._known is None:
            joined = self._run in self._memory.runs.ids()
            self._known = Session(desk=self._memory.desk, agent="pytest", id=self._run, joined=joined)
        return self._known

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
        """Attempts at a test with steps; all other tests are pytest's own affair."""
        if "hardwon" not in getattr(item, "fixturenames", ()):
            return None
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        for report in self._reports(item, nextitem):
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Reports that come while a test runs are those of its parts: its own follow when it is over."""
        if self._current and self._current[0] == report.nodeid and report.failed:
            self._current[1].failed_part = self._current[1].failed_part or _reason(report)

    def _reports(self, item: pytest.Item, nextitem: pytest.Item | None) -> list[pytest.TestReport]:
        """The reports of the attempt that counts."""
        attempts = self._attempts(item)
        item.stash[ATTEMPTS] = attempts
        first = self._try(item, nextitem, attempts)
        second: list[pytest.TestReport] = []
        repeatable = item.get_closest_marker("unrepeatable") is None and not attempts.failed_part
        if (
            attempts.session
            and attempts.made
            and attempts.session.wants_ablation(attempts.made[0], repeatable=repeatable)
        ):
            second = self._try(item, nextitem, attempts)
        counting = second if len(attempts.made) > 1 and attempts.made[1].status == "passed" else first
        self._conclude(item, attempts, counting)
        return counting

    def _attempts(self, item: pytest.Item) -> Attempts:
        place = self._place(item)
        try:
            return Attempts(self._session(), place)
        except (HardwonError, OSError) as error:
            return Attempts(None, place, trouble=str(error))

    def _try(self, item: pytest.Item, nextitem: pytest.Item | None, attempts: Attempts) -> list[pytest.TestReport]:
        """One attempt at the test."""
        self._current = (item.nodeid, attempts)
        try:
            reports = runtestprotocol(item, nextitem=nextitem, log=False)
        finally:
            self._current = None
        _judge(attempts, reports)
        return reports

    def _conclude(self, item: pytest.Item, attempts: Attempts, reports: list[pytest.TestReport]) -> None:
        """What follows for memory; the reports say it, so that it reaches the process that keeps the record."""
        if not any(attempt.steps for attempt in attempts.made):
            return
        telling = next((report for report in reports if report.when == "call"), reports[-1])
        trouble = attempts.trouble or next((each.trouble for each in attempts.made if each.trouble), "")
        if attempts.session is None or trouble:
            tell(telling, {"trouble": f"{item.nodeid}: its steps had no memory, and were not kept: {trouble}"})
            return
        named = self._names.of(item.nodeid, self._names.outside(item), marked_area(item))
        tested = Tested(id=attempts.place.test, name=item.nodeid, area=named.area, file=named.file)
        try:
            tested = attempts.session.conclude(tested, attempts.place, *attempts.made[:2])
        except (HardwonError, OSError) as error:
            tell(telling, {"trouble": f"{item.nodeid}: {error}"})
            return
        tell(telling, {"tested": attempts.session.journal.clean(tested.document())})
        if attempts.session.tripped:
            tell(telling, {"tripped": dict(attempts.session.tripped)})
        telling.sections.append(("hardwon", attempts.session.journal.clean(_told(tested))))

    def _product_of_steps(self) -> str:
        given = self._config.getoption("hardwon_product") or self._config.getini("hardwon_product")
        targets = list(self._memory.config.targets.values())
        only = targets[0].product if len(targets) == 1 else ""
        return Scope("products", given or only or self._memory.project.product).name

    def _place(self, item: pytest.Item) -> Place:
        targets = list(self._memory.config.targets.values())
        url = targets[0].url if len(targets) == 1 else ""
        return Place(product=self._product, test=scope_of(item.nodeid), url=url)


def _judge(attempts: Attempts, reports: list[pytest.TestReport]) -> None:
    """Bring what pytest says about an attempt into the attempt itself."""
    if not attempts.made:
        return
    attempt = attempts.made[-1]
    attempt.failure = attempts.failed_part
    for report in reports:
        if report.failed and report.when == "call" and not told(report).get("cannot_run"):
            attempt.failure = attempt.failure or _reason(report)
        elif not report.passed:
            attempt.broken = attempt.broken or f"{report.when} {report.outcome}: {_reason(report)}"
        if report.skipped and hasattr(report, "wasxfail"):
            _excuse(attempt)


def _excuse(attempt: Attempt) -> None:
    """An expected failure proves nothing: neither against the test nor against what its steps were given."""
    for step in attempt.steps:
        if step.status == "failed":
            step.status = "error"


def _reason(report: pytest.TestReport) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    return brief_line(str(crash.message if crash else report.longrepr), 500)


def _told(tested: Tested) -> str:
    """What memory gave to each step, for whoever reads the report."""
    lines = [tested.summary] if tested.summary else []
    for number, attempt in enumerate(tested.attempts, start=1):
        for step in attempt.steps:
            given = "; ".join(f"{hint.title} ({hint.id}, trust {hint.trust:g})" for hint in step.given.hints)
            reason = f": {step.given.reason}" if step.given.reason else ""
            lines.append(f"attempt {number}, {step.text}: {given or f'no memory ({step.given.use}{reason})'}")
    return "\n".join(brief_line(line, 1000) for line in lines)


def scope_of(nodeid: str) -> str:
    """A test's name as a scope of observations: what no folder could be called is replaced, and told apart."""
    plain = re.sub(r"[^\w\[\]-]+", ".", nodeid.replace(".py::", ".")).strip(".")
    if plain == nodeid.replace(".py::", ".").replace("/", ".").replace("::", ".") and len(plain.encode()) <= LONGEST_ID:
        return plain
    digest = hashlib.sha256(nodeid.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return plain.encode()[: LONGEST_ID - 9].decode(errors="ignore") + f"-{digest}"
