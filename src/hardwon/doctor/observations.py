"""Checks on observations: every file can be read, is safe, and has an id of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.doctor.examined import Finding
from hardwon.errors import StorageError
from hardwon.store.observations import ObservationStore

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.doctor.examined import Examined
    from hardwon.store.observations import Listing


def _listing(examined: Examined) -> Listing:
    return ObservationStore(examined.config.observations_folder(examined.project)).listing()


def files(examined: Examined) -> Iterator[Finding]:
    """What cannot be read, and ids that stand in more than one file."""
    shown = examined.project.shown
    try:
        listing = _listing(examined)
    except StorageError as error:
        yield Finding(path=shown(examined.config.observations_folder(examined.project)), reason=str(error))
        return
    for each in listing.unreadable:
        yield Finding(path=shown(each.path), reason=each.reason)
    seen: dict[str, str] = {}
    for stored in listing.stored:
        path = shown(stored.path)
        if stored.observation.id in seen:
            yield Finding(path=path, reason=f"has the same id as {seen[stored.observation.id]}")
        seen.setdefault(stored.observation.id, path)


def texts(examined: Examined) -> Iterator[Finding]:
    """What the scanner blocks, although it stands on the disk."""
    from hardwon.curation.guarded import is_safe  # noqa: PLC0415 - only where there are observations
    from hardwon.guard.scanner import scan  # noqa: PLC0415 - as above

    try:
        listing = _listing(examined)
    except StorageError:
        return  # named by the other check
    for stored in listing.stored:
        observation = stored.observation
        verdict = scan(observation.title, observation.content)
        if not is_safe(observation, verdict):
            yield Finding(path=examined.project.shown(stored.path), reason=f"unsafe: {verdict.reason}")
