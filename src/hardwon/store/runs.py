"""runs/: a folder for each run, a file for each part of it. Local.

Documents are forced to the disk, and with them the logs that were written until then; rows by themselves only where
they must be.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from hardwon.errors import StorageError
from hardwon.store import atomic, lines, lock, reading, trees
from hardwon.store.run_record import LARGEST_PART, LONGEST_ROW, RUN_ID, Flaw, UnreadablePart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

_LOCK = ".runs.lock"
"""Beside the folder of runs, in which are only runs. The first pruning makes it, so that reading writes nothing; until
then, and on one machine always, the folder's own lock keeps both apart."""

DROPPED = ".dropped-"
"""Begins the name of a run that is being pruned: it is no run any more."""


@dataclass(frozen=True, slots=True)
class RunStore:
    """The runs in one folder."""

    folder: Path

    @property
    def where(self) -> str:
        return str(self.folder)

    def where_of(self, run: str, part: str = "") -> str:
        return str(self.folder / run / part)

    def ids(self) -> list[str]:
        """All runs, oldest first. What somebody else put there is none, and is never pruned."""
        return [entry.name for entry in self._entries() if entry.is_dir(follow_symlinks=False)]

    def strays(self) -> list[str]:
        return [entry.path for entry in self._entries() if not entry.is_dir(follow_symlinks=False)]

    def _entries(self) -> list[os.DirEntry[str]]:
        """What is called like a run, in order."""
        try:
            with os.scandir(self.folder) as entries:
                return sorted((each for each in entries if RUN_ID.fullmatch(each.name)), key=attrgetter("name"))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StorageError(
                f"{self.folder} cannot be read: {error.strerror}.", remedy="Check its permissions."
            ) from error

    def has(self, run: str, part: str = "") -> bool:
        path = self.folder / run / part
        return path.exists() if part else path.is_dir()

    def having(self, part: str) -> set[str]:
        return {run for run in self.ids() if self.has(run, part)}

    def document(self, run: str, part: str, most: int = LARGEST_PART) -> bytes | None:
        path = self.folder / run / part
        try:
            with reading.opened(path) as file:
                return reading.bounded(file, most)
        except FileNotFoundError:
            return None
        except reading.TooLarge as error:
            raise UnreadablePart(str(path), f"is {error.strerror}") from error
        except OSError as error:
            raise UnreadablePart(str(path), f"cannot be read: {error.strerror}") from error

    def written(self, run: str, part: str) -> int | None:
        try:
            return os.stat(f"{self.folder}/{run}/{part}").st_mtime_ns  # noqa: PTH116 - asked for each of a thousand runs
        except OSError:
            return None

    def keep(self, run: str, documents: Mapping[str, bytes]) -> None:
        lines.flush(self.folder / run)  # a run that is over has all of its evidence
        try:
            for part, content in documents.items():
                atomic.write(self.folder / run / part, content)
        except StorageError:
            with suppress(OSError):
                (self.folder / run).rmdir()  # only if nothing is in it: a run of which nothing is kept is none
            raise

    def append(self, run: str, part: str, rows: Sequence[Mapping[str, Any]], *, durable: bool = False) -> None:
        lines.append(self.folder / run / part, lines.text_of(rows), durable=durable)

    def rows(
        self,
        run: str,
        part: str,
        *,
        start: int = 0,
        longest: int = LONGEST_ROW,
        skip: Callable[[bytes], bool] = lambda _: False,
    ) -> Iterator[tuple[int, dict[str, Any] | Flaw]]:
        return lines.read(self.folder / run / part, start=start, longest=longest, skip=skip)

    def sizes(self) -> dict[str, int]:
        return {run: self._size(run) for run in self.ids()}

    def _size(self, run: str) -> int:
        """Bytes of its files; of a run that another process is just pruning, what is left of it."""
        size = 0
        with suppress(FileNotFoundError), os.scandir(self.folder / run) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):
                    size += entry.stat(follow_symlinks=False).st_size
        return size

    def forget(self, run: str) -> None:
        trees.remove(self.folder / run)

    def prune(self, runs: Sequence[str], is_needed: Callable[[str], bool]) -> None:
        with lock.exclusive(self.folder.parent / _LOCK, self.folder) as is_ours:
            if not is_ours:
                return  # someone is reading; the next run prunes
            for run in runs:
                if not is_needed(run):
                    with suppress(FileNotFoundError):
                        (self.folder / run).rename(self.folder / f"{DROPPED}{run}")
            # For good, before anything in them goes: half of a run would look like a damaged one.
            atomic.sync_folder(self.folder)
            for dropped in self.folder.glob(f"{DROPPED}*"):
                trees.remove(dropped)  # what is left goes with the next ones

    def reading(self) -> AbstractContextManager[None]:
        return lock.shared(self.folder.parent / _LOCK, self.folder)

    def parts(self, run: str) -> dict[str, bytes]:
        try:
            names = sorted(os.listdir(self.folder / run))  # noqa: PTH208 - names are all that is asked for
        except FileNotFoundError:
            return {}
        found = {name: self.document(run, name) for name in names if not atomic.is_leftover(name)}
        return {name: content for name, content in found.items() if content is not None}
