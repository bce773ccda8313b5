"""What runs saw: each part of a run as the pieces that were added to it, in their order."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from hardwon.postgres import locking
from hardwon.postgres.kept_text import kept, told
from hardwon.store import lines
from hardwon.store.protocol import AlreadyDoneError
from hardwon.store.run_record import LARGEST_PART, LONGEST_ROW, ON_SERVER, RUN_ID, Flaw, UnreadablePart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from hardwon.postgres.server import Cursor, Server

_IDS = "SELECT DISTINCT run FROM hardwon.parts WHERE project = %s"
_HAS_RUN = "SELECT 1 FROM hardwon.parts WHERE project = %s AND run = %s LIMIT 1"
_HAS = "SELECT written, size FROM hardwon.parts WHERE project = %s AND run = %s AND part = %s"
_HAVING = "SELECT run FROM hardwon.parts WHERE project = %s AND part = %s"
_PARTS = "SELECT part FROM hardwon.parts WHERE project = %s AND run = %s"
_PIECES = """
    SELECT start, content FROM hardwon.chunks
    WHERE project = %s AND run = %s AND part = %s AND start + length(content) > %s ORDER BY start
"""
_SIZES = "SELECT run, sum(size) FROM hardwon.parts WHERE project = %s GROUP BY run"
_PLACE = """
    INSERT INTO hardwon.parts (project, run, part, size, is_whole, written)
    VALUES (%(project)s, %(run)s, %(part)s, %(size)s, %(is_whole)s,
        (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
    ON CONFLICT (project, run, part) DO UPDATE
    SET size = excluded.size, is_whole = excluded.is_whole, written = greatest(parts.written + 1, excluded.written)
"""
_CLEAR = "DELETE FROM hardwon.chunks WHERE project = %(project)s AND run = %(run)s AND part = %(part)s"
_PIECE = """
    INSERT INTO hardwon.chunks (project, run, part, start, content)
    VALUES (%(project)s, %(run)s, %(part)s, 0, %(content)s)
"""
_APPEND = """
    WITH place AS (
        INSERT INTO hardwon.parts AS known (project, run, part, size, is_whole, written)
        VALUES (%(project)s, %(run)s, %(part)s, %(size)s, true,
            (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
        ON CONFLICT (project, run, part) DO UPDATE
        SET size = known.size + excluded.size + CASE WHEN known.is_whole THEN 0 ELSE 1 END,
            is_whole = true, written = greatest(known.written + 1, excluded.written)
        RETURNING size - %(size)s AS start
    )
    INSERT INTO hardwon.chunks (project, run, part, start, content)
    SELECT %(project)s, %(run)s, %(part)s, start, %(content)s FROM place WHERE %(size)s > 0
"""
_FORGET = (
    "DELETE FROM hardwon.chunks WHERE project = %s AND run = %s",
    "DELETE FROM hardwon.parts WHERE project = %s AND run = %s",
)
_OLD_OPERATIONS = "DELETE FROM hardwon.operations WHERE made < now() - interval '30 days'"
_OLD_UPDATES = """
    DELETE FROM hardwon.updates WHERE project = %(project)s AND number < (
        SELECT number FROM hardwon.updates WHERE project = %(project)s ORDER BY number DESC OFFSET 1000 LIMIT 1)
"""


@dataclass(frozen=True, slots=True)
class TeamRuns:
    """The evidence of one project."""

    server: Server
    project: str
    name: str = ON_SERVER

    @property
    def where(self) -> str:
        return self.name

    def where_of(self, run: str, part: str = "") -> str:
        return "/".join(each for each in (self.name, run, part) if each)

    def ids(self) -> list[str]:
        found = (told(run) for (run,) in self.server.ask(_IDS, (self.project,)))
        return sorted(run for run in found if RUN_ID.fullmatch(run))

    def strays(self) -> list[str]:
        return []

    def has(self, run: str, part: str = "") -> bool:
        return bool(self._known(run, part) if part else self.server.ask(_HAS_RUN, (self.project, kept(run))))

    def _known(self, run: str, part: str) -> list[tuple[Any, ...]]:
        return self.server.ask(_HAS, (self.project, kept(run), kept(part)))

    def having(self, part: str) -> set[str]:
        return {told(run) for (run,) in self.server.ask(_HAVING, (self.project, kept(part)))}

    def document(self, run: str, part: str, most: int = LARGEST_PART) -> bytes | None:
        known = self._known(run, part)
        if not known:
            return None
        if known[0][1] > most:
            raise UnreadablePart(self.where_of(run, part), f"is larger than {most} bytes")
        return self._content(run, part)

    def _content(self, run: str, part: str, start: int = 0) -> bytes:
        """What was added from a place on."""
        found = bytearray()
        for at, content in self.server.ask(_PIECES, (self.project, kept(run), kept(part), start)):
            # As in a file: a row starts on a line of its own, behind what somebody left half written.
            found += b"\n" * (at - start - len(found)) + content[max(0, start - at) :]
        return bytes(found)

    def written(self, run: str, part: str) -> int | None:
        known = self._known(run, part)
        return int(known[0][0]) if known else None

    def keep(self, run: str, documents: Mapping[str, bytes]) -> None:
        def keep(cursor: Cursor) -> None:
            for part, content in documents.items():
                values = self._values(run, part, content) | {"is_whole": not content or content.endswith(b"\n")}
                cursor.execute(_PLACE, values)
                cursor.execute(_CLEAR, values)
                if content:
                    cursor.execute(_PIECE, values)

        self.server.run(keep)

    def append(self, run: str, part: str, rows: Sequence[Mapping[str, Any]], *, durable: bool = False) -> None:
        del durable  # whatever the server has said yes to outlasts a power cut
        self._add(run, part, lines.text_of(rows))

    def add(self, run: str, part: str, content: bytes, *, once: str) -> None:
        """Add lines as they are, unless that was done before."""
        with suppress(AlreadyDoneError):
            self._add(run, part, content, once=f"{kept(self.project)} {kept(once)}")

    def _add(self, run: str, part: str, content: bytes, *, once: str = "") -> None:
        values = self._values(run, part, content)
        self.server.run(lambda cursor: cursor.execute(_APPEND, values), once=once)

    def _values(self, run: str, part: str, content: bytes) -> dict[str, Any]:
        place = {"project": self.project, "run": kept(run), "part": kept(part)}
        return place | {"content": content, "size": len(content)}

    def rows(
        self,
        run: str,
        part: str,
        *,
        start: int = 0,
        longest: int = LONGEST_ROW,
        skip: Callable[[bytes], bool] = lambda _: False,
    ) -> Iterator[tuple[int, dict[str, Any] | Flaw]]:
        found = BytesIO(self._content(run, part, start))
        rows = lines.rows_in(found, self.where_of(run, part), start=0, longest=longest, skip=skip)
        return ((start + place, row) for place, row in rows)

    def sizes(self) -> dict[str, int]:
        sizes = {told(run): int(size) for run, size in self.server.ask(_SIZES, (self.project,))}
        return {run: sizes[run] for run in sorted(sizes) if RUN_ID.fullmatch(run)}

    def forget(self, run: str) -> None:
        self.server.run(lambda cursor: self._drop(cursor, run))

    def _drop(self, cursor: Cursor, run: str) -> None:
        for each in _FORGET:
            cursor.execute(each, (self.project, kept(run)))

    def prune(self, runs: Sequence[str], is_needed: Callable[[str], bool]) -> None:
        def prune(cursor: Cursor) -> None:
            if not locking.is_free_in_transaction(cursor, locking.READING_RUNS, self.project):
                return  # someone is reading, or prunes already; the next run prunes
            for run in runs:
                if not is_needed(run):
                    self._drop(cursor, run)
            if runs[-1].rstrip("h").endswith("0"):  # one time in sixteen is enough
                cursor.execute(_OLD_UPDATES, {"project": self.project})
                cursor.execute(_OLD_OPERATIONS)

        # Nobody who waits for the areas of this transaction shall wait for that, too.
        self.server.afterwards(lambda: self.server.run(prune))

    @contextmanager
    def reading(self) -> Iterator[None]:
        with locking.held(self.server, [(locking.READING_RUNS, self.project, True)]):
            yield

    def parts(self, run: str) -> dict[str, bytes]:
        names = sorted(told(part) for (part,) in self.server.ask(_PARTS, (self.project, kept(run))))
        return {name: self._content(run, name) for name in names}
