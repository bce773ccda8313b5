"""Changes of observations that no test is behind: each is told to the log of the record that it changes."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.evidence.log import entries
from hardwon.evidence.recording import Recorder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from datetime import datetime

    from hardwon.project.records import Records
    from hardwon.store.protocol import Curating, Stores


@contextmanager
def logged(recorder: Recorder, *, kind: str, now: datetime) -> Iterator[Curating]:
    """The lock, and a log of what a person does while it is held."""
    with recorder.changing(kind=kind, origin="person", now=now) as changes:
        with recorder.records.observations.curating(changes.about(None)) as curation:
            yield curation
        changes.settle()


@dataclass(frozen=True, slots=True)
class MoveLog:
    """The log of a side of the memory that is moved."""

    records: Records
    now: datetime

    def curating(self, side: Stores) -> AbstractContextManager[Curating]:
        return logged(self._recorder(side), kind="moved", now=self.now)

    def tells_deletion(self, side: Stores, observation_id: str) -> bool:
        told = entries(self._recorder(side).runs, side.observations.standing, observation_id)
        return any(each.get("action") == "delete" for each in told)

    def _recorder(self, side: Stores) -> Recorder:
        return Recorder(records=replace(self.records, given=side), clock=lambda: self.now)
