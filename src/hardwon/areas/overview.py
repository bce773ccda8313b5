"""The areas as every surface shows them: what each has proven, what is not known yet, and the gate. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hardwon.areas.bound import failure_rate_bound
from hardwon.areas.telling import proof
from hardwon.text.plain import counted, first_of, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.areas.area import Area, Scoring
    from hardwon.areas.gate import Gate
    from hardwon.areas.halts import Halt
    from hardwon.areas.standing import Kinds

MOST_LINKS = 5
WITHOUT_GIT = "it is not known whether a state is new, so passes within the hour count once"


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedAreas:
    """Which areas of the record are named by nothing that lies in the project."""

    unnamed: tuple[str, ...] = ()
    """Areas that no rule, no target and no test file names."""

    elsewhere: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Those of them whose tests are still there, with the areas that they are in now."""

    older: Mapping[str, str] = field(default_factory=dict)
    """Areas in use under their older default name, with the name that they would get today."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreached:
    """An area that no test, rule, target or `record` reaches."""

    area: str
    why: str
    command: str
    """What mends it."""

    is_certain: bool = True
    """Not so where only the kept runs do not speak of it: one that is not kept may have."""

    def document(self) -> dict[str, Any]:
        """The same as JSON gives it."""
        return {"area": self.area, "why": self.why, "command": self.command}


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What the areas cover of the sources."""

    sources: int
    uncovered: tuple[str, ...]
    """Sources that no area has among its files."""

    unknown: Mapping[str, str]
    """Areas whose files are not known, each with the reason."""

    named: NamedAreas = NamedAreas()
    unwatched: tuple[str, ...] = ()
    """Links to folders outside of the project: a change behind them is not noticed."""

    part: str = ""
    """The project's folder below that of its repository; empty where it is the whole of it."""

    @property
    def told_of_links(self) -> str:
        """The links behind which nothing is watched, as a sentence; empty if there are none."""
        if not self.unwatched:
            return ""
        shown = first_of([one_line(path) for path in self.unwatched], MOST_LINKS)
        return f"Not watched, for they lead to folders outside of the project: {shown}"

    @property
    def told(self) -> str:
        """The number of uncovered sources as a sentence; empty if there is nothing to say."""
        if not self.uncovered:
            return ""
        many = f"{len(self.uncovered)} of {counted(self.sources, 'source file')}"
        return f"No area covers {many}: `hardwon areas coverage` lists them"

    @property
    def gaps(self) -> tuple[str, ...]:
        """What a reduced run must say of files that no area watches."""
        back = f"{self.told}; a change there brings every test back" if self.told else ""
        return tuple(filter(None, (back, self.told_of_links, self._told_of_the_rest)))

    @property
    def _told_of_the_rest(self) -> str:
        only = f"Only {one_line(self.part)}/ of this repository is watched"
        return f"{only}: a change elsewhere in it brings no test back" if self.part else ""

    def document(self) -> dict[str, Any]:
        """All of it as JSON gives it."""
        return {
            "sources": self.sources,
            "covered": self.sources - len(self.uncovered),
            "uncovered": list(self.uncovered),
            "unknown_areas": [{"area": area, "reason": reason} for area, reason in self.unknown.items()],
            **({"unwatched": list(self.unwatched)} if self.unwatched else {}),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """Every area as it stands, and what stands beside them."""

    areas: Mapping[str, Area]
    kinds: Kinds
    """The same areas by kind, for whoever shows many of them."""

    unknown: tuple[str, ...]
    """Areas that the configuration names and no run has spoken of."""

    scoring: Scoring
    gate: Gate
    source: str
    """Where the areas are kept."""

    observations: str
    """Where the observations are."""

    unused: str = ""
    """Another area memory that lies here and is not read."""

    away: str = ""
    """That the team's server is away, and how old the picture is; "" if it answers."""

    tripped: Mapping[str, str] = field(default_factory=dict)
    """The products for which memory is switched off, each with the reason."""

    released: tuple[str, ...] = ()
    """Observations that are used only because somebody else released them."""

    coverage: Coverage | None = None
    """What the areas cover of the sources; None where there are no areas."""

    halts: Mapping[str, Halt] = field(default_factory=dict)
    """Areas that have proven themselves and of which nothing is left out all the same, each with the reason."""

    unreached: tuple[Unreached, ...] = ()
    """Areas that nothing reaches any more."""

    git_refuses: str = ""
    """Why git says nothing of the project."""

    @property
    def older(self) -> Mapping[str, str]:
        """Areas in use under their older default name, with the name that they would get today."""
        return self.coverage.named.older if self.coverage else {}

    def document(self) -> dict[str, Any]:
        """All of it as JSON gives it."""
        rows = [area_row(area, self.scoring) for area in self.kinds.areas]
        areas = [rows[kind] | {"name": name} for name, kind in self.kinds.of.items()]
        return {"areas": areas, **self.beside()}

    def beside(self) -> dict[str, Any]:
        """What stands beside the areas, as JSON gives it."""
        return {
            "unknown": list(self.unknown),
            "mean_confidence": self.gate.mean,
            "threshold": self.gate.threshold,
            "each": self.gate.each,
            "gate": self.gate.document() if self.gate.is_asked else None,
            "source": self.source,
            "unused": self.unused or None,
            "observations": self.observations,
            **({"away": self.away} if self.away else {}),
            "tripped": dict(self.tripped),
            "unaccepted_releases": list(self.released),
            "sources": self.coverage.sources if self.coverage else None,
            "uncovered": len(self.coverage.uncovered) if self.coverage else None,
            "halted": [halt.document(area) for area, halt in self.halts.items()],
            "unreached": [each.document() for each in self.unreached],
            "older_names": dict(self.older),
            **({"git": self.git_refuses} if self.git_refuses else {}),
        }


def area_row(area: Area, scoring: Scoring) -> dict[str, Any]:
    """An area as JSON output gives it."""
    return {
        "name": area.name,
        "confidence": area.confidence,
        "test_count": area.test_count,
        "pass_count": area.pass_count,
        "fail_count": area.fail_count,
        "flaky_count": area.flaky_count,
        "tests_since_change": area.tests_since_change,
        "failure_rate_below": failure_rate_bound(area.tests_since_change, area.fails_since_change),
        "stage": area.stage,
        "status": area.status(scoring),
        "last_tested_at": area.last_tested_at,
        "changed": area.changed or None,
        "tracked": area.tracked,
        "proof": proof(area),
    }
