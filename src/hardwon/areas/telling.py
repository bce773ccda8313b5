"""What an area has proven, in words and figures: the same on every surface. Pure."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING

from hardwon.areas.bound import failure_rate_bound
from hardwon.text.plain import counted

if TYPE_CHECKING:
    from hardwon.areas.area import Area


def proof(area: Area) -> str:
    """The honest line: what the counts since the last change prove, and no more."""
    past = "; by past runs, not yet on the present state" if area.history_until else ""
    return _proven(area) + past + ("; it has no tests any more" if area.tests_gone_at else "")


def _proven(area: Area) -> str:
    tests, failures = area.tests_since_change, area.fails_since_change
    if area.changed or tests <= 0:
        return "nothing proven since the change" if area.test_count else "no evidence yet"
    bound = f"failure rate below {percent(failure_rate_bound(tests, failures))} at 95 % confidence"
    if failures == 0:
        return f"{counted(tests, 'clean pass', 'clean passes')}{_on_states(area, tests)}: {bound}"
    passes = tests - failures
    shown = f"; {counted(passes, 'pass', 'passes')}{on}" if (on := _on_states(area, passes)) else ""
    return f"{failures} of {counted(tests, 'run')} failed{shown}: {bound}"


def _on_states(area: Area, passes: int) -> str:
    """On how many states the passes were: fifteen on one state prove less than on fifteen."""
    if not area.states or not passes:
        return ""
    if area.passes_on_states >= passes:
        return f" on {counted(area.states, 'state')}"
    return f", {area.passes_on_states} of them on {counted(area.states, 'known state')}"


def fallen(area: Area) -> str:
    """Where a changed area stood, and why that counts no more."""
    return f"{earned(area.stood)} → {earned(area.confidence)}, {area.changed}"


def earned(confidence: float) -> str:
    """Confidence in percents with one decimal, where it has one.

    Rounded down: 94.99 % must not look like the 95 % that it has not reached.
    """
    return f"{floor(round(confidence * 1000, 6)) / 10:g} %"


def percent(share: float) -> str:
    """A share as people read it: whole percents, and as many decimals as keep it from saying zero or hiding a lot."""
    value = share * 100
    if 0 < value < 0.05:  # noqa: PLR2004 - as above
        return f"{value:.{-floor(log10(value))}f} %"
    return f"{value:.1f} %" if 0 < value < 1.5 else f"{value:.0f} %"  # noqa: PLR2004 - as above
