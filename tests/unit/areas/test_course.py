"""The course of an area: led back from what the record says, it is what the area went through."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.areas.area import Area, Scoring, Verdict, learn, start_again
from hardwon.areas.course import course

SCORING = Scoring()


def lived(verdicts: list[tuple[bool, bool]]) -> tuple[Area, list[tuple[str, Verdict]], list[float]]:
    area, told, after = Area(name="auth"), [], []
    for day, (passed, credited) in enumerate(verdicts, start=1):
        at = f"2026-01-05T1{day // 3600}:{day // 60 % 60:02}:{day % 60:02}Z"
        verdict = Verdict(area="auth", passed=passed, run=f"r{day}", credited=credited)
        if credited:
            area = learn(area, verdict, scoring=SCORING, at=at)
        told.append((at, verdict))
        after.append(area.confidence)
    return area, told, after


@given(st.lists(st.tuples(st.sampled_from((True, True, False)), st.sampled_from((True, True, False))), max_size=40))
def test_with_every_run_kept_it_is_exact(verdicts: list[tuple[bool, bool]]) -> None:
    area, told, after = lived(verdicts)
    assert course(area, told, SCORING) == pytest.approx(after, abs=1e-6)


@given(st.integers(0, 300), st.integers(1, 100))
def test_without_the_oldest_runs_passes_are_led_back(gone: int, kept: int) -> None:
    area, told, after = lived([(True, True)] * (gone + kept))
    assert course(area, told[gone:], SCORING) == pytest.approx(after[gone:], abs=1e-6)


def test_what_the_counts_do_not_tell_is_led_back() -> None:
    """Twenty passes, of which a reset and another tool have taken the counts: the newest part is still exact."""
    area, told, after = lived([(True, True)] * 20)
    bare = replace(area, test_count=6, pass_count=6)
    assert course(bare, told[14:], SCORING) == pytest.approx(after[14:], abs=1e-6)


def test_a_change_starts_it_again() -> None:
    area, told, after = lived([(True, True)] * 4)
    changed = "2026-01-05T10:00:30Z"
    verdict = Verdict(area="auth", passed=True, run="r")
    again = learn(start_again(area, at=changed), verdict, scoring=SCORING, at="2026-01-05T11:00:00Z")
    told.append(("2026-01-05T11:00:00Z", verdict))
    assert course(again, told, SCORING) == pytest.approx([*after, 0.19])


@given(st.lists(st.tuples(st.sampled_from((True, True, False)), st.sampled_from((False, False, True))), max_size=40))
def test_every_change_that_a_verdict_found_starts_it_again(days: list[tuple[bool, bool]]) -> None:
    """Also those before the last one: the record has only that, each verdict has its own."""
    area, told, after = Area(name="auth", fingerprint="f0"), [], []
    for day, (passed, changed) in enumerate(days, start=1):
        at = f"2026-01-05T10:{day:02}:00Z"
        verdict = Verdict(area="auth", passed=passed, run=f"r{day}", started_again=changed)
        fingerprint = f"f{day}" if changed else area.fingerprint
        area = learn(area, verdict, scoring=SCORING, at=at, fingerprint=fingerprint)
        told.append((at, verdict))
        after.append(area.confidence)
    assert course(area, told, SCORING) == pytest.approx(after, abs=1e-6)


def test_a_record_that_was_reset_breaks_nothing() -> None:
    area, told, _ = lived([(True, True)] * 10)
    assert all(0 <= share <= 1 for share in course(replace(area, confidence=0.0), told, SCORING))
    assert course(area, [], SCORING) == []
