"""Which tests are flaky, across the runs whose evidence is kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.store.run_record import Flaw

if TYPE_CHECKING:
    from hardwon.evidence.runs import Runs


@dataclass(frozen=True, slots=True, kw_only=True)
class FlakyTest:
    """A test that failed and then passed in the same run, at least once."""

    test: str
    area: str
    flaky: int
    runs: int
    """Runs in which it passed or failed."""

    last_run: str
    """The last run in which it was flaky."""

    @property
    def rate(self) -> float:
        return self.flaky / self.runs


def flaky_tests(runs: Runs) -> tuple[list[FlakyTest], int, list[Flaw]]:
    """The flaky tests, worst first, how many runs with tests were read, and the lines that could not be."""
    flaws: list[Flaw] = []
    known: dict[str, FlakyTest] = {}
    counted = 0
    with runs.reading():
        for run in runs.ids():
            seen: dict[str, tuple[str, bool]] = {}
            for row in runs.tests(run):
                if isinstance(row, Flaw):
                    flaws.append(row)
                elif row.verdict in ("passed", "failed"):
                    seen[row.test] = (row.area, row.flaky or seen.get(row.test, ("", False))[1])
            counted += bool(seen)
            for test, (area, was_flaky) in seen.items():
                known[test] = _counted(known.get(test), test, area, run if was_flaky else "")
    found = [test for test in known.values() if test.flaky]
    return sorted(found, key=lambda test: (-test.rate, -test.flaky, test.test)), counted, flaws


def _counted(known: FlakyTest | None, test: str, area: str, flaky_run: str) -> FlakyTest:
    known = known or FlakyTest(test=test, area=area, flaky=0, runs=0, last_run="")
    return replace(
        known,
        area=area,
        runs=known.runs + 1,
        flaky=known.flaky + bool(flaky_run),
        last_run=flaky_run or known.last_run,
    )
