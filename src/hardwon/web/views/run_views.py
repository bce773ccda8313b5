"""Runs: what was tried, what each step was given and why, what came of it, and two runs beside each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hardwon.errors import UsageError
from hardwon.evidence import journal, pictures
from hardwon.evidence.changes import Curated
from hardwon.evidence.choice import StepChoice
from hardwon.evidence.log import entries
from hardwon.store.run_record import RUN_ID, Flaw
from hardwon.text.plain import one_line
from hardwon.web.shelves import line_of
from hardwon.web.views.area_views import tests_in
from hardwon.web.visit import PageSheet, leaf

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hardwon.evidence.journal import KeptStep
    from hardwon.evidence.run_file import RunSummary
    from hardwon.evidence.test_table import KeptTest
    from hardwon.evidence.told import ToldTest
    from hardwon.memory import Memory
    from hardwon.web.shelves import RunLine
    from hardwon.web.visit import Visit

OUTCOMES = ("passed", "failed", "error", "skipped", "running", "killed", "ignored", "changes")
PER_RUN = 20
TABLE_ROWS = 100
MOST_DELTAS = 200
MOST_DIFFERENCES = 500
_WORST = ("failed", "error", "skipped", "passed")


def runs(visit: Visit) -> PageSheet:
    """All runs, newest first."""
    lines = visit.shelves.runs.lines(visit.memory.runs)
    status, kind, text = visit.asked("status"), visit.asked("kind"), visit.asked("q").casefold()
    fitting = [line for line in lines if _fits(line, status=status, kind=kind, text=text)]
    return PageSheet(
        template="runs",
        title="Runs",
        at="runs",
        values={
            "page": leaf(fitting, visit, "runs"),
            "all": len(lines),
            "status": status,
            "kind": kind,
            "q": visit.asked("q"),
            "statuses": OUTCOMES,
            "kinds": sorted({line.kind for line in lines if line.kind}),
        },
    )


def _fits(line: RunLine, *, status: str, kind: str, text: str) -> bool:
    if (status and line.status != status) or (kind and line.kind != kind):
        return False
    if not text:
        return True
    names = (line.run, line.commit, line.origin, *line.products, *(each.area for each in line.verdicts))
    return any(text in name.casefold() for name in names)


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptSeen:
    """One attempt at a test, with the steps that are known of it."""

    status: str
    with_memory: bool
    steps: Sequence[Mapping[str, Any]]
    failed_step: int | None = None
    reason: str = ""


def run(visit: Visit, run_id: str) -> PageSheet:
    """One run."""
    memory = visit.memory
    summary = _summary(memory, run_id)
    line = line_of(memory.runs, run_id)
    with_steps = _tests(memory, summary)
    table = [] if with_steps else sorted(tests_in(memory, run_id), key=_badness)
    outcome = visit.asked("outcome")
    shown = [test for test in table if not outcome or test.verdict == outcome]
    deltas = list(entries(memory.runs, memory.observations.standing, only=[run_id]))
    lines = visit.shelves.runs.lines(memory.runs)
    return PageSheet(
        template="run",
        title=f"Run {run_id}",
        at="runs",
        values={
            "run": run_id,
            "line": line,
            "summary": summary,
            "setup": summary.setup,
            "tally": _tally(with_steps, table),
            "page": leaf(with_steps, visit, f"runs/{run_id}", per=PER_RUN),
            "table": leaf(shown, visit, f"runs/{run_id}", per=TABLE_ROWS),
            "outcome": outcome,
            "outcomes": _WORST,
            "deltas": deltas[:MOST_DELTAS],
            "more_deltas": max(0, len(deltas) - MOST_DELTAS),
            "errors": _refusals(memory, run_id),
            "others": [each for each in lines if each.run != run_id and each.kind == line.kind][:20],
            "observed": f"/runs/{run_id}/events" if line.status == "running" else "",
        },
    )


def _summary(memory: Memory, run_id: str) -> RunSummary:
    if not RUN_ID.fullmatch(run_id) or not memory.runs.has(run_id):
        raise UsageError(
            f"There is no run {one_line(run_id, 60)!r} here.", remedy="Only the newest runs are kept, on this machine."
        )
    return memory.runs.summary(run_id)


def _badness(test: KeptTest) -> tuple[int, bool, str]:
    return _WORST.index(test.verdict), not test.flaky, test.test


def _tally(told: Sequence[Mapping[str, Any]], table: Iterable[KeptTest]) -> dict[str, int]:
    ends = [each["test"].status for each in told if "test" in each] or [test.verdict for test in table]
    return {outcome: count for outcome in _WORST if (count := ends.count(outcome))}


def _tests(memory: Memory, summary: RunSummary) -> list[dict[str, Any]]:
    """The tests with steps of a run, those that are over also while it goes on, with their attempts."""
    runs = memory.runs
    steps = journal.steps_in(runs.record, summary.run)
    ended = [each for each in runs.ended_tests(summary.run) if not isinstance(each, Flaw)]
    if not ended:
        found = [{"test": test, "attempts": _told_attempts(test)} for test in summary.tests]
        return found + _under_way(summary, steps, set())
    found = []
    for end in ended:
        attempts = []
        for place, attempt in enumerate(end.attempts):
            told = end.test.attempts[place] if place < len(end.test.attempts) else None
            attempts.append(
                AttemptSeen(
                    status=attempt.status,
                    with_memory=told.with_memory if told else place == 0,
                    steps=_steps(steps.get(attempt.key, ())),
                    failed_step=told.failed_step if told else None,
                    reason=told.reason if told else "",
                )
            )
        found.append({"test": end.test, "attempts": attempts})
    over = {attempt.key for end in ended for attempt in end.attempts}
    return found + _under_way(summary, steps, over)


def _under_way(summary: RunSummary, steps: Mapping[str, Any], over: set[str]) -> list[dict[str, Any]]:
    """What is being tried right now: steps of attempts that no test has concluded."""
    if not summary.is_unfinished:
        return []
    return [{"going": _steps(kept)} for key, kept in steps.items() if key not in over]


def _told_attempts(test: ToldTest) -> list[AttemptSeen]:
    """What is known where a run kept only the steps of its first attempt."""
    first = [
        {
            "text": step.text,
            "kind": step.kind,
            "status": step.status,
            "memory": step.memory,
            "sub_actions": step.sub_actions,
            "given": [{"id": each, "title": "", "score": None} for each in step.injected],
            "used": step.used,
            "contradicted": step.contradicted,
            "reason": step.reason,
            "seen": step.seen,
            "why": "",
            "refused": "",
            "choice": StepChoice(),
            "context": "",
            "duration": 0.0,
            "screenshots": (),
            "no_screenshot": "",
        }
        for step in test.steps
    ]
    return [AttemptSeen(status=test.status, with_memory=bool(test.recalled), steps=first, reason=test.reason)]


def _steps(kept: Iterable[KeptStep | Flaw]) -> list[dict[str, Any]]:
    return [_step(each) for each in kept if not isinstance(each, Flaw)]


def _step(kept: KeptStep) -> dict[str, Any]:
    seen = kept.seen
    return {
        "text": seen.text,
        "kind": seen.kind,
        "status": seen.status,
        "memory": seen.memory,
        "sub_actions": seen.sub_actions,
        "given": [
            {"id": each, "title": seen.told.get(each, "").partition("\n")[0], "score": kept.scores.get(each)}
            for each in seen.injected
        ],
        "used": seen.used,
        "contradicted": seen.contradicted,
        "reason": seen.reason,
        "seen": seen.observation,
        "why": kept.memory_reason,
        "refused": kept.refused,
        "choice": kept.choice,
        "context": kept.context,
        "duration": kept.duration,
        "screenshots": kept.screenshots,
        "no_screenshot": kept.no_screenshot,
    }


def screenshot(memory: Memory, run_id: str, name: str) -> tuple[bytes, str] | None:
    """A picture of a run and its media type; None if there is none."""
    return pictures.shown(memory.runs.record, run_id, name) if RUN_ID.fullmatch(run_id) else None


def screenshots(memory: Memory, run_id: str) -> list[str]:
    """The pictures that the steps of a run name."""
    steps = journal.steps_in(memory.runs.record, run_id).values()
    kept = (each for attempt in steps for each in attempt if not isinstance(each, Flaw))
    return list(dict.fromkeys(name for each in kept for name in each.screenshots))


def _refusals(memory: Memory, run_id: str) -> list[tuple[str, str]]:
    """The decisions of curations that were refused, and why."""
    told = memory.runs.changed_in(run_id) or ()
    return [(each.action, each.reason) for one in told if isinstance(one, Curated) for each in one.log.errors]


def compare(visit: Visit) -> PageSheet:
    """Two runs beside each other."""
    memory = visit.memory
    ids = visit.asked("a"), visit.asked("b")
    summaries = [_summary(memory, each) for each in ids]
    lines = [line_of(memory.runs, each) for each in ids]
    one, two = ({test.test: test for test in tests_in(memory, each)} for each in ids)
    differing = [_pair(name, one.get(name), two.get(name)) for name in sorted({*one, *two})]
    changed = [pair for pair in differing if pair["kind"]]
    areas = sorted({each.area for line in lines for each in line.verdicts})
    verdicts = [{each.area: each for each in line.verdicts} for line in lines]
    return PageSheet(
        template="compare",
        title="Two runs compared",
        at="runs",
        values={
            "lines": lines,
            "summaries": summaries,
            "pairs": changed[:MOST_DIFFERENCES],
            "more": max(0, len(changed) - MOST_DIFFERENCES),
            "same": len(differing) - len(changed),
            "areas": [(name, verdicts[0].get(name), verdicts[1].get(name)) for name in areas],
        },
    )


def _pair(name: str, one: KeptTest | None, two: KeptTest | None) -> dict[str, Any]:
    if one is None or two is None:
        kind = "new" if one is None else "gone"
    else:
        kind = "" if one.verdict == two.verdict and not _is_slower(one, two) else "other"
    return {"test": name, "one": one, "two": two, "kind": kind}


def _is_slower(one: KeptTest, two: KeptTest) -> bool:
    """Whether a test took much longer in one of two runs than in the other."""
    if one.duration is None or two.duration is None:
        return False
    low, high = sorted((one.duration, two.duration))
    return high > 1.0 and high > 2 * low
