"""Reading a file that somebody else wrote: never more of it than agreed, never waiting for it, no link followed.

Every refusal is an OSError whose `strerror` says why, also for what is no system error: each caller turns it into an
error of its own, which says what the file was for and what to do.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import nullcontext
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

STANDARD_INPUT = "-"
LARGEST_RECORD = 64_000_000
"""Bytes of a record of ours: beyond what millions of tests take, and an end for what is put in its place."""

_FEW = 10_000
"""Bytes that few records have."""

LINK = "it is a link, and a record is a file of its own"


class TooLarge(OSError):  # noqa: N818 - it names the situation, which is what the reader needs
    """There is more in the file than its reader takes; nothing of it counts."""

    def __init__(self, most: int) -> None:
        super().__init__(errno.EFBIG, f"larger than {most} bytes")


def content(path: Path, most: int = LARGEST_RECORD, *, follow: bool = False) -> bytes:
    """All of a regular file; TooLarge if that is more than so many bytes."""
    with opened(path, follow=follow) as file:
        return bounded(file, most)


def bounded(file: BinaryIO, most: int) -> bytes:
    """All that is left in an open file; TooLarge if that is more than so many bytes."""
    found = file.read(min(most + 1, _FEW))
    # Room for all that there may be takes longer to set up than most files take to read.
    found += file.read(most + 1 - _FEW) if len(found) == _FEW else b""
    if len(found) > most:
        raise TooLarge(most)
    return found


def opened(path: Path | str, *, follow: bool = False) -> BinaryIO:
    """A regular file, open for reading. `follow` a link only for what is no record: a record is a file of its own."""
    # A pipe would keep us waiting for its other end; a regular file takes no notice of the flag.
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | (0 if follow else os.O_NOFOLLOW)
    try:
        descriptor = os.open(path, flags)
    except ValueError as error:
        raise OSError(errno.EINVAL, str(error)) from error  # a name that no file can have, as with a NUL in it
    except OSError as error:
        raise error if follow else plainly(error, path) from error
    try:
        refuse_irregular(descriptor)
        return os.fdopen(descriptor, "rb")
    except OSError:
        os.close(descriptor)
        raise


def given(name: str) -> AbstractContextManager[BinaryIO]:
    """What a person names on the command line: a file, or `-` for standard input. It may be a pipe, as from `<(…)`."""
    if name == STANDARD_INPUT:
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(name).open("rb")
    except ValueError as error:
        raise OSError(errno.EINVAL, str(error)) from error  # as above


def called(name: str) -> str:
    """What messages call it."""
    return "standard input" if name == STANDARD_INPUT else name


def plainly(error: OSError, path: Path | str) -> OSError:
    """The error of opening a file without following links, in words that say so."""
    return OSError(errno.ELOOP, LINK) if error.errno == errno.ELOOP and os.path.islink(path) else error  # noqa: PTH114 - also for plain text


def refuse_irregular(descriptor: int) -> None:
    """OSError unless it is a plain file that is open there."""
    mode = os.fstat(descriptor).st_mode
    if S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is a pipe or a device, not a file")
