"""Place holders of requests in other notations, written as `{{name}}` where a request captures that name. Pure.

What nobody captures is refused in a path. Anywhere else it is text, as `{{7*7}}` is; but a sound system may well refuse
it, so a scenario does not fail because of it.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

UNIQUE = "unique"
"""The name of a value that no two attempts share, which nobody has to capture."""

_NAMED = re.compile(r"\{\{\s*([A-Za-z_$][\w.$]{0,99})\s*\}\}|\$\{([A-Za-z_][\w.]{0,99})\}")
_SEGMENT = re.compile(r"<(?:\w{1,30}:)?(\w{1,60})>|\{(?:\w{1,30}:)?(\w{1,60})\}|:([A-Za-z_]\w{0,59})")
_PART = re.compile(r"<[^<>]{1,60}>|\{\w{1,60}\}|:[A-Za-z_]\w{0,59}")
_MADE_ANEW = re.compile(
    r"\$?(?:unique|uuid4?|guid|nonce|now|(?:unix_?)?time_?stamp|random(?:_?(?:int|string|uuid|id|number|hex|suffix))?)",
    re.IGNORECASE,
)
_SENT = ("path", "headers", "body", "form", "args", "stdin", "files")
_EXPECTED = ("text", "json", "headers", "stdout", "stderr", "files")


def mended(requests: Sequence[dict[str, Any]], notes: list[str]) -> None:
    """Write every place holder whose value is known as `{{name}}`."""
    names, before = _names(requests), _is_unique(requests)
    for request in requests:
        for key in (*_SENT, *(f"expected_{each}" for each in _EXPECTED), "absent_text"):
            if key in request:
                change = partial(_text, names=names, is_path=key == "path")
                request[key] = _everywhere(request[key], change)
    if _is_unique(requests) and not before:
        notes.append("{{unique}} stands for letters and digits that are new in each run")


def _is_unique(requests: Sequence[dict[str, Any]]) -> bool:
    return any("{{unique}}" in text for request in requests for key in _SENT for text in _texts(request.get(key)))


def flaws(requests: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Place holders in paths that nobody fills."""
    names = _names(requests)
    for request in requests:
        path = str(request.get("path", ""))
        left = unfilled([path], names)
        parts = [part for part in path.partition("?")[0].split("/") if _PART.fullmatch(part)]
        for part in [*parts, *([left] if left else [])]:
            yield f"exec.path: {one_line(part, 60)!r} is a place holder; capture a value and write {{{{name}}}}"


def unfilled(texts: Iterable[str], names: Iterable[str]) -> str:
    """The first place holder in texts that stands for none of the names; "" if there is none."""
    known = {UNIQUE, *names}
    found = (match for text in texts for match in _NAMED.finditer(text))
    return next((match[0] for match in found if (match[1] or match[2]) not in known), "")


def _names(requests: Sequence[dict[str, Any]]) -> frozenset[str]:
    given = (request.get("capture") for request in requests)
    return frozenset({UNIQUE, *(name for each in given if isinstance(each, dict) for name in each)})


def _text(text: str, names: frozenset[str], *, is_path: bool) -> str:
    told = _NAMED.sub(lambda match: _meant(match[0], match[1] or match[2], names), text)
    if not is_path:
        return told
    return "/".join(_segment(part, names) for part in told.split("/"))


def _meant(written: str, name: str, names: frozenset[str]) -> str:
    if name in names:
        return f"{{{{{name}}}}}"
    if _MADE_ANEW.fullmatch(name):
        return f"{{{{{UNIQUE}}}}}"
    last = name.rpartition(".")[2]  # {{steps.login.token}}
    return f"{{{{{last}}}}}" if last != name and last in names else written


def _segment(part: str, names: frozenset[str]) -> str:
    match = _SEGMENT.fullmatch(part)
    name = (match[1] or match[2] or match[3]) if match else ""
    return f"{{{{{name}}}}}" if name in names else part


def _everywhere(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_everywhere(each, change) for each in value]
    if isinstance(value, dict):
        return {_everywhere(key, change): _everywhere(inner, change) for key, inner in value.items()}
    return value


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from (*_texts(key), *_texts(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
