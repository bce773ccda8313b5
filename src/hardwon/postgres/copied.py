"""What a process has seen of the observations on the server: it asks for what is newer, and not for all again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardwon.store.protocol import Sighting


class Copy:
    """What was seen of the record, and when."""

    def __init__(self) -> None:
        self.looked: float | None = None
        self.is_stale = False
        """Something was changed here since."""

        self.shelves: dict[tuple[str, str], int] = {}
        self.sightings: dict[str, Sighting] = {}
        self.documents: dict[str, tuple[int, bytes]] = {}
        self.asked: set[str] = set()
        """Products that were asked for, whether or not the project is known to use them."""

        self.locks: frozenset[tuple[int, int]] = frozenset()
        self.ahead = 1
        self.is_ordered = True
