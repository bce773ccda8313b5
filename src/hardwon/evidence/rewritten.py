"""Which areas were rewritten between the commits of past runs, so far as git knows these."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardwon.areas.owners import Owners
    from hardwon.project.state import WorkTree

MOST_PAIRS = 2000
"""Pairs of commits that git is asked to compare: each takes milliseconds."""


@dataclass(slots=True)
class Rewritten:
    """The commits that areas were last judged on, and what changed from one to the next."""

    tree: WorkTree
    owners: Owners
    _last: dict[str, str] = field(default_factory=dict)
    _known: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)

    def begin(self) -> None:
        """Begin with the oldest run."""
        self._last.clear()

    def since_last(self, area: str, commit: str) -> bool:
        """Whether files of an area differ from those that it was last judged on: from now on those of this commit."""
        if not commit:
            return False
        before = self._last.get(area, commit)
        self._last[area] = commit
        return before != commit and area in self._between(before, commit)

    def _between(self, before: str, commit: str) -> frozenset[str]:
        """The areas that differ between two commits; none where git does not know both."""
        pair = before, commit
        if pair not in self._known:
            changed = self.tree.changed_between(*pair) if len(self._known) < MOST_PAIRS else None
            self._known[pair] = frozenset(area for path in changed or () for area in self.owners.areas_of(path))
        return self._known[pair]
