"""Folders that somebody else filled: walked, searched and removed however deep they are, and no link is followed.

The standard library calls itself for each level, so a folder of a thousand levels ends it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.areas import globs
from hardwon.areas.rules import static_prefix

if TYPE_CHECKING:
    from collections.abc import Iterator


def walk(top: Path | str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Each folder from the top down, with the names of folders in it, and of all else.

    As with `os.walk`, a folder whose name the caller takes out is not entered; one that is closed is passed over.
    """
    ahead = [str(top)]
    while ahead:
        place = ahead.pop()
        folders: list[str] = []
        others: list[str] = []
        try:
            with os.scandir(place) as entries:
                for entry in entries:
                    (folders if entry.is_dir(follow_symlinks=False) else others).append(entry.name)
        except (OSError, ValueError):
            continue  # ValueError: a name that no folder can have, as with a NUL in it
        yield place, folders, others
        ahead += [os.path.join(place, name) for name in reversed(folders)]  # noqa: PTH118 - thousands of plain names


def matching(pattern: str, base: Path, *, hidden: bool = True) -> Iterator[Path]:
    """The files that a glob stands for, in one walk however many globstars it has."""
    parts = [part for part in pattern.split("/") if part not in ("", ".")]
    expression = globs.compiled("/".join(parts))
    for place, folders, names in walk(base / static_prefix(pattern)):
        inside = Path(place).relative_to(base)
        if globs.ANYWHERE not in pattern and len(inside.parts) + 1 >= len(parts):
            folders.clear()
        if not hidden:
            folders[:] = [name for name in folders if not name.startswith(".")]
        wanted = (name for name in names if hidden or not name.startswith("."))
        yield from (base / inside / name for name in wanted if expression.fullmatch((inside / name).as_posix()))


def remove(top: Path) -> None:
    """Remove a folder with all that is in it, as far as that is possible; links go, what they lead to stays."""
    if top.is_symlink():
        return
    places = []
    for place, _, names in walk(top):
        places.append(place)
        for name in names:
            with suppress(OSError):
                os.unlink(os.path.join(place, name))  # noqa: PTH108, PTH118 - as above
    for place in reversed(places):
        with suppress(OSError):
            os.rmdir(place)  # noqa: PTH106 - as above
