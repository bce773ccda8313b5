"""What follows from a test for the observations: the same when it has just run and when its evidence is read again."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hardwon.curation import apply as applying
from hardwon.curation import curators
from hardwon.curation.proposed import Proposed
from hardwon.curation.support import Support
from hardwon.evidence.redaction import HIDDEN
from hardwon.evidence.redaction import clean as without_secrets
from hardwon.guard import ablation
from hardwon.observations.decisions import Decision
from hardwon.observations.deltas import DecisionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from hardwon.curation.desk import Desk
    from hardwon.curation.reach import Reach
    from hardwon.evidence.changes import Changes
    from hardwon.guard.ablation import Conclusion
    from hardwon.observations.deltas import MemoryLog
    from hardwon.steps.seen import SeenAttempt

_WITHHELD = re.compile(rf"{re.escape(HIDDEN)}|\[redacted: ")


def curate(
    desk: Desk,
    reach: Reach,
    attempts: Sequence[SeenAttempt],
    changes: Changes,
    *,
    now: datetime,
    clean: Callable[[Any], Any] = without_secrets,
    watch: Callable[[str], None] = lambda _: None,
) -> MemoryLog:
    """Let the attempts at one test, the first and perhaps one without memory, change the observations in reach."""
    conclusion = ablation.conclude(*attempts)
    reasons = dict.fromkeys(conclusion.deprecate, conclusion.reasoning) | _too_far(attempts)
    reach = replace(
        reach,
        known={each: digest for attempt in attempts for each, digest in attempt.digests.items()},
        may_add=conclusion.status == "passed",
        settled=tuple(reasons),
        concludes=True,
        support=Support.of(conclusion.lessons_of),
    )
    blamed = [
        Decision(index=index, action="deprecate", observation_id=each, reasoning=why)
        for index, (each, why) in enumerate(reasons.items())
    ]
    proposed = _without_secrets(_proposed(desk, conclusion, reach, clean, watch), clean).after(len(blamed))
    return applying.apply(
        desk,
        [*blamed, *proposed.decisions],
        replace(reach, known={**proposed.shown, **reach.known}),
        changes,
        now=now,
        errors=proposed.errors,
        token_usage=proposed.token_usage,
        spent=proposed.duration,
    )


def _too_far(attempts: Sequence[SeenAttempt]) -> dict[str, str]:
    """Observations that would have had the agent do more than its step says, whatever the test came to; and what."""
    steps = (step for attempt in attempts for step in attempt.steps)
    return {each: f"it led beyond the step: {what}" for step in steps for each, what in step.overstepped.items()}


def _proposed(
    desk: Desk,
    conclusion: Conclusion,
    reach: Reach,
    clean: Callable[[Any], Any],
    watch: Callable[[str], None],
) -> Proposed:
    """What the curator makes of the attempt that passed; nothing if none did."""
    if conclusion.lessons_of is None:
        return Proposed()
    return curators.proposed(desk, conclusion.lessons_of.steps, reach, clean=clean, watch=watch)


def _without_secrets(proposed: Proposed, clean: Callable[[Any], Any]) -> Proposed:
    """The same without additions that hold a value which the test was given as a secret, or its place in evidence.

    What only looks like a secret is left to the scanner, which holds it in quarantine.
    """
    withheld = {
        each.index
        for each in proposed.decisions
        if each.action == "add"
        and (HIDDEN in clean(f"{each.title}\n{each.content}") or _WITHHELD.search(f"{each.title}\n{each.content}"))
    }
    refused = [
        DecisionError(index=index, action="add", reason="it holds a secret, which is never remembered")
        for index in sorted(withheld)
    ]
    return replace(
        proposed,
        decisions=[each for each in proposed.decisions if each.index not in withheld],
        errors=[*proposed.errors, *refused],
    )
