"""What pytest's terminal shows of it: a line at the top, a section at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas.telling import earned
from hardwon.text.plain import counted, first_of, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from hardwon.areas.area import Area
    from hardwon.areas.learning import Learned, Movement
    from hardwon.areas.selection import Basis, Selection
    from hardwon.memory import Memory

MOST_NAMED = 5
MOST_LINES = 15
"""Lines of one kind that are shown one by one."""


def delivered(runs: int) -> list[str]:
    """What a server that is back was told first."""
    return [f"hardwon: delivered to the team's server: what {counted(runs, 'run')} said"] if runs else []


def header(memory: Memory, areas: Mapping[str, Area], basis: Basis) -> str:
    """What is known before the run."""
    source = memory.project.shown(memory.store.where)
    retired = sum(area.retired for area in areas.values())
    changed = sum(bool(area.changed) for area in areas.values())
    known = f"{counted(len(areas), 'area')} known" + (f", {retired} retired" * bool(retired))
    known += f", {changed} changed since their last proof" * bool(changed)
    history = (
        f"{counted(len(basis.last), 'test')} known from earlier runs" if basis.last else "no history of tests here"
    )
    return f"hardwon: {known} ({source}); {history}"


def section(*, learned: Learned | None, flaky: Sequence[str], stopped: bool) -> list[str]:
    """What the run did to the areas."""
    lines = [*_moved(learned), *map(shown, learned.warnings)] if learned else []
    if learned and stopped:
        lines.append("the run was stopped early: failures count, and what passed is only a part")
    return [*lines, *_some([f"flaky: {shown(test)} failed, then passed" for test in flaky], "flaky tests")]


def _moved(learned: Learned) -> Iterator[str]:
    if learned.ignored:
        yield learned.ignored
        return
    credited = [each for each in learned.movements if each.verdict.credited]
    failed = [each for each in credited if not each.verdict.passed]
    fell = [each for each in credited if each.verdict.passed and _fell(each)]
    telling = [each for each in credited if each.news and each not in failed and each not in fell]
    rest = [each for each in credited if each not in failed and each not in fell and each not in telling]
    # What failed is what people look for: however many there are, none is cut.
    yield from (_movement(each) for each in sorted(failed, key=_depth, reverse=True))
    yield from (_movement(each) for each in sorted(fell, key=_depth, reverse=True))
    yield from _some([_movement(each) for each in telling], "areas")
    yield from _some([_movement(each) for each in rest], "areas rose")
    yield from _some(list(_unmoved(learned)), "reasons")


def _fell(movement: Movement) -> bool:
    return _depth(movement) > 0


def _depth(movement: Movement) -> float:
    """How far an area fell, a change of its files included."""
    if movement.before is None:
        return 0.0
    return max(movement.before.stood, movement.before.confidence) - movement.after.confidence


def _unmoved(learned: Learned) -> Iterator[str]:
    """What was not credited, and why: once for all areas with the same reason."""
    by_reason: dict[str, list[str]] = {}
    for verdict in learned.verdicts:
        if not verdict.credited:
            by_reason.setdefault(verdict.why, []).append(verdict.area)
    for why, areas in by_reason.items():
        yield f"not counted: {shown(first_of(areas, MOST_NAMED))}: {why}"


def _movement(movement: Movement) -> str:
    verdict, after = movement.verdict, movement.after
    before = earned(movement.before.confidence) if movement.before else "new"
    how = (
        f"{verdict.failed} of {verdict.tests} failed" if verdict.failed else f"{counted(verdict.tests, 'test')} passed"
    )
    if movement.before and movement.before.changed and not movement.is_past:
        stands = f" → {earned(after.confidence)}" if after.confidence else ""
        return f"{shown(verdict.area)}: {earned(movement.before.stood)} → 0 %, its files changed, then {how}{stands}"
    news = f"; {movement.news}" if movement.news not in ("", "new") else ""
    return f"{shown(verdict.area)}: {before} → {earned(after.confidence)} ({how}){shown(news)}"


def left_out(
    selection: Selection | None, *, reduced: bool, explained: bool, brought_back: Sequence[str], gaps: Sequence[str]
) -> list[str]:
    """What was left out, or would be."""
    if selection is None or not selection.choices:
        return []
    if selection.unreduced:
        return [selection.unreduced] if reduced or explained else []
    if not selection.skipped and not (reduced or explained):
        return []
    verb = "left out" if reduced else "--hardwon-reduce would leave out"
    lines = [selection.summary(verb), *map(shown, selection.halted)]
    if brought_back:
        lines.append(f"a failure brought {counted(len(brought_back), 'test')} of them back")
    if selection.unwatched and reduced:
        lines.append(
            f"no `paths`, so any changed source brings all of them back: {shown(', '.join(selection.unwatched))}"
        )
    lines += gaps if reduced else ()
    if explained:
        lines += _explained(selection)
    return lines


def _explained(selection: Selection) -> Iterator[str]:
    """The tests that are left out, by area and reason: each reason once."""
    by_reason: dict[tuple[str, str], list[str]] = {}
    for choice in selection.skipped:
        by_reason.setdefault((choice.area, choice.reason), []).append(choice.test)
    for (area, reason), tests in sorted(by_reason.items()):
        yield f"  {shown(area)}: {counted(len(tests), 'test')}: {reason}"
        yield from (f"    {shown(test)}" for test in tests)


def _some(lines: list[str], what: str) -> Iterable[str]:
    if len(lines) <= MOST_LINES:
        return lines
    return [*lines[:MOST_LINES], f"and {len(lines) - MOST_LINES} more {what}"]


def shown(text: str) -> str:
    """Names of tests and areas can hold anything; the terminal gets one visible line."""
    return one_line(text, 300)
