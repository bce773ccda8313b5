"""Leads: where the links, scripts and refreshes of a page lead. Pure."""

from __future__ import annotations

import re
from urllib.parse import urldefrag

from hardwon.target.origin import joined

LONGEST = 2_000

_REFRESH = re.compile(r"\s*([\d.]{1,6})\s*[;,]\s*(?:url\s*=\s*)?[\"']?([^\"']+)", re.IGNORECASE)
_SOON = 10.0
"""Seconds within which a page that refreshes itself is taken to send its visitor on."""

_GOES = re.compile(r"^\s*(?:window\.|document\.|self\.)?location(?:\.href)?\s*=\s*[\"']([^\"']+)[\"']\s*;?\s*$")
"""The one script that is understood: a button that is a link."""


def refresh(base: str, content: str) -> str:
    """Where a page that refreshes itself sends its visitor; "" if it lets the visitor stay."""
    found = _REFRESH.match(content[:LONGEST])
    if not found:
        return ""
    seconds = float(found.group(1)) if found.group(1).count(".") < 2 and found.group(1) != "." else _SOON + 1  # noqa: PLR2004 - two dots are not a number
    return whole(base, found.group(2).strip()) if seconds <= _SOON else ""


def of_script(script: str) -> str:
    """Where a script of a button leads; "" if it does anything else."""
    went = _GOES.match(script[:LONGEST])
    return went.group(1) if went else ""


def whole(base: str, address: str) -> str:
    """The absolute address without its fragment; "" when it is none or too long."""
    address = "".join(address.split("\n")).strip()
    if len(address) > LONGEST or any(ord(char) < ord(" ") for char in address):
        return ""
    try:
        return urldefrag(joined(base, address)).url
    except ValueError:
        return ""
