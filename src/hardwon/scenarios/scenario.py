"""A scenario as values: what is told, and what is executed and judged. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

Priority = Literal["critical", "high", "medium", "low"]
CapturedFrom = Literal["json", "header", "field", "text"]

IDEMPOTENT = frozenset({"GET", "HEAD", "OPTIONS", "PUT", "DELETE"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """A value of an answer that later requests name as `{{name}}`."""

    name: str
    source: CapturedFrom
    where: str
    """A path in the JSON, the name of a header or a form's field, or the text around `{{}}`."""

    around: str = ""
    """Text around `{{}}` in what was found there, where only a part of it is wanted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What an answer must be. What is not said is not judged."""

    status: tuple[int, ...] = ()
    text: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    json: tuple[tuple[str, Any], ...] = ()
    headers: tuple[tuple[str, str | None], ...] = ()
    """None: it must not be there."""

    @property
    def says_something(self) -> bool:
        return bool(self.status or self.text or self.absent or self.json or self.headers)


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpCall:
    """One request, or the same one several times at once, and what must come of it. Its texts may hold `{{name}}`."""

    path: str
    method: str = "GET"
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    has_body: bool = False
    body: Any = field(default=None, repr=False)
    """Text is sent as it is, anything else as JSON."""

    form: tuple[tuple[str, str], ...] | None = field(default=None, repr=False)
    expected: Expected = Expected()
    captures: tuple[Capture, ...] = ()
    follow_redirects: bool = False
    timeout: float = 30.0
    retries: int = 0
    concurrency: int = 1
    winners: int | None = 1
    """How many of the requests, exactly, must get the expected status; None: at most one may succeed."""

    @property
    def tries(self) -> int:
        """Only what is idempotent may be sent again."""
        return 1 + self.retries if self.method in IDEMPOTENT else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpCalls:
    """An `exec` over HTTP."""

    requests: tuple[HttpCall, ...]
    setup: tuple[HttpCall, ...] = ()
    teardown: tuple[HttpCall, ...] = ()

    @property
    def all(self) -> tuple[HttpCall, ...]:
        return (*self.setup, *self.requests, *self.teardown)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRun:
    """One call of the target's program, and what must come of it."""

    args: tuple[str, ...]
    program: str = ""
    """As the scenario names it; "" where it gives arguments alone. Only that of the target is ever started."""

    stdin: str = field(default="", repr=False)
    files: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    env: tuple[str, ...] = ()
    exit: tuple[int, ...] = ()
    stdout: tuple[str, ...] = ()
    stderr: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    files_after: tuple[tuple[str, str | None], ...] = ()
    """None: it must not be there."""

    timeout: float = 30.0

    @property
    def says_something(self) -> bool:
        return bool(self.exit or self.stdout or self.stderr or self.absent or self.files_after)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRuns:
    """An `exec` of the target's program, in one folder."""

    runs: tuple[CommandRun, ...]
    setup: tuple[CommandRun, ...] = ()

    @property
    def all(self) -> tuple[CommandRun, ...]:
        return (*self.setup, *self.runs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One scenario as handed in."""

    id: str
    title: str
    user_perspective: str
    preconditions: tuple[str, ...]
    steps: tuple[str, ...]
    chaos_factors: tuple[str, ...]
    expected_behavior: str
    failure_modes: tuple[str, ...]
    priority: Priority
    area: str
    exec: HttpCalls | CommandRuns | None = None
    """None: an agent must carry it out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A scenario that cannot be executed as it is, by the name that it goes by."""

    id: str
    why: str
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedIn:
    """The scenarios of one file or answer."""

    scenarios: tuple[Scenario, ...]
    refused: tuple[Refused, ...] = ()
    notes: tuple[str, ...] = ()
    """What was mended, for people."""

    items: tuple[Mapping[str, Any], ...] = ()
    """The scenarios as JSON, mended, in the same order."""

    cut: bool = False
    """Whether the text breaks off."""
