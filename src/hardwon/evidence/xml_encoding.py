"""The encoding that an XML report declares: what the parser does not read itself reaches it as UTF-8. Pure."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from hardwon.errors import ReportError
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

UTF_8 = "utf-8"
LONGEST_DECLARATION = 400
"""Bytes in which a declaration ends."""

_DECLARED = re.compile(rb"""\A<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z0-9._:-]{1,60})["']""")
_READ_HERE = frozenset(
    [
        "big5",
        "big5hkscs",
        "cp932",
        "cp949",
        "cp950",
        "euc_jis_2004",
        "euc_jisx0213",
        "euc_jp",
        "euc_kr",
        "gb18030",
        "gb2312",
        "gbk",
        "hz",
        "iso2022_jp",
        "iso2022_jp_1",
        "iso2022_jp_2",
        "iso2022_jp_2004",
        "iso2022_jp_3",
        "iso2022_jp_ext",
        "iso2022_kr",
        "johab",
        "shift_jis",
        "shift_jis_2004",
        "shift_jisx0213",
        "utf-7",
    ]
)
"""Encodings of several bytes for a letter, which Python knows and the parser does not."""


def decoded(chunks: Iterable[bytes], shown: str) -> tuple[str | None, Iterator[bytes]]:
    """The encoding to tell the parser, None if it finds out by itself, and the bytes for it."""
    rest = iter(chunks)
    start = b""
    while len(start) < LONGEST_DECLARATION and (chunk := next(rest, b"")):
        start += chunk
    name = _name(start)
    if name in _READ_HERE:
        return UTF_8, _as_utf_8(name, start, rest, shown)
    # `UTF8` is not a name that the parser knows.
    return UTF_8 if name.startswith(UTF_8) else None, _joined(start, rest)


def _name(start: bytes) -> str:
    """The declared encoding as Python calls it; empty if there is none, or none that it knows."""
    found = _DECLARED.match(start)
    try:
        return codecs.lookup(found[1].decode()).name if found else ""
    except LookupError:
        return ""


def _joined(start: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield start
    yield from rest


def _as_utf_8(name: str, start: bytes, rest: Iterator[bytes], shown: str) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(name)()
    try:
        for chunk in _joined(start, rest):
            yield decoder.decode(chunk).encode("utf-8", "replace")
        yield decoder.decode(b"", True).encode("utf-8", "replace")
    except UnicodeDecodeError as error:
        raise ReportError(
            f"{shown} says that it is in {one_line(name, 40)}, and is not: {one_line(error.reason, 80)}.",
            remedy="Nothing was recorded; write the report again, in UTF-8.",
        ) from error
