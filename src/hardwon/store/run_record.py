"""What a store of runs offers: the named parts that the evidence of each run consists of. No paths, no disk.

A part is a document, which is replaced as a whole, or a log, to which rows are appended by every process that takes
part in the run. What the parts are called and what they say is the business of `evidence/`, which reads and writes the
same rows whichever store keeps them. Where a message must name a place, the store gives a text for it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from hardwon.errors import DamagedRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

ON_SERVER = "team/runs"
"""What messages call the evidence of a team."""

RUN_ID = re.compile(r"[0-9]{8}T[0-9]{6}-[0-9]{6}-[0-9a-f]{4}h?")
"""An `h` at its end marks a log of changes by hand, which must not push the evidence of tests out."""

LONGEST_ROW = 16_000_000
"""Bytes of a row: an observation twice, whatever its letters."""

LARGEST_PART = 1_000_000_000
"""Bytes of a part: far beyond what one grows to, and an end for what is put in its place."""


class Flaw(NamedTuple):
    """A row, or a whole part, that is not what it should be."""

    where: str
    """What messages call the part."""

    line: int
    """0 where it is the whole part."""

    reason: str

    @property
    def at(self) -> str:
        """The line, to be put behind the place in a message."""
        return f", line {self.line}" if self.line else ""

    @property
    def said(self) -> str:
        """What is wrong, for a message that names the place already."""
        return f"line {self.line}: {self.reason}" if self.line else self.reason

    @property
    def part(self) -> str:
        """The part alone, for a message that names the run already."""
        return self.where.rpartition("/")[2]


class UnreadablePart(DamagedRecord):
    """A part of a run that cannot be read, or that says nothing; it stays as it is."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where} {reason}.", remedy="It was left as it is; `hardwon doctor` names all such.")
        self.where = where
        self.reason = reason
        """Why, for a message that names the place already."""


class RunRecord(Protocol):
    """What runs saw."""

    @property
    def where(self) -> str:
        """What messages call it."""

    def where_of(self, run: str, part: str = "") -> str:
        """What messages call a run, or a part of it."""

    def ids(self) -> list[str]:
        """All runs, oldest first; StorageError if that cannot be told. What is not called like a run is none."""

    def strays(self) -> list[str]:
        """What messages call that which is called like a run and cannot be one, such as a link: it is not used."""

    def has(self, run: str, part: str = "") -> bool:
        """Whether there is anything of the run, or the part of it: another process may have dropped it."""

    def having(self, part: str) -> set[str]:
        """The runs that have a part."""

    def document(self, run: str, part: str, most: int = LARGEST_PART) -> bytes | None:
        """A document; None if it is not there, UnreadablePart if it cannot be read or has more than so many bytes."""

    def written(self, run: str, part: str) -> int | None:
        """A number that grows with the moment at which a document was last kept; None if it is not there."""

    def keep(self, run: str, documents: Mapping[str, bytes]) -> None:
        """Keep documents, each in the place of what it was before, one after the other in their order.

        Also logs, as `parts` of another store gave them.
        """

    def append(self, run: str, part: str, rows: Sequence[Mapping[str, Any]], *, durable: bool = False) -> None:
        """Add rows to a log, all of them or none, and never mixed with those of others; StorageError if it cannot.

        `durable`: they outlast a power cut before this returns, and so do all earlier rows of this process. Others may
        be held back as long as no process can miss them: until a log of the run is read here, a document of it is kept,
        or the process ends.
        """

    def rows(
        self,
        run: str,
        part: str,
        *,
        start: int = 0,
        longest: int = LONGEST_ROW,
        skip: Callable[[bytes], bool] = lambda _: False,
    ) -> Iterator[tuple[int, dict[str, Any] | Flaw]]:
        """Each row of a log, with the mark behind it; a Flaw for one that is not a JSON object.

        `start` is such a mark: only what was added behind it is read. Rows that `skip` says yes to, which is given
        their JSON, are passed over: whoever knows what stands in them need not wait for their parsing.
        """

    def sizes(self) -> dict[str, int]:
        """Bytes that each run takes, in the order of `ids`."""

    def forget(self, run: str) -> None:
        """Drop all of a run, if there is anything."""

    def prune(self, runs: Sequence[str], is_needed: Callable[[str], bool]) -> None:
        """Drop some runs but those that are needed after all; none at all while somebody is `reading`."""

    def reading(self) -> AbstractContextManager[None]:
        """Hold off pruning of what is there while it is being read. Others may read at the same time."""

    def parts(self, run: str) -> dict[str, bytes]:
        """All of a run as it is, logs as lines of JSON: for a copy. UnreadablePart if a part of it cannot be read."""
