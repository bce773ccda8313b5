"""The evidence of a run, read back: its tests as a curator is given them once more.

conclusions.jsonl has a line for each test that was over, steps.jsonl one for each step of its attempts. What a run does
not tell is not guessed: the error says what is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hardwon.errors import UsageError
from hardwon.evidence.journal import CONCLUSIONS, STEPS
from hardwon.observations.suites import suite_in
from hardwon.steps.place import Place
from hardwon.steps.seen import Lesson, Seen, SeenAttempt
from hardwon.store import lines
from hardwon.store.lines import Flaw
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from hardwon.evidence.runs import Runs
    from hardwon.steps.step import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class PastTest:
    """A test of a run as its evidence tells."""

    place: Place
    run: str

    status: Status
    attempts: tuple[SeenAttempt, ...]

    @property
    def known(self) -> dict[str, str]:
        """What it was given, each with the digest of its text."""
        return {each: digest for attempt in self.attempts for each, digest in attempt.digests.items()}

    @property
    def shown(self) -> str:
        """The test as messages name it."""
        place = f" at {self.place.position} in {self.place.suite.id}" if self.place.suite else ""
        return f"{one_line(self.place.test, 80)}{place} ({self.status})"


def tests_of(runs: Runs, run: str) -> list[PastTest]:
    """The tests of a run that were over, in their order; UsageError if its evidence does not tell."""
    if run not in runs.ids():
        raise UsageError(f"There is no run {one_line(run, 60)!r} here.", remedy="`.hardwon/runs` is local.")
    folder = runs.folder / run
    if runs.is_running(run):
        raise UsageError(f"Run {run} is still under way.", remedy="Wait for its end.")
    if not (folder / CONCLUSIONS).is_file():
        raise UsageError(
            f"The evidence of run {run} does not tell which tests it had and what each was given ({CONCLUSIONS} is "
            "missing): it carried out no tests, or an earlier version of hardwon wrote it.",
            remedy="Run the tests again, or leave RUN out and give --decisions with --product.",
        )
    steps: dict[str, list[dict[str, Any]]] = {}
    for _, row in lines.read(folder / STEPS):
        if not isinstance(row, Flaw):  # a step that is missing is noticed below
            steps.setdefault(str(row.get("key")), []).append(row)
    return [_test(folder, run, row, steps) for _, row in lines.read(folder / CONCLUSIONS)]


def _test(folder: Path, run: str, row: dict[str, Any] | Flaw, steps: dict[str, list[dict[str, Any]]]) -> PastTest:
    try:
        if isinstance(row, Flaw):
            raise ValueError(f"line {row.line} of {CONCLUSIONS} {row.reason}")  # noqa: TRY301, TRY004 - one way to refuse
        return PastTest(
            place=_place(row["id"], row["place"]),
            run=run,
            status=row["status"],
            attempts=tuple(_attempt(told, steps) for told in row["attempts"]),
        )
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, UsageError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise UsageError(
            f"The evidence in {folder} cannot be used: {one_line(reason)}.", remedy="Nothing was changed."
        ) from error


def _place(test: str, place: dict[str, Any]) -> Place:
    suite = place["suite"]
    return Place(
        product=place["product"],
        test=test,
        suite=suite and suite_in(suite),
        position=place["position"],
    )


def _attempt(told: dict[str, Any], steps: dict[str, list[dict[str, Any]]]) -> SeenAttempt:
    rows = sorted(steps.get(told["key"], ()), key=lambda row: int(row["index"]))
    if len(rows) != told["steps"]:
        raise ValueError(f"{STEPS} has {len(rows)} of the {told['steps']} steps of an attempt")
    return SeenAttempt(
        status=told["status"],
        steps=tuple(_seen(row) for row in rows),
        digests={each: digest for row in rows for each, digest in row["digests"].items()},
    )


def _seen(row: dict[str, Any]) -> Seen:
    return Seen(
        text=row["text"],
        kind=row["kind"],
        status=row["status"],
        sub_actions=row["sub_actions"],
        retries=row["retries"],
        observation=row["observation"],
        reason=row["reason"],
        injected=_texts(row["injected"]),
        # Runs from before this was kept: then every lesson may be news.
        told={str(each): str(text) for each, text in row.get("told", {}).items()},
        used=_texts(row["used"]),
        contradicted=_texts(row["contradicted"]),
        lessons=tuple(
            Lesson(title=each["title"], content=each["content"], scope=each["scope"]) for each in row["learned"]
        ),
    )


def _texts(values: Iterable[Any]) -> tuple[str, ...]:
    return tuple(str(value) for value in values)
