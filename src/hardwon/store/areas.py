"""memory.json and retired.json on the disk: read, and changed under one lock.

A file that cannot be read is reported with the place and the reason, and never touched. In a folder of another tool,
which truncates its file before it writes, one that is damaged is read again for a moment; what is ours lies beside.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from os.path import lexists
from time import monotonic, sleep
from typing import TYPE_CHECKING

from hardwon.areas import beside
from hardwon.areas.ledger import Ledger, memory_text, read_ledger, retired_text
from hardwon.errors import DamagedRecord, RecordedInPart, StorageError
from hardwon.store import atomic, reading, together
from hardwon.store.lock import locked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hardwon.store.protocol import Concern

LOCK = ".areas.lock"
LARGEST = 32_000_000
"""Bytes of memory.json, and of retired.json: more than 100,000 areas. Read, it takes up to 25 times as much memory."""

PATIENCE = 0.5
"""Seconds for which a damaged file of another tool may be one that is just being written."""

_REMEDY = "It was left as it is. Check what lies there, and its permissions."


@dataclass(frozen=True, slots=True)
class AreaStore:
    """The area memory in one folder."""

    folder: Path

    lock_timeout: float = 120.0

    beside: Path | None = None
    """The file of what is ours, where the folder belongs to another tool."""

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
        if self.beside is None:
            return self.read_file()
        return beside.joined(self._read_of_others(), self.read_beside())

    def read_file(self) -> Ledger:
        """What memory.json and retired.json say by themselves."""
        memory, retired = self.memory_file, self.retired_file
        left = together.unwritten(self._plan, self._files) if self._plan else {}
        told, history = (left[path] if path in left else _content(path) for path in (memory, retired))
        return read_ledger(told, history, str(memory), str(retired))

    @property
    def _plan(self) -> Path | None:
        return together.plan_beside(self.beside) if self.beside else None

    @property
    def _files(self) -> list[Path]:
        return [*([self.beside] if self.beside else []), self.memory_file, self.retired_file]

    def read_beside(self) -> Ledger:
        """What is kept beside another tool's file."""
        if self.beside is None:
            return Ledger()
        return read_ledger(_content(self.beside), None, str(self.beside), "")

    def _read_of_others(self) -> Ledger:
        """The files of another tool, read again for a moment while it may be writing them."""
        until = monotonic() + PATIENCE
        while True:
            try:
                return self.read_file()
            except DamagedRecord:
                if monotonic() >= until:
                    raise
                sleep(PATIENCE / 20)

    def update(self, change: Callable[[Ledger], Ledger], *, at: str, about: Concern | None = None) -> Ledger:
        """Read, change and write under the lock; nothing is written if the change raises or changes nothing."""
        del about  # one file, one lock
        with locked(self.folder / LOCK, timeout=self.lock_timeout):
            together.finish(self._plan, self._files)
            before = self.read()
            after = change(before)
            if after is before:
                return before
            after = replace(after, created_at=after.created_at or at, updated_at=at)
            # memory.json comes first and decides. A kill between the two writes leaves retired.json one entry behind,
            # and the next update or `doctor` sees it.
            # What is beside comes before both: that a report was counted must not be forgotten, or it counts twice.
            contents = self._contents(before, after)
            if self._plan:
                together.begin(self._plan, {path: _content(path) for path, _ in contents}, dict(contents))
            for path, content in contents:
                (_write_history if path == self.retired_file else atomic.write)(path, content)
            together.end(self._plan)
            return after

    def _contents(self, before: Ledger, after: Ledger) -> list[tuple[Path, bytes]]:
        """The files in the order in which they are written."""
        try:
            contents = [(self.memory_file, memory_text(beside.without_own(after) if self.beside else after))]
            if self.beside:
                contents.insert(0, (self.beside, memory_text(beside.kept_beside(after))))
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
        left = together.unwritten(self._plan, self._files) if self._plan else {}
        return left[self.memory_file] if self.memory_file in left else _content(self.memory_file)

    def retired_document(self) -> bytes | None:
        """retired.json as it is."""
        return _content(self.retired_file)

    def forget(self) -> list[str]:
        """Remove the files, also damaged ones; the ones that were there."""
        if not self.folder.is_dir():
            return []
        with locked(self.folder / LOCK, timeout=self.lock_timeout):
            together.end(self._plan)
            own = (self.beside,) if self.beside else ()
            present = [path for path in (self.memory_file, self.retired_file, *own) if lexists(path)]
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
