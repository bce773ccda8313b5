"""Releases that count here: texts that the scanner blocks, and that this user has let pass in this project.

A file can say of itself that a person released it. That is believed without a word only where the user's own folder
says the same, which lies outside of every repository: nothing that comes with a clone can add to it.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.errors import StorageError
from hardwon.guard.passing import origin_of, passes_by_release
from hardwon.observations.observation import Scope
from hardwon.store import lines
from hardwon.store.protocol import Stored

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hardwon.observations.observation import Observation
    from hardwon.store.protocol import ObservationRecord

MARK = b"released_by"
"""What a file of a released observation holds."""

LONGEST_LINE = 100_000


def place_of_user(root: Path, environ: Mapping[str, str]) -> Path | None:
    """The file of what the user has accepted in a project; None where there is no folder for it."""
    given, home = Path(environ.get("XDG_STATE_HOME", "")), Path(environ.get("HOME") or os.path.expanduser("~"))  # noqa: PTH111 - unlike Path.home it does not raise
    # Relative ones would lie in whatever folder hardwon is called in: a clone could bring its own.
    folder = given if given.is_absolute() else home / ".local" / "state"
    name = hashlib.sha256(os.fsencode(root)).hexdigest()[:32]
    return folder / "hardwon" / "releases" / f"{name}.jsonl" if folder.is_absolute() else None


def accepted(root: Path, environ: Mapping[str, str]) -> frozenset[str]:
    """The digests of the texts that the user has let pass in a project."""
    path = place_of_user(root, environ)
    if path is None:
        return frozenset()
    rows = (row for _, row in lines.read(path, longest=LONGEST_LINE))
    return frozenset(str(row.get("digest")) for row in rows if isinstance(row, dict))


def accept(root: Path, observation: Observation, *, by: str, at: str, environ: Mapping[str, str]) -> None:
    """Note that the user lets a text pass in a project; StorageError if that cannot be kept."""
    path = place_of_user(root, environ)
    if path is None:
        raise StorageError("There is no folder of yours to keep that in.", remedy="Set HOME or XDG_STATE_HOME.")
    row = {"digest": observation.digest, "observation": observation.id, "by": by, "time": at, "project": str(root)}
    lines.append(path, lines.text_of([row]))


def of_others(store: ObservationRecord, root: Path, environ: Mapping[str, str]) -> Iterator[Stored]:
    """The observations that are used only because a file says that somebody released them, and nobody did here."""
    known = accepted(root, environ)
    for place, seen in store.revisions().of.items():
        found = released_in(store, place, seen.scope)
        if found and is_of_others(found.observation, known):
            yield found


def released_in(store: ObservationRecord, place: str, scope: object) -> Stored | None:
    """The observation in a place if its file speaks of a release; hardly anything is read to see that it does not."""
    if not isinstance(scope, Scope) or MARK not in (store.document(place) or MARK):
        return None
    found = store.read(place, scope)
    return found if isinstance(found, Stored) and found.observation.is_released else None


def is_of_others(observation: Observation, known: frozenset[str]) -> bool:
    """Whether an observation passes only by a release that the user does not know of."""
    if observation.digest in known:
        return False
    from hardwon.guard.scanner import scan  # noqa: PLC0415 - its rules are only needed for texts that were released

    verdict = scan(observation.title, observation.content, origin=origin_of(observation))
    return passes_by_release(observation, verdict)
