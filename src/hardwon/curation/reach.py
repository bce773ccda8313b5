"""Reach: what a curation may touch, and where its additions belong. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.observations.observation import Scope, scope_of_test

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from hardwon.curation.support import Support
    from hardwon.observations.decisions import ScopeName
    from hardwon.observations.observation import Observation, WrittenBy
    from hardwon.steps.place import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """A place, on whose behalf a curation acts there, and what it has to go by."""

    place: Place
    run: str | None = None
    origin: WrittenBy = "curator"

    known: Mapping[str, str] = field(default_factory=dict)
    """Observations that were shown or injected, each with the digest of the text that was seen."""

    confirmed: Collection[str] = ()
    """Observations that this run has confirmed before: once per run is enough."""

    deprecated: Collection[str] = ()
    """Observations that this run has deprecated because of this test before it was over: not done twice."""

    touched: Collection[str] = ()
    """Observations that this run has added or deprecated: it cannot confirm them as well."""

    support: Support | None = None
    """What a confirmation rests on; None where a person decides, whose word needs none."""

    may_add: bool = True

    concludes: bool = False
    """Whether a confirmation is evidence of a run, and so counts against what it outweighs; what somebody decides is
    done as it was said, and nothing more."""

    settled: Collection[str] = ()
    """Observations that code has judged by the outcome of this test already: no model is asked about them."""

    def contains(self, observation: Observation) -> bool:
        """Whether the observation could be given to a step here."""
        return self.place.has(observation.scope, observation.suite_snapshot, observation.position)

    def is_in_suite(self, scope: ScopeName) -> bool:
        """Whether an addition of that scope belongs to the suite; without a suite it belongs to the product."""
        return scope == "suite" and self.place.suite is not None and self.place.position is not None

    def scope_of(self, scope: ScopeName) -> Scope:
        """Where an addition belongs."""
        place = self.place
        if self.is_in_suite(scope) and place.suite is not None:
            return place.suite.scope
        if scope == "test" and place.test:
            return scope_of_test(place.test)
        return Scope("products", place.product)
