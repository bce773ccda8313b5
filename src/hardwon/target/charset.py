"""The text of an answer, by the charset that it names. Pure."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardwon.target.exchange import Answer

_META = re.compile(rb"<meta[^>]{0,200}charset\s{0,9}=\s{0,9}[\"']?([\w.:-]{2,40})", re.IGNORECASE)
_LOOKED_THROUGH = 2048
_TEXT_CODECS = ("utf-8", "utf-16", "iso8859", "cp12", "koi8", "shift_jis", "euc_", "gb", "big5", "ascii", "iso2022")
"""Other codecs of Python's are for something else than pages, and some of them are slow on purpose-made bytes."""


def text_of(answer: Answer) -> str:
    """The body as text. What does not fit its charset is replaced; one that is not known is taken for UTF-8."""
    return answer.body.decode(_codec(answer.charset or _meta(answer) or "utf-8"), "replace")


def _meta(answer: Answer) -> str:
    """The charset that a page names in itself."""
    match = _META.search(answer.body[:_LOOKED_THROUGH]) if "html" in answer.kind else None
    return match.group(1).decode("ascii") if match else ""


def _codec(named: str) -> str:
    try:
        codec = codecs.lookup(named).name
    except (LookupError, ValueError):  # as it says that a name holds a zero
        return "utf-8"
    return codec if codec.startswith(_TEXT_CODECS) else "utf-8"
