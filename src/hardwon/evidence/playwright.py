"""Playwright's own JSON report: nested suites, one test per project, attempts with their status."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardwon.evidence.fields import Contents, annotated_area, commit_named, moment_of, seconds, tagged_area, text
from hardwon.evidence.results import Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.steps.step import Status

_OUTCOMES: dict[str, Status] = {
    "expected": "passed",
    "flaky": "passed",
    "unexpected": "failed",
    "skipped": "skipped",
}


def is_playwright(report: Any) -> bool:
    """Whether the JSON has the shape of Playwright's reporter."""
    if not isinstance(report, dict):
        return False
    return isinstance(report.get("suites"), list) and isinstance(report.get("config"), dict)


SOURCE = "playwright"


def read_playwright(report: dict[str, Any]) -> Contents:
    """One result for each test in each project; errors outside of tests are tests that could not run."""
    root = text(report["config"].get("rootDir"))
    results = [result for suite in report["suites"] for result in _suite(suite, root)]
    errors = report.get("errors")
    results.extend(_error(error) for error in (errors if isinstance(errors, list) else ()))
    stats = report.get("stats")
    began = moment_of(stats.get("startTime")) if isinstance(stats, dict) else None
    return Contents(results=results, commit=_commit(report["config"].get("metadata")), began=began)


def _commit(metadata: Any) -> str:
    """The commit that the report is about: newer versions have it as an object, `gitCommit.hash`."""
    if not isinstance(metadata, dict):
        return ""
    named = metadata.get("gitCommit")
    inner = {"commit": named.get("hash")} if isinstance(named, dict) else {}
    plain = {key.removesuffix(".id"): value for key, value in metadata.items() if isinstance(value, str)}
    return next(filter(None, (commit_named(key, text(value)) for key, value in (inner | plain).items())), "")


def _suite(suite: Any, root: str) -> Iterator[Result]:
    """Depth first, without recursion: a hostile report nests as deep as it likes."""
    waiting: list[tuple[Any, tuple[str, ...]]] = [(suite, ())]
    while waiting:
        current, titles = waiting.pop()
        if not isinstance(current, dict):
            continue
        file = text(current.get("file"))
        title = text(current.get("title"))
        below = titles if not title or title == file else (*titles, title)
        for spec in _list(current, "specs"):
            for test in _list(spec, "tests"):
                yield _result(spec, test, below, root)
        waiting.extend((inner, below) for inner in reversed(_list(current, "suites")))


def _result(spec: dict[str, Any], test: dict[str, Any], titles: tuple[str, ...], root: str) -> Result:
    file = text(spec.get("file"))
    whole = f"{root.rstrip('/')}/{file}" if root and file and not file.startswith("/") else file
    name = " > ".join([*titles, text(spec.get("title"))])
    project = text(test.get("projectName"))
    attempts = _list(test, "results")
    durations = [value for value in (seconds(attempt.get("duration")) for attempt in attempts) if value is not None]
    return Result(
        test=f"[{project}] {file}::{name}" if project else f"{file}::{name}",
        name=name,
        outcome=_outcome(test, attempts),
        file=whole,
        said=annotated_area(test) or tagged_area(spec.get("tags")),
        source=SOURCE,
        duration=sum(durations) / 1000 if durations else None,
        flaky=test.get("status") == "flaky",
        attempts=max(1, len(attempts)),
    )


def _outcome(test: dict[str, Any], attempts: list[dict[str, Any]]) -> Status:
    outcome = _OUTCOMES.get(text(test.get("status")), "error")
    if outcome == "failed" and attempts and all(attempt.get("status") == "interrupted" for attempt in attempts):
        return "error"
    return outcome


def _error(error: Any) -> Result:
    location = error.get("location") if isinstance(error, dict) else None
    file = text(location.get("file")) if isinstance(location, dict) else ""
    return Result(test=f"{file}::", name="", outcome="error", file=file)


def _list(holder: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = holder.get(key)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
