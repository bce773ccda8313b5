"""Text as people get to see it. What comes from outside is made safe: for a terminal, for one line, for a record.

Reports, file names and agents bring in any text at all: terminal escapes, lone surrogates, text that runs backwards,
a name of ten megabytes. Every surface passes it through here before a person or a model sees it.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LONGEST_NAME = 200

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that show nothing or steer the display: controls, formats, surrogates, line separators."""

_FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters that show nothing."""

_JOINERS = frozenset("\u200c\u200d")
"""Needed between the parts of an emoji and in several scripts; anywhere else they only make names look alike."""

_SELECTORS = frozenset(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
"""Choose the look of the character before them. A row of them is a way to hide text."""

_UNSEEN = _FILLERS | _SELECTORS
"""What may be hidden although it counts as printable."""


def visible(text: str) -> str:
    """The text with everything that would act on a terminal or hide in it written as an escape."""
    if text.isprintable() and (text.isascii() or _UNSEEN.isdisjoint(text)):
        return text
    return "".join(_escaped(char) if hidden else char for char, hidden in _marked(text))


def visible_json(text: str) -> str:
    """JSON text with what is hidden in it written as JSON escapes: the same document, but safe to show."""
    return "".join(_json_escaped(char) if hidden and char not in "\n\r\t" else char for char, hidden in _marked(text))


def one_line(text: str, limit: int = 200) -> str:
    """The text as one visible line of at most `limit` characters."""
    line = " ".join(visible(re.sub(r"\s+", " ", text[: limit * 4])).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


@lru_cache(maxsize=4096)  # the same few names come with every test of a run
def clean_name(text: str) -> str:
    """A name that can stand in a record: one line, nothing hidden, at most 200 characters; "" if nothing is left.

    A longer one ends in a digest, so that two of them stay two.
    """
    name = _cleaned(text[: LONGEST_NAME * 4])
    if len(name) <= LONGEST_NAME:
        return name
    digest = crc32(f"{name}\0{text[LONGEST_NAME * 4 :]}".encode("utf-8", "replace"))
    return f"{_cleaned(name[: LONGEST_NAME - 9])}~{digest:08x}"


def _cleaned(name: str) -> str:
    while (cleaner := _cleaner(name)) != name:
        # Once more: what was taken away may have left a joiner or a space loose.
        name = cleaner
    return name


def counted(number: int, noun: str, plural: str = "") -> str:
    """So many of something, as people say it: `1 area`, `3 areas`."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


def first_of(texts: Sequence[str], most: int) -> str:
    """The first of many on one line: `a, b and 3 more`."""
    more = f" and {len(texts) - most} more" if len(texts) > most else ""
    return ", ".join(texts[:most]) + more


def well_formed(text: str) -> str:
    """The text without lone surrogates, which no UTF-8 file can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _cleaner(name: str) -> str:
    spaced = "".join(" " if char.isspace() else "" if hidden else char for char, hidden in _marked(name))
    return " ".join(spaced.split())


def _marked(text: str) -> Iterator[tuple[str, bool]]:
    """Each character, and whether it is hidden where it stands."""
    for before, char, after in zip(f" {text}", text, f"{text[1:]} ", strict=False):
        if char in _JOINERS:
            yield char, not (_is_joined(before) and _is_joined(after))
        elif char in _SELECTORS:
            yield char, before.isspace() or before in _SELECTORS or before in _JOINERS
        else:
            yield char, char in _FILLERS or unicodedata.category(char) in _HIDDEN


def _is_joined(neighbour: str) -> bool:
    return not neighbour.isascii() and neighbour not in _JOINERS and unicodedata.category(neighbour) not in _HIDDEN


def _escaped(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"  # noqa: PLR2004 - widths of Python's own escapes


def _json_escaped(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
