"""What is seen of steps and attempts when they are over: all that ablation and the curator go by. Pure values.

The same whether a test has just run or its evidence is read back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hardwon.observations.decisions import ScopeName
    from hardwon.steps.step import Kind, MemoryUse, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What an agent says it learned in a step."""

    title: str
    content: str
    scope: ScopeName


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One step of an attempt."""

    text: str
    kind: Kind
    status: Status
    sub_actions: int = 0
    retries: int = 0
    observation: str = ""
    """What the agent says it saw."""

    reason: str = ""
    """Why it failed or could not run."""

    memory: MemoryUse = "none"
    """What became of memory in it."""

    injected: Sequence[str] = ()
    told: Mapping[str, str] = field(default_factory=dict)
    """What each of them said: title and content."""

    used: Sequence[str] = ()
    contradicted: Sequence[str] = ()
    overstepped: Mapping[str, str] = field(default_factory=dict)
    """What injected observations would have had the agent do beyond the step, by their ids."""

    lessons: Sequence[Lesson] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenAttempt:
    """One attempt at a test, with memory or without."""

    status: Status
    steps: Sequence[Seen]
    digests: Mapping[str, str]
    """The text of each injected observation as it was given."""

    @property
    def injected(self) -> list[str]:
        """Everything that memory gave to any of its steps, each once."""
        return _injected(self.steps)

    @property
    def injected_into_failure(self) -> list[str]:
        return _injected(step for step in self.steps if step.status == "failed")


def _injected(steps: Iterable[Seen]) -> list[str]:
    return list(dict.fromkeys(each for step in steps for each in step.injected))
