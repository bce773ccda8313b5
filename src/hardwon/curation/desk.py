"""The desk: what a curation works with, and a run whose tests are curated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.curation import endpoint
from hardwon.evidence.recording import Recorder
from hardwon.recall.recaller import Recaller

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from hardwon.project.config import Config
    from hardwon.project.records import Records
    from hardwon.store.protocol import ObservationRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The records of a project, who keeps evidence of what is done to them, and who searches them."""

    records: Records
    recorder: Recorder
    recaller: Recaller
    new_id: Callable[[], str]
    """Gives a new observation its id."""

    @classmethod
    def over(cls, records: Records, *, clock: Callable[[], datetime], new_id: Callable[[], str]) -> Desk:
        """The desk for some records."""
        recorder = Recorder(records=records, clock=clock)
        return cls(records=records, recorder=recorder, recaller=Recaller(records), new_id=new_id)

    @property
    def config(self) -> Config:
        return self.records.config

    @property
    def observations(self) -> ObservationRecord:
        return self.records.observations

    @property
    def model_asked(self) -> str:
        """What the user must know of a model that a file of the repository has asked; "" if there is none."""
        return endpoint.asked_for(self.config)

    def now(self) -> datetime:
        return self.recorder.clock()
