"""`hardwon ingest`, `flaky` and `areas explain`, as a user calls them."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hardwon.cli.main import run
from hardwon.evidence.test_table import KeptTest
from hardwon.memory import Memory

GOLD = Path(__file__).parents[1] / "gold" / "reports"
COUNTED = {"credited": True, "why": None}


class Shell:
    """Calls commands in a project and remembers what they printed."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.root = root
        self._capsys = capsys
        self.err = ""

    def __call__(self, *arguments: str, code: int = 0) -> str:
        actual = run([*arguments, "--project", str(self.root)])
        out, self.err = self._capsys.readouterr()
        assert actual == code, (out, self.err)
        return out

    def json(self, *arguments: str, code: int = 0) -> Any:
        return json.loads(self(*arguments, "--json", code=code))

    def report(self, name: str, **outcomes: str) -> str:
        """A JUnit report with a test for each area, and its path."""
        elements = {
            "passed": "",
            "failed": "<failure/>",
            "skipped": "<skipped/>",
            "error": '<error message="failed on setup with"/>',
        }
        tests = "".join(
            f'<testcase file="tests/{area}/test_it.py" name="{name}">{elements[outcome]}</testcase>'
            for area, outcome in outcomes.items()
        )
        path = self.root / f"{name}.xml"
        path.write_text(f"<testsuites><testsuite>{tests}</testsuite></testsuites>")
        return str(path)


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(tmp_path, capsys)


def areas(shell: Shell) -> dict[str, Any]:
    return {row["name"]: row for row in shell.json("status")["areas"]}


def test_one_verdict_per_area_and_run(shell: Shell) -> None:
    said = shell.json("ingest", str(GOLD / "pytest-rerunfailures.xml"))
    assert said["ignored"] is None
    assert said["verdicts"] == [
        {"area": "auth", "passed": False, "tests": 4, "failed": 1, "flaky": 2, **COUNTED},
        {"area": "checkout", "passed": True, "tests": 5, "failed": 0, "flaky": 3, **COUNTED},
        {"area": "search", "passed": False, "tests": 3, "failed": 1, "flaky": 0, **COUNTED},
    ]
    assert areas(shell)["checkout"]["test_count"] == 1
    assert areas(shell)["checkout"]["flaky_count"] == 1


def test_a_report_without_any_verdict_says_what_became_of_its_tests(shell: Shell) -> None:
    said = shell("ingest", shell.report("broken", auth="error", cart="error", search="skipped"))
    assert said.startswith("No test passed or failed (2 could not run, 1 skipped), so no area was moved.")
    assert shell("ingest", shell.report("empty")).startswith("No test passed or failed, so")


def test_shards_in_one_call_are_one_run(shell: Shell) -> None:
    first, second = shell.report("one", cart="passed"), shell.report("two", cart="failed")
    [verdict] = shell.json("ingest", first, second)["verdicts"]
    assert verdict == {"area": "cart", "passed": False, "tests": 2, "failed": 1, "flaky": 0, **COUNTED}
    assert areas(shell)["cart"]["test_count"] == 1


def test_same_report_counts_once_under_any_name(shell: Shell) -> None:
    path = Path(shell.report("one", cart="passed"))
    first = shell.json("ingest", str(path))
    copy = path.with_name("copy.xml")
    copy.write_bytes(path.read_bytes())
    second = shell.json("ingest", str(copy))
    assert second["verdicts"] == []
    assert first["run_id"] in second["ignored"]
    assert areas(shell)["cart"]["test_count"] == 1
    shell("ingest", str(copy), "--again")
    assert areas(shell)["cart"]["test_count"] == 2


def test_known_shard_beside_a_new_one_is_left_out(shell: Shell) -> None:
    known = shell.report("one", cart="failed")
    shell("ingest", known)
    said = shell.json("ingest", known, shell.report("two", search="passed"))
    assert [verdict["area"] for verdict in said["verdicts"]] == ["search"]
    assert list(said["repeated"]) == [known]
    assert areas(shell)["cart"]["fail_count"] == 1


def test_same_report_from_parallel_processes_counts_once(shell: Shell) -> None:
    command = [sys.executable, "-m", "hardwon", "ingest", shell.report("one", cart="passed")]
    processes = [subprocess.Popen([*command, "--project", str(shell.root)]) for _ in range(6)]
    assert [process.wait() for process in processes] == [0] * 6
    assert areas(shell)["cart"]["test_count"] == 1


def test_run_in_which_nearly_everything_failed_teaches_nothing(shell: Shell) -> None:
    shell("record", "auth", "--pass")
    before = (shell.root / ".hardwon/memory.json").read_bytes()
    said = shell.json("ingest", str(GOLD / "pytest-target-down.xml"), code=1)
    assert said["verdicts"] == []
    assert said["ignored"].startswith("10 of 11 tests failed or could not run (0 failed, 10 could not run)")
    assert "10 of 11" in shell.err
    assert (shell.root / ".hardwon/memory.json").read_bytes() == before


@pytest.mark.parametrize(("failed", "ignored"), [(3, False), (4, True)])
def test_the_limit_is_80_percent_of_at_least_five(shell: Shell, failed: int, ignored: bool) -> None:
    outcomes = {f"a{n}": "failed" if n < failed else "passed" for n in range(5)}
    said = shell.json("ingest", shell.report("r", **outcomes, s="skipped"), code=int(ignored))
    assert bool(said["ignored"]) is ignored


def test_four_failures_of_four_are_believed(shell: Shell) -> None:
    said = shell.json("ingest", shell.report("r", a="failed", b="failed", c="failed", d="failed"))
    assert len(said["verdicts"]) == 4


def test_skipped_tests_and_tests_that_could_not_run_touch_no_area(shell: Shell) -> None:
    said = shell.json("ingest", shell.report("r", a="skipped", b="error"))
    assert (said["verdicts"], said["ignored"]) == ([], None)
    assert not (shell.root / ".hardwon/memory.json").exists()


def test_rules_of_the_configuration_decide_before_the_folder(shell: Shell) -> None:
    (shell.root / "hardwon.yaml").write_text(
        "areas:\n  - {area: money, tests: ['tests/cart/**', 're:::test_pay']}\n  - {area: rest, tests: ['**']}\n"
    )
    said = shell.json("ingest", shell.report("one", cart="passed", search="passed"))
    assert [verdict["area"] for verdict in said["verdicts"]] == ["money", "rest"]
    assert "rule of area money" in shell("areas", "explain", "tests/cart/test_it.py::test_a")
    assert shell.json("areas", "explain", "x/y.py::test_pay")["area"] == "money"


def test_explain_names_what_decided(shell: Shell) -> None:
    assert "area auth (package auth)" in shell("areas", "explain", "com.shop.auth.LoginTest")
    assert "area checkout (folder checkout)" in shell("areas", "explain", "src/checkout/tests/test_pay.py::test_x")
    assert "area login (file test_login)" in shell("areas", "explain", "tests/test_login.py")


def test_standard_input_and_globs(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    content = (GOLD / "pytest-ctrf.json").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert len(shell.json("ingest", "-")["verdicts"]) == 4
    said = shell.json("ingest", f"{GOLD}/surefire-junit5/*.xml")
    assert [verdict["area"] for verdict in said["verdicts"]] == ["auth", "checkout", "search"]


def test_one_unreadable_report_and_nothing_is_recorded(shell: Shell) -> None:
    good, bad = shell.report("good", cart="passed"), shell.root / "bad.xml"
    bad.write_text("<testsuites>")
    shell("ingest", good, str(bad), code=3)
    assert "bad.xml, line 1" in shell.err
    assert "[unreadable-report]" in shell.err
    assert not (shell.root / ".hardwon").exists()


def test_missing_file_is_named(shell: Shell) -> None:
    shell("ingest", "no/such/*.xml", code=3)
    assert "no/such/*.xml" in shell.err


def test_hostile_names_neither_act_on_the_terminal_nor_break_the_record(shell: Shell) -> None:
    path = shell.root / "ctrf.json"
    name = "\x1b[2J\u202eevil\ud800\n" + "x" * 5000
    test = {"name": name, "status": "passed", "duration": 1, "labels": {"area": name}, "filePath": "../../" + name}
    path.write_text(json.dumps({"results": {"tests": [test]}}))
    out = shell("ingest", str(path)) + shell("status") + shell("flaky")
    assert not {"\x1b", "\u202e", "\ud800"} & set(out)
    [area] = areas(shell)
    assert len(area) <= 200


def test_flaky_lists_tests_across_runs(shell: Shell) -> None:
    assert "History is unknown here" in shell("flaky")
    shell("ingest", str(GOLD / "pytest-rerunfailures.xml"))
    shell("ingest", str(GOLD / "pytest-xdist-rerunfailures.xml"))
    shell("ingest", str(GOLD / "pytest-flaky-run2.xml"))
    said = shell.json("flaky")
    rates = {test["test"].partition("::")[2]: (test["flaky"], test["runs"]) for test in said["tests"]}
    assert said["runs"] == 3
    assert rates["test_flaky_second_time"] == (2, 3)
    assert "2 of 3" in shell("flaky")


def test_flaky_lists_tests_that_differ_from_run_to_run_on_the_same_state(shell: Shell) -> None:
    for outcome in ("passed", "failed", "passed"):
        run_id = shell.json("ingest", "--again", shell.report("t", auth=outcome, cart="passed"))["run_id"]
        summary = shell.root / ".hardwon/runs" / run_id / "run.json"
        summary.write_text(json.dumps(json.loads(summary.read_text()) | {"state": "tree:" + "7" * 64}))
    [test] = shell.json("flaky")["tests"]
    assert (test["area"], test["flaky"], test["runs"], test["last_run"]) == ("auth", 2, 3, run_id)
    assert test["states"] == [{"state": "tree:" + "7" * 64, "passed": 2, "failed": 1}]
    assert "2 of 3" in shell("flaky")
    assert "2 passed, 1 failed on tree:777777777" in shell("flaky")
    assert Memory.open(shell.root).basis().flaky == {test["test"]}


def test_history_keeps_each_test_with_its_run(shell: Shell) -> None:
    run_id = shell.json("ingest", str(GOLD / "pytest-rerunfailures.xml"))["run_id"]
    folder = shell.root / ".hardwon/runs" / run_id
    rows = [row for row in Memory.open(shell.root).runs.tests(run_id) if isinstance(row, KeptTest)]
    flaky = next(row for row in rows if row.test.endswith("::test_flaky_second_time"))
    assert flaky == KeptTest(
        test="tests/auth/test_login.py::test_flaky_second_time",
        name="test_flaky_second_time",
        file="tests/auth/test_login.py",
        area="auth",
        verdict="passed",
        flaky=True,
        duration=flaky.duration,
        attempts=2,
        said=True,
    )
    assert flaky.duration is not None
    summary = json.loads((folder / "run.json").read_text())
    assert summary["tests"] == {"passed": 10, "failed": 2, "skipped": 1, "error": 0, "flaky": 5}
    assert {"commit", "reports", "verdicts", "time"} <= set(summary)


def test_old_runs_are_pruned(shell: Shell) -> None:
    for number in range(5):
        shell("ingest", shell.report(f"r{number}", cart="passed"), "--set", "kept=3")
    assert len(list((shell.root / ".hardwon/runs").glob("2*"))) == 3


def test_runs_are_not_pruned_while_they_are_read(shell: Shell) -> None:
    shell("record", "a", "--pass")
    with Memory.open(shell.root).runs.reading():
        shell("record", "a", "--pass", "--set", "kept=1")
        assert len(list((shell.root / ".hardwon/runs").glob("2*"))) == 2
    shell("record", "a", "--pass", "--set", "kept=1")
    assert len(list((shell.root / ".hardwon/runs").glob("2*"))) == 1


CASE = '<testcase name="auth {}" classname="test"/>'
NODE = f"<testsuites>{CASE.format('adds')}{CASE.format('zero')}</testsuites>"
TAP = "TAP version 13\nok 1 - auth adds\nok 2 - auth zero\n1..2\n"
RULES = "areas: [{area: auth, tests: ['**/auth.test.js']}]\n"
WITHOUT_FILES = "2 tests matched no rule, for the report does not name their files, and went to "


@pytest.mark.parametrize(
    ("report", "rules", "said"),
    [
        (
            NODE,
            RULES,
            f'{WITHOUT_FILES}test: a rule can match what it does name, as `tests: ["test::auth adds"]`, or let',
        ),
        (TAP, RULES, f"{WITHOUT_FILES}unknown: let the runner name files."),
        (NODE, "", ""),
        (NODE, "areas: [{area: auth, tests: ['test::auth *']}]\n", ""),
        (NODE, "areas: [{area: test, tests: ['x']}]\n", ""),
        (NODE.replace('="test"', '="com.acme.CartTest"'), RULES, ""),
        (NODE.replace("classname", 'file="test/cart.test.js" classname'), RULES, ""),
    ],
)
def test_tests_that_rules_cannot_find_are_told(shell: Shell, report: str, rules: str, said: str) -> None:
    (shell.root / "hardwon.yaml").write_text(rules)
    (shell.root / "report.xml").write_text(report)
    shell("ingest", str(shell.root / "report.xml"))
    assert (said in shell.err) if said else ("matched no rule" not in shell.err)
