"""Decoding: text that stands in a text in another form.

Base64, base32, hex, character codes, binary, Morse and their like are decoded where that yields text; `ciphers` has
what is undone word by word. Pure; work grows with the length alone.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from string import ascii_letters, ascii_uppercase, digits, hexdigits
from typing import TYPE_CHECKING

from hardwon.guard.scanner.characters import letter_count
from hardwon.guard.scanner.ciphers import ciphers_in
from hardwon.guard.scanner.layers import LEVELS, Layer, decoded
from hardwon.guard.scanner.rows import CharacterRow, as_bytes
from hardwon.guard.scanner.spelling import segmented
from hardwon.guard.scanner.tables import Expression
from hardwon.guard.scanner.tables.letters import BRAILLE, MORSE, SPELLING_ALPHABET
from hardwon.guard.scanner.tables.vocabulary import COMMON_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_BASE64 = Expression(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/_-]{12,8000}")
_CHUNKS = Expression(r"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{4,76} ){2,400}[A-Za-z0-9+/]{2,76}(?![A-Za-z0-9+/])")
_BASE32 = Expression(r"(?<![A-Za-z0-9])[A-Z2-7]{24,8000}")
_HEX = Expression(r"(?<![0-9A-Za-z])(?:(?:0[xX])?[0-9a-fA-F]{2}[ :,]{0,2}){8,4000}")
_CODES = Expression(r"(?<![0-9])(?:[0-9]{2,3}[ ,;]{1,2}){7,4000}[0-9]{2,3}")
_CALLS = Expression(r"(?:chr\w{0,4}\(\s{0,2}[0-9]{2,3}\s{0,2}\)[\s+.&,]{0,6}){5,4000}", re.IGNORECASE)
_PLACES = Expression(r"(?<![0-9])(?:(?:[1-9]|1[0-9]|2[0-6])[-., /|]{1,4}){8,4000}(?:[1-9]|1[0-9]|2[0-6])(?![0-9])")
_UUENCODED = Expression(r"(?:^|(?<=\n))[#-M][ -`]{16,60}(?=\n|$)")
_BINARY = Expression(r"(?<![0-9])(?:[01]{8} ?){5,4000}")
_MORSE = Expression(r"(?<!\w)[.\-_][.\-_ /|]{18,8000}")
_BASE85 = Expression(r"(?<!\S)(?=\S{0,40}[!#$%&()*;<=>?@^`{|}~])[!-~]{20,8000}(?!\S)")
_BASE58 = Expression(r"(?<![A-Za-z0-9+/=])[1-9A-HJ-NP-Za-km-z]{24,400}(?![A-Za-z0-9+/=])")
_ROT47 = Expression(r"(?<!\S)(?:[!-~]{0,30}[=?@:;<>][!-~]{0,30} [!-~]{1,30} ){1,200}[!-~]{1,60}")
_BRAILLE = Expression("[\u2801-\u283f][\u2800-\u283f ]{7,8000}")
_SPELLED = Expression(
    rf"\b(?:(?:{'|'.join(SPELLING_ALPHABET)})\W{{1,3}}){{5,400}}(?:{'|'.join(SPELLING_ALPHABET)})\b", re.IGNORECASE
)

_SPELLING_WORDS = frozenset(word.replace("?", "").split("-")[-1] for word in SPELLING_ALPHABET) | {"juliet", "xray"}
_ROTATED = {code: chr(33 + (code + 14) % 94) for code in range(33, 127)}
_BASE58_DIGITS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_WORD = Expression(r"[a-z]{1,40}")
_FEWEST_LETTERS = 6
_LETTER_SHARE = 0.6


def hidden_texts(layer: Layer) -> Iterator[Layer]:
    """Every text that stands encoded in this one, and in those again, `LEVELS` deep."""
    for child in _encoded_in(layer):
        yield child
        if child.depth < LEVELS:
            yield from hidden_texts(child)


def _encoded_in(layer: Layer) -> Iterator[Layer]:
    lower = layer.text.lower()
    words = _WORD.findall(lower)
    if not layer.depth or len(lower) <= _LONGEST_TWICE:
        yield from ciphers_in(layer, lower, words)
    data = as_bytes(layer.text)
    for name, needed, pattern, decode in _CODECS:
        # Signs of base85 look like escapes: it is read as it was written.
        source = _as_written(layer) if name == "base85" else layer
        if not needed.stands_in(data if source is layer else as_bytes(source.text)):
            continue
        if name == "spelling alphabet" and lower.isascii() and _SPELLING_WORDS.isdisjoint(words):
            continue
        for match in pattern.finditer(source.text):
            found = decode(match[0])
            if found and (_is_text(found) or _ENCODED_AGAIN.fullmatch(found)):
                yield decoded(source, match.start(), match.end(), found, name)


_LONGEST_TWICE = 4000
"""Characters of a decoded text in which ciphers are looked for again: there are hundreds of pairs of them."""

_ENCODED_AGAIN = Expression(r"[0-9a-fA-F]{24,8000}|[A-Za-z0-9+/]{24,8000}={0,2}")
"""What comes out of an encoding and is another one."""


def _as_written(layer: Layer) -> Layer:
    while layer.below is not None and layer.part is None:
        layer = layer.below
    return layer


def _is_text(text: str) -> bool:
    letters = letter_count(text)
    spaces = text.count(" ") + text.count("\n")
    readable = all(char.isprintable() or char.isspace() for char in text)
    return readable and letters >= _FEWEST_LETTERS and letters + spaces >= _LETTER_SHARE * len(text)


def _utf8(data: bytes) -> str:
    try:
        return data.replace(b"\0", b"").decode("utf-8")
    except UnicodeDecodeError:
        return ""


def _base64(text: str) -> str:
    # A path or a long identifier uses one case or few digits; encoded text mixes them.
    body = text.replace("-", "+").replace("_", "/")
    if body.islower() or body.isupper() or body.isdigit():
        return ""
    backwards = _from_base64(body[::-1])
    return backwards if _is_prose(backwards) else _from_base64(body)


def _from_base64(body: str) -> str:
    body = body[: len(body) - 1] if len(body) % 4 == 1 else body
    try:
        return _utf8(_unpacked(base64.b64decode(body + "=" * (-len(body) % 4))))
    except (ValueError, binascii.Error, zlib.error):
        return ""


def _chunks(text: str) -> str:
    """Base64 in pieces; words of a sentence seldom have so many letters each that they could be such pieces."""
    pieces = text.split(" ")
    found = "" if any(len(piece) % 4 for piece in pieces[:-1]) else _from_base64("".join(pieces))
    return found if _is_prose(found) else ""


def _unpacked(data: bytes) -> bytes:
    """What was compressed, as far as a scan needs it."""
    if not data.startswith((b"\x1f\x8b", b"x\x9c", b"x\x01", b"x\xda")):
        return data
    return zlib.decompressobj(wbits=47).decompress(data, 20_000)


def _base85(text: str) -> str:
    body = text.removeprefix("<~").removesuffix("~>")
    for decode in (base64.a85decode, base64.b85decode):
        try:
            found = _utf8(decode(body.encode()))
        except ValueError:
            continue
        if _is_prose(found):
            return found
    return ""


def _base58(text: str) -> str:
    number = 0
    for char in text:
        number = number * 58 + _BASE58_DIGITS.index(char)
    found = _utf8(number.to_bytes((number.bit_length() + 7) // 8))
    return found if _is_prose(found) else ""


def _rot47(text: str) -> str:
    found = text.translate(_ROTATED)
    # Tiny words turn up by chance in what has many signs.
    known = {word for word in _WORD.findall(found.lower()) if len(word) > 2 and word in COMMON_WORDS}  # noqa: PLR2004
    return found if len(known) > 1 and _is_prose(found) and not _is_prose(text) else ""


def _is_prose(text: str) -> bool:
    """Whether several words of a text are ones that everybody uses: what was decoded by chance has none."""
    words = _WORD.findall(text.lower())
    return sum(word in COMMON_WORDS for word in words) * 3 > max(3, len(words))


def _braille(text: str) -> str:
    return "".join(BRAILLE.get(char, " ") for char in text)


def _spelled(text: str) -> str:
    return "".join(word[0] for word in _WORD.findall(text.lower()))


def _base32(text: str) -> str:
    body = text[: len(text) - (len(text) % 8 in {1, 3, 6})]
    try:
        return _utf8(base64.b32decode(body + "=" * (-len(body) % 8)))
    except (ValueError, binascii.Error):
        return ""


def _hex(text: str) -> str:
    digits = re.sub(r"0[xX]|[ :,]", "", text)
    return _utf8(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _codes(text: str) -> str:
    codes = [int(code) for code in re.findall(r"[0-9]{2,3}", text)]
    return "".join(map(chr, codes)) if all(code in range(32, 256) for code in codes) else ""


def _calls(text: str) -> str:
    return _codes(" ".join(re.findall(r"[0-9]{2,3}", text)))


def _places(text: str) -> str:
    """Letters written as their places in the alphabet; where words are not parted, whoever reads on parts them."""
    gaps = re.findall(r"[^0-9]{1,4}", text)
    wide = max(gaps, key=len)
    words = text.split(wide) if len(wide) > min(map(len, gaps)) else [text]
    found = " ".join("".join(chr(96 + int(place)) for place in re.findall(r"[0-9]{1,2}", word)) for word in words)
    return found if _is_prose(found if " " in found else " ".join(segmented(found))) else ""


def _uuencoded(text: str) -> str:
    size = ord(text[0]) - 32
    if len(text) - 1 != -(-size // 3) * 4:
        return ""
    try:
        found = _utf8(binascii.a2b_uu(text))
    except binascii.Error:
        return ""
    return found if _is_prose(found) else ""


def _binary(text: str) -> str:
    return _utf8(bytes(int(octet, 2) for octet in re.findall(r"[01]{8}", text)))


def _morse(text: str) -> str:
    words = re.split(r" {2,9}| ?[/|] ?", text.strip().replace("_", "-"))
    signs = [sign for word in words for sign in word.split()]
    known = sum(sign in MORSE for sign in signs)
    if known < 8 or known < 0.8 * len(signs):  # noqa: PLR2004 - a row of dashes or dots is no message
        return ""
    found = " ".join("".join(MORSE.get(sign, "") for sign in word.split()) for word in words)
    return found if len(set(found)) > 5 else ""  # noqa: PLR2004 - as above


_ALPHANUMERIC = ascii_letters + digits
_CODECS: tuple[tuple[str, CharacterRow, Expression, Callable[[str], str]], ...] = (
    ("base64", CharacterRow(f"{_ALPHANUMERIC}+/_-", 12), _BASE64, _base64),
    ("base32", CharacterRow(f"{ascii_uppercase}234567", 24), _BASE32, _base32),
    ("hex", CharacterRow(hexdigits, 16, between=" :,xX"), _HEX, _hex),
    ("character codes", CharacterRow(digits, 16, between=" ,;"), _CODES, _codes),
    ("character codes", CharacterRow("chrCHR", 3), _CALLS, _calls),
    ("places in the alphabet", CharacterRow(digits, 9, between=" -.,/|"), _PLACES, _places),
    ("uuencode", CharacterRow("".join(map(chr, range(32, 97))), 17), _UUENCODED, _uuencoded),
    ("base64 in pieces", CharacterRow(f"{_ALPHANUMERIC}+/", 10, between=" "), _CHUNKS, _chunks),
    ("binary", CharacterRow("01", 40, between=" "), _BINARY, _binary),
    ("Morse", CharacterRow(".-_ /|", 19), _MORSE, _morse),
    ("base85", CharacterRow("".join(map(chr, range(33, 127))), 20), _BASE85, _base85),
    ("base58", CharacterRow(_ALPHANUMERIC, 24), _BASE58, _base58),
    ("rot47", CharacterRow("=?@:;<>", 1), _ROT47, _rot47),
    ("Braille", CharacterRow("? ", 8), _BRAILLE, _braille),
    ("spelling alphabet", CharacterRow(ascii_letters, 2), _SPELLED, _spelled),
)
"""Each encoding with the row of characters that it cannot do without."""
