"""What scenarios are carried out with: the site, the program, the values; and what each of them may not have."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.runner import execution, programs
from hardwon.runner.outcome import ScenarioResult
from hardwon.runner.programs import Program
from hardwon.runner.testbed import Site
from hardwon.runner.variables import Variables
from hardwon.scenarios.scenario import CommandRuns, HttpCalls
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hardwon.scenarios.scenario import Scenario

_SHORTEST_SECRET = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What a run gives to its scenarios."""

    site: Site = field(default_factory=Site)
    root: Path = field(default_factory=Path)
    variables: Variables = field(default_factory=Variables)
    standing: frozenset[str] = frozenset()
    """Variables that were allowed once and for all: they go only to targets that the user has named."""

    def check(self) -> None:
        """UsageError if the address of the site is none."""
        _ = self.site.origin

    @staticmethod
    def needs_address(scenario: Scenario) -> bool:
        return not isinstance(scenario.exec, CommandRuns)

    def asked_by(self, scenario: Scenario) -> frozenset[str]:
        """The environment variables that a scenario names."""
        call = scenario.exec
        if isinstance(call, HttpCalls):
            return execution.asks_for(call)
        return programs.asks_for(call) if isinstance(call, CommandRuns) else frozenset()

    def refused(self, scenario: Scenario) -> str:
        """Why a scenario may not be carried out; "" if it may."""
        asked = self.asked_by(scenario)
        missing = sorted(asked - self.variables.allowed)
        if missing:
            flags = " ".join(f"--allow-env {name}" for name in missing)
            return f"it asks for {', '.join(missing)} of the environment, which is not allowed ({flags} allows it)"
        if self.needs_address(scenario) and not self.site.url:
            return "it needs a target with an address, and there is none, or more than one (--target NAME or URL)"
        call = scenario.exec
        is_own = self.site.may_start if isinstance(call, CommandRuns) else self.site.is_own
        standing = sorted(asked & self.standing)
        if standing and not is_own:
            return f"it would take {', '.join(standing)} to a target that only the repository names"
        return self._unstartable(call) if isinstance(call, CommandRuns) else ""

    def _unstartable(self, call: CommandRuns) -> str:
        site = self.site
        if not site.command:
            return "it calls a program, and there is no target with a `command`, or more than one (--target NAME)"
        if not site.may_start:
            return (
                f"it calls {site.shown_command!r} (target {one_line(site.tool, 40)}), and only you can allow that:"
                " --allow-command, or HARDWON_ALLOW_COMMAND"
            )
        if other := programs.outside(call, self._program(), site.command):
            return f"it wants the program {one_line(other, 60)!r}, and only {site.shown_command!r} may be started"
        return ""

    def _program(self) -> Program:
        site = self.site
        return Program.of(site.tool, site.command, self.root, self.variables.environ or os.environ)

    def execute(self, scenario: Scenario, hide: Callable[[Iterable[str]], None]) -> ScenarioResult:
        """Carry out the `exec` of a scenario for real; one that may not be is an error, and nothing is sent."""
        if why := self.refused(scenario):
            return ScenarioResult(id=scenario.id, status="error", reason=f"not carried out: {why}")
        environ = self.variables.environ
        values = (environ.get(name, "") for name in self.asked_by(scenario))
        hide([value for value in values if len(value) >= _SHORTEST_SECRET])
        if isinstance(scenario.exec, CommandRuns):
            return programs.execute(scenario.id, scenario.exec, self._program(), self.site.command, self.variables)
        assert isinstance(scenario.exec, HttpCalls)  # noqa: S101 - whoever asks has seen that there is an exec
        origin = self.site.origin
        assert origin  # noqa: S101 - the plan has checked it before anything is run
        return execution.execute(scenario.id, scenario.exec, origin, self.variables, hide)
