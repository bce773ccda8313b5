"""Merging ledgers: from the base all passes of both sides, then all failures; in doubt less is proven."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hardwon.areas import merge
from hardwon.areas.area import Area, Credit, Scoring, Verdict, has_earned_retirement, learn, start_again
from hardwon.areas.ledger import Areas, Ledger, memory_text, read_ledger, retired_text
from hardwon.areas.retirement import Retirement

SCORING = Scoring()
FILE = "memory.json"


def merged(base: Ledger, ours: Ledger, theirs: Ledger) -> Ledger:
    return merge.merged(base, ours, theirs, scoring=SCORING)


def merged_area(base: Area, ours: Area, theirs: Area) -> Area:
    return merge.merged_area(base, ours, theirs, SCORING)


def minute(number: int) -> str:
    return f"2030-01-01T{number // 60:02d}:{number % 60:02d}:00Z"


def ledger(*areas: Area, **parts: Any) -> Ledger:
    return Ledger(areas=Areas({}).changed({area.name: area for area in areas}), **parts)


def taught(area: Area, *verdicts: bool, at: int = 0, fingerprint: str | None = None) -> Area:
    for step, passed in enumerate(verdicts):
        verdict = Verdict(area=area.name, passed=passed, run="r")
        area = learn(area, verdict, scoring=SCORING, at=minute(at + step), fingerprint=fingerprint)
    return area


def counted(area: Area) -> tuple[int, int, int, int]:
    return area.test_count, area.pass_count, area.fail_count, area.flaky_count


BASE = taught(Area(name="auth"), True, True, False)


def test_area_changed_on_one_side_only_is_taken_as_it_is_there() -> None:
    later = taught(BASE, True, at=10)
    assert merged(ledger(BASE), ledger(later), ledger(BASE)).areas["auth"] == later
    assert merged(ledger(BASE), ledger(BASE), ledger(later)).areas["auth"] == later


def test_area_changed_on_both_sides_counts_what_each_added() -> None:
    ours, theirs = taught(BASE, True, True, at=10), taught(BASE, False, at=20)
    found = merged_area(BASE, ours, theirs)
    assert counted(found) == (6, 4, 2, 0)
    assert found.confidence == round(taught(BASE, True, True, False).confidence, 10)
    assert found.last_tested_at == minute(20)


P, F = True, False

SUMS: dict[str, tuple[list[bool], list[bool], list[bool], float]] = {
    "six clean passes on two branches": ([], [P] * 3, [P] * 3, 0.7176),
    "one and five": ([], [P], [P] * 5, 0.7176),
    "from a base": ([P] * 2, [P] * 2, [P] * 2, 0.7176),
    "one pass each": ([], [P], [P], 0.3439),
    "failure last": ([P] * 2, [P] * 2, [P, P, F], 0.4176),
    "failure first on a side counts last": ([P] * 2, [F, P, P], [P, P], 0.4176),
    "failures of both": ([P] * 10, [F], [F], 0.8784 - 0.6),
    "never below 0": ([P], [F, F], [F], 0.0),
    "failures only, and passes": ([P] * 4, [F], [P] * 2, 0.4176),
    "fifteen passes together": ([], [P] * 7, [P] * 8, 0.9576),
}


@pytest.mark.parametrize(("base", "ours", "theirs", "confidence"), SUMS.values(), ids=SUMS)
def test_from_the_base_all_passes_of_both_sides_then_all_failures(
    base: list[bool], ours: list[bool], theirs: list[bool], confidence: float
) -> None:
    before = taught(Area(name="auth"), *base)
    found = merged_area(before, taught(before, *ours, at=10), taught(before, *theirs, at=20))
    assert found.confidence == pytest.approx(confidence, abs=5e-5)
    assert counted(found)[:3] == (
        len(base + ours + theirs),
        sum(base + ours + theirs),
        sum(not passed for passed in base + ours + theirs),
    )


RETIRED: dict[str, tuple[list[bool], list[bool], list[bool], bool]] = {
    "both are": ([P] * 15, [P], [P], True),
    "earned together": ([P] * 10, [P] * 3, [P] * 3, True),
    "one is, the other only passed": ([P] * 2, [P] * 14, [P], True),
    "one failed": ([P] * 15, [P], [F], False),
    "one failed and earned it again": ([P] * 15, [F, *[P] * 20], [P], False),
    "too few together": ([P] * 8, [P] * 3, [P] * 3, False),
}


@pytest.mark.parametrize(("base", "ours", "theirs", "retired"), RETIRED.values(), ids=RETIRED)
def test_area_is_retired_if_it_has_earned_it(
    base: list[bool], ours: list[bool], theirs: list[bool], retired: bool
) -> None:
    before = taught(Area(name="auth"), *base)
    sides = taught(before, *ours, at=20), taught(before, *theirs, at=50)
    assert merged_area(before, *sides).retired is retired
    assert merged_area(before, *reversed(sides)).retired is retired


def test_settings_of_the_project_decide() -> None:
    scoring = Scoring(pass_weight=0.5, fail_penalty=0.1, retirement_tests=4, retirement_threshold=0.9)
    new = Area(name="auth")
    ours, theirs = (replace(new, test_count=2, pass_count=2, confidence=0.75) for _ in range(2))
    found = merge.merged_area(new, ours, theirs, scoring)
    assert (found.confidence, found.retired) == (0.9375, True)


def on_state(area: Area, state: str, at: int) -> Area:
    return replace(taught(area, True, at=at), extra={"proven_state": state, "proven_at": minute(at)})


def test_pass_on_the_very_same_state_is_one_proof() -> None:
    ours, theirs = on_state(taught(BASE, True, at=5), "tree:a", 10), on_state(BASE, "tree:a", 20)
    found = merged(ledger(BASE), ledger(ours), ledger(theirs)).areas["auth"]
    assert counted(found) == (5, 4, 1, 0)
    assert found.confidence == pytest.approx(taught(BASE, True, True).confidence)
    other = on_state(BASE, "tree:b", 20)
    assert counted(merged(ledger(BASE), ledger(ours), ledger(other)).areas["auth"]) == (6, 5, 1, 0)


def test_states_that_both_sides_were_proven_on_count_once_whatever_came_in_between() -> None:
    def proven(area: Area, state: str, at: int) -> Area:
        verdict = Verdict(area=area.name, passed=True, run="r")
        return learn(area, verdict, scoring=SCORING, at=minute(at), credit=Credit(state=state))

    ours = proven(BASE, "tree:a", 10)
    theirs = proven(proven(BASE, "tree:a", 11), "tree:b", 20)
    found = merged(ledger(BASE), ledger(ours), ledger(theirs)).areas["auth"]
    assert found.pass_count == BASE.pass_count + 2
    assert "@" in (found.proven_before or "")


def test_the_same_failure_on_the_same_state_is_one() -> None:
    failed = replace(taught(BASE, False, at=5), failed_state="tree:a", failed_tests="t")
    ours, theirs = replace(failed, failed_at=minute(5)), replace(failed, failed_at=minute(6))
    found = merged(ledger(BASE), ledger(ours), ledger(theirs)).areas["auth"]
    assert found.fail_count == failed.fail_count
    assert found.confidence == pytest.approx(failed.confidence)
    other = replace(theirs, failed_tests="u")
    assert merged(ledger(BASE), ledger(ours), ledger(other)).areas["auth"].fail_count == failed.fail_count + 1


def test_state_that_the_base_rests_on_says_nothing_about_later_passes() -> None:
    """What a person recorded names no state, so the one of the base is still there."""
    base = on_state(BASE, "tree:a", 5)
    ours, theirs = (replace(taught(base, True, at=at), extra=base.extra) for at in (10, 20))
    assert merged(ledger(base), ledger(ours), ledger(theirs)).areas["auth"].test_count == base.test_count + 2


def test_what_a_reset_has_forgotten_stays_forgotten() -> None:
    proven = replace(BASE, proven_state="tree:a", proven_at=minute(5), failed_state="tree:b", failed_at=minute(4))
    sides = start_again(proven, at=minute(10)), taught(proven, True, at=8)
    for ours, theirs in (sides, sides[::-1]):
        found = merged_area(proven, ours, theirs)
        assert (found.proven_state, found.proven_at, found.failed_state, found.failed_at) == (None,) * 4


def test_the_newest_failure_comes_with_the_tests_that_failed() -> None:
    first, later = (
        replace(taught(BASE, False, at=at), failed_at=minute(at), failed_keys=f"key-{at}") for at in (10, 20)
    )
    assert merged_area(BASE, first, later).failed_keys == merged_area(BASE, later, first).failed_keys == "key-20"


def test_reports_that_do_not_cover_it_are_counted_on_from_the_side_that_saw_more() -> None:
    ours = replace(taught(BASE, True, at=10), other_tests="one", other_runs=1)
    theirs = replace(taught(BASE, True, at=20), other_tests="two", other_runs=2)
    for found in (merged_area(BASE, ours, theirs), merged_area(BASE, theirs, ours)):
        assert (found.other_tests, found.other_runs) == ("two", 2)
    assert merged_area(theirs, BASE, BASE).other_tests is None


def test_merging_with_itself_changes_nothing() -> None:
    later = ledger(taught(BASE, True, at=10), extra={"last_run": "r1"})
    assert merged(ledger(BASE), later, later) == later


def test_records_that_look_alike_are_two_unless_they_rest_on_one_run() -> None:
    later = taught(BASE, True, at=10)
    for runs in (("r1", "r2"), (None, None)):
        sides = [ledger(later, extra={"last_run": run} if run else {}) for run in runs]
        assert merged(ledger(BASE), *sides).areas["auth"].test_count == BASE.test_count + 2


def test_area_that_both_sides_added_counts_both() -> None:
    new = Area(name="cart")
    found = merged(ledger(), ledger(taught(new, True, True)), ledger(taught(new, True, at=5))).areas["cart"]
    assert counted(found) == (3, 3, 0, 0)
    assert found.confidence == 0.468559


def test_flaky_runs_are_added_up_like_counts() -> None:
    found = merged_area(
        replace(BASE, flaky_count=1), replace(BASE, flaky_count=2, test_count=4), replace(BASE, flaky_count=4)
    )
    assert found.flaky_count == 5


def test_area_deleted_on_one_side_goes_unless_the_other_changed_it() -> None:
    changed = taught(BASE, True, at=10)
    assert "auth" not in merged(ledger(BASE), ledger(), ledger(BASE)).areas
    assert "auth" not in merged(ledger(BASE), ledger(BASE), ledger()).areas
    assert merged(ledger(BASE), ledger(), ledger(changed)).areas["auth"] == changed
    assert merged(ledger(BASE), ledger(changed), ledger()).areas["auth"] == changed
    assert "auth" not in merged(ledger(BASE), ledger(), ledger()).areas


def test_counts_never_fall_below_zero() -> None:
    """Both sides deleted the record and began anew."""
    base = taught(Area(name="auth"), *[True] * 10)
    found = merged_area(base, taught(Area(name="auth"), True), taught(Area(name="auth"), False))
    assert min(counted(found)) >= 0
    assert found.test_count == found.pass_count + found.fail_count


def test_fingerprint_of_the_side_that_changed_the_files_is_kept() -> None:
    base = taught(Area(name="auth"), True, True, fingerprint="sha256:old")
    same = taught(base, True, at=10, fingerprint="sha256:old")
    new = taught(base, True, at=20, fingerprint="sha256:new")
    other = taught(base, True, at=30, fingerprint="sha256:other")
    assert merged_area(base, same, new).fingerprint == "sha256:new"
    assert merged_area(base, new, same).fingerprint == "sha256:new"
    assert merged_area(base, same, same).fingerprint == "sha256:old"
    assert merged_area(base, new, other).fingerprint == "sha256:new"
    assert merged_area(base, other, new).fingerprint == "sha256:other"


def test_only_tests_after_the_change_count_when_one_side_started_again() -> None:
    base = taught(Area(name="auth"), *[True] * 10, fingerprint="sha256:old")
    old = taught(base, *[True] * 4, False, at=20, fingerprint="sha256:old")
    new = taught(base, True, False, True, at=40, fingerprint="sha256:new")
    for found in (merged_area(base, old, new), merged_area(base, new, old)):
        assert counted(found) == (18, 16, 2, 0)
        assert (found.tests_since_change, found.fails_since_change) == (3, 1)
        assert found.changed_at == new.changed_at
        assert found.confidence == new.confidence


def test_both_sides_count_when_they_started_again_on_the_same_files() -> None:
    base = taught(Area(name="auth"), *[True] * 10, fingerprint="sha256:old")
    ours = taught(base, True, True, at=20, fingerprint="sha256:new")
    theirs = taught(base, True, True, True, True, at=30, fingerprint="sha256:new")
    for found in (merged_area(base, ours, theirs), merged_area(base, theirs, ours)):
        assert (found.tests_since_change, found.fails_since_change, found.test_count) == (6, 0, 16)
        assert found.confidence == pytest.approx(0.7176, abs=5e-5)
        assert found.changed_at == ours.changed_at


def test_lower_confidence_counts_where_the_sides_tested_different_files() -> None:
    base = Area(name="auth")
    ours = taught(base, True, True, at=10, fingerprint="sha256:ours")
    theirs = taught(base, True, at=20, fingerprint="sha256:theirs")
    for found in (merged_area(base, ours, theirs), merged_area(base, theirs, ours)):
        assert (found.confidence, counted(found)) == (0.19, (3, 3, 0, 0))


def test_lower_confidence_counts_where_a_record_was_deleted_and_begun_anew() -> None:
    base = taught(Area(name="auth"), *[True] * 10)
    anew, later = taught(Area(name="auth"), True, True), taught(base, True, at=20)
    assert merged_area(base, anew, later).confidence == anew.confidence


def test_tests_of_both_sides_count_when_neither_started_again() -> None:
    base = taught(start_again(BASE, at=minute(5)), True, at=6)
    found = merged_area(base, taught(base, True, at=10), taught(base, True, True, at=20))
    assert found.tests_since_change == 4
    assert found.changed_at == minute(5)


def test_only_tests_after_the_later_start_count_when_both_sides_were_started_again() -> None:
    early = taught(start_again(BASE, at=minute(10)), *[True] * 9, at=11)
    late = taught(start_again(BASE, at=minute(30)), True, True, at=31)
    for found in (merged_area(BASE, early, late), merged_area(BASE, late, early)):
        assert found.tests_since_change == 2
        assert found.changed_at == minute(30)


def test_fewer_tests_count_when_both_sides_were_started_again_at_once() -> None:
    few = taught(start_again(BASE, at=minute(10)), True, True, at=11)
    many = taught(start_again(BASE, at=minute(10)), *[True] * 9, at=11)
    for found in (merged_area(BASE, few, many), merged_area(BASE, many, few)):
        assert found.tests_since_change == 2


def test_only_tests_of_the_content_on_record_count_when_both_sides_changed_the_files() -> None:
    base = taught(Area(name="auth"), *[True] * 3, fingerprint="sha256:old")
    ours = taught(base, True, True, at=10, fingerprint="sha256:ours")
    theirs = taught(base, *[True] * 9, at=30, fingerprint="sha256:theirs")
    found = merged_area(base, ours, theirs)
    assert (found.fingerprint, found.tests_since_change) == ("sha256:ours", 2)


def test_keys_of_other_tools_survive_and_ours_wins_a_clash() -> None:
    base = replace(BASE, extra={"both": 1, "ours": 1, "theirs": 1, "gone": 1, "kept": 1})
    ours = replace(BASE, test_count=4, extra={"both": 2, "ours": 2, "theirs": 1, "kept": 1, "new": [1]})
    theirs = replace(BASE, test_count=5, extra={"both": 3, "ours": 1, "theirs": 3, "gone": 1, "kept": 1})
    wanted = {"both": 2, "ours": 2, "theirs": 3, "kept": 1, "new": [1]}
    assert merged_area(base, ours, theirs).extra == wanted
    whole = merged(ledger(extra=base.extra), ledger(extra=ours.extra), ledger(extra=theirs.extra))
    assert whole.extra == wanted


def test_reports_that_either_side_counted_are_known_afterwards() -> None:
    found = merged(
        ledger(reports={"a": "run1"}),
        ledger(reports={"a": "run1", "b": "run2"}),
        ledger(reports={"a": "run1", "c": "run3"}),
    )
    assert found.reports == {"a": "run1", "b": "run2", "c": "run3"}


def test_created_is_the_earliest_and_updated_the_latest_time() -> None:
    found = merged(
        ledger(),
        ledger(created_at="2030-01-01T02:00:00+02:00", updated_at="2030-01-02T00:00:00Z"),
        ledger(created_at="2030-01-01T01:00:00Z", updated_at="2030-01-02T01:00:00+02:00"),
    )
    assert (found.created_at, found.updated_at) == ("2030-01-01T02:00:00+02:00", "2030-01-02T00:00:00Z")


def retirement(name: str, at: int, ended: int | None = None) -> Retirement:
    return Retirement(
        name=name,
        retired_at=minute(at),
        test_count=15,
        pass_count=15,
        confidence=0.96,
        unretired_at=None if ended is None else minute(ended),
    )


def test_retirements_of_both_sides_are_kept_in_order_of_time() -> None:
    shared, ours, theirs = retirement("auth", 1), retirement("cart", 9), retirement("search", 5)
    for a, b in ((ours, theirs), (theirs, ours)):
        found = merged(
            ledger(retirements=(shared,)), ledger(retirements=(shared, a)), ledger(retirements=(shared, b))
        ).retirements
        assert found == (shared, theirs, ours)


def test_retirement_that_ended_on_either_side_has_ended() -> None:
    still = retirement("auth", 1)
    ended, earlier = retirement("auth", 1, ended=9), retirement("auth", 1, ended=5)
    added = retirement("cart", 3)
    assert merged(
        ledger(retirements=(still,)), ledger(retirements=(still, added)), ledger(retirements=(ended,))
    ).retirements == (ended, added)
    assert merged(
        ledger(retirements=(still,)), ledger(retirements=(ended,)), ledger(retirements=(earlier,))
    ).retirements == (earlier,)
    assert merged(ledger(), ledger(retirements=(still,)), ledger(retirements=(ended,))).retirements == (ended,)


def test_two_retirements_within_one_second_stay_two() -> None:
    first, second = retirement("auth", 1, ended=1), retirement("auth", 1)
    found = merged(
        ledger(), ledger(retirements=(first, second)), ledger(retirements=(retirement("cart", 2),))
    ).retirements
    assert found == (first, second, retirement("cart", 2))


NAMES = st.sampled_from(["auth", "cart", "search"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=4,
)
STEPS = st.lists(
    st.tuples(NAMES, st.booleans(), st.sampled_from([None, "sha256:a", "sha256:b"]), st.booleans()), max_size=25
)


def grown(start: Ledger, steps: list[tuple[str, bool, str | None, bool]], at: int) -> Ledger:
    """A ledger after real records: verdicts on changing files, and now and then a reset of one area."""
    areas = dict(start.areas)
    for number, (name, passed, fingerprint, reset) in enumerate(steps):
        area = areas.get(name, Area(name=name))
        if reset and not number % 4:
            area = start_again(area, at=minute(at + number), fingerprint=fingerprint)
        areas[name] = taught(area, passed, at=at + number, fingerprint=fingerprint)
    return replace(start, areas=Areas({}).changed(areas), updated_at=minute(at + len(steps)))


@st.composite
def three(draw: st.DrawFn) -> tuple[Ledger, Ledger, Ledger]:
    extras = st.dictionaries(st.sampled_from(["note", "owner"]), JSON, max_size=2)
    base = replace(grown(ledger(), draw(STEPS), 0), created_at=minute(0), extra=draw(extras))
    ours = replace(grown(base, draw(STEPS), 100), extra=draw(extras), reports={"r1": "a"})
    theirs = replace(grown(base, draw(STEPS), draw(st.sampled_from([100, 200]))), extra=draw(extras))
    return base, ours, theirs


@given(three())
def test_one_side_without_changes_gives_the_other(ledgers: tuple[Ledger, Ledger, Ledger]) -> None:
    base, side, _ = ledgers
    assert merged(base, side, base) == side
    assert merged(base, base, side) == side
    assert memory_text(merged(base, side, base)) == memory_text(side)


@given(three())
def test_no_count_is_lost(ledgers: tuple[Ledger, Ledger, Ledger]) -> None:
    base, ours, theirs = ledgers
    found = merged(base, ours, theirs)
    for name in {**ours.areas, **theirs.areas}:
        before, own, other = (each.areas.get(name, Area(name=name)) for each in ledgers)
        sums = tuple(
            b + (o - b) + (t - b) for b, o, t in zip(counted(before), counted(own), counted(other), strict=True)
        )
        assert counted(found.areas[name]) == sums


@given(three())
def test_sides_are_equal_in_what_counts(ledgers: tuple[Ledger, Ledger, Ledger]) -> None:
    base, ours, theirs = ledgers
    one, other = merged(base, ours, theirs), merged(base, theirs, ours)
    for name, area in one.areas.items():
        twin = other.areas[name]
        assert counted(area) == counted(twin)
        assert (area.confidence, area.retired) == (twin.confidence, twin.retired)
        assert area.last_tested_at == twin.last_tested_at
    assert (one.created_at, one.updated_at, one.reports) == (other.created_at, other.updated_at, other.reports)


@given(three())
def test_nothing_is_more_proven_than_all_passes_make(ledgers: tuple[Ledger, Ledger, Ledger]) -> None:
    base, ours, theirs = ledgers
    for name, area in merged(base, ours, theirs).areas.items():
        passes = area.tests_since_change - area.fails_since_change
        assert area.confidence <= taught(Area(name=name), *[True] * passes).confidence + 1e-9
        assert 0 <= area.fails_since_change <= area.tests_since_change <= area.test_count
        changed = [each.areas[name] for each in (ours, theirs) if each.areas.get(name) != base.areas.get(name)]
        if len(changed) > 1:
            assert not area.retired or has_earned_retirement(area, SCORING)


@given(three(), NAMES)
def test_one_more_pass_makes_nothing_lower(ledgers: tuple[Ledger, Ledger, Ledger], name: str) -> None:
    """Where both sides have changed an area: what one side alone did is taken in its own order."""
    base, ours, theirs = (each.areas.get(name, Area(name=name)) for each in ledgers)
    assume(base not in (ours, theirs))
    more = taught(ours, True, at=400, fingerprint=ours.fingerprint)
    for before, after in (
        (merged_area(base, ours, theirs), merged_area(base, more, theirs)),
        (merged_area(base, theirs, ours), merged_area(base, theirs, more)),
    ):
        assert after.confidence >= before.confidence
        assert after.pass_count == before.pass_count + 1


VERDICTS = st.lists(st.booleans(), min_size=1, max_size=12)


@given(st.lists(st.booleans(), max_size=12), VERDICTS, VERDICTS, VERDICTS)
def test_three_branches_come_to_the_same_in_any_order(
    first: list[bool], one: list[bool], two: list[bool], three: list[bool]
) -> None:
    """On the same files, and where no branch was started again: then only counts and the base decide."""
    base = taught(Area(name="auth"), *first, fingerprint="sha256:a")
    a, b, c = (taught(base, *each, at=40, fingerprint="sha256:a") for each in (one, two, three))
    ways = (
        merged_area(base, merged_area(base, a, b), c),
        merged_area(base, a, merged_area(base, b, c)),
        merged_area(base, merged_area(base, c, a), b),
    )
    assert len({(counted(way), way.confidence, way.retired, way.tests_since_change) for way in ways}) == 1


@given(three())
def test_what_comes_out_is_a_sound_record(ledgers: tuple[Ledger, Ledger, Ledger]) -> None:
    found = merged(*ledgers)
    assert read_ledger(memory_text(found), None, FILE, FILE) == found
    for area in found.areas.values():
        assert area.test_count == area.pass_count + area.fail_count


def test_retired_file_alone_keeps_its_time_and_unknown_keys() -> None:
    content = b'{"areas": [], "updated_at": "2030-01-01T00:00:00Z", "note": 1}'
    read = read_ledger(None, content, FILE, FILE)
    assert read_ledger(None, retired_text(merged(Ledger(), read, read)), FILE, FILE) == read
    assert b'"updated_at": "2030-01-01T00:00:00Z"' in retired_text(merged(Ledger(), read, read))


def test_side_that_watches_files_and_one_that_does_not_meet_the_same_way_round() -> None:
    """Both started again; only one of them has a fingerprint: whose side it is decides nothing."""
    base = Area(name="cart")
    ours = Area(name="cart", confidence=0.19, test_count=1, pass_count=1, changed_at=minute(104))
    theirs = Area(name="cart", test_count=1, fail_count=1, changed_at=minute(100), fingerprint="sha256:a")
    one, other = (merge.merged_area(base, *sides, Scoring()) for sides in ((ours, theirs), (theirs, ours)))
    assert (one.confidence, one.changed_at) == (other.confidence, other.changed_at) == (0.19, minute(104))


def test_sides_that_only_past_runs_speak_for_retire_nothing() -> None:
    sides = [replace(taught(Area(name="auth"), *[True] * 10, at=at), history_until=minute(at + 9)) for at in (0, 20)]
    found = merged_area(Area(name="auth"), *sides)
    assert (found.test_count, found.retired, found.history_until) == (20, False, minute(29))
    assert found.confidence >= SCORING.retirement_threshold


def test_a_side_that_passed_on_the_present_state_ends_what_the_past_says() -> None:
    base = replace(taught(Area(name="auth"), *[True] * 20), history_until=minute(19))
    found = merged_area(base, replace(taught(base, True, at=30), history_until=None), taught(base, True, at=40))
    assert (found.retired, found.history_until) == (True, None)
