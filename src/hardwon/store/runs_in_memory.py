"""Runs that no file holds: for tests, and to hold the other stores against. A part is its bytes."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, Any

from hardwon.store import lines
from hardwon.store.run_record import LARGEST_PART, LONGEST_ROW, RUN_ID, Flaw, UnreadablePart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


@dataclass(slots=True)
class _Kept:
    """The parts of each run, when each was last kept, and who reads."""

    runs: dict[str, dict[str, bytearray]] = field(default_factory=dict)
    written: dict[tuple[str, str], int] = field(default_factory=dict)
    changes: int = 0
    readers: int = 0
    lock: Lock = field(default_factory=Lock)


@dataclass(frozen=True, slots=True)
class RunsInMemory:
    """Runs in memory. Handles made with `dataclasses.replace` share them, as two processes share a folder."""

    name: str = "memory/runs"
    shared: _Kept = field(default_factory=_Kept, repr=False)

    @property
    def where(self) -> str:
        return self.name

    def where_of(self, run: str, part: str = "") -> str:
        return "/".join(each for each in (self.name, run, part) if each)

    def ids(self) -> list[str]:
        return sorted(run for run in self.shared.runs if RUN_ID.fullmatch(run))

    def strays(self) -> list[str]:
        return []

    def has(self, run: str, part: str = "") -> bool:
        return run in self.shared.runs and (not part or part in self.shared.runs[run])

    def having(self, part: str) -> set[str]:
        return {run for run in self.ids() if self.has(run, part)}

    def document(self, run: str, part: str, most: int = LARGEST_PART) -> bytes | None:
        content = self._content(run, part)
        if content is not None and len(content) > most:
            raise UnreadablePart(self.where_of(run, part), f"is larger than {most} bytes")
        return content

    def _content(self, run: str, part: str) -> bytes | None:
        content = self.shared.runs.get(run, {}).get(part)
        return None if content is None else bytes(content)

    def written(self, run: str, part: str) -> int | None:
        return self.shared.written.get((run, part))

    def keep(self, run: str, documents: Mapping[str, bytes]) -> None:
        with self.shared.lock:
            for part, content in documents.items():
                self._put(run, part, bytearray(content))

    def _put(self, run: str, part: str, content: bytearray) -> None:
        self.shared.changes += 1
        self.shared.runs.setdefault(run, {})[part] = content
        self.shared.written[run, part] = self.shared.changes

    def append(self, run: str, part: str, rows: Sequence[Mapping[str, Any]], *, durable: bool = False) -> None:
        del durable  # nothing here outlasts the process
        added = lines.text_of(rows)
        with self.shared.lock:
            kept = self.shared.runs.get(run, {}).get(part, bytearray())
            # As in a file: what somebody left half written must not become part of our rows.
            kept += (b"\n" if kept and not kept.endswith(b"\n") else b"") + added
            self._put(run, part, kept)

    def rows(
        self,
        run: str,
        part: str,
        *,
        start: int = 0,
        longest: int = LONGEST_ROW,
        skip: Callable[[bytes], bool] = lambda _: False,
    ) -> Iterator[tuple[int, dict[str, Any] | Flaw]]:
        content = BytesIO(self._content(run, part) or b"")
        return lines.rows_in(content, self.where_of(run, part), start=start, longest=longest, skip=skip)

    def sizes(self) -> dict[str, int]:
        return {run: sum(map(len, self.shared.runs[run].values())) for run in self.ids()}

    def forget(self, run: str) -> None:
        with self.shared.lock:
            self._drop(run)

    def _drop(self, run: str) -> None:
        for part in self.shared.runs.pop(run, {}):
            del self.shared.written[run, part]

    def prune(self, runs: Sequence[str], is_needed: Callable[[str], bool]) -> None:
        needed = {run for run in runs if is_needed(run)}
        with self.shared.lock:
            for run in runs if not self.shared.readers else ():
                if run not in needed:
                    self._drop(run)

    @contextmanager
    def reading(self) -> Iterator[None]:
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def _count(self, readers: int) -> None:
        with self.shared.lock:
            self.shared.readers += readers

    def parts(self, run: str) -> dict[str, bytes]:
        return {part: bytes(content) for part, content in sorted(self.shared.runs.get(run, {}).items())}
