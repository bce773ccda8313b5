"""Idle observations: those that no run has needed lately, from the evidence of the runs that are kept here.

Stale is what was neither recalled nor confirmed in the last so many runs that could have recalled it: runs of its
product, of its test, or of a test of its suite. Where fewer runs are known nothing is called stale, and whoever asks is
told so: without runs/ history is unknown, not empty.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hardwon.store.run_record import UnreadablePart
from hardwon.text.plain import one_line
from hardwon.text.times import moment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.evidence.runs import Runs
    from hardwon.observations.observation import Observation, Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one run tells about who needed what."""

    id: str
    time: str
    products: frozenset[str]
    tests: frozenset[str]
    recalled: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stale:
    """Why an observation counts as stale."""

    after_runs: int
    since_run: str
    """The first of the runs that did not need it."""

    last_recalled: str | None
    """The newest run here that was given it; None if no run that is known here was."""

    @property
    def reason(self) -> str:
        before = (
            f"last recalled in {self.last_recalled}" if self.last_recalled else "not recalled in any run known here"
        )
        return f"neither recalled nor confirmed in the last {self.after_runs} runs, since {self.since_run}; {before}"

    def document(self) -> dict[str, Any]:
        return {
            "after_runs": self.after_runs,
            "since_run": self.since_run,
            "last_recalled": self.last_recalled,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class Idleness:
    """The answers for many observations, from one reading of the runs."""

    runs: Sequence[Run]
    after: int
    unknown: dict[Scope, int] = field(default_factory=dict)
    """Scopes of which too few runs are known here, each with how many."""

    def judge(self, observation: Observation) -> Stale | None:
        """Why it is stale; None if it is not, or if nobody can know."""
        own = [run for run in self.runs if _could_recall(run, observation)]
        if len(own) < self.after:
            self.unknown[observation.scope] = max(len(own), self.unknown.get(observation.scope, 0))
            return None
        start = moment(own[-self.after].time)
        # Also its own creation: one that is newer than these runs was never missed by them.
        if max(moment(observation.created), moment(observation.last_confirmed)) >= start:
            return None
        if any(observation.id in run.recalled for run in own[-self.after :]):
            return None
        earlier = [run.id for run in own if observation.id in run.recalled]
        return Stale(
            after_runs=self.after, since_run=own[-self.after].id, last_recalled=earlier[-1] if earlier else None
        )

    def unknown_document(self) -> list[dict[str, Any]]:
        """The scopes of which too little is known, as JSON output gives them."""
        return [{"tier": scope.tier, "scope": scope.name, "runs": runs} for scope, runs in self.unknown.items()]

    def summary(self) -> Iterator[str]:
        """What a person is told: what stale means here, and of whom nothing can be known."""
        yield f"Stale: neither recalled nor confirmed in the last {self.after} runs. Nothing is deleted by itself."
        for scope, runs in self.unknown.items():
            yield (
                f"Unknown for the {scope.tier[:-1]} {one_line(scope.name, 60)}: {runs} of its runs are known here, "
                f"{self.after} are needed (only the newest runs are kept)."
            )


def _could_recall(run: Run, observation: Observation) -> bool:
    if observation.scope.tier == "products":
        return observation.scope.name in run.products
    if observation.scope.tier == "tests":
        return observation.scope.name in run.tests
    return any(entry.id in run.tests for entry in observation.suite_snapshot)


def known_runs(runs: Runs) -> list[Run]:
    """The runs of tests that are kept here, oldest first. What cannot be read is passed over: `doctor` names it."""
    with runs.reading():
        return [run for run_id in runs.ids() for run in _read(runs, run_id)]


def _read(runs: Runs, run_id: str) -> Iterator[Run]:
    try:
        summary = runs.summary(run_id)
        moment(summary.time)
    except (UnreadablePart, ValueError):  # the latter for a time that is none
        return
    ran = [test for test in summary.tests if test.product]
    if ran:
        yield Run(
            id=run_id,
            time=summary.time,
            products=frozenset(test.product for test in ran),
            tests=frozenset(test.id for test in ran),
            recalled=frozenset(each for test in ran for each in test.recalled),
        )
