"""run.json and what it tells of tests: written as outsiders know it, read with suspicion."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.areas.area import Verdict
from hardwon.evidence.run_file import Evidence, RunDetails, RunSummary, summary_in
from hardwon.evidence.told import PytestPart, RunEnd, RunSetup, ToldStep, ToldTest, told_setup, told_test
from hardwon.observations.deltas import MemoryLog
from hardwon.steps.step import overall

if TYPE_CHECKING:
    from hardwon.steps.step import Status

GOLD = Path(__file__).parents[2] / "gold" / "runs"
RUN = "20260101T000000-000000-abcd"
STATUSES: tuple[Status, ...] = ("passed", "failed", "error", "skipped")

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
_KEYS = ("run_id", "time", "commit", "status", "pid", "verdicts", "test_results", "memory_log", "settings", "steps")
_STEPS = st.builds(
    ToldStep,
    text=st.text(max_size=3),
    kind=st.sampled_from(["act", "assert", "exec"]),
    status=st.sampled_from(STATUSES),
    injected=st.lists(st.text(max_size=3), max_size=2).map(tuple),
    memory=st.sampled_from(["used", "none", "off"]),
    sub_actions=st.integers(0, 9),
)
_TESTS = st.builds(
    ToldTest,
    id=st.text(max_size=3),
    name=st.text(max_size=3),
    status=st.sampled_from(STATUSES),
    area=st.text(max_size=3),
    product=st.text(max_size=3),
    priority=st.sampled_from(["low", "critical"]),
    steps=st.lists(_STEPS, max_size=2).map(tuple),
    ablation=st.none() | st.just({"passed": True, "deprecated": ["obs_x"]}),
    unclosed=st.lists(st.text(max_size=3), max_size=2).map(tuple),
    duration=st.floats(0, 100),
)


@given(_TESTS)
def test_a_test_is_read_back_as_it_was(test: ToldTest) -> None:
    assert told_test(json.loads(json.dumps(test.document()))) == test


@pytest.mark.parametrize("path", sorted(GOLD.glob("*/runs/*/run.json")), ids=lambda path: path.parent.name)
def test_what_earlier_releases_wrote_is_read_whole(path: Path) -> None:
    summary = summary_in(path.parent.name, path.read_bytes())
    assert (summary.flaw, summary.is_unfinished) == ("", False)
    told = summary.document
    assert [(each.area, each.passed, each.tests) for each in summary.verdicts] == [
        (each["area"], each["passed"], each["tests"]) for each in told["verdicts"]
    ]
    for test, document in zip(summary.tests, told.get("test_results", []), strict=True):
        now = test.document()
        assert {key: now[key] for key in document if key != "steps"} | {"steps": document["steps"]} == document
        for step, kept in zip(now["steps"], document["steps"], strict=True):
            assert {key: step[key] for key in kept} == kept
    if "settings" in told:
        setup = told_setup(told).document()
        assert setup == {key: told[key] for key in setup}


@given(st.dictionaries(st.sampled_from(_KEYS), _JSON))
def test_whatever_stands_there_a_reader_gets_an_answer(document: dict[str, Any]) -> None:
    summary = RunSummary(run=RUN, document=document)
    told = (
        summary.time,
        summary.commit,
        summary.origin,
        summary.verdicts,
        summary.tests,
        summary.setup,
        summary.deltas,
    )
    assert len(told) == 7
    assert summary.flaw


def test_run_tells_all_that_it_was_given_and_nothing_that_it_was_not() -> None:
    step = ToldStep(text="Open", kind="act", status="passed", injected=("obs_a",), memory="used", sub_actions=1)
    test = ToldTest(id="t", name="t", status="passed", product="shop", steps=(step,))
    details = RunDetails(
        origin="curator",
        setup=RunSetup(dirty=None, version="1", agent="a", settings={"services.x": 1}, memory=True),
        end=RunEnd(status="passed", tests=[test], finished="2026-01-01T00:00:01Z"),
        memory_log=MemoryLog(),
        pytest=PytestPart(stopped_early=False, left_out=0, brought_back=[]),
        tally={"passed": 1},
        reports={"digest": "r.xml"},
    )
    verdict = Verdict(area="auth", passed=True, run=RUN)
    head = Evidence(run=RUN, kind="run", at="2026-01-01T00:00:00Z", verdicts=[verdict])
    assert json.loads(head.content()) == {
        "run_id": RUN,
        "kind": "run",
        "time": "2026-01-01T00:00:00Z",
        "commit": None,
        "ignored": None,
        "verdicts": [
            {"area": "auth", "passed": True, "tests": 1, "failed": 0, "flaky": 0, "credited": True, "why": None}
        ],
    }
    whole = Evidence(run=RUN, kind="run", at="2026-01-01T00:00:00Z", verdicts=[verdict], details=details)
    summary = summary_in(RUN, whole.content())
    assert summary.verdicts == (verdict,)
    assert summary.tests == (test,)
    assert summary.setup == details.setup
    assert set(summary.document) == set(json.loads(head.content())) | {
        *("origin", "dirty", "version", "agent", "settings", "memory", "reports", "tests", "memory_log"),
        *("status", "test_results", "tripped", "finished", "stopped_early", "left_out", "brought_back"),
    }


def test_opening_says_that_the_run_is_under_way_and_hides_what_must_be_hidden() -> None:
    details = RunDetails(origin="secret", hide=lambda document: document | {"origin": "[hidden]"})
    summary = summary_in(RUN, Evidence(run=RUN, kind="run", at="2026-01-01T00:00:00Z", details=details).opening(1))
    assert (summary.is_unfinished, summary.origin, summary.verdicts) == (True, "[hidden]", ())


@pytest.mark.parametrize(
    ("statuses", "found"),
    [((), "skipped"), (("passed", "skipped"), "passed"), (("passed", "error"), "error"), (STATUSES, "failed")],
)
def test_overall_the_worst_counts(statuses: tuple[Status, ...], found: Status) -> None:
    assert overall(statuses) == found
