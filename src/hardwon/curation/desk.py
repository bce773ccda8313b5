"""The desk: what a curation works with, and a run whose tests are curated."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.curation import endpoint
from hardwon.evidence.recording import Recorder
from hardwon.project import releases
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

    rehearses: bool = False
    """Whether its records are a copy that nobody will find afterwards."""

    @classmethod
    def over(
        cls, records: Records, *, clock: Callable[[], datetime], new_id: Callable[[], str], rehearses: bool = False
    ) -> Desk:
        """The desk for some records."""
        recorder, recaller = Recorder(records=records, clock=clock), Recaller(records)
        return cls(records=records, recorder=recorder, recaller=recaller, new_id=new_id, rehearses=rehearses)

    @property
    def config(self) -> Config:
        return self.records.config

    @property
    def observations(self) -> ObservationRecord:
        return self.records.observations

    def releases_of_others(self) -> list[str]:
        """Where the observations lie that are used only because of a release that the user has not accepted."""
        project = self.records.project
        found = releases.of_others(self.observations, project.root, os.environ)
        return [project.shown(each.where) for each in found]

    @property
    def model_asked(self) -> str:
        """What the user must know of a model that a file of the repository has asked; "" if there is none."""
        return endpoint.asked_for(self.config)

    def now(self) -> datetime:
        return self.recorder.clock()
