"""Files of JSON lines that several processes append to: one write for each line, so that lines never mix.

A writer that is killed or runs out of space leaves at most one broken line, which is named to whoever reads; the next
line starts on its own.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple

from hardwon.errors import StorageError
from hardwon.store import atomic, reading
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

LONGEST = 16_000_000
"""Bytes of a line: an observation twice, whatever its letters."""


class Flaw(NamedTuple):
    """A line, or a file, that is not what it should be."""

    path: Path
    line: int
    """0 where it is the whole file."""

    reason: str

    @property
    def where(self) -> str:
        """The line, to be put behind the file in a message."""
        return f", line {self.line}" if self.line else ""

    @property
    def said(self) -> str:
        """What is wrong, for a message that names the file already."""
        return f"line {self.line}: {self.reason}" if self.line else self.reason


def append(path: Path, row: dict[str, Any], *, durable: bool = False) -> None:
    """Add a line. `durable` forces it to the disk, for what must be there before something else happens."""
    content = json.dumps(row, ensure_ascii=False).encode() + b"\n"
    try:
        atomic.make_folder(path.parent, durable=durable)
        # No link is followed: a checkout must not choose which file is written to.
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(path, flags, 0o666)
        try:
            is_new = _write(descriptor, content)
            if durable:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
        if durable and is_new:
            atomic.sync_folder(path.parent)
    except OSError as error:
        raise StorageError(
            f"Could not write {path}: {error.strerror or error}.",
            remedy="The line was not kept. Check space, permissions and the path, then try again.",
        ) from error


def flush(folder: Path) -> None:
    """Force the files of lines in a folder to the disk: one flush for all lines that were not durable by themselves."""
    try:
        for path in sorted(folder.glob("*.jsonl")):
            descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
    except OSError as error:
        raise StorageError(
            f"Could not write {folder}: {error.strerror or error}.",
            remedy="Check space and permissions, then try again.",
        ) from error


def _write(descriptor: int, content: bytes) -> bool:
    """Write at the end, on a line of its own; whether the file was empty."""
    size = os.fstat(descriptor).st_size
    if size and os.pread(descriptor, 1, size - 1) != b"\n":
        content = b"\n" + content
    if os.write(descriptor, content) != len(content):
        raise OSError(None, "only a part of the line could be written")
    return not size


def read(
    path: Path, *, start: int = 0, longest: int = LONGEST, skip: Callable[[bytes], bool] = lambda _: False
) -> Iterator[tuple[int, dict[str, Any] | Flaw]]:
    """Each line from a place in the file on, with the place behind it; a Flaw for one that is no JSON object.

    Lines that `skip` says yes to are passed over: whoever knows what stands in them need not wait for their parsing.
    """
    try:
        file = reading.opened(path, follow=False)
    except FileNotFoundError:
        return
    except OSError as error:
        yield start, Flaw(path, 0, f"cannot be read: {error.strerror}")
        return
    with file:
        file.seek(start)
        number, place = 0, start
        while line := file.readline(longest):
            number += 1
            place += len(line)
            if skip(line):
                continue
            found = _row(path, number, line, longest)
            while line and not line.endswith(b"\n"):  # the rest of a line that is too long
                line = file.readline(longest)
                place += len(line)
            yield place, found


def _row(path: Path, number: int, line: bytes, longest: int) -> dict[str, Any] | Flaw:
    if not line.endswith(b"\n"):
        return Flaw(path, number, "is cut off" if len(line) < longest else f"is longer than {longest} bytes")
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Flaw(path, number, f"is no JSON: {one_line(str(error), 120)}")
    return row if isinstance(row, dict) else Flaw(path, number, "must be an object")
