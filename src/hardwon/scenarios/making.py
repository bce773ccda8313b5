"""Scenarios made of JSON that the schema has let pass. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from hardwon.scenarios.scenario import (
    Capture,
    CapturedFrom,
    CommandRun,
    CommandRuns,
    Expected,
    HttpCall,
    HttpCalls,
    Scenario,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_LISTS = ("preconditions", "steps", "chaos_factors", "failure_modes")
_OK = range(200, 300)
_WON = range(200, 400)
_READS = ("GET", "HEAD", "OPTIONS")


def requests_in(item: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every request of an `exec`, as far as it has the shape of one."""
    call = item.get("exec")
    if not isinstance(call, dict):
        return
    yield call
    for part in ("setup", "requests", "teardown", "runs"):
        inner = call.get(part)
        yield from (each for each in inner if isinstance(each, dict)) if isinstance(inner, list) else ()


def scenario_of(item: Mapping[str, Any]) -> Scenario:
    """The scenario that a valid item describes."""
    lists = {key: tuple(item[key]) for key in _LISTS}
    call = item.get("exec")
    made = None if call is None else _runs(call) if call.get("mode") == "cli" else _requests(call)
    return Scenario(**{**item, **lists, "exec": made})


def _requests(call: Mapping[str, Any]) -> HttpCalls:
    own = call.get("requests") or [call]
    return HttpCalls(
        setup=tuple(_request(each) for each in call.get("setup", ())),
        requests=tuple(_request(each) for each in own),
        teardown=tuple(_request(each) for each in call.get("teardown", ())),
    )


def _request(item: Mapping[str, Any]) -> HttpCall:
    expected = _expected(item)
    numbers = {key: int(item[key]) for key in ("retries", "concurrency", "winners") if key in item}
    if numbers.get("concurrency", 1) > 1 and "winners" not in item:
        numbers["winners"] = _winners(item, expected, numbers["concurrency"])  # type: ignore[assignment]  # None: see there
    return HttpCall(
        method=item.get("method", "GET"),
        path=item["path"],
        headers=tuple(item.get("headers", {}).items()),
        has_body="body" in item,
        body=item.get("body"),
        form=_form(item["form"]) if "form" in item else None,
        expected=expected,
        captures=tuple(_capture(name, source) for name, source in item.get("capture", {}).items()),
        follow_redirects=item.get("follow_redirects", False),
        timeout=float(item.get("timeout", 30.0)),
        **numbers,
    )


def _winners(item: Mapping[str, Any], expected: Expected, concurrency: int) -> int | None:
    """How many may win where the scenario does not say so; None where what the others get is expected, or nothing."""
    if not any(each in _OK for each in expected.status) or any(each not in _WON for each in expected.status):
        return None
    return concurrency if item.get("method", "GET") in _READS else 1  # whoever only reads takes nothing from the others


def _expected(item: Mapping[str, Any]) -> Expected:
    return Expected(
        status=_numbers(item.get("expected_status", ())),
        text=tuple(item.get("expected_text", ())),
        absent=tuple(item.get("absent_text", ())),
        json=tuple(item.get("expected_json", {}).items()),
        headers=tuple(item.get("expected_headers", {}).items()),
    )


def _numbers(value: Any) -> tuple[int, ...]:
    return tuple(int(each) for each in value) if isinstance(value, list | tuple) else (int(value),)


def _form(fields: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, _field(each))
        for name, value in fields.items()
        for each in (value if isinstance(value, list) else [value])
    )


def _field(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else ""
    return str(value)


def _capture(name: str, source: Mapping[str, str]) -> Capture:
    kind: CapturedFrom = next(each for each in get_args(CapturedFrom) if each in source)
    around = source.get("text", "") if kind != "text" else ""
    return Capture(name=name, source=kind, where=source[kind], around=around)


def _runs(call: Mapping[str, Any]) -> CommandRuns:
    own = call.get("runs") or [call]
    return CommandRuns(
        runs=tuple(_run(each) for each in own),
        setup=tuple(_run(each) for each in call.get("setup", ())),
    )


def _run(item: Mapping[str, Any]) -> CommandRun:
    return CommandRun(
        args=tuple(item["args"]),
        program=item.get("program", ""),
        stdin=item.get("stdin", ""),
        files=tuple(item.get("files", {}).items()),
        env=tuple(item.get("env", ())),
        exit=_numbers(item.get("expected_exit", ())),
        stdout=tuple(item.get("expected_stdout", ())),
        stderr=tuple(item.get("expected_stderr", ())),
        absent=tuple(item.get("absent_text", ())),
        files_after=tuple(item.get("expected_files", {}).items()),
        timeout=float(item.get("timeout", 30.0)),
    )
