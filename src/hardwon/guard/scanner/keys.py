"""Keys: private ones, signed tokens, hashes of passwords, and what restores a disk, by their form. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.guard.scanner.tables import key_marks as marks

if TYPE_CHECKING:
    from collections.abc import Iterator


def keys_in(text: str) -> Iterator[tuple[str, str, int, int]]:
    """Rule, kind and place of each key."""
    lower = text.lower()
    for each in marks.KEYS:
        if any(map((lower if each.folded else text).__contains__, each.hints)):
            for match in each.expression.finditer(text):
                group = match.lastindex or 0
                yield each.rule, each.kind, *match.span(group)
