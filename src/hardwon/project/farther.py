"""How far a change reaches: the areas whose sources lead to a file by imports, be it one of theirs or not. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


def reached_from_elsewhere(uses: Mapping[str, Collection[str]], areas_of: Mapping[str, Collection[str]]) -> list[str]:
    """The sources of areas that other areas work with, too, without having them among their own.

    `uses` is what each source imports, `areas_of` the areas that each source is part of.
    """
    bits: dict[str, int] = {}
    own = {path: _mask(areas, bits) for path, areas in areas_of.items()}
    reached = dict(own)
    waiting = [path for path, mask in own.items() if mask]
    while waiting:
        path = waiting.pop()
        for used in uses.get(path, ()):
            before = reached.get(used, 0)
            if reached[path] | before != before:
                reached[used] = reached[path] | before
                waiting.append(used)
    return sorted(path for path, mask in own.items() if mask and reached[path] != mask)


def _mask(areas: Collection[str], bits: dict[str, int]) -> int:
    mask = 0
    for area in areas:
        mask |= 1 << bits.setdefault(area, len(bits))
    return mask
