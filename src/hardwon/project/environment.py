"""Environment variables that hardwon reads, and those that only look like it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.project.settings import SETTINGS, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PREFIX = "HARDWON_"
OTHERS = (
    "HARDWON_PROJECT",
    "HARDWON_DEBUG",
    "HARDWON_MODEL_KEY",
    "HARDWON_STATE",
    "HARDWON_MCP_TOKEN",
    "HARDWON_SERVE_TOKEN",
)
"""Variables that are not settings."""

NEAR_MISS = 0.85


def misspelt(environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each variable that has no effect and is nearly called like one that has, with the name that was meant."""
    unknown = sorted(name for name in environ if name.startswith(PREFIX) and name not in OTHERS)
    known = {setting.variable for setting in SETTINGS}.union(OTHERS) if unknown else set()
    for name in unknown:
        if name not in known and (meant := _nearest(name, known)):
            yield name, meant


def _nearest(name: str, known: set[str]) -> str:
    bare = {each.replace("_", ""): each for each in sorted(known)}
    return bare.get(nearest(name.replace("_", ""), bare, NEAR_MISS), "")
