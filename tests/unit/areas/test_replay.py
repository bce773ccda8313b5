"""A log of verdicts, replayed: on the same record it comes to the same areas, on another it adds what was learned."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.areas.area import Area, Credit, Scoring, Verdict, learn, start_again
from hardwon.areas.learning import with_areas
from hardwon.areas.ledger import Areas, Ledger
from hardwon.areas.replay import Course, applied, continued, course_in, replayed, row_of

GOLD = Path(__file__).parents[2] / "gold" / "memory"
SCORING = Scoring()
NAMES = ("auth", "cart")
states = st.sampled_from((None, "", "tree:1", "tree:2"))
digests = st.sampled_from(("", "d1", "d2"))
credited = st.builds(
    Credit,
    credited=st.booleans(),
    state=states,
    tests=st.none() | st.integers(0, 20),
    failed_tests=digests,
    failed_keys=digests,
    other_tests=st.none() | digests,
    other_runs=st.integers(0, 3),
    is_past=st.booleans(),
)
steps = st.one_of(
    st.tuples(st.just("verdict"), st.sampled_from(NAMES), st.booleans(), st.integers(0, 1), credited),
    st.tuples(st.just("verdict"), st.sampled_from(NAMES), st.booleans(), st.integers(0, 1), st.just(Credit())),
    st.tuples(st.just("again"), st.sampled_from(NAMES)),
    st.tuples(st.just("gone"), st.sampled_from(NAMES)),
)


def at(second: int) -> str:
    return f"2030-01-01T00:00:{second:02}Z"


def updated(ledger: Ledger, step: tuple[Any, ...], second: int, fingerprint: str | None) -> Ledger:
    kind, name, *rest = step
    known = ledger.areas.get(name)
    if kind == "gone":
        return replace(ledger, areas=Areas({key: raw for key, raw in ledger.areas.raw.items() if key != name}))
    if kind == "again":
        return (
            with_areas(ledger, {name: start_again(known, at=at(second), fingerprint=fingerprint)}, at(second))
            if known
            else ledger
        )
    passed, flaky, credit = rest
    verdict = Verdict(area=name, passed=passed, run="r", flaky=flaky)
    after = learn(
        known or Area(name=name), verdict, scoring=SCORING, at=at(second), fingerprint=fingerprint, credit=credit
    )
    return replace(with_areas(ledger, {name: after}, at(second)), extra={"last_run": f"r{second}"})


@pytest.mark.parametrize("fingerprint", [None, "F"])
@given(before=st.lists(steps, max_size=4), during=st.lists(steps, min_size=1, max_size=8))
def test_replayed_on_the_same_record_it_comes_to_the_same_areas(
    fingerprint: str | None, before: list[Any], during: list[Any]
) -> None:
    record = Ledger()
    for second, step in enumerate(before):
        record = updated(record, step, second, "old" if fingerprint else None)
    rows, ledger = [], record
    present = dict.fromkeys(NAMES, fingerprint) if fingerprint else {}
    for second, step in enumerate(during, start=10):
        after = updated(ledger, step, second, fingerprint)
        if after is not ledger:
            rows.append(json.loads(json.dumps(row_of(ledger, after, at=at(second), scoring=SCORING))))
        ledger = after
    # No verdict is told as a copy of its area.
    assert [change for row in rows for change in row["changes"] if "as" in change] == []
    if rows:
        found = replayed(record, rows, present, SCORING)
        assert dict(found.areas) == dict(ledger.areas)
        assert {each.name for each in found.retirements if not each.unretired_at} == found.areas.retired
        begun = continued(Course(), record, rows[: len(rows) // 2], present, SCORING) if rows[1:] else Course()
        kept = course_in(json.loads(json.dumps(begun.document())))
        assert applied(record, continued(kept, record, rows[len(rows) // 2 :], present, SCORING)) == found


def rows_of_passes(count: int, *, fingerprint: str | None = None) -> list[dict[str, Any]]:
    ledger, rows = Ledger(), []
    for second in range(count):
        after = updated(ledger, ("verdict", "auth", True, 0, Credit()), second, fingerprint)
        rows.append(row_of(ledger, after, at=at(second), scoring=SCORING))
        ledger = after
    return rows


def test_replayed_on_a_record_that_moved_on_it_adds_what_was_learned() -> None:
    moved = Ledger(
        areas=Areas({}).changed({"auth": Area(name="auth", confidence=0.5, test_count=9, pass_count=8, fail_count=1)})
    )
    found = replayed(moved, rows_of_passes(2), {}, SCORING).areas["auth"]
    assert (found.test_count, found.pass_count, found.fail_count) == (11, 10, 1)
    assert found.confidence == pytest.approx(1 - 0.5 * 0.81**2)


def test_verdicts_on_other_files_wait() -> None:
    rows = rows_of_passes(2, fingerprint="F1")
    proven = Ledger(
        areas=Areas({}).changed(
            {"auth": Area(name="auth", confidence=0.5, test_count=9, pass_count=9, fingerprint="F0")}
        )
    )
    assert replayed(proven, rows, {"auth": "F0"}, SCORING).areas["auth"] == proven.areas["auth"]
    here = replayed(proven, rows, {"auth": "F1"}, SCORING).areas["auth"]
    assert (here.test_count, here.tests_since_change, here.fingerprint) == (11, 2, "F1")


def test_log_of_an_earlier_release_is_read_for_ever() -> None:
    lines = (GOLD / "local-1" / "areas.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    present = {"cart": rows[2]["changes"][0]["fingerprint"]}
    found = replayed(Ledger(), rows, present, SCORING)
    auth, cart = found.areas["auth"], found.areas["cart"]
    assert (auth.test_count, auth.fail_count, auth.tests_since_change) == (2, 1, 0)
    assert (cart.test_count, cart.fail_count, cart.tests, cart.proven_state) == (2, 1, 2, "given:build1")
    assert (cart.failed_state, cart.failed_keys) == ("given:build2", "9_fOJIor")
    assert (len(found.reports), len(found.runs)) == (2, 2)
