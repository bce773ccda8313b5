"""Reduction: what a choice of tests rests on, read from the records of a project.

The choice itself is `selection.py`, which is pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas import earned, proof
from hardwon.evidence.history import history
from hardwon.selection import Basis, Standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.areas import Area, Scoring
    from hardwon.evidence.history import History
    from hardwon.memory import Memory
    from hardwon.store.lines import Flaw

LOOK_BACK = 30
"""Newest runs with tests that are read. A test without a result in them counts as new: none is left out for longer."""

MOST_REMARKS = 5


def basis(memory: Memory, *, seed: str | None = None) -> Basis:
    """What a choice rests on now. Without a seed it is that of the commit."""
    past, flaws = history(memory.runs, LOOK_BACK)
    seed, seeded_by = (seed, "as given") if seed is not None else _seed(memory, past)
    scoring = memory.config.scoring
    return Basis(
        areas={name: standing(area, scoring) for name, area in memory.areas.items()},
        last=past.last,
        durations=past.durations,
        flaky=past.flaky,
        runs=past.runs,
        stable_share=memory.config.number("reduction.stableShare"),
        probe_share=memory.config.number("reduction.probeShare"),
        seed=seed,
        seeded_by=seeded_by,
        remarks=tuple(remarks(memory, flaws)),
    )


def standing(area: Area, scoring: Scoring) -> Standing:
    """How an area stands, and what that rests on."""
    if area.changed:
        return Standing(status="changed", why=area.changed, watched=True)
    status = area.status(scoring)
    why = proof(area) if status in ("retired", "stable") else f"{earned(area.confidence)} confidence"
    return Standing(status=status, why=why, watched=area.tracked)


def _seed(memory: Memory, past: History) -> tuple[str, str]:
    from hardwon import git  # noqa: PLC0415 - only where no seed is given

    commit = git.head(memory.project.root)
    if commit:
        return commit, f"commit {commit[:12]}"
    # Without commits the newest run must do: a fixed seed would draw the same probes for ever.
    return past.newest, f"the newest run {past.newest}, for there is no commit" if past.newest else "nothing"


def remarks(memory: Memory, flaws: Sequence[Flaw]) -> list[str]:
    """What could not be read of the history, for people."""
    told = [f"{memory.project.shown(path)}, line {line}: {reason}; left out." for path, line, reason in flaws]
    if len(told) > MOST_REMARKS:
        more = len(told) - MOST_REMARKS
        told = [*told[:MOST_REMARKS], f"{more} more lines could not be read; `hardwon doctor` names them all."]
    return told
