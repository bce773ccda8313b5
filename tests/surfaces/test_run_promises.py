"""`hardwon run`, promise by promise: what runs, what is refused before anything runs, and what every surface says."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from hardwon.store.lock import locked

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

AGENTS = """
import os, time
def fine(step): pass
def misled(step): return not step.context
def blocked(step):
    from pathlib import Path
    [folder] = Path(".hardwon/runs").glob("2*")
    (folder / "steps.jsonl").mkdir(exist_ok=True)
def learns(step):
    if "Rest" in step.text:
        time.sleep(3600)
    step.report(sub_actions=5)
    step.learned("Menu: opens from the avatar", "The menu opens from the avatar on the start page.")
"""
NOTE = ("Login modal opens late", "The login modal opens late.")


@pytest.fixture
def tests(project: Path) -> Path:
    (project / "agents.py").write_text(AGENTS)
    return project


def write(folder: Path, name: str, **more: Any) -> str:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    own_id = "t_" + name.rpartition("/")[2].partition(".")[0]
    (folder / name).write_text(
        json.dumps({"test-id": own_id, "area": "auth", "steps": ["Open the login modal"], **more})
    )
    return name


def suite(folder: Path, name: str, *tests: str) -> str:
    entries = [{"test": test, "id": "t_" + test.rpartition("/")[2].partition(".")[0]} for test in tests]
    (folder / name).write_text(json.dumps({"suite-id": "s", "tests": entries}))
    return name


def remember(cli: Cli, tests: Path) -> str:
    given = ("--product", tests.name, "--title", NOTE[0], "--content", NOTE[1], "--json")
    added: str = cli("observations", "add", *given, cwd=tests).document["id"]
    return added


def ids(document: dict[str, Any]) -> list[str]:
    return [test["id"] for test in document["tests"]]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("e2e",), ["t_alone", "t_one", "t_two"]),
        (("e2e/*.yaml",), ["t_alone", "t_one", "t_two"]),
        (("e2e", "e2e/alone.yaml"), ["t_one", "t_two", "t_alone"]),
        (("e2e", "e2e"), ["t_alone", "t_one", "t_two"]),
        (("e2e", "e2e/one.yaml"), ["t_alone", "t_one", "t_two", "t_one"]),
        (("e2e/suite.yaml", "e2e/two.yaml"), ["t_one", "t_two", "t_two"]),
    ],
)
def test_test_of_a_suite_runs_once_unless_it_is_named(
    call: Cli, tests: Path, names: tuple[str, ...], expected: list[str]
) -> None:
    for name in ("alone", "one", "two"):
        write(tests, f"e2e/{name}.yaml")
    suite(tests, "e2e/suite.yaml", "e2e/one.yaml", "e2e/two.yaml")
    assert ids(call("run", *names, "--agent", "agents:fine", "--json").document) == expected


def test_folder_with_the_configuration_and_tools_of_others_is_a_folder_of_tests(call: Cli, tests: Path) -> None:
    (tests / "hardwon.yaml").write_text("areas: []\n")
    (tests / ".github").mkdir()
    (tests / ".github" / "ci.yaml").write_text("on: push\n")
    write(tests, "one.yaml")
    assert ids(call("run", ".", "--agent", "agents:fine", "--json").document) == ["t_one"]


def test_scenarios_that_the_configuration_names_lie_in_the_project(call: Cli, tests: Path) -> None:
    (tests / "hardwon.yaml").write_text("tests: [s.json]\n")
    (tests / "s.json").write_text("[]")
    (tests / "inner").mkdir()
    ended = call("run", "--target", "http://127.0.0.1:9", cwd=tests / "inner")
    assert "must be an array of 1 to" in ended.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--variable", "nonsense"),
        ("other.yaml",),
        ("s.json", "--target", "nowhere"),
        ("s.json",),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_runs(
    call: Cli, tests: Path, arguments: tuple[str, ...]
) -> None:
    write(tests, "one.yaml")
    write(tests, "other.yaml", target="elsewhere")
    scenario = {
        "id": "home",
        "title": "Home",
        "user_perspective": "A customer",
        "preconditions": [],
        "steps": ["Ask"],
        "chaos_factors": [],
        "expected_behavior": "It is there",
        "failure_modes": ["It is not"],
        "priority": "high",
        "area": "catalog",
    }
    (tests / "s.json").write_text(json.dumps([scenario]))
    ended = call("run", "one.yaml", *arguments, "--agent", "agents:fine")
    assert (ended.code, "[usage]" in ended.stderr) == (3, True)
    assert not (tests / ".hardwon" / "runs").exists()


def test_exit_code_in_the_document_is_the_exit_code(call: Cli, tests: Path) -> None:
    ended = call("run", write(tests, "one.yaml"), "--agent", "agents:fine", "--threshold", "90", "--json")
    assert (ended.code, ended.document["exit_code"]) == (1, 1)


def test_the_last_name_in_the_folder_of_runs_is_the_last_run(call: Cli, tests: Path) -> None:
    """What the breaker rests on lies there, too, and is not taken for a run."""
    ran = [call("run", write(tests, "one.yaml"), "--agent", "agents:fine", "--json").document for _ in range(2)]
    names = sorted(entry.name for entry in (tests / ".hardwon" / "runs").iterdir())
    assert names[-2:] == [document["run_id"] for document in ran]
    assert [name for name in names if not name.startswith(".")] == names[-2:]


@pytest.mark.parametrize("off", [("--no-curate",), ("--set", "curatorEnabled=false")])
def test_ablation_without_curation_decides_the_outcome_and_claims_no_more(
    call: Cli, tests: Path, off: tuple[str, ...]
) -> None:
    known = remember(call, tests)
    [test] = call("run", write(tests, "one.yaml"), "--agent", "agents:misled", "--json", *off).document["tests"]
    assert (test["status"], test["ablation"]) == ("passed", {"passed": True, "deprecated": []})
    assert test["summary"] == "failed with memory, passed without: no observations deprecated"
    [kept] = call("observations", "list", "--json").document["observations"]
    assert (kept["id"], kept["trust"]) == (known, 0.5)


def test_memory_that_is_off_deletes_nothing_either(call: Cli, tests: Path) -> None:
    """`enabled: false` is no curation: what a suite learned in another order waits until memory is on again."""
    name = suite(tests, "suite.yaml", write(tests, "one.yaml"))
    given = ("--suite", name, "--position", "0", "--title", NOTE[0], "--content", NOTE[1])
    assert call("observations", "add", *given).code == 0
    suite(tests, name, write(tests, "two.yaml"))
    run = ("run", name, "--agent", "agents:fine", "--json")
    assert call(*run, "--set", "enabled=false").document["memory_log"]["deleted"] == 0
    assert call(*run).document["memory_log"]["deleted"] == 1


def test_breaker_that_trips_with_the_last_test_is_shown(call: Cli, tests: Path) -> None:
    remember(call, tests)
    given = ("run", write(tests, "one.yaml"), "--agent", "agents:misled", "--no-curate")
    for _ in range(2):
        assert call(*given, "--json").document["tripped"] == {}
    plain = call(*given)
    said = f"Memory is switched off for {tests.name}: 3 of 3 attempts with memory failed, 0 of 3 without"
    assert said in plain.stdout
    assert said in call("report").stdout


def test_evidence_that_cannot_be_written_is_no_pass(call: Cli, tests: Path) -> None:
    """What a run says must rest on what it kept."""
    ended = call("run", write(tests, "one.yaml"), "--agent", "agents:blocked")
    assert (ended.code, "steps.jsonl" in ended.stderr) == (3, True)
    assert call("status", "--json").document["areas"] == []


def test_log_explains_what_a_killed_run_changed(cli: Cli, tests: Path) -> None:
    name = suite(tests, "suite.yaml", write(tests, "one.yaml"), write(tests, "two.yaml", steps=["Rest"]))
    command = [sys.executable, "-m", "hardwon", "run", name, "--agent", "agents:learns"]
    with subprocess.Popen(command, cwd=tests) as process:
        while not list((tests / ".hardwon").glob("observations/*/*/obs_*.md")):
            time.sleep(0.01)
        process.kill()
    [entry] = cli("log", "--json", cwd=tests).document["entries"]
    assert (entry["action"], entry["origin"]) == ("add", "curator")


def test_observations_that_others_hold_do_not_end_a_run(call: Cli, tests: Path) -> None:
    """The test has been run, and its verdict counts; that nothing could be written about it is said."""
    remember(call, tests)
    with locked(tests / ".hardwon" / "observations" / ".curator.lock", timeout=5):
        given = ("run", write(tests, "one.yaml"), "--agent", "agents:misled", "--set", "curatorLockTimeout=1000")
        ended = call(*given, "--json", "--state", "one build")
        assert "Not remembered: " in call(*given, "--state", "another").stdout
    [test] = ended.document["tests"]
    assert (ended.code, test["status"], test["ablation"]["deprecated"]) == (0, "passed", [])
    [error] = ended.document["memory_log"]["errors"]
    assert (error["action"], ".curator.lock" in error["reason"]) == ("curate", True)
    assert call("status", "--json").document["areas"][0]["pass_count"] == 2


def test_names_cannot_act_on_the_page_of_a_run(call: Cli, tests: Path) -> None:
    hostile = "a \\| b | ![x](http://127.0.0.1/x.png) <img src=x> `"
    call("run", write(tests, "one.yaml", area=hostile), "--agent", "agents:fine")
    page = call("report").stdout
    assert "| a \\\\\\| b \\| !\\[x\\](http://127.0.0.1/x.png) &lt;img src=x> ' |" in page


def test_product_of_a_folder_with_dots_is_called_alike_by_run_and_pytest(cli: Cli, tmp_path: Path) -> None:
    """Where nothing names the product, the folder does, without what no name of a scope can have."""
    folder = tmp_path / ".dot."
    (folder / ".git").mkdir(parents=True)
    (folder / "agents.py").write_text("def fine(step):\n    return True\n")
    (folder / "one.yaml").write_text("test-id: t_one\nsteps: [Open the login modal]\n")
    (folder / "test_one.py").write_text(
        "def test_one(hardwon):\n    with hardwon.step('Open the login modal'):\n        pass\n"
    )
    [test] = cli("run", "one.yaml", "--agent", "agents:fine", "--json", cwd=folder).document["tests"]
    assert test["product"] == "dot"
    command = [sys.executable, "-m", "pytest", "--hardwon", "-q", "-p", "no:cacheprovider", "test_one.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
