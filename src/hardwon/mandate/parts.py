"""The parts of a mandate, as values and as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from hardwon.areas.telling import proof
from hardwon.scenarios.form import SCENARIO

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.areas.area import Area
    from hardwon.mandate.adversary import Depth
    from hardwon.mandate.area_facts import AreaFacts
    from hardwon.mandate.lately import KnownFact
    from hardwon.mandate.system.facts import System
    from hardwon.project.config import Target

Section = Literal["focus", "unknown", "between", "stable"]
"""Unproven, without evidence, proven in part, proven."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeUnderTest:
    """A change to be tested: the files that differ from a git reference."""

    ref: str
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """An area that a change touches, and where."""

    name: str
    section: Section
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Since:
    """What a change means for the areas."""

    ref: str
    files: int
    areas: tuple[Touched, ...] = ()
    uncovered: tuple[str, ...] = ()
    """Changed files that belong to no area which the mandate names."""

    proven: int = 0
    """Changed files whose present content is proven already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mandate:
    """The mandate in its parts, and as the text that a tester reads."""

    depth: Depth
    system: System
    focus: tuple[Area, ...]
    unknown: tuple[str, ...]
    between: tuple[Area, ...]
    stable: tuple[Area, ...]
    probed: tuple[Area, ...] = ()
    """Retired areas that are brought back for one scenario each, longest unproven first."""

    since: Since | None = None
    scenarios: int = 0
    shares: Mapping[str, int] = field(default_factory=dict)
    """How many scenarios for which area; where areas are known, they add up to the number of scenarios."""

    facts: Mapping[str, AreaFacts] = field(default_factory=dict)
    """What is known of each area."""

    targets: tuple[Target, ...] = ()
    known: tuple[KnownFact, ...] = ()
    """Trusted observations of the product."""

    env: tuple[str, ...] = ()
    """Environment variables that scenarios may name; their values are nowhere."""

    text: str = ""

    @property
    def is_web(self) -> bool:
        """Whether requests can decide; also where nothing tells what it is."""
        kinds = {kind for kind, _ in self.system.kinds}
        if not kinds and not self.targets:
            return True
        return bool(kinds & {"web app", "web service"}) or any(target.url for target in self.targets)

    @property
    def is_program(self) -> bool:
        """Whether calls of a program can decide."""
        is_tool = any(kind == "CLI" for kind, _ in self.system.kinds) and not self.is_web
        return self.has_program or is_tool

    @property
    def has_program(self) -> bool:
        """Whether a target says how the program is called."""
        return any(target.command for target in self.targets)

    @property
    def kinds(self) -> list[str]:
        """What the system is, as people say it: by its files, and by its targets where the files do not tell."""
        kinds = [f"{kind} ({', '.join(by)})" if by else kind for kind, by in self.system.kinds]
        if any(target.url for target in self.targets) and not any(each.startswith("web") for each in kinds):
            kinds.insert(0, "web application, as its target says")
        if self.has_program and not any(each.startswith("CLI") for each in kinds):
            kinds.insert(sum(each.startswith("web") for each in kinds), "CLI, as its target says")
        return kinds

    @property
    def names(self) -> dict[Section, list[str]]:
        """The areas of each section, in the order in which they are to be tested."""
        return {
            "focus": [area.name for area in self.focus],
            "unknown": list(self.unknown),
            "between": [area.name for area in self.between],
            "stable": [area.name for area in self.stable],
        }

    def parts(self) -> dict[str, Any]:
        """Everything as JSON gives it: lists are whole where the text only says how many more there are."""
        return {
            "depth": self.depth,
            "system": _system(self.system),
            "focus": [_figures(area) for area in self.focus],
            "unknown": [{"name": name} for name in self.unknown],
            "between": [_figures(area) for area in self.between],
            "stable": [_figures(area) for area in self.stable],
            "probed": [_figures(area) for area in self.probed],
            "since": asdict(self.since) if self.since else None,
            "scenarios": self.scenarios,
            "shares": dict(self.shares),
            "targets": [{"name": each.name, "url": each.url, "command": list(each.command)} for each in self.targets],
            "env": list(self.env),
            "observations": [asdict(each) for each in self.known],
            "schema": SCENARIO,
            "text": self.text,
        }


def _figures(area: Area) -> dict[str, Any]:
    return {
        "name": area.name,
        "confidence": area.confidence,
        "stage": area.stage,
        "test_count": area.test_count,
        "pass_count": area.pass_count,
        "fail_count": area.fail_count,
        "flaky_count": area.flaky_count,
        "tests_since_change": area.tests_since_change,
        "fails_since_change": area.fails_since_change,
        "last_tested_at": area.last_tested_at,
        "changed": area.changed or None,
        "proof": proof(area),
    }


def _system(system: System) -> dict[str, Any]:
    return {
        "name": system.name,
        "description": system.description,
        "opening": system.opening,
        "languages": [{"name": name, "files": files} for name, files in system.languages],
        "kinds": [{"kind": kind, "frameworks": list(by)} for kind, by in system.kinds],
        "entry_points": [asdict(door) for door in system.entry_points],
        "routes": [
            {"methods": list(route.methods), "path": route.path, "file": route.file, "line": route.line}
            for route in system.routes
        ],
        "computed_routes": system.computed_routes,
        "commands": [{"name": each.name, "file": each.file, "line": each.line} for each in system.commands],
        "owners": [{"pattern": owned.pattern, "owners": list(owned.owners)} for owned in system.owners],
        "unlisted": dict(system.unlisted),
        "not_read": list(system.remarks),
    }
