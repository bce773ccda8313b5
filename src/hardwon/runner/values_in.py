"""Whether a value of an answer is the one that is expected, and whether what is expected is a value at all. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from hardwon.guard.scanner import brief_line
from hardwon.runner.values import NOTHING

if TYPE_CHECKING:
    from collections.abc import Iterator

_TYPES: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("string", "str", "text", "uuid", "email", "url", "date", "datetime"), (str,)),
    **dict.fromkeys(("integer", "int", "number", "float"), (int, float)),
    **dict.fromkeys(("boolean", "bool"), (bool,)),
    **dict.fromkeys(("array", "list"), (list,)),
    **dict.fromkeys(("object", "dict"), (dict,)),
    **dict.fromkeys(("any", "*", "...", "not null", "non-null", "not empty", "non-empty", "exists"), (object,)),
}
_COMPARES = re.compile(
    r"\$?(?:contains|exists|is_?not|not|equals|eq|ne|[gl]te?|type|length|min|max|matches|regex|in|one_of|(?:starts|ends)_with"
    r"|schema|present|absent)"
)
_PATTERN = re.compile(r"\.[*+]|\\[dwsSDWb]|\[[a-z0-9]-[a-z0-9]\]|^\^.*\$$", re.IGNORECASE)
"""What hardly stands in a text, and does in a regular expression."""


def is_pattern(wanted: str) -> bool:
    """Whether a text may be meant as a regular expression."""
    return bool(_PATTERN.search(wanted))


def same(found: Any, wanted: Any) -> bool:
    """Whether it is the same value; an object may have more keys than are expected of it."""
    if isinstance(found, bool) or isinstance(wanted, bool):
        return found is wanted
    if isinstance(found, dict) and isinstance(wanted, dict):
        return all(key in found and same(found[key], value) for key, value in wanted.items())
    if isinstance(found, list) and isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(same, found, wanted))
    return bool(found == wanted)


def unclear(path: str, found: Any, wanted: Any) -> str:
    """Why what is not the same is not a failure: it may be said in a notation that has no values; else ""."""
    if "*" in path or "?(" in path or ".." in path:
        return f"{path!r} is a path to several values, and only one is judged"
    whys = [_unclear_value(*each) for each in _differences(path, found, wanted)]
    return whys[0] if whys and all(whys) else ""


def _differences(path: str, found: Any, wanted: Any) -> Iterator[tuple[str, Any, Any]]:
    """Each place where a value is not the same, with what is there and what is expected."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key, value in wanted.items():
            yield from _differences(f"{path}.{key}", found.get(key, NOTHING), value)
    elif isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        for number, (one, other) in enumerate(zip(found, wanted, strict=True)):
            yield from _differences(f"{path}[{number}]", one, other)
    elif found is NOTHING or not same(found, wanted):
        yield path, found, wanted


def _unclear_value(path: str, found: Any, wanted: Any) -> str:
    compares = isinstance(wanted, dict) and bool(wanted) and all(map(_COMPARES.fullmatch, wanted))
    if compares and not isinstance(found, dict):
        return f"{min(wanted)!r} compares {path}, and only values are judged"
    if isinstance(wanted, str) and found is not NOTHING:
        types = _TYPES.get(wanted.strip().lower().strip("<>"))
        if types and isinstance(found, types):
            return f"{wanted!r} may be the type of {path}, and only values are judged"
        if is_pattern(wanted) and isinstance(found, str | int | float):
            return f"{brief_line(wanted, 80)!r} may be a pattern, and only values are judged"
    return ""
