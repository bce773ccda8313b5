"""What memory gives to a step, or why it gives nothing.

Whatever goes wrong in recall, the step runs without memory, and its evidence says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from hardwon.agents import Hint
from hardwon.observations.observation import text_digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.agents import Kind
    from hardwon.memory import Memory
    from hardwon.observations.suites import Suite
    from hardwon.runner.attempt import MemoryUse


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


@dataclass(frozen=True, slots=True, kw_only=True)
class FromMemory:
    """The observations that fit a step of this test."""

    memory: Memory
    product: str
    test: str | None = None
    suite: Suite | None = None
    position: int | None = None

    def give(self, text: str, kind: Kind) -> Given:
        try:
            return self._recalled(text, kind)
        except Exception as error:  # noqa: BLE001 - a step must survive whatever recall does; the evidence has the reason
            return Given(use="error", reason=f"{type(error).__name__}: {error}")

    def _recalled(self, text: str, kind: Kind) -> Given:
        found = self.memory.recall(
            text, product=self.product, test=self.test, suite=self.suite, position=self.position, kind=kind
        )
        if found.error:
            return Given(use="error", reason=found.error)
        hints = [
            Hint(id=each.id, title=each.title, content=each.content, trust=each.trust) for each in found.observations
        ]
        return Given(
            use="used" if hints else "none",
            context=found.context,
            hints=hints,
            scores={each.id: round(each.score, 4) for each in found.observations},
            digests={each.id: text_digest(each.title, each.content) for each in found.observations},
        )
