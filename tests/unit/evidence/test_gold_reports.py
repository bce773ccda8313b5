"""What hardwon makes of reports that real runners wrote; tests/gold/reports/README.md says what is in each."""

from pathlib import Path

import pytest

from hardwon.areas.spellings import Naming
from hardwon.cli.reports import ingest
from hardwon.evidence import formats, placing, reports
from hardwon.evidence.results import tally

GOLD = Path(__file__).parents[2] / "gold" / "reports"

# file: passed, failed, skipped, could not run, flaky; areas by location
EXPECTED: dict[str, tuple[int, int, int, int, int, str]] = {
    "pytest-xunit2.xml": (16, 9, 4, 6, 0, "account auth checkout search"),
    "pytest-xunit1.xml": (16, 9, 4, 6, 0, "account auth checkout search"),
    "pytest-5.4-legacy.xml": (16, 9, 4, 6, 0, "account auth checkout search"),
    "pytest-collection-errors.xml": (1, 0, 1, 4, 0, "auth checkout"),
    "pytest-collection-errors-interrupted-xunit1.xml": (0, 0, 1, 4, 0, "auth checkout"),
    "pytest-5.4-collection-errors.xml": (1, 0, 1, 4, 0, "auth checkout"),
    "pytest-target-down.xml": (1, 0, 1, 10, 0, "auth checkout"),
    "pytest-no-tests.xml": (0, 0, 0, 0, 0, ""),
    "pytest-rerunfailures.xml": (10, 2, 1, 0, 5, "auth checkout search"),
    "pytest-rerunfailures-xunit1.xml": (10, 2, 1, 0, 5, "auth checkout search"),
    "pytest-xdist.xml": (5, 5, 1, 2, 0, "auth checkout search"),
    "pytest-xdist-rerunfailures.xml": (10, 2, 1, 0, 5, "auth checkout search"),
    "pytest-xdist-worker-crash.xml": (2, 0, 0, 1, 0, "auth"),
    "pytest-ctrf.json": (16, 9, 4, 6, 0, "account auth checkout search"),
    "pytest-ctrf-rerunfailures.json": (10, 2, 1, 0, 5, "auth checkout search"),
    "pytest-ctrf-target-down.json": (1, 0, 1, 10, 0, "auth checkout"),
    "surefire-junit4-rerun/TEST-shop.search.FlakyTest.xml": (4, 3, 1, 0, 3, "search"),
    "surefire-junit4-rerun/TEST-shop.checkout.VoucherTest.xml": (0, 0, 0, 1, 0, "checkout"),
    "surefire-junit5/TEST-shop.auth.LoginTest.xml": (12, 4, 2, 0, 0, "auth"),
    "surefire-junit5/TEST-shop.checkout.InvoiceTest.xml": (1, 0, 0, 1, 0, "checkout"),
    "surefire-junit5/TEST-shop.account.DisabledClassTest.xml": (0, 0, 1, 0, 0, "account"),
    "gradle-junit4/TEST-shop.checkout.VoucherTest.xml": (0, 0, 0, 1, 0, "checkout"),
    "jest-junit.xml": (15, 10, 1, 1, 0, "cart login profile search voucher"),
    "jest-junit-suite-fails-to-run-reported.xml": (1, 0, 0, 3, 0, "auth checkout"),
    "jest-ctrf.json": (14, 10, 2, 0, 2, "account auth checkout search"),
    "vitest-junit.xml": (13, 9, 5, 0, 0, "auth checkout search"),
    "vitest-junit-suite-fails-to-load.xml": (1, 0, 0, 2, 0, "auth"),
    "mocha-xunit.xml": (12, 5, 3, 4, 0, "auth checkout search"),
    "node-test-junit.xml": (6, 3, 4, 3, 0, "login orders payment test voucher"),
    "node-test-junit-cancelled.xml": (1, 1, 0, 1, 0, "cart orders test"),
    "playwright-search-two-projects.json": (8, 4, 0, 0, 3, "search,search at run time"),
    "playwright-auth.json": (8, 3, 3, 0, 0, "auth session"),
    "playwright-global-error.json": (0, 0, 0, 2, 0, "auth checkout"),
    "playwright-junit-auth.xml": (8, 3, 3, 0, 0, "auth"),
    "playwright-junit-include-retries.xml": (10, 8, 2, 0, 3, "search,search at run time"),
    "playwright-junit-search-two-projects.xml": (8, 4, 0, 0, 0, "search,search at run time"),
    "playwright-ctrf.json": (7, 8, 2, 0, 1, "checkout search"),
    "gotestsum.xml": (11, 8, 1, 0, 0, "auth checkout"),
    "gotestsum-rerun-fails.xml": (4, 1, 0, 0, 3, "search"),
    "gotestsum-build-fails.xml": (9, 4, 1, 1, 0, "auth setupfail"),
    "googletest.xml": (7, 3, 2, 0, 0, "auth"),
    "phpunit.xml": (9, 9, 3, 0, 0, "auth checkout"),
    "robot-xunit.xml": (3, 4, 2, 5, 0, "Auth Checkout checkout"),
    "rspec-junit-formatter.xml": (9, 9, 4, 0, 0, "auth checkout"),
    "behave/TESTS-checkout.cart.xml": (1, 0, 0, 2, 0, "cart"),
    "bats-junit.xml": (2, 3, 1, 1, 0, "auth checkout"),
    "catch2-junit.xml": (2, 3, 2, 0, 0, "t"),
    "node-test-20.tap": (
        *(10, 6, 4, 5, 0),
        "after each hook,after hook,all green,cart,checkout,never awaited,orders,session,unknown,with subtests",
    ),
    "node-test-24.tap": (
        *(11, 5, 4, 5, 0),
        "after each hook,after hook,all green,cart,checkout,never awaited,orders,session,unknown,with subtests",
    ),
    "node-test-20-cancelled.tap": (2, 4, 0, 1, 0, "cart checkout login orders unknown"),
    "node-tap.tap": (4, 1, 2, 0, 0, "auth"),
    "tape.tap": (
        *(7, 2, 2, 0, 0),
        "TODO two factors,a comment,inner,opens the form,plan too long,price # 5,rejects a wrong password",
    ),
    "mocha-tap12.tap": (1, 1, 2, 1, 0, "unknown"),
    "mocha-tap13.tap": (1, 1, 2, 1, 0, "unknown"),
    "perl-test-more.tap": (7, 2, 6, 0, 0, "guest session unknown"),
    "perl-skip-all.tap": (0, 0, 1, 0, 0, "unknown"),
    "perl-bail-out.tap": (0, 0, 0, 4, 0, "unknown"),
    "perl-plan-too-long.tap": (2, 1, 0, 1, 0, "pay"),
    "prove-verbose.tap": (9, 3, 7, 2, 0, "auth checkout"),
    "prove-bail-out.tap": (0, 0, 0, 4, 0, "checkout unknown"),
    "bats.tap": (5, 1, 2, 4, 0, "unknown"),
    "bats-timing.tap": (5, 1, 2, 4, 0, "unknown"),
    "bats-tap13-timing.tap": (5, 1, 2, 4, 0, "unknown"),
    "bats-hashes.tap": (1, 2, 2, 0, 0, "unknown"),
    "pytest-tap.tap": (7, 2, 3, 0, 0, "auth checkout"),
    "tappy.tap": (1, 1, 2, 1, 0, "LoginTest _ErrorHolder"),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_real_report(name: str, tmp_path: Path) -> None:
    report = reports.read(str(GOLD / name))
    *counts, areas = EXPECTED[name]
    assert list(tally(report.results).values()) == counts
    placed = placing.placed(report.results, Naming(), tmp_path)
    assert sorted({result.area for result in placed}) == sorted(
        areas.split("," if "," in areas else " ") if areas else []
    )


def test_every_gold_report_is_read() -> None:
    """Whatever the table above leaves out is read without an error too."""
    files = [path for path in GOLD.rglob("*") if path.is_file() and path.name != "README.md"]
    assert len(files) > 95
    for path in files:
        reports.read(str(path))


def test_every_gold_report_is_in_the_readme() -> None:
    said = (GOLD / "README.md").read_text("utf-8")
    for path in GOLD.iterdir():
        assert path.name == "README.md" or f"`{path.name}" in said, f"{path.name} has no row"


def test_every_format_is_known_everywhere() -> None:
    """Whoever adds a format adds real files with a section about them, and tells users."""
    root = GOLD.parents[2]
    runner = {"JUnit XML": "JUnit", "Playwright JSON": "Playwright", "CTRF JSON": "CTRF"}
    sections = [line for line in (GOLD / "README.md").read_text("utf-8").splitlines() if line.startswith("#")]
    for name in formats.shown_names():
        assert any(runner.get(name, name) in section for section in sections), f"{name}: no real files"
        assert f"| {name} |" in (root / "docs" / "reports.md").read_text("utf-8"), f"{name}: not in docs/reports.md"
        assert name in (ingest.help or ""), f"{name}: not in hardwon ingest --help"


def test_timing_does_not_change_names() -> None:
    names = [
        {result.test for result in reports.read(str(GOLD / name)).results} for name in ("bats.tap", "bats-timing.tap")
    ]
    assert names[0] == names[1]


def test_same_tests_have_the_same_names_in_both_pytest_families() -> None:
    """xunit2 leaves the file out; a history that starts with one family goes on with the other."""
    names = [
        {result.test for result in reports.read(str(GOLD / name)).results if result.outcome != "error"}
        for name in ("pytest-xunit1.xml", "pytest-xunit2.xml")
    ]
    assert names[0] == names[1]
    assert "tests/auth/test_login.py::TestSession::test_opens" in names[0]
