"""Coverage: which sources no area has among its files, and of which areas the files are not known.

Neither is wrong. But a change there says nothing about any one area, so all that it may concern is tested.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas.area import NO_FILES
from hardwon.areas.overview import Coverage
from hardwon.project.sources import source_files, uncovered

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from hardwon.project.config import Config

NO_PATHS = "no `paths` configured"
EMPTY_PATHS = "its `paths` match no file"


def coverage(root: Path, config: Config, areas: Iterable[str], fingerprints: Mapping[str, str]) -> Coverage:
    """What the rules cover below the root; `areas` are those that runs have spoken of."""
    sources = source_files(root)
    reasons = {
        area: EMPTY_PATHS if area in fingerprints else NO_PATHS
        for area in sorted({*areas, *(rule.area for rule in config.rules)})
        if fingerprints.get(area, NO_FILES) == NO_FILES
    }
    return Coverage(
        sources=len(sources), uncovered=tuple(uncovered(sources, config.rules, config.shared)), unknown=reasons
    )
