"""Asserted: what a sentence can claim about a page, and how its parts are read from the form that it fits. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from hardwon.steps.quotes import MARK
from hardwon.steps.wordings import KINDS, NUMBERS, PLURALS

if TYPE_CHECKING:
    import re

Op = Literal[
    "shown", "state", "value", "count", "times", "order", "nth", "row", "fact", "inside",
    "many", "term", "named", "heading", "title", "address", "message", "session", "status", "under", "options",
    "within", "every", "offered", "unchosen", "tally",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Asserted:
    """One thing that a page can say yes or no to."""

    op: Op
    texts: tuple[str, ...] = ()
    kind: str = ""
    """What is spoken of, as in `button`; "" for any text."""

    state: str = ""
    number: int = 0
    how: str = "="
    """How a number is compared: `=`, `>=`, `<=`, `>`, `<`. Of a text: `=`, or `in` where it may be part of one."""

    place: str = ""
    """The row or item that a thing stands in; "" where the sentence names none."""

    part: str = ""
    """The part of the page that is spoken of, as in `footer`; "" for all of it."""

    negative: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """Several claims: all of them, or any."""

    parts: tuple[Sentence, ...]
    every: bool = True
    negative: bool = False
    """`not "A" or "B"` is none of them; `not "A" and "B"` is said by some to mean none, by others not both."""


Sentence = Asserted | Together


def number_of(text: str) -> int:
    return int(text) if text.isdigit() else NUMBERS.index(text.lower())


def kind_named(text: str | None) -> str:
    plain = (text or "").lower()
    return KINDS.get(plain, KINDS.get(PLURALS.get(plain, ""), ""))


def confined(said: Sentence, part: str) -> Sentence:
    """The same of a part of the page."""
    if isinstance(said, Together):
        return replace(said, parts=tuple(confined(each, part) for each in said.parts))
    return replace(said, part=part.lower())


def is_denied(match: re.Match[str]) -> bool:
    groups = match.groupdict()
    return bool(groups.get("not")) is not bool(groups.get("not2"))


def text_at(match: re.Match[str], quoted: list[str], group: str) -> str:
    """A quoted text, or a plain name."""
    text = match[group]
    marks = MARK.findall(text)
    return quoted[int(marks[0])] if marks else text.strip()
