"""How far a change reaches: the areas whose sources lead to a file by imports, be it one of theirs or not. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping


class FarReach:
    """Which areas work with which sources: their own, and what those import in turn."""

    def __init__(self, uses: Mapping[str, Collection[str]], areas_of: Mapping[str, Collection[str]]) -> None:
        """`uses` is what each source imports, `areas_of` the areas that each source is part of."""
        self._bits: dict[str, int] = {}
        self._own = {path: _mask(areas, self._bits) for path, areas in areas_of.items()}
        self._reached = dict(self._own)
        waiting = [path for path, mask in self._own.items() if mask]
        while waiting:
            path = waiting.pop()
            for used in uses.get(path, ()):
                before = self._reached.get(used, 0)
                if self._reached[path] | before != before:
                    self._reached[used] = self._reached[path] | before
                    waiting.append(used)

    def from_elsewhere(self) -> list[str]:
        """The sources of areas that other areas work with, too, without having them among their own."""
        return sorted(path for path, mask in self._own.items() if mask and self._reached[path] != mask)

    def goes_beyond(self, areas: Collection[str], sources: Iterable[str]) -> bool:
        """Whether others than these areas work with one of the sources."""
        known = _mask(areas, self._bits)
        return any(self._reached.get(path, 0) & ~known for path in sources)


def _mask(areas: Collection[str], bits: dict[str, int]) -> int:
    mask = 0
    for area in areas:
        mask |= 1 << bits.setdefault(area, len(bits))
    return mask
