"""Reduction: what a choice of tests rests on, read from the records of a project.

The choice itself is `areas/selection.py`, which is pure.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.areas.area import earned, proof
from hardwon.areas.rules import is_file, place
from hardwon.areas.selection import AreaStanding, Basis, Candidate, choose
from hardwon.evidence.history import history
from hardwon.project import git
from hardwon.text.plain import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from hardwon.areas.area import Area, Scoring
    from hardwon.areas.rules import Rule
    from hardwon.areas.selection import Selection
    from hardwon.evidence.history import History, Known
    from hardwon.evidence.runs import Runs
    from hardwon.project.records import Records
    from hardwon.project.root import Project
    from hardwon.store.run_record import Flaw

LOOK_BACK = 20
"""Newest runs with tests that are read. A test without a result in them counts as new: none is left out for longer."""

MOST_REMARKS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """What is known when a choice is made."""

    history: History
    basis: Basis

    def choose(self, tests: Iterable[Candidate]) -> Selection:
        """Which tests a reduced run may leave out, and why each other one runs."""
        return choose(tests, self.basis)


def grounds(records: Records, runs: Runs, *, seed: str | None = None) -> Grounds:
    """What a choice rests on now. Without a seed it is that of the commit."""
    past, flaws = history(runs, LOOK_BACK)
    seed, seeded_by = (seed, "as given") if seed is not None else _seed(records.project.root, past)
    scoring = records.config.scoring
    found = Basis(
        areas={name: standing(area, scoring) for name, area in records.areas_now().items()},
        last=past.last,
        durations=past.durations,
        flaky=past.flaky,
        runs=past.runs,
        stable_share=records.config.number("reduction.stableShare"),
        probe_share=records.config.number("reduction.probeShare"),
        seed=seed,
        seeded_by=seeded_by,
        remarks=tuple(_remarks(records.project, flaws)),
    )
    return Grounds(history=past, basis=found)


def standing(area: Area, scoring: Scoring) -> AreaStanding:
    """How an area stands, and what that rests on."""
    if area.changed:
        return AreaStanding(status="changed", why=area.changed, watched=True)
    status = area.status(scoring)
    if area.history_until and status in ("retired", "stable"):
        # What past runs passed on was other content: a part of the tests would say nothing of what they left out.
        return AreaStanding(status="active", why="by past runs, not yet on the present state", watched=area.tracked)
    why = proof(area) if status in ("retired", "stable") else f"{earned(area.confidence)} confidence"
    return AreaStanding(status=status, why=why, watched=area.tracked)


def _seed(root: Path, past: History) -> tuple[str, str]:
    commit = git.head(root)
    if commit:
        return commit, f"commit {commit[:12]}"
    # Without commits the newest run must do: a fixed seed would draw the same probes for ever.
    return past.newest, f"the newest run {past.newest}, for there is no commit" if past.newest else "nothing"


def _remarks(project: Project, flaws: Sequence[Flaw]) -> list[str]:
    """What could not be read of the history, for people."""
    told = [f"{project.shown(flaw.where)}{flaw.at}: {flaw.reason}; left out." for flaw in flaws]
    if len(told) > MOST_REMARKS:
        more = len(told) - MOST_REMARKS
        told = [*told[:MOST_REMARKS], f"{counted(more, 'more line')} could not be read; `hardwon doctor` names them."]
    return told


def gone(past: History, root: Path) -> set[str]:
    """The tests of history whose file is no more."""
    files = {known.file for known in past.tests.values() if known.file}
    missing = {file for file in files if not os.path.isfile(root / file)}  # noqa: PTH113 - takes any name for no file
    return {test for test, known in past.tests.items() if known.file in missing}


def candidates(tests: Iterable[str], past: History, rules: Sequence[Rule]) -> list[Candidate]:
    """The tests of these names, each in the area where it lies now."""
    return [_candidate(test, past.tests.get(test), rules) for test in tests]


def _candidate(test: str, known: Known | None, rules: Sequence[Rule]) -> Candidate:
    if known and known.said:
        return Candidate(test=test, area=known.area, unskippable=known.unskippable)
    where, _, name = test.partition("::")
    file = known.file if known else where if is_file(where) else ""
    placement = place(name=known.name if known else name, file=file, classname=_classname(test), rules=rules)
    # A test whose name does not begin with its file is placed by more than its name says: its last run knows.
    keeps = known is not None and not placement.by_rule and not (file and test.startswith(f"{file}::"))
    return Candidate(
        test=test,
        area=known.area if known and keeps else placement.area,
        unskippable=known is not None and known.unskippable,
    )


def _classname(test: str) -> str:
    """The dotted class name that a report would give a test: rules may speak of it."""
    address = test.partition("[")[0]
    where, *names = address.split("::")
    if not where.endswith(".py"):
        return test.partition("::")[0]
    return ".".join([where.removesuffix(".py").replace("/", "."), *names[:-1]])
