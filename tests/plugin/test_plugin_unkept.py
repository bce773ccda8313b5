"""Evidence that cannot be kept: the user's tests are what they are, and the run says what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

BLOCKED = """
from pathlib import Path

def test_stepped(hardwon):
    with hardwon.step("Open the login modal") as step:
        (Path(".hardwon") / "runs" / hardwon.id / "steps.jsonl").mkdir()
    with hardwon.step("Open it again") as step:
        assert step.context == ""
    assert {ends}

def test_other():
    pass
"""


def test_test_whose_evidence_cannot_be_kept_passes(suite: Suite) -> None:
    suite.write(tests__auth__test_x=BLOCKED.format(ends=True))
    result = suite.run()
    result.assert_outcomes(passed=2)
    assert result.ret == 3
    result.stdout.fnmatch_lines(["*test_stepped: its steps had no memory, and were not kept: *steps.jsonl*"])


def test_test_that_fails_fails(suite: Suite) -> None:
    suite.write(tests__auth__test_x=BLOCKED.format(ends=False))
    result = suite.run()
    result.assert_outcomes(passed=1, failed=1)
    assert result.ret == 1
