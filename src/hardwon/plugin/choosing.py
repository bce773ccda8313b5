"""Which of the collected tests run: said by default, done with --hardwon-reduce.

Every process of a run chooses alike: the choice depends on nothing but the collected tests and what it was told.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from hardwon.areas.candidate import Candidate
from hardwon.areas.selection import choose
from hardwon.plugin.asked import Asked
from hardwon.plugin.garbage import left_alone
from hardwon.plugin.marks import has_own_marks, is_marked, is_unskippable, marked_area

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.areas.selection import Basis
    from hardwon.plugin.names import Names


class Choosing:
    """Chooses among the collected tests, and keeps those that are left out."""

    def __init__(
        self, config: pytest.Config, names: Names, basis: Basis, tell: Callable[[list[Candidate]], None]
    ) -> None:
        self._config = config
        self._names = names
        self._basis = basis
        self._tell = tell

    def choose(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Say what was collected, and take out of it what is to be left out."""
        with left_alone():
            candidates = self._candidates(items)
            self._tell(candidates)
        if not self._config.getoption("hardwon_reduce"):
            return
        runs = [choice.run for choice in choose(candidates, self._basis).choices]
        left_out = [item for item, run in zip(items, runs, strict=True) if not run]
        if not left_out:
            return
        areas = {item.nodeid: candidate.area for item, candidate in zip(items, candidates, strict=True)}
        items[:] = [item for item, run in zip(items, runs, strict=True) if run]
        self._config.hook.pytest_deselected(items=left_out)
        if self._config.getoption("hardwon_escalate"):
            self._config.pluginmanager.register(Escalation(session, areas, left_out, self._config))

    def _candidates(self, items: list[pytest.Item]) -> list[Candidate]:
        """The items by the names that history knows them under, with their areas."""
        asked = Asked(self._config)
        names_tests = asked.is_anything
        is_below_marks = cache(is_marked)
        found = []
        for item in items:
            has_marks = has_own_marks(item) or is_below_marks(item.parent)
            area = marked_area(item) if has_marks else ""
            named = self._names.of(item.nodeid, self._names.outside(item), area)
            must = (names_tests and asked.names(item)) or (has_marks and is_unskippable(item))
            found.append(Candidate(test=named.test, area=named.area, unskippable=must, file=named.file))
        return found


class Escalation:
    """A test that fails brings back what was left out of its area, in the same run."""

    def __init__(
        self, session: pytest.Session, areas: dict[str, str], left_out: list[pytest.Item], config: pytest.Config
    ) -> None:
        self._session = session
        self._areas = areas
        self._config = config
        self._left_out: dict[str, list[pytest.Item]] = {}
        for item in left_out:
            self._left_out.setdefault(areas[item.nodeid], []).append(item)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.failed or report.when != "call":
            return
        back = self._left_out.pop(self._areas.get(report.nodeid, ""), [])
        if not back:
            return
        # pytest goes through this list while it grows.
        self._session.items.extend(back)
        self._session.testscollected += len(back)
        self._config.stash[BROUGHT_BACK].extend(item.nodeid for item in back)
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None:
            reporter.stats["deselected"] = [item for item in reporter.stats["deselected"] if item not in back]


BROUGHT_BACK = pytest.StashKey[list[str]]()
"""Node ids of the tests that a failure brought back."""
