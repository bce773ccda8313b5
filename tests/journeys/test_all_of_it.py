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


def parameters(count: int = 20, *, first: int = 0, needs_database: int | None = None) -> str:
    """A file with one test of many parameters, of which one may need a database."""
    skipped = f"    if n == {needs_database} and 'NODB' in os.environ: pytest.skip('no database')\n"
    return HEAD + (
        f"@pytest.mark.parametrize('n', range({first}, {first + count}))\n"
        f"def test_n(n):\n{skipped}    assert n not in BAD\n"
    )


def test_one_parameter_of_one_test_proves_nothing(hour: Hour) -> None:
    """However often it passes, on whatever state."""
    retired(hour, parameters(), config="")
    breaks(hour)
    for _ in range(4):
        hour.edit()
        why = hour.pytest(f"{LOGIN}::test_n[1]")
        assert why.startswith("0 of 1 tests: no proof, for 1 test passed with 1 of 20 parameters; missing: ")
        assert "; 1 known test did not run, or not with enough parameters: " in why
    assert hour.count == 1
    assert not hour.pytest(), "a failure counts"


def test_that_a_runner_counts_parameters_is_told(hour: Hour) -> None:
    """pytest says "20 passed" beside it."""
    retired(hour, parameters() + "def test_a(): pass\ndef test_b(): pass\n", config="")
    hour.edit()
    assert hour.pytest("-k", "test_n").startswith(
        f"1 of 3 tests: no proof (a test counts once, whatever its parameters); missing: {LOGIN}::test_a, "
        f"{LOGIN}::test_b; 2 known tests did not run: the rest on these files would complete it"
    )
    assert not hour.pytest("-k", "test_a or test_b")


def test_parameters_on_one_state_add_up_and_none_counts_twice(hour: Hour) -> None:
    retired(hour, parameters(), config="")
    hour.edit()
    for _ in range(20):
        assert "1 of 20 parameters" in hour.pytest(f"{LOGIN}::test_n[1]")
    assert "16 of 20 parameters" in hour.pytest(*(f"{LOGIN}::test_n[{n}]" for n in range(1, 17)))
    assert not hour.pytest(*(f"{LOGIN}::test_n[{n}]" for n in range(17, 20)))


def test_what_failed_stands_until_it_passes_itself(hour: Hour) -> None:
    """Another parameter of the same test does not mend it."""
    retired(hour, parameters(), config="")
    breaks(hour)
    hour.pytest()
    assert hour.pytest(f"{LOGIN}::test_n[1]")
    assert hour.pytest("-k", "not 7")


def test_other_parameters_of_the_same_number_are_as_good(hour: Hour) -> None:
    retired(hour, parameters(), config="")
    for first in (100, 200):
        hour.suite.write(tests__auth__test_login=parameters(first=first))
        assert not hour.pytest(LOGIN)


def test_a_whole_run_sets_the_number_of_parameters_anew(hour: Hour) -> None:
    retired(hour, parameters(), config="")
    hour.suite.write(tests__auth__test_login=parameters(5))
    assert "5 of 20 parameters" in hour.pytest(LOGIN)
    assert not hour.pytest()
    hour.edit()
    assert not hour.pytest(LOGIN)


def test_a_parameter_that_has_not_passed_is_not_left_out(hour: Hour, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be it that a narrow run left it out, or that it was skipped."""
    retired(hour, parameters(needs_database=7))
    breaks(hour)
    assert not hour.pytest("-k", "not 7"), "18 of 20 are enough for confidence"
    assert reduced(hour)["failed"] == 1
    (hour.root / "bad.json").write_text("[70]")
    assert reduced(hour) == {"passed": 21}
    assert reduced(hour)["deselected"] == 18
    breaks(hour)
    with monkeypatch.context() as without:
        without.setenv("NODB", "1")
        for number in range(2):
            (hour.root / "other.json").write_text(str(number))
            hour.pytest()
    assert reduced(hour)["failed"] == 1


def cases(numbers: range) -> list[str]:
    return [f"n[{number}]" for number in numbers]


def test_a_report_with_one_parameter_is_a_part_until_three_say_that_this_is_all(hour: Hour) -> None:
    def ingested(numbers: range) -> str:
        hour.edit()
        return hour.ingest(hour.report(cases(numbers)))

    assert [ingested(range(20)), ingested(range(100, 120))] == ["", ""]
    whys = [ingested(range(1)) for _ in range(2)]
    assert all("1 of 20 parameters" in why for why in whys), whys
    assert ingested(range(1)) == ""
    assert ingested(range(20)) == ""


def test_a_report_that_can_never_be_all_is_not_told_that_it_will_be(hour: Hour) -> None:
    """pytest knows eight tests; a report of four under another name stays a part of them, from the first time on."""
    assert not hour.pytest()
    for _ in range(4):
        hour.edit()
        why = hour.ingest(hour.report("abcd"))
        assert why.startswith("4 of 8 tests: no proof; missing: tests/auth/"), why
        assert "; 4 tests of pytest plugin did not pass on this state" in why, why
        assert why.endswith("ingest this with --source 'pytest plugin'"), why


def test_a_report_that_will_be_all_is_told_so(hour: Hour) -> None:
    for names in ("abcdefgh", "abcd", "abcd"):
        hour.edit()
        why = hour.ingest(hour.report(names))
    assert why.endswith("the third run in a row with these 4 tests sets what is known anew")
    hour.edit()
    assert not hour.ingest(hour.report("abcd"))


def test_nor_is_a_report_with_a_part_of_the_parameters_of_another_source(hour: Hour) -> None:
    retired(hour, parameters(), config="")
    for _ in range(4):
        hour.edit()
        why = hour.ingest(hour.report(cases(range(1))))
        assert "passed with 1 of 20 parameters; missing: " in why, why
        assert "; 1 test of pytest plugin did not pass on this state" in why, why
