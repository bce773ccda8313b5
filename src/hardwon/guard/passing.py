"""Whether the text of an observation on disk may be used, as the scanner sees it now. Pure."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from hardwon.guard.scanner import scan

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardwon.guard.scanner import Scan, ScanFinding
    from hardwon.observations.observation import Observation

NEVER_RELEASED = frozenset({"memory-block", "shell-command"})
"""Rules whose findings nobody lets pass: a text that closes the memory block, or one that is a command to run."""

WITHHELD = "(withheld: the scanner finds this text unsafe)"
"""Stands where an unsafe text would be read by somebody who cannot judge it."""


@lru_cache(maxsize=8192)  # the same titles and reasons come with every answer and on every page
def is_unsafe(text: str) -> bool:
    """Whether a rule of the scanner lets nobody read the text.

    What words weigh does not count here: messages of our own speak of agents, tests and trust.
    """
    found = scan("", text)
    return found.outcome == "unsafe" and any(finding.rule != "wording" for finding in found.findings)


def origin_of(observation: Observation) -> Literal["person", "machine"]:
    """As whose text the scanner judges an observation; one that does not say is a person's."""
    return "person" if observation.origin in (None, "person") else "machine"


def may_be_used(observation: Observation, verdict: Scan) -> bool:
    """It passes, or a person let exactly this text pass, and may. A secret never passes.

    What a machine wrote must be an observation, too: an order does not become one by standing in a file.
    """
    if verdict.safe:
        return True
    return observation.is_released and not held_for_good(verdict.findings)


def passes_by_release(observation: Observation, verdict: Scan) -> bool:
    """Whether it is used only because somebody released it."""
    return not verdict.safe and observation.is_released and may_be_used(observation, verdict)


def held_for_good(findings: Iterable[ScanFinding]) -> str:
    """Why a text is never released; "" if it may be."""
    for finding in findings:
        if finding.secret:
            return "it holds a secret"
        if finding.rule in NEVER_RELEASED:
            return finding.reason[0].lower() + finding.reason[1:].rstrip(".")
    return ""
