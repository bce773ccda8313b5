"""What counts as proof in runs of hardwon's own: tests and scenarios by `hardwon run`, and somebody's own loop."""

from __future__ import annotations

import json
import subprocess
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

import hardwon

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

AGENT = "def passes(step): return True\ndef refuses(step): return False\n"


def git(root: Path, *arguments: str) -> None:
    own = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *own, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def shop(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with three tests of `auth` and an agent."""
    (project / ".git").rmdir()
    (project / "agents.py").write_text(AGENT)
    for name in "abc":
        (project / f"{name}.yaml").write_text(f"test-id: t_{name}\nname: {name}\narea: auth\nsteps: [Open the page]\n")
    (project / "shop.py").write_text("price = 1\n")
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "first")
    monkeypatch.syspath_prepend(str(project))
    return project


def scenarios(root: Path, *names: str) -> str:
    """A file of scenarios for an agent."""
    whole = [
        {
            "id": name,
            "title": f"The {name} scenario",
            "area": "auth",
            "priority": "medium",
            "user_perspective": "a visitor",
            "preconditions": [],
            "steps": ["Open the page"],
            "expected_behavior": "It opens",
            "failure_modes": ["It does not"],
            "chaos_factors": [],
        }
        for name in names
    ]
    path = root / ".hardwon" / "scenarios.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"scenarios": whole}))
    return str(path)


def ran(call: Cli, *arguments: str) -> str:
    """Why a run did not count for `auth`; empty if it did."""
    ended = call("run", *arguments, "--agent", "agents:passes", "--json")
    assert ended.stdout, ended.stderr
    document: dict[str, Any] = ended.document
    [verdict] = document["verdicts"]
    assert verdict["credited"] is (verdict["why"] is None)
    return verdict["why"] or ""


def count(call: Cli) -> int:
    rows = call("status", "--json").document["areas"]
    found: int = rows[0]["test_count"] if rows else 0
    return found


def test_tests_of_hardwon_run_add_up(shop: Path, call: Cli) -> None:
    assert ran(call, "a.yaml", "b.yaml", "c.yaml") == ""
    assert ran(call, "a.yaml", "b.yaml", "c.yaml").startswith("same state as ")
    (shop / "shop.py").write_text("price = 2\n")
    assert ran(call, "a.yaml") == "1 of 3 tests: no proof; missing: t_b, t_c"
    assert "Not counted: auth: " in call("run", "b.yaml", "--agent", "agents:passes").stdout
    assert ran(call, "c.yaml") == ""
    assert count(call) == 2


def test_a_remote_target_is_told_apart_by_the_build_that_somebody_names(shop: Path, call: Cli) -> None:
    everything = ("a.yaml", "b.yaml", "c.yaml")
    assert ran(call, *everything, "--state", "build 1") == ""
    (shop / "shop.py").write_text("price = 2\n")
    assert ran(call, *everything, "--state", "build 1").startswith("same state as ")
    assert ran(call, *everything, "--state", "build 2") == ""
    assert ran(call, *everything) == "", "without a name the files here tell"
    assert ran(call, *everything).startswith("same state as ")


def test_a_build_may_be_named_by_the_environment(shop: Path, call: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARDWON_STATE", "build 1")
    assert ran(call, "a.yaml") == ""
    (shop / "shop.py").write_text("price = 2\n")
    assert ran(call, "a.yaml").startswith("same state as ")


@pytest.mark.parametrize("option", ["--junit-xml", "--ctrf"])
def test_a_report_of_hardwon_run_counts_once(
    shop: Path, call: Cli, option: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    report = tmp_path_factory.mktemp("elsewhere") / "report"
    assert ran(call, "a.yaml", option, str(report)) == ""
    before = (shop / ".hardwon/memory.json").read_bytes()
    ended = call("ingest", str(report), "--json")
    assert ended.code == 0
    assert (ended.document["verdicts"], "was counted before" in ended.document["ignored"]) == ([], True)
    assert (shop / ".hardwon/memory.json").read_bytes() == before


def test_an_area_that_only_scenarios_speak_for(shop: Path, call: Cli) -> None:
    """Scenarios are made up anew each time: there is nothing to be missing."""

    def tried(*names: str) -> str:
        return ran(call, scenarios(shop, *names), "--target", "http://127.0.0.1:9")

    assert tried("one", "two", "three") == ""
    assert tried("one").startswith("same state as ")
    assert tried("four") == "", "one that has not passed on this state yet"
    (shop / "shop.py").write_text("price = 2\n")
    assert tried("one") == ""
    assert count(call) == 3


def test_an_own_loop_makes_a_run_for_each_test_and_they_add_up(shop: Path, call: Cli) -> None:
    memory = hardwon.Memory.open(shop)

    def test(name: str, state: str) -> int:
        with memory.run(product="shop", test=name, area="auth", state=state) as run, run.step("Open the page"):
            pass
        return count(call)

    assert [test(name, "build 1") for name in ("a", "b", "c", "d")] == [1, 1, 1, 1]
    assert [test(name, "build 2") for name in ("a", "b", "c", "d")] == [1, 1, 1, 2]
    assert [test("a", "build 3") for _ in range(3)] == [2, 2, 2]


def test_known_tests_outlive_the_runs_that_are_kept(shop: Path, call: Cli) -> None:
    memory = hardwon.Memory.open(shop, flags=["kept=2"])
    for state in ("build 1", "build 2"):
        for name in "abcdefgh":
            with memory.run(product="shop", test=name, area="auth", state=state) as run, run.step("Open the page"):
                pass
    assert len(memory.runs.ids()) == 2
    assert count(call) == 2


def test_the_word_of_a_machine_counts_once_for_a_state(shop: Path, call: Cli) -> None:
    judge = partial(hardwon.Memory.open(shop).judge, "auth", origin="agent")
    assert judge(passed=True).verdict.credited
    assert judge(passed=True).verdict.why.startswith("same state as ")
    assert judge(passed=False).verdict.credited
    assert judge(passed=False).verdict.why.endswith("counted once")
    assert judge(passed=True).verdict.why.endswith("no proof"), "it failed on this very state"
    assert judge(passed=True, state="build 2").verdict.credited
    (shop / "shop.py").write_text("price = 2\n")
    assert judge(passed=True).verdict.credited
    assert count(call) == 4


def test_the_word_of_a_machine_needs_no_tests_but_changes_none(shop: Path, call: Cli) -> None:
    """Coverage does not apply to it, and what is known of the tests stays as it was."""
    assert call("run", *(f"{name}.yaml" for name in "abc"), "--agent", "agents:passes").code == 0
    (shop / "shop.py").write_text("price = 2\n")
    memory = hardwon.Memory.open(shop)
    known = memory.areas["auth"].tests
    after = memory.record("auth", passed=True, origin="agent")
    assert (after.test_count, after.tests) == (2, known)
    assert memory.runs.summary(memory.runs.ids()[-1]).origin == "agent"


def test_the_word_of_a_person_needs_no_proof(shop: Path, call: Cli) -> None:
    assert shop
    for _ in range(15):
        assert call("record", "auth", "--pass").code == 0
    assert count(call) == 15
    assert call("status", "--json").document["areas"][0]["status"] == "retired"
