"""Value shapes: what a word looks like that may be a secret, and whether a text may have one at all. Pure.

Most texts have no word that looks like a value beside one that would make it one. What is known of a word is worked out
once and kept, so that telling this costs a few look-ups in a dictionary.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from hardwon.guard.scanner.tables import Expression, cues
from hardwon.guard.scanner.tables import secret_marks as marks
from hardwon.guard.scanner.tables.signs import QUOTATION_MARKS
from hardwon.guard.scanner.tables.vocabulary import COMMON_WORDS, EVERYDAY

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

WORDS = frozenset({"word", "capital", "joined", "upper", "camel", "underscored"})
"""Shapes that only what stands directly before them makes values."""

MADE = frozenset({"signed-number", "signed", "capital-number", "joined-number"})
"""Shapes of passwords: a hint will do."""

LINKS_OF_WORDS = frozenset({"colon", "is", "with", "as"})
LIKE_ANY = 3
_LIKE_WORD, _LIKE_ONE, _IS_CUE, _NAMES_WORD, _MAY_NAME_WORD, _IS_RULE, _IS_CODE = (1 << bit for bit in range(7))
_OF_WORDS, _OF_NEAR_WORDS = frozenset({"password", "answer"}), frozenset({"opens", "login"})
_PARTS_OF_CUES = frozenset({"wi", "fi"})
_FAR, _NEAR = 9, 3
"""How many words behind a cue a word with a capital may stand, and how many behind it another one."""

_KEPT, _LONGEST_KEPT = 50_000, 80
"""How many pieces are kept for the life of the process, and how long one may be: a log may be a single piece."""

_PHRASE = Expression(r"[\"'`“„«]\w[\w'-]{1,14}(?: [\w'-]{1,14}){1,7}[\"'`“”»]")
_YEAR = Expression(r"(?:19|20)[0-9]{2}$")
_PART = Expression(r"[^\W_]{1,40}")
_STOPS, _QUOTE = ".?…", "\u2019'"


class _Kinds(dict[str, str]):
    """What each word is a cue for, worked out once; "" for most."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _KEPT:
            self.clear()
        match = None if word.isdigit() else cues.ANY_CUE.fullmatch(word)
        self[word] = kind = (match.lastgroup or "") if match and not cues.NO_CUE.fullmatch(word) else ""
        return kind


class _Looks(dict[str, int]):
    """What each piece of a text between blanks looks like, worked out once."""

    def __missing__(self, piece: str) -> int:
        if len(self) >= _KEPT:
            self.clear()
        looks = max((_like(match) for match in cues.CANDIDATE.finditer(piece)), default=0)
        for part in map(str.lower, cues.CUE_WORD.findall(piece)):
            kind = kinds[part]
            if part in cues.RULE_WORDS:
                looks |= _IS_RULE
            if kind or part in cues.PHRASE_STARTS:
                looks |= _IS_CUE
            if kind in _OF_WORDS or part in cues.TELLING:
                looks |= _NAMES_WORD
            elif kind in _OF_NEAR_WORDS:
                looks |= _MAY_NAME_WORD
        if cues.CODE.search(piece):
            looks |= _IS_CODE
        if len(piece) <= _LONGEST_KEPT:
            self[piece] = looks
        return looks


kinds = _Kinds()
looks = _Looks()


def may_cue(word: str) -> bool:
    """Whether a word in small letters, without the signs in it, is a cue, begins one, or is a part of one."""
    return kinds[word] != "" or word in cues.PHRASE_STARTS or word in _PARTS_OF_CUES


def may_name_word(word: str) -> bool:
    """Whether a word in small letters may make a value of another, whatever that looks like."""
    return kinds[word] in _OF_WORDS or kinds[word] in _OF_NEAR_WORDS or word in cues.TELLING


class FirstLook(NamedTuple):
    """What the words of a text say at a glance."""

    code: bool
    rule: bool


def first_look(text: str) -> FirstLook | None:
    """None unless a word looks like a value, or stands where one does, and another is a cue: in most texts none is."""
    before, seen, since = "", 0, _FAR
    for word in text.split():
        found = looks[word]
        since += 1
        if found:
            seen |= found
            if found & _LIKE_WORD:
                far = _NEAR if word.islower() and word.isascii() else _FAR
                if since < far and (since == 1 or link_behind(before) in LINKS_OF_WORDS):
                    seen |= _LIKE_ONE
            if found & _NAMES_WORD:
                since = 0
            elif found & _MAY_NAME_WORD:
                since = min(since, 1)
        before = word
    if not seen & _IS_CUE or not (
        seen & _LIKE_ONE or (any(map(text.__contains__, QUOTATION_MARKS)) and _PHRASE.search(text))
    ):
        return None
    return FirstLook(code=seen & _IS_CODE > 0, rule=seen & _IS_RULE > 0)


def cued_pieces(text: str) -> Iterator[tuple[int, int]]:
    """Where the pieces between blanks stand that have a cue, or begin one."""
    end = 0
    for piece in text.split():
        start = text.index(piece, end)
        end = start + len(piece)
        if looks[piece] & _IS_CUE:
            yield start, end


def link_behind(before: str) -> str:
    """How what ends so leads to a value; "" if it does not."""
    return cues.LINKS.get(before[-1:]) or cues.LINKS.get(before.rpartition(" ")[2].lower(), "")


def trimmed(candidate: re.Match[str]) -> tuple[int, int]:
    """Where a candidate stands without the signs that end its sentence."""
    start, end = candidate.span(candidate.lastgroup or 0)
    text = candidate.string
    last = end == len(text)
    while end > start and (text[end - 1] in _STOPS or text[end - 1] in _QUOTE or (last and text[end - 1] == "!")):
        end -= 1
    return start, end


def shape_of(candidate: re.Match[str], start: int, end: int) -> str:
    """What a candidate looks like; "" where it is a common word or stands for a value."""
    value = candidate.string[start:end]
    if candidate.lastgroup == "value":
        return _shape(value)
    if candidate.lastgroup != "number":
        return candidate.lastgroup or ""
    return "n-year" if _YEAR.match(value) else next(f"n-{name}" for name, form in cues.NUMBERS if form.match(value))


def _like(candidate: re.Match[str]) -> int:
    shape = shape_of(candidate, *trimmed(candidate))
    return (_LIKE_WORD if shape in WORDS else _LIKE_ONE) if shape else 0


@lru_cache(maxsize=16384)
def _shape(value: str) -> str:
    lower = value.lower()
    if lower in EVERYDAY or lower in COMMON_WORDS:
        return ""
    shapes = cues.SHAPES_OF_LETTERS if value.isalpha() else cues.SHAPES
    shape = next((name for name, form in shapes if form.match(value)), "")
    if not shape or marks.PLACEHOLDER.search(value) or marks.NO_VALUE.search(value):
        return ""
    if shape in {"word", "joined", "joined-many", "underscored"}:
        known = [part in COMMON_WORDS or part in EVERYDAY for part in _PART.findall(lower)]
        if all(known) or (shape in {"word", "joined"} and (any(known) or cues.QUALITY.search(value))):
            return ""
    return shape
