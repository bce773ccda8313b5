"""Reports that somebody asked for: plain writes into whatever was named, be it a pipe, a device or a standard stream.

They come last, when all is recorded and shown: a report that cannot be written costs nothing but itself.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from stat import S_ISREG

from hardwon.cli.common import show_bytes
from hardwon.errors import StorageError
from hardwon.project.root import ADOPTED_AREAS, ADOPTED_OBSERVATIONS, STATE, link_on_the_way

_STREAM = re.compile(r"/dev/(stdout|stderr)|/(?:dev|proc/self)/fd/([0-9]{1,4})")
_NUMBERS = {"stdout": 1, "stderr": 2}
_KEPT = frozenset({".git", STATE, ADOPTED_AREAS, ADOPTED_OBSERVATIONS})
"""Folders in the project that git and hardwon keep for themselves."""


def write_report(name: str, content: bytes, *, root: Path, append: bool = False) -> None:
    """Write a report where a person, or CI, wants it; StorageError if that is not possible."""
    stream = _STREAM.fullmatch(name)
    try:
        if stream is None:
            _write_file(Path(name), content, root=root, append=append)
        elif (number := _NUMBERS.get(stream[1] or "") or int(stream[2] or 0)) == 1:
            show_bytes(content)  # ours may be another one by now: see `only_our_output`
        else:
            with os.fdopen(os.dup(number), "wb") as file:
                file.write(content)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StorageError(
            f"The report {name} could not be written: {reason}.",
            remedy="All else is done and recorded. Check the path, its permissions and the space.",
        ) from error


def _write_file(path: Path, content: bytes, *, root: Path, append: bool) -> None:
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
