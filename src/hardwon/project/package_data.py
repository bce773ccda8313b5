"""Data that lies beside sources: whoever works with the sources of its folder may read it. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas.spellings import Naming
from hardwon.project.concern import Concerns
from hardwon.project.drafts import literal, patterns_for
from hardwon.project.layout import SOURCE_ENDINGS, folders_above, mark_of, name_of, parent_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardwon.areas.owners import Owners
    from hardwon.project.farther import FarReach


def data_for_others(files: Iterable[str], owners: Owners, reach: FarReach, most: int) -> tuple[str, ...]:
    """Globs for the data of areas that other areas may read, too, without having it among their own files."""
    files = sorted(files)
    sources: dict[str, list[str]] = {}
    for path in files:
        if _is_source(path) and not mark_of(path):
            sources.setdefault(parent_of(path), []).append(path)
    concerns = Concerns(naming=Naming(), shared=(), areas={}, files=dict.fromkeys(files, ""))
    found = []
    for path in files:
        own = () if _is_source(path) or mark_of(path) else owners.areas_of(path)
        if own and not concerns.is_without_effect(path):
            package = next((folder for folder in folders_above(path) if folder in sources), "")
            if reach.goes_beyond(own, sources.get(package, ())):
                found.append(path)
    by_ending = {_all_like(path) for path in found}
    return tuple(sorted(by_ending if len(by_ending) <= most else patterns_for(found, most)))


def _is_source(path: str) -> bool:
    return path.rpartition(".")[2] in SOURCE_ENDINGS


def _all_like(path: str) -> str:
    """A glob for the data of one kind in the folder: new files join it."""
    stem, dot, ending = name_of(path).rpartition(".")
    return literal(f"{parent_of(path)}/") + f"*.{literal(ending)}" if stem and dot else literal(path)
