"""For tests of your own: a memory that needs no project, builders for what it knows, a clock and ids that never vary.

Every record is kept in memory, the evidence of runs and the index of recall included: nothing is written to the disk.
"""

from __future__ import annotations

import hashlib
import tempfile
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from id_agent import generate_deterministic

from hardwon.areas.area import Area
from hardwon.areas.learning import with_areas
from hardwon.evidence.reports import Report
from hardwon.evidence.results import Result
from hardwon.memory import Memory
from hardwon.observations.observation import NEW_TRUST, Observation, Scope, scope_of_test
from hardwon.project import config as configuration
from hardwon.project.root import Project
from hardwon.store import observation_file
from hardwon.store.in_memory import (
    AreasInMemory,
    ObservationsInMemory,
    OutcomesInMemory,
    QuarantineInMemory,
    StoresInMemory,
)
from hardwon.store.protocol import place_of
from hardwon.store.runs_in_memory import RunsInMemory
from hardwon.text.times import moment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime

    from hardwon.observations.suites import Suite
    from hardwon.steps.step import Status

__all__ = [
    "AreasInMemory",
    "ObservationsInMemory",
    "OutcomesInMemory",
    "QuarantineInMemory",
    "RunsInMemory",
    "StoresInMemory",
    "area",
    "clock",
    "ids",
    "memory",
    "observation",
    "report",
    "result",
    "stores",
]

NOW = "2026-01-05T10:00:00Z"
"""When everything happens, unless a test says otherwise."""

_PREFIX = "services.memory.circuitBreaker"


@contextmanager
def memory(
    *, areas: Iterable[Area] = (), observations: Iterable[Observation] = (), settings: Sequence[str] = ()
) -> Iterator[Memory]:
    """A Memory that knows these areas and observations; `settings` are `key=value` texts, as for `--set`.

    Neither the environment nor any configuration file counts. Its project is an empty folder that goes with the block.
    """
    with tempfile.TemporaryDirectory(prefix="hardwon-testing-") as folder:
        project = Project(Path(folder))
        config = configuration.load(project, flags=settings, environ={})
        outcomes = OutcomesInMemory(
            window=int(config.number(f"{_PREFIX}WindowSize")),
            baseline=int(config.number(f"{_PREFIX}BaselineSize")),
            threshold=config.number(f"{_PREFIX}Threshold"),
        )
        kept = stores(areas=areas, observations=observations, outcomes=outcomes)
        yield Memory(project, config, clock=clock(), new_id=ids(), stores=kept)


def stores(
    *,
    areas: Iterable[Area] = (),
    observations: Iterable[Observation] = (),
    outcomes: OutcomesInMemory | None = None,
) -> StoresInMemory:
    """One store of each record, without any disk at all; UnreadableObservation for what cannot be kept."""
    made = StoresInMemory(outcomes=outcomes or OutcomesInMemory())
    known = {each.name: each for each in areas}
    if known:
        made.areas.update(lambda ledger: with_areas(ledger, known, NOW), at=NOW)
    for each in observations:
        document = observation_file.write(each)
        observation_file.check(document, each)
        made.observations.keep({place_of(each.scope, each.id): document})
    return made


def area(
    name: str, *, passed: int = 0, failed: int = 0, confidence: float = 0.0, retired: bool = False, at: str = NOW
) -> Area:
    """An area with so many verdicts. Confidence is what you say; let `memory.record` earn it where that matters."""
    return Area(
        name=name,
        confidence=confidence,
        test_count=passed + failed,
        pass_count=passed,
        fail_count=failed,
        last_tested_at=at if passed + failed else None,
        retired=retired,
    )


def observation(
    title: str,
    content: str,
    *,
    product: str = "shop",
    test: str | None = None,
    suite: Suite | None = None,
    position: int = 0,
    trust: float = NEW_TRUST,
    at: str = NOW,
) -> Observation:
    """An observation of a product, or of a test or a place in a suite where one is given. Its id follows its text."""
    scope = Scope("products", product)
    if test is not None:
        scope = scope_of_test(test)
    if suite is not None:
        scope = suite.scope
    return Observation(
        id=generate_deterministic(f"{scope}\0{title}\0{content}", words=10, prefix="obs"),
        scope=scope,
        title=title,
        content=content,
        trust=trust,
        created=at,
        last_confirmed=at,
        source_test=test or "manual",
        position=position if suite else None,
        suite_snapshot=suite.entries if suite else (),
    )


def result(test: str, outcome: Status = "passed", *, area: str = "", flaky: bool = False) -> Result:
    """What a run says about one test; without an area, the rules place it."""
    return Result(test=test, name=test, outcome=outcome, said=area, flaky=flaky)


def report(*results: Result, name: str = "report.xml") -> Report:
    """The results of one run, for `memory.ingest([…])`. The same results under one name are the same report."""
    digest = hashlib.sha256(repr((name, results)).encode("utf-8", "replace")).hexdigest()
    return Report(shown=name, digest=digest, results=results)


def clock(start: str = NOW, *, step: timedelta = timedelta(seconds=1)) -> Callable[[], datetime]:
    """A clock that goes on by a step whenever it is looked at."""
    ticks = count()
    first = moment(start)
    return lambda: first + next(ticks) * step


def ids() -> Callable[[], str]:
    """Ids of observations, the same in each test and one after the other."""
    numbers = count(1)
    return lambda: generate_deterministic(f"testing {next(numbers)}", words=10, prefix="obs")
