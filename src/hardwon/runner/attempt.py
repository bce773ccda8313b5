"""One attempt at one test: its steps, what memory gave to each, and what the agent said.

The same for a test file run by hardwon and for somebody's own loop: recall, evidence and guards do not differ.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hardwon.agents.calling import StepFailedError, bounded, described, said
from hardwon.errors import StorageError, UsageError
from hardwon.evidence import pictures
from hardwon.evidence.journal import AttemptEnd, StepRow
from hardwon.evidence.told import GivenNote, ToldAttempt, ToldStep
from hardwon.observations.observation import LONGEST_CONTENT
from hardwon.runner.recalling import Without
from hardwon.steps.seen import Lesson, Seen, SeenAttempt
from hardwon.steps.step import CannotRun

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from hardwon.evidence.journal import Journal
    from hardwon.observations.decisions import ScopeName
    from hardwon.runner.recalling import Given, Recalling
    from hardwon.steps.step import FilePath, Hint, Kind, Status

_SCOPES: tuple[ScopeName, ...] = ("product", "suite", "test")

INTERRUPTIONS = (KeyboardInterrupt, asyncio.CancelledError, GeneratorExit)
"""What stops a step from outside."""

MOST_ACTIONS = 1_000_000
MOST_LESSONS = 50
"""What evidence keeps of one step, however much an agent says."""


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
    """Of this try."""

    earlier_actions: int = 0
    """Of the tries before."""

    retries: int = 0
    observation: str = ""
    used: list[str] = field(default_factory=list)
    contradicted: list[str] = field(default_factory=list)
    overstepped: dict[str, str] = field(default_factory=dict)
    lessons: list[Lesson] = field(default_factory=list)
    reason: str = ""
    """Why it failed or could not run."""

    refused: str = ""
    """What of the agent's lessons was not taken, and why."""

    screenshots: list[bytes] = field(default_factory=list, repr=False)
    """Of all tries: that of a failed one is what people want to see."""

    no_screenshot: str = ""
    """Why a picture that the agent gave is not kept."""

    root: Path | None = None
    """Folder of the project, in which a picture may lie."""

    duration: float = 0.0
    is_over: bool = False

    @property
    def context(self) -> str:
        return self.given.context

    @property
    def observations(self) -> Sequence[Hint]:
        return self.given.hints

    @property
    def all_actions(self) -> int:
        return self.earlier_actions + self.sub_actions

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
        overstepped: Mapping[str, str] | None = None,
        screenshot: bytes | str | FilePath | None = None,
    ) -> None:
        """Say what happened while it happens. Only what was injected can be used, contradicted, or lead too far."""
        self._check_open()
        if isinstance(sub_actions, int):
            self.sub_actions = min(max(0, sub_actions), MOST_ACTIONS)
        if isinstance(observation, str):
            self.observation = bounded(observation)
        for known, named in ((self.used, list(used)), (self.contradicted, list(contradicted))):
            known += [each for each in self.injected if each in named and each not in known]
        for each, what in dict(overstepped or {}).items():
            if each in self.injected:
                self.overstepped[each] = bounded(str(what))
        if screenshot is not None:
            self._take(screenshot)

    def _take(self, screenshot: bytes | str | FilePath) -> None:
        """Keep a picture. One that cannot be kept says nothing about the step: that is said beside it."""
        try:
            found = pictures.given(screenshot, self.root)
            if len(self.screenshots) == pictures.MOST:
                raise pictures.RefusedPicture(pictures.TOO_MANY)  # noqa: TRY301 - told as all that is not kept
            self.screenshots.append(found)
        except pictures.RefusedPicture as error:
            self.no_screenshot = str(error)

    def learned(self, title: str, content: str, scope: str = "product") -> None:
        """Propose an observation; the curator decides."""
        self._check_open()
        if not isinstance(title, str) or not isinstance(content, str):
            raise TypeError("title and content of a lesson must be texts")
        if scope not in _SCOPES:
            raise ValueError(f"the scope {scope!r} is none of {', '.join(_SCOPES)}")
        if len(title) + len(content) > LONGEST_CONTENT:
            self.refused = f"a lesson of more than {LONGEST_CONTENT} characters is not a lesson"
        elif len(self.lessons) == MOST_LESSONS:
            self.refused = f"a step teaches no more than {MOST_LESSONS} lessons"
        else:
            self.lessons.append(Lesson(title=title, content=content, scope=scope))

    def try_again(self) -> None:
        """Begin the next try: what was done stays counted, what was said no longer holds."""
        self.retries += 1
        self.earlier_actions += self.sub_actions
        self.sub_actions, self.observation, self.reason, self.refused = 0, "", "", ""
        self.used, self.contradicted, self.lessons = [], [], []

    def _check_open(self) -> None:
        if self.is_over:
            raise UsageError("The step is over.", remedy="Report and learn before it ends.")

    def seen(self) -> Seen:
        """The step as the curator sees it."""
        return Seen(
            text=self.text,
            kind=self.kind,
            status=self.status,
            sub_actions=self.all_actions,
            retries=self.retries,
            observation=self.observation,
            reason=self.reason,
            memory=self.given.use,
            injected=tuple(self.injected),
            told={hint.id: f"{hint.title}\n{hint.content}" for hint in self.given.hints},
            used=tuple(self.used),
            contradicted=tuple(self.contradicted),
            overstepped=dict(self.overstepped),
            lessons=tuple(self.lessons),
        )

    def told(self) -> ToldStep:
        """The step as `run --json` gives it."""
        return ToldStep(
            text=self.text,
            kind=self.kind,
            status=self.status,
            injected=self.injected,
            memory=self.given.use,
            sub_actions=self.all_actions,
            given=tuple(GivenNote(id=hint.id, title=hint.title) for hint in self.given.hints),
            used=tuple(self.used),
            contradicted=tuple(self.contradicted),
            reason=self.reason,
            seen=self.observation if self.status in ("failed", "error") else "",
        )


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

    survives: bool = False
    """Its steps go on, without memory, where their evidence cannot be kept: it is somebody else's test."""

    trouble: str = ""
    """Why that was so."""

    root: Path | None = None
    """Folder of the project."""

    unclosed: list[str] = field(default_factory=list)
    """What the agent left open at its end, and why. It says nothing about the test."""

    withheld: set[str] = field(default_factory=set)
    """Observations that have led beyond a step: all attempts of a run share it."""

    key: str = field(default_factory=lambda: secrets.token_hex(4))
    """Tells its steps from those of other attempts in the evidence of a run that several processes share."""

    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @contextmanager
    def step(self, text: str, kind: Kind = "act") -> Iterator[StepRun]:
        """A step: memory is recalled on entry, evidence kept on exit. An exception fails it and is raised again."""
        given = self.recalling.give(text, kind)
        run = StepRun(text=text, kind=kind, url=self.url, state=self.state, given=given, root=self.root)
        index = self.open(run)
        started = time.monotonic()
        try:
            yield run
            run.status = "passed"
        except BaseException as error:  # whatever ends the step is told in the evidence, then it is raised again
            run.status, run.reason = _ended(error)
            raise
        finally:
            run.duration = time.monotonic() - started
            self.close(run, index)

    def close(self, run: StepRun, index: int) -> None:
        """A step is over: nothing is said of it any more, and its evidence is kept."""
        run.is_over = True
        self.withheld.update(run.overstepped)
        try:
            self.journal.step(self._row(run, index))
        except StorageError as error:
            if not self.survives:
                raise
            self.trouble = self.trouble or str(error)
            self.recalling = Without("error", f"evidence cannot be kept: {self.trouble}")

    def _row(self, step: StepRun, index: int) -> StepRow:
        """The step as the journal keeps it."""
        return StepRow(
            test=self.test,
            attempt=self.number,
            index=index,
            key=self.key,
            told=step.told(),
            seen=step.seen(),
            context=step.given.context,
            scores=step.given.scores,
            digests=step.given.digests,
            memory_reason=step.given.reason,
            refused=step.refused,
            duration=round(step.duration, 6),
            choice=step.given.choice,
            screenshots=tuple(step.screenshots),
            no_screenshot=step.no_screenshot,
        )

    def open(self, run: StepRun) -> int:
        """The number of a step that begins. Steps may overlap, so that is not how many there are when it ends."""
        with self._lock:
            self.steps.append(run)
            return len(self.steps) - 1

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
    def reason(self) -> str:
        """Why it failed or could not be run; "" if it passed."""
        failed = [step.reason for step in self.steps if step.status == "failed"]
        broken = [step.reason for step in self.steps if step.status == "error"]
        # What failed is the reason of a failed test, whatever else could not be run.
        return next(filter(None, [*failed, self.failure, *broken, self.broken]), "")

    @property
    def injected(self) -> list[str]:
        """Everything that memory gave to any of its steps, each once."""
        return self.seen().injected

    def seen(self) -> SeenAttempt:
        """The attempt as ablation and the curator see it."""
        return SeenAttempt(
            status=self.status,
            steps=tuple(step.seen() for step in self.steps),
            digests={each: digest for step in self.steps for each, digest in step.given.digests.items()},
        )

    def end(self) -> AttemptEnd:
        """What it came to, and how many steps of it were carried out."""
        return AttemptEnd(key=self.key, status=self.status, steps=self._carried_out)

    @property
    def _carried_out(self) -> int:
        return sum(step.status != "skipped" for step in self.steps)

    def told(self) -> ToldAttempt:
        """The attempt as evidence tells of it: what it took, and where it did not pass."""
        wrong = [(place, step) for place, step in enumerate(self.steps, 1) if step.status in ("failed", "error")]
        place, step = wrong[0] if wrong else (None, None)
        return ToldAttempt(
            with_memory=not isinstance(self.recalling, Without),
            status=self.status,
            steps=self._carried_out,
            sub_actions=sum(each.all_actions for each in self.steps),
            failed_step=place,
            text=step.text if step else "",
            reason=self.reason,
            seen=step.observation if step else "",
        )


def _ended(error: BaseException) -> tuple[Status, str]:
    """What an error makes of the step, and why. Whoever interrupts a step says nothing about the system under test."""
    if isinstance(error, CannotRun):
        return "error", said(error)
    if isinstance(error, INTERRUPTIONS):
        return "error", f"interrupted ({type(error).__name__})"
    return "failed", said(error) if isinstance(error, StepFailedError) else described(error)
