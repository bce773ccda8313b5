"""Showing: whether a text stands on a page, as whole words and whole numbers. Pure.

True and False are said only where the page leaves no doubt; None is "cannot be told".
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.agents.explorer.page import Page

LONGEST_TEXT = 400

Truth = bool | None
"""Whether something is so; None where it cannot be told."""

_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "−": "-", "\u00a0": " "})  # noqa: RUF001 - as pages write them
_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_JOINS = "-'@_/."
"""What makes one token of two words: `D-2026-7`, `alice@example.org`."""


def flat(text: str) -> str:
    """A text without what people do not care about: case, spacing, the shape of quotes and dashes."""
    return _spaced(text).casefold()


def _spaced(text: str) -> str:
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text).translate(_QUOTES)
    return " ".join(plain.split())


def same(one: str, other: str) -> bool:
    """Whether two names are one, but for case, spacing, and the colon or star that forms put after them."""
    return flat(one).rstrip(" :*.!") == flat(other).rstrip(" :*.!")


def stands(text: str, line: str) -> bool | None:
    """Whether a text stands in a line as whole words and numbers; None where it is only part of a longer token."""
    wanted = flat(text)
    if not wanted or len(wanted) > LONGEST_TEXT:
        return None
    found: bool | None = False
    here = flat(line)
    as_written, cased = _spaced(line), _spaced(text)
    for match in _pattern(wanted).finditer(here):
        if _is_whole(here, match.start(), match.end()):
            # "Paid" is not what "You have not paid yet" shows: in other case it must be where a line begins.
            if match.start() == 0 or cased in as_written:
                return True
            found = None
        found = None if _is_whole_token(here, match.start(), match.end()) else found
    if found is False and _looser(wanted).search(here):
        return None
    return found


def shown(page: Page, text: str) -> bool | None:
    """Whether a visitor sees a text on the page. What is in fields or only spoken by a reader is left open."""
    found = [stands(text, line) for line in (*page.lines, page.title, *(row.value for row in page.things if row.cells))]
    if True in found:
        return True
    unseen = [each for thing in page.things for each in (thing.name, thing.value)]
    pairs = [f"{thing.name}: {thing.value}" for thing in page.things if thing.kind == "term"]
    pairs += [f"{thing.name} {thing.value}" for thing in page.things if thing.kind == "term"]
    if any(stands(text, each) for each in pairs):
        return True
    if page.cut or None in found or any(stands(text, each) is not False for each in (*unseen, " ".join(page.lines))):
        return None
    return False


def times(page: Page, text: str) -> int:
    """How often a text stands in what is seen."""
    pattern = _pattern(flat(text))
    lines = [flat(line) for line in page.lines]
    return sum(_is_whole(line, match.start(), match.end()) for line in lines for match in pattern.finditer(line))


def places(lines: Sequence[str], text: str) -> list[int]:
    """The lines that a text stands in; where some are just that text, only those."""
    exact = [at for at, line in enumerate(lines) if same(line, text)]
    return exact or [at for at, line in enumerate(lines) if stands(text, line)]


def words(text: str) -> tuple[str, ...]:
    """The words and numbers of a text in order."""
    return tuple(re.findall(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)?", flat(text)))


@lru_cache(maxsize=512)
def _pattern(wanted: str) -> re.Pattern[str]:
    return re.compile(re.escape(wanted))


@lru_cache(maxsize=512)
def _looser(wanted: str) -> re.Pattern[str]:
    """The text with its numbers also as `5.00` for `5`, and with other marks between its words."""
    parts = [
        rf"(?<![\d.,]){re.escape(_trimmed(part))}(?:[.,]0+)?(?![\d]|[.,]\d)"
        if _NUMBER.fullmatch(part)
        else re.escape(part)
        for part in re.findall(r"\d+(?:[.,]\d+)*|[^\W\d_]+", wanted)
    ]
    return re.compile(r"(?<!\w)" + r"[\W_]+".join(parts) + r"(?!\w)") if parts else re.compile(r"(?!)")


def _trimmed(number: str) -> str:
    return re.sub(r"[.,]0+$", "", number)


def _is_whole(line: str, start: int, end: int) -> bool:
    return _is_whole_token(line, start, end) and not _is_joined(line, start, end)


def _is_whole_token(line: str, start: int, end: int) -> bool:
    before, after = line[max(0, start - 2) : start], line[end : end + 2]
    if line[start].isalnum() and before[-1:].isalnum():
        return False
    if line[end - 1].isalnum() and after[:1].isalnum():
        return False
    if line[start].isdigit() and (re.search(r"\d[.,]$", before) or re.search(r"(?:^|[^\w])-$", before)):
        return False
    return not (line[end - 1].isdigit() and re.match(r"[.,]\d", after))


def _is_joined(line: str, start: int, end: int) -> bool:
    """Whether it is one part of a longer token."""
    before, after = line[max(0, start - 2) : start], line[end : end + 2]
    return bool(
        (line[start].isalnum() and before[-1:] in _JOINS and before[:1].isalnum() and len(before) > 1)
        or (line[end - 1].isalnum() and after[:1] in _JOINS and after[1:].isalnum() and after[:1])
    )
