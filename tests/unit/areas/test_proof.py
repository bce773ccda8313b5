"""What counts as proof: each case as a table of runs, one after the other, and whether each is credited."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.areas.area import Area, Credit, Proving, Scoring, Verdict, learn, start_again
from hardwon.areas.covering import UNKNOWN
from hardwon.areas.proof import MOST_FAILED, PROBES, weigh
from hardwon.areas.roster import Heard, Roster, key_of, last_words
from hardwon.areas.telling import proof
from hardwon.areas.trial import Trial, is_same
from hardwon.store.protocol import Rosters
from hardwon.store.rosters import document_of, rosters_in
from hardwon.text.times import ago, moment, stamp

EIGHT = "abcdefgh"
START = moment("2026-01-05T10:00:00Z")


@dataclass(frozen=True, kw_only=True)
class Run:
    """One run: the tests that passed, those that failed, and under which circumstances."""

    passed: str = ""
    failed: str = ""
    source: str = "plugin"
    state: str = "s1"
    minute: float = 0
    extent: str = "whole"
    left_out: str = ""
    probes: bool = False
    scenarios: str = ""


def part(passed: str, **more: object) -> Run:
    return Run(passed=passed, extent="part", **more)  # type: ignore[arg-type]


def report(passed: str, **more: object) -> Run:
    return Run(passed=passed, **({"extent": "report", "source": "unit"} | more))  # type: ignore[arg-type]


def own(passed: str, **more: object) -> Run:
    return Run(passed=passed, **({"extent": "open", "source": "run"} | more))  # type: ignore[arg-type]


def keys(tests: str) -> frozenset[str]:
    return frozenset(map(key_of, tests))


def told(area: Area) -> Area:
    """The area without what also a run that is not credited can tell: which tests there are."""
    return replace(area, tests=0, other_tests=None, other_runs=0)


class History:
    """An area and its roster while runs come in."""

    def __init__(self, proving: Proving | None = None, area: Area | None = None) -> None:
        self.area = area or Area(name="auth")
        self.roster = Roster()
        self.proving = proving or Proving()
        self.why = ""
        self.missing: frozenset[str] = frozenset()

    def take(self, run: Run) -> bool:
        now = START + timedelta(minutes=run.minute)
        said = [Heard(source=run.source, at=now.timestamp(), passed=keys(run.passed), failed=keys(run.failed))]
        said += [Heard(source="", at=now.timestamp(), passed=keys(run.scenarios))] if run.scenarios else []
        trial = Trial(
            said=tuple(each for each in said if each.tests),
            state=run.state,
            at=now.timestamp(),
            whole=run.extent == "whole" and not run.left_out,
            is_part=run.extent == "part" or bool(run.left_out),
            counts_runs=run.extent == "report",
            left_out=keys(run.left_out),
            only_probes=run.probes,
        )
        # As it is kept on the disk: nothing may be lost on the way.
        known = rosters_in(document_of(Rosters(areas={"auth": self.roster}))).areas["auth"]
        assert known == self.roster
        weighed = weigh(self.area, known, trial, self.proving)
        verdict = Verdict(area="auth", passed=not run.failed, run="r")
        self.area = learn(self.area, verdict, scoring=Scoring(), at=stamp(now), credit=weighed.credit)
        self.roster = weighed.roster
        self.why, self.missing = weighed.credit.why, weighed.missing
        return weighed.credit.credited


WHOLE = Run(passed=EIGHT)
CASES: dict[str, list[tuple[Run, bool, str]]] = {
    "one test of eight, on other states": [
        (WHOLE, True, ""),
        (part("a", state="s2", minute=1), False, "1 of 8 tests: no proof"),
        (part("a", state="s3", minute=2), False, "1 of 8 tests: no proof"),
        (part("a", state="s4", minute=300), False, "1 of 8 tests: no proof"),
    ],
    "one test of eight, again and again on one state": [
        (WHOLE, True, ""),
        (part("a", minute=1), False, "1 of 8 tests: no proof"),
        (part("a", minute=2), False, "1 of 8 tests: no proof"),
    ],
    "the same state proves once, until the window is over": [
        (WHOLE, True, ""),
        (replace(WHOLE, minute=3), False, "same state as 3 minutes ago"),
        (replace(WHOLE, minute=59), False, "same state as 59 minutes ago"),
        (replace(WHOLE, minute=61), True, ""),
        (replace(WHOLE, minute=90), False, "same state as 29 minutes ago"),
    ],
    "another state is another proof": [
        (WHOLE, True, ""),
        (replace(WHOLE, state="s2", minute=1), True, ""),
        (replace(WHOLE, state="s3", minute=2), True, ""),
    ],
    "a state is the same although another one was proven in between": [
        (WHOLE, True, ""),
        (replace(WHOLE, state="s2", minute=1), True, ""),
        (replace(WHOLE, state="s1", minute=2), False, "same state as 2 minutes ago"),
        (replace(WHOLE, state="s2", minute=3), False, "same state as 2 minutes ago"),
        (replace(WHOLE, state="s1", minute=61), True, ""),
    ],
    "nothing known of the state counts as the same": [
        (replace(WHOLE, state=""), True, ""),
        (replace(WHOLE, state="", minute=1), False, "same state as 60 seconds ago"),
        (replace(WHOLE, state="s1", minute=2), True, ""),
        (replace(WHOLE, state="", minute=3), False, "same state as 60 seconds ago"),
    ],
    "a part of an unknown area, by pytest": [
        (part("ab"), False, UNKNOWN),
        (WHOLE, True, ""),
        (part(EIGHT, state="s2"), True, ""),
    ],
    "shards by pytest add up, once the suite is known": [
        (WHOLE, True, ""),
        (part("abcd", state="s2", minute=1), False, "4 of 8 tests: no proof"),
        (part("efgh", state="s2", minute=2), True, ""),
        (part("abcd", state="s2", minute=3), False, "4 of 8 tests: no proof"),
        (part("efgh", state="s3", minute=4), False, "4 of 8 tests: no proof"),
        (part("abcd", state="s3", minute=70), False, "4 of 8 tests: no proof"),
    ],
    "shards as reports, one by one, from the first day": [
        (report("abcd"), True, ""),
        (report("efgh", minute=1), False, "same state as 60 seconds ago"),
        (report("abcd", state="s2", minute=2), False, "4 of 8 tests: no proof"),
        (report("efgh", state="s2", minute=3), True, ""),
    ],
    "own loops: a run for each test": [
        (own("a"), True, ""),
        (own("b", minute=1), False, "same state as 60 seconds ago"),
        (own("c", minute=2), False, "same state as 2 minutes ago"),
        (own("a", state="s2", minute=3), False, "1 of 3 tests: no proof"),
        (own("b", state="s2", minute=4), False, "2 of 3 tests: no proof"),
        (own("c", state="s2", minute=5), True, ""),
    ],
    "tests removed: a whole run of the plugin tells at once": [
        (WHOLE, True, ""),
        (Run(passed="abcd", state="s2", minute=1), True, ""),
        (part("abcd", state="s3", minute=2), True, ""),
    ],
    "tests renamed": [
        (WHOLE, True, ""),
        (Run(passed="ABCDEFGH", state="s2", minute=1), True, ""),
        (part("abcd", state="s3", minute=2), False, "0 of 8 tests: no proof"),
    ],
    "tests removed: three reports alike tell it": [
        (report(EIGHT), True, ""),
        (report("abcd", state="s2", minute=1), False, "4 of 8 tests: no proof"),
        (report("abcd", state="s3", minute=2), False, "4 of 8 tests: no proof"),
        (report("abcd", state="s4", minute=3), True, ""),
    ],
    "an own loop that debugs one test, edit by edit, proves nothing": [
        *((own(test), test == "a", "" if test == "a" else "same state as 0 seconds ago") for test in EIGHT),
        *((own("a", state=f"s{day}", minute=day), False, "1 of 8 tests: no proof") for day in range(2, 20)),
        *((own("abcd", state=f"s{day}", minute=day), False, "4 of 8 tests: no proof") for day in range(20, 40)),
    ],
    "tests removed from an own loop: three states alike tell it, where most are left": [
        (own(EIGHT), True, ""),
        (own("abcde", state="s2", minute=1), False, "5 of 8 tests: no proof"),
        (own("abcde", state="s3", minute=2), False, "5 of 8 tests: no proof"),
        (own("abcde", state="s4", minute=3), True, ""),
        (own("a", state="s5", minute=4), False, "1 of 5 tests: no proof"),
    ],
    "tests renamed in an own loop": [
        (own(EIGHT), True, ""),
        (own("ABCDEFGH", state="s2", minute=1), False, "0 of 8 tests: no proof"),
        (own("ABCDEFGH", state="s3", minute=2), False, "0 of 8 tests: no proof"),
        (own("ABCDEFGH", state="s4", minute=3), True, ""),
    ],
    "tests removed from shards: three states alike tell it": [
        (report("abcd"), True, ""),
        (report("efgh"), False, "same state as 0 seconds ago"),
        (report("abcd", state="s2", minute=1), False, "4 of 8 tests: no proof"),
        (report("ef", state="s2", minute=1), False, "6 of 8 tests: no proof"),
        (report("abcd", state="s3", minute=2), False, "4 of 8 tests: no proof"),
        (report("ef", state="s3", minute=2), False, "6 of 8 tests: no proof"),
        (report("abcd", state="s4", minute=3), False, "4 of 8 tests: no proof"),
        (report("ef", state="s4", minute=3), True, ""),
    ],
    "tests added in a run that covers the area are known from then on": [
        (report("abcd"), True, ""),
        (report(EIGHT, state="s2", minute=1), True, ""),
        (report("abcd", state="s3", minute=2), False, "4 of 8 tests: no proof"),
    ],
    "a test that has not passed on this state yet is no repeat": [
        (report("abcd"), True, ""),
        (report("abcde", minute=1), True, ""),
        (report("abcde", minute=2), False, "same state as 60 seconds ago"),
    ],
    "a unit and an end-to-end report on one area add up": [
        (report("abcdef"), True, ""),
        (report("wxyz", source="e2e", minute=1), True, ""),
        (report("abcdef", state="s2", minute=2), False, "6 of 10 tests: no proof"),
        (report("wxyz", source="e2e", state="s2", minute=3), True, ""),
    ],
    "a source that is new to a known area is compared with what is known of it": [
        (WHOLE, True, ""),
        (report("a", source="job 1", state="s2", minute=1), False, "1 of 8 tests: no proof"),
        (report("a", source="job 2", state="s3", minute=2), False, "1 of 8 tests: no proof"),
        (own("a", source="job 3", state="s4", minute=3), False, "1 of 8 tests: no proof"),
        (report(EIGHT, source="job 4", state="s5", minute=4), True, ""),
    ],
    "another source is known after three runs, and adds up with the others": [
        (WHOLE, True, ""),
        (report("xyz", source="e2e", state="s2", minute=1), False, "0 of 8 tests: no proof"),
        (report("xyz", source="e2e", state="s3", minute=2), False, "0 of 8 tests: no proof"),
        (report("xyz", source="e2e", state="s4", minute=3), False, "3 of 11 tests: no proof"),
        (replace(WHOLE, state="s4", minute=4), True, ""),
    ],
    "a source that others wait for in vain goes its own way": [
        (report("abcdef"), True, ""),
        (report("wxyz", source="e2e", minute=1), True, ""),
        (report("abcdef", state="s2", minute=2), False, "6 of 10 tests: no proof"),
        (report("abcdef", state="s3", minute=3), False, "6 of 10 tests: no proof"),
        (report("abcdef", state="s4", minute=4), True, ""),
        (report("wxyz", source="e2e", state="s5", minute=900), True, ""),
        (report("abcdef", state="s6", minute=901), True, ""),
        (report("abc", state="s7", minute=902), False, "3 of 6 tests: no proof"),
    ],
    "three narrow reports of one source tell what it has now": [
        (report(EIGHT), True, ""),
        (report("a", state="s2", minute=100), False, "1 of 8 tests: no proof"),
        (report("a", state="s3", minute=200), False, "1 of 8 tests: no proof"),
        (report("a", state="s4", minute=300), True, ""),
        (report(EIGHT, state="s5", minute=400), True, ""),
        (report("a", state="s6", minute=500), False, "1 of 8 tests: no proof"),
    ],
    "a part of a source under another name stays a part, however often it comes": [
        (report(EIGHT), True, ""),
        (report("a", source="smoke", state="s2", minute=100), False, "1 of 8 tests: no proof"),
        (report("a", source="smoke", state="s3", minute=200), False, "1 of 8 tests: no proof"),
        (report("a", source="smoke", state="s4", minute=300), False, "1 of 8 tests: no proof; 7 tests of unit did not"),
        (report("a", source="smoke", state="s5", minute=400), False, "1 of 8 tests: no proof"),
        (report("a", source="smoke", state="s6", minute=500), False, "1 of 8 tests: no proof"),
        (report("a", source="smoke", state="s7", minute=600), False, "1 of 8 tests: no proof"),
        (report("bcdefgh", state="s7", minute=601), True, ""),
        (report(EIGHT, state="s8", minute=700), True, ""),
        (report("a", source="smoke", state="s8", minute=701), False, "1 of 8 tests: no proof"),
    ],
    "nor does it with the plugin, and the way out is the name of the source": [
        (WHOLE, True, ""),
        *((report("ab", source="smoke", state=f"s{n}", minute=100 * n), False, "2 of 8 tests") for n in range(2, 9)),
        *((report("ab", source="plugin", state=f"t{n}", minute=100 * n), False, "2 of 8 tests") for n in (9, 10)),
        (report("ab", source="plugin", state="t11", minute=1100), True, ""),
    ],
    "a suite that got another name and other tests takes over after it was missed three times": [
        (report(EIGHT), True, ""),
        *((report("xyz", source="new", state=f"s{n}", minute=100 * n), False, "") for n in range(2, 6)),
        (report("xyz", source="new", state="s6", minute=600), True, ""),
    ],
    "a reduced run: what was left out is not missing": [
        (WHOLE, True, ""),
        (Run(passed="abcd", left_out="efgh", state="s2", minute=1), True, ""),
        (Run(passed="ab", left_out="efgh", state="s3", minute=2), False, "2 of 4 tests: no proof"),
        (part("abcd", state="s4", minute=3), False, "4 of 8 tests: no proof"),
        (Run(passed="a", left_out="bcdefgh", probes=True, state="s5", minute=4), False, PROBES),
    ],
    "scenarios have no lasting identity": [
        (Run(scenarios="xyz"), True, ""),
        (Run(scenarios="x", state="s2", minute=1), True, ""),
        (Run(scenarios="x", state="s2", minute=2), False, "same state as 60 seconds ago"),
        (Run(scenarios="n", state="s2", minute=3), True, ""),
    ],
    "four red reruns are one failure": [
        (Run(passed="abcdefg", failed="h"), True, ""),
        (Run(passed="abcdefg", failed="h", minute=1), False, "the same failed on the same state 60 seconds ago: "),
        (part("", failed="h", minute=2), False, "the same failed on the same state 2 minutes ago: "),
        (part("", failed="g", minute=3), True, ""),
        (Run(passed="abcdefg", failed="h", state="s2", minute=4), True, ""),
        (Run(passed="abcdefg", failed="h", state="s2", minute=70), True, ""),
    ],
    "what failed on a state and then passed on it, passed": [
        (Run(passed="abcdefg", failed="h"), True, ""),
        (Run(passed=EIGHT, minute=1), True, ""),
        (Run(passed="abcdefg", failed="h", minute=2), False, "the same failed on the same state 2 minutes ago: "),
        (Run(passed=EIGHT, minute=3), False, "same state as 2 minutes ago"),
    ],
    "a pass does not cover up what failed beside it": [
        (WHOLE, True, ""),
        (part("abcd", state="s2", failed="e", minute=1), True, ""),
        (part("abcdfgh", state="s2", minute=2), False, "7 of 8 tests: no proof"),
    ],
    "nor in a large area, where one test is not missed": [
        (Run(passed="abcdefghijklmnopqrst"), True, ""),
        (part("abc", state="s2", failed="t", minute=1), True, ""),
        (part("defghijklmnopqrs", state="s2", minute=2), False, "1 test of it failed on the same state 60 seconds"),
        (part("t", state="s2", minute=3), True, ""),
    ],
    "a narrow failure counts, and does not change what is known": [
        (WHOLE, True, ""),
        (part("", failed="a", state="s2", minute=1), True, ""),
        (part("a", state="s3", minute=2), False, "1 of 8 tests: no proof"),
    ],
}


@pytest.mark.parametrize("case", CASES)
def test_what_counts_as_proof(case: str) -> None:
    history = History()
    for number, (run, credited, why) in enumerate(CASES[case], start=1):
        assert history.take(run) is credited, (number, run, history.why)
        assert history.why.startswith(why), (number, run)
        assert bool(history.why) is not credited


FRESH: list[tuple[Run, bool, str]] = [
    (part("abcdefgh"), True, ""),
    (part("abcd"), False, "4 of 8 tests: no proof"),
    (report("abcdefg"), False, "7 of 8 tests: no proof"),
    (report(EIGHT), True, ""),
    (Run(passed="abcd"), True, ""),
    (replace(WHOLE, state="before"), False, "same state as 10 minutes ago"),
    (replace(report(EIGHT), state="before"), False, "same state as 10 minutes ago"),
    (Run(passed=EIGHT + "i", state="before"), False, "same state as 10 minutes ago"),
    (Run(failed="h", passed="abc", state="before"), True, ""),
]


@pytest.mark.parametrize(("run", "credited", "why"), FRESH)
def test_in_a_fresh_checkout_the_number_of_tests_and_the_last_state_are_known(
    run: Run, credited: bool, why: str
) -> None:
    known = Area(name="auth", tests=8, proven_state="before", proven_at="2026-01-05T09:50:00Z")
    history = History(area=known)
    assert history.take(run) is credited
    assert history.why.startswith(why)
    assert bool(history.why) is not credited


def test_a_narrow_run_in_a_fresh_checkout_makes_no_new_proof_of_the_whole_one() -> None:
    history = History()
    history.take(WHOLE)
    elsewhere = History(area=history.area)
    assert not elsewhere.take(part("a", minute=1))
    assert not elsewhere.take(replace(WHOLE, minute=2))
    assert elsewhere.why == "same state as 2 minutes ago"


def test_the_same_failure_is_known_in_a_fresh_checkout() -> None:
    history = History()
    history.take(Run(passed="ab", failed="cd"))
    elsewhere = History(area=history.area)
    assert not elsewhere.take(Run(passed="ab", failed="cd", minute=5))
    assert elsewhere.take(Run(passed="ab", failed="ce", minute=6))


def test_a_part_of_what_failed_is_known_in_fresh_checkouts() -> None:
    history = History()
    assert history.take(part("", failed="a"))
    for minute, failed, counts in [(1, "a", False), (2, "ab", True), (3, "a", False), (4, "b", False), (5, "c", True)]:
        history = History(area=history.area)
        assert history.take(part("", failed=failed, minute=minute)) is counts, minute


def test_three_reports_alike_are_counted_in_fresh_checkouts() -> None:
    """Each from another source, or with a set in between that is not the same, they are not alike."""
    known = Area(name="auth", tests=8, test_count=1)
    for sources, sets, last in [
        (["unit"] * 3, ["abcd"] * 3, True),
        (["unit"] * 4, ["abcd", "abcd", "abc", "abcd"], False),
        (["job 1", "job 2", "job 3"], ["abcd"] * 3, False),
    ]:
        area = known
        for number, (source, tests) in enumerate(zip(sources, sets, strict=True)):
            history = History(area=area)
            counts = history.take(report(tests, source=source, state=f"s{number}", minute=number))
            area = history.area
        assert counts is last
        assert bool(area.other_tests) is not last


WAYS_OUT = [
    (part("abcde", state="s2"), "5 of 8 tests: no proof; 3 known tests did not run: the rest on these files"),
    (part("abcdef", state="s2"), "6 of 8 tests: no proof; 2 known tests did not run: "),
    (
        report("abc", state="s2", source="plugin"),
        "3 of 8 tests: no proof; the third run in a row with these 3 tests sets what is",
    ),
    (report("a", state="s2", source="plugin"), "1 of 8 tests: no proof; the third run in a row with this test sets"),
    (report("a", state="s2"), "1 of 8 tests: no proof; 7 tests of plugin did not pass on this state: ingest that, too"),
    (own("a", state="s2"), "1 of 8 tests: no proof"),
    (part("a", minute=3), "1 of 8 tests: no proof, and the same state as 3 minutes ago"),
]


@pytest.mark.parametrize(("run", "why"), WAYS_OUT)
def test_what_is_no_proof_names_the_way_out(run: Run, why: str) -> None:
    history = History()
    history.take(WHOLE)
    assert not history.take(run)
    assert history.why.startswith(why)


def test_the_record_names_only_so_many_failed_tests() -> None:
    history = History()
    history.take(Run(failed="".join(map(chr, range(0x4E00, 0x4E00 + 200)))))
    assert len((history.area.failed_keys or "").split()) == MOST_FAILED


@pytest.mark.parametrize("parts", [["a", "b", "c", "d"], ["abc", "defgh"]], ids=str)
def test_the_number_of_tests_grows_with_what_is_added_up(parts: list[str]) -> None:
    """A fresh checkout must not take the first part for the whole."""
    history = History()
    for minute, each in enumerate(parts):
        history.take(own(each, minute=minute))
    assert (history.area.tests, history.area.test_count) == (len("".join(parts)), 1)
    assert not History(area=history.area).take(own(parts[0], state="s2", minute=9))


def test_an_area_that_started_again_can_be_proven_on_the_same_state() -> None:
    history = History()
    history.take(Run(passed="abcdefg", failed="h"))
    history.take(replace(WHOLE, minute=1))
    history.area = start_again(history.area, at="2026-01-05T10:01:30Z")
    assert history.take(replace(WHOLE, minute=2))
    assert history.area.failed_tests is None


def test_a_failure_in_a_retired_area_counts_always() -> None:
    history = History()
    history.take(Run(failed="h", passed="a"))
    history.area = replace(history.area, retired=True)
    assert history.take(Run(failed="h", passed="a", minute=1))
    assert not history.area.retired


def test_a_window_of_nothing_lets_each_run_stand_alone() -> None:
    history = History(Proving(repeat_window=0))
    assert all(history.take(WHOLE) for _ in range(3))
    assert not history.take(part("abcd"))
    assert not history.take(part("efgh"))
    assert history.take(Run(failed="a"))
    assert history.take(Run(failed="a"))


@pytest.mark.parametrize(("breadth", "needed"), [(0.9, 9), (1.0, 10), (0.5, 5), (0.55, 6), (0.0, 1)], ids=str)
def test_breadth_is_the_share_that_is_needed(breadth: float, needed: int) -> None:
    for count in range(1, 11):
        history = History(Proving(breadth=breadth))
        history.take(Run(passed="abcdefghij"))
        assert history.take(part("abcdefghij"[:count], state="s2")) is (count >= needed)


def test_the_area_keeps_what_its_last_pass_and_failure_rest_on() -> None:
    history = History()
    history.take(WHOLE)
    history.take(Run(passed="abcdefg", failed="h", state="s2", minute=1))
    area = history.area
    assert (area.tests, area.proven_state, area.proven_at) == (8, "s1", "2026-01-05T10:00:00Z")
    assert (area.failed_state, area.failed_at) == ("s2", "2026-01-05T10:01:00Z")
    assert (area.states, area.passes_on_states, area.test_count) == (1, 1, 2)


def test_what_is_not_credited_changes_nothing() -> None:
    history = History()
    history.take(WHOLE)
    before = history.area
    for run in (replace(WHOLE, minute=1), part("a", state="s2")):
        assert not history.take(run)
    assert history.area == before


def test_runs_by_the_hundred_do_not_make_the_roster_grow() -> None:
    """An own loop makes a run for each test, again and again."""
    history = History(Proving(repeat_window=1e9))
    for number in range(300):
        history.take(own(EIGHT[number % 8], minute=number))
    [told] = history.roster.heard.values()
    assert len(told) == 8


def test_parameters_are_cut_off() -> None:
    assert key_of("t.py::test_x[2026-11-16]") == key_of("t.py::test_x[2026-11-17]") == key_of("t.py::test_x")
    assert key_of("t.py::test_x[a::b]") == key_of("t.py::test_x")
    assert key_of("[chromium] a.spec.ts::logs in") != key_of("[firefox] a.spec.ts::logs in")
    assert key_of("pages/[id].test.ts::a") != key_of("pages/[id].test.ts::b")


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "0 seconds"), (1, "1 second"), (89, "89 seconds"), (90, "2 minutes"), (180, "3 minutes"), (5400, "2 hours")],
)
def test_a_time_is_told_as_people_say_it(seconds: float, said: str) -> None:
    assert ago(seconds) == f"{said} ago"


def test_a_state_of_which_nothing_is_known_is_the_one_from_before() -> None:
    assert is_same("a", "a")
    assert is_same("", "a")
    assert is_same("", None)
    assert not is_same("a", "b")
    assert not is_same("a", None)


runs = st.builds(
    Run,
    passed=st.sets(st.sampled_from("abcd")).map("".join),
    failed=st.just("") | st.sampled_from("abcd"),
    source=st.sampled_from(["plugin", "unit", "e2e", "run"]),
    state=st.sampled_from(["", "s1", "s2"]),
    minute=st.floats(0, 200),
    extent=st.sampled_from(["whole", "part", "report", "open"]),
    left_out=st.sets(st.sampled_from("cd")).map("".join),
    probes=st.booleans(),
    scenarios=st.sampled_from(["", "x", "xy"]),
)


@given(st.lists(runs, max_size=12))
def test_whatever_runs_come_a_decision_has_its_reason(many: list[Run]) -> None:
    """Any runs in any order: each is credited or has a reason, and what is not credited changes nothing."""
    history = History()
    for run in sorted(many, key=lambda each: each.minute):
        if not (run.passed or run.failed or run.scenarios):
            continue
        before = history.area
        plain = replace(
            run, passed="".join(set(run.passed) - set(run.failed)), left_out="" if run.failed else run.left_out
        )
        credited = history.take(plain)
        assert credited is not bool(history.why)
        assert credited or told(history.area) == told(before)
        assert credited or history.area.tests >= before.tests


@given(st.lists(runs, min_size=1, max_size=20))
def test_one_state_proves_no_more_than_its_new_tests_allow(many: list[Run]) -> None:
    """Passes on one state within the window: each proof beyond the first has a test that had not passed there."""
    history = History()
    proofs, seen = 0, set[str]()
    for run in many:
        now = replace(run, state="s1", minute=1, failed="", probes=False)
        if not (now.passed or now.scenarios):
            continue
        new = set(now.passed) | set(now.scenarios.upper())
        if history.take(now):
            proofs += 1
            assert proofs == 1 or new - seen
        seen |= new


def test_the_last_word_holds() -> None:
    told = [
        Heard(source="a", passed=keys("xy")),
        Heard(source="b", failed=keys("x")),
        Heard(source="a", passed=keys("z")),
    ]
    assert last_words(told) == (keys("yz"), keys("x"))


PASSED = Verdict(area="auth", passed=True, run="r")
FAILED = Verdict(area="auth", passed=False, run="r")


def by_past_runs(area: Area, number: int, passed: Verdict = PASSED) -> Area:
    for each in range(number):
        past = Trial(said=(Heard(source="unit", passed=keys("ab")),), state=f"s{each}", is_past=True)
        credit = weigh(area, Roster(), past, Proving()).credit
        area = learn(area, passed, scoring=Scoring(), at="2026-01-05T10:00:00Z", credit=credit)
    return area


def at_present(area: Area, number: int, fingerprint: str | None, passed: Verdict = PASSED) -> Area:
    for each in range(number):
        at, credit = f"2026-01-06T10:{each:02}:00Z", Credit(state=f"now{each}")
        area = learn(area, passed, scoring=Scoring(), at=at, fingerprint=fingerprint, credit=credit)
    return area


def test_the_past_alone_retires_nothing() -> None:
    """It raises confidence and counts; the first pass on the present state retires, where no files are watched."""
    area = by_past_runs(Area(name="auth"), 20)
    assert (area.test_count, area.retired, area.history_until) == (20, False, "2026-01-05T10:00:00Z")
    assert proof(area).endswith("by past runs, not yet on the present state")
    present = at_present(area, 1, None)
    assert (present.retired, present.history_until) == (True, None)
    assert "past runs" not in proof(present)


def test_with_files_to_watch_passes_of_the_past_are_not_tests_since_the_change() -> None:
    """On which content they were is not known: the files may have been rewritten the moment before."""
    area = at_present(by_past_runs(Area(name="auth"), 20), 1, "sha256:1")
    assert (area.retired, area.history_until, area.fingerprint) == (False, None, "sha256:1")
    assert (area.test_count, area.tests_since_change, area.confidence > 0.95) == (21, 1, True)
    assert proof(area).startswith("1 clean pass on 1 state:")
    assert [at_present(area, more, "sha256:1").retired for more in (13, 14)] == [False, True]


def test_a_failure_at_present_does_not_make_the_past_count() -> None:
    area = at_present(by_past_runs(Area(name="auth"), 20), 1, "sha256:1", FAILED)
    assert (area.tests_since_change, area.fails_since_change, area.history_until) == (1, 1, "2026-01-05T10:00:00Z")
    assert [at_present(area, more, "sha256:1").retired for more in (13, 14)] == [False, True]


def test_past_passes_beside_watched_files_add_no_test_since_the_change() -> None:
    area = by_past_runs(at_present(Area(name="auth"), 3, "sha256:1"), 20)
    assert (area.test_count, area.tests_since_change, area.states) == (23, 3, 3)
    assert [at_present(area, more, "sha256:1").retired for more in (11, 12)] == [False, True]
    failed = by_past_runs(area, 1, FAILED)
    assert (failed.tests_since_change, failed.fails_since_change) == (4, 1)


def test_the_past_ends_no_retirement_but_by_a_failure() -> None:
    retired = Area(name="auth", confidence=0.97, test_count=20, pass_count=20, retired=True, fingerprint="sha256:1")
    credit = Credit(state="old", is_past=True)
    passed, failed = (Verdict(area="auth", passed=each, run="r") for each in (True, False))
    after = learn(retired, passed, scoring=Scoring(), at="2026-01-05T10:00:00Z", credit=credit)
    assert (after.retired, after.fingerprint) == (True, "sha256:1"), "a change of the files is still seen"
    assert not learn(retired, failed, scoring=Scoring(), at="2026-01-05T10:00:00Z", credit=credit).retired


def test_what_only_adds_to_a_proof_is_not_said_to_be_short_of_tests() -> None:
    """`same state as 5 minutes ago; missing: b, c` reads as if those tests would help."""
    history = History()
    assert history.take(Run(passed="abc"))
    assert not history.take(part("ax", minute=5))
    assert history.why == "same state as 5 minutes ago"
    assert history.missing == frozenset()
    assert not history.take(part("a", minute=6))
    assert history.missing == keys("bcx")
