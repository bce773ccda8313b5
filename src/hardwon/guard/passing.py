"""Whether the text of an observation on disk may be used, as the scanner sees it now. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardwon.guard.scanner import Scan
    from hardwon.observations.observation import Observation


def may_be_used(observation: Observation, verdict: Scan) -> bool:
    """It passes, or a person let exactly this text pass and it holds no secret. A secret never passes."""
    if verdict.outcome != "unsafe":
        return True
    return observation.is_released and not any(finding.secret for finding in verdict.findings)
