"""Veiled secrets: those that stand in a text as a page shows it, and not as it is written.

Markdown escapes and emphasis, tags, letters of other scripts and gaps may stand in the middle of a secret or between it
and its keyword. Each view takes some of that away and knows the way back, so that what it finds can be masked in the
original. Pure; work grows with the length.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.guard.scanner.layers import Layer, replaced, without_tags
from hardwon.guard.scanner.rows import as_bytes
from hardwon.guard.scanner.secrets import secrets_in
from hardwon.guard.scanner.tables import Expression, alternatives
from hardwon.guard.scanner.tables.letters import LOOK_ALIKES
from hardwon.guard.scanner.tables.signs import MARKDOWN
from hardwon.guard.scanner.tables.vendors import BEGINNINGS
from hardwon.guard.scanner.tables.vocabulary import COMMON_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.guard.scanner.secrets import Secret

_TWINS = {other: latin.upper() if other.isupper() else latin for other, latin in LOOK_ALIKES.items()}
_MIXED = Expression(f"[A-Za-z0-9_.{re.escape(''.join(_TWINS))}-]{{3,400}}")
_ASCII = Expression(r"[A-Za-z0-9_]")
_LETTER_BY_LETTER = Expression(r"(?<!\S)\S(?:[ \t]\S){7,400}(?!\S)")
_BLANKS = bytes(chr(code).isspace() for code in range(256))
_GAP = Expression(r"\s{1,8}")
_SHORT_PREFIX = 2
_PREFIXES = tuple(each for each in BEGINNINGS if len(each) > _SHORT_PREFIX)
_BY_FIRST = {first: [each for each in _PREFIXES if each[0] == first] for first in {each[0] for each in _PREFIXES}}
_BEGUN = Expression(alternatives(dict.fromkeys(each[: _SHORT_PREFIX + 2] for each in _PREFIXES), r"\s{0,3}"))
"""How one of them begins, with gaps or not."""

_PIECE = Expression(r"\s{0,8}([A-Za-z0-9_./+=-]{1,300})")
_RANDOM = Expression(r"[0-9_=+/]|.[A-Z]|^.$")
_LONGEST = 400
_LONGEST_PREFIX = 4 * max(map(len, BEGINNINGS))
_SMALL = 4


@dataclass(frozen=True, slots=True)
class LocatedSecret:
    """A secret, and the part of the original text that it stands in."""

    secret: Secret
    start: int
    end: int


def located_secrets(layer: Layer) -> list[LocatedSecret]:
    """Every secret of a layer in every view of it; the same one may be found by several."""
    return [
        LocatedSecret(secret, *view.span(secret.start, secret.end))
        for view in _views(layer)
        for secret in secrets_in(view.text)
    ]


def distinct(found: list[LocatedSecret]) -> Iterator[LocatedSecret]:
    """The secrets in the order of the text, without those that overlap an earlier one."""
    done = -1
    for located in sorted(found, key=lambda located: (located.start, -located.end)):
        if located.start >= done:
            yield located
        done = max(done, located.end)


def _views(layer: Layer) -> Iterator[Layer]:
    yield layer
    shown = without_tags(layer)
    shown = _in_latin(replaced(shown, MARKDOWN, lambda _: "") if any(map(shown.text.__contains__, "\\*`~")) else shown)
    if shown is not layer:
        yield shown
    joined = _without_gaps(shown)
    if joined is not shown:
        yield joined


def _in_latin(layer: Layer) -> Layer:
    """The layer with look-alikes in words that are otherwise Latin replaced; each letter keeps its place."""
    if layer.text.isascii():
        return layer
    text = _MIXED.sub(lambda match: _twin(match[0]), layer.text)
    return layer if text == layer.text else Layer(text, layer, encoding=layer.encoding, depth=layer.depth)


def _twin(word: str) -> str:
    return "".join(_TWINS.get(char, char) for char in word) if _ASCII.search(word) else word


def _without_gaps(layer: Layer) -> Layer:
    """The layer with gaps closed: in tokens that a vendor's prefix starts, and in what is written letter by letter."""
    gaps = {*_gaps_in_tokens(layer.text), *_gaps_between_letters(layer.text)}
    return replaced(layer, _GAP, lambda match: "" if match.start() in gaps else match[0]) if gaps else layer


def _gaps_between_letters(text: str) -> Iterator[int]:
    singles = as_bytes(text).translate(_BLANKS)
    for match in _LETTER_BY_LETTER.finditer(text) if b"\0\1" * 7 in singles else ():
        yield from range(match.start() + 1, match.end(), 2)


def _gaps_in_tokens(text: str) -> Iterator[int]:
    done = place = 0
    while begun := _BEGUN.search(text, place):
        start = begun.start()
        place = _end_of_prefix(text, start) or start + 1
        if start < done or place == start + 1:
            continue
        done = place
        yield from (gap.start() for gap in _GAP.finditer(text, start, done))
        small = True
        while done - start < _LONGEST:
            piece = _PIECE.match(text, done)
            if piece is None or (piece.start(1) > done and not _goes_on(piece[1].rstrip("."), small=small)):
                break
            if piece.start(1) > done:
                yield done
            small = len(piece[1]) <= _SMALL
            done = piece.end()


def _end_of_prefix(text: str, start: int) -> int:
    """Where the first of the prefixes that stands here ends; 0 when none does."""
    seen = text[start : start + _LONGEST_PREFIX]
    for prefix in _BY_FIRST[seen[0]]:
        if end := _end_of(prefix, seen):
            return start + end
    return 0


def _end_of(prefix: str, seen: str) -> int:
    """Where a prefix ends with which a text begins, up to three blanks between any two characters; 0 if it does not."""
    at = 1
    for char in prefix[1:]:
        rest = seen[at : at + 4].lstrip()
        if not rest.startswith(char):
            return 0
        at += min(4, len(seen) - at) - len(rest) + 1
    return at


def _goes_on(piece: str, *, small: bool) -> bool:
    """Whether a token goes on with this piece, after a small one or not: what follows may be words of the sentence."""
    if _RANDOM.search(piece):
        return True
    return small and len(piece) <= _SMALL and piece.lower() not in COMMON_WORDS
