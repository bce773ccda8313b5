"""Watching: who wants to know of changes, and what has changed since the last look.

After each write of this server, and every now and then, what is subscribed to is looked at: revisions, not contents.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from hardwon.errors import HardwonError, UsageError
from hardwon.mcp.resources import KINDS, named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardwon.mcp.served import Served

EVERY = 2.0
"""Seconds between two looks."""

MOST_WATCHED = 1_000


class Watch:
    """What is subscribed to, and how it looked."""

    def __init__(self) -> None:
        self._wanted: Counter[str] = Counter()
        self._seen: dict[str, Any] = {}
        self._list: list[list[str]] | None = None

    @property
    def is_needed(self) -> bool:
        return bool(self._wanted)

    def want(self, served: Served, uris: Iterable[str]) -> None:
        """Somebody wants to know of changes from now on."""
        uris = list(uris)
        for uri in uris:
            named(uri)  # what is none of ours is refused
        if len(self._wanted) + len(uris) > MOST_WATCHED:
            raise UsageError(f"More than {MOST_WATCHED} resources are watched.", remedy="Unsubscribe from some.")
        self._seen |= _looks(served, [uri for uri in uris if uri not in self._seen])
        self._wanted.update(uris)

    def leave(self, uris: Iterable[str]) -> None:
        """Somebody does not want to know any more."""
        for uri in uris:
            self._wanted[uri] -= 1
            if self._wanted[uri] <= 0:
                del self._wanted[uri]
                self._seen.pop(uri, None)

    def is_list_new(self, served: Served) -> bool:
        """Whether resources came or went since the last look at the list of them."""
        try:
            now = [sorted(kind.names(served)) for kind in KINDS.values()]
        except (HardwonError, OSError):
            return False  # it is looked at again later
        before, self._list = self._list, now
        return before not in (None, now)

    def changed(self, served: Served) -> list[str]:
        """What has changed since the last look."""
        looks = _looks(served, list(self._wanted))
        found = [uri for uri, look in looks.items() if uri in self._seen and self._seen[uri] != look]
        self._seen |= looks
        return found


def _looks(served: Served, uris: list[str]) -> dict[str, Any]:
    """What tells one state of each resource from another. What cannot be read now is looked at again later."""
    try:
        return _looked(served, uris)
    except (HardwonError, OSError):
        return {}


def _looked(served: Served, uris: list[str]) -> dict[str, Any]:
    by_kind: dict[str, dict[str, str]] = {}
    for uri in uris:
        kind, name = named(uri)
        by_kind.setdefault(kind, {})[uri] = name
    looks: dict[str, Any] = {}
    for kind, wanted in by_kind.items():
        seen = KINDS[kind].looks(served, wanted.values())
        looks |= {uri: seen.get(name) for uri, name in wanted.items()}
    return looks
