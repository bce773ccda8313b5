"""What is wrong with a JSON value under a JSON Schema: the part of draft 2020-12 that our schemas use. Pure.

The schema that an AI is given and the check of what it hands in are thus one and the same.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "object": (dict,),
    "array": (list,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}


def flaws(value: Any, schema: dict[str, Any], place: str = "") -> Iterator[str]:
    """Each thing that is wrong, with its place; none if the value is valid."""
    if "anyOf" in schema:
        yield from _least([list(flaws(value, each, place)) for each in schema["anyOf"]])
    elif "type" in schema and not _is_of(value, schema["type"]):
        wanted = schema["type"] if isinstance(schema["type"], str) else " or ".join(schema["type"])
        yield f"{place}: is {_shown(value)}, but must be of type {wanted}"
    elif "enum" in schema and value not in schema["enum"]:
        yield f"{place}: is {_shown(value)}, but must be one of {', '.join(map(str, schema['enum']))}"
    elif isinstance(value, str):
        yield from _text_flaws(value, schema, place)
    elif isinstance(value, dict):
        yield from _object_flaws(value, schema, place)
    elif isinstance(value, list):
        yield from _list_flaws(value, schema, place)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _number_flaws(value, schema, place)


def _least(found: list[list[str]]) -> list[str]:
    """What is wrong under the schema that fits best; nothing if one fits."""
    return min(found, key=len)


def _is_of(value: Any, wanted: str | list[str]) -> bool:
    names = [wanted] if isinstance(wanted, str) else wanted
    if isinstance(value, bool):
        return "boolean" in names
    if isinstance(value, float) and value.is_integer() and "integer" in names:
        return True
    return any(isinstance(value, _TYPES[name]) for name in names)


def _text_flaws(value: str, schema: dict[str, Any], place: str) -> Iterator[str]:
    if len(value) < schema.get("minLength", 0):
        yield f"{place}: is an empty text, which says nothing; leave it out"
    elif len(value) > schema.get("maxLength", len(value)):
        yield f"{place}: is longer than {schema['maxLength']} characters"
    elif "pattern" in schema and not re.search(schema["pattern"], value):
        about = f": {schema['description']}" if "description" in schema else ""
        yield f"{place}: {_shown(value)} is not allowed{about.rstrip('.')}"


def _number_flaws(value: float, schema: dict[str, Any], place: str) -> Iterator[str]:
    low, high, above = schema.get("minimum"), schema.get("maximum"), schema.get("exclusiveMinimum")
    if low is not None and value < low:
        yield f"{place}: is {_shown(value)}, but must be at least {low}"
    if above is not None and value <= above:
        yield f"{place}: is {_shown(value)}, but must be more than {above}"
    if high is not None and value > high:
        yield f"{place}: is {_shown(value)}, but must be at most {high}"


def _list_flaws(value: list[Any], schema: dict[str, Any], place: str) -> Iterator[str]:
    if len(value) < schema.get("minItems", 0):
        yield f"{place}: must hold at least {schema['minItems']}"
    if len(value) > schema.get("maxItems", len(value)):
        yield f"{place}: must hold at most {schema['maxItems']}"
    elif "items" in schema:
        for index, item in enumerate(value):
            yield from flaws(item, schema["items"], f"{place}[{index}]")


def _object_flaws(value: dict[str, Any], schema: dict[str, Any], place: str) -> Iterator[str]:
    dot = f"{place}." if place else ""
    for key in schema.get("required", ()):
        if key not in value:
            yield f"{dot}{key}: is missing"
    for key, needed in schema.get("dependentRequired", {}).items():
        for other in needed if key in value else ():
            if other not in value:
                yield f"{dot}{key}: needs {other} beside it"
    names = schema.get("propertyNames", {})
    known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    for key, inner in value.items():
        shown = f"{dot}{one_line(key, 60)}"
        yield from (f"{shown}: is not a name for it" for _ in flaws(key, names))
        if key in known:
            yield from flaws(inner, known[key], shown)
        elif others is False:
            yield f"{shown}: unknown key; known are {', '.join(known)}"
        elif isinstance(others, dict):
            yield from flaws(inner, others, shown)


def _shown(value: Any) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return one_line(repr(value), 60)
