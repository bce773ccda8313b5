"""State folders that earlier releases wrote are read for ever: log, history, breaker, report, doctor."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import hardwon
from hardwon.evidence.journal import own_test_in
from hardwon.evidence.own_tests import words_in

if TYPE_CHECKING:
    from tests.conftest import Cli

GOLD = Path(__file__).resolve().parents[1] / "gold" / "runs"
STATES = sorted(path.name for path in GOLD.iterdir() if path.is_dir())


@pytest.fixture(params=STATES)
def state(request: pytest.FixtureRequest, project: Path) -> Path:
    """A project whose state folder an earlier release wrote."""
    shutil.copytree(GOLD / request.param, project / ".hardwon")
    tests = project / "tests" / "cart" / "test_cart.py"  # `hardwon-5` knows that it was there
    tests.parent.mkdir(parents=True)
    tests.touch()
    hardwon.Memory.open(project).records.prepare()  # the .gitignore, which would hide the samples here
    return project / ".hardwon"


def test_the_log_tells_what_happened(state: Path, call: Cli) -> None:
    entries = call("log", "--json").document["entries"]
    assert [(entry["action"], entry["after"]["trust"]) for entry in entries] == [("add", 0.5), ("confirm", 0.55)]


def test_history_breaker_and_areas_are_known(state: Path, call: Cli) -> None:
    assert call("breaker", "--json").document["shop"]["memory"] == {"runs": 1, "failures": 0}
    assert call("flaky", "--json").document["runs"] == 3
    assert call("select", "--json").document["tests"]
    assert {area["name"] for area in call("status", "--json").document["areas"]} >= {"account"}


def test_doctor_finds_nothing_wrong(state: Path, call: Cli) -> None:
    assert call("doctor", "--json").document["findings"] == []


def test_new_runs_go_on_from_it(state: Path, project: Path, call: Cli) -> None:
    memory = hardwon.Memory.open(project)
    with (
        memory.run(product="shop", test="t_recovery", area="account") as run,
        run.step("Open the account recovery page") as step,
    ):
        step.report(used=[each.id for each in step.observations])
    assert run.memory_log.confirmed == 1
    assert call("breaker", "--json").document["shop"]["memory"] == {"runs": 2, "failures": 0}
    assert call("doctor", "--json").document["findings"] == []


def test_what_an_agent_said_over_several_calls_is_read(project: Path) -> None:
    shutil.copytree(GOLD / "hardwon-4", project / ".hardwon")
    runs = hardwon.Memory.open(project).runs
    head = runs.summary(runs.ids()[0]).own_test
    assert head is not None
    test = own_test_in(head)
    assert test is not None
    assert (test.place.product, test.place.test, test.area) == ("shop", "t_recovery", "account")
    begun, reported, ended = words_in(runs.record, runs.ids()[1])
    assert begun.begun is not None
    assert [hint.title for hint in begun.begun.hints] == ["Account recovery: reached from Settings"]
    assert (reported.reported, ended.ended, ended.awaits) == (begun.begun.text, True, False)


def test_what_a_test_of_an_agent_rests_on_and_who_ended_it_is_read(project: Path) -> None:
    shutil.copytree(GOLD / "hardwon-5", project / ".hardwon")
    runs = hardwon.Memory.open(project).runs
    for run in runs.ids()[:2]:
        first, *_, last = words_in(runs.record, run)
        assert first.rests_on is not None
        assert first.rests_on.files.keys() == {"app/account/page.py"}
        assert last.ended
        assert last.by > 0


def test_rosters_know_the_word_of_an_agent_and_other_names_of_a_state(project: Path) -> None:
    shutil.copytree(GOLD / "hardwon-5", project / ".hardwon")
    memory = hardwon.Memory.open(project)
    rosters = memory.records.rosters.read().areas
    assert (rosters["account"].word_on, rosters["account"].word_at) == ("147ab87c26e8d3f2e545946f", 1795024639.112169)
    [(ended, begun)] = rosters["cart"].also.items()
    assert begun == memory.areas["cart"].proven_state
    assert rosters["cart"].first_name(ended) == begun
