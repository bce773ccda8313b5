"""TOML of a size and a shape that people write. Pure.

Python's own reader takes a quarter of an hour for a megabyte of one dotted key, and says nothing meanwhile.
"""

from __future__ import annotations

import re
from typing import Any

LARGEST = 1_000_000
"""Characters."""

DEEPEST = 30
"""Names in a dotted key."""

_DEEP = rf"""(?a)(?<![\w-])(?:(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{DEEPEST}}}"""


def read(text: str) -> dict[str, Any]:
    """The tables in the text; ValueError with the reason when there are none."""
    import tomllib  # noqa: PLC0415 - most projects have no TOML that concerns us

    if len(text) > LARGEST:
        raise ValueError(f"larger than {LARGEST} characters")
    if found := re.search(_DEEP, text):
        line = text.count("\n", 0, found.start()) + 1
        raise ValueError(f"a dotted key of more than {DEEPEST} names (at line {line})")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
