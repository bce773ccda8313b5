"""Switching the plugin on and off, and what happens when hardwon cannot do its part."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

PASSES = "def test_passes(): pass\n"


def test_off_it_writes_nothing_and_imports_nothing(suite: Suite) -> None:
    suite.write(
        tests__test_x="import sys\ndef test_x(): assert not [m for m in sys.modules if m.startswith('hardwon')]\n"
    )
    result = suite.pytester.runpytest_subprocess()
    result.assert_outcomes(passed=1)
    assert "hardwon" not in str(result.stdout).replace("plugins:", "")[result.stdout.str().index("\ncollected") :]
    assert not suite.state.exists()


def test_the_ini_file_switches_it_on_and_the_command_line_wins(suite: Suite) -> None:
    suite.pytester.makefile(".ini", pytest="[pytest]\naddopts = -p no:randomly\nhardwon = true\n")
    suite.write(tests__a__test_x=PASSES)
    suite.pytester.runpytest("--no-hardwon")
    assert not suite.state.exists()
    suite.pytester.runpytest()
    assert set(suite.areas) == {"a"}


def test_no_test_no_record(suite: Suite) -> None:
    suite.write(tests__a__test_x=PASSES)
    assert suite.run("--collect-only").ret == 0
    assert suite.run("-k", "nothing").ret == pytest.ExitCode.NO_TESTS_COLLECTED
    assert suite.runs == []


def test_a_damaged_record_is_an_error_before_any_test_runs(suite: Suite) -> None:
    suite.write(tests__a__test_x="open('ran', 'w')\n" + PASSES)
    suite.state.mkdir()
    (suite.state / "memory.json").write_text('{"areas": {"x": null}}')
    result = suite.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "hardwon (damaged-record): " in str(result.stderr)
    assert not (suite.root / "ran").exists()
    assert (suite.state / "memory.json").read_text() == '{"areas": {"x": null}}'


def test_a_record_that_cannot_be_written_is_said_and_not_passed_over(suite: Suite) -> None:
    """The suite passed, but hardwon could not keep it: that is no success of the run as a whole."""
    suite.write(
        tests__a__test_x="""
import pathlib
def test_x():
    pathlib.Path(".hardwon").mkdir()
    pathlib.Path(".hardwon/memory.json").write_text("{")
"""
    )
    result = suite.run()
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["hardwon: no verdict of this run was recorded: *memory.json*"])
    assert result.ret == 3
    assert (suite.state / "memory.json").read_text() == "{"


def test_a_wrong_setting_is_an_error(suite: Suite) -> None:
    (suite.root / "hardwon.yaml").write_text("services: {memory: {minTrust: 7}}\n")
    suite.write(tests__a__test_x=PASSES)
    result = suite.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "minTrust" in str(result.stderr)


def test_names_with_terminal_escapes_reach_the_terminal_visibly(suite: Suite) -> None:
    suite.write(
        tests__a__test_x="""
import pytest
tries = []
@pytest.mark.parametrize("value", [1], ids=["\\x1b[31mred"])
def test_x(value):
    tries.append(1)
    assert len(tries) > 1
"""
    )
    result = suite.run("--reruns", "1", "--color=no")
    assert "\x1b" not in str(result.stdout)
    assert len(suite.tests) == 1


def test_the_project_may_lie_above_the_tests(suite: Suite) -> None:
    """pytest's root is where its ini file lies; the memory is the project's."""
    suite.write(backend__tests__a__test_x=PASSES)
    (suite.root / "pytest.ini").rename(suite.root / "backend" / "pytest.ini")
    suite.run("backend")
    assert suite.verdicts == {"backend/tests/a/test_x.py::test_passes": "passed"}


def test_the_run_knows_its_commit_and_that_it_is_over(suite: Suite) -> None:
    suite.write(tests__a__test_x=PASSES)
    suite.run()
    run = json.loads((suite.runs[0] / "run.json").read_bytes())
    assert run["tests"]["passed"] == 1
    assert run["stopped_early"] is False
