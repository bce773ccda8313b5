"""A visit: one request for a page, and the sheet that answers it."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from typing import TYPE_CHECKING, Any, TypeVar

from hardwon.web.addresses import Addresses
from hardwon.web.shelves import Shelves

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hardwon.memory import Memory
    from hardwon.web.checkup import Checkup

PER_PAGE = 50
LONGEST_ASKED = 2_000
"""Characters of what is asked in one field of an address."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """What is asked for, and what the page may use to answer."""

    memory: Memory
    shelves: Shelves = field(default_factory=Shelves)
    checkup: Checkup | None = None
    link: Addresses = field(default_factory=Addresses)
    query: Mapping[str, str] = field(default_factory=dict)
    csrf: str = ""
    may_write: bool = False
    told: str = ""
    """What the reader's last deed came to."""

    looked: str = ""
    """When the reader was here before; "" if that is not known."""

    def asked(self, name: str, *, default: str = "") -> str:
        return self.query.get(name, default)[:LONGEST_ASKED]

    def chosen(self, name: str, choices: Sequence[str], default: str) -> str:
        """One of the choices; the default where something else is asked for."""
        given = self.asked(name)
        return given if given in choices else default

    def share(self, name: str) -> float | None:
        """A number from 0 to 1; None where nothing of that kind is asked for."""
        try:
            value = float(self.asked(name))
        except ValueError:
            return None
        return value if 0 <= value <= 1 else None

    @property
    def number(self) -> int:
        """Which page of a long list."""
        given = self.asked("page")
        return max(1, int(given)) if given.isascii() and given.isdigit() and len(given) < 7 else 1  # noqa: PLR2004 - no list is that long


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSheet:
    """A page that is to be rendered."""

    template: str
    title: str
    at: str = ""
    """Which entry of the navigation it belongs to."""

    values: Mapping[str, Any] = field(default_factory=dict)
    status: int = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """A part of a long list, and the way to the others."""

    rows: Sequence[Any]
    total: int
    number: int
    last: int
    first_row: int
    address: Callable[[int], str]


def leaf(
    rows: Sequence[T],
    visit: Visit,
    name: str = "",
    show: Callable[[T], Any] = lambda row: row,
    *,
    per: int = PER_PAGE,
    address: Callable[[int], str] | None = None,
) -> Leaf:
    """The part that is asked for; only its rows are made ready. The others are at `name`, or at `address`."""
    last = max(1, ceil(len(rows) / per))
    number = min(visit.number, last)
    start = (number - 1) * per
    query = {key: value for key, value in visit.query.items() if key != "page"}
    return Leaf(
        rows=[show(row) for row in rows[start : start + per]],
        total=len(rows),
        number=number,
        last=last,
        first_row=start + 1 if rows else 0,
        address=address or (lambda number: visit.link.numbered(name, number, **query)),
    )
