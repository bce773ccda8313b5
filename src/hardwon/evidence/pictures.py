"""runs/<id>/screenshot-*: pictures that an agent handed over with a step. Only people look at them.

What a picture shows cannot be redacted, and whoever made the page that it shows may have meant harm with the file. So
a picture is kept only where an agent gives one, within bounds, and written anew from the parts that draw it: comments,
metadata and whatever hides behind its end do not get into the evidence, or refuse it.
"""

from __future__ import annotations

import os
import re
import struct
import tempfile
import zlib
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardwon.store import reading
from hardwon.store.run_record import Flaw, UnreadablePart

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.store.run_record import RunRecord

LARGEST = 1_000_000
"""Bytes of a picture."""

MOST = 20
"""Pictures of a run."""

TOO_MANY = f"a run keeps no more than {MOST} of them"
MOST_PIXELS = 40_000_000
"""A small file can unpack to a picture for which a browser has no memory."""

NAME = re.compile(r"screenshot-[0-9a-f]{12}\.(?:png|jpg)")
MEDIA_TYPES = {"png": "image/png", "jpg": "image/jpeg"}

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_DRAWS = (b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"pHYs")
_PNG_HEAD = 13

_JPEG = b"\xff\xd8"
_JPEG_END, _JPEG_SCAN, _JPEG_COMMENT = 0xD9, 0xDA, 0xFE
_JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_ALONE = frozenset((0x00, 0x01, *range(0xD0, 0xD9)))
_JPEG_NOTES = range(0xE0, 0xF0)
_JPEG_DRAWS = ((b"JFIF\0", 14), (b"Adobe", 12))
"""Of what programs note in a file, what says how it is drawn, with its length."""
_BEHIND_SCAN = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]")


class RefusedPicture(Exception):  # noqa: N818 - it names the situation
    """What was given is not kept as a picture; its text says why."""


def given(screenshot: Any, project: Path | None) -> bytes:
    """What an agent hands over: bytes, or the path of a file in the project or the folder of temporary files."""
    if isinstance(screenshot, (bytes, bytearray, memoryview)):
        return checked(bytes(screenshot))
    if not isinstance(screenshot, (str, os.PathLike)):
        raise RefusedPicture("it is neither the bytes of a PNG or JPEG nor the path of one")
    try:
        path = Path(os.fsdecode(screenshot)).resolve()
        allowed = [Path(each).resolve() for each in (tempfile.gettempdir(), project) if each is not None]
        if not any(path.is_relative_to(each) for each in allowed):
            raise RefusedPicture("its file lies neither in the project nor in the folder of temporary files")
        return checked(reading.content(path, LARGEST))
    except (OSError, ValueError) as error:
        raise RefusedPicture(f"its file cannot be read: {getattr(error, 'strerror', None) or error}") from error


def checked(content: bytes) -> bytes:
    """The picture with nothing but what draws it; RefusedPicture if it is not one, or too large."""
    if len(content) > LARGEST:
        raise RefusedPicture(f"it has more than {LARGEST:,} bytes")
    try:
        if content.startswith(_PNG):
            return b"".join(_png(content))
        if content.startswith(_JPEG):
            return b"".join(_jpeg(content))
    except (struct.error, IndexError) as error:
        raise RefusedPicture("it is cut off") from error
    raise RefusedPicture("it is not a PNG or JPEG")


def _png(content: bytes) -> Iterator[bytes]:
    yield _PNG
    at = len(_PNG)
    kinds: set[bytes] = set()
    while b"IEND" not in kinds:
        length, kind = struct.unpack_from(">I4s", content, at)
        body, end = content[at + 8 : at + 8 + length], at + 12 + length
        (check,) = struct.unpack_from(">I", content, end - 4)
        if check != zlib.crc32(kind + body):
            raise RefusedPicture("it is damaged")
        if (kind == b"IHDR") == bool(kinds) or (kind == b"IHDR" and length != _PNG_HEAD):
            raise RefusedPicture("it does not begin as a PNG does")
        if kind == b"IHDR":
            _refuse_size(*struct.unpack_from(">II", body))
        kinds.add(kind)
        if kind in _PNG_DRAWS:
            yield content[at:end]
        at = end
    _refuse_end(content, at, is_drawn=b"IDAT" in kinds)


def _jpeg(content: bytes) -> Iterator[bytes]:
    yield _JPEG
    at, is_sized, is_drawn = len(_JPEG), False, False
    while True:
        if content[at] != 0xFF:  # noqa: PLR2004 - what every marker begins with
            raise RefusedPicture("it is damaged")
        marker = content[at + 1]
        if marker == _JPEG_END:
            break
        (length,) = struct.unpack_from(">H", content, at + 2)
        end = at + 2 + length
        if marker in _JPEG_ALONE or end > len(content):
            raise RefusedPicture("it is damaged")
        if marker in _JPEG_SIZES:
            height, width = struct.unpack_from(">HH", content, at + 5)
            _refuse_size(width, height)
            is_sized = True
        if marker == _JPEG_SCAN:
            behind = _BEHIND_SCAN.search(content, end)
            if behind is None:
                raise RefusedPicture("it is cut off")
            is_drawn, end = True, behind.end() - 2
        if not _is_note(marker, content[at + 4 : end]):
            yield content[at:end]
        at = end
    yield content[at : at + 2]
    _refuse_end(content, at + 2, is_drawn=is_sized and is_drawn)


def _is_note(marker: int, body: bytes) -> bool:
    """Whether a segment of a JPEG says something, and draws nothing."""
    draws = any(body.startswith(mark) and len(body) == length for mark, length in _JPEG_DRAWS)
    return marker == _JPEG_COMMENT or (marker in _JPEG_NOTES and not draws)


def _refuse_size(width: int, height: int) -> None:
    if not 0 < width * height <= MOST_PIXELS:
        raise RefusedPicture(f"it has {width} by {height} pixels, and {MOST_PIXELS:,} are the most")


def _refuse_end(content: bytes, end: int, *, is_drawn: bool) -> None:
    if not is_drawn:
        raise RefusedPicture("nothing is drawn in it")
    if len(content) > end:
        raise RefusedPicture("something else follows behind its end")


def keep(record: RunRecord, run: str, pictures: Sequence[bytes]) -> list[str]:
    """Keep pictures of a run, and give their names. They were checked."""
    named = {f"screenshot-{sha256(each).hexdigest()[:12]}.{_ending(each)}": each for each in pictures}
    if named:
        record.keep(run, named)
    return list(named)


def _ending(content: bytes) -> str:
    return "png" if content.startswith(_PNG) else "jpg"


def shown(record: RunRecord, run: str, name: str) -> tuple[bytes, str] | None:
    """A picture of a run and what it is, checked again: anybody may have put a file there. None if there is none."""
    if not NAME.fullmatch(name):
        return None
    try:
        content = checked(record.document(run, name, LARGEST) or b"")
    except (UnreadablePart, RefusedPicture):
        return None
    return content, MEDIA_TYPES[_ending(content)]


def count(record: RunRecord, run: str, steps: str) -> int:
    """How many pictures the steps of a run name, those of all processes."""
    rows = (row for _, row in record.rows(run, steps, skip=lambda row: b'"screenshots"' not in row))
    return sum(len(names_in(row)) for row in rows if not isinstance(row, Flaw))


def names_in(row: dict[str, Any]) -> tuple[str, ...]:
    """The pictures that a row names."""
    told = row.get("screenshots")
    found = (each for each in (told if isinstance(told, list) else ()) if isinstance(each, str))
    return tuple(each for each in found if NAME.fullmatch(each))
