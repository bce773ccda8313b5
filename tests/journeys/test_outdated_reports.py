"""A report lies there from before an edit, and is ingested after it: what passed then is not what lies here now."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.journeys.conftest import LOGIN, NAMES

if TYPE_CHECKING:
    from tests.journeys.conftest import Hour

RULES = """areas: [{area: auth, tests: ["tests/auth/**"], paths: ["src/**"], exclude: ["src/notes.md"]}]
sharedPaths: [uv.lock]
"""
SOURCE = "src/shop.py"
TESTED = time.time() + 7200
"""When the report was written. Everything in this file is made before, however long the other tests take."""


@pytest.fixture
def begun(hour: Hour) -> Hour:
    (hour.root / ".gitignore").write_text(".pytest_cache/\n__pycache__/\nreport-*.xml\n")
    (hour.root / "hardwon.yaml").write_text(RULES)
    (hour.root / "uv.lock").write_text("one\n")
    hour.commit()
    return hour


def a_report(hour: Hour, *, failing: str = "", properties: str = "") -> str:
    report = hour.report(NAMES, failing=failing, properties=properties)
    os.utime(report, (TESTED, TESTED))
    return report


def edited(hour: Hour, name: str, *, after: float, text: str = "broken\n") -> None:
    (hour.root / name).write_text(text)
    os.utime(hour.root / name, (TESTED + after, TESTED + after))


@pytest.mark.parametrize("name", [SOURCE, "src/new.py", LOGIN, "uv.lock"])
def test_what_was_edited_since_has_not_passed(begun: Hour, name: str) -> None:
    report = a_report(begun)
    edited(begun, name, after=180)
    why = begun.ingest(report)
    assert why == f"{name} changed after {report} was written: run the tests again"
    assert begun.confidence == 0
    edited(begun, name, after=-10, text="broken, and tested\n")
    assert begun.ingest(a_report(begun)) == ""


def test_what_failed_has_failed(begun: Hour) -> None:
    report = a_report(begun, failing="c")
    edited(begun, SOURCE, after=180)
    assert begun.ingest(report) == ""


@pytest.mark.parametrize("name", ["README.md", "src/notes.md", "tests/cart/test_cart.py"])
def test_other_edits_do_not_matter(begun: Hour, name: str) -> None:
    report = a_report(begun)
    edited(begun, name, after=180)
    assert begun.ingest(report) == ""


def test_what_the_run_itself_wrote_does_not_matter(begun: Hour) -> None:
    report = a_report(begun)
    edited(begun, SOURCE, after=1)
    assert begun.ingest(report) == ""


def test_a_fresh_checkout_is_younger_and_unchanged(begun: Hour) -> None:
    report = a_report(begun)
    edited(begun, SOURCE, after=180, text=(begun.root / SOURCE).read_text())
    assert begun.ingest(report) == ""


def test_a_report_from_before_all_commits_is_believed(begun: Hour) -> None:
    """An old report as an example, in a project that was made just now: nothing is known of its time."""
    report = a_report(begun)
    os.utime(report, (1_000_000_000, 1_000_000_000))
    edited(begun, SOURCE, after=180)
    assert begun.ingest(report) == ""


def test_without_git_nothing_speaks_against_a_report(plain_hour: Hour) -> None:
    (plain_hour.root / "hardwon.yaml").write_text(RULES)
    report = a_report(plain_hour)
    edited(plain_hour, SOURCE, after=180)
    assert plain_hour.ingest(report) == ""


def test_who_names_the_state_or_the_commit_knows_better(begun: Hour) -> None:
    report = a_report(begun)
    edited(begun, SOURCE, after=180)
    assert begun.ingest(report, "--state", "build 7") == ""
    [other] = {Path(a_report(begun, properties='<property name="commit" value="0123456789abcdef"/>'))}
    assert "written" not in begun.ingest(str(other))
