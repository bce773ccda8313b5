"""Decisions: what a curator proposes, read from foreign JSON and checked one by one.

    {"decisions": [{"action": "add", "title": "…", "content": "…", "scope": "product", "reasoning": "…"}, …]}

A bad decision is an entry with its reason; the others still count. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from hardwon.errors import UsageError
from hardwon.observations.deltas import DecisionError
from hardwon.observations.observation import ID, LONGEST_CONTENT
from hardwon.text.plain import clean_name, one_line

Action = Literal["add", "update", "deprecate", "noop"]
ScopeName = Literal["product", "suite", "test"]

MOST_DECISIONS = 1000
LONGEST_REASONING = 50_000
"""More than any that makes sense: it is shortened where its secrets are known."""

_ACTIONS = ("add", "update", "deprecate", "noop")
_SCOPES = ("product", "suite", "test")
_TEXT = {"type": "string"}


def _schema_of(action: Action, **parts: Any) -> dict[str, Any]:
    properties = {"action": {"type": "string", "enum": [action]}, **parts, "reasoning": _TEXT}
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


_DECISIONS = [
    _schema_of("add", title=_TEXT, content=_TEXT, scope={"type": "string", "enum": [*_SCOPES]}),
    _schema_of("update", observationId=_TEXT),
    _schema_of("deprecate", observationId=_TEXT),
    _schema_of("noop"),
]
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"decisions": {"type": "array", "items": {"anyOf": _DECISIONS}}},
    "required": ["decisions"],
    "additionalProperties": False,
}
"""What decisions should look like. What is read may be a little less strict: see `read`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One thing that a curator wants done."""

    index: int
    """Its place in the list, for the log."""

    action: Action
    title: str = ""
    content: str = ""
    scope: ScopeName = "product"
    observation_id: str = ""
    reasoning: str = ""


def read(document: Any) -> tuple[list[Decision], list[DecisionError]]:
    """The decisions of a document, and an error for each that makes no sense; UsageError if it is none.

    `observation_id` and `reason` are taken for `observationId` and `reasoning`: that is what people and programs write.
    """
    listed = document.get("decisions") if isinstance(document, dict) else None
    if not isinstance(listed, list):
        raise UsageError("There are no decisions in it.", remedy='Give {"decisions": [{"action": …}, …]}.')
    if len(listed) > MOST_DECISIONS:
        raise UsageError(f"{len(listed)} decisions are more than {MOST_DECISIONS}.", remedy="Give fewer at once.")
    decisions, errors = [], []
    for index, raw in enumerate(listed):
        try:
            decisions.append(_decision(index, raw))
        except ValueError as error:
            action = raw.get("action") if isinstance(raw, dict) else None
            shown = one_line(action, 40) if isinstance(action, str) else ""
            errors.append(DecisionError(index=index, action=shown, reason=str(error)))
    return decisions, errors


def _decision(index: int, raw: Any) -> Decision:
    if not isinstance(raw, dict):
        raise ValueError("it is not an object")  # noqa: TRY004 - one kind of error for whatever a decision may be instead
    action = raw.get("action")
    if action not in _ACTIONS:
        raise ValueError(f"the action {one_line(repr(action), 40)} is none of {', '.join(_ACTIONS)}")
    reasoning = one_line(_text(raw, "reasoning", "reason"), LONGEST_REASONING)
    if action == "add":
        return _addition(index, raw, reasoning)
    if action == "noop":
        return Decision(index=index, action="noop", reasoning=reasoning)
    observation_id = _text(raw, "observationId", "observation_id")
    if not ID.fullmatch(observation_id):
        raise ValueError(f"observationId {one_line(repr(observation_id), 80)} is not the id of an observation")
    return Decision(index=index, action=action, observation_id=observation_id, reasoning=reasoning)


def _addition(index: int, raw: dict[str, Any], reasoning: str) -> Decision:
    title = _text(raw, "title").strip()
    content = _text(raw, "content").replace("\r\n", "\n").replace("\r", "\n").strip()
    scope = raw.get("scope", "product")
    if not title or clean_name(title) != title:
        raise ValueError("the title must be one line of visible text, at most 200 characters")
    if not content or len(content) > LONGEST_CONTENT:
        raise ValueError(f"the content must be text of at most {LONGEST_CONTENT} characters")
    if scope not in _SCOPES:
        raise ValueError(f"the scope {one_line(repr(scope), 40)} is none of {', '.join(_SCOPES)}")
    return Decision(index=index, action="add", title=title, content=content, scope=scope, reasoning=reasoning)


def _text(raw: dict[str, Any], key: str, other: str = "") -> str:
    """The text under a key, or under the other name of that key."""
    value = raw.get(key, raw.get(other, ""))
    if not isinstance(value, str):
        raise ValueError(f"{key} must be text")  # noqa: TRY004 - as above
    return value.encode("utf-8", "replace").decode()
