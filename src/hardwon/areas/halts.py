"""Halts: why nothing of an area is left out although it has proven itself, told to people and as JSON. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hardwon.text.plain import counted, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

REDUCIBLE = ("retired", "stable")
"""Standings of areas of which tests may be left out."""

MOST_NAMED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Halt:
    """Why nothing of an area is left out although it has proven itself: until it has passed once more."""

    file: str = ""
    """A file that changed since then and may concern it; empty where nobody knows what changed."""

    why: str = ""
    """Why it may, or why that is not known."""

    more: int = 0
    """Other files of which the same holds."""

    def told(self, *areas: str) -> str:
        """The whole of it, about these areas."""
        shown = ", ".join(map(one_line, areas))
        if not self.file:
            return f"it is not known what changed since the last run that covered {shown} ({self.why})"
        more = f" and {counted(self.more, 'more file')}" if self.more else ""
        return f"{one_line(self.file)}{more} changed since the last run that covered {shown} ({self.why})"

    def document(self, area: str) -> dict[str, Any]:
        """The reason as JSON gives it."""
        return {"area": area, "file": self.file or None, "why": self.why, "reason": self.told(area)}


def told_once(halts: Mapping[str, Halt], then: str = "") -> list[str]:
    """Why areas are not reduced, one sentence for each reason; `then` is what follows from it for their tests."""
    areas: dict[Halt, list[str]] = {}
    for area, halt in halts.items():
        areas.setdefault(halt, []).append(area)
    return [f"{capital(halt.told(*_named(own)))}{then}" for halt, own in areas.items()]


def _named(areas: Sequence[str]) -> list[str]:
    more = len(areas) - MOST_NAMED
    return [*areas[:MOST_NAMED], *([f"{counted(more, 'more area')}"] if more > 0 else [])]


def capital(halt: str) -> str:
    """The reason as a sentence; the name of a file stays as it is."""
    return f"It{halt[2:]}" if halt.startswith("it is not known") else halt
