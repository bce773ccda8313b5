r"""A scenario: what an AI tester hands in, as a JSON Schema (draft 2020-12).

The mandate shows it and the runner executes exactly what it describes. Pure data. Patterns end in `$(?!\n)` because
`$` alone lets a final line break pass in some languages, and these texts go into requests.
"""

from __future__ import annotations

from typing import Any

PRIORITIES = ("critical", "high", "medium", "low")
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
SOURCES = ("json", "header", "field", "text")
"""Where a captured value may come from."""

MOST_REQUESTS = 30
"""Of one scenario, in each of its parts."""

_LINE = {"type": "string", "pattern": r"\S", "maxLength": 300}
_TEXT = {"type": "string", "pattern": r"\S", "maxLength": 2000}
_NAME = {"pattern": r"^[A-Za-z_][A-Za-z0-9_]{0,59}$(?!\n)"}
_HEADER_NAME = {"pattern": r"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$(?!\n)"}
_ANYTHING = ["string", "object", "array", "number", "boolean", "null"]
_FILE_NAME = {"pattern": r"^(?![/\\])(?!.*(?:^|/)\.\.(?:/|$))[^\\\u0000-\u001f\u007f]{1,200}$(?!\n)"}
"""A file in the folder of the run: never one above it."""


def _texts(about: str, least: int = 0, each: dict[str, Any] = _TEXT) -> dict[str, Any]:
    bounds = {"minItems": least} if least else {}
    return {"type": "array", "description": about, "items": each, **bounds, "maxItems": 50}


_SNIPPETS = {"type": "string", "minLength": 1, "maxLength": 2000}
_SECONDS = {"type": "number", "exclusiveMinimum": 0, "maximum": 300, "default": 30}

REQUEST: dict[str, Any] = {
    "type": "object",
    "properties": {
        "method": {"enum": list(METHODS), "default": "GET"},
        "path": {
            "type": "string",
            "description": "Path and query on the target, starting with one slash; never another host.",
            "pattern": r"^/(?![/\\])[^\s\\#\u0000-\u001f\u007f]*$(?!\n)",
            "maxLength": 2000,
        },
        "headers": {
            "type": "object",
            "propertyNames": _HEADER_NAME,
            "additionalProperties": {"type": "string", "pattern": r"^[^\r\n\u0000]*$(?!\n)", "maxLength": 8000},
        },
        "body": {"description": "Text is sent as it is; anything else is sent as JSON.", "type": _ANYTHING},
        "form": {
            "type": "object",
            "description": "Fields of a form, sent as a browser sends them.",
            "additionalProperties": {"type": ["string", "number", "boolean", "array"]},
        },
        "expected_status": {
            "description": "The status, or a list of those that are right.",
            "type": ["integer", "array"],
            "minimum": 100,
            "maximum": 599,
            "items": {"type": "integer", "minimum": 100, "maximum": 599},
            "minItems": 1,
            "maxItems": 500,
        },
        "expected_text": _texts("What the body must hold; case counts.", each=_SNIPPETS),
        "absent_text": _texts("What the body must not hold.", each=_SNIPPETS),
        "expected_json": {
            "type": "object",
            "description": "Values in the JSON body by path, such as order.items[0].price.",
            "additionalProperties": {"type": _ANYTHING},
        },
        "expected_headers": {
            "type": "object",
            "description": "What each header of the answer must hold; null: it must not be there.",
            "propertyNames": _HEADER_NAME,
            "additionalProperties": {"type": ["string", "null"]},
        },
        "capture": {
            "type": "object",
            "description": "Values for {{name}} in later requests: from json, header, field of a form or text.",
            "propertyNames": _NAME,
            "additionalProperties": {
                "type": "object",
                "properties": {source: {"type": "string", "pattern": r"\S", "maxLength": 300} for source in SOURCES},
                "additionalProperties": False,
            },
        },
        "follow_redirects": {"type": "boolean", "default": False},
        "timeout": {**_SECONDS, "description": "Seconds for each request."},
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
    "required": ["path"],
    "dependentRequired": {"winners": ["concurrency"]},
    "additionalProperties": False,
}

COMMAND_RUN: dict[str, Any] = {
    "type": "object",
    "properties": {
        "args": {
            "type": "array",
            "description": "Arguments for the program of the target, one text each; its own name is not among them.",
            "items": {"type": "string", "pattern": r"^[^\u0000]*$", "maxLength": 10_000},
            "maxItems": 200,
        },
        "program": {"type": "string", "description": "Name of the target's program, where it must be said."},
        "stdin": {"type": "string", "maxLength": 1_000_000},
        "files": {
            "type": "object",
            "description": "Files that stand in its folder before it starts, with their text.",
            "propertyNames": _FILE_NAME,
            "additionalProperties": {"type": "string", "maxLength": 1_000_000},
        },
        "env": _texts("Names of environment variables, allowed by the user, that the program is given.", each=_NAME),
        "expected_exit": {
            "description": "The exit code, or a list of those that are right.",
            "type": ["integer", "array"],
            "minimum": -64,
            "maximum": 255,
            "items": {"type": "integer", "minimum": -64, "maximum": 255},
            "minItems": 1,
            "maxItems": 300,
        },
        "expected_stdout": _texts("What standard output must hold.", each=_SNIPPETS),
        "expected_stderr": _texts("What standard error must hold.", each=_SNIPPETS),
        "absent_text": _texts("What neither may hold.", each=_SNIPPETS),
        "expected_files": {
            "type": "object",
            "description": "Files afterwards, with a text that they hold; null: not there.",
            "propertyNames": _FILE_NAME,
            "additionalProperties": {"type": ["string", "null"]},
        },
        "timeout": {**_SECONDS, "description": "Seconds for each call."},
    },
    "required": ["args"],
    "additionalProperties": False,
}


def _sequence(each: dict[str, Any], about: str) -> dict[str, Any]:
    return {"type": "array", "description": about, "items": each, "maxItems": MOST_REQUESTS}


HTTP: dict[str, Any] = {
    "type": "object",
    "description": "Requests with one cookie jar: one here, or several under `requests`.",
    "properties": {
        "mode": {"enum": ["http"]},
        "setup": _sequence(REQUEST, "Requests that bring about the preconditions; where one fails, nothing is judged."),
        "requests": _sequence(REQUEST, "The requests that are judged, in order, instead of the one given here."),
        "teardown": _sequence(REQUEST, "Requests that clean up, whatever came before."),
        **REQUEST["properties"],
    },
    "dependentRequired": {"winners": ["concurrency"]},
    "additionalProperties": False,
}

CLI: dict[str, Any] = {
    "type": "object",
    "description": "Calls of the target's program in one fresh folder: one here, or several under `runs`.",
    "properties": {
        "mode": {"enum": ["cli"]},
        "setup": _sequence(
            COMMAND_RUN, "Calls that bring about the preconditions; where one fails, nothing is judged."
        ),
        "runs": _sequence(COMMAND_RUN, "The calls that are judged, in order, instead of the one given here."),
        **COMMAND_RUN["properties"],
    },
    "required": ["mode"],
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
        "exec": {"description": "How it is executed and judged without a person.", "anyOf": [HTTP, CLI]},
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
