"""Selection: what always runs, what may be left out, and that every process chooses alike."""

from __future__ import annotations

import json
import subprocess
import sys
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.areas.candidate import Candidate
from hardwon.areas.halts import Halt
from hardwon.areas.selection import AreaStanding, Basis, Choice, Selection, choose, spoken

AREAS = {
    "retired": AreaStanding(status="retired", why="18 clean passes"),
    "unwatched": AreaStanding(status="retired", why="15 clean passes", watched=False),
    "stable": AreaStanding(status="stable", why="14 clean passes"),
    "active": AreaStanding(status="active", why="80 % confidence"),
    "volatile": AreaStanding(status="volatile", why="10 % confidence"),
    "changed": AreaStanding(status="changed", why="its files changed since yesterday"),
    "halted": AreaStanding(
        status="retired", why="15 clean passes", halt=Halt(file="uv.lock", why="sharedPaths name it", more=2)
    ),
    "unsure": AreaStanding(status="retired", why="15 clean passes", halt=Halt(why="no such run is known here")),
    "edited": AreaStanding(status="retired", why="15 clean passes", edited=("tests/edited/test_one.py",)),
}


def candidates(area: str, count: int) -> list[Candidate]:
    return [Candidate(test=f"tests/{area}/test_it.py::test_{number}", area=area) for number in range(count)]


def known(tests: list[Candidate], **more: object) -> Basis:
    """A basis on which every test passed when it last ran, and took a second."""
    names = [each.test for each in tests]
    values = {
        "areas": AREAS,
        "last": dict.fromkeys(names, "passed"),
        "durations": dict.fromkeys(names, 1.0),
        "runs": 5,
        "seed": "abc",
    }
    return Basis(**values | more)  # type: ignore[arg-type]  # each test names fields that there are


def only(selection: Selection) -> Choice:
    [choice] = selection.choices
    return choice


class TestMusts:
    @pytest.mark.parametrize(
        ("last", "cause"),
        [("failed", "failed last time"), ("error", "failed last time"), (None, "new")],
    )
    def test_last_outcome_can_be_a_reason_to_run(self, last: str | None, cause: str) -> None:
        [test] = candidates("retired", 1)
        basis = known([test], last={test.test: last} if last else {"another": "passed"}, probe_share=0)
        choice = only(choose([test], basis))
        assert (choice.run, choice.cause) == (True, cause)

    @pytest.mark.parametrize(
        ("area", "cause", "reason"),
        [
            ("halted", "changed file", "uv.lock and 2 more files changed since the last run that covered halted"),
            ("unsure", "unknown changes", "It is not known what changed since the last run that covered unsure"),
        ],
    )
    def test_an_area_that_a_change_may_concern_runs_in_full(self, area: str, cause: str, reason: str) -> None:
        tests = candidates(area, 9)
        chosen = choose(tests, known(tests, probe_share=0))
        assert chosen.counts == {cause: 9}
        assert chosen.choices[0].reason.startswith(reason)
        [told] = chosen.halted
        assert told.startswith(reason)
        assert told.endswith(": everything runs")

    def test_a_test_that_was_just_edited_runs(self) -> None:
        """Also where only it was edited, and its area is not concerned otherwise."""
        tests = [
            Candidate(test=f"tests/edited/test_{name}.py::test", area="edited", file=f"tests/edited/test_{name}.py")
            for name in ("one", "two")
        ]
        one, two = choose(tests, known(tests, probe_share=0)).choices
        assert (one.run, one.cause) == (True, "changed test")
        assert not two.run

    def test_unskippable_runs(self) -> None:
        test = Candidate(test="t", area="retired", unskippable=True)
        assert only(choose([test], known([test], probe_share=0))).cause == "unskippable"

    def test_flaky_runs(self) -> None:
        test = Candidate(test="t", area="retired")
        assert only(choose([test], known([test], probe_share=0, flaky=frozenset({"t"})))).cause == "flaky"

    @pytest.mark.parametrize(
        ("area", "cause"),
        [
            ("active", "active area"),
            ("volatile", "active area"),
            ("never heard of", "active area"),
            ("changed", "changed area"),
        ],
    )
    def test_areas_that_have_proven_nothing_run(self, area: str, cause: str) -> None:
        tests = candidates(area, 20)
        chosen = choose(tests, known(tests, probe_share=0, stable_share=0))
        assert {choice.cause for choice in chosen.choices} == {cause}
        assert chosen.skipped == ()

    def test_name_that_no_file_can_hold_is_found_in_history(self) -> None:
        test = Candidate(test="tests/\udce4.py::t", area="retired")
        basis = known([test], last={"tests/?.py::t": "failed"}, probe_share=0)
        assert only(choose([test], basis)).cause == "failed last time"


class TestWithoutHistory:
    def test_nothing_is_reduced_and_it_says_why(self) -> None:
        tests = candidates("retired", 50)
        chosen = choose(tests, known(tests, runs=0, last={}))
        assert chosen.skipped == ()
        assert "no run with single tests is known" in chosen.unreduced
        assert {choice.cause for choice in chosen.choices} == {"no history"}
        assert {choice.reason for choice in chosen.choices} == {chosen.unreduced}

    def test_no_tests_is_no_error(self) -> None:
        assert choose([], Basis()).choices == ()
        assert choose([], Basis(runs=1)).choices == ()


class TestShares:
    @pytest.mark.parametrize(
        ("area", "count", "causes"),
        [
            ("retired", 30, {"probe": 3, "retired": 27}),
            ("retired", 1, {"probe": 1}),
            ("stable", 20, {"stable sample": 10, "probe": 1, "stable": 9}),
            ("stable", 1, {"stable sample": 1}),
        ],
    )
    def test_defaults(self, area: str, count: int, causes: dict[str, int]) -> None:
        tests = candidates(area, count)
        assert choose(tests, known(tests)).counts == causes

    def test_every_skipped_area_has_a_probe(self) -> None:
        tests = candidates("retired", 9) + candidates("unwatched", 2)
        chosen = choose(tests, known(tests))
        assert {choice.area for choice in chosen.running} == {"retired", "unwatched"}

    def test_all_shares_zero_leave_all_out(self) -> None:
        tests = candidates("retired", 9) + candidates("stable", 9)
        assert choose(tests, known(tests, stable_share=0, probe_share=0)).running == ()

    def test_different_commits_draw_different_probes(self) -> None:
        tests = candidates("retired", 10)
        drawn = {only_running(choose(tests, known(tests, seed=f"commit {number}"))) for number in range(200)}
        assert drawn == {each.test for each in tests}

    def test_tests_that_must_run_are_not_in_the_draw(self) -> None:
        tests = candidates("retired", 11)
        basis = known(tests)
        chosen = choose(tests, known(tests, last={**basis.last, tests[0].test: "failed"}))
        assert chosen.counts == {"failed last time": 1, "probe": 1, "retired": 9}


def only_running(selection: Selection) -> str:
    [choice] = selection.running
    return choice.test


def test_reasons_are_sentences_for_people() -> None:
    tests = [each for area in AREAS for each in candidates(area, 20)]
    chosen = choose([*tests, Candidate(test="new", area="a\x1b[31m\nb")], known(tests))
    assert all(choice.reason.endswith(".") and choice.reason.isprintable() for choice in chosen.choices)
    reasons = {choice.reason for choice in chosen.choices}
    assert "Area retired is retired (18 clean passes)." in reasons
    assert "A probe of retired area retired: 2 of 20 tests that would be left out." in reasons
    assert "Area stable is stable (14 clean passes): 10 of its 20 tests are drawn, not this one." in reasons
    assert "Area changed: its files changed since yesterday." in reasons
    assert "No result of it is known from the newest 5 runs." in reasons


def test_time_saved_is_that_of_the_tests_left_out() -> None:
    tests = candidates("retired", 30)
    chosen = choose(tests, known(tests, durations={each.test: 10.0 for each in tests[:29]}, probe_share=0))
    assert (chosen.seconds, chosen.seconds_saved) == (290.0, 290.0)
    assert chosen.summary("would skip") == "would skip 30 of 30 tests, about 4 min 50 s"
    assert choose(tests, known(tests, durations={}, probe_share=0)).summary() == "skips 30 of 30 tests"


def test_areas_without_change_detection_are_named() -> None:
    tests = candidates("unwatched", 5) + candidates("retired", 5)
    assert choose(tests, known(tests)).unwatched == ("unwatched",)
    assert choose(tests, known(tests, probe_share=1)).unwatched == ()


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.04, "0.0 s"), (9.94, "9.9 s"), (59.4, "59 s"), (190, "3 min 10 s"), (7260, "2 h 1 min")]
)
def test_spoken(seconds: float, said: str) -> None:
    assert spoken(seconds) == said


names = st.sampled_from([f"t{number}" for number in range(40)])
some_candidates = st.lists(
    st.builds(Candidate, test=names, area=st.sampled_from([*AREAS, "unknown"]), unskippable=st.booleans()), max_size=60
)
shares = st.floats(0, 1)
bases = st.builds(
    Basis,
    areas=st.just(AREAS),
    last=st.dictionaries(names, st.sampled_from(["passed", "passed", "failed", "error"])),
    durations=st.dictionaries(names, st.floats(0, 1e6)),
    flaky=st.frozensets(names),
    runs=st.integers(0, 3),
    stable_share=shares,
    probe_share=shares,
    seed=st.text(max_size=8),
    remarks=st.lists(st.text(max_size=5)).map(tuple),
)


class TestProperties:
    @given(some_candidates, bases, st.randoms(use_true_random=False))
    def test_order_does_not_matter(self, tests: list[Candidate], basis: Basis, random: object) -> None:
        mixed = list(tests)
        random.shuffle(mixed)  # type: ignore[attr-defined]  # a random.Random
        key = repr
        assert sorted(choose(tests, basis).choices, key=key) == sorted(choose(mixed, basis).choices, key=key)

    @given(some_candidates, bases)
    def test_basis_survives_json(self, tests: list[Candidate], basis: Basis) -> None:
        again = Basis.from_document(json.loads(json.dumps(basis.document())))
        assert again == basis
        assert choose(tests, again) == choose(tests, basis)

    @given(some_candidates, bases)
    def test_musts_are_never_left_out(self, tests: list[Candidate], basis: Basis) -> None:
        chosen = choose(tests, basis)
        assert [(choice.test, choice.area) for choice in chosen.choices] == [(each.test, each.area) for each in tests]
        for each, choice in zip(tests, chosen.choices, strict=True):
            if not choice.run:
                assert basis.runs
                assert not each.unskippable
                assert basis.last[each.test] == "passed"
                assert each.test not in basis.flaky
                assert basis.areas[each.area].status in ("retired", "stable")

    @given(some_candidates, bases)
    def test_shares_are_kept_in_each_area(self, tests: list[Candidate], basis: Basis) -> None:
        chosen = choose(tests, basis)
        for area in ("retired", "unwatched", "stable"):
            own = {choice.test: choice.cause for choice in chosen.choices if choice.area == area}
            causes = list(own.values())
            sample, probes = causes.count("stable sample"), causes.count("probe")
            left_out = causes.count("retired") + causes.count("stable")
            drawn_from = sample + probes + left_out
            if area == "stable":
                assert sample == ceil(round(basis.stable_share * drawn_from, 9))
            assert probes == ceil(round(basis.probe_share * (probes + left_out), 9))

    @given(some_candidates, bases)
    def test_time_saved_is_part_of_the_time(self, tests: list[Candidate], basis: Basis) -> None:
        chosen = choose(tests, basis)
        assert 0 <= chosen.seconds_saved <= chosen.seconds
        assert bool(chosen.unreduced) == (basis.runs == 0)


def test_another_process_chooses_alike() -> None:
    """Hash randomisation must not reach the choice: workers of xdist have seeds of their own."""
    tests = [each for area in AREAS for each in candidates(area, 15)]
    basis = known(tests)
    code = (
        "import json, sys\n"
        "from hardwon.areas.candidate import Candidate\n"
        "from hardwon.areas.selection import *\n"
        "basis, tests = json.load(sys.stdin)\n"
        "chosen = choose([Candidate(test=t, area=a) for t, a in tests], Basis.from_document(basis))\n"
        "print(json.dumps([c.test for c in chosen.running]))"
    )
    given_in = json.dumps([basis.document(), [(each.test, each.area) for each in tests]])
    for seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=given_in,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(done.stdout) == [choice.test for choice in choose(tests, basis).running]
