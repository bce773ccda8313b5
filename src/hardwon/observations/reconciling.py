"""An observation that two branches changed: what runs on both made of its trust, brought together. Pure."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from hardwon.observations.observation import NEW_TRUST, rounded
from hardwon.text.times import moment

if TYPE_CHECKING:
    from hardwon.observations.observation import Observation


def is_same_text(first: Observation, second: Observation) -> bool:
    """Whether two versions differ in nothing but what runs move: trust, counts and last_confirmed."""
    return unmoved(first) == unmoved(second)


def unmoved(observation: Observation) -> Observation:
    """The observation as it was before any run confirmed or contradicted it."""
    return replace(
        observation,
        trust=NEW_TRUST,
        confirmed_count=0,
        contradicted_count=0,
        last_confirmed=observation.created,
    )


def reconciled(base: Observation | None, ours: Observation, theirs: Observation) -> Observation:
    """The observation after what both sides found about it. Without a base both began with a new one."""
    base = base or unmoved(ours)
    trust = _exact(ours.trust) + _exact(theirs.trust) - _exact(base.trust)
    return replace(
        ours,
        trust=rounded(trust),
        confirmed_count=max(0, ours.confirmed_count + theirs.confirmed_count - base.confirmed_count),
        contradicted_count=max(0, ours.contradicted_count + theirs.contradicted_count - base.contradicted_count),
        last_confirmed=max(ours.last_confirmed, theirs.last_confirmed, key=moment),
    )


def outlives_deletion(base: Observation, changed: Observation) -> bool:
    """Whether an observation stays that one side deleted: only if the other found it right, or edited it.

    A deletion takes all the trust that the base had; what the other side added is left.
    """
    return not is_same_text(base, changed) or changed.trust > base.trust


def _exact(value: float) -> Decimal:
    return Decimal(str(value))
