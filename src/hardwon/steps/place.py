"""Place: where a test stands, and so which observations it can be given and where its own belong. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hardwon.observations.observation import Scope, scope_of_test

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.observations.observation import SuiteEntry
    from hardwon.observations.suites import Suite


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A product, perhaps a test of it, perhaps the suite that the test is in, and its position there."""

    product: str
    test: str = ""
    """"" where it is about no single test."""

    suite: Suite | None = None
    position: int | None = None
    url: str = ""
    """Address of the target. It decides nothing about observations."""

    def __post_init__(self) -> None:
        # Both name folders of the record: what cannot be one is refused before anything runs, not when it is written.
        Scope("products", self.product)
        if self.test:
            scope_of_test(self.test)

    @property
    def scopes(self) -> tuple[Scope, ...]:
        """The scopes whose observations a step here may be given, nearest first."""
        own = [scope_of_test(self.test)] if self.test else []
        suite = [self.suite.scope] if self.suite else []
        return (*own, *suite, Scope("products", self.product))

    def has(self, scope: Scope, snapshot: Sequence[SuiteEntry], position: int | None) -> bool:
        """Whether an observation belongs here: one of a suite only in this very suite, at this very position."""
        if scope not in self.scopes:
            return False
        if scope.tier != "suites" or self.suite is None:
            return True
        return self.suite.fits(snapshot) and position == self.position

    def document(self) -> dict[str, Any]:
        """The place as the evidence of a run keeps it."""
        return {"product": self.product, "suite": self.suite and self.suite.document(), "position": self.position}
