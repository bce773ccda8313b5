"""Results of tests, and the verdicts that follow from them.

Pure: what a report said goes in, one verdict per area comes out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.areas.area import Verdict
from hardwon.areas.telling import percent
from hardwon.evidence.redaction import name_kept
from hardwon.text.plain import well_formed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hardwon.steps.step import Status

FEWEST_TESTS = 5
"""A run with fewer tests is never taken for a broken environment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a run says about one test."""

    test: str
    """Name of the test that stays the same from run to run."""

    name: str
    outcome: Status
    file: str = ""
    classname: str = ""

    dotted: str = ""
    """Name of pytest's that the file was guessed from; empty where the report names the file, or nobody does."""

    package: str = ""
    """Where the test lies, as a dotted name or path, if the report knows it better than file and classname."""

    said: str = ""
    """Area that the report itself names; empty where it names none."""

    area: str = ""
    """Area it was placed in."""

    duration: float | None = None
    flaky: bool = False
    """It failed at first and passed when tried again in the same run."""

    attempts: int = 1
    source: str = ""
    """Where it comes from: the runner and the suite that a report names, the plugin, a run of ours."""

    is_scenario: bool = False
    """It was made up for this run: it has no lasting identity."""

    unskippable: bool = False
    """It is marked as one that no reduced run may leave out."""


def without_secrets(result: Result) -> Result:
    """The result as records have it: names are often made from what a test is given."""
    together = well_formed(f"{result.test}\n{result.name}\n{result.file}\n{result.area}")
    if name_kept(together) == together:
        return result
    test, name, file, area = map(name_kept, (result.test, result.name, result.file, result.area))
    return replace(result, test=test, name=name, file=file, area=area)


def merged(attempts: Sequence[Result]) -> Result:
    """One result for a test that was tried several times in one run, in order.

    Failed, then passed: it passes and is flaky. Passed, then failed: it failed.
    """
    last = attempts[-1]
    decisive = [attempt for attempt in attempts if attempt.outcome in ("passed", "failed")]
    final = decisive[-1] if decisive else last
    failed_before = any(attempt.outcome == "failed" for attempt in decisive[:-1])
    durations = [attempt.duration for attempt in attempts if attempt.duration is not None]
    return replace(
        final,
        flaky=final.outcome == "passed" and (failed_before or any(attempt.flaky for attempt in attempts)),
        duration=sum(durations) if durations else None,
        attempts=sum(attempt.attempts for attempt in attempts),
        said=next((attempt.said for attempt in reversed(attempts) if attempt.said), ""),
    )


def verdicts(results: Iterable[Result], *, run: str) -> list[Verdict]:
    """One verdict for each area that has a test which passed or failed; an area fails if any of its tests did."""
    by_area: dict[str, list[Result]] = {}
    for result in results:
        if result.outcome in ("passed", "failed"):
            by_area.setdefault(result.area, []).append(result)
    return [_verdict(area, own, run) for area, own in sorted(by_area.items())]


def _verdict(area: str, results: list[Result], run: str) -> Verdict:
    failed = sum(result.outcome == "failed" for result in results)
    return Verdict(
        area=area,
        passed=failed == 0,
        run=run,
        tests=len(results),
        failed=failed,
        flaky=sum(result.flaky for result in results),
    )


def tally(results: Iterable[Result]) -> dict[str, int]:
    """How many results there are of each kind."""
    counts = dict.fromkeys(("passed", "failed", "skipped", "error", "flaky"), 0)
    for result in results:
        counts[result.outcome] += 1
        counts["flaky"] += result.flaky
    return counts


def reason_to_ignore(results: Sequence[Result], threshold: float) -> str:
    """Why a run teaches nothing: nearly everything failed or could not run. Empty when it does teach."""
    return reason_in(tally(results), threshold)


def reason_in(counts: Mapping[str, int], threshold: float) -> str:
    """The same from how many results there are of each kind."""
    failed, broken = counts["failed"], counts["error"]
    tried = failed + broken + counts["passed"]
    if tried < FEWEST_TESTS or not failed + broken or failed + broken < threshold * tried:
        return ""
    return (
        f"{failed + broken} of {tried} tests failed or could not run "
        f"({failed} failed, {broken} could not run): at {percent(threshold)} or more a run says something about "
        "its environment, not about the areas. No area was moved."
    )
