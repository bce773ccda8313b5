"""Lines: the text of a page as it is seen, a paragraph each; and its parts where a paragraph has several.

    <p>Total: 5 EUR<br>Paid: no</p>                 one line, two pieces
    <div><span>Name</span><span>Ada</span></div>    one line, one piece, and a pair: the Name is Ada

Where inline elements meet without a space only a style can tell whether they stand apart: both readings are kept.
`pieces` have a space where that is likely, and `spread` one wherever it may be.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_NEW, _MEET, _APART, _LABEL, _LOOSE = "\x1e", "\x1f", "\x1d", "\x1c", "\x1b"
_UNPRINTED = dict.fromkeys(map(ord, f"\u00ad\u200b\u2060\ufeff{_NEW}{_MEET}{_APART}{_LABEL}{_LOOSE}"))
"""Soft hyphens and what has no width; and the marks above, which no text may hold."""

_CONTROLS = frozenset({"a", "button", "label", "input", "select", "textarea", "img", "option"})
_MEETING = frozenset({"span", "time", "data", "output", "strong", "b"})
_IN_WORDS = frozenset({"u", "sub", "sup", "wbr", "font", "bdi", "bdo", "ruby", "rt", "rb"})
"""What stands within words: the key that presses a button, the 2 of H2O."""

_MEETS = re.compile(rf"(?<=[^\W_]|[:;,!?])[{_MEET}{_LOOSE}{_APART}]+(?=[^\W_]|[-+−$€£¥])")  # noqa: RUF001 - as pages write amounts
_LABELS = re.compile(f"{_LABEL}[^{_LABEL}]*{_LABEL}")
_LONGEST_NAME = 60
_OF_A_PAIR = 2


@dataclass(slots=True)
class Lines:
    """Takes the texts of a document in their order."""

    lines: list[str] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    pairs: list[tuple[str, str]] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    """Lines and pieces without the labels of buttons, which say what can be done and not what is."""

    spread: list[str] = field(default_factory=list)
    """The pieces that say something else with a space wherever elements meet."""

    unsure: list[str] = field(default_factory=list)
    """What is on the page, but perhaps not seen."""

    _line: list[str] = field(default_factory=list)
    _aside: list[str] = field(default_factory=list)

    def add(self, text: str, *, is_unsure: bool = False) -> None:
        (self._aside if is_unsure else self._line).append(text)

    def label(self, text: str) -> None:
        """What a button says."""
        self._line.append(f"{_LABEL}{text}{_LABEL}")

    def new_line(self) -> None:
        self._line.append(_NEW)

    def meet(self, tag: str) -> None:
        """An inline element begins or ends."""
        self._line.append(mark_of(tag))

    @property
    def tail(self) -> str:
        """What was said last in this line."""
        return plain(joined("".join(self._line[-6:]).replace(_NEW, " ").replace(_APART, " ")))

    def end(self) -> bool:
        """The paragraph is over; whether there was anything in it."""
        aside = _spaced("".join(self._aside))
        if aside:
            self.unsure.append(aside)
        self._aside.clear()
        said = "".join(self._line)
        self._line.clear()
        raw = said.replace(_LABEL, "")
        spread = (_spaced(spaced_out(part)) for part in raw.split(_NEW))
        said = said.replace(_LOOSE, "")
        line = _one(raw)
        if not line:
            return False
        self.lines.append(line)
        first = len(self.pieces)
        for part in raw.replace(_LOOSE, "").split(_NEW):
            self._piece(part)
        self.spread += [each for each in spread if each and each not in self.pieces[first:]]
        without = _LABELS.sub(_APART, said)
        self.told += [each for each in (_one(without), *map(_spaced, map(_apart, without.split(_NEW)))) if each]
        return True

    def _piece(self, text: str) -> None:
        piece = _spaced(_apart(text))
        if piece:
            self.pieces.append(piece)
        parts = [part for each in re.split(f"[{_MEET}{_APART}]", text) if (part := _spaced(each))]
        if len(parts) == _OF_A_PAIR and _APART not in text.strip(_APART) and len(parts[0]) <= _LONGEST_NAME:
            self.pairs.append((parts[0], parts[1]))


def plain(text: str) -> str:
    """A text without what is not printed."""
    return text if text.isascii() and text.isprintable() else text.translate(_UNPRINTED)


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _one(text: str) -> str:
    """A paragraph as one line."""
    return _spaced(joined(text.replace(_NEW, " ")))


def mark_of(tag: str) -> str:
    """What marks where an inline element begins or ends; "" for one within words."""
    return _APART if tag in _CONTROLS else _MEET if tag in _MEETING else "" if tag in _IN_WORDS else _LOOSE


def joined(text: str) -> str:
    """The text as it is written, without marks."""
    return text.replace(_MEET, "").replace(_APART, "").replace(_LOOSE, "")


def first_of(text: str) -> str:
    """What stands before the first place where elements meet."""
    parts = (_spaced(each) for each in re.split(f"[{_MEET}{_APART}{_LOOSE}]", text))
    return next((each for each in parts if each), "")


def spaced_out(text: str) -> str:
    """The text with a space wherever elements meet and may stand apart."""
    return joined(_MEETS.sub(" ", text))


def _apart(text: str) -> str:
    """The text with a space where elements meet whose letters would not be written together."""
    parts = text.replace(_APART, " ").split(_MEET)
    made = parts[0]
    for part in parts[1:]:
        made += f" {part}" if made and part and _differ(made[-1], part[0]) else part
    return made


def _differ(one: str, other: str) -> bool:
    if not (one.isalnum() and other.isalnum()):
        return one in ":;,!?" and other.isalnum()
    return one.isdigit() is not other.isdigit() or (one.islower() and other.isupper())
