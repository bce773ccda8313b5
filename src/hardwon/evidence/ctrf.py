"""CTRF: the common JSON report that many runners can write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardwon.evidence.fields import (
    LONGEST,
    RUN,
    Contents,
    annotated_area,
    commit_named,
    moment_of,
    seconds,
    source_named,
    tagged_area,
    text,
)
from hardwon.evidence.results import Result

if TYPE_CHECKING:
    from hardwon.steps.step import Status

_OUTCOMES: dict[str, Status] = {
    "passed": "passed",
    "failed": "failed",
    "skipped": "skipped",
    "pending": "skipped",
}
_OUTSIDE = ("setup", "teardown", "collect")


def read_ctrf(report: dict[str, Any]) -> Contents:
    """One result for each test of the report."""
    results = report["results"]
    source = source_named(_object(results.get("tool")).get("name", ""), "ctrf")
    environment = _object(results.get("environment"))
    extras = [_object(each.get("extra")) for each in (report, results, environment)]
    return Contents(
        results=[_result(test, source) for test in results["tests"] if isinstance(test, dict)],
        commit=next(filter(None, (commit_named(key, text(value)) for key, value in environment.items())), ""),
        run=next((text(each[RUN]) for each in extras if RUN in each), ""),
        began=moment_of(_object(results.get("summary")).get("start")) or moment_of(report.get("timestamp")),
    )


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def is_ctrf(report: Any) -> bool:
    """Whether the JSON has the shape of CTRF."""
    results = report.get("results") if isinstance(report, dict) else None
    return isinstance(results, dict) and isinstance(results.get("tests"), list)


def _result(test: dict[str, Any], source: str) -> Result:
    name, file = text(test.get("name")), text(test.get("filePath"))
    suite = test.get("suite")
    suite = " > ".join(map(text, suite)) if isinstance(suite, list) else text(suite)
    attempts = _attempts(test)
    outcome = _outcome(test)
    milliseconds = seconds(test.get("duration"))
    return Result(
        test=name if file and name.startswith(f"{file}::") else f"{suite or file}::{name}",
        name=name.removeprefix(f"{file}::") if file else name,
        outcome=outcome,
        file=file,
        package=suite,
        said=_area(test),
        source=source,
        duration=None if milliseconds is None else milliseconds / 1000,
        flaky=outcome == "passed" and _is_flaky(test, attempts),
        attempts=1 + max(len(attempts), _count(test.get("retries"))),
    )


def _outcome(test: dict[str, Any]) -> Status:
    raw = text(test.get("rawStatus")).lower()
    outcome = _OUTCOMES.get(text(test.get("status")).lower())
    if outcome is None:
        return "skipped" if raw in ("todo", "disabled") else "error"
    return "error" if outcome == "failed" and raw.startswith(_OUTSIDE) else outcome


def _is_flaky(test: dict[str, Any], attempts: list[dict[str, Any]]) -> bool:
    """Whether it failed before it passed: by its attempts where they are told, else by what the writer says."""
    if attempts:
        return any(text(attempt.get("status")).lower() == "failed" for attempt in attempts)
    return test.get("flaky") is True or _count(test.get("retries")) > 0


def _attempts(test: dict[str, Any]) -> list[dict[str, Any]]:
    attempts = test.get("retryAttempts")
    return [attempt for attempt in attempts if isinstance(attempt, dict)] if isinstance(attempts, list) else []


def _area(test: dict[str, Any]) -> str:
    for labels in (test.get("labels"), test.get("extra")):
        if isinstance(labels, dict) and isinstance(labels.get("area"), str):
            return text(labels["area"])
    return tagged_area(test.get("tags")) or annotated_area(test.get("extra"))


def _count(value: Any) -> int:
    return value if type(value) is int and 0 <= value < LONGEST else 0
