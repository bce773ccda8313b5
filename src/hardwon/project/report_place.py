"""A report that somebody asked for, as a file: plainly written, also into a pipe or a device, never over a record."""

from __future__ import annotations

import os
from stat import S_ISREG
from typing import TYPE_CHECKING

from hardwon.project.root import ADOPTED_AREAS, ADOPTED_OBSERVATIONS, STATE, link_on_the_way

if TYPE_CHECKING:
    from pathlib import Path

_KEPT = frozenset({".git", STATE, ADOPTED_AREAS, ADOPTED_OBSERVATIONS})
"""Folders in the project that git and hardwon keep for themselves."""


def write_file(path: Path, content: bytes, *, root: Path, append: bool = False) -> None:
    """Write a report; OSError or ValueError if that is not possible."""
    _refuse_what_a_link_chose(path, root)
    path.parent.mkdir(parents=True, exist_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | (os.O_APPEND if append else 0)
    with os.fdopen(os.open(path, flags, 0o666), "wb") as file:
        if S_ISREG(os.fstat(file.fileno()).st_mode) and not append:
            file.truncate()
        file.write(content)


def _refuse_what_a_link_chose(path: Path, root: Path) -> None:
    """No link of a checkout decides which file is overwritten, and no report takes the place of a record.

    A pipe or a device may be linked to.
    """
    is_file = path.is_file() or not path.exists()
    if is_file and (link := link_on_the_way(root, path)):
        raise ValueError(f"{link} is a link, and a report is not written through a link of the project")
    target, root = path.resolve(), root.resolve()
    inner = target.relative_to(root).parts if target.is_relative_to(root) else ()
    if kept := next((part for part in inner if part.lower() in _KEPT), None):
        raise ValueError(f"{kept} is not a folder for reports")
