"""Text from outside made safe: for a terminal, for one line, for a record.

Reports, file names and agents bring in any text at all: terminal escapes, lone surrogates, text that runs backwards,
a name of ten megabytes. Every surface passes it through here before a person or a model sees it.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST_NAME = 200

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that show nothing or steer the display: controls, formats, surrogates, line separators."""

_JOINERS = frozenset("\u200c\u200d")
"""Needed inside emoji and several scripts; they neither hide nor reorder text."""


def visible(text: str) -> str:
    """The text with everything that would act on a terminal or hide in it written as an escape."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(char) if _is_hidden(char) else char for char in text)


def one_line(text: str, limit: int = 200) -> str:
    """The text as one visible line of at most `limit` characters."""
    line = " ".join(visible(re.sub(r"\s+", " ", text[: limit * 4])).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def clean_name(text: str) -> str:
    """A name that can stand in a record: one line, nothing hidden, at most 200 characters; "" if nothing is left."""
    spaced = "".join(" " if char.isspace() else "" if _is_hidden(char) else char for char in text[: LONGEST_NAME * 4])
    return " ".join(spaced.split())[:LONGEST_NAME].strip()


def well_formed(text: str) -> str:
    """The text without lone surrogates, which no UTF-8 file can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _is_hidden(char: str) -> bool:
    return unicodedata.category(char) in _HIDDEN and char not in _JOINERS


def _escaped(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"  # noqa: PLR2004 - widths of Python's own escapes
