"""Scenarios without an `exec`, as tests for an agent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.runner.tests import StepSpec, Test
from hardwon.text.plain import clean_name

if TYPE_CHECKING:
    from hardwon.scenarios.scenario import Scenario


def as_test(scenario: Scenario, file: str, *, target: str = "") -> Test:
    """A scenario as a test for an agent: its steps, then what a sound system must show."""
    told = [
        f"You are: {scenario.user_perspective}",
        *(f"Given: {each}" for each in scenario.preconditions),
        *(f"Meanwhile: {each}" for each in scenario.chaos_factors),
        *(f"A weak system might: {each}" for each in scenario.failure_modes),
    ]
    return Test(
        id=scenario.id,
        name=clean_name(scenario.title) or scenario.id,
        file=file,
        target=target,
        steps=(
            *(StepSpec(text=text, kind="act") for text in scenario.steps),
            StepSpec(text=scenario.expected_behavior, kind="assert"),
        ),
        area=scenario.area,
        priority=scenario.priority,
        context="\n".join(told),
        is_scenario=True,
    )
