"""Scenarios that an AI wrote from the mandate, read strictly.

What is read is foreign text: its size, depth, types and every key are checked against the schema of the mandate before
anything is executed, and all that is wrong is said at once, so that its author can correct it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hardwon.errors import HardwonError, UsageError
from hardwon.guard.scanner import redacted
from hardwon.mandate.scenario import SCENARIO
from hardwon.runner.http import IDEMPOTENT
from hardwon.runner.tests import Priority, StepSpec, Test
from hardwon.store import reading
from hardwon.target.exchange import RESERVED
from hardwon.text import schema, strict_json
from hardwon.text.plain import clean_name, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

LARGEST = 5_000_000
DEEPEST = 50
MOST = 1000
SHOWN_FLAWS = 5


class ScenarioError(HardwonError):
    """Scenarios that cannot be executed as they are."""

    slug = "bad-scenario"

    def __init__(self, shown: str, flaws: Sequence[str]) -> None:
        self.flaws = tuple(one_line(redacted(flaw), 300) for flaw in flaws)
        more = f"; and {len(flaws) - SHOWN_FLAWS} more" if len(flaws) > SHOWN_FLAWS else ""
        super().__init__(
            f"{shown}: {'; '.join(self.flaws[:SHOWN_FLAWS])}{more}.",
            remedy="Nothing was executed. `hardwon mandate --json` has the schema.",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Exec:
    """One request, or the same one several times at once, and what must come of it."""

    method: str
    path: str
    expected_status: int
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    body: bytes | None = field(default=None, repr=False)
    follow_redirects: bool = False
    timeout: float = 30.0
    retries: int = 0
    concurrency: int = 1
    winners: int = 1
    """How many of the requests, exactly, must get the expected status."""

    @property
    def tries(self) -> int:
        """Only what is idempotent may be sent again."""
        return 1 + self.retries if self.method in IDEMPOTENT else 1


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
    exec: Exec | None = None
    """None: an agent must carry it out."""


def read(path: Path, shown: str = "") -> tuple[Scenario, ...]:
    """The scenarios in a file; ScenarioError with all that is wrong, UsageError if it cannot be read."""
    try:
        raw = reading.content(path, LARGEST, follow=True)
    except reading.TooLarge as error:
        raise ScenarioError(shown or one_line(path.name), [f"is {error.strerror}"]) from error
    except OSError as error:
        reason = f"{one_line(str(path))} cannot be read: {error.strerror}."
        raise UsageError(reason, remedy="Check the path.") from error
    return parse(raw, shown or one_line(path.name))


def parse(raw: bytes, shown: str = "scenarios") -> tuple[Scenario, ...]:
    """The scenarios in a JSON text: an array, or an object with it under `scenarios`."""
    items = _items(raw, shown)
    flaws = list(_all_flaws(items))
    if flaws:
        raise ScenarioError(shown, flaws)
    return tuple(_scenario(item) for item in items)


def _items(raw: bytes, shown: str) -> list[Any]:
    if len(raw) > LARGEST:
        raise ScenarioError(shown, [f"is larger than {LARGEST} bytes"])
    try:
        document = strict_json.read(raw.decode("utf-8-sig"))
        too_deep = _depth(document) > DEEPEST
    except (ValueError, RecursionError) as error:
        deep = "nested too deeply" if isinstance(error, RecursionError) else f"is no JSON: {one_line(str(error), 120)}"
        fence = ": leave out the code fence" if raw.lstrip().startswith(b"```") else ""
        raise ScenarioError(shown, [deep + fence]) from None
    if too_deep:
        raise ScenarioError(shown, [f"nested deeper than {DEEPEST} levels"])
    if isinstance(document, dict):
        if set(document) - {"scenarios", "$schema"} or "scenarios" not in document:
            raise ScenarioError(shown, ["must be an array of scenarios, or an object with it under `scenarios`"])
        document = document["scenarios"]
    if not isinstance(document, list) or not 0 < len(document) <= MOST:
        raise ScenarioError(shown, [f"must hold an array of 1 to {MOST} scenarios"])
    return document


def _depth(document: Any) -> int:
    deepest, level = 0, [document]
    while level:
        deepest += 1
        level = [
            inner
            for each in level
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
    return deepest


def _all_flaws(items: list[Any]) -> Iterator[str]:
    seen: set[str] = set()
    for index, item in enumerate(items):
        place = f"scenarios[{index}]"
        own = item.get("id") if isinstance(item, dict) else None
        if isinstance(own, str):
            place += f" ({one_line(own, 40)})"
            if own in seen:
                yield f"{place}: the id was used before"
            seen.add(own)
        found = list(schema.flaws(item, SCENARIO, place))
        yield from found or _deeper_flaws(item, place)


def _deeper_flaws(item: dict[str, Any], place: str) -> Iterator[str]:
    """What the schema cannot say."""
    try:
        json.dumps(item, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        yield f"{place}: holds a lone surrogate, which is no text"
    if clean_name(item["area"]) != item["area"]:
        yield f"{place}.area: must be one line of visible text"
    call = item.get("exec", {})
    if call.get("winners", 1) > call.get("concurrency", 1):
        yield f"{place}.exec.winners: cannot be more than concurrency"
    for name, value in call.get("headers", {}).items():
        if name.lower() in RESERVED:
            yield f"{place}.exec.headers.{one_line(name, 40)}: is set by the runner and cannot be chosen"
        if not value.isprintable() or any(ord(char) > 0xFF for char in value):  # noqa: PLR2004 - the end of Latin-1
            yield f"{place}.exec.headers.{one_line(name, 40)}: must be visible Latin-1 text"


def _scenario(item: Mapping[str, Any]) -> Scenario:
    lists = {key: tuple(item[key]) for key in ("preconditions", "steps", "chaos_factors", "failure_modes")}
    call = _exec(item["exec"]) if "exec" in item else None
    return Scenario(**{**item, **lists, "exec": call})


def _exec(item: Mapping[str, Any]) -> Exec:
    headers = tuple(item.get("headers", {}).items())
    body = None
    if "body" in item:
        is_text = isinstance(item["body"], str)
        body = (item["body"] if is_text else json.dumps(item["body"], ensure_ascii=False)).encode()
        if not any(name.lower() == "content-type" for name, _ in headers):
            headers += (("Content-Type", "text/plain; charset=utf-8" if is_text else "application/json"),)
    numbers = {key: int(item[key]) for key in ("expected_status", "retries", "concurrency", "winners") if key in item}
    return Exec(
        method=item["method"],
        path=item["path"],
        headers=headers,
        body=body,
        follow_redirects=item.get("follow_redirects", False),
        timeout=float(item.get("timeout", 30.0)),
        **numbers,
    )


def as_test(scenario: Scenario, file: str) -> Test:
    """A scenario without `exec` as a test for an agent: its steps, then what a sound system must show."""
    told = [
        f"You are: {scenario.user_perspective}",
        *(f"Given: {each}" for each in scenario.preconditions),
        *(f"Meanwhile: {each}" for each in scenario.chaos_factors),
        *(f"A weak system might: {each}" for each in scenario.failure_modes),
    ]
    return Test(
        id=scenario.id,
        name=clean_name(scenario.title) or scenario.id,
        file=file,
        steps=(
            *(StepSpec(text=text, kind="act") for text in scenario.steps),
            StepSpec(text=scenario.expected_behavior, kind="assert"),
        ),
        area=scenario.area,
        priority=scenario.priority,
        context="\n".join(told),
        is_scenario=True,
    )
