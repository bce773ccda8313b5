"""One member more in a JSON text; every other sign stays as it is: spaces, line ends, numbers, comments. Pure."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = r'"(?:[^"\\\n]|\\.)*"'
_COMMENTED = re.compile(rf"{_STRING}|//[^\r\n]*|/\*.*?\*/", re.DOTALL)
_LAST_COMMA = re.compile(rf"{_STRING}|,(?=[ \t\r\n]*[}}\]])")
_REMARK = re.compile(r"[ \t]*(,?)[ \t]*(?://[^\r\n]*|/\*.*?\*/[ \t]*)(?=\r?\n)", re.DOTALL)
"""What stands behind a member on its last line, up to the end of that line."""

_SIGN = re.compile(r"[^\r\n]")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class _Object:
    """Where an object of the text stands."""

    start: int
    """Of its opening brace."""

    values: dict[str, int]
    """Where the value of each member begins."""

    first: int
    """Where its first member begins, or its closing brace."""

    last: int
    """Where its last member ends; behind the opening brace if there is none."""


def plain_json(text: str) -> str:
    """The text with spaces for its comments and for commas behind the last of a row, as editors allow in settings."""
    for pattern in (_COMMENTED, _LAST_COMMA):
        text = pattern.sub(lambda found: found[0] if found[0][0] == '"' else _SIGN.sub(" ", found[0]), text)
    return text


def with_member(text: str, path: tuple[str, ...], value: Any) -> str:
    """The text of an object, perhaps with comments, with a value at a path of names, whose last is not there yet.

    ValueError if the text is not such an object, or if something on the way is not an object.
    """
    plain = plain_json(text)
    found = _object(plain, _after_space(plain, 0))
    depth = 0
    while depth < len(path) - 1 and path[depth] in found.values:
        found = _object(plain, found.values[path[depth]])
        depth += 1
    for name in reversed(path[depth + 1 :]):
        value = {name: value}
    return _inserted(text, found, path[depth], value, depth + 1)


def _object(text: str, at: int) -> _Object:
    if text[at : at + 1] != "{":
        raise ValueError("what should hold it is not an object")
    place = first = _after_space(text, at + 1)
    values: dict[str, int] = {}
    last = at + 1
    while text[place : place + 1] != "}":
        if text[place : place + 1] != '"':
            raise ValueError(f"a name should stand at character {place + 1}")
        name, place = _DECODER.raw_decode(text, place)
        place = _after_space(text, place)
        values[name] = _after_space(text, place + 1)
        _, last = _DECODER.raw_decode(text, values[name])
        place = _after_space(text, last)
        if text[place : place + 1] == ",":
            place = _after_space(text, place + 1)
            if text[place : place + 1] == "}":
                raise ValueError(f"a name should stand at character {place + 1}")
    return _Object(at, values, first, last)


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _inserted(text: str, into: _Object, name: str, value: Any, depth: int) -> str:
    """The text with a member behind the last one, laid out as that is."""
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = text[into.start + 1 : into.first] if into.values else ""
    indents = re.findall(r"\n([ \t]+)\S", text)
    unit = indents[0] if indents else "  "
    if "\n" not in gap and (into.values or "\n" not in text):
        member = f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
        return f"{text[: into.last]}{', ' if into.values else ''}{member}{text[into.last :]}"
    own = _indent(gap) if into.values else unit * depth
    lines = json.dumps(value, indent=unit, ensure_ascii=False).replace("\n", newline + own)
    member = f"{newline}{own}{json.dumps(name)}: {lines}"
    if not into.values:
        inside = text[into.last : into.first].rstrip()
        return text[: into.last] + inside + member + newline + unit * (depth - 1) + text[into.first :]
    if remark := _REMARK.match(text, into.last):
        comma = "" if remark[1] else ","
        return text[: into.last] + comma + remark[0] + member + text[remark.end() :]
    return f"{text[: into.last]},{member}{text[into.last :]}"


def _indent(gap: str) -> str:
    """How far in the first member stands, perhaps behind a comment on its line."""
    line = gap.rpartition("\n")[2]
    return line[: len(line) - len(line.lstrip(" \t"))]
