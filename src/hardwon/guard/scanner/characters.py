"""Characters: what each one looks like, and which ones hide.

`folded` gives the plain character that a reader sees; `hidden` lists the characters that no reader sees, with the
reason why they are no part of ordinary text in that place. Pure functions of text.
"""

# ruff: noqa: RUF001 - this module is about letters that look like others

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_TABLES = (
    ("авекмнорстухѕіјԁԛԝѵһӏгпбяиьзч", "abekmhopctyxsijdqwvhlrnbrnbew"),
    ("АВЕКМНОРСТУХЅІЈԌԚԜѴҺӀ", "abekmhopctyxsijgqwvhl"),
    ("αβεζηικνορτυχωϲϳσδπ", "abeznikvoptuxwcjodn"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹΛ", "abezhikmnoptyxca"),
    ("օսհոցքզյԼՏՍՕա", "ouhngpqjlsuow"),
    ("ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ", "abcdeghijklmprstvwz"),
)

LOOK_ALIKES = {other: latin for others, latins in _TABLES for other, latin in zip(others, latins, strict=True)}
"""Letters of other scripts that pass for a Latin one. They count only inside words that are otherwise Latin."""

_EXACT = frozenset("аеорсхуѕіјԁһӏАВЕКМНОРСТХЅІЈονΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")
"""The look-alikes that differ from the Latin letter in nothing that a reader could see."""

_SMALL_CAPITALS = dict(
    zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡıɩʋɛøØłŁđĐħŧ", "abcdefghijklmnoprstuvwyzagiiveoolldDht", strict=True)
)
_UPSIDE_DOWN = dict(zip("ɐǝɟƃɥᴉɾʞɯɹʇʌʍʎɔ", "aefghijkmrtvwyc", strict=True))

_BLOCKS = (0x1F110, 0x1F130, 0x1F150, 0x1F170, 0x1F1E6, 0x249C)
"""Blocks of letters in boxes, circles and brackets, A to Z, that Unicode does not map to plain letters in one step."""

_BOXED = {chr(start + index): chr(ord("a") + index) for start in _BLOCKS for index in range(26)}
_ODD = {**_SMALL_CAPITALS, **_UPSIDE_DOWN, **_BOXED, "ß": "ss", "ẞ": "ss"}

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)"
)
_STRIPPED = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0640\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
)
"""Marks that sit on a letter and change nothing about the word: accents, vowel points, struck-through lines."""

_JOINING_SCRIPTS = re.compile(
    "[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u17ff\u1800-\u18af\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff]"
)
"""Scripts in which a joiner or a non-joiner shapes letters: Arabic, Persian, Indic, Khmer, Mongolian."""

_UNSPACED_SCRIPTS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Scripts in which a zero-width space marks where a line may break."""

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_WIDE_LETTERS = re.compile("[\uff21-\uff3a\uff41-\uff5a]")
_STYLED = re.compile(
    "[\uff21-\uff3a\uff41-\uff5a\u249c-\u24e9\u1d00-\u1d22\u0262\u026a\u0274\u0280\u028f\u0299\u029c\u029f\ua730\ua731"
    "\U0001d400-\U0001d7cb\U0001f110-\U0001f12a\U0001f130-\U0001f149\U0001f150-\U0001f169\U0001f170-\U0001f189\U0001f1e6-\U0001f1ff]"
)
_EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LATIN = re.compile("[A-Za-z]")
_MANY_STYLED = 8


@dataclass(frozen=True, slots=True)
class Hidden:
    """Characters in a text that no reader sees or that deceive the reader."""

    rule: str
    start: int
    end: int


@lru_cache(maxsize=8192)
def folded(char: str) -> str:
    """The plain form of one character: what a reader takes it for; "" when there is nothing to see."""
    if char.isascii():
        return char
    if _INVISIBLE.match(char) or _STRIPPED.match(char):
        return ""
    if char in _ODD:
        return _ODD[char]
    plain = unicodedata.normalize("NFKC", char)
    if not plain.isascii():
        plain = _STRIPPED.sub("", unicodedata.normalize("NFD", plain))
        plain = unicodedata.normalize("NFC", "".join(_ODD.get(part, part) for part in plain))
    # Case is kept (secrets depend on it), but only where lower() later keeps the length: positions must not move.
    return plain if len(plain.lower()) == len(plain) else plain.casefold()


def composed(text: str) -> str:
    """Letters that were taken apart (Korean syllables, Japanese voiced sounds) put together again."""
    return unicodedata.normalize("NFC", text)


def is_invisible(char: str) -> bool:
    """Whether a character shows nothing."""
    return _INVISIBLE.match(char) is not None


def hidden(text: str) -> list[Hidden]:
    """The characters that hide something, one entry per kind, at its first place."""
    found: dict[str, Hidden] = {}
    for match in _INVISIBLE.finditer(text):
        rule = _judged(text, match.start())
        if rule and rule not in found:
            found[rule] = Hidden(rule, match.start(), match.end())
    if not text.isascii():
        for entry in (_styled(text), _marks(text)):
            if entry:
                found[entry.rule] = entry
    return list(found.values())


def _judged(text: str, at: int) -> str:
    """The rule that the invisible character at this place breaks; "" when it belongs there."""
    char = text[at]
    if char in "\x1b\x9b":
        return "terminal-escape"
    if char < "\xa0":
        return "control-character"
    if char in "\u202d\u202e":
        return "bidirectional-control"
    if char in "\u200e\u200f\u061c\u202a\u202b\u202c\u2066\u2067\u2068\u2069":
        return "" if _RIGHT_TO_LEFT.search(text, max(0, at - 200), at + 200) else "bidirectional-control"
    if "\U000e0000" <= char <= "\U000e007f":
        return "" if _in_flag(text, at) else "tag-character"
    broken = text[at + 2 : at + 3] == "\xad" and text[at - 2 : at - 1] == "\xad"
    return "" if _belongs(text, at, broken=broken) else "invisible-character"


def _belongs(text: str, at: int, *, broken: bool) -> bool:  # noqa: PLR0911 - one answer per kind of character
    char, before, after = text[at], text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if char == "\ufeff":
        return at == 0
    if char in "\u200b\u200c\u200d":
        return _joins(char, before, after) or _shapes(text, at)
    if char == "\xad":
        # A hyphen that a browser may use: inside a word, between syllables, never after each letter.
        return before.isalpha() and after.isalpha() and not broken
    if "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef":
        return bool(before) and not is_invisible(before) and not (before.isascii() and before.isalpha())
    if char == "\u2800":
        return "\u2801" <= before <= "\u28ff" or "\u2801" <= after <= "\u28ff"
    if "\u180b" <= char <= "\u180f" or char in "\u17b4\u17b5\u070f":
        return bool(_JOINING_SCRIPTS.match(before))
    return char in "\u115f\u1160" and ("\u1100" <= after <= "\u11ff" or "\u1100" <= before <= "\u11ff")


def _shapes(text: str, at: int) -> bool:
    """Whether letters stand close by that a joiner shapes, or between which a line may break."""
    start, end = max(0, at - 3), at + 4
    return bool(_JOINING_SCRIPTS.search(text, start, end) or _UNSPACED_SCRIPTS.search(text, start, end))


def _joins(char: str, before: str, after: str) -> bool:
    emoji = bool(before) and unicodedata.category(before) in {"So", "Sk", "Mn", "Cf"} and not _LATIN.match(before)
    return char == "\u200d" and emoji and bool(after) and unicodedata.category(after) in {"So", "Sm"}


def _in_flag(text: str, at: int) -> bool:
    """Whether a tag character is part of a flag, such as that of Scotland: black flag, up to 6 tags, cancel tag."""
    start = text.rfind("\U0001f3f4", max(0, at - 8), at)
    end = text.find("\U000e007f", at, at + 8)
    return start >= 0 and end >= 0 and all("\U000e0030" <= char <= "\U000e007f" for char in text[start + 1 : end + 1])


def _styled(text: str) -> Hidden | None:
    """Plain Latin words written in letters of another block: mathematical, full-width, boxed."""
    matches = list(_STYLED.finditer(text))
    if len(matches) < _MANY_STYLED:
        return None
    if all(_WIDE_LETTERS.match(match[0]) for match in matches) and _EAST_ASIAN.search(text):
        return None
    flags = sum("\U0001f1e6" <= match[0] <= "\U0001f1ff" for match in matches)
    if len(matches) - flags < _MANY_STYLED and not _long_flag_run(text):
        return None
    return Hidden("styled-letters", matches[0].start(), matches[-1].end())


def _long_flag_run(text: str) -> bool:
    # Flags are pairs; words spelled in these letters keep them apart with spaces or joiners.
    return re.search("[\U0001f1e6-\U0001f1ff](?:[ \u200b-\u200d-][\U0001f1e6-\U0001f1ff]){5}", text) is not None


def _marks(text: str) -> Hidden | None:
    """Letters buried under piles of combining marks."""
    match = re.search("[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff]{4}", text)
    return Hidden("stacked-marks", match.start(), match.end()) if match else None


def passes_for(word: str, *, among_latin: bool) -> str:
    """The Latin word that a word of look-alikes passes for; "" when it is what it looks like.

    Letters of two scripts in one word always count; a word wholly of another script only among Latin words, and only
    when each of its letters is the exact twin of a Latin one.
    """
    if word.isascii() or not (_LATIN.search(word) or (among_latin and _EXACT.issuperset(word))):
        return ""
    plain = "".join(LOOK_ALIKES.get(char, char) for char in word)
    return plain if plain.isascii() else ""
