"""`pytest --hardwon`: what a run proves, and what it does not."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

import hardwon
from hardwon.cli.main import run

if TYPE_CHECKING:
    from pathlib import Path

    from tests.plugin.conftest import Suite

PASSES = "def test_passes(): pass\n"
FAILS = "def test_fails(): assert False\n"


def files(root: Path) -> set[str]:
    found = (path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    return {name for name in found if "__pycache__" not in name}


def test_each_area_gets_one_verdict(suite: Suite) -> None:
    """Fifteen tests of an area in one run are one proof."""
    many = "import pytest\n@pytest.mark.parametrize('n', range(15))\ndef test_many(n): pass\n"
    suite.write(tests__auth__test_login=many, tests__cart__test_cart=PASSES + FAILS)
    result = suite.run()
    result.assert_outcomes(passed=16, failed=1)
    assert suite.areas["auth"]["test_count"] == 1
    assert suite.areas["auth"]["confidence"] == 0.19
    assert suite.areas["cart"]["fail_count"] == 1
    assert json.loads((suite.runs[0] / "run.json").read_bytes())["kind"] == "pytest"


def test_the_mark_wins_over_rules_and_rules_over_folders(suite: Suite) -> None:
    suite.write(
        tests__auth__test_login="import pytest\n@pytest.mark.area('entrance')\ndef test_marked(): pass\n" + PASSES,
        tests__misc__test_pay=PASSES,
    )
    (suite.root / "hardwon.yaml").write_text("areas:\n  - {area: checkout, tests: ['**/test_pay.py']}\n")
    suite.run()
    assert {test: row["area"] for test, row in suite.tests.items()} == {
        "tests/auth/test_login.py::test_marked": "entrance",
        "tests/auth/test_login.py::test_passes": "auth",
        "tests/misc/test_pay.py::test_passes": "checkout",
    }


@pytest.mark.parametrize("mark", ["area()", "area('a', 'b')", "area(7)", "area('  ')", "area('a\\nb')"])
def test_a_mark_that_names_no_area_is_an_error_at_once(suite: Suite, mark: str) -> None:
    suite.write(tests__test_x=f"import pytest\n@pytest.mark.{mark}\ndef test_x(): pass\n")
    result = suite.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "is not the mark of an area" in str(result.stdout) + str(result.stderr)
    assert suite.areas == {}


def test_what_could_not_run_is_no_verdict(suite: Suite) -> None:
    """A failing setup or teardown, a skipped test, an expected failure, a CannotRun: none proves anything."""
    suite.write(
        tests__auth__test_x="""
import pytest, hardwon
@pytest.fixture
def broken(): raise OSError
@pytest.fixture
def leaky():
    yield
    raise OSError
def test_setup(broken): pass
def test_teardown(leaky): pass
@pytest.mark.skip
def test_skipped(): pass
@pytest.mark.xfail
def test_expected(): assert False
def test_cannot(): raise hardwon.CannotRun("the target is down")
""",
        tests__cart__test_y=PASSES * 2,
    )
    suite.run()
    assert list(suite.verdicts.values()) == ["error", "error", "skipped", "skipped", "error", "passed"]
    assert set(suite.areas) == {"cart"}


def test_a_failure_stays_one_when_the_teardown_fails_too(suite: Suite) -> None:
    suite.write(
        tests__auth__test_x="""
import pytest
@pytest.fixture
def leaky():
    yield
    raise OSError
def test_both(leaky): assert False
"""
    )
    suite.run()
    assert suite.verdicts == {"tests/auth/test_x.py::test_both": "failed"}


def test_a_file_that_cannot_be_collected_is_an_error(suite: Suite) -> None:
    suite.write(tests__auth__test_x="import nothing_of_that_name\n", tests__cart__test_y=PASSES)
    result = suite.run("--continue-on-collection-errors")
    result.assert_outcomes(passed=1, errors=1)
    assert suite.verdicts == {"tests/cart/test_y.py::test_passes": "passed", "tests/auth/test_x.py": "error"}
    assert set(suite.areas) == {"cart"}


def test_nearly_everything_failing_teaches_nothing(suite: Suite) -> None:
    suite.write(tests__auth__test_x="import pytest\n@pytest.mark.parametrize('n', range(5))\ndef test_x(n): assert 0\n")
    result = suite.run()
    result.stdout.fnmatch_lines(["*5 of 5 tests failed or could not run*No area was moved*"])
    assert suite.areas == {}


def test_names_are_those_of_the_junit_report(suite: Suite) -> None:
    """History of a suite goes on whether its results come from the plugin or from its reports."""
    suite.write(
        tests__auth__test_x="""
import pytest, unittest
class TestLogin:
    class TestDeep:
        @pytest.mark.parametrize("value", ["a", "a/b", "x::y", "1.5"])
        def test_value(self, value): pass
class Old(unittest.TestCase):
    def test_old(self): pass
def test_plain(): pass
"""
    )
    suite.run("--junit-xml=report.xml")
    from_plugin = suite.tests
    suite.pytester.run(sys.executable, "-m", "hardwon", "ingest", "--again", "report.xml")
    assert len(suite.runs) == 2
    assert set(suite.tests) == set(from_plugin)
    assert {row["area"] for row in suite.tests.values()} == {row["area"] for row in from_plugin.values()}


def test_stopping_early_proves_no_area_but_counts_the_failure(suite: Suite) -> None:
    """Nobody knows what the rest would have said."""
    suite.write(tests__a__test_a=PASSES, tests__b__test_b=FAILS, tests__c__test_c=PASSES)
    result = suite.run("-x")
    result.stdout.fnmatch_lines(["*stopped early*"])
    assert suite.verdicts == {"tests/a/test_a.py::test_passes": "passed", "tests/b/test_b.py::test_fails": "failed"}
    assert set(suite.areas) == {"b"}


def test_an_interrupted_run_keeps_what_it_saw(suite: Suite) -> None:
    suite.write(
        tests__a__test_a=PASSES + FAILS,
        tests__b__test_b="def test_stop(): raise KeyboardInterrupt\n",
        tests__c__test_c=PASSES,
    )
    result = suite.run(apart=True)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert set(suite.areas) == {"a"}
    assert suite.verdicts == {"tests/a/test_a.py::test_passes": "passed", "tests/a/test_a.py::test_fails": "failed"}


def test_last_failed_and_no_cache_work(suite: Suite) -> None:
    suite.write(tests__a__test_a=PASSES, tests__b__test_b=FAILS)
    suite.run()
    suite.run("--lf", "--hardwon-state", "build 2")
    assert suite.areas["b"]["test_count"] == 2
    assert suite.areas["a"]["test_count"] == 1
    suite.run("-p", "no:cacheprovider", "--hardwon-state", "build 3")
    assert suite.areas["a"]["test_count"] == 2


def test_tried_again_and_passed_is_flaky(suite: Suite) -> None:
    suite.write(
        tests__a__test_a="""
tries = []
def test_flaky():
    tries.append(1)
    assert len(tries) > 1
"""
    )
    result = suite.run("--reruns", "2")
    result.stdout.fnmatch_lines(["flaky: tests/a/test_a.py::test_flaky failed, then passed"])
    row = suite.tests["tests/a/test_a.py::test_flaky"]
    assert (row["verdict"], row["flaky"], row["attempts"]) == ("passed", True, 2)
    assert suite.areas["a"]["flaky_count"] == 1


def test_workers_report_to_one_record(suite: Suite) -> None:
    """Marks, attempts, errors of setup and of collection: all that workers know reaches the one record."""
    suite.write(
        tests__a__test_a="import pytest\n@pytest.mark.parametrize('n', range(6))\ndef test_n(n): pass\n",
        tests__b__test_b="import pytest\npytestmark = pytest.mark.area('marked')\n" + FAILS,
        tests__c__test_c="import pytest\n@pytest.fixture\ndef broken(): raise OSError\ndef test_c(broken): pass\n",
        tests__d__test_d="""
import pathlib
def test_flaky(tmp_path_factory):
    seen = tmp_path_factory.getbasetemp().parent / "seen"
    first = not seen.exists()
    seen.touch()
    assert not first
""",
        tests__e__test_e="import nothing_of_that_name\n",
    )
    before = files(suite.root)
    result = suite.run("-n", "2", "--reruns", "1", "-p", "no:cacheprovider", "--continue-on-collection-errors")
    result.assert_outcomes(passed=7, failed=1, errors=2)
    assert len(suite.runs) == 1
    assert len(suite.tests) == 10
    assert {name: area["pass_count"] for name, area in suite.areas.items()} == {"a": 1, "d": 1, "marked": 0}
    assert suite.tests["tests/d/test_d.py::test_flaky"]["flaky"] is True
    assert suite.verdicts["tests/e/test_e.py"] == "error"
    result.stdout.fnmatch_lines(["*= hardwon =*"])
    assert {name for name in files(suite.root) - before if not name.startswith(".hardwon/")} == set()


def test_a_test_that_kills_its_worker_has_failed(suite: Suite) -> None:
    suite.write(tests__a__test_a="import os\ndef test_crash(): os._exit(7)\n" + PASSES)
    suite.run("-n", "1", "--dist", "loadfile")
    assert suite.verdicts["tests/a/test_a.py::test_crash"] == "failed"


def test_subtests_fail_their_test(suite: Suite) -> None:
    suite.write(
        tests__a__test_a="""
import unittest
class TestParts(unittest.TestCase):
    def test_parts(self):
        for part in range(3):
            with self.subTest(part=part):
                self.assertNotEqual(part, 1)
"""
    )
    suite.run()
    assert suite.verdicts == {"tests/a/test_a.py::TestParts::test_parts": "failed"}


def test_changed_files_start_an_area_again(suite: Suite) -> None:
    suite.write(src__pay="price = 1\n", tests__pay__test_pay=PASSES)
    (suite.root / "hardwon.yaml").write_text("areas:\n  - {area: pay, tests: ['tests/pay'], paths: ['src/pay.py']}\n")
    suite.run()
    suite.run()
    suite.write(src__pay="price = 2\n")
    result = suite.run()
    result.stdout.fnmatch_lines(
        ["hardwon: 1 area known, 1 changed since*", "pay: 19 % → 0 %, its files changed, then 1 test passed → 19 %"]
    )
    assert suite.areas["pay"]["confidence"] == 0.19


def test_retirement_and_return_are_told(suite: Suite) -> None:
    suite.write(tests__a__test_a=PASSES)
    memory = hardwon.Memory.open(suite.root)
    for _ in range(14):
        memory.record("a", passed=True)
    suite.run().stdout.fnmatch_lines(["a: 94.7 % → 95.7 % (1 test passed); retired"])
    suite.write(tests__a__test_a=FAILS)
    suite.run().stdout.fnmatch_lines(
        ["hardwon: 1 area known, 1 retired*", "a: * (1 of 1 failed); back from retirement"]
    )
    assert suite.areas["a"]["retired"] is False


def test_summary_is_a_page_for_whoever_looks_at_the_job(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(suite.root / "step.md"))
    suite.write(tests__auth__test_login="def test_a(): pass\n", tests__cart__test_cart="def test_b(): assert 0\n")
    suite.run("--hardwon-summary", "page.md")
    page = (suite.root / "page.md").read_text()
    assert page.startswith("## Memory: 1 test failed, 2 areas moved")
    assert "tests/cart/test_cart.py::test_b (cart)" in page
    assert "| auth | passed | 1 | new → 19 % |" in page
    assert (suite.root / "step.md").read_text() == page


def test_summary_that_cannot_be_written_is_said(suite: Suite) -> None:
    suite.write(tests__auth__test_it="def test_a(): pass\n")
    result = suite.run("--hardwon-summary", ".hardwon/memory.json")
    assert result.ret == 3
    result.stdout.fnmatch_lines(["*the summary .hardwon/memory.json could not be written*"])
    assert suite.areas["auth"]["pass_count"] == 1


GONE = "cart has no tests any more: a whole run found none."


def test_an_area_whose_tests_are_gone_is_named(suite: Suite) -> None:
    """It keeps its confidence; but nobody should take it for tested."""
    suite.write(tests__auth__test_login=PASSES, tests__cart__test_cart=PASSES)
    suite.run()
    (suite.root / "tests/cart/test_cart.py").unlink()
    for narrowed in (["-k", "passes"], ["tests/auth/test_login.py::test_passes"]):
        assert GONE not in str(suite.run(*narrowed).stdout)
    assert GONE in str(suite.run().stdout)
    assert suite.areas["cart"]["confidence"] == 0.19
    overview = hardwon.Memory.open(suite.root).overview(threshold=90)
    assert overview.areas["cart"].tests_gone_at
    assert overview.gate.reasons[-1].startswith(GONE)
    assert [weak.why.endswith("; it has no tests any more") for weak in overview.gate.lowest] == [False, True]
    assert GONE in str(suite.run().stdout), "each whole run says so"
    suite.write(tests__cart__test_cart="import pytest\n@pytest.mark.skip\ndef test_cart(): pass\n")
    assert GONE not in str(suite.run().stdout), "skipped is not gone"
    assert "tests_gone_at" not in suite.areas["cart"]


def test_tests_that_could_not_be_collected_or_are_of_others_are_not_gone(suite: Suite) -> None:
    suite.write(tests__auth__test_login=PASSES, tests__cart__test_cart=PASSES)
    suite.run()
    report = suite.root / "junit.xml"
    report.write_text('<testsuite name="e2e"><testcase file="e2e/shop/pay.spec.ts" name="pays"/></testsuite>')
    assert run(["ingest", str(report), "--project", str(suite.root)]) == 0
    suite.write(tests__cart__test_cart="import nowhere\n")
    assert "no tests any more" not in str(suite.run().stdout)
    suite.write(tests__cart__test_cart=PASSES)
    assert "no tests any more" not in str(suite.run().stdout), "pay is tested by another runner"


def test_a_pass_is_not_credited_if_what_it_rests_on_changed_under_the_run(suite: Suite) -> None:
    """A long run goes on while somebody edits: what passed is not what lies there at its end."""
    edits = "from pathlib import Path\ndef test_edits(): Path('app/cart.py').write_text('2')\n"
    suite.write(tests__cart__test_cart=edits, tests__auth__test_login=PASSES, app__cart="1", app__auth="1")
    (suite.root / "hardwon.yaml").write_text(
        "areas:\n  - {area: cart, tests: ['tests/cart/**'], paths: [app/cart.py]}\n"
        "  - {area: auth, tests: ['tests/auth/**'], paths: [app/auth.py]}\n"
    )
    result = suite.run()
    result.stdout.fnmatch_lines(["*cart*app/cart.py changed before the run was over*"])
    assert suite.areas.keys() == {"auth"}
    suite.run()
    assert suite.areas["cart"]["pass_count"] == 1
