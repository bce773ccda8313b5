"""What a decision makes of an observation: its new state, and the delta that tells of it. Pure; every store uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hardwon.observations.deltas import Delta, delta
from hardwon.observations.observation import confirmed, deprecated, reworded

if TYPE_CHECKING:
    from hardwon.observations.observation import Observation


class Changed(NamedTuple):
    """A change that is to be made."""

    delta: Delta
    after: Observation | None
    """The observation as it is to be kept; None if it goes."""


def raised(before: Observation, *, by: float, at: str, reasoning: str) -> Changed:
    """A confirmation: more trust."""
    after = confirmed(before, delta=by, at=at)
    return Changed(delta("confirm", before, after, reasoning), after)


def lowered(before: Observation, *, by: float, reasoning: str) -> Changed:
    """A deprecation: less trust; without any left the observation goes."""
    after = deprecated(before, delta=by)
    if after.trust > 0:
        return Changed(delta("deprecate", before, after, reasoning), after)
    return Changed(delta("delete", before, None, reasoning, faded=True), None)


def rewritten(before: Observation, *, title: str, content: str, at: str, reasoning: str) -> Changed:
    """An edit by a person: another text, which has yet to earn its trust."""
    after = reworded(before, title=title, content=content, at=at)
    return Changed(delta("edit", before, after, reasoning), after)


def removed(before: Observation, reasoning: str) -> Changed:
    """A deletion, whatever its trust."""
    return Changed(delta("delete", before, None, reasoning), None)
