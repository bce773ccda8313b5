r"""JSON as models write it: in fences, between sentences, with slips, or cut off. Pure.

What is certain is mended and noted: a fence, prose around the document, a comma too many or missing, a comment, `\d`,
a line break in a string, `True`. What is not certain is not guessed: an object that breaks off or holds code instead
of a value says so (`Loose.flaw`), and reading goes on with the next one. The work grows with the length of the text.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

DEEPEST = 50
MOST_NOTES = 20

_BLANK = re.compile(r"(?:[\s\ufeff\u200b\u2028\u2029]+|//[^\n]*|/\*.*?\*/|\#[^\n]*)+", re.DOTALL)
_PLAIN = {'"': re.compile(r'[^"\\\n]*'), "'": re.compile(r"[^'\\\n]*"), "\u201c": re.compile(r"[^\u201d\\\n]*")}
_ENDS = {'"': '"', "'": "'", "\u201c": "\u201d"}
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "'": "'"}
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,300})(?:\.[0-9]{1,300})?(?:[eE][-+]?[0-9]{1,4})?(?![\w.])")
_WORD = re.compile(r"[A-Za-z_$][\w$-]*")
_WORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_DOTS = re.compile(r"\.{3}|\u2026")
_START = re.compile(r"[\[{]")
_OPENS = re.compile(r"""\{\s*(?:["'\u201c])?[A-Za-z_][\w -]{0,40}(?:["'\u201d])?\s*:|\[\s*(?:[\[{"'\u201c\]]|//)""")
_HIGH = range(0xD800, 0xDC00)


class Loose(dict[str, Any]):
    """An object of the text; `flaw` says why what it holds is not what was meant."""

    flaw = ""


class _BrokenError(Exception):
    """What stands here cannot be read as a value."""


class LooseReader:
    """Reads one text; afterwards `notes` has what was mended, `cut` whether it breaks off."""

    def __init__(self, text: str, resume: re.Pattern[str]) -> None:
        self._text, self._resume, self._at = text, resume, 0
        self._within = False
        self.notes: dict[str, None] = {}
        self.cut = False

    def values(self) -> Iterator[Any]:
        """Every array and object that stands in the text by itself, in order."""
        failures = 0
        while match := _START.search(self._text, self._at):
            before = self._text[self._at : match.start()].strip()
            if not _OPENS.match(self._text, match.start()):
                self._at = match.end()
                continue
            self._at = match.start()
            try:
                value = self._value(0)
            except (_BrokenError, RecursionError):
                failures += 1
                self._at = match.end()
                if failures > MOST_NOTES:  # a text of brackets: whatever stands there is not a document
                    return
                continue
            if before:
                self._note("there is text around the JSON, which was left out")
            yield value

    def _note(self, text: str) -> None:
        if len(self.notes) < MOST_NOTES:
            self.notes[text] = None

    def _skip(self) -> str:
        """The next character that counts; "" at the end."""
        if found := _BLANK.match(self._text, self._at):
            self._at = found.end()
            if found[0].strip().startswith(("/", "#")):
                self._note("comments were left out")
        return self._text[self._at : self._at + 1]

    def _value(self, depth: int) -> Any:
        if depth > DEEPEST:
            raise _BrokenError(f"it is nested deeper than {DEEPEST} levels")
        char = self._skip()
        if char == "{":
            return self._object(depth)
        if char == "[":
            return self._array(depth)
        if char in _ENDS and char:
            return self._string(char)
        if found := _NUMBER.match(self._text, self._at):
            self._at = found.end()
            return self._number(found[0])
        if (found := _WORD.match(self._text, self._at)) and found[0] in _WORDS:
            self._at = found.end()
            if found[0][0].isupper():
                self._note(f"{found[0]} was read as {json.dumps(_WORDS[found[0]])}")
            return _WORDS[found[0]]
        if not char:
            self.cut = True
            raise _BrokenError("it breaks off")
        raise _BrokenError(f"{one_line(self._text[self._at : self._at + 30], 30)!r} is not a JSON value")

    @staticmethod
    def _number(text: str) -> int | float:
        if text.lstrip("-").isdigit():
            return int(text)
        number = float(text)
        if abs(number) == float("inf"):
            raise _BrokenError(f"the number {one_line(text, 30)} is too large")
        return number

    def _array(self, depth: int) -> list[Any]:
        self._at += 1
        items: list[Any] = []
        while (char := self._skip()) != "]":
            if not char:
                self.cut = True
                if self._within:
                    raise _BrokenError("it breaks off")
                return items
            if found := _DOTS.match(self._text, self._at):
                self._at = found.end()
                self._note("dots that stand for more were left out")
            elif char == ",":
                self._at += 1
                self._note("commas too many were left out")
                continue
            else:
                items.append(self._value(depth + 1))
            self._separator("]")
        self._at += 1
        return items

    def _separator(self, end: str) -> None:
        """The comma after a value; where it is missing, only what begins a new value may follow."""
        char = self._skip()
        if char == ",":
            self._at += 1
            if self._skip() == end:
                self._note("a comma before the end was left out")
        elif char and char != end:
            starts = char in '{["\u201c' or (end == "}" and (char == "'" or _WORD.match(self._text, self._at)))
            if not starts or not self._text[self._at - 1].isspace():
                raise _BrokenError(f"{one_line(self._text[self._at : self._at + 30], 30)!r} stands after a value")
            self._note("a missing comma was put in")

    def _object(self, depth: int) -> Loose:
        found, start, outer = Loose(), self._at, self._within
        resumes = not outer and self._resume.match(self._text, start) is not None
        self._within = outer or resumes
        try:
            self._members(found, depth)
        except (_BrokenError, RecursionError) as error:
            if not resumes:
                raise
            found.flaw = str(error) if isinstance(error, _BrokenError) else "it is nested too deeply"
            following = self._resume.search(self._text, max(self._at, start + 1))
            self._at = following.start() if following else len(self._text)
        finally:
            self._within = outer
        return found

    def _members(self, found: Loose, depth: int) -> None:
        self._at += 1
        while (char := self._skip()) != "}":
            if char == ",":
                self._at += 1
                self._note("commas too many were left out")
                continue
            if dots := _DOTS.match(self._text, self._at):
                self._at = dots.end()
                raise _BrokenError("dots stand where the rest of it should")
            key = self._key(char)
            if self._skip() != ":":
                self.cut |= not self._skip()
                raise _BrokenError("it breaks off" if self.cut else f"no colon after {one_line(key, 40)!r}")
            self._at += 1
            value = self._value(depth + 1)
            if key in found and not found.flaw:
                found.flaw = f"the key {one_line(key, 80)!r} is given twice"
            found[key] = value
            self._separator("}")
        self._at += 1

    def _key(self, char: str) -> str:
        if char and char in _ENDS:
            return self._string(char)
        if found := _WORD.match(self._text, self._at):
            self._at = found.end()
            self._note("keys without quotes were read")
            return found[0]
        self.cut |= not char
        raise _BrokenError("it breaks off" if not char else f"{one_line(char)!r} stands where a key should")

    def _string(self, quote: str) -> str:
        if quote != '"':
            self._note("other quotes than JSON's were read")
        self._at += 1
        parts = []
        while True:
            found = _PLAIN[quote].match(self._text, self._at)
            parts.append(found[0] if found else "")
            self._at = found.end() if found else self._at
            char = self._text[self._at : self._at + 1]
            self._at += 1
            if char == _ENDS[quote]:
                return _paired("".join(parts))
            if char == "\n":
                parts.append(char)
                self._note("a line break in a string was kept")
            elif char == "\\":
                parts.append(self._escape())
            else:
                self.cut = True
                raise _BrokenError("it breaks off")

    def _escape(self) -> str:
        char = self._text[self._at : self._at + 1]
        self._at += 1
        if char in _ESCAPES and char:
            return _ESCAPES[char]
        if char == "u" and (found := _HEX.match(self._text, self._at)):
            self._at = found.end()
            return chr(int(found[0], 16))
        if char == "\n":
            return ""
        self._note(f"the escape \\{one_line(char, 4)} was read as it stands")
        return "\\" + char


def _paired(text: str) -> str:
    """Halves of a character brought together, as JSON writes what lies beyond the first 65,536."""
    if not any(ord(char) in _HIGH for char in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass" if _lone(text) else "strict")


def _lone(text: str) -> bool:
    return re.search(r"[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]", text) is not None
