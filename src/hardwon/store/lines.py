"""Files of JSON lines that several processes append to: one write for each batch, so that lines never mix.

A writer that is killed or runs out of space leaves at most one broken line, which is named to whoever reads; the next
line starts on its own.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, BinaryIO

from hardwon.errors import StorageError
from hardwon.store import atomic, reading
from hardwon.store.run_record import LONGEST_ROW, Flaw
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path


def text_of(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Rows as lines."""
    return b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows)


def append(path: Path, content: bytes, *, durable: bool = False) -> None:
    """Add lines. `durable` forces them to the disk, for what must be there before something else happens."""
    try:
        atomic.make_folder(path.parent, durable=durable)
        descriptor = opened(path)
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


def opened(path: Path) -> int:
    """A plain file, open for adding to its end; made if it is not there."""
    # No link is followed: a checkout must not choose which file is written to. A pipe must not keep us waiting.
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        descriptor = os.open(path, flags, 0o666)
    except OSError as error:
        raise reading.plainly(error, path) from error
    try:
        reading.refuse_irregular(descriptor)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _write(descriptor: int, content: bytes) -> bool:
    """Write at the end, on a line of its own; whether the file was empty."""
    size = os.fstat(descriptor).st_size
    if size and os.pread(descriptor, 1, size - 1) != b"\n":
        content = b"\n" + content
    if os.write(descriptor, content) != len(content):
        raise OSError(None, "only a part of the line could be written")
    return not size


def read(
    path: Path, *, start: int = 0, longest: int = LONGEST_ROW, skip: Callable[[bytes], bool] = lambda _: False
) -> Iterator[tuple[int, dict[str, Any] | Flaw]]:
    """Each line from a place in the file on, with the place behind it, as `RunRecord.rows` gives them."""
    try:
        file = reading.opened(path)
    except FileNotFoundError:
        return
    except OSError as error:
        yield start, Flaw(str(path), 0, f"cannot be read: {error.strerror}")
        return
    with file:
        yield from rows_in(file, str(path), start=start, longest=longest, skip=skip)


def rows_in(
    file: BinaryIO, where: str, *, start: int, longest: int, skip: Callable[[bytes], bool]
) -> Iterator[tuple[int, dict[str, Any] | Flaw]]:
    """The same from what is open already; `where` is what messages call it."""
    file.seek(start)
    number, place = 0, start
    while line := file.readline(longest):
        number += 1
        place += len(line)
        if skip(line):
            continue
        found = _row(where, number, line, longest)
        while line and not line.endswith(b"\n"):  # the rest of a line that is too long
            line = file.readline(longest)
            place += len(line)
        yield place, found


def _row(where: str, number: int, line: bytes, longest: int) -> dict[str, Any] | Flaw:
    if not line.endswith(b"\n"):
        return Flaw(where, number, "is cut off" if len(line) < longest else f"is longer than {longest} bytes")
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Flaw(where, number, f"is not JSON: {one_line(str(error), 120)}")
    return row if isinstance(row, dict) else Flaw(where, number, "must be an object")
