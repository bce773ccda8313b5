"""One attempt at one test: its steps, what memory gave to each, and what the agent said.

The same for a test file run by hardwon and for somebody's own loop: recall, evidence and guards do not differ.
"""

from __future__ import annotations

import secrets
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from hardwon.agents import CannotRun, Hint
from hardwon.curation.rules import Lesson, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.agents import Kind
    from hardwon.curation.decide import ScopeName
    from hardwon.runner.journal import Journal
    from hardwon.runner.recalling import Given, Recalling

Status = Literal["passed", "failed", "error", "skipped"]
MemoryUse = Literal["used", "none", "off", "tripped", "error"]
_SCOPES: tuple[ScopeName, ...] = ("product", "suite", "test")


@dataclass(slots=True, kw_only=True)
class StepRun:
    """A step while it runs, and afterwards what is known of it."""

    text: str
    kind: Kind
    url: str
    state: dict[str, Any]
    given: Given
    status: Status = "skipped"
    sub_actions: int = 0
    retries: int = 0
    observation: str = ""
    used: list[str] = field(default_factory=list)
    contradicted: list[str] = field(default_factory=list)
    lessons: list[Lesson] = field(default_factory=list)
    reason: str = ""
    """Why it failed or could not run."""

    duration: float = 0.0

    @property
    def context(self) -> str:
        return self.given.context

    @property
    def observations(self) -> Sequence[Hint]:
        return self.given.hints

    @property
    def injected(self) -> list[str]:
        return [hint.id for hint in self.given.hints]

    def report(
        self,
        *,
        sub_actions: int | None = None,
        observation: str | None = None,
        used: Sequence[str] = (),
        contradicted: Sequence[str] = (),
    ) -> None:
        """Say what happened while it happens. Only what was injected can be used or contradicted."""
        if isinstance(sub_actions, int):
            self.sub_actions = max(0, sub_actions)
        if isinstance(observation, str):
            self.observation = observation
        self.used += [each for each in used if each in self.injected and each not in self.used]
        self.contradicted += [each for each in contradicted if each in self.injected and each not in self.contradicted]

    def learned(self, title: str, content: str, scope: str = "product") -> None:
        """Propose an observation; the curator decides."""
        if scope not in _SCOPES:
            raise ValueError(f"the scope {scope!r} is none of {', '.join(_SCOPES)}")
        self.lessons.append(Lesson(title=title, content=content, scope=scope))

    def seen(self) -> Seen:
        """The step as the curator sees it."""
        return Seen(
            text=self.text,
            kind=self.kind,
            status=self.status,
            sub_actions=self.sub_actions,
            retries=self.retries,
            observation=self.observation,
            reason=self.reason,
            injected=tuple(self.injected),
            told={hint.id: f"{hint.title}\n{hint.content}" for hint in self.given.hints},
            used=tuple(self.used),
            contradicted=tuple(self.contradicted),
            lessons=tuple(self.lessons),
        )

    def document(self) -> dict[str, Any]:
        """The step as `run --json` gives it."""
        return {
            "text": self.text,
            "kind": self.kind,
            "status": self.status,
            "injected": self.injected,
            "memory": self.given.use,
            "sub_actions": self.sub_actions,
        }

    def evidence(self) -> dict[str, Any]:
        """The step as steps.jsonl keeps it."""
        return {
            **self.document(),
            "scores": self.given.scores,
            "digests": self.given.digests,
            "context": self.given.context,
            "memory_reason": self.given.reason,
            "used": self.used,
            "contradicted": self.contradicted,
            "learned": [
                {"title": lesson.title, "content": lesson.content, "scope": lesson.scope} for lesson in self.lessons
            ],
            "observation": self.observation,
            "reason": self.reason,
            "retries": self.retries,
            "duration": round(self.duration, 6),
        }


@dataclass(slots=True)
class Attempt:
    """One attempt at a test, with memory or without."""

    test: str
    recalling: Recalling
    journal: Journal
    number: int = 1
    url: str = ""
    steps: list[StepRun] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    broken: str = ""
    """Why it could not be run to its end, outside of its steps."""

    failure: str = ""
    """What failed outside of its steps."""

    unclosed: list[str] = field(default_factory=list)
    """What the agent left open at its end, and why. It says nothing about the test."""

    key: str = field(default_factory=lambda: secrets.token_hex(4))
    """Tells its steps from those of other attempts in the evidence of a run that several processes share."""

    @contextmanager
    def step(self, text: str, kind: Kind = "act") -> Iterator[StepRun]:
        """A step: memory is recalled on entry, evidence kept on exit. An exception fails it and is raised again."""
        run = StepRun(text=text, kind=kind, url=self.url, state=self.state, given=self.recalling.give(text, kind))
        self.steps.append(run)
        started = time.monotonic()
        try:
            yield run
            if run.status == "skipped":
                run.status = "passed"
        except CannotRun as error:
            run.status, run.reason = "error", str(error)
            raise
        except BaseException as error:
            run.status, run.reason = "failed", f"{type(error).__name__}: {error}"
            raise
        finally:
            run.duration = time.monotonic() - started
            self.journal.step(self.test, self.number, len(self.steps) - 1, {**run.evidence(), "key": self.key})

    @property
    def status(self) -> Status:
        """Failed if any step failed, an error if one could not run, passed if all passed."""
        statuses = {step.status for step in self.steps}
        if "failed" in statuses or self.failure:
            return "failed"
        if "error" in statuses or self.broken:
            return "error"
        return "passed" if statuses - {"skipped"} else "skipped"

    @property
    def injected(self) -> list[str]:
        """Everything that memory gave to any of its steps, each once."""
        return list(dict.fromkeys(each for step in self.steps for each in step.injected))

    @property
    def injected_into_failure(self) -> list[str]:
        return list(dict.fromkeys(each for step in self.steps if step.status == "failed" for each in step.injected))

    def seen(self) -> list[Seen]:
        """Its steps as the curator sees them."""
        return [step.seen() for step in self.steps]

    def evidence(self) -> dict[str, Any]:
        """The attempt as conclusions.jsonl keeps it: what it came to, and how many steps of it were carried out."""
        carried_out = sum(step.status != "skipped" for step in self.steps)
        return {"key": self.key, "status": self.status, "steps": carried_out}

    @property
    def digests(self) -> dict[str, str]:
        """The text of each injected observation as it was given."""
        return {each: digest for step in self.steps for each, digest in step.given.digests.items()}
