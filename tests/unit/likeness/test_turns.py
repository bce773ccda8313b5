"""Turns of phrase are found by their cues."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardwon.likeness import turns

if TYPE_CHECKING:
    import re


@pytest.mark.parametrize(("cues", "spelt"), [turn[:2] for turn in turns._TURNS])
def test_a_cue_is_in_all_that_a_turn_fits(cues: tuple[str, ...], spelt: re.Pattern[str]) -> None:
    @settings(max_examples=15, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
    @given(st.from_regex(spelt))
    def has_cue(text: str) -> None:
        assert any(cue in text.casefold() for cue in cues)

    has_cue()
