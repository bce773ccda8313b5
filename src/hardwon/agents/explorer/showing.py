"""Showing: whether a text stands on a page, as whole words and whole numbers. Pure.

True and False are said only where the page leaves no doubt; None is "cannot be told".
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

from hardwon.agents.explorer.money import AMOUNT, amount_of, apart, read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.agents.explorer.money import Amount
    from hardwon.agents.explorer.page import Page

LONGEST_TEXT = 400

Truth = bool | None
"""Whether something is so; None where it cannot be told."""

_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "−": "-", "\u00a0": " ", "\u00ad": None})  # noqa: RUF001 - as pages write them
_AMOUNT = re.compile(r"[$€£¥]?\s?\d")
_SIGNED = re.compile(r"(?:^|[^\w\s])[-+]\s?[$€£¥]?\s?$|(?:^|\s)[-+][$€£¥]?\s?$")
"""What before an amount makes another one of it."""

_PART = re.compile(r"(?<![\d.,])0\d")
"""What is not written as an amount is, but as the end of one: `00 EUR`."""

_IN_GROUPS = re.compile(r"\d{3}(?!\d)")
_GROUP_BEFORE = re.compile(r"(?<![\d.,])\d{1,3} $|(?<!\d)\d{3} $")
"""Numbers whose thousands stand apart, as in French."""

_JOINS = "-'@_/."
"""What makes one token of two words: `D-2026-7`, `alice@example.org`."""


def flat(text: str) -> str:
    """A text without what people do not care about: case, spacing, the shape of quotes and dashes."""
    return spaced(text).casefold()


def spaced(text: str) -> str:
    """A text with one space between its words, and quotes and dashes of one shape."""
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
    as_written, cased = spaced(line), spaced(text)
    for match in _pattern(wanted).finditer(here):
        if _is_asked(here, match.end()) and not wanted.endswith("?"):
            # "Your trial has ended?" does not say that it has.
            found = None
        elif _is_whole(here, match.start(), match.end()):
            # "Paid" is not what "You have not paid yet" shows: in other case it must be where a line begins.
            if match.start() == 0 or cased in as_written:
                return True
            found = None
        found = None if _is_whole_token(here, match.start(), match.end()) else found
    return None if found is False and _is_loosely(wanted, here) else found


def shown(page: Page, text: str) -> bool | None:
    """Whether a visitor sees a text on the page. What is in fields, struck out or only read aloud is left open."""
    rows = (row.value for row in page.things if row.cells)
    found = [stands(text, line) for line in (*page.lines, *_others(page), page.title, *rows)]
    if True in found or _is_same_amount(page, text):
        return True
    unseen = [each for thing in page.things for each in (thing.name, thing.value)]
    pairs = [f"{thing.name}: {thing.value}" for thing in page.things if thing.kind == "term"]
    pairs += [f"{thing.name} {thing.value}" for thing in page.things if thing.kind == "term"]
    if any(stands(text, each) for each in pairs):
        return True
    spread = page.spread.pieces if page.spread is not None else ()
    left = (*unseen, *page.unsure, *spread, " ".join(page.lines), " ".join(page.pieces))
    return None if page.cut or None in found or any(stands(text, each) is not False for each in left) else False


def _is_same_amount(page: Page, text: str) -> bool:
    """Whether an amount stands on the page in another notation: alone, or with just the words that it has here."""
    words_here, amounts = apart(flat(text), "")
    if not amounts or not all(each.unit and len(each.values) == 1 for each in amounts) or _PART.search(text):
        return False
    lines = [flat(line) for line in dict.fromkeys((*page.lines, *page.pieces))]
    if read(text.strip()) is not None:
        matches = [(line, match) for line in lines for match in AMOUNT.finditer(line)]
        return any(
            amount_of(match, page.lang).is_same(amounts[0])
            and _is_whole(line, match.start(), match.end())
            and not _is_asked(line, match.end())
            for line, match in matches
        )
    for line in lines:
        theirs, others = apart(line, page.lang)
        if theirs == words_here and not line.endswith("?") and len(others) == len(amounts):
            return all(one.is_same(two) for one, two in zip(amounts, others, strict=True))
    return False


def _others(page: Page) -> list[str]:
    """The pieces that are not lines as well."""
    known = set(page.lines)
    return [piece for piece in page.pieces if piece not in known]


def times(lines: Sequence[str], text: str) -> int:
    """How often a text stands in lines."""
    pattern, found = _pattern(flat(text)), [flat(line) for line in lines]
    return sum(_is_whole(line, match.start(), match.end()) for line in found for match in pattern.finditer(line))


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


def _is_loosely(wanted: str, line: str) -> bool:
    """Whether a text may be in a line in other marks, or with its amounts written in another way."""
    ours, values = _apart(wanted)
    if not any(each in line for each in ours if each != "\0") and any(each != "\0" for each in ours):
        return False
    theirs, others = _apart(line)
    numbers = [at for at, each in enumerate(theirs) if each == "\0"]
    for start in range(len(theirs) - len(ours) + 1):
        if not ours or theirs[start : start + len(ours)] != ours:
            continue
        first = bisect_left(numbers, start)
        if all(one.is_near(two) for one, two in zip(values, others[first:], strict=False)):
            return True
    return False


@lru_cache(maxsize=4096)
def _apart(text: str) -> tuple[list[str], list[Amount]]:
    return apart(text)


def _is_asked(line: str, end: int) -> bool:
    return line[end : end + 1] == "?" or line[end : end + 2] == " ?"


def _is_whole(line: str, start: int, end: int) -> bool:
    return _is_whole_token(line, start, end) and not _is_joined(line, start, end)


def _is_whole_token(line: str, start: int, end: int) -> bool:
    before, after = line[max(0, start - 2) : start], line[end : end + 2]
    if line[start].isalnum() and before[-1:].isalnum():
        return False
    if line[end - 1].isalnum() and after[:1].isalnum():
        return False
    if line[start].isdigit() and re.search(r"\d[.,]$", before):
        return False
    if _AMOUNT.match(line[start:]) and _SIGNED.search(line[max(0, start - 4) : start]):
        return False
    return not (line[end - 1].isdigit() and re.match(r"[.,]\d", after))


def _is_joined(line: str, start: int, end: int) -> bool:
    """Whether it is one part of a longer token."""
    before, after = line[max(0, start - 2) : start], line[end : end + 2]
    if _IN_GROUPS.match(line[start:]) and _GROUP_BEFORE.search(line[max(0, start - 6) : start]):
        # "1 550,00 €" may be one number, or two.
        return True
    return bool(
        (line[start].isalnum() and before[-1:] in _JOINS and before[:1].isalnum() and len(before) > 1)
        or (line[end - 1].isalnum() and after[:1] in _JOINS and after[1:].isalnum() and after[:1])
    )
