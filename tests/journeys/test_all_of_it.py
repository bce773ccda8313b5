"""All of an area, not most of it: what did not pass on the files as they are is neither proven nor left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.journeys.conftest import LOGIN

if TYPE_CHECKING:
    from tests.journeys.conftest import Hour

CONFIG = """
services: {confidence: {retirementThreshold: 0.1, retirementTests: 1}}
areas:
  - {area: auth, tests: ["tests/auth/**"], paths: ["src/shop.py"]}
"""
HEAD = """
import json, os, pathlib, pytest
BAD = json.loads((pathlib.Path(__file__).parents[2] / "bad.json").read_text())
"""
NO_DATABASE = "@pytest.mark.skipif('NODB' in os.environ, reason='no database')\n"


def twenty(*, needs_database: int | None = None) -> str:
    """A file with 20 tests, of which one may need a database."""
    return HEAD + "".join(
        f"{NO_DATABASE if number == needs_database else ''}def test_{number}(): assert {number} not in BAD\n"
        for number in range(20)
    )


def retired(hour: Hour, tests: str, *, config: str = CONFIG) -> Hour:
    """The area has retired, by a whole run on good files."""
    (hour.root / "hardwon.yaml").write_text(config)
    hour.suite.write(tests__auth__test_login=tests)
    (hour.root / "bad.json").write_text("[]")
    assert not hour.pytest()
    return hour


def breaks(hour: Hour, number: int = 7) -> None:
    """A file of no area is broken, and one test would see it."""
    (hour.root / "bad.json").write_text(f"[{number}]")


def reduced(hour: Hour) -> dict[str, int]:
    """How the tests of a reduced run ended."""
    return hour.suite.run("--hardwon-reduce").parseoutcomes()


def test_what_a_narrow_run_left_out_is_not_left_out_by_the_next_reduced_one(hour: Hour) -> None:
    """19 of 20 tests raise confidence; the twentieth has still to pass on the changed files."""
    retired(hour, twenty())
    breaks(hour)
    assert not hour.pytest("-k", "not test_7"), "19 of 20 are a proof"
    [seventh] = [each for each in hour.hardwon("select")["tests"] if each["test"].endswith("test_7")]
    assert (seventh["run"], seventh["cause"]) == (True, "not passed since")
    assert reduced(hour)["failed"] == 1
    (hour.root / "bad.json").write_text("[70]")
    assert reduced(hour) == {"passed": 21}
    assert reduced(hour)["deselected"] == 18, "all of it has passed: the daily run is short again"


def test_narrow_runs_on_the_same_files_add_up(hour: Hour) -> None:
    retired(hour, twenty())
    (hour.root / "bad.json").write_text("[70]")
    hour.pytest("-k", "not test_7")
    hour.pytest(f"{LOGIN}::test_7")
    assert reduced(hour)["deselected"] == 18


def test_a_narrow_run_on_files_that_all_passed_on_takes_nothing_back(hour: Hour) -> None:
    retired(hour, twenty())
    hour.pytest("-k", "not test_7")
    assert reduced(hour)["deselected"] == 18


@pytest.mark.parametrize("runs", [1, 3])
def test_a_test_that_was_skipped_is_not_left_out(hour: Hour, monkeypatch: pytest.MonkeyPatch, runs: int) -> None:
    """However often its area passes without it: it ran once, so it may run again."""
    retired(hour, twenty(needs_database=7))
    breaks(hour)
    with monkeypatch.context() as without:
        without.setenv("NODB", "1")
        for number in range(runs):
            (hour.root / "other.json").write_text(str(number))
            assert not hour.pytest()
    assert reduced(hour)["failed"] == 1


def test_a_test_that_was_skipped_and_is_gone_holds_nothing_up(hour: Hour, monkeypatch: pytest.MonkeyPatch) -> None:
    retired(hour, twenty(needs_database=7))
    with monkeypatch.context() as without:
        without.setenv("NODB", "1")
        (hour.root / "bad.json").write_text("[70]")
        hour.pytest()
    hour.suite.write(tests__auth__test_login=twenty().replace("def test_7(", "def new_name("))
    hour.pytest()
    assert reduced(hour) == {"passed": 3, "deselected": 17}


def test_a_test_that_is_always_skipped_changes_nothing(hour: Hour, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NODB", "1")
    retired(hour, twenty(needs_database=7))
    (hour.root / "bad.json").write_text("[70]")
    hour.pytest()
    assert reduced(hour)["deselected"] == 17
