"""The areas as every surface shows them: what each has proven, what is not known yet, and the gate. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hardwon.areas.area import proof
from hardwon.areas.bound import failure_rate_bound
from hardwon.text.plain import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.areas.area import Area, Scoring
    from hardwon.areas.gate import Gate
    from hardwon.areas.halts import Halt
    from hardwon.areas.standing import Kinds


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What the areas cover of the sources."""

    sources: int
    uncovered: tuple[str, ...]
    """Sources that no area has among its files."""

    unknown: Mapping[str, str]
    """Areas whose files are not known, each with the reason."""

    @property
    def told(self) -> str:
        """The number of uncovered sources as a sentence; empty if there is nothing to say."""
        if not self.uncovered:
            return ""
        many = f"{len(self.uncovered)} of {counted(self.sources, 'source file')}"
        return f"No area covers {many}: `hardwon areas coverage` lists them"

    def document(self) -> dict[str, Any]:
        """All of it as JSON gives it."""
        return {
            "sources": self.sources,
            "covered": self.sources - len(self.uncovered),
            "uncovered": list(self.uncovered),
            "unknown_areas": [{"area": area, "reason": reason} for area, reason in self.unknown.items()],
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

    tripped: Mapping[str, str] = field(default_factory=dict)
    """The products for which memory is switched off, each with the reason."""

    released: tuple[str, ...] = ()
    """Observations that are used only because somebody else released them."""

    coverage: Coverage | None = None
    """What the areas cover of the sources; None where there are no areas."""

    halts: Mapping[str, Halt] = field(default_factory=dict)
    """Areas that have proven themselves and of which nothing is left out all the same, each with the reason."""

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
            "observations": self.observations,
            "tripped": dict(self.tripped),
            "unaccepted_releases": list(self.released),
            "sources": self.coverage.sources if self.coverage else None,
            "uncovered": len(self.coverage.uncovered) if self.coverage else None,
            "halted": [halt.document(area) for area, halt in self.halts.items()],
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
