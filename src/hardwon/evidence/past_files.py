"""Files that may be reports of past runs: named one by one, below folders, or in the archives that CI keeps.

Nothing is unpacked to the disk, so no name in an archive leads anywhere; what an archive may hold is bounded.
"""

from __future__ import annotations

import lzma
import os
import struct
import zlib
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from stat import S_ISREG
from typing import TYPE_CHECKING, BinaryIO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, BadZipFile, LargeZipFile, ZipFile

from hardwon.areas.rules import static_prefix
from hardwon.errors import ReportError, UsageError
from hardwon.evidence import reports
from hardwon.store import reading, trees
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from zipfile import ZipInfo

SUFFIXES = (".xml", ".json", ".tap")
"""What reports are called. In a folder of artefacts lies much else, of which nobody wants to hear."""

MAYBE = (".txt", ".log", ".out", "")
"""What some runs of TAP are called: taken for a report only if the content is one."""

ARCHIVE = ".zip"
MOST_IN_ARCHIVE = 10_000
LARGEST_INDEX = 20_000_000
"""Bytes of the list of files in an archive, which is read as a whole."""

LARGEST_ARCHIVE = 2_000_000_000
"""Bytes of the reports in one archive, unpacked."""

_END, _LOCATOR_SIGN, _RECORD_64_SIGN = b"PK\x05\x06", b"PK\x06\x07", b"PK\x06\x06"
_LOCATOR, _RECORD_64 = 20, 56
_TAIL = 66_000
"""How an archive ends, and in how many of its last bytes that is."""

_PACKED = (ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA)
_UNREADABLE = (
    BadZipFile,
    LargeZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    MemoryError,  # what is packed names the size of its own dictionary
    NotImplementedError,  # how it is packed, or a newer kind of archive
    OverflowError,
    RuntimeError,
    ValueError,
)
"""All that `zipfile` raises for archives that are damaged, encrypted or packed in a way that it does not know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastFile:
    """A file that may be a report, or such a file in an archive."""

    path: Path
    member: str = ""
    """Its name in the archive; empty if it is a file of its own."""

    offset: int = 0
    """Where in the archive it begins: several may have one name there."""

    parts: tuple[str, ...] = ()
    """Folders and name, from the folder on that all files have in common: what tells of its run."""

    modified: float = 0.0
    """When it was written, in seconds since 1970."""

    @property
    def shown(self) -> str:
        """What messages call it."""
        return f"{self.path}!{one_line(self.member, 200)}" if self.member else str(self.path)

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """Its content. OSError if it cannot be read."""
        if not self.member:
            with reading.opened(self.path, follow=True) as file:
                yield file
            return
        try:
            with (
                reading.opened(self.path, follow=True) as file,
                ZipFile(file) as archive,
                archive.open(self._found_in(archive)) as member,
            ):
                yield member  # type: ignore[misc]  # it reads as any binary file does
        except _UNREADABLE as error:
            why = one_line(str(error), 100) or type(error).__name__
            raise OSError(f"it is a damaged archive: {why}") from error

    def _found_in(self, archive: ZipFile) -> ZipInfo:
        for each in archive.infolist():
            if (each.filename, each.header_offset) == (self.member, self.offset):
                if each.compress_type not in _PACKED:
                    raise BadZipFile("it is packed in a way that is not known here")
                return each
        raise BadZipFile("it is another one by now")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A file of which nothing was taken, and why."""

    shown: str
    reason: str


@dataclass(slots=True, kw_only=True)
class PastFiles:
    """The files that somebody names, each once, and what was left out of them."""

    root: Path
    files: list[PastFile] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    others: int = 0
    """Files in folders and archives that are not called like reports."""

    _base: Path = field(default_factory=Path)
    _seen: set[Path] = field(default_factory=set)

    @classmethod
    def named(cls, names: Sequence[str], root: Path) -> PastFiles:
        """The files that folders, paths and globs stand for; ReportError if one of these leads to none."""
        found = cls(root=root)
        places = [(name, found._places(name)) for name in names]
        found._base = _common(name if Path(name).exists() else static_prefix(name) for name, _ in places)
        for _, paths in places:
            for path in paths:
                found._take(path)
        return found

    def _places(self, name: str) -> list[Path]:
        if name == reading.STANDARD_INPUT:
            raise UsageError("--history reads no standard input.", remedy="Name the folder with the reports.")
        path = Path(name)
        if path.exists():
            return [path]
        found = reports.matches_of(name, self.root) or reports.matches_of(f"{name.rstrip('/')}/**", self.root)
        if not found:
            raise ReportError(f"There is no file or folder {one_line(name)!r}.", remedy="Check the path or pattern.")
        return [Path(each) for each in found]

    def _take(self, path: Path) -> None:
        try:
            reports.refuse_a_way_out(path, self.root)
        except ReportError as error:
            self.left_out.append(LeftOut(shown=str(path), reason=str(error)))
            return
        if not path.is_dir():
            self._take_file(path, is_named=True)
            return
        for place, folders, names in trees.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                self._take_file(Path(place) / name, is_named=False)

    def _take_file(self, path: Path, *, is_named: bool) -> None:
        whole = Path(os.path.abspath(path))  # noqa: PTH100 - resolving would follow links
        if whole in self._seen:
            return
        self._seen.add(whole)
        if not is_named and not _may_be_report(path):
            self.others += 1
            return
        try:
            reports.refuse_a_way_out(path, self.root)
            found = path.stat()
        except (ReportError, OSError) as error:
            self.left_out.append(LeftOut(shown=str(path), reason=_why(error)))
            return
        if not S_ISREG(found.st_mode):
            self.left_out.append(LeftOut(shown=str(path), reason="it is not a file"))
        elif path.suffix.lower() == ARCHIVE:
            self._take_archive(path, found.st_mtime)
        else:
            self.files.append(PastFile(path=path, parts=self._parts(path), modified=found.st_mtime))

    def _parts(self, path: Path) -> tuple[str, ...]:
        whole = Path(os.path.abspath(path))  # noqa: PTH100 - as above
        return whole.relative_to(self._base.parent).parts

    def _take_archive(self, path: Path, modified: float) -> None:
        try:
            with reading.opened(path, follow=True) as file:
                _refuse_endless(file)
                with ZipFile(file) as archive:
                    members = [each for each in archive.infolist() if not each.is_dir()]
        except (OSError, *_UNREADABLE) as error:
            self.left_out.append(LeftOut(shown=str(path), reason=f"it cannot be read: {_why(error)}"))
            return
        wanted = [each for each in members if PurePosixPath(each.filename).suffix.lower() in SUFFIXES]
        self.others += len(members) - len(wanted)
        if len(wanted) > MOST_IN_ARCHIVE or sum(each.file_size for each in wanted) > LARGEST_ARCHIVE:
            reason = f"it holds more than {MOST_IN_ARCHIVE} reports, or more than {LARGEST_ARCHIVE // 10**9} GB of them"
            self.left_out.append(LeftOut(shown=str(path), reason=reason))
            return
        parts = (*self._parts(path)[:-1], path.stem)
        self.files += [
            PastFile(
                path=path,
                member=each.filename,
                offset=each.header_offset,
                parts=(*parts, *PurePosixPath(each.filename.replace("\\", "/")).parts),
                modified=_written(each) or modified,
            )
            for each in wanted
        ]


def _common(names: Iterable[str]) -> Path:
    """The folder that all names have in common."""
    whole = [os.path.abspath(name) for name in names]  # noqa: PTH100 - as above
    found = Path(os.path.commonpath(whole))
    return found if found.is_dir() else found.parent


def _may_be_report(path: Path) -> bool:
    suffix = path.suffix.lower()
    return suffix in (*SUFFIXES, ARCHIVE) or (suffix in MAYBE and reports.is_report(str(path)))


def _refuse_endless(file: BinaryIO) -> None:
    """OSError if the list of what is in an archive is too long to be read."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _TAIL))
    tail = file.read()
    file.seek(0)
    place = tail.rfind(_END)
    listed = int.from_bytes(tail[place + 12 : place + 16], "little") if place >= 0 else 0
    if place >= _LOCATOR and tail[place - _LOCATOR :].startswith(_LOCATOR_SIGN):
        # A large archive says it in the record before, and then that is what counts.
        record = tail[max(0, place - _LOCATOR - _RECORD_64) : place - _LOCATOR]
        listed = int.from_bytes(record[40:48], "little") if record.startswith(_RECORD_64_SIGN) else LARGEST_INDEX + 1
    if listed > LARGEST_INDEX:
        raise OSError("it has too many files in it")


def _written(member: ZipInfo) -> float:
    try:
        return datetime(*member.date_time, tzinfo=UTC).timestamp()
    except ValueError:
        return 0.0


def _why(error: BaseException) -> str:
    return one_line(error.strerror if isinstance(error, OSError) and error.strerror else str(error), 300)
