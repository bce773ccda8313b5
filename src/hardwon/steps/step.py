"""A step as its agent sees it, and what an agent can say about it. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from hardwon.errors import HardwonError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Kind = Literal["act", "assert"]
Status = Literal["passed", "failed", "skipped", "error"]
"""How a step, an attempt or a test ended. `error` could not be run, as when its setup failed, and proves nothing."""

WORST_FIRST: tuple[Status, ...] = ("failed", "error", "passed")

MemoryUse = Literal["used", "none", "off", "tripped", "error"]
"""What memory did for a step."""


class CannotRun(HardwonError):  # noqa: N818 - it names the situation, which is what the reader needs
    """The step could not be run at all: no verdict, no ablation, nothing learned."""

    __module__ = "hardwon"
    """As people import it, and so as tracebacks show it."""

    slug = "cannot-run"


class FilePath(Protocol):
    """The path of a file, as `pathlib` has it."""

    def __fspath__(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What an agent says about one step."""

    passed: bool
    observation: str = ""
    """What it saw, in a sentence."""

    reason: str = ""
    """Why it failed; "" where what it saw says so."""

    sub_actions: int = 0
    """How many actions the step took: page loads, clicks, retries."""

    used: Sequence[str] = ()
    """Ids of injected observations that helped."""

    contradicted: Sequence[str] = ()
    """Ids of injected observations that the live system proved wrong."""

    overstepped: Mapping[str, str] = field(default_factory=dict)
    """What injected observations would have had the agent do beyond its step, by their ids; it was not done."""

    screenshot: bytes | str | FilePath | None = field(default=None, repr=False)
    """A PNG or JPEG of what it saw, or the path of one, for people: nothing in it is redacted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """An injected observation as an agent sees it."""

    id: str
    title: str
    content: str
    trust: float


class Step(Protocol):
    """One step as its agent sees it."""

    text: str
    kind: Kind
    url: str
    """Address of the target; "" where there is none."""

    state: dict[str, Any]
    """Whatever the agent keeps from step to step; it lives as long as the attempt."""

    @property
    def context(self) -> str:
        """The memory block, or "" if there is none."""

    @property
    def observations(self) -> Sequence[Hint]:
        """The observations in the block, best first."""

    def report(
        self,
        *,
        sub_actions: int | None = None,
        observation: str | None = None,
        used: Sequence[str] = (),
        contradicted: Sequence[str] = (),
        overstepped: Mapping[str, str] | None = None,
        screenshot: bytes | str | FilePath | None = None,
    ) -> None:
        """Say what happened while it happens."""

    def learned(self, title: str, content: str, scope: str = "product") -> None:
        """Propose an observation; the curator decides."""


@dataclass(slots=True, kw_only=True)
class PlainStep:
    """A step on its own, for trying an agent without a run."""

    text: str
    kind: Kind = "act"
    context: str = ""
    observations: Sequence[Hint] = ()
    url: str = ""
    state: dict[str, Any] = field(default_factory=dict)
    reports: list[dict[str, Any]] = field(default_factory=list)
    lessons: list[tuple[str, str, str]] = field(default_factory=list)

    def report(self, **said: Any) -> None:
        self.reports.append(said)

    def learned(self, title: str, content: str, scope: str = "product") -> None:
        self.lessons.append((title, content, scope))


def overall(statuses: Iterable[str]) -> Status:
    """How tests ended taken together: failed if any failed, an error if one could not run, skipped if none ran."""
    known = set(statuses)
    return next((each for each in WORST_FIRST if each in known), "skipped")
