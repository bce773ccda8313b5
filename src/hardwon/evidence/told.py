"""What evidence tells of tests with steps: in run.json, in conclusions.jsonl, and as `run --json` gives it.

Each value knows its own document, and is read back from it with suspicion: what is not of its kind counts as not said.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_args

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

    def document(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "kind": self.kind,
            "status": self.status,
            "injected": list(self.injected),
            "memory": self.memory,
            "sub_actions": self.sub_actions,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldTest:
    """A test: the steps of its first attempt, and what came of it."""

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
        duration=float(duration) if isinstance(duration, int | float) else 0.0,
        is_scenario=document.get("scenario") is True,
    )


def _step(document: Mapping[str, Any]) -> ToldStep:
    actions = document.get("sub_actions")
    return ToldStep(
        text=_text(document, "text"),
        kind=_text(document, "kind"),
        status=_status(document),
        injected=_texts(document, "injected"),
        memory=_text(document, "memory"),
        sub_actions=actions if type(actions) is int else 0,
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
        "tests": [test.document() for test in summary.tests],
        "memory_log": _told_log(log if isinstance(log, dict) else {}),
        "tripped": tripped if isinstance(tripped, dict) else {},
    }


def _told_log(log: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **{
            key: log[key] if type(log.get(key)) is int else 0 for key in ("added", "confirmed", "deprecated", "deleted")
        },
        "deltas": [{key: _text(each, key) for key in _OF_A_DELTA} for each in objects(log.get("deltas"))],
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


def _status(document: Mapping[str, Any]) -> Status:
    """Who does not say how it ended has proven nothing."""
    status = document.get("status")
    return status if status in _STATUSES else "error"
