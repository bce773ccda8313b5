"""One store of each record, all on one server."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from hardwon.postgres.areas import TeamAreas
from hardwon.postgres.observations import TeamObservations
from hardwon.postgres.outcomes import TeamOutcomes
from hardwon.postgres.quarantine import TeamQuarantine
from hardwon.postgres.rosters import TeamRosters
from hardwon.postgres.runs import TeamRuns

if TYPE_CHECKING:
    from hardwon.postgres.server import Server


@dataclass(frozen=True, kw_only=True)
class TeamStores:
    """The stores of one project."""

    server: Server
    project: str
    refresh: float = 30.0
    window: int = 20
    baseline: int = 3
    threshold: float = 0.15

    @property
    def areas(self) -> TeamAreas:
        return TeamAreas(self.server, self.project)

    @cached_property
    def observations(self) -> TeamObservations:
        return TeamObservations(self.server, self.project, refresh=self.refresh)

    @property
    def outcomes(self) -> TeamOutcomes:
        return TeamOutcomes(
            server=self.server,
            project=self.project,
            window=self.window,
            baseline=self.baseline,
            threshold=self.threshold,
        )

    @property
    def quarantine(self) -> TeamQuarantine:
        return TeamQuarantine(self.server, self.project)

    @cached_property
    def rosters(self) -> TeamRosters:
        return TeamRosters(self.server, self.project)

    @property
    def runs(self) -> TeamRuns:
        return TeamRuns(self.server, self.project)
