"""Listings: what the files of a project were when an area last passed, so that what changed since can be named. Pure.

Many areas rest on nearly the same files: the newest listing is kept whole, of the others only what differs from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

Digested = Mapping[str, str]
"""Every file that counts, as a relative path with its digest."""

GONE = ""
"""Stands for a file that a listing does not have."""

LED_OUT = "l+"
"""In the digest of a link that leads out of the project to a file, before the size and the time of that."""


@dataclass(frozen=True, slots=True)
class Content:
    """The files of a project at one moment."""

    files: Digested
    name: str
    """What the listing goes by: the same files, the same name."""


def content_of(files: Digested) -> Content:
    """The listing of these files."""
    whole = blake2b(digest_size=12)
    for path in sorted(files):
        whole.update(f"{path}\0{files[path]}\n".encode("utf-8", "surrogatepass"))
    return Content(files, whole.hexdigest())


@dataclass(frozen=True, slots=True, kw_only=True)
class Listings:
    """The listings that areas passed on."""

    newest: str = ""
    files: Digested = field(default_factory=dict)
    """The newest of them, whole."""

    others: Mapping[str, Digested] = field(default_factory=dict)
    """Of each other one the files that differ from the newest."""

    def changed_since(self, known: str, now: Digested) -> Digested | None:
        """The files that differ between a listing and now, each with what it was then; None if it is not known."""
        if not known or (known != self.newest and known not in self.others):
            return None
        changed = differing(now, self._whole(known))
        return {path: changed[path] for path in sorted(changed)}

    def joined_by(self, content: Content, still: Collection[str]) -> Listings:
        """With another listing as the newest; of the older ones only those that are still asked for."""
        if content.name == self.newest and self.others.keys() <= set(still):
            return self
        kept = [name for name in (*self.others, self.newest) if name in still and name != content.name]
        return Listings(
            newest=content.name,
            files=content.files,
            others={name: differing(content.files, self._whole(name)) for name in kept},
        )

    def _whole(self, name: str) -> Digested:
        own = self.others.get(name, {})
        return {path: digest for path, digest in {**self.files, **own}.items() if digest != GONE}


def differing(files: Digested, other: Digested) -> dict[str, str]:
    """What the other has where the two differ; GONE where it has nothing."""
    changed = {path: digest for path, digest in other.items() if files.get(path, GONE) != digest}
    return changed | {path: GONE for path in files if path not in other}
