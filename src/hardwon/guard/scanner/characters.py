"""Characters: what each one looks like, and which ones hide.

`folded` gives the plain character that a reader sees; `hidden` lists the characters that no reader sees, with the
reason why they are no part of ordinary text in that place. Pure functions of text.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from hardwon.guard.scanner.tables import scripts
from hardwon.guard.scanner.tables.letters import EXACT_TWINS, LOOK_ALIKES, ODD_LETTERS

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
    if scripts.INVISIBLE.match(char) or scripts.STRIPPED_MARKS.match(char):
        return ""
    if char in ODD_LETTERS:
        return ODD_LETTERS[char]
    plain = unicodedata.normalize("NFKC", char)
    if not plain.isascii():
        plain = scripts.STRIPPED_MARKS.sub("", unicodedata.normalize("NFD", plain))
        plain = unicodedata.normalize("NFC", "".join(ODD_LETTERS.get(part, part) for part in plain))
    # Case is kept (secrets depend on it), but only where lower() later keeps the length: positions must not move.
    return plain if len(plain.lower()) == len(plain) else plain.casefold()


def composed(text: str) -> str:
    """Letters that were taken apart (Korean syllables, Japanese voiced sounds) put together again."""
    return unicodedata.normalize("NFC", text)


def letter_count(text: str) -> int:
    """How many characters of a text are letters."""
    return sum(map(str.isalpha, text))


def hidden(text: str) -> list[Hidden]:
    """The characters that hide something, one entry per kind, at its first place."""
    found: dict[str, Hidden] = {}
    for match in scripts.INVISIBLE.finditer(text):
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
    if char in scripts.TERMINAL_ESCAPES:
        return "terminal-escape"
    if char < "\xa0":
        return "control-character"
    if char in scripts.DIRECTION_OVERRIDES:
        return "bidirectional-control"
    if char in scripts.DIRECTION_MARKS:
        return "" if scripts.RIGHT_TO_LEFT.search(text, max(0, at - 200), at + 200) else "bidirectional-control"
    if "\U000e0000" <= char <= "\U000e007f":
        return "" if _in_flag(text, at) else "tag-character"
    broken = text[at + 2 : at + 3] == "\xad" and text[at - 2 : at - 1] == "\xad"
    return "" if _belongs(text, at, broken=broken) else "invisible-character"


def _belongs(text: str, at: int, *, broken: bool) -> bool:  # noqa: PLR0911 - one answer per kind of character
    char, before, after = text[at], text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if char == "\ufeff":
        return at == 0
    if char in scripts.JOINERS:
        return _joins(char, before, after) or _shapes(text, at)
    if char == "\xad":
        # A hyphen that a browser may use: inside a word, between syllables, never after each letter.
        return before.isalpha() and after.isalpha() and not broken
    if "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef":
        return bool(before) and not scripts.INVISIBLE.match(before) and not (before.isascii() and before.isalpha())
    if char == "\u2800":
        return "\u2801" <= before <= "\u28ff" or "\u2801" <= after <= "\u28ff"
    if "\u180b" <= char <= "\u180f" or char in "\u17b4\u17b5\u070f":
        return bool(scripts.JOINING.match(before))
    return char in "\u115f\u1160" and ("\u1100" <= after <= "\u11ff" or "\u1100" <= before <= "\u11ff")


def _shapes(text: str, at: int) -> bool:
    """Whether letters stand close by that a joiner shapes, or between which a line may break."""
    start, end = max(0, at - 3), at + 4
    return bool(scripts.JOINING.search(text, start, end) or scripts.BREAKING.search(text, start, end))


def _joins(char: str, before: str, after: str) -> bool:
    emoji = (
        bool(before) and unicodedata.category(before) in {"So", "Sk", "Mn", "Cf"} and not scripts.LATIN.match(before)
    )
    return char == "\u200d" and emoji and bool(after) and unicodedata.category(after) in {"So", "Sm"}


def _in_flag(text: str, at: int) -> bool:
    """Whether a tag character is part of a flag, such as that of Scotland: black flag, up to 6 tags, cancel tag."""
    start = text.rfind("\U0001f3f4", max(0, at - 8), at)
    end = text.find("\U000e007f", at, at + 8)
    return start >= 0 and end >= 0 and all("\U000e0030" <= char <= "\U000e007f" for char in text[start + 1 : end + 1])


def _styled(text: str) -> Hidden | None:
    """Plain Latin words written in letters of another block: mathematical, full-width, boxed."""
    matches = list(scripts.STYLED_LETTERS.finditer(text))
    if len(matches) < _MANY_STYLED:
        return None
    if all(scripts.WIDE_LETTERS.match(match[0]) for match in matches) and scripts.EAST_ASIAN.search(text):
        return None
    flags = sum("\U0001f1e6" <= match[0] <= "\U0001f1ff" for match in matches)
    if len(matches) - flags < _MANY_STYLED and not scripts.SPELLED_IN_FLAGS.search(text):
        return None
    return Hidden("styled-letters", matches[0].start(), matches[-1].end())


def _marks(text: str) -> Hidden | None:
    """Letters buried under piles of combining marks."""
    match = scripts.STACKED_MARKS.search(text)
    return Hidden("stacked-marks", match.start(), match.end()) if match else None


def passes_for(word: str, *, among_latin: bool) -> str:
    """The Latin word that a word of look-alikes passes for; "" when it is what it looks like.

    Letters of two scripts in one word always count; a word wholly of another script if hardly anybody writes in it, or
    among Latin words when each of its letters is the exact twin of a Latin one.
    """
    if word.isascii():
        return ""
    whole = (among_latin and EXACT_TWINS.issuperset(word)) or not scripts.EVERYDAY.search(word)
    if not whole and not scripts.LATIN.search(word):
        return ""
    plain = "".join(LOOK_ALIKES.get(char, char) for char in word)
    return plain if plain.isascii() else ""
