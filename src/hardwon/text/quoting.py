"""Names and paths as data inside a text that a model reads.

A quoted text is a JSON string on one line: it decodes to exactly what was quoted, and nothing in it can end the
quotation, open a tag or a code fence, hide, or run backwards. Pure.
"""

from __future__ import annotations

import json
import re
import unicodedata

LONGEST = 200
"""Characters after which a text is cut: as long as the name of an area may be."""

_HARMLESS = re.compile(r"[A-Za-z0-9 _./:@,;=+*?!#%&()\[\]{}|~^$'-]*")

_MARKS = frozenset('"\\<>`\u00ab\u00bb\u2033\u2039\u203a\u201c\u201d\u201e\u201f\u3003')
"""Signs that end or imitate a quotation, a tag or a fence."""

_IGNORABLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Letters and marks that show nothing, and could carry a hidden message."""


def quoted(text: str, limit: int = LONGEST) -> str:
    """The text between double quotes; a mark behind them says when it was cut."""
    shown = text[:limit]
    inner = shown if _HARMLESS.fullmatch(shown) else "".join(map(_as_data, shown))
    return f'"{inner}"' if len(text) <= limit else f'"{inner}" (cut, {len(text)} characters)'


def _as_data(char: str) -> str:
    if char == "\\":
        return "\\\\"
    if char.isprintable() and not _is_mark(char) and not _IGNORABLE.match(char):
        return char
    # The quote too in its numeric form: then the only quotes in sight are those around the text.
    return f"\\u{ord(char):04x}" if char in _MARKS else json.dumps(char)[1:-1]


def _is_mark(char: str) -> bool:
    # Full-width and small forms too: a reader may take them for what they look like.
    return char in _MARKS or (not char.isascii() and not _MARKS.isdisjoint(unicodedata.normalize("NFKC", char)))
