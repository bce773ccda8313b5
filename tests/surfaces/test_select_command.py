"""`hardwon select`: the choice of a reduced run for any runner, and what it says beside it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from hardwon.evidence.results import Result
from hardwon.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Cli

FILE = "tests/auth/test_login.py"
PLAIN = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""Starting pytest with every plugin that is installed here would take longer than what it is asked for."""

ODD = ["a b", "ü", "q'uote", '"', "$HOME", "*", "日本", "x::y"]
SUITE = f"""
import pytest

@pytest.mark.parametrize("value", {ODD!r})
def test_odd(value): pass

@pytest.mark.parametrize("value", range(20))
def test_plain(value): pass

class TestSession:
    def test_opens(self): pass
"""


def passed(test: str, area: str = "auth", **more: object) -> Result:
    file, _, name = test.partition("::")
    values = {"test": test, "name": name, "file": file, "area": area, "outcome": "passed", "duration": 30.0} | more
    return Result(**values)  # type: ignore[arg-type]  # each test names fields that there are


def retire(project: Path, *results: Result) -> None:
    for file in {result.file for result in results if result.file}:
        (project / file).parent.mkdir(parents=True, exist_ok=True)
        (project / file).touch()
    memory = Memory.open(project)
    for number in range(15):
        build = memory.recorder.circumstances(memory.recorder.tested(f"{number}"), source="unit")
        memory.recorder.learn_results(results, kind="ingest", circumstances=build)


def pytest_in(project: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=project,
        env=os.environ | PLAIN,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.fixture
def retired(project: Path) -> Path:
    retire(project, *[passed(f"{FILE}::test_{number}") for number in range(20)])
    return project


class TestWithPytest:
    """pytest collects, reports and runs for real."""

    @pytest.fixture
    def suite(self, project: Path, call: Cli) -> Path:
        (project / FILE).parent.mkdir(parents=True)
        (project / FILE).write_text(SUITE, "utf-8")
        pytest_in(project, "--junitxml=report.xml")
        assert call("ingest", "report.xml").code == 0
        for _ in range(14):
            Memory.open(project).record("auth", passed=True)
        return project

    def test_chosen_tests_are_those_that_pytest_then_runs(self, suite: Path, call: Cli) -> None:
        (suite / "tests" / "test_cart.py").write_text("def test_new(): pass\n")
        (suite / "listed.txt").write_text(pytest_in(suite, "--collect-only"), "utf-8")
        ended = call("select", "--tests", "listed.txt", "--format", "pytest", "--set", "probeShare=0.5")
        assert ended.code == 0
        chosen = ended.stdout.splitlines()
        assert "tests/test_cart.py::test_new" in chosen
        assert len(chosen) == 1 + 15
        assert "skips 14 of 30 tests" in ended.stderr
        (suite / "chosen.txt").write_text(ended.stdout, "utf-8")
        ran = pytest_in(suite, "-rA", "@chosen.txt")
        assert {line.partition(" ")[2] for line in ran.splitlines() if line.startswith("PASSED")} == set(chosen)

    def test_every_odd_name_reaches_pytest(self, suite: Path, call: Cli) -> None:
        (suite / "chosen.txt").write_text(call("select", "--format", "pytest", "--set", "probeShare=1").stdout, "utf-8")
        assert "29 passed" in pytest_in(suite, "@chosen.txt")

    def test_broken_collection_is_refused(self, suite: Path, call: Cli) -> None:
        (suite / "tests" / "test_broken.py").write_text("def (")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"],
            cwd=suite,
            env=os.environ | PLAIN,
            capture_output=True,
            check=False,
        )
        (suite / "listed.txt").write_bytes(done.stdout)
        ended = call("select", "--tests", "listed.txt", "--format", "pytest")
        assert (ended.code, ended.stdout) == (3, "")
        assert "could not collect everything" in ended.stderr


class TestForms:
    @pytest.mark.usefixtures("retired")
    def test_json_has_a_reason_for_each_test(self, call: Cli) -> None:
        for form in (("--json",), ("--format", "json")):
            ended = call("select", *form)
            found = ended.document
            assert (found["run"], found["skipped"]) == (2, 18)
            assert found["causes"] == {"probe": 2, "retired": 18}
            assert found["seconds_saved"] == 540.0
            assert found["unreduced"] is None
            assert found["unwatched"] == ["auth"]
            assert {test["run"] for test in found["tests"] if test["cause"] == "retired"} == {False}
            assert all(test["reason"].endswith(".") for test in found["tests"])
            assert "skips 18 of 20 tests, about 9 min 0 s" in ended.stderr

    def test_files_are_named_once(self, project: Path, call: Cli) -> None:
        retire(
            project,
            *[passed(f"{FILE}::test_{number}") for number in range(5)],
            passed("com.shop.PayTest::refund", file="", area="pay"),
        )
        assert call("select", "--format", "files").stdout.splitlines() == ["com.shop.PayTest", FILE]

    @pytest.mark.usefixtures("retired")
    def test_people_see_areas_and_what_is_not_watched(self, call: Cli) -> None:
        shown = call("select").stdout
        assert "auth     20    2  18 retired, 2 probe" in shown
        assert "Any changed source brings back all tests of 1 area (no `paths` configured): auth" in shown

    @pytest.mark.usefixtures("retired")
    def test_people_see_the_reason_of_each_test(self, call: Cli) -> None:
        shown = call("select", "--explain").stdout
        assert shown.count("SKIP  retired") == 18
        proof = "15 clean passes on 15 states: failure rate below 18 % at 95 % confidence"
        assert f"Area auth is retired ({proof})." in shown

    @pytest.mark.usefixtures("retired")
    def test_same_commit_same_choice_and_a_seed_another(self, call: Cli) -> None:
        seeds = [call("select", "--json", "--seed", f"{number}").document["tests"] for number in range(5)]
        assert call("select", "--json", "--seed", "0").document["tests"] == seeds[0]
        assert any(tests != seeds[0] for tests in seeds)
        assert call("select", "--json").document == call("select", "--json").document

    def test_nothing_is_recorded(self, retired: Path, call: Cli) -> None:
        """But for what is left out, in the local rosters: whoever records the rest does not miss it."""

        def kept() -> dict[Path, bytes]:
            files = [path for path in retired.rglob("*") if path.is_file() and path.suffix != ".lock"]
            return {path: path.read_bytes() for path in files if path.name != "rosters.json"}

        before = kept()
        call("select", "--explain")
        assert kept() == before


class TestTests:
    def test_without_history_everything_runs_and_it_says_why(self, project: Path, call: Cli) -> None:
        (project / "listed.txt").write_text("tests/a.py::one\ntests/a.py::two\n")
        ended = call("select", "--tests", "listed.txt", "--format", "pytest")
        assert ended.stdout.splitlines() == ["tests/a.py::one", "tests/a.py::two"]
        assert "Nothing is reduced" in ended.stderr
        ended = call("select")
        assert (ended.code, ended.stdout) == (0, "")
        assert "Nothing is reduced" in ended.stderr
        assert not (project / ".hardwon").exists()

    def test_list_on_standard_input(self, retired: Path, environment: dict[str, str]) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "hardwon", "select", "--tests", "-", "--format", "pytest"],
            input="tests/new.py::ü\n".encode(),
            cwd=retired,
            env=environment | {"PYTHONIOENCODING": "ascii"},
            capture_output=True,
            check=True,
        )
        assert done.stdout.decode() == "tests/new.py::ü\n"

    def test_listed_test_of_a_retired_area_by_its_rule(self, retired: Path, call: Cli) -> None:
        (retired / "hardwon.yaml").write_text("areas: [{area: fresh, tests: ['tests.auth.test_login.*']}]")
        found = call("select", "--json").document["tests"]
        assert {test["area"] for test in found} == {"auth"}
        (retired / "hardwon.yaml").write_text("areas: [{area: fresh, tests: ['re:tests.auth.test_login$']}]")
        found = call("select", "--json").document["tests"]
        assert {(test["area"], test["run"]) for test in found} == {("fresh", True)}

    def test_area_that_a_test_names_itself_stays(self, project: Path, call: Cli) -> None:
        retire(project, passed(f"{FILE}::a", area="money", said="money"), passed(f"{FILE}::b", area="auth"))
        found = {test["test"]: test["area"] for test in call("select", "--json").document["tests"]}
        assert found == {f"{FILE}::a": "money", f"{FILE}::b": "auth"}

    def test_test_that_was_marked_unskippable_runs(self, project: Path, call: Cli) -> None:
        retire(project, *[passed(f"{FILE}::{name}", unskippable=name == "a") for name in "abc"])
        causes = {test["test"]: test["cause"] for test in call("select", "--json").document["tests"]}
        assert causes[f"{FILE}::a"] == "unskippable"

    def test_tests_whose_file_is_gone_are_left_out(self, project: Path, call: Cli) -> None:
        retire(project, passed(f"{FILE}::a"), passed("tests/old/test_old.py::b", area="old"))
        (project / "tests/old/test_old.py").unlink()
        ended = call("select", "--json")
        assert [test["test"] for test in ended.document["tests"]] == [f"{FILE}::a"]
        assert "1 test of files that are gone" in ended.stderr
        (project / FILE).unlink()
        ended = call("select", "--json")
        assert ended.code == 3
        assert "None of the files of the 2 tests" in ended.stderr

    def test_other_runners_are_left_out_for_pytest(self, project: Path, call: Cli) -> None:
        retire(project, passed(f"{FILE}::a"), passed("e2e/pay.spec.ts::pays", area="pay"))
        ended = call("select", "--format", "pytest")
        assert ended.stdout == f"{FILE}::a\n"
        assert "1 test of other runners" in ended.stderr

    def test_name_that_no_line_can_hold_gives_way_to_a_wider_one(self, project: Path, call: Cli) -> None:
        hostile = f"{FILE}::TestA::test[\x1b[31m\n]"
        retire(project, passed(hostile), passed(f"{FILE}::TestA::test[x]"), passed(f"{FILE}::TestA::other"))
        chosen = call("select", "--format", "pytest", "--set", "probeShare=1").stdout
        assert chosen.splitlines() == [f"{FILE}::TestA::test", f"{FILE}::TestA::other"]
        for form in ((), ("--explain",), ("--json",)):
            assert "\x1b" not in call("select", *form).stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--tests", "missing.txt"), "missing.txt: No such file"),
        (("--tests", "."), "directory"),
        (("--tests", "a\0b"), "null byte"),
        (("--tests", "latin.txt"), "byte 1 is not UTF-8"),
        (("--explain", "--format", "json"), "two forms of output"),
        (("--format", "xml"), "xml"),
    ],
    ids=str,
)
def test_what_cannot_be_is_3(project: Path, call: Cli, arguments: tuple[str, ...], reason: str) -> None:
    (project / "latin.txt").write_bytes(b"t\xe4")
    ended = call("select", *arguments)
    assert (ended.code, ended.stdout) == (3, "")
    assert ended.stderr.count("\n") == 1
    assert reason in ended.stderr


def test_damaged_history_is_told_and_the_rest_counts(
    retired: Path, call: Cli, in_lines: Callable[[Path], Path]
) -> None:
    run = Memory.open(retired).runs.ids()[-1]
    with in_lines(retired / ".hardwon" / "runs" / run).open("a") as file:
        file.write(json.dumps({"test": 1}) + "\n")
    ended = call("select", "--json")
    assert ended.document["skipped"] == 18
    assert f".hardwon/runs/{run}/tests.jsonl, line 21" in ended.stderr


def test_damaged_table_of_tests_is_told_and_other_runs_count(retired: Path, call: Cli) -> None:
    run = Memory.open(retired).runs.ids()[-1]
    table = retired / ".hardwon" / "runs" / run / "tests.json.gz"
    table.write_bytes(table.read_bytes()[:-1])
    ended = call("select", "--json")
    assert ended.document["skipped"] == 18
    assert f".hardwon/runs/{run}/tests.json.gz: is damaged: it is cut off; left out." in ended.stderr
