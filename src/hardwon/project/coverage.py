"""Coverage: which sources no area has among its files, of which areas the files are not known, and which no file names.

The first two are not wrong. But a change there says nothing about any one area, so all that it may concern is tested.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas.area import NO_FILES
from hardwon.areas.overview import Coverage
from hardwon.project.git_folder import checkout_around
from hardwon.project.layout import links_to_folders_outside, project_files
from hardwon.project.naming_files import named
from hardwon.project.sources import is_source, uncovered

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from hardwon.areas.spellings import Naming
    from hardwon.project.config import Config

NO_PATHS = "no `paths` configured"
EMPTY_PATHS = "its `paths` match no file"


def coverage(root: Path, config: Config, naming: Naming, fingerprints: Mapping[str, str]) -> Coverage:
    """What the areas cover below the root."""
    files = project_files(root)
    sources = sorted(filter(is_source, files))
    rules = naming.rules
    reasons = {
        area: EMPTY_PATHS if area in fingerprints else NO_PATHS
        for area in sorted(naming.exact)
        if fingerprints.get(area, NO_FILES) == NO_FILES
    }
    return Coverage(
        sources=len(sources),
        uncovered=tuple(uncovered(sources, rules, config.shared)),
        unknown=reasons,
        named=named(root, files, config, naming),
        unwatched=tuple(links_to_folders_outside(root, files)),
        part=_part_of_repository(root),
    )


def _part_of_repository(root: Path) -> str:
    checkout = checkout_around(root)
    return "" if checkout is None or checkout == root else root.relative_to(checkout).as_posix()
