"""Numbers that open something: PINs, codes of doors and phones, the combination of a safe. Pure.

A number by itself says nothing. Either its own name does ("PIN", "gate code"), or what is done with it: it is typed in,
and something that has a lock opens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.guard.scanner.tables import Expression, openers
from hardwon.guard.scanner.tables.secret_marks import PASSWORD_HINTS

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

_DIGITS = Expression(r"[0-9](?:[ -]?[0-9]){2}|[0-9]{2}[A-ZА-Я][0-9]")  # noqa: RUF001 - a code of a Russian door
_PREFIX, _BEFORE, _AROUND = 2, 16, 120
_FORMS: tuple[tuple[Expression, tuple[str, ...]], ...] = (
    (openers.NAMED, openers.NAME_HINTS),
    (openers.CALLED, openers.NAME_HINTS),
    (openers.TYPED, openers.THING_HINTS),
    (openers.PASSWORD, PASSWORD_HINTS),
    (openers.SENT, openers.SENT_HINTS),
)
_HINTS = tuple({hint for _, hints in _FORMS for hint in hints if hint.isascii()})


def may_open(lower: str) -> bool:
    """Whether a text in plain small letters has a word that makes a number one that opens something."""
    return any(map(lower.__contains__, _HINTS))


def opening_numbers(text: str) -> Iterator[tuple[int, int]]:
    """Where the numbers stand that open something."""
    for begin, end in _surroundings(text):
        lower = text[begin:end].lower()
        for expression, hints in _FORMS:
            if not lower.isascii() or any(map(lower.__contains__, hints)):
                yield from _found(expression.finditer(text, begin, end), text)


def _surroundings(text: str) -> Iterator[tuple[int, int]]:
    """The parts of a text around numbers that may be such ones."""
    begin, end = 0, 0
    for digits in _DIGITS.finditer(text):
        if _may_be_one(text, digits.start()):
            start = max(0, digits.start() - _AROUND)
            if end and start > end:
                yield begin, end
            begin = begin if end and start <= end else start
            end = digits.end() + _AROUND
    if end:
        yield begin, end


def _may_be_one(text: str, at: int) -> bool:
    number = openers.NUMBER.match(text, at) or openers.NUMBER.match(text, max(0, at - _PREFIX))
    return number is not None and not openers.COUNTED.match(text, number.end())


def _found(matches: Iterator[re.Match[str]], text: str) -> Iterator[tuple[int, int]]:
    for match in matches:
        start, end = match.span(match.lastindex or 0)
        other = openers.OTHER_CODE.search(text, max(0, match.start() - _BEFORE), match.start())
        if not other and not openers.COUNTED.match(text, end):
            yield start, end
