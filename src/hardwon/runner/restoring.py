"""From the evidence of an own test back to its steps: which have begun, what each was given, which are over. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.runner.attempt import StepRun
from hardwon.runner.recalling import Given
from hardwon.steps.step import Hint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.evidence.journal import KeptStep
    from hardwon.evidence.own_tests import BegunStep, OwnWord
    from hardwon.runner.attempt import Attempt


def awaits_attempt(words: Sequence[OwnWord]) -> bool:
    """Whether the test is over and waits for an attempt without memory."""
    return any(word.awaits for word in words) and not any(word.settled for word in words)


def pending_in(words: Sequence[OwnWord]) -> list[BegunStep]:
    """The steps that have begun since a step was last over."""
    pending: list[BegunStep] = []
    for word in words:
        if word.begun:
            pending.append(word.begun)
        elif word.reported is not None:
            pending.clear()
    return pending


def begun_as(pending: list[BegunStep], text: str) -> BegunStep | None:
    """What a step was given: under its own words, else whatever was given last. All of it is taken."""
    same = [each for each in pending if each.text.strip() == text.strip()]
    found = same or list(pending)
    pending.clear()
    return found[-1] if found else None


def given_to(begun: BegunStep) -> Given:
    return Given(
        use=begun.memory,
        context=begun.context,
        hints=begun.hints,
        scores=dict(begun.scores),
        digests=dict(begun.digests),
        reason=begun.reason,
        choice=begun.choice,
    )


def restored(kept: KeptStep, attempt: Attempt) -> StepRun:
    """A step that is over, as its evidence tells."""
    seen = kept.seen
    told = {each: seen.told.get(each, "").partition("\n") for each in seen.injected}
    hints = [Hint(id=each, title=title, content=content, trust=0.0) for each, (title, _, content) in told.items()]
    return StepRun(
        text=seen.text,
        kind=seen.kind,
        url=attempt.url,
        state={},
        given=Given(use=seen.memory, hints=hints, digests=dict(kept.digests)),
        status=seen.status,
        sub_actions=seen.sub_actions,
        retries=seen.retries,
        observation=seen.observation,
        used=list(seen.used),
        contradicted=list(seen.contradicted),
        overstepped=dict(seen.overstepped),
        lessons=list(seen.lessons),
        reason=seen.reason,
        duration=kept.duration,
        is_over=True,
    )
