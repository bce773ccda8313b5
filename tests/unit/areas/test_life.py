"""Areas renamed, merged and removed; and branches that meet afterwards."""

from __future__ import annotations

from dataclasses import replace

from hardwon.areas.area import Area, Scoring, Verdict
from hardwon.areas.learning import movements, with_areas
from hardwon.areas.ledger import Areas, Ledger, memory_text, read_ledger
from hardwon.areas.life import merged_into, removed, renamed
from hardwon.areas.merge import merged

SCORING = Scoring()
LATER = "2026-02-01T00:00:00Z"


def taught(ledger: Ledger, area: str, *passed: bool, day: int = 1) -> Ledger:
    """The ledger after verdicts on an area."""
    for number, each in enumerate(passed):
        at = f"2026-01-{day:02d}T00:00:{number:02d}Z"
        verdict = Verdict(area=area, passed=each, run="r")
        [moved] = movements(ledger, [verdict], {}, scoring=SCORING, at=at)
        ledger = replace(with_areas(ledger, {area: moved.after}, at), created_at=at, updated_at=at)
    return ledger


RETIRED = taught(Ledger(), "test_http", *[True] * 16)


def test_a_renamed_area_keeps_all_that_it_has_proven() -> None:
    after = renamed(RETIRED, "test_http", "http")
    assert after.areas["http"] == replace(RETIRED.areas["test_http"], name="http")
    assert [*after.areas] == ["http"]
    assert [(entry.name, entry.unretired_at) for entry in after.retirements] == [("http", None)]


def test_two_areas_become_one_with_the_lower_confidence() -> None:
    ledger = taught(RETIRED, "http", True, True, False, day=2)
    both = merged_into(ledger, "test_http", "http", LATER).areas["http"]
    assert (both.test_count, both.pass_count, both.fail_count) == (19, 18, 1)
    assert both.confidence == ledger.areas["http"].confidence
    assert not both.retired
    assert both.last_tested_at == "2026-01-02T00:00:02Z"


def test_retired_only_if_both_are_and_history_says_when_each_ended() -> None:
    ledger = taught(RETIRED, "http", *[True] * 16, day=2)
    after = merged_into(ledger, "test_http", "http", LATER)
    assert after.areas["http"].retired
    assert {entry.name: entry.unretired_at for entry in after.retirements} == {"test_http": LATER, "http": None}
    half = merged_into(taught(RETIRED, "http", True, day=2), "http", "test_http", LATER)
    assert not half.areas["test_http"].retired
    assert [entry.unretired_at for entry in half.retirements] == [LATER]


def test_a_removed_area_leaves_its_retirement_as_history() -> None:
    after = removed(RETIRED, "test_http", LATER)
    assert not after.areas
    assert [(entry.name, entry.unretired_at) for entry in after.retirements] == [("test_http", LATER)]


def test_the_record_remembers_a_former_name_until_it_is_used_again() -> None:
    twice = renamed(renamed(RETIRED, "test_http", "http"), "http", "web")
    assert twice.renamed == {"test_http": "web", "http": "web"}
    kept = read_ledger(memory_text(twice), None, "memory.json", "")
    assert kept.renamed == twice.renamed
    again = replace(twice, areas=twice.areas.changed({"http": Area(name="http")}))
    assert read_ledger(memory_text(again), None, "m", "").renamed == {"test_http": "web"}


def test_a_branch_that_has_the_old_name_follows_when_they_meet() -> None:
    """No ghost: what the other branch recorded under the old name counts for the new one."""
    base = taught(Ledger(), "test_http", True, True)
    ours = renamed(base, "test_http", "http")
    theirs = taught(base, "test_http", True, True, False, day=3)
    for one, other in ((ours, theirs), (theirs, ours)):
        met = merged(base, one, other, scoring=SCORING)
        assert [*met.areas] == ["http"]
        assert met.areas["http"].test_count == 5
        assert met.areas["http"].confidence == theirs.areas["test_http"].confidence


def test_a_branch_follows_where_an_area_became_part_of_another() -> None:
    base = taught(taught(Ledger(), "test_http", True), "http", True, True)
    ours = merged_into(base, "test_http", "http", LATER)
    theirs = taught(base, "test_http", True, day=3)
    met = merged(base, ours, theirs, scoring=SCORING)
    assert [*met.areas] == ["http"]
    assert met.areas["http"].pass_count == 4


def test_an_area_that_one_branch_removed_and_the_other_tested_stays() -> None:
    base = taught(Ledger(), "http", True)
    met = merged(base, removed(base, "http", LATER), taught(base, "http", True, day=2), scoring=SCORING)
    assert met.areas["http"].pass_count == 2


def test_keys_of_other_tools_survive() -> None:
    raw = {**Areas({}).changed({"a": Area(name="a", extra={"team": "x"})}).raw}
    ledger = Ledger(
        areas=Areas({**raw, **Areas({}).changed({"b": Area(name="b", extra={"team": "y", "note": 1})}).raw})
    )
    assert renamed(ledger, "a", "c").areas["c"].extra == {"team": "x"}
    assert merged_into(ledger, "b", "a", LATER).areas["a"].extra == {"team": "x", "note": 1}
