"""Redaction: values as evidence may hold and show them, without secrets. Pure.

What looks like a secret is masked wherever it stands. A value that a test was given as a secret may look like anything,
also like a status or a year: it is hidden in free text only, never in what programs read.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from hardwon.evidence.secret_forms import parts_in
from hardwon.text.plain import well_formed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HIDDEN = "[hidden]"
"""What stands in place of a value that a test was given as a secret."""

FREE_TEXT = frozenset(
    {
        "content",
        "context",
        "error",
        "memory_reason",
        "observation",
        "reason",
        "reasoning",
        "refused",
        "seen",
        "summary",
        "text",
        "title",
        "told",
        "unclosed",
    }
)
"""Keys of evidence under which people, agents and pages speak. Everything else is an id, a status, a time, a count."""

CUT = "…"
"""What stands where a text was cut."""

SHORTEST_PART = 6
"""Characters of a secret that are hidden where a text was cut in the middle of it."""


PLAIN_NAME = re.compile(r"[a-z]{1,20}(?:[-_/.][a-z]{1,20}){0,5}")
"""A name of ordinary words such as `auth` or `order-history`: it holds no secret, and most areas are called so."""

MASK = "…[redacted: "
"""What stands behind the first characters of what looked like a secret."""


def name_kept(name: str, longest: int | None = None) -> str:
    """The name of a test or an area as records have it, without secrets: the same from run to run."""
    if not name or (PLAIN_NAME.fullmatch(name) and (longest is None or len(name) <= longest)):
        return name
    redacted_name, _ = _maskers()
    return redacted_name(well_formed(name), longest)


@cache
def _maskers() -> tuple[Callable[[str, int | None], str], Callable[[str], str]]:
    from hardwon.guard import scanner  # noqa: PLC0415 - its rules are only needed where evidence is written

    return scanner.redacted_name, scanner.redacted


def clean(value: Any, secrets: Sequence[str] = ()) -> Any:
    """A value without secrets, known ones and what looks like one, and without what no file can hold.

    A text by itself is free text; those in a mapping are if their key says so. The secrets come longest first.
    """
    return _clean(value, secrets, free=None)


def _clean(value: Any, secrets: Sequence[str], *, free: bool | None) -> Any:
    """`free` is None where no key has told yet."""
    if isinstance(value, str):
        _, redacted = _maskers()
        return redacted(well_formed(value if free is False else _hidden(value, secrets)))
    if isinstance(value, dict):
        return {
            _clean(key, secrets, free=False): _clean(each, secrets, free=bool(free) or key in FREE_TEXT)
            for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [_clean(each, secrets, free=free) for each in value]
    return value


def _hidden(text: str, secrets: Sequence[str]) -> str:
    for secret in secrets:
        text = _without(text, secret)
    for secret in secrets:
        text = _without_beginning(text, secret)
    for secret in secrets:
        text = _without_parts(text, secret)
    return text


def _without_parts(text: str, secret: str) -> str:
    """The text without longer parts of the secret: an answer may have split it."""
    pieces: list[str] = []
    done = 0
    for start, end in parts_in(text, secret):
        if end > done:
            pieces += (text[done : max(done, start)], HIDDEN)
            done = end
    return "".join([*pieces, text[done:]])


def _without(text: str, secret: str) -> str:
    """The text with the secret hidden, also where a page has broken it into lines."""
    parts = secret.split()
    if len(parts) == 1:
        return text.replace(parts[0], HIDDEN)
    return re.sub(r"\s+".join(map(re.escape, parts)), HIDDEN, text)


def _without_beginning(text: str, secret: str) -> str:
    """The text without the first part of the secret where an agent or a page has cut off the rest of it."""
    begins = secret[:SHORTEST_PART]
    if len(begins) < SHORTEST_PART or begins not in text:
        return text
    *cut, last = text.split(CUT)
    return CUT.join([*(_without_end(part, begins, secret) for part in cut), last])


def _without_end(part: str, begins: str, secret: str) -> str:
    at = part.find(begins, max(0, len(part) - len(secret)))
    while at >= 0:
        if secret.startswith(part[at:]):
            return part[:at] + HIDDEN
        at = part.find(begins, at + 1)
    return part
