"""How attempts at tests ended, per product, for every project that tests it: a row each, only ever added to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.guard.breaker import CircuitBreaker
from hardwon.postgres.kept_text import kept, told
from hardwon.store.outcomes import checked_product
from hardwon.store.protocol import BreakerStanding
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.postgres.server import Cursor, Server

_RECORD = """
    INSERT INTO hardwon.outcomes (product, project, with_memory, passed, run, test, at)
    VALUES (%s, %s, %s, %s, %s, %s, %s)
"""
_USE = "INSERT INTO hardwon.uses (project, product) VALUES (%s, %s) ON CONFLICT (project, product) DO NOTHING"
"""Who tests a product has its observations among its own."""

_NEWEST = "SELECT with_memory, passed FROM hardwon.outcomes WHERE product = %s ORDER BY number DESC LIMIT %s"
_PRODUCTS = """
    SELECT DISTINCT product FROM hardwon.outcomes
    WHERE project = %(project)s OR product IN (SELECT product FROM hardwon.uses WHERE project = %(project)s)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamOutcomes:
    """Outcomes on the server, and the rule by which they are judged."""

    server: Server
    project: str
    window: int = 20
    baseline: int = 3
    threshold: float = 0.15

    def record(self, product: str, *, with_memory: bool, passed: bool, run: str, test: str, at: str) -> CircuitBreaker:
        values = (kept(checked_product(product)), self.project, with_memory, passed)
        told_of = (kept(one_line(run)), kept(one_line(test)), at)

        def record(cursor: Cursor) -> CircuitBreaker:
            cursor.execute(_RECORD, (*values, *told_of))
            cursor.execute(_USE, (self.project, values[0]))
            return self.breaker(product)

        return self.server.run(record)

    def reset(self, product: str, *, at: str) -> int:
        name = kept(checked_product(product))

        def reset(cursor: Cursor) -> int:
            before = self.standing(product).outcomes
            cursor.execute(_RECORD, (name, self.project, None, None, "", "", at))
            return before

        return self.server.run(reset)

    def standing(self, product: str) -> BreakerStanding:
        breaker = CircuitBreaker(self.window, self.baseline, self.threshold)
        newest: list[tuple[bool, bool]] = []
        for with_memory, passed in self.server.ask(_NEWEST, (kept(product), self.window)):
            if with_memory is None:
                break  # it was reset
            newest.append((with_memory, passed))
        for with_memory, passed in reversed(newest):
            breaker.record(with_memory=with_memory, passed=passed)
        return BreakerStanding(product=product, breaker=breaker, broken=0, where=f"outcomes of {one_line(product, 80)}")

    def breaker(self, product: str) -> CircuitBreaker:
        return self.standing(product).breaker

    def products(self) -> list[str]:
        return sorted(told(name) for (name,) in self.server.ask(_PRODUCTS, {"project": self.project}))

    def flaws(self) -> Iterator[tuple[str, str]]:
        """None: the server takes no row that is not an outcome."""
        return iter(())
