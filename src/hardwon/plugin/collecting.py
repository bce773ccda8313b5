"""What follows once the tests are known: some are left out, and those with steps get what they need.

What is wrong is said here, before the first test runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardwon.errors import HardwonError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.plugin.choosing import Choosing


REFUSAL = "hardwon (plugin)"
"""Where a report says that a refusal of ours comes from: no file, so it is none that could not be collected."""


class Collecting:
    """Hears of the collected tests."""

    def __init__(self, config: pytest.Config, choosing: Choosing, prepare_steps: Callable[[], None]) -> None:
        self._is_worker = hasattr(config, "workerinput")
        self._choosing = choosing
        self._prepare_steps = prepare_steps

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """After all others: what they filter or order is not ours to choose from."""
        try:
            self._choosing.choose(session, items)
            if any("hardwon" in getattr(item, "fixturenames", ()) for item in items):
                self._prepare_steps()
        except HardwonError as error:
            self._refuse(session, items, f"hardwon ({error.slug}): {error}")
        except pytest.UsageError as error:
            self._refuse(session, items, str(error))

    def _refuse(self, session: pytest.Session, items: list[pytest.Item], reason: str) -> None:
        if not self._is_worker:
            raise pytest.UsageError(reason)
        # xdist takes a worker that raises for one that crashed; a report of the collection it passes on.
        items.clear()
        report = pytest.CollectReport(nodeid=REFUSAL, outcome="failed", longrepr=reason, result=[])
        session.config.hook.pytest_collectreport(report=report)
