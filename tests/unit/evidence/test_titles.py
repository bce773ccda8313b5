"""Reports that name no file: the title of a test tells where it lies, or nothing does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardwon.evidence.results import Result
from hardwon.evidence.titles import found

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

CART = """describe('Cart totals', () => {
  test('adds', () => {}); describe("nested", () => { it(`works`, () => {}) });
  test.each([[1, 2]])('sums %i up', () => {});
});
test('stands alone', () => {});
"""
PAY = """describe('Paying', () => { it('works', () => {}); it('fails', () => {}) });
describe('Shared', () => { it('x y', f) });
"""


@pytest.fixture
def tests(project: Path) -> Path:
    files = {
        "__tests__/cart.test.js": CART,
        "tests/pay/pay.spec.ts": PAY,
        "tests/pay/b.spec.ts": PAY.splitlines()[1],
    }
    for path, text in files.items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text)
    return project


def result(title: str, file: str = "") -> Result:
    return Result(test=f"{title}::{title}", name=title, classname=title, outcome="passed", file=file)


@pytest.mark.parametrize(
    ("title", "file"),
    [
        ("Cart totals adds", "__tests__/cart.test.js"),
        ("Cart totals nested works", "__tests__/cart.test.js"),
        ("Cart totals sums 1 up", "__tests__/cart.test.js"),
        (" stands alone", "__tests__/cart.test.js"),
        ("Paying fails", "tests/pay/pay.spec.ts"),
        ("Shared x y", ""),
        ("Cart totals is another", ""),
        ("Nobody says so", ""),
    ],
)
def test_file_is_found_by_the_title(tests: Path, title: str, file: str) -> None:
    assert [each.file for each in found([result(title)], tests)] == [file]


def test_file_that_a_report_names_stays(tests: Path) -> None:
    assert found([result("Paying fails", "a.js")], tests)[0].file == "a.js"


def test_rules_on_files_hold_for_a_report_of_jest_by_default(call: Cli, tests: Path) -> None:
    """And the setting is named only where a title does not tell the file."""
    (tests / "hardwon.yaml").write_text("areas: [{area: money, tests: ['tests/pay/**']}]\n")
    case = '<testcase classname="{0}" name="{0}"/>'
    (tests / "a.xml").write_text(
        f"<testsuite>{case.format('Paying works')}{case.format('Cart totals adds')}</testsuite>"
    )
    ended = call("ingest", "a.xml", "--json")
    assert [each["area"] for each in ended.document["verdicts"]] == ["cart", "money"]
    assert "jest-junit" not in ended.stderr
    (tests / "b.xml").write_text(f"<testsuite>{case.format('Paying works')}{case.format('Who knows this')}</testsuite>")
    assert "addFileAttribute" in call("ingest", "b.xml", "--json").stderr
