"""How verdicts move an area: the formula, the gates, the history, and what the counts prove."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.areas.area import Area, Scoring, Verdict, after_fail, after_pass, is_changed, learn, stage_of, start_again
from hardwon.areas.bound import failure_rate_bound
from hardwon.areas.retirement import Retirement, retirements_after
from hardwon.areas.telling import percent, proof

NOW = "2026-01-02T03:04:05Z"
LATER = "2026-02-03T04:05:06Z"
SCORING = Scoring()

shares = st.floats(min_value=0, max_value=1)
verdicts = st.lists(st.booleans(), max_size=60)


def verdict(passed: bool) -> Verdict:
    return Verdict(area="auth", passed=passed, run="r1")


def after(*results: bool, area: Area | None = None, fingerprint: str | None = None) -> Area:
    area = area or Area(name="auth")
    for passed in results:
        area = learn(area, verdict(passed), scoring=SCORING, at=NOW, fingerprint=fingerprint)
    return area


def passes(count: int, fingerprint: str | None = None) -> Area:
    return after(*[True] * count, fingerprint=fingerprint)


class TestConfidence:
    @pytest.mark.parametrize(
        ("count", "confidence"),
        [(0, 0.0), (1, 0.19), (2, 0.3439), (5, 0.6513), (10, 0.8784), (14, 0.9477), (15, 0.9576)],
    )
    def test_clean_passes_approach_one(self, count: int, confidence: float) -> None:
        assert round(passes(count).confidence, 4) == confidence

    def test_failure_takes_the_penalty_and_stops_at_zero(self) -> None:
        assert after(True, True, False).confidence == pytest.approx(0.0439)
        assert after(True, False).confidence == 0.0
        assert after(False).confidence == 0.0

    def test_constants_of_the_project_are_used(self) -> None:
        scoring = Scoring(pass_weight=0.5, fail_penalty=0.25)
        area = learn(Area(name="auth"), verdict(True), scoring=scoring, at=NOW)
        assert area.confidence == 0.5
        assert learn(area, verdict(False), scoring=scoring, at=NOW).confidence == 0.25

    def test_counts_and_time_move_with_every_verdict(self) -> None:
        area = after(True, False, True)
        assert (area.test_count, area.pass_count, area.fail_count, area.last_tested_at) == (3, 2, 1, NOW)

    def test_flaky_pass_is_counted_as_flaky_and_flaky_failure_is_not(self) -> None:
        shaky = replace(verdict(True), tests=3, flaky=2)
        area = learn(Area(name="auth"), shaky, scoring=SCORING, at=NOW)
        assert area.flaky_count == 1
        assert learn(area, replace(shaky, passed=False), scoring=SCORING, at=NOW).flaky_count == 1

    def test_verdict_without_a_run_is_refused(self) -> None:
        with pytest.raises(ValueError, match="names no run"):
            Verdict(area="auth", passed=True, run="")

    @given(verdicts)
    def test_stays_between_zero_and_one(self, results: list[bool]) -> None:
        assert 0.0 <= after(*results).confidence <= 1.0

    @given(shares, shares)
    def test_any_constants_keep_it_between_zero_and_one(self, confidence: float, constant: float) -> None:
        assert 0.0 <= after_pass(confidence, constant) <= 1.0
        assert 0.0 <= after_fail(confidence, constant) <= 1.0

    @given(verdicts)
    def test_a_pass_never_lowers_and_a_failure_never_raises(self, results: list[bool]) -> None:
        area = after(*results)
        assert after(True, area=area).confidence >= area.confidence
        assert after(False, area=area).confidence <= area.confidence

    @given(st.integers(0, 60))
    def test_more_clean_passes_are_never_worth_less(self, count: int) -> None:
        assert passes(count + 1).confidence >= passes(count).confidence

    @given(verdicts)
    def test_counts_add_up(self, results: list[bool]) -> None:
        area = after(*results)
        assert area.test_count == area.pass_count + area.fail_count == len(results)


class TestStages:
    @pytest.mark.parametrize(
        ("confidence", "stage"),
        [
            (0.0, "new"),
            (0.3999, "new"),
            (0.40, "growing"),
            (0.6999, "growing"),
            (0.70, "mature"),
            (0.8999, "mature"),
            (0.90, "legacy"),
            (1.0, "legacy"),
        ],
    )
    def test_stage_begins_at_its_limit(self, confidence: float, stage: str) -> None:
        assert stage_of(confidence) == stage

    @pytest.mark.parametrize(
        ("confidence", "retired", "status"),
        [
            (0.7499, False, "volatile"),
            (0.75, False, "active"),
            (0.9499, False, "active"),
            (0.95, False, "stable"),
            (0.95, True, "retired"),
            (0.1, True, "retired"),
        ],
    )
    def test_status(self, confidence: float, retired: bool, status: str) -> None:
        assert Area(name="auth", confidence=confidence, retired=retired).status(SCORING) == status


class TestRetirement:
    def test_comes_with_the_fifteenth_clean_pass_and_not_before(self) -> None:
        assert [passes(count).retired for count in (14, 15)] == [False, True]

    def test_confidence_alone_is_not_enough(self) -> None:
        lucky = Area(name="auth", confidence=0.99, test_count=13, pass_count=13)
        assert not after(True, area=lucky).retired
        assert after(True, True, area=lucky).retired

    def test_many_tests_alone_are_not_enough(self) -> None:
        area = after(*[True] * 13, False, True)
        assert area.test_count == 15
        assert not area.retired

    def test_failure_ends_it_in_the_same_update(self) -> None:
        area = after(False, area=passes(20))
        assert not area.retired
        assert area.status(SCORING) == "volatile"

    def test_failure_never_retires_however_high_the_confidence_stays(self) -> None:
        mild = Scoring(fail_penalty=0.0)
        area = learn(passes(20), verdict(False), scoring=mild, at=NOW)
        assert area.confidence >= 0.95
        assert not area.retired

    def test_retired_area_that_passes_stays_retired(self) -> None:
        assert after(True, area=passes(15)).retired

    def test_record_that_calls_an_unproven_area_retired_is_put_right_by_the_next_verdict(self) -> None:
        """teststop leaves areas retired that have failed since."""
        wrong = Area(name="auth", confidence=0.4, test_count=20, pass_count=16, fail_count=4, retired=True)
        assert not after(True, area=wrong).retired

    @given(verdicts)
    def test_retired_means_both_gates_were_passed(self, results: list[bool]) -> None:
        area = after(*results)
        if area.retired:
            assert area.confidence >= 0.95
            assert area.test_count >= 15
            assert results[-1]


class TestChange:
    def test_other_content_starts_again_and_keeps_the_counts(self) -> None:
        area = after(True, area=passes(20, "one"), fingerprint="two")
        assert area.confidence == 0.19
        assert not area.retired
        assert (area.test_count, area.pass_count) == (21, 21)
        assert (area.tests_since_change, area.fingerprint, area.changed_at) == (1, "two", NOW)

    def test_same_content_goes_on(self) -> None:
        assert after(True, area=passes(3, "one"), fingerprint="one").confidence == passes(4).confidence

    def test_the_gate_counts_tests_since_the_change(self) -> None:
        quick = Scoring(pass_weight=0.9)
        area = passes(14, "one")
        for _ in range(14):
            area = learn(area, verdict(True), scoring=quick, at=NOW, fingerprint="two")
        assert area.confidence > 0.95
        assert area.test_count == 28
        assert not area.retired
        assert learn(area, verdict(True), scoring=quick, at=NOW, fingerprint="two").retired

    def test_first_fingerprint_of_a_proven_area_is_no_change(self) -> None:
        """Paths were configured after the area had proven itself."""
        area = after(True, area=passes(3), fingerprint="one")
        assert area.test_count == area.tests_since_change == 4
        assert area.fingerprint == "one"

    def test_no_paths_means_no_change_detection_and_keeps_what_was_known(self) -> None:
        area = after(True, area=passes(3, "one"), fingerprint=None)
        assert area.tests_since_change == 4
        assert area.fingerprint == "one"

    @pytest.mark.parametrize(
        ("then", "now", "changed"),
        [(None, None, False), ("a", None, False), (None, "a", False), ("a", "a", False), ("a", "b", True)],
    )
    def test_change_needs_two_different_fingerprints(self, then: str | None, now: str | None, changed: bool) -> None:
        assert is_changed(Area(name="auth", fingerprint=then), now) is changed

    def test_failures_before_the_change_prove_nothing_about_what_is_there_now(self) -> None:
        area = after(True, area=after(False, False, fingerprint="one"), fingerprint="two")
        assert (area.fail_count, area.fails_since_change) == (2, 0)
        assert proof(area).startswith("1 clean pass:")

    def test_start_again_keeps_foreign_keys(self) -> None:
        area = start_again(replace(passes(4), extra={"owner": "ann"}), at=LATER)
        assert (area.confidence, area.test_count, area.tests_since_change) == (0.0, 4, 0)
        assert area.extra == {"owner": "ann"}


class TestHistory:
    """retired.json after an update."""

    def test_retirement_adds_an_entry_with_the_counts_of_that_moment(self) -> None:
        area = passes(15)
        assert retirements_after([], {"auth": area}, ["auth"], at=NOW) == [
            Retirement(name="auth", retired_at=NOW, test_count=15, pass_count=15, confidence=area.confidence)
        ]

    def test_entry_is_added_once(self) -> None:
        history = retirements_after([], {"auth": passes(15)}, ["auth"], at=NOW)
        assert retirements_after(history, {"auth": passes(16)}, ["auth"], at=LATER) == history

    def test_end_of_retirement_is_noted_and_the_entry_stays(self) -> None:
        history = retirements_after([], {"auth": passes(15)}, ["auth"], at=NOW)
        ended = retirements_after(history, {"auth": after(False, area=passes(15))}, ["auth"], at=LATER)
        assert ended == [replace(history[0], unretired_at=LATER)]

    def test_second_retirement_is_a_second_entry(self) -> None:
        first = Retirement(name="auth", retired_at=NOW, test_count=15, pass_count=15, confidence=0.96, unretired_at=NOW)
        history = retirements_after([first], {"auth": passes(40)}, ["auth"], at=LATER)
        assert [entry.unretired_at for entry in history] == [NOW, None]
        assert history[0] == first

    def test_only_touched_areas_move(self) -> None:
        other = Retirement(name="cart", retired_at=NOW, test_count=15, pass_count=15, confidence=0.96)
        assert retirements_after([other], {"auth": after(False)}, ["auth"], at=LATER) == [other]

    def test_end_that_was_noted_keeps_its_time(self) -> None:
        ended = Retirement(name="auth", retired_at=NOW, test_count=15, pass_count=15, confidence=0.96, unretired_at=NOW)
        assert retirements_after([ended], {"auth": after(False)}, ["auth"], at=LATER) == [ended]


def chance_of_at_most(failures: int, tests: int, rate: float) -> Fraction:
    """The binomial sum itself, in exact arithmetic."""
    p = Fraction(rate)
    return sum((comb(tests, k) * p**k * (1 - p) ** (tests - k) for k in range(failures + 1)), Fraction(0))


class TestFailureBound:
    @pytest.mark.parametrize(
        ("tests", "failures", "bound"),
        [
            (1, 0, 0.95),
            (15, 0, 0.1810),
            (59, 0, 0.0495),
            (149, 0, 0.0199),
            (20, 1, 0.2161),
            (10, 5, 0.7776),
            (100, 5, 0.1023),
            (50, 49, 0.9990),
        ],
    )
    def test_published_clopper_pearson_values(self, tests: int, failures: int, bound: float) -> None:
        assert failure_rate_bound(tests, failures) == pytest.approx(bound, abs=6e-5)

    def test_five_percent_takes_fifty_nine_clean_passes(self) -> None:
        assert failure_rate_bound(58, 0) > 0.05 > failure_rate_bound(59, 0)

    @given(st.integers(1, 150).flatmap(lambda tests: st.tuples(st.just(tests), st.integers(0, tests - 1))))
    def test_is_the_rate_at_which_so_few_failures_are_five_percent_likely(self, case: tuple[int, int]) -> None:
        tests, failures = case
        bound = failure_rate_bound(tests, failures)
        assert float(chance_of_at_most(failures, tests, bound)) == pytest.approx(0.05, abs=1e-9)

    def test_many_failures_in_very_many_tests_take_no_time(self) -> None:
        """Counts come from a file that anyone can write; the figure must not be a way to stop the program."""
        assert failure_rate_bound(10**9, 5 * 10**8) == pytest.approx(0.5, abs=1e-4)
        assert failure_rate_bound(10**9, 3) == pytest.approx(7.75e-9, rel=1e-2)
        assert failure_rate_bound(10**9, 0) == pytest.approx(3e-9, rel=1e-2)

    @pytest.mark.parametrize(("tests", "failures"), [(0, 0), (3, 3), (3, 7), (-1, 0)])
    def test_nothing_is_known_without_a_pass(self, tests: int, failures: int) -> None:
        assert failure_rate_bound(tests, failures) == 1.0

    @given(st.integers(1, 200), st.integers(0, 5))
    def test_more_passes_never_make_it_worse(self, tests: int, failures: int) -> None:
        assert failure_rate_bound(tests + 1, failures) <= failure_rate_bound(tests, failures)


class TestProof:
    def test_clean_passes(self) -> None:
        assert proof(passes(15)) == "15 clean passes: failure rate below 18 % at 95 % confidence"
        assert proof(passes(1)) == "1 clean pass: failure rate below 95 % at 95 % confidence"

    def test_failures_are_named(self) -> None:
        assert proof(after(*[True] * 19, False)) == "1 of 20 runs failed: failure rate below 22 % at 95 % confidence"

    def test_change_leaves_nothing_proven(self) -> None:
        assert proof(start_again(passes(15), at=NOW)) == "nothing proven since the change"
        assert proof(replace(passes(15), changed="its files changed")) == "nothing proven since the change"

    def test_no_verdict_is_no_evidence(self) -> None:
        assert proof(Area(name="auth")) == "no evidence yet"

    @pytest.mark.parametrize(
        ("share", "text"),
        [
            (0, "0 %"),
            (0.00002, "0.002 %"),
            (0.0004, "0.04 %"),
            (0.0049, "0.5 %"),
            (0.0149, "1.5 %"),
            (0.181, "18 %"),
            (1, "100 %"),
        ],
    )
    def test_percent(self, share: float, text: str) -> None:
        assert percent(share) == text
