"""A value inside Markdown: a name neither ends a cell nor loads a picture. Pure."""

from __future__ import annotations

import re
from typing import Any

from hardwon.text.plain import one_line

_ACTIVE = re.compile(r"[\\|*\[\]]")


def cell(value: Any, limit: int = 300) -> str:
    """The value as one line of Markdown on which nothing acts."""
    return _ACTIVE.sub(r"\\\g<0>", one_line(str(value), limit)).replace("<", "&lt;").replace("`", "'")
