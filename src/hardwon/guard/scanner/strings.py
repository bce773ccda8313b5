"""Strings: sentences between quotation marks, in prose and where those quote nothing: in code and attributes of tags.

`The banner reads "…"` tells what a product shows; `title = "…"` and `<img alt="…">` are what a reader of the source
reads. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.guard.scanner.tables import Expression, signs

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable

_STRING = Expression(
    # After an equals sign, as what a call is given first or second, in a list, after a key or a command.
    r"(?:=\s?|\w\((?:[^()\n]{1,80},\s?)?|\[\s?|[\"'],\s?|(?:^|\n)[ \t]{0,20}(?:- )?[a-z_][\w.-]{0,40}:\s"
    r"|(?:\b(?:echo|printf|print|puts|return|yield|raise)| -m)\s)"
    r"(?:\"((?:[^\"\\\n]|\\.){16,600})\"|'((?:[^'\\\n]|\\.){16,600})'|`([^`]{16,600})`)"
    r"|\"{3}((?:[^\"]|\"{1,2}(?!\")){16,2000})\"{3}|'{3}((?:[^']|'{1,2}(?!')){16,2000})'{3}"
)
_FEWEST_WORDS = 4
_BEGINNINGS = Expression(
    r"[=(\[,]\s?[\"'`]|[\"']{3}|:\s[\"'`]|(?:echo|print|printf|puts|return|yield|raise|-m)\s[\"'`]"
)
"""What stands before every string: most texts have none of it."""

_PARTED = Expression(r"[^\s,\"'`\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb]")


def strings_alone(text: str) -> str:
    """The text with everything blanked out but the sentences in strings; "" when there are none."""
    return _alone(text, _STRING.finditer(text)) if _BEGINNINGS.search(text) else ""


def quotes_alone(text: str) -> str:
    """The text with everything blanked out but the sentences in quotation marks; "" when there are none."""
    quotes = any(map(text.__contains__, signs.QUOTATION_MARKS))
    return _alone(text, signs.QUOTED.finditer(text)) if quotes else ""


def _alone(text: str, matches: Iterable[re.Match[str]]) -> str:
    kept: list[str] = []
    end = 0
    for match in matches:
        start, stop = match.span(match.lastindex or 0)
        # Quotations that follow each other may be one sentence.
        joined = bool(kept) and not _PARTED.search(text, end, start)
        if joined or len(text[start:stop].split()) >= _FEWEST_WORDS:
            kept += ((" " if joined else "\n") * (start - end), text[start:stop])
            end = stop
    return "".join(kept)
