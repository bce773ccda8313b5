"""When the team's server is away: runs go on with files of this machine, and what they say is delivered later, once.

Evidence, outcomes and what is known of tests go to `.hardwon/local/team`. Verdicts are written down there first, as the
run brought them forward; they are weighed again when the server has them. Observations are not there: steps run without
memory, and say so. The areas are shown as they were last seen.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar, cast

from hardwon.areas.ledger import memory_text, retired_text
from hardwon.errors import ServerAway, StorageError
from hardwon.project.root import Project
from hardwon.store import atomic, lines, trees
from hardwon.store.areas import AreaStore
from hardwon.store.lock import locked
from hardwon.store.run_record import Flaw
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

    from hardwon.areas.ledger import Ledger
    from hardwon.postgres.areas import TeamAreas
    from hardwon.postgres.stores import TeamStores
    from hardwon.store.protocol import (
        AreaRecord,
        Concern,
        ObservationRecord,
        OutcomeRecord,
        QuarantineRecord,
        RosterRecord,
        Stores,
    )
    from hardwon.store.run_record import RunRecord

T = TypeVar("T")
LONGEST = 64_000_000
"""Bytes of what one run says: its tests one by one."""


@dataclass(frozen=True, slots=True)
class WaitingRoom:
    """What waits on this machine for the server."""

    folder: Path
    lock_timeout: float

    @classmethod
    def of(cls, project: Project, lock_timeout: float) -> WaitingRoom:
        return cls(project.state / "local" / "team", lock_timeout)

    @property
    def project(self) -> Project:
        """The folder as a project, whose records are what was done meanwhile."""
        return Project(self.folder)

    @property
    def log(self) -> Path:
        return self.folder / "verdicts.jsonl"

    @property
    def is_empty(self) -> bool:
        return not self.log.exists() and not self.project.runs.is_dir()

    def held(self) -> AbstractContextManager[object]:
        """Nobody else puts in or takes out."""
        return locked(self.folder / ".team.lock", timeout=self.lock_timeout)

    def put(self, row: dict[str, Any]) -> None:
        """Write down what a run says, for good."""
        with self.held():
            lines.append(self.log, lines.text_of([row]), durable=True)

    def rows(self) -> list[dict[str, Any]]:
        """What waits, in its order. A line that was cut off was never said to be recorded."""
        found = (row for _, row in lines.read(self.log, longest=LONGEST))
        return [row for row in found if not isinstance(row, Flaw)]

    def clear(self) -> None:
        """Everything was delivered."""
        atomic.remove(self.log) if self.log.exists() else None
        trees.remove(self.project.state)

    @property
    def picture(self) -> AreaStore:
        """The areas as they were last seen."""
        return AreaStore(self.folder / "picture", self.lock_timeout)

    @property
    def seen(self) -> str:
        """When that was; "" if it never was."""
        try:
            moment = self.picture.memory_file.stat().st_mtime
        except OSError:
            return ""
        return stamp(datetime.fromtimestamp(moment, UTC))

    def see(self, ledger: Ledger) -> None:
        """Keep what the areas are now. It is a cache: where it cannot be written, there is none."""
        try:
            self.picture.folder.mkdir(parents=True, exist_ok=True)
            atomic.write(self.picture.memory_file, memory_text(ledger), durable=False)
            atomic.write(self.picture.retired_file, retired_text(ledger), durable=False)
        except (StorageError, OSError, RecursionError):
            return


@dataclass(frozen=True, slots=True)
class GoingAreas:
    """The areas on the server; while that is away the last picture of them, and verdicts wait."""

    team: TeamAreas
    away: AreaStore
    room: WaitingRoom

    @property
    def where(self) -> str:
        return self.team.where

    @property
    def where_retired(self) -> str:
        return self.team.where_retired

    def read(self) -> Ledger:
        try:
            ledger = self.team.read()
        except ServerAway:
            return self._last().read()
        self.room.see(ledger)
        return ledger

    def names(self) -> tuple[Collection[str], Mapping[str, str]]:
        """What the areas are called, and were before; while the server is away, as last seen."""
        if not self.room.seen:
            self.read()  # the first picture, for when the server is away
        try:
            return self.team.names()
        except ServerAway:
            ledger = self._last().read()
            return ledger.areas, ledger.renamed

    def _last(self) -> AreaStore:
        if self.away.memory_file.exists():
            return self.away
        if not self.room.seen:
            raise ServerAway
        return self.room.picture

    def update(self, change: Callable[[Ledger], Ledger], *, at: str, about: Concern | None = None) -> Ledger:
        try:
            return self.team.update(change, at=at, about=about)
        except ServerAway:
            if about is None or about.said is None:
                raise  # only what a run says can wait
            self.room.put(about.said())
            self._begin()
            return self.away.update(change, at=at)

    def _begin(self) -> None:
        """Go on from the last picture."""
        if self.room.seen and not self.away.memory_file.exists():
            atomic.write(self.away.memory_file, self.room.picture.document() or b"", durable=False)
            if retired := self.room.picture.retired_document():
                atomic.write(self.away.retired_file, retired, durable=False)

    def forget(self) -> list[str]:
        return self.team.forget()

    def document(self) -> bytes | None:
        return self._either(lambda areas: areas.document())

    def retired_document(self) -> bytes | None:
        return self._either(lambda areas: areas.retired_document())

    def _either(self, asked: Callable[[AreaRecord], T]) -> T:
        try:
            return asked(self.team)
        except ServerAway:
            return asked(self._last())


class _GoingOn:
    """A record on the server; while that is away, one of this machine."""

    def __init__(self, first: object, instead: Callable[[ServerAway], object]) -> None:
        self._first = first
        self._instead = instead

    def __getattr__(self, name: str) -> Any:
        try:
            found = getattr(self._first, name)
        except ServerAway as error:
            return getattr(self._instead(error), name)
        if not callable(found):
            return found

        def called(*args: Any, **how: Any) -> Any:
            try:
                return found(*args, **how)
            except ServerAway as error:
                return getattr(self._instead(error), name)(*args, **how)

        return called

    @contextmanager
    def reading(self) -> Iterator[None]:
        """As `RunRecord.reading`: a server that is away prunes nothing."""
        held = self._first.reading()  # type: ignore[attr-defined]  # only runs are read so
        try:
            held.__enter__()
        except ServerAway:
            yield
            return
        try:
            yield
        finally:
            held.__exit__(None, None, None)


class _NoObservations:
    """Stands for the observations of a server that is away: what must be asked at the end of a run is not known."""

    def __init__(self, error: ServerAway) -> None:
        self._error = error

    def standing(self, _observation_id: str) -> None:
        return None

    def mentions(self, _text: bytes) -> bool:
        return False

    def __getattr__(self, name: str) -> Any:
        raise self._error


@dataclass(frozen=True, slots=True)
class GoingStores:
    """The stores of a project on the server, and what they go on with while that is away."""

    team: TeamStores
    away: Stores
    room: WaitingRoom

    @property
    def areas(self) -> GoingAreas:
        return GoingAreas(self.team.areas, AreaStore(self.room.project.state, self.room.lock_timeout), self.room)

    @property
    def observations(self) -> ObservationRecord:
        return cast("ObservationRecord", _GoingOn(self.team.observations, _NoObservations))

    @property
    def outcomes(self) -> OutcomeRecord:
        return cast("OutcomeRecord", _GoingOn(self.team.outcomes, lambda _: self.away.outcomes))

    @property
    def quarantine(self) -> QuarantineRecord:
        return cast("QuarantineRecord", _GoingOn(self.team.quarantine, lambda _: self.away.quarantine))

    @property
    def rosters(self) -> RosterRecord:
        return cast("RosterRecord", _GoingOn(self.team.rosters, lambda _: self.away.rosters))

    @property
    def runs(self) -> RunRecord:
        return cast("RunRecord", _GoingOn(self.team.runs, lambda _: self.away.runs))

    @property
    def why(self) -> str:
        """That the server is away, takes no changes or has not got everything yet; "" if nothing of it is so."""
        trouble, waiting = self.team.server.trouble, len(self.room.rows())
        kept = f" {waiting} of this machine's runs wait to be delivered." if waiting else ""
        if self.team.server.can_be_read:
            return f"{trouble}{kept}".strip()
        seen = self.room.seen
        shown = f" What is shown of the areas was seen there at {seen}." if seen else ""
        return f"{trouble.removesuffix('.')}: this ran without memory.{shown}{kept}"
