"""From pytest's reports to results: phases make an attempt, attempts make a result.

Pure. A failing setup or teardown is an error, not a verdict; what was tried again and then passed is flaky.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, Protocol

from hardwon.evidence.results import Result, merged

if TYPE_CHECKING:
    from pathlib import Path

    from hardwon.evidence.results import Outcome

AREA = "hardwon_area"
"""Attribute of a report: the area that the test's own mark names."""

UNSKIPPABLE = "hardwon_unskippable"
"""Attribute of a report: the test is marked so."""

CANNOT_RUN = "hardwon_cannot_run"
"""Attribute of a report: the test said that it could not be run at all."""

_OUTSIDE = ("setup", "teardown")


class Report(Protocol):
    """What is used of pytest's TestReport."""

    nodeid: str
    when: str | None
    outcome: Literal["passed", "failed", "skipped", "rerun"]
    duration: float


@dataclass(slots=True)
class Attempt:
    """One attempt at a test: the outcome of each of its phases so far."""

    phases: list[tuple[str, str]] = field(default_factory=list)
    duration: float = 0.0
    cannot_run: bool = False

    @property
    def is_over(self) -> bool:
        """Whether it came to anything: one that was interrupted has only its setup."""
        return self.phases != [("setup", "passed")]

    @property
    def outcome(self) -> Outcome:
        """A failure of the test itself wins; then what kept it from running; then that it passed."""
        own = {outcome for when, outcome in self.phases if when not in _OUTSIDE}
        around = {outcome for when, outcome in self.phases if when in _OUTSIDE}
        if own & {"failed", "rerun"}:
            return "error" if self.cannot_run else "failed"
        if around & {"failed", "rerun"}:
            return "error"
        return "passed" if "passed" in own else "skipped"


@dataclass(slots=True)
class Seen:
    """One test of this run: its attempts, in order."""

    area: str = ""
    unskippable: bool = False
    attempts: list[Attempt] = field(default_factory=list)

    def take(self, report: Report) -> None:
        if report.when == "setup" or not self.attempts:
            self.attempts.append(Attempt())
        attempt = self.attempts[-1]
        attempt.phases.append((report.when or "", report.outcome))
        attempt.duration += report.duration
        attempt.cannot_run |= getattr(report, CANNOT_RUN, False)
        self.area = getattr(report, AREA, "") or self.area
        self.unskippable |= getattr(report, UNSKIPPABLE, False)


class Results:
    """The results of a pytest run, as its reports come in."""

    def __init__(self, rootpath: Path) -> None:
        self._rootpath = rootpath
        self._seen: dict[str, Seen] = {}
        self._uncollected: dict[str, None] = {}

    def take(self, report: Report) -> None:
        """A report on one phase of one test."""
        self._seen.setdefault(report.nodeid, Seen()).take(report)

    def take_uncollected(self, nodeid: str) -> None:
        """A file or class whose tests could not be collected."""
        self._uncollected[nodeid] = None

    def listed(self) -> list[Result]:
        """One result for each test that came to an end, and for each place that could not be collected."""
        tests = [self._result(nodeid, seen) for nodeid, seen in self._seen.items() if seen.attempts[0].is_over]
        broken = [result_of(self._rootpath, nodeid, "error") for nodeid in self._uncollected]
        return tests + broken

    def _result(self, nodeid: str, seen: Seen) -> Result:
        attempts = [
            result_of(self._rootpath, nodeid, attempt.outcome, said=seen.area, duration=attempt.duration)
            for attempt in seen.attempts
            if attempt.is_over
        ]
        result = attempts[0] if len(attempts) == 1 else merged(attempts)
        return replace(result, unskippable=True) if seen.unskippable else result


def result_of(rootpath: Path, nodeid: str, outcome: Outcome, *, said: str = "", duration: float = 0.0) -> Result:
    """A result named like one of pytest's own reports: file, classes, name."""
    path, *names = nodeid.split("::")
    file = _in_full(rootpath, path)
    return Result(
        test="::".join([file, *names]),
        name="::".join(names) or path,
        outcome=outcome,
        file=file,
        classname=".".join([path.removesuffix(".py").replace("/", "."), *names[:-1]]),
        said=said,
        duration=round(duration, 6),
    )


@lru_cache(maxsize=4096)
def _in_full(rootpath: Path, path: str) -> str:
    """The file in full: the project's root need not be pytest's, and `placed` makes it relative to the former."""
    return (rootpath / path).as_posix()
