"""Quotes: the quoted parts of a step, taken out so that no pattern looks into them. Pure."""

from __future__ import annotations

import re

_QUOTED = re.compile(r"\"([^\"]*)\"|“([^”]*)”|„([^“”]*)[“”]|«([^»]*)»|`([^`]*)`|(?<![^\s(:,])'([^']*)'(?![^\s).,;:!?])")
MARK = re.compile(r"\x00(\d+)\x00")
_PAIRS = ('""', "“”", "«»", "``")


def without_quotes(text: str) -> tuple[str, list[str]]:
    """The text with a mark for each quoted part; and the parts."""
    quoted: list[str] = []

    def mark(match: re.Match[str]) -> str:
        quoted.append(next(part for part in match.groups() if part is not None))
        return f"\0{len(quoted) - 1}\0"

    return _QUOTED.sub(mark, text.replace("\0", "")), quoted


def bare(text: str, quoted: list[str]) -> str:
    """The text with its quoted parts back in, without their quotes."""
    return MARK.sub(lambda match: quoted[int(match.group(1))], text).strip()


def quoted_again(text: str, quoted: list[str]) -> str:
    """The text with its quoted parts back in, in quotes that they do not hold themselves."""

    def put(match: re.Match[str]) -> str:
        part = quoted[int(match.group(1))]
        pair = next((pair for pair in _PAIRS if not set(pair) & set(part)), _PAIRS[0])
        return f"{pair[0]}{part}{pair[1]}"

    return MARK.sub(put, text).strip()
