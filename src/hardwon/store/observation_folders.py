"""The folders of observation files: the one walk over them, and what a file tells without being read."""

from __future__ import annotations

import os
import time
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from hardwon.errors import UsageError
from hardwon.observations.observation import TIERS, Scope
from hardwon.store import reading
from hardwon.store.observation_file import LARGEST
from hardwon.store.protocol import Unreadable
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hardwon.store.protocol import Revision

SETTLED_NS = 2_000_000_000
"""Age at which a file that looks unchanged is unchanged: a younger one may change within one tick of the clock."""

FOLDER_SETTLED_NS = 100_000_000
"""As above, for a folder; it only says whether to look at the files."""

BEGINNING, ENDING = "obs_", ".md"
ODD_NAME = "its name is not UTF-8, so it is not used"
NOWHERE = (-1, 0, 0, 0)
"""The revision of a link that leads nowhere, and of a file that is gone already."""


class ObservationFolder(NamedTuple):
    """A folder with the files in it that should be observations."""

    path: Path
    above: str
    """The beginning of their places."""

    scope: Scope | Unreadable
    entries: list[os.DirEntry[str]]


def place_parts(place: str) -> tuple[Scope, str]:
    """The scope and the id that the name of a place says; UsageError if it says none."""
    tier, scope, name = [*place.split("/"), "", ""][:3]
    if tier not in TIERS or place.count("/") != 2 or not is_named_well(name):  # noqa: PLR2004 - tier, scope, name
        raise UsageError(f"{one_line(place, 80)!r} is not a place for an observation: <tier>/<scope>/obs_….md.")
    return Scope(tier, scope), name.removesuffix(ENDING)


def folder_names(tier: Path, unread: list[Unreadable]) -> list[str]:
    """The folders of a tier; what cannot be looked at is added to `unread`."""
    return [entry.name for entry in _entries(tier, unread, _is_folder)]


def observations_in(folder: Path, unread: list[Unreadable]) -> list[os.DirEntry[str]]:
    """The files of a folder that should be observations; as above."""
    return _entries(folder, unread, lambda entry: is_named_well(entry.name) and not _is_folder(entry))


def _entries(
    folder: Path, unread: list[Unreadable], is_wanted: Callable[[os.DirEntry[str]], bool]
) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            found = [entry for entry in entries if is_wanted(entry)]
    except FileNotFoundError:
        return []
    except OSError as error:
        unread.append(Unreadable(str(folder), f"it cannot be read: {error.strerror}"))
        return []
    unread += [Unreadable(entry.path, ODD_NAME) for entry in found if not is_text(entry.name)]
    return sorted((entry for entry in found if is_text(entry.name)), key=attrgetter("name"))


def is_text(name: str) -> bool:
    """Whether a name is UTF-8: others can be neither shown nor kept as text."""
    try:
        return name.isascii() or bool(name.encode())
    except UnicodeEncodeError:
        return False


def is_named_well(name: str) -> bool:
    return name.startswith(BEGINNING) and name.endswith(ENDING)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False  # a link to itself


def revision_of(status: os.stat_result) -> Revision:
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino


def touched(folder: Path) -> int:
    """When a folder last changed; 0 if that was so lately that it may change again within one tick of the clock."""
    try:
        changed = folder.stat().st_mtime_ns
    except OSError:
        return -1
    return changed if time.time_ns() - changed > FOLDER_SETTLED_NS else 0


def opening(path: str) -> bytes | None:
    try:
        with reading.opened(path) as file:
            return file.read(LARGEST)
    except OSError:
        return None  # reading it in full says why
