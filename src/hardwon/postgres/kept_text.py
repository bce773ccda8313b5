"""Text that a server can hold, whatever people write: a NUL and half a surrogate are escaped, and come back. Pure."""

from __future__ import annotations

import re

_AWKWARD = re.compile("[\\\\\0\ud800-\udfff]")
_ESCAPED = re.compile(r"\\(?:\\|0|u([0-9a-f]{4}))")


def kept(text: str) -> str:
    """The text as a column holds it: another one for each text."""
    return _AWKWARD.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    return {"\\": "\\\\", "\0": "\\0"}.get(character) or f"\\u{ord(character):04x}"


def told(text: str) -> str:
    """The text that a column holds."""
    return _ESCAPED.sub(_plain, text)


def _plain(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else {"\\\\": "\\", "\\0": "\0"}[found[0]]
