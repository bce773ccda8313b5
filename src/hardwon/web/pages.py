"""Pages: every view that is at an address of its own. The navigation names those that readers go to by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.web.views import area_views, observation_views, overview_views, run_views, tool_views

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.web.visit import PageSheet, Visit

VIEWS: dict[str, Callable[[Visit], PageSheet]] = {
    "": overview_views.overview,
    "areas": area_views.areas,
    "observations": observation_views.observations,
    "quarantine": observation_views.quarantine,
    "runs": run_views.runs,
    "compare": run_views.compare,
    "recall": tool_views.recall,
    "mandate": tool_views.mandate,
    "breaker": tool_views.breaker,
    "settings": tool_views.settings,
    "doctor": tool_views.doctor,
}
"""By address. What the navigation has is exported, too."""
