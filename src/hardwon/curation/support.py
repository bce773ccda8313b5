"""Support: what a run must have seen before a machine may confirm an observation. Pure.

A page repeats its sentence, and an agent tells it again in every run: that proves nothing. What counts is a step that
was given the observation, used it and passed; or one that passed without it and found the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.likeness import sameness

if TYPE_CHECKING:
    from hardwon.observations.observation import Observation
    from hardwon.steps.seen import Lesson, SeenAttempt


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """What the attempt that a curator learns from says for its confirmations; empty if no attempt passed."""

    used: frozenset[str] = frozenset()
    """Observations that a step was given and used, and that step passed."""

    given: frozenset[str] = frozenset()
    """Observations that any of its steps was given."""

    found: tuple[Lesson, ...] = ()
    """What its passed steps learned."""

    held_back: bool = False
    """The breaker kept memory from it."""

    @classmethod
    def of(cls, attempt: SeenAttempt | None) -> Support:
        if attempt is None:
            return cls()
        passed = [step for step in attempt.steps if step.status == "passed"]
        return cls(
            used=frozenset(each for step in passed for each in step.used if each in step.injected),
            given=frozenset(attempt.injected),
            found=tuple(lesson for step in passed for lesson in step.lessons),
            held_back=any(step.memory == "tripped" for step in attempt.steps),
        )

    def against_use(self, observation: Observation) -> str:
        """Why the observation is not confirmed by the run; "" if it is."""
        if observation.id in self.used and not self.held_back:
            return ""
        if not any(_is_same(lesson, observation) for lesson in self.found):
            return "no step that passed was given it and used it, and none found the same without it"
        return self.against_finding(observation)

    def against_finding(self, observation: Observation) -> str:
        """Why the observation is not confirmed although the run says the same; "" if it is."""
        if self.held_back:
            return "the circuit breaker holds memory back, and until then nothing is confirmed"
        if observation.id in self.given:
            return "the test was given it, so saying it again shows nothing"
        if observation.contradicted_count:
            return "it was found wrong before, so only a step that uses it and passes confirms it"
        return ""


def _is_same(lesson: Lesson, observation: Observation) -> bool:
    likeness = sameness.compare(lesson.title, lesson.content, observation.title, observation.content)
    return likeness.kind == "same"
