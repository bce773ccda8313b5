"""Which observations somebody wants to see. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from hardwon.text.times import moment

if TYPE_CHECKING:
    from datetime import datetime

    from hardwon.observations.observation import Observation


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedObservations:
    """Whatever is None does not matter."""

    tier: str | None = None
    scope: str | None = None
    min_trust: float | None = None
    max_trust: float | None = None
    older_than: int | None = None
    """Days since it was last confirmed."""

    origin: str | None = None
    text: str | None = None

    def accepts(self, observation: Observation, now: datetime) -> bool:
        wanted = (self.text or "").casefold()
        return (
            self.tier in (None, observation.scope.tier)
            and self.scope in (None, observation.scope.name)
            and (self.min_trust is None or observation.trust >= self.min_trust)
            and (self.max_trust is None or observation.trust <= self.max_trust)
            and (self.older_than is None or now - moment(observation.last_confirmed) > timedelta(days=self.older_than))
            and self.origin in (None, observation.origin)
            and wanted in f"{observation.title}\n{observation.content}".casefold()
        )
