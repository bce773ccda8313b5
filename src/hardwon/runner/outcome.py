"""What came of executing a scenario, as the evidence keeps it. Pure values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ExecStatus = Literal["passed", "failed", "error"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request, or one call of a program: the status is its exit code."""

    status: int | None
    seconds: float
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioResult:
    """What came of executing a scenario. `error` is one that could not be run or judged: it proves nothing."""

    id: str
    status: ExecStatus
    reason: str
    seconds: float = 0.0
    exchanges: tuple[Exchange, ...] = ()
    seen: str = ""
    """The beginning of the answer of a request that failed, secrets redacted."""

    unreachable: bool = False
    """The target could not be reached at all."""
