"""Doctor: re-reads every record and names each disagreement, with its file and place.

It changes nothing. What cannot be read is a finding like any other, and the rest is still examined. Each check is a
function of what was examined; a new kind of record adds its own to CHECKS.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from hardwon.doctor import (
    areas,
    beside,
    changes,
    life,
    observations,
    outcomes,
    quarantine,
    rosters,
    rules,
    runs,
    suites,
    surroundings,
    verdicts,
)
from hardwon.doctor.examined import Disagreement, Examined, Note, read
from hardwon.errors import LeadsOut
from hardwon.text.plain import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from hardwon.project.root import Project

__all__ = ["CHECKS", "Disagreement", "Examination", "Examined", "Note", "examine"]

CHECKS: tuple[Callable[[Examined], Iterable[Disagreement | Note]], ...] = (
    areas.names,
    areas.stages,
    areas.counts,
    areas.retirement_gates,
    areas.retirement_entries,
    areas.times,
    areas.two_memories,
    beside.verdicts,
    life.reached,
    observations.files,
    observations.two_memories,
    suites.gone,
    changes.log_lines,
    changes.log_and_files,
    runs.strays,
    runs.summaries,
    runs.test_lines,
    verdicts.counts,
    verdicts.whole_log,
    outcomes.lines,
    rosters.whole,
    quarantine.texts,
    rules.brackets,
    rules.paths,
    rules.shadowed,
    surroundings.misspelt_variables,
    surroundings.files_of_others,
    surroundings.ignored_files,
    surroundings.leftovers,
    surroundings.git_answers,
    surroundings.merge_driver,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """The findings, and how much was read to get them."""

    findings: tuple[Disagreement, ...]
    areas: int
    observations: int
    runs: int
    notes: tuple[Note, ...] = ()
    """What is worth knowing and no disagreement."""

    @property
    def read(self) -> str:
        """How much was read, in words."""
        numbers = ((self.areas, "area"), (self.observations, "observation"), (self.runs, "run"))
        return ", ".join(counted(number, what) for number, what in numbers) + " read"


def _checked(
    check: Callable[[Examined], Iterable[Disagreement | Note]], examined: Examined
) -> list[Disagreement | Note]:
    """What a check finds; nothing where it would have to look outside of the project, which is a finding already."""
    try:
        return [*check(examined)]
    except LeadsOut:
        return []


def examine(
    project: Project,
    *,
    flags: Sequence[str] = (),
    environ: Mapping[str, str] | None = None,
    now: datetime | None = None,
) -> Examination:
    """Every disagreement in the records and the configuration of a project."""
    examined = read(project, flags, environ=os.environ if environ is None else environ, now=now or datetime.now(UTC))
    found = [*examined.unreadable, *(each for check in CHECKS for each in _checked(check, examined))]
    return Examination(
        findings=tuple(each for each in found if isinstance(each, Disagreement)),
        notes=tuple(each for each in found if isinstance(each, Note)),
        areas=len(examined.memory.areas) if examined.memory else 0,
        observations=len(examined.listing.stored) if examined.listing else 0,
        runs=len(examined.runs),
    )
