"""Changes an input a little, as a fuzzer does, the same way on every machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

TOKENS = (
    *(
        b"\0",
        b"\xff",
        b"\xed\xa0\x80",
        "\ufeff".encode(),
        "\u202e".encode(),
        "\u0660".encode(),
        b"\r",
        b"\n",
        b"\x1b[2J",
    ),
    *(b"-1", b"0", b"1e999", b"NaN", b"Infinity", b"-0.0", b"9" * 25, b"0x7f", b"true", b"null", b"~", b"0001-01-01"),
    *(b"9999-12-31T23:59:59Z", b"0001-01-01T00:00:00+23:59", b"2026-01-05T10:00:00Z"),
    *(
        b"{",
        b"}",
        b"[",
        b"]",
        b'"',
        b"'",
        b"\\",
        b"\\ud800",
        b"---\n",
        b"...",
        b": ",
        b"- ",
        b"&a ",
        b"*a",
        b"!!int ",
        b"<<: ",
    ),
    *(b"<", b">", b"</", b"<![CDATA[", b"<!DOCTYPE x [<!ENTITY a 'b'>]>", b"&#0;", b"&#x110000;", b"&a;", b"<!--"),
    *(b"not ok 1 - a # TODO", b"1..0 # SKIP", b"Bail out!", b"    ", b"../", b"/", b"%00", b"%", b"//", b"*", b"**/"),
)
DEEPEST = 3000
LONGEST = 200_000


def mutated(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """The input with one to four changes."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        data = chance.choice(_CHANGES)(data, others, chance)
    return data[:LONGEST]


def _place(data: bytes, chance: random.Random) -> int:
    return chance.randrange(len(data) + 1)


def _part(data: bytes, chance: random.Random) -> tuple[int, int]:
    start = _place(data, chance)
    return start, min(len(data), start + chance.choice((1, 2, 8, 40, 400)))


def _flip(data: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    place = _place(data, chance)
    return data[:place] + bytes([chance.randrange(256)]) + data[place + 1 :]


def _insert(data: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    place = _place(data, chance)
    return data[:place] + chance.choice(TOKENS) + data[place:]


def _replace(data: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    start, end = _part(data, chance)
    return data[:start] + chance.choice(TOKENS) + data[end:]


def _delete(data: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    start, end = _part(data, chance)
    return data[:start] + data[end:]


def _repeat(data: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    start, end = _part(data, chance)
    return data[:start] + data[start:end] * chance.choice((2, 3, 50)) + data[end:]


def _nest(data: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    opening, closing = chance.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"<a>", b"</a>"), (b"- ", b""), (b"(", b")")))
    depth = chance.choice((3, 100, DEEPEST))
    place = _place(data, chance)
    return data[:place] + opening * depth + b"1" + closing * depth + data[place:]


def _cut(data: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    return data[: _place(data, chance)]


def _value(data: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    """Another value after a colon or an equals sign: what a key says is where readers look."""
    places = [index + 1 for index, byte in enumerate(data) if byte in b":="]
    if not places:
        return data
    start = chance.choice(places)
    ends = [end for end in (data.find(mark, start) for mark in (b",", b"\n", b"}", b">", b";")) if end >= 0]
    return data[:start] + b" " + chance.choice(TOKENS) + data[min(ends, default=len(data)) :]


def _splice(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    other = chance.choice(others)
    return data[: _place(data, chance)] + other[_place(other, chance) :]


def _encode(data: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    return data.decode("utf-8", "replace").encode(
        chance.choice(("utf-16", "utf-16-be", "latin-1", "utf-8-sig")), "replace"
    )


Change = "Callable[[bytes, Sequence[bytes], random.Random], bytes]"
_CHANGES = (_flip, _insert, _replace, _delete, _repeat, _nest, _cut, _value, _value, _splice, _encode)
