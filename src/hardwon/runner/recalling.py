"""What memory gives to a step, or why it gives nothing.

Whatever goes wrong in recall, the step runs without memory, and its evidence says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from hardwon.evidence.choice import LONGEST_WHY, MOST_PASSED_OVER, PassedOver, StepChoice
from hardwon.guard.scanner import brief_line
from hardwon.observations.observation import text_digest
from hardwon.recall.context import block
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from hardwon.recall.recall import Recall, Recalled
    from hardwon.recall.recaller import Recaller
    from hardwon.steps.place import Place
    from hardwon.steps.step import Hint, Kind, MemoryUse


LONGEST_REASON = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What one step got."""

    use: MemoryUse
    context: str = ""
    hints: Sequence[Hint] = ()
    scores: dict[str, float] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)
    reason: str = ""
    """Why there is nothing, where that is not simply that nothing fits."""

    choice: StepChoice = field(default_factory=StepChoice)


class Recalling(Protocol):
    """Gives memory to steps."""

    def give(self, text: str, kind: Kind) -> Given:
        """What the step gets."""


@dataclass(frozen=True, slots=True)
class Without:
    """No memory, for a reason."""

    use: MemoryUse

    reason: str

    def give(self, text: str, kind: Kind) -> Given:  # noqa: ARG002 - nothing depends on the step
        return Given(use=self.use, reason=self.reason)


@dataclass(frozen=True, slots=True)
class FromMemory:
    """The observations that fit a step of a test that stands there."""

    recaller: Recaller
    place: Place
    withheld: AbstractSet[str] = frozenset()
    """Observations that have led an agent beyond its step: they are not given again in this run."""

    def give(self, text: str, kind: Kind) -> Given:
        try:
            return self._recalled(text, kind)
        except Exception as error:  # noqa: BLE001 - a step must survive whatever recall does; the evidence has the reason
            return Given(use="error", reason=brief_line(f"{type(error).__name__}: {error}", LONGEST_REASON))

    def _recalled(self, text: str, kind: Kind) -> Given:
        found = self.recaller.recall(text, self.place, kind=kind)
        if found.error:
            return Given(use="error", reason=brief_line(found.error, LONGEST_REASON))
        given = [each for each in found.observations if each.id not in self.withheld]
        is_whole = len(given) == len(found.observations)
        return Given(
            use="used" if given else "none",
            context=found.context if is_whole else block(given, len(found.context))[0],
            hints=given,
            scores={each.id: round(each.score, 4) for each in given},
            digests={each.id: text_digest(each.title, each.content) for each in given},
            reason="" if is_whole else "an observation is withheld: it led beyond a step of this run",
            choice=_choice(given, found),
        )


def _choice(given: Sequence[Recalled], found: Recall) -> StepChoice:
    """Why those were given, and the nearest of the others."""
    nearest = sorted(found.rejected, key=lambda each: -(each.score or 0.0))[:MOST_PASSED_OVER]
    return StepChoice(
        silence=found.silence,
        why={each.id: one_line(each.why, LONGEST_WHY) for each in given},
        passed_over=tuple(
            PassedOver(
                id=each.id,
                title=one_line(each.title, LONGEST_WHY),
                reason=each.reason,
                why=one_line(each.why, LONGEST_WHY),
                score=None if each.score is None else round(each.score, 4),
            )
            for each in nearest
        ),
    )
