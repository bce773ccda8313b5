"""The process that keeps the record: it hears of every test, and writes once when the run is over."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.junitxml import xml_key

from hardwon.areas.candidate import Candidate
from hardwon.areas.gate import without_tests
from hardwon.areas.overview import WITHOUT_GIT
from hardwon.areas.selection import choose
from hardwon.errors import HardwonError, ServerAway
from hardwon.evidence import run_page
from hardwon.evidence.fields import RUN
from hardwon.evidence.run_file import RunDetails
from hardwon.evidence.runs import new_run_id
from hardwon.evidence.told import PytestPart, RunEnd, told_test
from hardwon.evidence.without_tests import areas_without_tests
from hardwon.plugin import terminal
from hardwon.plugin.choosing import BROUGHT_BACK
from hardwon.plugin.collecting import REFUSAL
from hardwon.plugin.garbage import left_alone
from hardwon.plugin.narrowing import is_narrowed
from hardwon.plugin.phases import NOTHING, TOLD, Results
from hardwon.project.report_place import write_file
from hardwon.steps.step import overall
from hardwon.text.plain import one_line
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardwon.areas.area import Area
    from hardwon.areas.learning import Learned
    from hardwon.areas.selection import Selection
    from hardwon.evidence.crediting import Circumstances, Extent
    from hardwon.evidence.results import Result
    from hardwon.evidence.told import ToldTest
    from hardwon.memory import Memory
    from hardwon.plugin.names import Names
    from hardwon.plugin.phases import Told

SOURCE = "pytest plugin"
"""What the tests of a run with the plugin are from."""

WORKER_KEY = "hardwon"
"""Under this key the controller tells its workers what they need, and they tell what they collected."""

COULD_NOT = 3
"""Exit code when hardwon itself could not do its part."""


def _known_areas(memory: Memory) -> dict[str, Area]:
    """Every area as it stands now; none, so that every test runs, where the server was never reached."""
    try:
        return memory.areas
    except ServerAway:
        return {}


class Controller:
    """Hears of every test of a run, also of those in other processes, and writes once at its end."""

    def __init__(self, config: pytest.Config, memory: Memory, names: Names) -> None:
        self._memory = memory
        self._config = config
        self._delivered = memory.deliver()
        self._areas = _known_areas(memory)  # read before any test runs: a damaged record is an error at once
        # Before the first test: what tests write does not belong to what they test.
        self._tested = memory.recorder.tested(config.getoption("hardwon_state"))
        basis = memory.reduction.grounds(tested=self._tested, areas=self._areas).basis
        self.basis = replace(basis, remarks=(*basis.remarks, memory.away)) if memory.away else basis
        self._now = memory.clock()
        self.run = new_run_id(self._now)
        self._selection: Selection | None = None
        self._results = Results(names)
        self._flaky: list[str] = []
        self._learned: Learned | None = None
        self._stopped = False
        self._gone: list[str] = []
        self._with_steps: list[ToldTest] = []
        self._tripped: dict[str, str] = {}
        self._troubles: list[str] = []
        self._reduces: bool = config.getoption("hardwon_reduce")
        self._narrowed = is_narrowed(config)
        config.stash[BROUGHT_BACK] = []

    def pytest_report_header(self) -> list[str]:
        return [
            terminal.header(self._memory, self._areas, self.basis),
            *_model_asked(self._memory),
            *terminal.delivered(self._delivered),
        ]

    def pytest_sessionstart(self) -> None:
        """Mark pytest's own report: whoever ingests it must know that this run counts already."""
        report = self._config.stash.get(xml_key, None)
        if report is not None:
            report.add_global_property(RUN, self.run)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput[WORKER_KEY] = {"run": self.run, "basis": self.basis.document()}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A worker is done: all of them collected the same tests, so the first word on it is enough."""
        said = getattr(node, "workeroutput", {}).get(WORKER_KEY)
        if said is not None and self._selection is None:
            collected = (
                Candidate(test=test, area=area, unskippable=must, file=file)
                for test, area, must, file in said["collected"]
            )
            self.hear(collected, narrowed=said["narrowed"])

    def hear(self, candidates: Iterable[Candidate], *, narrowed: bool) -> None:
        """What was collected, here or by a worker: from the same basis follows the same choice."""
        self._selection = choose(candidates, self.basis)
        self._narrowed |= narrowed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        said: Told = getattr(report, TOLD, NOTHING)  # as `told`: called for every phase of every test
        if said:
            if "tested" in said:
                self._with_steps.append(told_test(said["tested"]))
            if "trouble" in said:
                self._troubles.append(said["trouble"])
            self._tripped |= said.get("tripped", {})
        self._results.take(report, said)  # type: ignore[arg-type]  # `rerun` is an outcome that a plugin of others gives

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and report.nodeid != REFUSAL:
            self._results.take_uncollected(report.nodeid)

    def pytest_keyboard_interrupt(self) -> None:
        """Ctrl-C, or `pytest.exit`, which may name any exit code."""
        self._stopped = True

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        with left_alone():
            self._finish(session, exitstatus)

    def _finish(self, session: pytest.Session, exitstatus: int) -> None:
        found = self._results.listed()
        if exitstatus == pytest.ExitCode.INTERNAL_ERROR:
            self._troubles.append("pytest itself broke off, so no verdict of this run was recorded")
        elif found:
            try:
                self._learn(found, session, exitstatus)
                self._look_for_gone(found)
            except (HardwonError, OSError) as error:
                self._troubles.append(f"no verdict of this run was recorded: {error}")
        if self._troubles and exitstatus == pytest.ExitCode.OK:
            session.exitstatus = COULD_NOT

    def _learn(self, results: list[Result], session: pytest.Session, exitstatus: int) -> None:
        self._stopped |= exitstatus == pytest.ExitCode.INTERRUPTED or bool(session.shouldstop or session.shouldfail)
        brought_back: list[str] = self._config.stash[BROUGHT_BACK]
        choices = self._selection.skipped if self._selection and self._reduces else ()
        self._flaky = [result.test for result in results if result.flaky]
        details = self._stepped(results)
        self._learned = self._memory.recorder.learn_results(
            results,
            kind="pytest",
            details=replace(
                details,
                pytest=PytestPart(stopped_early=self._stopped, left_out=len(choices), brought_back=brought_back),
            ),
            run=self.run,
            now=self._now,
            circumstances=self._circumstances(),
            masked=True,  # by plugin/names.py, once for each test
        )
        self._keep_page(details, self._learned)
        self._write_summary(self._learned)

    def _look_for_gone(self, results: list[Result]) -> None:
        """Areas that have no tests any more: only a run of everything can say so."""
        if self._selection is not None and self._extent == "whole":
            areas = {choice.area for choice in self._selection.choices} | {result.area for result in results}
            self._gone = areas_without_tests(self._memory.records, areas, source=SOURCE, at=stamp(self._now))

    def _circumstances(self) -> Circumstances:
        selection = self._selection if self._reduces else None
        return self._memory.recorder.circumstances(
            self._tested,
            extent=self._extent,
            source=SOURCE,
            left_out=selection.left_out if selection else {},
            probed=selection.probed if selection else (),
        )

    @property
    def _extent(self) -> Extent:
        if self._narrowed or self._stopped:
            return "part"
        # What could not be collected is not gone: such a run does not say what there is.
        return "open" if self._results.is_incomplete else "whole"

    def _stepped(self, results: list[Result]) -> RunDetails:
        """What tests with steps add to the evidence; nothing if there was none."""
        runs = self._memory.runs
        if self.run not in runs.ids():
            return RunDetails()
        opened = runs.summary(self.run)
        log = runs.memory_log(self.run, self._memory.observations.standing)
        end = RunEnd(
            status=overall(result.outcome for result in results),
            tests=self._with_steps,
            tripped=self._tripped,
            finished=stamp(self._memory.clock()),
        )
        return RunDetails(origin=opened.origin, setup=opened.setup, end=end, memory_log=log)

    def _keep_page(self, details: RunDetails, learned: Learned) -> None:
        """What people read about a run with steps; others have no page."""
        if details.end is None or details.memory_log is None:
            return
        from hardwon.runner.report import markdown  # noqa: PLC0415 - only a test with steps has a page

        verdicts = [verdict.document() for verdict in learned.verdicts]
        shown = {**details.end.shown(self.run, details.memory_log), "verdicts": verdicts}
        self._memory.runs.keep_page(self.run, markdown(shown))

    def _left_out(self, *, explained: bool) -> list[str]:
        brought_back: list[str] = self._config.stash[BROUGHT_BACK]
        return terminal.left_out(
            self._selection,
            reduced=self._reduces,
            explained=explained,
            brought_back=brought_back,
            gaps=self._gaps if self._reduces else (),
        )

    @cached_property
    def _gaps(self) -> tuple[str, ...]:
        """What no area covers: the summary of a CI job and the terminal both show it."""
        return self._memory.coverage().gaps

    def _write_summary(self, learned: Learned) -> None:
        """The page for whoever looks at a CI job: where it is asked for, and where GitHub looks for it."""
        asked, github = self._config.getoption("hardwon_summary"), os.environ.get("GITHUB_STEP_SUMMARY", "")
        if not asked and not github:
            return
        failed = run_page.failed_tests(self._memory.runs, self.run)
        lines = self._left_out(explained=False) if self._reduces else []
        page = run_page.page(learned, failed, left_out=lines, environ=os.environ).encode()
        for name, append in ((asked, False), (github, True)):
            try:
                if name:
                    write_file(
                        self._config.invocation_params.dir / name, page, root=self._memory.project.root, append=append
                    )
            except (OSError, ValueError) as error:
                self._troubles += [f"the summary {name} could not be written: {error}"] if name == asked else []

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        explained = self._config.getoption("hardwon_explain")
        lines = [
            *map(terminal.shown, self.basis.remarks),
            *terminal.section(learned=self._learned, flaky=self._flaky, stopped=self._stopped),
            *map(terminal.shown, without_tests(self._gone)),
            *(f"memory is switched off for {terminal.shown(f'{name}: {why}')}" for name, why in self._tripped.items()),
            *self._left_out(explained=explained),
        ]
        if lines and self._tested.refused:
            lines.append(one_line(f"{self._tested.refused}: {WITHOUT_GIT}", 600))
        if not lines and not self._troubles:
            return
        terminalreporter.ensure_newline()
        terminalreporter.section("hardwon")
        for line in lines:
            terminalreporter.write_line(line)
        for trouble in self._troubles:
            terminalreporter.write_line(f"hardwon: {terminal.shown(trouble)}", red=True)


def _model_asked(memory: Memory) -> list[str]:
    """A line where a file of the repository has a model asked."""
    uses_model = memory.config.values["services.memory.curator"] == "model"
    return [f"hardwon: {memory.desk.model_asked}"] if uses_model and memory.desk.model_asked else []
