"""Layers: the text as a reader or a decoder would see it, with the way back to the original.

A layer is a text and, for each of its places, the place in the layer below that it came from. `plain` gives the
first one: characters folded, entities, percent and backslash escapes resolved, two levels deep. Pure.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.guard.scanner.characters import composed, folded
from hardwon.guard.scanner.tables import Expression
from hardwon.guard.scanner.tables.scripts import COMPOSABLE, FOREIGN
from hardwon.guard.scanner.tables.signs import INLINE_TAGS

if TYPE_CHECKING:
    from collections.abc import Callable

LEVELS = 2
"""How many encodings deep the scanner looks."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A text seen through some decoding, and where each part of it stands in the original."""

    text: str

    below: Layer | None = None
    """The layer that this one was made from; None for the original."""

    marks: tuple[int, ...] = ()
    """Where replaced parts of this text begin and end, in turn."""

    sources: tuple[int, ...] = ()
    """For each mark, the place in the layer below."""

    part: tuple[int, int] | None = None
    """The part of the layer below that all of this text was decoded from; None when it has marks instead."""

    encoding: str = ""
    """Name of the encoding that hid this text; "" for the text itself."""

    depth: int = 0

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The part of the original text that a part of this one came from."""
        if self.below is None:
            return start, end
        if self.part is not None:
            return self.below.span(*self.part)
        first, _ = self._source(start)
        _, last = self._source(max(start, end - 1))
        return self.below.span(first, last)

    def _source(self, at: int) -> tuple[int, int]:
        """What one character came from: itself, or the whole of what it was replaced for."""
        index = bisect_right(self.marks, at) - 1
        if index < 0:
            return at, at + 1
        if index % 2 == 0:
            return self.sources[index], self.sources[index + 1]
        place = self.sources[index] + at - self.marks[index]
        return place, place + 1


def replaced(layer: Layer, pattern: Expression, new: Callable[[re.Match[str]], str]) -> Layer:
    """The layer with each match of a pattern replaced; the same layer when nothing changed."""
    pieces: list[str] = []
    marks: list[int] = []
    sources: list[int] = []
    done = length = 0
    text = layer.text
    for match in pattern.finditer(text):
        fresh = new(match)
        if fresh == match[0]:
            continue
        pieces += (text[done : match.start()], fresh)
        length += match.start() - done
        done = match.end()
        marks += (length, length + len(fresh))
        sources += (match.start(), done)
        length += len(fresh)
    if not pieces:
        return layer
    pieces.append(text[done:])
    return Layer(
        "".join(pieces),
        layer,
        marks=tuple(marks),
        sources=tuple(sources),
        encoding=layer.encoding,
        depth=layer.depth,
    )


_ENTITY = Expression(r"&(?:#[0-9]{2,7}|#x[0-9a-f]{2,6}|[a-z][a-z0-9]{1,30});", re.IGNORECASE)
_PERCENT = Expression(r"(?:%[0-9a-f]{2}){1,300}", re.IGNORECASE)
_TAG = Expression(r"</?([A-Za-z][A-Za-z0-9]{0,10})(?:\s[^<>]{0,200})?/?>")
_QUOTED_PRINTABLE = Expression(r"(?:=[0-9A-F]{2}){4,300}")
_ESCAPE = Expression(
    r"\\(?:0{2}[0-9a-fA-F]{4} ?|[0-3][0-7]{2}|"
    r"[uU]\{[0-9a-fA-F]{2,6}\}|[uU][0-9a-fA-F]{4}|[xX][0-9a-fA-F]{2}|[nrt](?![a-z]))"
)

_PARTED = Expression(r"([\"'`])(?<![\"'`].)(?:\s{0,3}[+.&]\s{0,3}|\s{1,3})\1(?![\"'`])")
"""Where a string ends and the next one, which it is joined to, begins."""

_PICTURE = Expression(r"(?<=[A-Za-z])[\u2600-\u27bf\U0001f300-\U0001faff]{1,4}(?=[A-Za-z])")
"""A picture in the middle of a word."""


def plain(text: str) -> Layer:
    """The text as a reader takes it: plain letters, escapes resolved."""
    layer = _clean(Layer(text))
    for _ in range(LEVELS):
        resolved = _resolved(layer)
        if resolved is layer:
            break
        layer = _clean(resolved)
    return layer


def without_tags(layer: Layer) -> Layer:
    """The layer as a page shows it: tags inside a line gone, others a new line."""
    if "<" not in layer.text:
        return layer
    return replaced(layer, _TAG, lambda match: "" if match[1].lower() in INLINE_TAGS else "\n")


def decoded(parent: Layer, start: int, end: int, text: str, encoding: str) -> Layer:
    """A layer for text that stood encoded in a part of another; all of it comes from that part."""
    name = f"{parent.encoding}, {encoding}" if parent.encoding else encoding
    return _clean(Layer(text, parent, part=(start, end), encoding=name, depth=parent.depth + 1))


def _clean(layer: Layer) -> Layer:
    ascii_only = layer.text.isascii()
    if ascii_only and layer.text.replace("\n", "").isprintable():
        return layer
    layer = layer if ascii_only else replaced(layer, COMPOSABLE, lambda match: composed(match[0]))
    return replaced(layer, FOREIGN, lambda match: _plain(match[0]))


def _plain(char: str) -> str:
    return " " if char in "\x0b\x0c\x85" else "" if char < " " or "\x7e" < char < "\xa0" else folded(char)


def _resolved(layer: Layer) -> Layer:
    text = layer.text
    if "&" in text:
        layer = replaced(layer, _ENTITY, lambda match: html.unescape(match[0]))
    if "%" in text:
        layer = replaced(layer, _PERCENT, _percent)
    if "=" in text:
        layer = replaced(layer, _QUOTED_PRINTABLE, _percent)
    if "\\" in text:
        layer = replaced(layer, _ESCAPE, _escape)
    if "'" in text or '"' in text or "`" in text:
        layer = replaced(layer, _PARTED, lambda _: "")
    return replaced(layer, _PICTURE, lambda _: "") if not text.isascii() else layer


def _percent(match: re.Match[str]) -> str:
    return bytes.fromhex(match[0].replace("%", "").replace("=", "")).decode("utf-8", "replace").replace("\ufffd", " ")


def _escape(match: re.Match[str]) -> str:
    code = match[0][1:].lower()
    if code in {"n", "r", "t"}:
        # Two characters stay two: what follows is a new line for the reader.
        return " \n" if code != "t" else "  "
    octal = code.isdigit() and len(code) == 3  # noqa: PLR2004 - a style sheet has six digits, and they are hexadecimal
    value = int(code, 8) if octal else int(code.strip("ux{} "), 16)
    return chr(value) if value <= 0x10FFFF and not 0xD800 <= value <= 0xDFFF else " "  # noqa: PLR2004 - the range of Unicode
