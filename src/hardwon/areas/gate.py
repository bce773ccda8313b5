"""The gate: whether the areas have proven enough, and what keeps them from it.

Pure. The mean is over all areas that are known or configured, retired ones with their confidence, those without
evidence on the present state with 0: so a pass of any of them can only raise it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from heapq import nsmallest
from itertools import chain, repeat
from math import floor, fsum
from typing import TYPE_CHECKING, Any, Literal

from hardwon.areas.area import Area
from hardwon.areas.rules import spelling
from hardwon.areas.telling import earned, proof
from hardwon.text.plain import counted, first_of, one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from hardwon.areas.rules import Rule
    from hardwon.areas.standing import Kinds

Weakness = Literal["no evidence", "changed", "failed", "newly known", "few tests"]
"""What keeps the confidence of an area low."""

MOST_NAMED = 20
"""Areas that a gate names, lowest first; of the others it says how many there are."""

_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Weak:
    """An area that keeps the gate closed, and why its confidence is low."""

    area: str
    confidence: float
    cause: Weakness
    why: str

    def __str__(self) -> str:
        return f"{one_line(self.area, _LONGEST_NAME)}, {earned(self.confidence)}: {self.why}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """What was asked of the areas, in percent, and what they miss of it."""

    threshold: float | None = None
    """Mean that was asked for."""

    each: float | None = None
    """Confidence that was asked of every area."""

    mean: float | None = None
    """Mean confidence on the present state, from 0 to 1; None if no area is known or configured."""

    reasons: tuple[str, ...] = ()
    """Why it is closed, a sentence each; none if it is open."""

    remarks: tuple[str, ...] = ()
    """What else to know of the areas, a sentence each; it is among the reasons where the gate is closed."""

    below: int = 0
    """Areas that keep it closed."""

    lowest: tuple[Weak, ...] = ()
    """The lowest of them."""

    @property
    def is_open(self) -> bool:
        return not self.reasons

    @property
    def is_asked(self) -> bool:
        return self.threshold is not None or self.each is not None

    def document(self) -> dict[str, Any]:
        """The judgement as JSON gives it."""
        lowest = [
            {"name": weak.area, "confidence": weak.confidence, "cause": weak.cause, "why": weak.why}
            for weak in self.lowest
        ]
        return {
            "passed": self.is_open,
            "reasons": list(self.reasons),
            "remarks": list(self.remarks),
            "below": self.below,
            "lowest": lowest,
        }

    def lines(self) -> list[str]:
        """Why it is closed, for people: the reasons, then the lowest areas."""
        more = self.below - len(self.lowest)
        rest = [f"- and {counted(more, 'more area')}"] if more else []
        return [*self.reasons, *(f"- {weak}" for weak in self.lowest), *rest]


def without_evidence(rules: Iterable[Rule], known: Collection[str]) -> list[str]:
    """Areas that the configuration names and no run has spoken of, under whatever spelling."""
    configured = {rule.area for rule in rules} - set(known) if rules else set()
    spellings = {spelling(name) for name in known} if configured else set()
    return sorted(name for name in configured if spelling(name) not in spellings)


def judged(
    kinds: Kinds, unknown: Sequence[str] = (), *, threshold: float | None = None, each: float | None = None
) -> Gate:
    """The gate for areas as they stand, and for those that the configuration names and nothing is known of."""
    kinds = replace(kinds, areas=tuple(map(_at_present, kinds.areas)))
    areas = [*kinds.counted, (Area(name=""), len(unknown))]
    number = _number(areas)
    mean = _sum(areas) / number if number else None
    gate = Gate(threshold=threshold, each=each, mean=mean, remarks=without_tests(_gone(kinds)))
    if not gate.is_asked:
        return gate
    if not mean:
        return _closed(gate, [_nothing_proven(number, kinds.areas)], kinds, unknown)
    missed = []
    bar = 0.0
    if threshold is not None and is_below(mean, threshold):
        missed.append(f"Mean confidence {_figure(mean, threshold)} is below the threshold of {threshold:g} %.")
        missed += _newly_known(areas, kinds, threshold)
        bar = threshold
    if each is not None and (low := sum(count for area, count in areas if is_below(area.confidence, each))):
        missed.append(f"{low} of {counted(number, 'area')} {'is' if low == 1 else 'are'} below {each:g} %.")
        bar = max(bar, each)
    return _closed(gate, missed, kinds, unknown, bar) if missed else gate


def _gone(kinds: Kinds) -> list[str]:
    return kinds.names(lambda area: area.tests_gone_at is not None)


def without_tests(areas: Sequence[str]) -> tuple[str, ...]:
    """The sentence on areas of which a whole run found no test any more; none if there are none."""
    if not areas:
        return ()
    shown = first_of([one_line(name, _LONGEST_NAME) for name in areas], MOST_NAMED)
    have = "has" if len(areas) == 1 else "have"
    return (f"{shown} {have} no tests any more: a whole run found none. `hardwon areas remove NAME` takes one out.",)


def _at_present(area: Area) -> Area:
    """The area with what it has proven on the present state: nothing, where only past runs speak for it."""
    return replace(area, confidence=0.0) if area.history_until else area


def _number(areas: Iterable[tuple[Area, int]]) -> int:
    return sum(count for _, count in areas)


def _sum(areas: Iterable[tuple[Area, int]]) -> float:
    # Exact, so that no order of summing lets a higher confidence give a lower mean.
    return fsum(chain.from_iterable(repeat(area.confidence, count) for area, count in areas))


def is_below(confidence: float, percents: float) -> bool:
    """Whether a confidence misses so many percents; the noise of binary fractions decides nothing."""
    return round(confidence * 100, 9) < percents


def _closed(gate: Gate, reasons: Sequence[str], kinds: Kinds, unknown: Sequence[str], bar: float | None = None) -> Gate:
    """The gate with what keeps it closed: the areas below a bar, or all of them."""
    weak = kinds.names(lambda area: bar is None or is_below(area.confidence, bar))
    known = ((kinds.areas[kinds.of[name]].confidence, name) for name in weak)
    lowest = nsmallest(MOST_NAMED, chain(known, ((0.0, name) for name in unknown)))
    found = (kinds.areas[kinds.of[name]] if name in kinds.of else Area(name=name) for _, name in lowest)
    return replace(
        gate,
        reasons=(*reasons, *gate.remarks),
        below=len(weak) + len(unknown),
        lowest=tuple(_weak(area, name) for area, (_, name) in zip(found, lowest, strict=True)),
    )


def _nothing_proven(number: int, areas: Iterable[Area]) -> str:
    if not number:
        return "Nothing is proven: no area is known or configured."
    where = " on the present state" if any(area.history_until for area in areas) else ""
    return f"Nothing is proven: {counted(number, 'area')}, none with any confidence{where}."


def _newly_known(areas: Sequence[tuple[Area, int]], kinds: Kinds, threshold: float) -> list[str]:
    """Names the areas that a first pass has made known, where the mean misses the threshold for them alone."""
    others = [(area, count) for area, count in areas if _weakness(area) != "newly known"]
    number = _number(others)
    if number in (0, _number(areas)) or is_below(_sum(others) / number, threshold):
        return []
    names = kinds.names(lambda area: _weakness(area) == "newly known")
    shown = first_of([one_line(name, _LONGEST_NAME) for name in names], MOST_NAMED)
    return [f"Without what is newly known it is {earned(_sum(others) / number)}: {shown}."]


def _figure(mean: float, threshold: float) -> str:
    """The mean in whole percents like everywhere else, but never rounded up to the threshold that it misses."""
    return earned(mean) if round(mean * 100) < threshold else f"{floor(round(mean * 1e4, 5)) / 100:g} %"


def _weak(area: Area, name: str) -> Weak:
    cause = _weakness(area)
    why = proof(area)
    if area.changed:
        why = area.changed
    elif cause == "changed":
        why = f"started again at {area.changed_at}; {why}"
    elif cause == "newly known":
        why = f"newly known; {why}"
    return Weak(area=name, confidence=area.confidence, cause=cause, why=why)


def _weakness(area: Area) -> Weakness:
    if area.changed:
        return "changed"
    if not area.test_count or area.history_until:
        return "no evidence"
    if area.fails_since_change:
        return "failed"
    if area.tests_before_change and area.changed_at:
        return "changed"
    return "newly known" if area.test_count == 1 else "few tests"
