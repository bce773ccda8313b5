"""Tests have the names that pytest gives them, whatever report they come from."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from hardwon.areas.spellings import Naming
from hardwon.evidence import placing, reports
from hardwon.evidence.node_ids import MOST_PARTS, classes_in, guessed, settled
from hardwon.evidence.results import Result

if TYPE_CHECKING:
    from pathlib import Path

USUAL = """
import pytest

@pytest.mark.parametrize("value", ["a::b", "c/d", "e[f]", "ü", "l\\nb", " sp  ace ", "", "x.y"])
def test_value(value): pass

class TestOuter:
    class TestInner:
        def test_inside(self): pass
"""
UNUSUAL = """
class lower:
    def test_method(self): pass

def test_function(): pass
"""
INI = (
    "[pytest]\npython_files = test_*.py checks.py\npython_classes = Test* lower\naddopts = --doctest-glob=README.txt\n"
)


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A suite in which dotted names mislead: folders with dots, unusual files and classes, a text with doctests."""
    for name, text in {
        "tests/auth/test_login.py": USUAL,
        "tests/v1.2/test_old.py": USUAL,
        "my_tests/checks.py": UNUSUAL,
        "README.txt": ">>> 1\n1\n",
        "pytest.ini": INI,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def run(suite: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", *arguments],
        cwd=suite,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize(
    "options",
    [("-o", "junit_family=xunit1"), ("-o", "junit_family=xunit2"), ("--junit-prefix=the.api",)],
    ids=" ".join,
)
def test_reports_of_a_real_run_give_node_ids(suite: Path, options: tuple[str, ...]) -> None:
    listed = run(suite, "--collect-only").partition("\n\n")[0].splitlines()
    run(suite, "--junitxml=report.xml", *options)
    report = reports.read(str(suite / "report.xml"))
    assert {result.test for result in placing.placed(report.results, Naming(), suite)} == set(listed)
    assert len(listed) == 21


@pytest.mark.parametrize(
    ("file", "dotted", "classes"),
    [
        ("tests/test_a.py", "tests.test_a", ()),
        ("tests/test_a.py", "tests.test_a.TestB.TestC", ("TestB", "TestC")),
        ("tests/checks.py", "tests.checks.lower", ("lower",)),
        ("a.py", "a.a", ("a",)),
        ("tests/test_a.py", "api.tests.test_a.TestB", ("TestB",)),
        ("/home/x/tests/test_a.py", "tests.test_a.TestB", ("TestB",)),
    ],
)
def test_classes_in_a_file_that_is_known(file: str, dotted: str, classes: tuple[str, ...]) -> None:
    assert classes_in(file, dotted) == classes


def guess(dotted: str, name: str = "test_x") -> Result:
    file, classes = guessed(dotted)
    name = "::".join([*classes, name])
    return Result(test=f"{file}::{name}", name=name, file=file, dotted=dotted, outcome="passed")


def test_guess_stands_where_no_file_is_at_hand(tmp_path: Path) -> None:
    result = guess("tests.auth.test_login.TestSession")
    assert settled(result, tmp_path, {}) is result
    assert result.test == "tests/auth/test_login.py::TestSession::test_x"


@pytest.mark.parametrize("dotted", ["..", "a..b", "", ".a", "a/../b", "\0.x", "x." * MOST_PARTS + "y", "é" * 999])
def test_hostile_names_are_left_as_they_are(tmp_path: Path, dotted: str) -> None:
    result = guess(dotted)
    assert settled(result, tmp_path, {}) is result
