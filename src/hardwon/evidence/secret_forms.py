"""How a known secret may stand in a text: as it is, encoded, or in parts. Pure."""

from __future__ import annotations

import base64
import html
import json
import re
from typing import TYPE_CHECKING
from urllib.parse import quote, quote_plus

if TYPE_CHECKING:
    from collections.abc import Iterator

SHORTEST_PART = 5
"""Characters of a secret that are hidden where they stand alone: half of a short one, a third of a long one."""

_SHORTEST_ENCODED = 6
_ESCAPED = re.compile(r"%[0-9A-F]{2}")
_IN_SCRIPTS = {ord(char): f"\\u{ord(char):04x}" for char in "<>&'"} | {ord("/"): "\\/"}
_WORDS = re.compile(r"[^A-Za-z0-9]*[A-Z]?[^A-Z0-9]*")
_URL_SAFE = str.maketrans("+/", "-_")


def forms(secret: str) -> set[str]:
    """A secret as it stands in a text, and in an address, a page, a JSON document, a message of Python, or encoded."""
    quoted = {quote(secret), quote(secret, safe=""), quote_plus(secret)}
    in_json = {json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]}
    return {
        secret,
        html.escape(secret),
        html.escape(secret, quote=False),
        html.escape(secret).replace("&#x27;", "&#39;"),
        html.escape(secret).replace("&#x27;", "&#39;").replace("&quot;", "&#34;"),
        *quoted,
        *(_ESCAPED.sub(lambda match: match[0].lower(), each) for each in quoted),
        *in_json,
        *(each.translate(_IN_SCRIPTS) for each in in_json),
        *(each.replace("/", "\\/") for each in in_json),
        repr(secret)[1:-1],
        *_encoded(secret.encode("utf-8", "replace")),
    }


def _encoded(secret: bytes) -> Iterator[str]:
    """In hexadecimal, and in Base64 wherever it begins in what was encoded: `Basic` credentials begin with a name."""
    if len(secret) < _SHORTEST_ENCODED:
        return
    yield from (secret.hex(), secret.hex().upper())
    for before in range(3):
        whole = base64.b64encode(bytes(before) + secret).decode()
        own = whole[(before * 8 + 5) // 6 : (before + len(secret)) * 8 // 6]  # what no neighbour changes
        yield from (own, own.translate(_URL_SAFE))


def parts_in(text: str, secret: str) -> list[tuple[int, int]]:
    """Where longer parts of a secret stand in a text, one after the other: an answer may have split it.

    A part of words alone may be an everyday word: it counts where the whole secret is there, part by part.
    """
    shortest = max(SHORTEST_PART, len(secret) // 3)
    size = (shortest + 1) // 2
    found: dict[tuple[int, int], range] = {}
    for at in range(0, len(secret) - size + 1, size):  # every part has one of these blocks in it
        place = text.find(secret[at : at + size])
        while place >= 0:
            start, end = _widened(text, secret, place, at)
            if end - start >= shortest:
                first = at - (place - start)
                found[start, end] = range(first, first + end - start)
            place = text.find(secret[at : at + size], max(end, place + 1))
    is_whole = len({char for part in found.values() for char in part}) == len(secret)
    return sorted(part for part in found if is_whole or not _WORDS.fullmatch(text, *part))


def _widened(text: str, secret: str, place: int, at: int) -> tuple[int, int]:
    """As much of a text as is one with the secret, around the place in both where they are the same."""
    start, end, first, last = place, place, at, at
    while start > 0 and first > 0 and text[start - 1] == secret[first - 1]:
        start, first = start - 1, first - 1
    while end < len(text) and last < len(secret) and text[end] == secret[last]:
        end, last = end + 1, last + 1
    return start, end
