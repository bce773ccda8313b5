"""From pytest's reports to results: phases make an attempt, attempts make a result.

Pure. A failing setup or teardown is an error, not a verdict; what was tried again and then passed is flaky.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypedDict

from hardwon.evidence.results import Result, merged

if TYPE_CHECKING:
    from hardwon.plugin.names import Names
    from hardwon.steps.step import Status

TOLD = "hardwon"
"""Attribute of a report: what only the process that ran the test knows of it."""


class Told(TypedDict, total=False):
    """What a report can say beyond pytest's own words, in plain values: it comes from other processes, too."""

    area: str
    """The area that the test's own mark names."""

    unskippable: bool
    """The test is marked so."""

    cannot_run: bool
    """The test said that it could not be run at all, or hardwon could not do its part in it."""

    outside: str
    """Its file, where the node id does not tell it."""

    tested: dict[str, Any]
    """What the steps of the test came to, as run.json keeps it."""

    tripped: dict[str, str]
    """Products whose memory the breaker has stopped, each with the reason."""

    trouble: str
    """Why what follows from the test could not be kept."""


NOTHING: Told = {}
_OUTSIDE = ("setup", "teardown")


class PhaseReport(Protocol):
    """What is used of pytest's TestReport."""

    nodeid: str
    when: str | None
    outcome: Literal["passed", "failed", "skipped", "rerun"]
    duration: float


def told(report: object) -> Told:
    """What was written onto a report."""
    return getattr(report, TOLD, NOTHING)


def tell(report: object, what: Told) -> None:
    """Write it onto a report, beside what stands there already."""
    setattr(report, TOLD, {**told(report), **what})


@dataclass(slots=True)
class PhasedAttempt:
    """One attempt at a test: what its phases have said so far."""

    duration: float = 0.0
    has_begun: bool = False
    """Its setup was reported. What comes before that are parts of a test whose phases are reported at its end."""

    is_over: bool = False
    """It came to something: one that was interrupted has only its setup."""

    has_failed: bool = False
    has_passed: bool = False
    was_kept: bool = False
    """Its setup or teardown failed."""

    cannot_run: bool = False

    def take(self, phase: Phase) -> None:
        self.duration += phase.duration
        if phase.when == "setup":
            self.has_begun = True
            if phase.outcome == "passed":
                return
        self.is_over = True
        is_own = phase.when not in _OUTSIDE
        if phase.outcome == "passed":
            self.has_passed |= is_own
        elif phase.outcome != "skipped":
            self.has_failed |= is_own
            self.was_kept |= not is_own

    @property
    def outcome(self) -> Status:
        """A failure of the test itself wins; then what kept it from running; then that it passed."""
        if self.has_failed:
            return "error" if self.cannot_run else "failed"
        if self.was_kept:
            return "error"
        return "passed" if self.has_passed else "skipped"


@dataclass(slots=True)
class SeenTest:
    """One test of this run in one process: its attempts, in order."""

    area: str = ""
    unskippable: bool = False
    attempts: list[PhasedAttempt] = field(default_factory=list)

    def take(self, phase: Phase) -> None:
        if not self.attempts or (phase.when == "setup" and self.attempts[-1].has_begun):
            self.attempts.append(PhasedAttempt())
        attempt = self.attempts[-1]
        attempt.take(phase)
        if said := phase.said:
            attempt.cannot_run |= said.get("cannot_run", False)
            self.area = said.get("area", "") or self.area
            self.unskippable |= said.get("unskippable", False)


class Phase(NamedTuple):
    """What is kept of a report until the run is over."""

    when: str | None
    outcome: Literal["passed", "failed", "skipped", "rerun"]
    duration: float
    said: Told


_SOUND = ["setup", "call", "teardown"]
_PASSED = ["passed"] * len(_SOUND)
_PARTS = len(Phase._fields)


class Results:
    """The results of a pytest run, as its reports come in. Most work is left for its end: it is less for most tests."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._seen: dict[str | tuple[str, str, object], list[Any]] = {}
        """The parts of all phases of a test in one list: the fewer values, the less often Python looks for garbage.

        By node id; where that is not enough, by the file outside of pytest's root and the worker, too.
        """
        self._uncollected: dict[str, None] = {}

    def take(self, report: PhaseReport, said: Told) -> None:
        """A report on one phase of one test, and what is told with it. Workers of xdist may each run the same test."""
        key: str | tuple[str, str, object] = report.nodeid
        if said or hasattr(report, "node"):
            key = (report.nodeid, said.get("outside", ""), getattr(report, "node", None))
            key = key if key[1] or key[2] is not None else report.nodeid
        seen = self._seen.get(key)
        if seen is None:
            self._seen[key] = [report.when, report.outcome, report.duration, said]
        else:
            seen += (report.when, report.outcome, report.duration, said)

    def take_uncollected(self, nodeid: str) -> None:
        """A file or class whose tests could not be collected."""
        self._uncollected[nodeid] = None

    @property
    def is_incomplete(self) -> bool:
        """Whether some tests could not even be collected."""
        return bool(self._uncollected)

    def listed(self) -> list[Result]:
        """One result for each test that came to an end, and for each place that could not be collected."""
        tests: dict[str, list[Result]] = {}
        for key, parts in self._seen.items():
            nodeid, outside = (key, "") if isinstance(key, str) else key[:2]
            result = self._plain(nodeid, outside, parts) or self._result(nodeid, outside, parts)
            if result:
                tests.setdefault(result.test, []).append(result)
        broken = [self._named(nodeid, "", "", outcome="error") for nodeid in self._uncollected]
        return [_of_all(each) for each in tests.values()] + broken

    def _plain(self, nodeid: str, outside: str, parts: list[Any]) -> Result | None:
        """The result of a test that ran once, passed and had nothing else to say; None for any other."""
        if parts[0::_PARTS] != _SOUND or parts[1::_PARTS] != _PASSED or any(parts[3::_PARTS]):
            return None
        return self._named(nodeid, outside, "", outcome="passed", duration=sum(parts[2::_PARTS]))

    def _result(self, nodeid: str, outside: str, parts: list[Any]) -> Result | None:
        """The result of a test from all that its reports said; None if it did not come to an end."""
        seen = SeenTest()
        for at in range(0, len(parts), _PARTS):
            seen.take(Phase(*parts[at : at + _PARTS]))
        attempts = [attempt for attempt in seen.attempts if attempt.is_over]
        if not attempts:
            return None
        made = [
            self._named(nodeid, outside, seen.area, outcome=attempt.outcome, duration=attempt.duration)
            for attempt in attempts
        ]
        result = made[0] if len(made) == 1 else merged(made)
        return replace(result, unskippable=True) if seen.unskippable else result

    def _named(self, nodeid: str, outside: str, said: str, *, outcome: Status, duration: float = 0.0) -> Result:
        named = self._names.of(nodeid, outside, said)
        return Result(
            test=named.test,
            name=named.name,
            outcome=outcome,
            file=named.file,
            classname=named.classname,
            said=said,
            area=named.area,
            duration=round(duration, 6),
        )


def _of_all(results: list[Result]) -> Result:
    """What several processes say about the same test: it must have passed in each of them."""
    if len(results) == 1:
        return results[0]
    return merged(sorted(results, key=lambda result: result.outcome == "failed"))
