"""The areas of a record as they stand now: every reader sees changed files, and nobody an unearned retirement. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from hardwon.areas.area import Area, as_it_stands

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.areas.area import Scoring
    from hardwon.areas.ledger import Areas


@dataclass(frozen=True, slots=True, kw_only=True)
class Kinds:
    """Areas by kind: those of one kind differ in nothing but their name.

    A large record has few kinds, so that what is shown of an area need not be made for each.
    """

    areas: tuple[Area, ...]
    """One of each kind."""

    of: Mapping[str, int]
    """The kind of each area, as its place among them, sorted by name."""

    @property
    def counted(self) -> list[tuple[Area, int]]:
        """One area of each kind, and how many there are."""
        numbers = Counter(self.of.values())
        return [(area, numbers[kind]) for kind, area in enumerate(self.areas)]

    def names(self, chosen: Callable[[Area], bool]) -> list[str]:
        """The names of the areas that are so."""
        wanted = {kind for kind, area in enumerate(self.areas) if chosen(area)}
        return [name for name, kind in self.of.items() if kind in wanted] if wanted else []


class AreasNow(Mapping[str, Area]):
    """The areas by name, sorted, each built when it is asked for."""

    def __init__(self, areas: Areas, fingerprints: Mapping[str, str], scoring: Scoring) -> None:
        self._areas = areas
        self._fingerprints = fingerprints
        self._scoring = scoring

    def __getitem__(self, name: str) -> Area:
        return as_it_stands(self._areas[name], self._fingerprints.get(name), self._scoring)

    def __iter__(self) -> Iterator[str]:
        return iter(self._areas)

    def __len__(self) -> int:
        return len(self._areas)

    def __contains__(self, name: object) -> bool:
        return name in self._areas

    def kinds(self) -> Kinds:
        """The same areas by kind."""
        places: dict[Any, int] = {}
        first: list[str] = []
        of = {}
        for name in self:
            raw = self._areas.raw[name]
            keys = tuple(raw)
            try:
                kind = (keys, _figures(keys)(raw), self._fingerprints.get(name))
                place = places.setdefault(kind, len(first))
            except TypeError:  # another tool keeps a list or an object there
                place = len(first)
            if place == len(first):
                first.append(name)
            of[name] = place
        return Kinds(areas=tuple(self[name] for name in first), of=of)


@lru_cache(maxsize=256)
def _figures(keys: tuple[str, ...]) -> itemgetter[Any]:
    """What gives the values of an area but its name, in the order of its keys."""
    return itemgetter(*(key for key in keys if key != "name"))
