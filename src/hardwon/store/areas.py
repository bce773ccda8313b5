"""memory.json and retired.json on the disk: read, and changed under one lock.

A file that cannot be read is reported with the place and the reason, and never touched.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from os.path import lexists
from typing import TYPE_CHECKING

from hardwon.areas.ledger import Ledger, memory_text, read_ledger, retired_text
from hardwon.errors import DamagedRecord, RecordedInPart, StorageError
from hardwon.store import atomic, reading
from hardwon.store.lock import locked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LOCK = ".areas.lock"
LARGEST = 32_000_000
"""Bytes of memory.json, and of retired.json: more than 100,000 areas. Read, it takes up to 25 times as much memory."""

_REMEDY = "It was left as it is. Check what lies there, and its permissions."


@dataclass(frozen=True, slots=True)
class AreaStore:
    """The area memory in one folder."""

    folder: Path

    lock_timeout: float = 120.0

    @property
    def where(self) -> str:
        return str(self.memory_file)

    @property
    def where_retired(self) -> str:
        return str(self.retired_file)

    @property
    def memory_file(self) -> Path:
        return self.folder / "memory.json"

    @property
    def retired_file(self) -> Path:
        return self.folder / "retired.json"

    def read(self) -> Ledger:
        """What the files say now; DamagedRecord if one of them cannot be trusted."""
        memory, retired = self.memory_file, self.retired_file
        return read_ledger(_content(memory), _content(retired), str(memory), str(retired))

    def update(self, change: Callable[[Ledger], Ledger], *, at: str) -> Ledger:
        """Read, change and write under the lock; nothing is written if the change raises or changes nothing."""
        with locked(self.folder / LOCK, timeout=self.lock_timeout):
            before = self.read()
            after = change(before)
            if after is before:
                return before
            after = replace(after, created_at=after.created_at or at, updated_at=at)
            # memory.json comes first and decides. A kill between the two writes leaves retired.json one entry behind,
            # and the next update or `doctor` sees it.
            (path, content), *history = self._contents(before, after)
            atomic.write(path, content)
            for path, content in history:
                _write_history(path, content)
            return after

    def _contents(self, before: Ledger, after: Ledger) -> list[tuple[Path, bytes]]:
        try:
            contents = [(self.memory_file, memory_text(after))]
            if after.retirements != before.retirements:
                contents.append((self.retired_file, retired_text(after)))
        except RecursionError:
            # Reading goes deeper than writing, in some versions of Python by far.
            raise DamagedRecord(
                f"{self.memory_file} or retired.json is nested too deeply to be written again.",
                remedy="The files were left as they are.",
            ) from None
        for path, content in contents:
            if len(content) > LARGEST:
                raise StorageError(
                    f"{path} would be larger than {LARGEST} bytes, and could not be read again.",
                    remedy="Nothing was written. Place tests in fewer areas; `hardwon areas explain TEST` says why.",
                )
        return contents

    def document(self) -> bytes | None:
        """memory.json as it is."""
        return _content(self.memory_file)

    def retired_document(self) -> bytes | None:
        """retired.json as it is."""
        return _content(self.retired_file)

    def forget(self) -> list[str]:
        """Remove both files, also damaged ones; the ones that were there."""
        if not self.folder.is_dir():
            return []
        with locked(self.folder / LOCK, timeout=self.lock_timeout):
            present = [path for path in (self.memory_file, self.retired_file) if lexists(path)]
            # memory.json goes first, for good: it decides, and never stands without the entries of retired.json.
            for path in present:
                atomic.remove(path)
            return [str(path) for path in present]


def _write_history(path: Path, content: bytes) -> None:
    try:
        atomic.write(path, content)
    except StorageError as error:
        raise RecordedInPart(
            f"{error.args[0].rstrip('.')}; memory.json was written before it and counts what was recorded.",
            remedy="Do not record it again: the next update brings the two in line.",
        ) from error


def _content(path: Path) -> bytes | None:
    try:
        return reading.content(path, LARGEST)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror}.", remedy=_REMEDY) from error
