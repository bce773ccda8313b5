"""Which of the collected tests run: said by default, done with --hardwon-reduce.

Every process of a run chooses alike: the choice depends on nothing but the collected tests and what it was told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from hardwon.evidence.reports import placed
from hardwon.plugin.marks import marked_area
from hardwon.plugin.results import result_of
from hardwon.selection import Basis, Candidate, choose

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.memory import Memory


class Choosing:
    """Chooses among the collected tests, and keeps those that are left out."""

    def __init__(
        self, config: pytest.Config, memory: Memory, basis: dict[str, Any], tell: Callable[[list[Candidate]], None]
    ) -> None:
        self._config = config
        self._memory = memory
        self._basis = Basis.from_document(basis)
        self._tell = tell

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """After all others: what they filter or order is not ours to choose from."""
        candidates = self._candidates(session, items)
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

    def _candidates(self, session: pytest.Session, items: list[pytest.Item]) -> list[Candidate]:
        """The items by the names that history knows them under, with their areas."""
        results = [result_of(self._config.rootpath, item.nodeid, "skipped", said=marked_area(item)) for item in items]
        asked = _asked_for(session)
        return [
            Candidate(test=result.test, area=result.area, unskippable=_is_unskippable(item, asked))
            for item, result in zip(
                items, placed(results, self._memory.config.rules, self._memory.project.root), strict=True
            )
        ]


def _asked_for(session: pytest.Session) -> tuple[str, ...]:
    """Tests that the command line names one by one: whoever names a test wants it run."""
    return tuple(arg.replace("\\", "/") for arg in session.config.args if "::" in arg)


def _is_unskippable(item: pytest.Item, asked: tuple[str, ...]) -> bool:
    if item.get_closest_marker("unskippable") is not None:
        return True
    return any(arg.endswith(item.nodeid) or item.nodeid.startswith((f"{arg}[", f"{arg}::")) for arg in asked)


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
