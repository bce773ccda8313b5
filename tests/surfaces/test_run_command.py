"""`hardwon run` on the real shop: exploring, remembering, being misled, and finding that out."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Cli

EXAMPLE = Path(__file__).parents[2] / "examples" / "shop"

AGENTS = """
import time
def raises(step): raise RuntimeError("boom \\x1b[2J")
def nonsense(step): return {"passed": "perhaps"}
def refuses(step): return False
def leaves(step): raise SystemExit(0)
def hangs(step): time.sleep(3600)
def binary(step): print(b"\\x00\\xff\\x1b[2J".decode("latin-1")); return True
async def later(step):
    import asyncio
    await asyncio.sleep(0)
    return None
def down(step):
    from hardwon import CannotRun
    raise CannotRun("the target is down")
def harmed(step): return not step.context
def second(step):
    step.state["tries"] = step.state.get("tries", 0) + 1
    return step.state["tries"] == 2
"""


@pytest.fixture
def shop(project: Path) -> Path:
    """The example as the project; its target is where no server is, also if one listens on the port that it names."""
    shutil.copytree(EXAMPLE, project, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", ".hardwon"))
    configuration = project / "hardwon.yaml"
    configuration.write_text(configuration.read_text().replace(":8000", ":9"))
    (project / "agents.py").write_text(AGENTS)
    return project


@pytest.fixture
def url(shop: Path) -> Iterator[str]:
    """Address of the running shop."""
    command = [sys.executable, str(shop / "serve.py"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        line = server.stdout.readline()
        yield line[line.index("http") :].split()[0].rstrip("/")
        server.send_signal(signal.SIGTERM)


def move(url: str) -> None:
    with urlopen(Request(f"{url}/-/moved", data=b"yes", method="POST")) as answer:  # noqa: S310 - our own server
        assert answer.status == 200


def pages(document: dict[str, Any]) -> int:
    return sum(step["sub_actions"] for test in document["tests"] for step in test["steps"])


def test_second_run_needs_far_fewer_pages_and_confirms_what_helped(call: Cli, shop: Path, url: str) -> None:
    first = call("run", "--target", url, "--json", cwd=shop).document
    second = call("run", "--target", url, "--json", cwd=shop).document
    assert {test["status"] for test in (*first["tests"], *second["tests"])} == {"passed"}
    assert (first["memory_log"]["added"], second["memory_log"]["confirmed"]) == (5, 5)
    assert pages(second) < 0.6 * pages(first)
    # The same shop both times, as far as anybody knows: one proof.
    assert call("status", "--json", cwd=shop).document["areas"][0]["test_count"] == 1
    assert {verdict["why"] for verdict in first["verdicts"]} == {None}
    assert all(verdict["why"].startswith("same state as ") for verdict in second["verdicts"])


def test_stale_memory_misleads_and_ablation_proves_it(call: Cli, shop: Path, url: str) -> None:
    call("run", "e2e/recovery.yaml", "--target", url, cwd=shop)
    move(url)
    [test] = call("run", "e2e/recovery.yaml", "--target", url, "--json", cwd=shop).document["tests"]
    assert (test["status"], test["ablation"]["passed"], len(test["ablation"]["deprecated"])) == ("passed", True, 1)
    assert test["summary"] == "failed with memory, passed without: 1 observation deprecated"
    [again] = call("run", "e2e/recovery.yaml", "--target", url, "--json", cwd=shop).document["tests"]
    assert (again["status"], again["ablation"]) == ("passed", None)
    titles = {
        each["title"]: each["trust"]
        for each in call("observations", "list", "--json", cwd=shop).document["observations"]
    }
    assert titles["Account recovery: reached from Settings → Security"] == 0.4
    assert titles["Account recovery: reached from Account → Privacy"] > 0.4


def test_without_memory_nothing_is_given_and_without_curation_nothing_is_kept(call: Cli, shop: Path, url: str) -> None:
    given = ("run", "e2e/gift_cards.yaml", "--target", url, "--json")
    assert call(*given, "--no-curate", cwd=shop).document["memory_log"]["added"] == 0
    call(*given, cwd=shop)
    [test] = call(*given, "--no-memory", cwd=shop).document["tests"]
    assert {step["memory"] for step in test["steps"]} == {"off"}


def simple(shop: Path, name: str = "one", **more: Any) -> str:
    """A test of one step."""
    test = {"test-id": f"t_{name}", "name": name, "area": "auth", "steps": ["Open the login modal"], **more}
    (shop / f"{name}.yaml").write_text(json.dumps(test))
    return f"{name}.yaml"


@pytest.mark.parametrize(
    ("agent", "status", "code"),
    [
        ("raises", "failed", 1),
        ("nonsense", "failed", 1),
        ("refuses", "failed", 1),
        ("leaves", "failed", 1),
        ("later", "passed", 0),
        ("binary", "passed", 0),
        ("down", "error", 3),
    ],
)
def test_whatever_an_agent_does_becomes_an_outcome(call: Cli, shop: Path, agent: str, status: str, code: int) -> None:
    ended = call("run", simple(shop), "--agent", f"agents:{agent}", "--json", cwd=shop)
    assert (ended.code, ended.document["status"], ended.document["exit_code"]) == (code, status, code)
    assert "\x1b" not in call("run", simple(shop), "--agent", f"agents:{agent}", cwd=shop).stdout


def test_agent_that_hangs_is_left_behind(cli: Cli, shop: Path) -> None:
    ended = cli("run", simple(shop, meta={"timeout": 0.2}), "--agent", "agents:hangs", "--json", cwd=shop)
    assert (ended.code, ended.document["status"]) == (1, "failed")


def test_critical_test_that_fails_is_exit_2(call: Cli, shop: Path) -> None:
    assert call("run", simple(shop, priority="critical"), "--agent", "agents:refuses", cwd=shop).code == 2


@pytest.mark.parametrize(
    ("what", "content"),
    [("test", "test-id: t_same\nsteps: [Open the page]\n"), ("suite", "suite-id: s_same\ntests: [{}]\n")],
)
def test_two_files_with_one_id_are_named_and_nothing_runs(call: Cli, shop: Path, what: str, content: str) -> None:
    """Memory is kept by id: it would be mixed."""
    member = simple(shop)
    for name in ("first.yaml", "second.yaml"):
        (shop / name).write_text(content.format(member))
    ended = call("run", "first.yaml", "second.yaml", "--agent", "agents:later", cwd=shop)
    assert ended.code == 3
    assert f"The {what} id" in ended.stderr
    assert all(name in ended.stderr for name in ("first.yaml", "second.yaml", f"{what}-id"))
    assert not (shop / ".hardwon" / "runs").exists()
    assert call("run", "first.yaml", "first.yaml", "--agent", "agents:later", cwd=shop).code == 0


def test_agent_that_is_not_there_is_named(call: Cli, shop: Path) -> None:
    ended = call("run", simple(shop), "--agent", "agents:nobody", cwd=shop)
    assert (ended.code, "agents:nobody" in ended.stderr) == (3, True)


@pytest.mark.parametrize(
    ("flags", "statuses"), [((), ["failed", "skipped"]), (("--keep-going",), ["failed", "failed"])]
)
def test_suite_stops_at_the_first_failure(call: Cli, shop: Path, flags: tuple[str, ...], statuses: list[str]) -> None:
    entries = [{"test": simple(shop, name), "id": f"t_{name}"} for name in ("one", "two")]
    (shop / "s.yaml").write_text(json.dumps({"suite-id": "s", "tests": entries}))
    document = call("run", "s.yaml", "--agent", "agents:refuses", "--json", *flags, cwd=shop).document
    assert [test["status"] for test in document["tests"]] == statuses
    assert call("status", "--json", cwd=shop).document["areas"][0]["fail_count"] == 1


def test_setup_that_fails_is_no_verdict(call: Cli, shop: Path) -> None:
    ended = call("run", simple(shop, setup=["Log in"]), "--agent", "agents:refuses", "--json", cwd=shop)
    assert (ended.code, ended.document["status"]) == (3, "error")
    assert call("status", "--json", cwd=shop).document["areas"] == []


def test_test_that_cannot_be_repeated_is_not_tried_again(call: Cli, shop: Path) -> None:
    call(
        "observations",
        "add",
        "--product",
        shop.name,
        "--title",
        "Login modal opens late",
        "--content",
        "The login modal opens late.",
        cwd=shop,
    )
    file = simple(shop, meta={"repeatable": False})
    document = call("run", file, "--agent", "agents:harmed", "--json", cwd=shop).document
    assert (document["tests"][0]["ablation"], document["memory_log"]["deprecated"]) == (None, 1)


def test_breaker_stops_harmful_memory_in_the_next_run(call: Cli, shop: Path) -> None:
    call(
        "observations",
        "add",
        "--product",
        shop.name,
        "--title",
        "Login modal opens late",
        "--content",
        "The login modal opens late.",
        cwd=shop,
    )
    file = simple(shop)
    for _ in range(3):
        call("run", file, "--agent", "agents:harmed", "--no-curate", cwd=shop)
    assert call("breaker", "--json", cwd=shop).document[shop.name]["tripped"]
    [test] = call("run", file, "--agent", "agents:harmed", "--json", cwd=shop).document["tests"]
    assert (test["status"], test["steps"][0]["memory"]) == ("passed", "tripped")


def test_scenarios_are_executed_for_real(call: Cli, shop: Path, url: str) -> None:
    base = {
        "user_perspective": "A customer",
        "preconditions": [],
        "steps": ["Ask for the page"],
        "chaos_factors": [],
        "expected_behavior": "It is there",
        "failure_modes": ["It is not"],
        "priority": "high",
        "area": "catalog",
    }
    scenarios = [
        {**base, "id": "home", "title": "Home", "exec": {"method": "GET", "path": "/", "expected_status": 200}},
        {**base, "id": "gone", "title": "Gone", "exec": {"method": "GET", "path": "/nowhere", "expected_status": 200}},
    ]
    (shop / "s.json").write_text(json.dumps(scenarios))
    assert call("run", "s.json", cwd=shop).code == 3
    ended = call("run", "s.json", "--target", url, "--json", cwd=shop)
    assert ended.code == 1, ended.stderr
    assert [test["status"] for test in ended.document["tests"]] == ["passed", "failed"]
    rows = (shop / ".hardwon" / "runs" / ended.document["run_id"] / "steps.jsonl").read_text().splitlines()
    kept = [(row["test"], row["status"], row["exchanges"][0]["status"]) for row in map(json.loads, rows)]
    assert kept == [("home", "passed", 200), ("gone", "failed", 404)]
    down = call("run", "s.json", "--target", "http://127.0.0.1:9", "--json", cwd=shop)
    assert (down.code, down.document["status"]) == (3, "error")


def test_killed_run_keeps_what_it_saw_and_doctor_names_it(cli: Cli, shop: Path) -> None:
    file = simple(shop, steps=["Open the page"])
    command = [sys.executable, "-m", "hardwon", "run", file, "--agent", "agents:hangs", "--project", str(shop)]
    with subprocess.Popen(command, cwd=shop) as process:
        while not list((shop / ".hardwon").glob("runs/*/run.json")):
            time.sleep(0.01)
        process.kill()
    findings = cli("doctor", "--json", cwd=shop).document["findings"]
    assert any("unfinished" in finding["reason"] for finding in findings)


def test_two_runs_at_once_lose_nothing(cli: Cli, shop: Path, url: str) -> None:
    command = [sys.executable, "-m", "hardwon", "run", "e2e/gift_cards.yaml", "--target", url, "--project", str(shop)]
    processes = [
        subprocess.Popen([*command, "--state", build], cwd=shop, stdout=subprocess.DEVNULL) for build in ("one", "two")
    ]
    assert [process.wait() for process in processes] == [0, 0]
    [area] = cli("status", "--json", cwd=shop).document["areas"]
    assert area["test_count"] == 2
    assert len(cli("observations", "list", "--json", cwd=shop).document["observations"]) == 1


def test_reports_for_people_and_for_other_tools(call: Cli, shop: Path) -> None:
    summary = shop / "summary.md"
    given = ("--junit-xml", str(shop / "r.xml"), "--ctrf", str(shop / "r.json"), "--json")
    ended = call(
        "run", simple(shop), "--agent", "agents:raises", *given, cwd=shop, env={"GITHUB_STEP_SUMMARY": str(summary)}
    )
    run = ended.document["run_id"]
    page = (shop / ".hardwon" / "runs" / run / "report.md").read_text()
    assert "| t_one | auth | failed |" in page
    assert summary.read_text() == page
    assert call("report", cwd=shop).stdout.strip() == page.strip()
    assert call("report", run, "--json", cwd=shop).document["run_id"] == run
    assert call("report", "nowhere", cwd=shop).code == 3
    summary_of_tests = json.loads((shop / "r.json").read_text())["results"]["summary"]
    assert 0 < summary_of_tests["start"] <= summary_of_tests["stop"]
    for name in ("r.xml", "r.json"):
        said = call("ingest", str(shop / name), "--json", cwd=shop).document
        assert said["verdicts"] == [], "the run was counted when it ran"
        assert said["ignored"].endswith(f"was counted before, in run {run}")
        [verdict] = call("ingest", str(shop / name), "--again", "--json", cwd=shop).document["verdicts"]
        assert (verdict["area"], verdict["passed"], verdict["tests"], verdict["failed"]) == ("auth", False, 1, 1)


def test_threshold_gates_a_run(call: Cli, shop: Path) -> None:
    """Areas that are configured and have no evidence count as 0, so one area that passed is little."""
    given = ("run", simple(shop), "--agent", "agents:later", "--threshold")
    assert (call(*given, "90", cwd=shop).code, call(*given, "1", cwd=shop).code) == (1, 0)


def test_secret_that_a_test_is_given_appears_nowhere(call: Cli, shop: Path) -> None:
    """It looks like nothing in particular, so only knowing it helps."""
    file = simple(shop, steps=["Enter {{env:SHOP_PIN}} into PIN"])
    given = ("--agent", "agents:raises", "--allow-env", "SHOP_PIN", "--json")
    ended = call("run", file, *given, cwd=shop, env={"SHOP_PIN": "tulip-garden"})
    assert ended.code == 1
    assert "tulip-garden" not in ended.stdout + ended.stderr
    for path in (shop / ".hardwon").rglob("*"):
        assert not path.is_file() or "tulip-garden" not in path.read_text(errors="replace")


@pytest.mark.parametrize(
    ("more", "status"),
    [({}, "failed"), ({"meta": {"retries": 1}}, "passed"), ({"steps": [{"step": "Open", "retries": 1}]}, "passed")],
)
def test_steps_are_tried_again_where_the_test_says_so(call: Cli, shop: Path, more: dict[str, Any], status: str) -> None:
    assert (
        call("run", simple(shop, **more), "--agent", "agents:second", "--json", cwd=shop).document["status"] == status
    )


def test_timeout_of_a_test_holds_for_the_whole_attempt(cli: Cli, shop: Path) -> None:
    file = simple(shop, meta={"timeout": 0.3}, steps=[{"step": "Open the page", "timeout": 60}])
    assert cli("run", file, "--agent", "agents:hangs", "--json", cwd=shop).document["status"] == "failed"


def test_a_file_that_changes_under_a_run_costs_its_area_the_pass(call: Cli, shop: Path) -> None:
    (shop / "app.py").write_text("1\n")
    (shop / "hardwon.yaml").write_text("areas:\n- {area: auth, paths: [app.py]}\n")
    (shop / "editing.py").write_text(
        "def edits(step):\n    with open('app.py', 'a') as file:\n        file.write('2\\n')\n"
    )
    document = call("run", simple(shop), "--agent", "editing:edits", "--json", cwd=shop).document
    [verdict] = document["verdicts"]
    assert (verdict["area"], verdict["credited"]) == ("auth", False)
    assert verdict["why"].startswith("app.py changed before the run was over")


def test_terminal_tells_both_attempts_of_a_test_that_passed_without_memory(call: Cli, shop: Path, url: str) -> None:
    call("run", "e2e/recovery.yaml", "--target", url, cwd=shop)
    move(url)
    told = call("run", "e2e/recovery.yaml", "--target", url, cwd=shop).stdout
    assert " passed without memory:\n" in told
    assert "  With memory: failed (" in told
    assert "  Without memory: passed (" in told
