r"""A scenario: what an AI tester hands in, as a JSON Schema (draft 2020-12).

The mandate prints it and the runner executes exactly what it describes. Pure data. Patterns end in `$(?!\n)` because
`$` alone lets a final line break pass in some languages, and these texts go into requests.
"""

from __future__ import annotations

from typing import Any

PRIORITIES = ("critical", "high", "medium", "low")
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")

_LINE = {"type": "string", "pattern": r"\S", "maxLength": 300}
_TEXT = {"type": "string", "pattern": r"\S", "maxLength": 2000}


def _texts(about: str, least: int = 0) -> dict[str, Any]:
    bounds = {"minItems": least} if least else {}
    return {"type": "array", "description": about, "items": _TEXT, **bounds, "maxItems": 50}


EXEC: dict[str, Any] = {
    "type": "object",
    "description": "Only where HTTP alone decides: one request, or the same one several times at once.",
    "properties": {
        "method": {"enum": list(METHODS)},
        "path": {
            "type": "string",
            "description": "Path and query on the target, starting with one slash; never another host.",
            "pattern": r"^/(?![/\\])[^\s\\#\u0000-\u001f\u007f]*$(?!\n)",
            "maxLength": 2000,
        },
        "headers": {
            "type": "object",
            "propertyNames": {"pattern": r"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$(?!\n)"},
            "additionalProperties": {"type": "string", "pattern": r"^[^\r\n\u0000]*$(?!\n)", "maxLength": 8000},
        },
        "body": {
            "description": "Text is sent as it is; anything else is sent as JSON.",
            "type": ["string", "object", "array", "number", "boolean", "null"],
        },
        "expected_status": {"type": "integer", "minimum": 100, "maximum": 599},
        "follow_redirects": {"type": "boolean", "default": False},
        "timeout": {
            "type": "number",
            "description": "Seconds for each request.",
            "exclusiveMinimum": 0,
            "maximum": 300,
            "default": 30,
        },
        "retries": {
            "type": "integer",
            "description": "Tries after a transport error; only idempotent methods are tried again.",
            "minimum": 0,
            "maximum": 10,
            "default": 0,
        },
        "concurrency": {
            "type": "integer",
            "description": "Requests that are sent at the same moment.",
            "minimum": 1,
            "maximum": 100,
            "default": 1,
        },
        "winners": {
            "type": "integer",
            "description": "With concurrency: how many, exactly, must get expected_status.",
            "minimum": 0,
            "maximum": 100,
            "default": 1,
        },
    },
    "required": ["method", "path", "expected_status"],
    "dependentRequired": {"winners": ["concurrency"]},
    "additionalProperties": False,
}

SCENARIO: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Scenario",
    "type": "object",
    "properties": {
        "id": {
            "type": "string",
            "description": "Unique in the document, lower case, words joined by hyphens.",
            "pattern": r"^[a-z0-9]+(-[a-z0-9]+)*$(?!\n)",
            "maxLength": 100,
        },
        "title": {**_LINE, "description": "The doubt, in one line."},
        "user_perspective": {**_TEXT, "description": "Who does this, and why it seems sensible to them."},
        "preconditions": _texts("What must be so before the first step."),
        "steps": _texts("What the person does, one thing each, in order.", least=1),
        "chaos_factors": _texts("What goes wrong around them meanwhile; empty if nothing does."),
        "expected_behavior": {**_TEXT, "description": "What a sound system does: seen from outside, decidable."},
        "failure_modes": _texts("What a weak system would do instead.", least=1),
        "priority": {
            "enum": list(PRIORITIES),
            "description": "critical: money, data or access lost; high: stopped; medium: misled; low: annoyed.",
        },
        "area": {
            **_LINE,
            "description": "Name of an area as listed above, exactly; a new short name only where none fits.",
            "maxLength": 200,
        },
        "exec": EXEC,
    },
    "required": [
        "id",
        "title",
        "user_perspective",
        "preconditions",
        "steps",
        "chaos_factors",
        "expected_behavior",
        "failure_modes",
        "priority",
        "area",
    ],
    "additionalProperties": False,
}
