"""Decoding: text that stands in a text in another form.

Base64, base32, hex, character codes, binary and Morse are decoded where that yields text; rot13, Atbash and reversed
writing are undone where the result is language and the original is not. Pure; work grows with the length alone.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
import zlib
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from string import ascii_lowercase
from typing import TYPE_CHECKING

from hardwon.guard.scanner.characters import letter_count
from hardwon.guard.scanner.layers import LEVELS, Layer, decoded
from hardwon.guard.scanner.tables import Expression
from hardwon.guard.scanner.tables.letters import BRAILLE, MORSE, SPELLING_ALPHABET
from hardwon.guard.scanner.tables.vocabulary import COMMON_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_BASE64 = Expression(r"(?<![A-Za-z0-9+/=])[A-Za-z0-9+/_-]{12,8000}")
_BASE32 = Expression(r"(?<![A-Za-z0-9])[A-Z2-7]{24,8000}")
_HEX = Expression(r"(?<![0-9A-Za-z])(?:(?:0[xX])?[0-9a-fA-F]{2}[ :,]{0,2}){8,4000}")
_CODES = Expression(r"(?<![0-9])(?:[0-9]{2,3}[ ,;]{1,2}){7,4000}[0-9]{2,3}")
_BINARY = Expression(r"(?<![0-9])(?:[01]{8} ?){5,4000}")
_MORSE = Expression(r"(?<!\w)[.\-_][.\-_ /|]{18,8000}")
_BASE85 = Expression(r"(?<!\S)(?=\S{0,40}[!#$%&()*;<=>?@^`{|}~])[!-~]{20,8000}(?!\S)")
_BASE58 = Expression(r"(?<![A-Za-z0-9+/=])[1-9A-HJ-NP-Za-km-z]{24,400}(?![A-Za-z0-9+/=])")
_ROT47 = Expression(r"(?<!\S)(?:[!-~]{0,30}[=?@:;<>][!-~]{0,30} [!-~]{1,30} ){1,200}[!-~]{1,60}")
_BRAILLE = Expression("[\u2801-\u283f][\u2800-\u283f ]{7,8000}")
_SPELLED = Expression(
    rf"\b(?:(?:{'|'.join(SPELLING_ALPHABET)})\W{{1,3}}){{5,400}}(?:{'|'.join(SPELLING_ALPHABET)})\b", re.IGNORECASE
)

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
    yield from _ciphers(layer)
    for name, pattern, decode in _CODECS:
        # Signs of base85 look like escapes: it is read as it was written.
        source = _as_written(layer) if name == "base85" else layer
        for match in pattern.finditer(source.text):
            found = decode(match[0])
            if found and _is_text(found):
                yield decoded(source, match.start(), match.end(), found, name)


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
    body = body[: len(body) - 1] if len(body) % 4 == 1 else body
    try:
        return _utf8(_unpacked(base64.b64decode(body + "=" * (-len(body) % 4))))
    except (ValueError, binascii.Error, zlib.error):
        return ""


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
    found = "".join(chr(33 + (ord(char) + 14) % 94) if char > " " else char for char in text)
    return found if _is_prose(found) and not _is_prose(text) else ""


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


_CODECS: tuple[tuple[str, Expression, Callable[[str], str]], ...] = (
    ("base64", _BASE64, _base64),
    ("base32", _BASE32, _base32),
    ("hex", _HEX, _hex),
    ("character codes", _CODES, _codes),
    ("binary", _BINARY, _binary),
    ("Morse", _MORSE, _morse),
    ("base85", _BASE85, _base85),
    ("base58", _BASE58, _base58),
    ("rot47", _ROT47, _rot47),
    ("Braille", _BRAILLE, _braille),
    ("spelling alphabet", _SPELLED, _spelled),
)

_ATBASH = str.maketrans(ascii_lowercase, ascii_lowercase[::-1])


@dataclass(frozen=True, slots=True, eq=False)
class Cipher:
    """A way to write words so that only those who know it read them."""

    name: str
    undo: Callable[[str], str]


_CIPHERS = (
    Cipher("rot13", lambda text: codecs.decode(text, "rot13")),
    Cipher("reversed", lambda text: text[::-1]),
    Cipher("Atbash", lambda text: text.translate(_ATBASH)),
)


def _shift(by: int) -> Cipher:
    table = str.maketrans(ascii_lowercase, ascii_lowercase[by:] + ascii_lowercase[:by])
    return Cipher(f"Caesar shift {by}", lambda text: text.translate(table))


_SHIFTS = tuple(_shift(by) for by in range(1, 26) if by != 13)  # noqa: PLR2004 - 13 is rot13
ENOUGH_GAIN = 2.5
"""How much more words must be language after decoding than before."""
_OFTEN = 8


def _ciphers(layer: Layer) -> Iterator[Layer]:
    lower = layer.text.lower()
    words = [(match[0], match.start(), match.end()) for match in _WORD.finditer(lower)]
    if len(words) < 3 or not may_be_cipher({word for word, _, _ in words}):  # noqa: PLR2004 - too little to tell language from noise
        return
    # A word says something once: a small one that comes again and again would add up to a message.
    first = {word: at for word, at, _ in reversed(words)}
    shifted = sum(map(is_unnatural, first))
    for cipher in (*_CIPHERS, *_SHIFTS) if shifted > 2 else _CIPHERS:  # noqa: PLR2004 - as above
        run = _best_run([_kept_gain(cipher, word) if at == first[word] else 0.0 for word, at, _ in words])
        if run is not None and _is_language({cipher.undo(word) for word, _, _ in words[run[0] : run[1] + 1]}):
            start, end = words[run[0]][1], words[run[1]][2]
            found = cipher.undo(lower[start:end])
            yield decoded(layer, start, end, found, cipher.name)
            if cipher.name == "reversed":
                # Each word may have been reversed where it stands.
                yield decoded(layer, start, end, " ".join(reversed(found.split(" "))), cipher.name)


def _is_language(words: set[str]) -> bool:
    """Whether decoded words are more than chance: different ones, some of them known and not tiny."""
    known = {word for word in words if len(word) > 2 and word in COMMON_WORDS}  # noqa: PLR2004 - tiny words turn up by chance
    typical = [word for word in words if len(word) > 3 and _naturalness(word) >= 0.4]  # noqa: PLR2004 - as above
    return len(words) > 2 and (len(known) > 1 or (len(known) > 0 and len(typical) > 2))  # noqa: PLR2004 - as above


def _best_run(gains: list[float]) -> tuple[int, int] | None:
    """First and last word of the stretch that gains most by being decoded, if that is enough to be sure."""
    best, total, start = 0.0, 0.0, 0
    run: tuple[int, int] | None = None
    for index, gain in enumerate(gains):
        if total <= 0:
            total, start = 0.0, index
        total += gain
        if total > best:
            best, run = total, (start, index)
    return run if best >= ENOUGH_GAIN else None


def _gain(cipher: Cipher, word: str) -> float:
    """How much more a word is language after decoding than before."""
    return _naturalness(cipher.undo(word)) - _naturalness(word)


def may_be_cipher(words: set[str]) -> bool:
    """Whether these words can gain enough by any cipher: said at a glance, and never wrongly "no"."""
    return any(total >= ENOUGH_GAIN for total in map(sum, zip(*filter(None, map(_gains, words)), strict=True)))


@lru_cache(maxsize=16384)
def _gains(word: str) -> tuple[float, ...]:
    """How much a word gains by each cipher, 0 where it loses; empty when it loses by each."""
    each = tuple(max(0.0, _gain(cipher, word)) for cipher in (*_CIPHERS, *_SHIFTS))
    return each if any(each) else ()


def is_unnatural(word: str) -> bool:
    """Whether it is a word that no language has."""
    return len(word) > 3 and _naturalness(word) < 0.3  # noqa: PLR2004 - tiny words turn up by chance


_kept_gain = lru_cache(maxsize=16384)(_gain)


@lru_cache(maxsize=16384)
def _naturalness(word: str) -> float:
    """How much a word looks like one of a language: by its pairs of letters, and by being known."""
    if len(word) < 2:  # noqa: PLR2004 - single letters say nothing
        return 0.0
    pairs = _pairs(word)
    frequent = _frequent_pairs()
    typical = 0.6 * sum(pair in frequent for pair in pairs) / len(pairs)
    return typical + (0.6 if word in COMMON_WORDS else 0.0)


@cache
def _frequent_pairs() -> frozenset[str]:
    """The pairs of letters that stand in several common words."""
    words = Counter(pair for word in COMMON_WORDS for pair in set(_pairs(word)))
    return frozenset(pair for pair, count in words.items() if count >= _OFTEN)


def _pairs(word: str) -> list[str]:
    return [word[index : index + 2] for index in range(len(word) - 1)]
