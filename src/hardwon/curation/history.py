"""What happened to observations, from the memory logs of the runs that are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.evidence.runs import Runs


def entries(runs: Runs, observation_id: str | None = None) -> Iterator[dict[str, Any]]:
    """Every delta with its run, time and origin, oldest first; those of one observation if an id is given.

    A run whose evidence cannot be read is passed over here: `doctor` names it.
    """
    with runs.reading():
        for run in runs.ids():
            try:
                summary = runs.summary(run)
            except (OSError, ValueError, TypeError, RecursionError):
                continue
            log = summary.get("memory_log")
            deltas = log.get("deltas") if isinstance(log, dict) else None
            for delta in deltas if isinstance(deltas, list) else ():
                if isinstance(delta, dict) and observation_id in (None, delta.get("observation_id")):
                    yield {
                        **delta,
                        "run_id": run,
                        "time": summary.get("time"),
                        "origin": summary.get("origin"),
                    }
