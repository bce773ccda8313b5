"""Ablation: did memory cause the failure? The test is run once more without it, and the answer follows.

Pure: what the attempts came to goes in, what it means comes out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from hardwon.text.plain import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.steps.seen import SeenAttempt
    from hardwon.steps.step import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """What a test came to, and what that means for memory."""

    status: Status
    deprecate: tuple[str, ...] = ()
    """Observations that lose trust, and `reasoning` says why."""

    reasoning: str = ""
    lessons_of: SeenAttempt | None = None
    """The attempt that the curator may learn from; None if none passed."""

    ablation: dict[str, Any] | None = None
    summary: str = ""
    """For people: what ablation found out."""


def settled(conclusion: Conclusion, deprecated: Sequence[str]) -> Conclusion:
    """The conclusion with what was in fact deprecated: curation may be off, or an observation gone or changed since."""
    if conclusion.ablation is None or not conclusion.ablation["passed"]:
        return conclusion
    done = [each for each in conclusion.deprecate if each in deprecated]
    return replace(
        conclusion,
        ablation={"passed": True, "deprecated": done},
        summary=f"{conclusion.summary}: {counted(len(done), 'observation') if done else 'no observations'} deprecated",
    )


def is_wanted(first: SeenAttempt, *, enabled: bool, repeatable: bool) -> bool:
    """Whether to run the test once more without memory: it failed, memory was in it, and it can be repeated."""
    return enabled and repeatable and first.status == "failed" and bool(first.injected)


def unlike(first: SeenAttempt, second: SeenAttempt) -> str:
    """Why the second attempt is not the same test, and so decides nothing; "" if it is.

    One that passed has every step of the first, in its order, and may go on from there; one that failed has them as far
    as it got. A step that was tried several times in a row is one step.
    """
    wanted, found = _texts(first), _texts(second)
    if second.status == "error":
        return ""  # it decides nothing anyway
    if second.status == "failed" and found:
        wanted = wanted[: len(found)]
    for number, text in enumerate(wanted, 1):
        if number > len(found):
            return f"step {number} of the attempt that failed is missing"
        if found[number - 1] != text:
            return f"step {number} is not step {number} of the attempt that failed"
    return ""


def _texts(attempt: SeenAttempt) -> list[str]:
    texts = (" ".join(step.text.casefold().split()) for step in attempt.steps)
    return [text for text, _ in groupby(texts)]


def conclude(first: SeenAttempt, second: SeenAttempt | None = None) -> Conclusion:
    """What the first attempt means, and the second without memory where there was one."""
    if first.status != "failed":
        return Conclusion(status=first.status, lessons_of=first if first.status == "passed" else None)
    if second is None:
        return Conclusion(
            status="failed",
            deprecate=tuple(first.injected_into_failure),
            reasoning="it was injected into a step that failed, and the test was not tried without memory",
        )
    if second.status == "passed":
        return Conclusion(
            status="passed",
            deprecate=tuple(first.injected),
            reasoning="the test failed with memory and passed without it",
            lessons_of=second,
            ablation={"passed": True, "deprecated": []},
            summary="failed with memory, passed without",
        )
    return Conclusion(
        status="failed",
        ablation={"passed": False, "deprecated": []},
        summary="failed with memory and without it: memory is not the cause, the failure stands"
        if second.status == "failed"
        else "failed with memory; without it the test could not be run, so nothing is known about memory",
    )
