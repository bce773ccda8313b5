"""Area confidence: how verdicts move an area, when it retires, when it starts again.

Pure functions of values: no clock, no disk, no configuration lookup.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from hardwon.areas import proven_states
from hardwon.text.times import in_utc

if TYPE_CHECKING:
    from collections.abc import Mapping

Stage = Literal["new", "growing", "mature", "legacy"]
AreaStatus = Literal["active", "stable", "volatile", "retired"]

STAGES: tuple[tuple[float, Stage], ...] = ((0.90, "legacy"), (0.70, "mature"), (0.40, "growing"))
"""Lowest confidence of each stage, highest first; below them all an area is new."""

NO_FILES = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
"""Fingerprint of an area whose paths match no file: the digest of nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """The constants of the confidence formula, as the project has set them."""

    pass_weight: float = 0.19
    fail_penalty: float = 0.30
    retirement_threshold: float = 0.95
    retirement_tests: int = 15
    volatile_threshold: float = 0.75
    stable_threshold: float = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class Proving:
    """What counts as proof, as the project has set it."""

    repeat_window: float = 3600.0
    """Seconds within which runs on the same state are added up, and are one proof."""

    breadth: float = 0.9
    """Share of an area's known tests that must have passed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What one run says about one area."""

    area: str
    passed: bool

    run: str
    """Run that it rests on. A verdict without a run is a rumour, and refused."""

    tests: int = 1
    """Tests of the area that gave a result; the verdict counts once however many they are."""

    failed: int = 0
    flaky: int = 0

    credited: bool = True
    """Whether it moves the area. What is not credited changes no count."""

    why: str = ""
    """Why it is not credited."""

    started_again: bool = False
    """Whether the area began anew with it: its files were no longer those of the verdict before."""

    def __post_init__(self) -> None:
        if not self.run:
            raise ValueError(f"a verdict on {self.area!r} names no run")

    def document(self) -> dict[str, Any]:
        """The verdict as JSON output gives it."""
        return {
            "area": self.area,
            "passed": self.passed,
            "tests": self.tests,
            "failed": self.failed,
            "flaky": self.flaky,
            "credited": self.credited,
            "why": self.why or None,
        } | ({"started_again": True} if self.started_again else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Credit:
    """Whether a verdict counts, and what it rests on."""

    credited: bool = True
    why: str = ""
    """Why it does not count."""

    state: str | None = None
    """What was tested; empty if nothing is known of it, None for the word of a person, which needs no proof."""

    tests: int | None = None
    """How many tests the area is known to have, once it was covered."""

    failed_tests: str = ""
    """Digest of the tests that failed."""

    failed_keys: str = ""
    """What tests go by that failed on this state, this run included: some of them, if they are many."""

    other_tests: str | None = None
    """Digest of the tests of a report that does not cover the area; empty if it does, None if it is not a report."""

    other_runs: int = 0

    is_past: bool = False
    """It tells of a past run: the content that it was about is not the present one."""


BY_A_PERSON = Credit()


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """What one part of the system has proven so far."""

    name: str
    confidence: float = 0.0
    test_count: int = 0
    pass_count: int = 0
    fail_count: int = 0
    last_tested_at: str | None = None
    retired: bool = False

    fingerprint: str | None = None
    """Digest of the area's files when it last got a verdict; None where no paths are configured."""

    tests_before_change: int = 0
    """Share of test_count that proves nothing about the present content."""

    fails_before_change: int = 0
    changed_at: str | None = None
    """When it last started again."""

    flaky_count: int = 0
    """Runs in which it passed only after a test was tried again."""

    tests: int = 0
    """How many tests it is known to have; 0 if that is not known."""

    proven_state: str | None = None
    proven_at: str | None = None
    """What the last credited pass rests on; without a state nothing is known of it."""

    proven_before: str | None = None
    """The states of credited passes before that one, each with its time."""

    failed_state: str | None = None
    failed_at: str | None = None
    failed_tests: str | None = None
    failed_keys: str | None = None
    """What the last counted failure rests on, a digest of the tests that failed, and what they go by."""

    other_tests: str | None = None
    other_runs: int = 0
    """Digest of the tests of reports that do not cover it, and how many in a row had them."""

    states: int = 0
    passes_on_states: int = 0
    """Passes since the last change of which the state is known, and how many states that were."""

    history_until: str | None = None
    """The newest past run that was weighed for it, where no pass of the present has counted since: it neither
    retires nor is reduced nor opens a gate until that is so."""

    tests_gone_at: str | None = None
    """When a whole run found none of its tests any more; its confidence stays."""

    changed: str = ""
    """Why it counts as changed although the record does not say so yet; never written."""

    stood: float = 0.0
    """Its confidence before that; never written."""

    extra: Mapping[str, Any] = field(default_factory=dict)
    """Keys of other tools, kept as they are."""

    @property
    def stage(self) -> Stage:
        return stage_of(self.confidence)

    @property
    def tracked(self) -> bool:
        """Whether a change of its files would be seen."""
        return self.fingerprint not in (None, NO_FILES)

    @property
    def tests_since_change(self) -> int:
        return self.test_count - self.tests_before_change

    @property
    def fails_since_change(self) -> int:
        return self.fail_count - self.fails_before_change

    def status(self, scoring: Scoring) -> AreaStatus:
        if self.retired:
            return "retired"
        if self.confidence < scoring.volatile_threshold:
            return "volatile"
        return "stable" if self.confidence >= scoring.stable_threshold else "active"


def stage_of(confidence: float) -> Stage:
    return next((stage for lowest, stage in STAGES if confidence >= lowest), "new")


def after_pass(confidence: float, weight: float) -> float:
    return _tidy(confidence + weight * (1 - confidence))


def after_fail(confidence: float, penalty: float) -> float:
    return _tidy(max(0.0, confidence - penalty))


def after_passes(confidence: float, weight: float, count: int) -> float:
    """As so many passes one after the other, however many they are."""
    return _tidy(1 - (1 - confidence) * (1 - weight) ** count)


def after_fails(confidence: float, penalty: float, count: int) -> float:
    return _tidy(max(0.0, confidence - penalty * count))


def _tidy(confidence: float) -> float:
    # Ten decimals: the noise of binary fractions stays out of a file that people review.
    return min(1.0, round(confidence, 10))


def unproven(area: Area) -> Area:
    """The area with nothing proven: counts stay as history, the retirement gate counts from here."""
    return replace(
        area,
        confidence=0.0,
        retired=False,
        tests_before_change=area.test_count,
        fails_before_change=area.fail_count,
        states=0,
        passes_on_states=0,
    )


def start_again(area: Area, *, at: str, fingerprint: str | None = None) -> Area:
    """The area as it begins anew at a moment, on the files of a fingerprint."""
    begun = replace(unproven(area), fingerprint=fingerprint, changed_at=at, changed="", stood=0.0)
    begun = replace(begun, proven_state=None, proven_at=None, proven_before=None, history_until=None)
    return replace(begun, failed_state=None, failed_at=None, failed_tests=None, failed_keys=None)


def as_it_stands(area: Area, fingerprint: str | None, scoring: Scoring) -> Area:
    """The area as every reader must see it: one whose files changed since its last verdict has nothing proven.

    Without a present fingerprint no files are watched, whatever the record remembers. Whatever it says, an area that is
    below the threshold of retirement is not retired: other tools leave such marks.
    """
    if is_changed(area, fingerprint):
        why = _why_changed(area, fingerprint)
        return replace(unproven(area), fingerprint=fingerprint, changed=why, stood=area.confidence)
    if area.retired and area.confidence < scoring.retirement_threshold:
        area = replace(area, retired=False)
    # What the record remembers of files counts only while files are watched; that none is matched is known at once.
    unwatched = fingerprint is None or (fingerprint == NO_FILES and area.fingerprint is None)
    return replace(area, fingerprint=fingerprint) if unwatched and area.fingerprint != fingerprint else area


def _why_changed(area: Area, fingerprint: str | None) -> str:
    if fingerprint == NO_FILES:
        return "its `paths` match no file any more"
    if area.fingerprint == NO_FILES:
        return "its `paths` match files now: what it proved before rests on none"
    return "its files changed" + (f" since {in_utc(area.last_tested_at)} UTC" if area.last_tested_at else "")


def is_changed(area: Area, fingerprint: str | None) -> bool:
    """Whether the files of the area differ from those that its confidence rests on."""
    return None not in (area.fingerprint, fingerprint) and area.fingerprint != fingerprint


def learn(
    area: Area,
    verdict: Verdict,
    *,
    scoring: Scoring,
    at: str,
    fingerprint: str | None = None,
    credit: Credit = BY_A_PERSON,
) -> Area:
    """The area after a verdict on its present content. One that is not credited moves nothing; it can tell of tests."""
    if credit.other_tests is not None:
        area = replace(area, other_tests=credit.other_tests or None, other_runs=credit.other_runs)
    area = _told_of_past(area, verdict, credit, scoring, at) if credit.is_past else replace(area, tests_gone_at=None)
    if not credit.credited:
        return replace(area, tests=max(area.tests, credit.tests or 0))
    if is_changed(area, fingerprint):
        area = start_again(area, at=at)
    if area.history_until and not credit.is_past and fingerprint and not area.fingerprint:
        area = _watched_from_here(area)
    moved, by = (after_pass, scoring.pass_weight) if verdict.passed else (after_fail, scoring.fail_penalty)
    learned = replace(
        area,
        confidence=moved(area.confidence, by),
        test_count=area.test_count + 1,
        pass_count=area.pass_count + verdict.passed,
        fail_count=area.fail_count + (not verdict.passed),
        flaky_count=area.flaky_count + (verdict.passed and verdict.flaky > 0),
        last_tested_at=at,
        fingerprint=fingerprint or area.fingerprint,
        history_until=None if verdict.passed and not credit.is_past else area.history_until,
        changed="",
        stood=0.0,
    )
    if credit.state is not None:
        learned = _resting(learned, credit, passed=verdict.passed, at=at)
    if credit.is_past and verdict.passed and area.tracked:
        learned = _put_aside(learned, area)
    # Once earned, retirement outlasts stricter counts; one that its confidence belies was never ended as it should be.
    still = area.retired and area.confidence >= scoring.retirement_threshold
    earned_now = not credit.is_past and has_earned_retirement(learned, scoring)
    return replace(learned, retired=verdict.passed and (still or earned_now))


def _told_of_past(area: Area, verdict: Verdict, credit: Credit, scoring: Scoring, at: str) -> Area:
    """The area once a past run was weighed. It takes nothing from a proof on the present files, unless it failed."""
    stands = area.history_until is None and area.status(scoring) in ("stable", "retired")
    return area if stands and (verdict.passed or not credit.credited) else replace(area, history_until=at)


def _watched_from_here(area: Area) -> Area:
    """The area at its first present verdict with files to watch: on which content its past passes were is not known."""
    tests, fails = area.test_count, area.fail_count
    return replace(area, tests_before_change=tests, fails_before_change=fails, states=0, passes_on_states=0)


def _put_aside(learned: Area, area: Area) -> Area:
    """The area after a past pass that says nothing of the files that it is watched on: no test since their change."""
    before = area.tests_before_change + 1
    return replace(learned, tests_before_change=before, states=area.states, passes_on_states=area.passes_on_states)


def _resting(area: Area, credit: Credit, *, passed: bool, at: str) -> Area:
    """The area with what its newest verdict rests on."""
    area = replace(area, tests=area.tests if credit.tests is None else credit.tests)
    state = credit.state or None
    if not passed:
        area = replace(area, failed_tests=credit.failed_tests, failed_keys=credit.failed_keys or None)
        return replace(area, failed_state=state, failed_at=at)
    states = proven_states.known(area)
    is_new = state is not None and (proven_states.proven_on(area, state) is None or not area.states)
    return replace(
        area,
        proven_state=state,
        proven_at=at,
        proven_before=proven_states.before(states, state, at),
        states=area.states + is_new,
        passes_on_states=area.passes_on_states + (state is not None),
    )


def has_earned_retirement(area: Area, scoring: Scoring) -> bool:
    """Both gates: high confidence, and enough tests that it is no lucky streak. History alone opens neither."""
    if area.history_until:
        return False
    return area.confidence >= scoring.retirement_threshold and area.tests_since_change >= scoring.retirement_tests
