"""What evidence tells of tests with steps: in run.json, in conclusions.jsonl, and as `run --json` gives it.

Each value knows its own document, and is read back from it with suspicion: what is not of its kind counts as not said.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_args

from hardwon.evidence.fields import seconds
from hardwon.evidence.run_file import objects
from hardwon.steps.step import Status

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hardwon.evidence.run_file import RunSummary
    from hardwon.observations.deltas import MemoryLog

_STATUSES: tuple[Status, ...] = get_args(Status)
_OF_A_DELTA = ("action", "observation_id", "reasoning")
"""What a page tells of a change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSetup:
    """How a run with steps was set up."""

    dirty: bool | None
    """Files of the project were changed since the commit; None without git."""

    version: str
    agent: str
    settings: Mapping[str, Any]
    memory: bool
    """Its steps were given memory."""

    def document(self) -> dict[str, Any]:
        return {
            "dirty": self.dirty,
            "version": self.version,
            "agent": self.agent,
            "settings": dict(self.settings),
            "memory": self.memory,
        }


def told_setup(document: Mapping[str, Any]) -> RunSetup:
    """The setup that a run.json tells."""
    settings, dirty = document.get("settings"), document.get("dirty")
    return RunSetup(
        dirty=dirty if isinstance(dirty, bool) else None,
        version=_text(document, "version"),
        agent=_text(document, "agent"),
        settings=settings if isinstance(settings, dict) else {},
        memory=document.get("memory") is not False,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldStep:
    """A step of a test."""

    text: str
    kind: str
    status: Status
    injected: Sequence[str]
    """Observations that it was given."""

    memory: str
    """`used`, `none`, `off`, `tripped` or `error`."""

    sub_actions: int
    given: Sequence[GivenNote] = ()
    """What the injected observations are called, in the same order; empty in runs from before this was kept."""

    used: Sequence[str] = ()
    contradicted: Sequence[str] = ()
    reason: str = ""
    """Why it failed or could not run."""

    seen: str = ""
    """What the agent saw in a step that did not pass."""

    def document(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "kind": self.kind,
            "status": self.status,
            "injected": list(self.injected),
            "memory": self.memory,
            "sub_actions": self.sub_actions,
            "given": [{"id": each.id, "title": each.title} for each in self.given],
            "used": list(self.used),
            "contradicted": list(self.contradicted),
            "reason": self.reason,
            "seen": self.seen,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenNote:
    """An observation that a step was given, as people know it."""

    id: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldAttempt:
    """One attempt at a test, with memory or without."""

    with_memory: bool
    status: Status
    steps: int
    sub_actions: int
    failed_step: int | None = None
    """Place of the step that did not pass, counted from 1; None if all did, or if it failed outside of its steps."""

    text: str = ""
    """What that step was."""

    reason: str = ""
    seen: str = ""

    def document(self) -> dict[str, Any]:
        return {
            "with_memory": self.with_memory,
            "status": self.status,
            "steps": self.steps,
            "sub_actions": self.sub_actions,
            "failed_step": self.failed_step,
            "text": self.text,
            "reason": self.reason,
            "seen": self.seen,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldTest:
    """A test: the steps of its first attempt, how each attempt ended, and what came of it."""

    id: str
    name: str
    status: Status
    area: str = ""
    product: str = ""
    priority: str = "medium"
    steps: tuple[ToldStep, ...] = ()
    ablation: dict[str, Any] | None = None
    summary: str = ""
    reason: str = ""
    unclosed: Sequence[str] = ()
    file: str = ""
    duration: float = 0.0
    attempts: tuple[ToldAttempt, ...] = ()
    is_scenario: bool = False
    """It was made up for this run."""

    def document(self) -> dict[str, Any]:
        return {
            **({"scenario": True} if self.is_scenario else {}),
            "id": self.id,
            "name": self.name,
            "status": self.status,
            "area": self.area,
            "product": self.product,
            "priority": self.priority,
            "steps": [step.document() for step in self.steps],
            "ablation": self.ablation,
            "summary": self.summary,
            "reason": self.reason,
            "unclosed": list(self.unclosed),
            "file": self.file,
            "duration": self.duration,
            "attempts": [attempt.document() for attempt in self.attempts],
        }

    @property
    def recalled(self) -> frozenset[str]:
        """Every observation that a step of it was given."""
        return frozenset(each for step in self.steps for each in step.injected)


def told_test(document: Mapping[str, Any]) -> ToldTest:
    """The test that evidence tells of."""
    ablation, duration = document.get("ablation"), document.get("duration")
    return ToldTest(
        id=_text(document, "id"),
        name=_text(document, "name"),
        status=_status(document),
        area=_text(document, "area"),
        product=_text(document, "product"),
        priority=_text(document, "priority") or "medium",
        steps=tuple(_step(step) for step in objects(document.get("steps"))),
        ablation=ablation if isinstance(ablation, dict) else None,
        summary=_text(document, "summary"),
        reason=_text(document, "reason"),
        unclosed=_texts(document, "unclosed"),
        file=_text(document, "file"),
        duration=seconds(duration) or 0.0,
        is_scenario=document.get("scenario") is True,
        attempts=tuple(_attempt(each) for each in objects(document.get("attempts"))),
    )


def _attempt(document: Mapping[str, Any]) -> ToldAttempt:
    failed = document.get("failed_step")
    return ToldAttempt(
        with_memory=document.get("with_memory") is True,
        status=_status(document),
        steps=_count(document, "steps"),
        sub_actions=_count(document, "sub_actions"),
        failed_step=failed if type(failed) is int else None,
        text=_text(document, "text"),
        reason=_text(document, "reason"),
        seen=_text(document, "seen"),
    )


def _step(document: Mapping[str, Any]) -> ToldStep:
    return ToldStep(
        text=_text(document, "text"),
        kind=_text(document, "kind"),
        status=_status(document),
        injected=_texts(document, "injected"),
        memory=_text(document, "memory"),
        sub_actions=_count(document, "sub_actions"),
        given=tuple(
            GivenNote(id=_text(each, "id"), title=_text(each, "title")) for each in objects(document.get("given"))
        ),
        used=_texts(document, "used"),
        contradicted=_texts(document, "contradicted"),
        reason=_text(document, "reason"),
        seen=_text(document, "seen"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEnd:
    """What a run with steps came to."""

    status: Status
    tests: Sequence[ToldTest]
    finished: str
    tripped: Mapping[str, str] = field(default_factory=dict)
    """Products whose memory the breaker stopped, each with the reason."""

    def document(self) -> dict[str, Any]:
        return {
            "status": self.status,
            "test_results": [test.document() for test in self.tests],
            "tripped": dict(self.tripped),
            "finished": self.finished,
        }

    def shown(self, run: str, log: MemoryLog) -> dict[str, Any]:
        """The run as `run --json` and its page show it."""
        return {
            "run_id": run,
            "status": self.status,
            "finished": self.finished,
            "tests": [test.document() for test in self.tests],
            "memory_log": log.document(),
            "tripped": dict(self.tripped),
        }


def told_run(summary: RunSummary) -> dict[str, Any]:
    """A run that is over as `RunEnd.shown` gave it, from its run.json; {} if that tells of no test."""
    document = summary.document
    if summary.is_unfinished or not summary.tests:
        return {}
    tripped, log = document.get("tripped"), document.get("memory_log")
    return {
        "run_id": summary.run,
        "status": _status(document),
        "finished": _text(document, "finished"),
        "agent": _text(document, "agent"),
        "tests": [test.document() for test in summary.tests],
        "memory_log": _told_log(log if isinstance(log, dict) else {}),
        "tripped": tripped if isinstance(tripped, dict) else {},
    }


def _told_delta(document: Mapping[str, Any]) -> dict[str, Any]:
    states = {when: _told_state(document.get(when)) for when in ("before", "after")}
    return {key: _text(document, key) for key in _OF_A_DELTA} | states


def _told_state(state: Any) -> dict[str, Any] | None:
    trust = state.get("trust") if isinstance(state, dict) else None
    if not isinstance(trust, int | float) or not 0 <= trust <= 1:
        return None
    return {"title": _text(state, "title"), "trust": float(trust)}


def _told_log(log: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **{
            key: log[key] if type(log.get(key)) is int else 0 for key in ("added", "confirmed", "deprecated", "deleted")
        },
        "deltas": [_told_delta(each) for each in objects(log.get("deltas"))],
        "errors": [{key: _text(each, key) for key in ("action", "reason")} for each in objects(log.get("errors"))],
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class PytestPart:
    """What only a run of pytest tells."""

    stopped_early: bool
    left_out: int
    """Tests that a reduced run did not run."""

    brought_back: Sequence[str]
    """Tests that ran although they were left out at first."""

    def document(self) -> dict[str, Any]:
        return {
            "stopped_early": self.stopped_early,
            "left_out": self.left_out,
            "brought_back": list(self.brought_back),
        }


def _text(document: Mapping[str, Any], key: str) -> str:
    value = document.get(key)
    return value if isinstance(value, str) else ""


def _texts(document: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = document.get(key)
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def _count(document: Mapping[str, Any], key: str) -> int:
    value = document.get(key)
    return value if type(value) is int else 0


def _status(document: Mapping[str, Any]) -> Status:
    """Who does not say how it ended has proven nothing."""
    status = document.get("status")
    return status if status in _STATUSES else "error"
