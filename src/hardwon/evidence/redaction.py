"""Redaction: values as evidence may hold and show them, without secrets. Pure."""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

from hardwon.text.plain import well_formed

if TYPE_CHECKING:
    from collections.abc import Sequence

HIDDEN = "[hidden]"
"""What stands in place of a value that a test was given as a secret."""


def forms(secret: str) -> set[str]:
    """A secret as it stands in a text, and in an address, a page, a JSON document or a message of Python."""
    return {
        secret,
        html.escape(secret),
        html.escape(secret, quote=False),
        quote(secret),
        quote(secret, safe=""),
        quote_plus(secret),
        json.dumps(secret)[1:-1],
        json.dumps(secret, ensure_ascii=False)[1:-1],
        repr(secret)[1:-1],
    }


def _without(text: str, secret: str) -> str:
    """The text with the secret hidden, also where a page has broken it into lines."""
    parts = secret.split()
    if len(parts) == 1:
        return text.replace(parts[0], HIDDEN)
    return re.sub(r"\s+".join(map(re.escape, parts)), HIDDEN, text)


def clean(value: Any, secrets: Sequence[str] = ()) -> Any:
    """A value without secrets, known ones and what looks like one, and without what no file can hold."""
    from hardwon.guard.scanner import redacted  # noqa: PLC0415 - its rules are only needed where evidence is written

    if isinstance(value, str):
        for secret in secrets:
            value = _without(value, secret)
        return redacted(well_formed(value))
    if isinstance(value, dict):
        return {clean(key, secrets): clean(each, secrets) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [clean(each, secrets) for each in value]
    return value
