"""Reduction: what is left out, what never is, and what is said about it."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

import hardwon

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

MANY = "import pytest\n@pytest.mark.parametrize('n', range(20))\ndef test_{0}(n): pass\n"

FRAGILE = MANY.replace("pass", "assert not __import__('pathlib').Path('.broken').exists()")
"""Tests that fail as soon as a file is there that no change can be seen of: it is hidden, and there is no git."""


def _proven(suite: Suite, *areas: str, passes: int = 15) -> None:
    """A suite that ran once, with areas that have proven themselves."""
    memory = hardwon.Memory.open(suite.root)
    for area in areas:
        for _ in range(passes - 1):
            memory.record(area, passed=True)
    suite.run()


@pytest.fixture
def retired(suite: Suite) -> Suite:
    """Area `a` with 20 tests is retired, area `b` with 20 is not."""
    suite.write(tests__a__test_a=MANY.format("a"), tests__b__test_b=MANY.format("b"))
    _proven(suite, "a")
    assert suite.areas["a"]["retired"]
    return suite


def test_by_default_it_is_only_said(retired: Suite) -> None:
    result = retired.run()
    result.assert_outcomes(passed=40)
    result.stdout.fnmatch_lines(["--hardwon-reduce would leave out 18 of 40 tests*"])


def test_retired_areas_are_left_out_but_for_probes(retired: Suite) -> None:
    before = retired.areas["a"]
    result = retired.run("--hardwon-reduce", "--hardwon-state", "another build")
    result.assert_outcomes(passed=22, deselected=18)
    result.stdout.fnmatch_lines(
        ["left out 18 of 40 tests*", "no `paths`, so any changed source brings all of them back: a"]
    )
    assert len(retired.tests) == 22, "nothing is recorded of a test that did not run"
    assert retired.areas["a"] == before, "an area that was left out gains nothing"
    assert retired.areas["b"]["pass_count"] == 2


def test_each_test_left_out_has_its_reason(retired: Suite) -> None:
    result = retired.run("--hardwon-reduce", "--hardwon-explain")
    lines = [line for line in result.outlines if line.startswith("    tests/a/test_a.py::test_a[")]
    assert len(lines) == 18
    [reason] = [line for line in result.outlines if line.startswith("  a: 18 tests: ")]
    assert "is retired" in reason


def test_the_same_commit_gives_the_same_choice(retired: Suite) -> None:
    retired.commit()
    retired.run("--hardwon-reduce")
    first = set(retired.tests)
    retired.run("--hardwon-reduce")
    assert set(retired.tests) == first


def test_workers_choose_as_one_process_does(retired: Suite) -> None:
    retired.commit()
    retired.run("--hardwon-reduce")
    alone = set(retired.tests)
    result = retired.run("--hardwon-reduce", "-n", "2")
    result.assert_outcomes(passed=22)
    result.stdout.fnmatch_lines(["left out 18 of 40 tests*"])
    assert set(retired.tests) == alone


@pytest.fixture
def fragile(suite: Suite) -> Suite:
    """As `retired`, and the tests of area `a` fail from now on."""
    suite.write(tests__a__test_a=FRAGILE.format("a"), tests__b__test_b=MANY.format("b"))
    _proven(suite, "a")
    (suite.root / ".broken").touch()
    return suite


def test_a_failing_probe_ends_the_retirement(fragile: Suite) -> None:
    result = fragile.run("--hardwon-reduce")
    result.assert_outcomes(passed=20, failed=2, deselected=18)
    assert fragile.areas["a"]["retired"] is False
    (fragile.root / ".broken").unlink()
    fragile.run("--hardwon-reduce").assert_outcomes(passed=40)


def test_a_failing_probe_brings_its_area_back_if_asked(fragile: Suite) -> None:
    retired = fragile
    result = retired.run("--hardwon-reduce", "--hardwon-escalate")
    result.assert_outcomes(passed=20, failed=20)
    result.stdout.fnmatch_lines(["a failure brought 18 tests of them back"])
    run = json.loads((retired.runs[-1] / "run.json").read_bytes())
    assert (run["left_out"], len(run["brought_back"])) == (18, 18)


def test_passing_probes_bring_nothing_back(retired: Suite) -> None:
    retired.run("--hardwon-reduce", "--hardwon-escalate").assert_outcomes(passed=22, deselected=18)


def test_escalation_with_workers_is_refused(retired: Suite) -> None:
    result = retired.run("--hardwon-reduce", "--hardwon-escalate", "-n", "2")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "does not work with xdist" in str(result.stderr)


def test_what_must_run_runs(retired: Suite) -> None:
    """Marked unskippable, new, or named on the command line."""
    text = MANY.format("a") + "@pytest.mark.unskippable\ndef test_must(): pass\n"
    retired.write(tests__a__test_a=text)
    retired.run("--hardwon-state", "one")
    retired.write(tests__new__test_new="def test_new(): pass\n")
    retired.run("--hardwon-reduce", "tests").assert_outcomes(passed=24, deselected=18)
    asked = [f"tests/a/test_a.py::test_a[{n}]" for n in range(20)]
    retired.run("--hardwon-reduce", *asked).assert_outcomes(passed=20)
    retired.run("--hardwon-reduce", "tests/a/test_a.py::test_a").assert_outcomes(passed=20)


def test_select_makes_the_same_choice(retired: Suite) -> None:
    """For other runners, and for those who want to see it beforehand: marks are remembered from the last run."""
    text = MANY.format("a") + "@pytest.mark.unskippable\ndef test_must(): pass\n"
    retired.write(tests__a__test_a=text)
    retired.commit()
    retired.run("--hardwon-reduce")
    in_pytest = set(retired.tests)
    chosen = retired.pytester.run(sys.executable, "-m", "hardwon", "select", "--format", "pytest")
    assert "tests/a/test_a.py::test_must" in in_pytest
    assert set(chosen.outlines) == in_pytest


def test_what_failed_last_time_runs(suite: Suite) -> None:
    suite.write(tests__a__test_a=MANY.format("a").replace("pass", "assert n != 7"))
    _proven(suite, "a", passes=16)
    memory = hardwon.Memory.open(suite.root)
    for _ in range(15):
        memory.record("a", passed=True)
    suite.write(tests__a__test_a=MANY.format("a"))
    suite.run("--hardwon-reduce", "--hardwon-explain")
    assert "tests/a/test_a.py::test_a[7]" in suite.tests


def test_a_changed_area_runs_in_full(suite: Suite) -> None:
    suite.write(src__a="x = 1\n", tests__a__test_a=MANY.format("a"))
    (suite.root / "hardwon.yaml").write_text("areas:\n  - {area: a, tests: ['tests/a'], paths: ['src/a.py']}\n")
    _proven(suite, "a")
    suite.run("--hardwon-reduce").assert_outcomes(passed=2, deselected=18)
    suite.write(src__a="x = 2\n")
    suite.run("--hardwon-reduce").assert_outcomes(passed=20)


def test_without_history_nothing_is_left_out_and_that_is_said(retired: Suite) -> None:
    """A fresh checkout has the areas, but no runs."""
    for run in retired.runs:
        retired.pytester.run("rm", "-r", str(run))
    result = retired.run("--hardwon-reduce")
    result.assert_outcomes(passed=40)
    result.stdout.fnmatch_lines(["Nothing is reduced: no run with single tests is known here*"])


def test_stable_areas_are_sampled(suite: Suite) -> None:
    (suite.root / "hardwon.yaml").write_text(
        "services: {confidence: {retirementTests: 50}}\nreduction: {probeShare: 0}\n"
    )
    suite.write(tests__a__test_a=MANY.format("a"))
    _proven(suite, "a", passes=20)
    suite.run("--hardwon-reduce", "--hardwon-state", "another build").assert_outcomes(passed=10, deselected=10)
    assert suite.areas["a"]["pass_count"] == 21, "half of its tests ran: that is a proof like any other"


def test_reduction_alone_switches_hardwon_on(retired: Suite) -> None:
    retired.pytester.runpytest("--hardwon-reduce").assert_outcomes(passed=22, deselected=18)
