"""`hardwon run` with agents that do what no agent should: whatever it is, it becomes an outcome, and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli, Ended

AGENTS = """
import asyncio, os, subprocess, sys, threading, time
from hardwon import Outcome

print("imported")

class Speechless(Exception):
    def __str__(self):
        raise RuntimeError("there is nothing to say")

def second_only(action):
    def agent(step):
        if "second" in step.text:
            action(step)
    return agent

def _raise(error):
    def action(step):
        raise error
    return action

exits = second_only(lambda step: sys.exit(0))
interrupts = second_only(_raise(KeyboardInterrupt()))
cancelled = second_only(_raise(asyncio.CancelledError()))
ends_generators = second_only(_raise(GeneratorExit()))
speechless = second_only(_raise(Speechless()))
strange_lesson = second_only(lambda step: step.learned(object(), {}))
strange_report = second_only(lambda step: step.report(used=5))

def strange_outcome(step):
    return Outcome(passed="perhaps", used=None, sub_actions="many", observation=5)

def huge_count(step):
    step.report(sub_actions=10**5000)

def huge_text(step):
    step.report(observation="all work and no play " * 2_000_000)
    step.learned("Menu: endless", "The menu has an endless list. " * 2_000_000)
    for _ in range(10_000):
        step.learned("Menu: opens late", "The menu opens late on this page.")

def prints_below(step):
    subprocess.run(["echo", "from a child"])
    os.write(1, b"straight to the descriptor\\n")

def haunts(step):
    def speak():
        while not threading.Event().wait(0.001):
            print("late")
    threading.Thread(target=speak, daemon=True).start()
    if "second" in step.text:
        threading.Event().wait()

async def hangs_in_executor(step):
    await asyncio.to_thread(threading.Event().wait)

def hangs_in_setup(step):
    if "prepare" in step.text:
        threading.Event().wait()

def own_timeout(step):
    step.state["tries"] = step.state.get("tries", 0) + 1
    if step.state["tries"] == 1:
        raise TimeoutError("the page was slow")

def imports_later(step):
    import beside

def counts(step):
    step.state["tries"] = step.state.get("tries", 0) + 1
    step.learned("Menu: opens late", f"In try {step.state['tries']} the menu opened late on this page.")
    return Outcome(passed=step.state["tries"] == 2, sub_actions=3)

def asked(step):
    with open("asked", "a") as file:
        file.write(step.text + "\\n")
    time.sleep(0.5)

def tells(step):
    word = step.state["variables"]["password"]
    step.learned("Greeting: names the guest", f"The greeting on the start page names {word} after the visit.")
    step.report(sub_actions=5, observation=f"saw {word}")

def fails_telling(step):
    from urllib.parse import quote
    word = step.state["variables"]["password"]
    raise ValueError("x" * (88 - len("ValueError: ")) + word + " " + quote(word))
"""

STEPS = ["Do the first thing", "Do the second thing", "Do the third thing"]


@pytest.fixture
def tests(project: Path) -> Path:
    (project / "hostile.py").write_text(AGENTS)
    (project / "beside.py").write_text("")
    (project / "broken.py").write_text("this is no Python\n")
    (project / "quits.py").write_text("raise SystemExit(0)\n")
    return project


def run(cli: Cli, tests: Path, agent: str, *arguments: str, **more: Any) -> Ended:
    test = {"test-id": "t_one", "area": "auth", "steps": STEPS, **more}
    (tests / "one.yaml").write_text(json.dumps(test))
    return cli("run", "one.yaml", "--agent", f"hostile:{agent}", "--json", *arguments, cwd=tests)


def statuses(ended: Ended) -> list[str]:
    [test] = ended.document["tests"]
    return [step["status"] for step in test["steps"]]


@pytest.mark.parametrize(
    "agent",
    [
        "exits",
        "interrupts",
        "cancelled",
        "ends_generators",
        "speechless",
        "strange_lesson",
        "strange_report",
    ],
)
def test_whatever_is_raised_in_a_step_fails_it_and_the_test(cli: Cli, call: Cli, tests: Path, agent: str) -> None:
    ended = run(cli, tests, agent)
    assert (ended.code, ended.document["status"], ended.document["exit_code"]) == (1, "failed", 1)
    assert statuses(ended) == ["passed", "failed", "skipped"]
    assert ended.document["tests"][0]["reason"]
    assert call("status", "--json", cwd=tests).document["areas"][0]["fail_count"] == 1
    assert call("doctor", "--json", cwd=tests).document["findings"] == []


def test_outcome_of_nonsense_is_no_pass(call: Cli, tests: Path) -> None:
    ended = run(call, tests, "strange_outcome")
    assert (ended.code, statuses(ended)) == (1, ["failed", "skipped", "skipped"])


def test_counts_and_texts_are_kept_within_reason(call: Cli, tests: Path) -> None:
    assert run(call, tests, "huge_count").code == 0
    ended = run(call, tests, "huge_text")
    assert (ended.code, ended.document["status"]) == (0, "passed")
    evidence = tests / ".hardwon" / "runs" / ended.document["run_id"] / "steps.jsonl"
    assert evidence.stat().st_size < 1_000_000
    assert "50 lessons" in evidence.read_text()


def test_nothing_but_the_document_reaches_standard_output(cli: Cli, tests: Path) -> None:
    ended = run(cli, tests, "prints_below")
    assert ended.document["status"] == "passed"
    assert "imported" in ended.stderr
    assert "from a child" in ended.stderr
    assert "straight to the descriptor" in ended.stderr


def test_thread_that_is_left_behind_stays_out_of_the_document(cli: Cli, tests: Path) -> None:
    ended = run(cli, tests, "haunts", meta={"timeout": "500ms"})
    assert (ended.code, ended.document["status"]) == (1, "failed")


def test_hardwon_does_not_wait_for_an_agent_that_hangs_in_an_executor(cli: Cli, tests: Path) -> None:
    assert run(cli, tests, "hangs_in_executor", meta={"timeout": "500ms"}).code == 1


def test_setup_that_hangs_is_no_verdict(cli: Cli, tests: Path) -> None:
    ended = run(cli, tests, "hangs_in_setup", meta={"timeout": "500ms"}, setup=["Please prepare things"])
    assert (ended.code, ended.document["status"]) == (3, "error")
    assert cli("status", "--json", cwd=tests).document["areas"] == []


def test_timeout_that_an_agent_raises_itself_is_tried_again(cli: Cli, tests: Path) -> None:
    assert run(cli, tests, "own_timeout", meta={"retries": 1}).document["status"] == "passed"


def test_step_that_was_tried_again_counts_all_its_actions_and_keeps_what_the_last_try_learned(
    call: Cli, tests: Path
) -> None:
    ended = run(call, tests, "counts", steps=["Do it"], meta={"retries": 1})
    [test] = ended.document["tests"]
    assert test["steps"][0]["sub_actions"] == 6
    [added] = call("observations", "list", "--json", cwd=tests).document["observations"]
    assert added["content"].startswith("In try 2")


def test_step_for_which_no_time_is_left_is_not_begun(cli: Cli, tests: Path) -> None:
    steps = [{"step": "Do the first thing", "retries": 5}, "Do the second thing"]
    ended = run(cli, tests, "asked", steps=steps, meta={"timeout": "500ms"})
    assert (ended.code, (tests / "asked").read_text()) == (1, "Do the first thing\n")


def test_agent_may_import_what_lies_beside_it_whenever_it_likes(cli: Cli, tests: Path) -> None:
    assert run(cli, tests, "imports_later").code == 0


@pytest.mark.parametrize(
    ("agent", "said"), [("broken:x", "SyntaxError"), ("quits:x", "SystemExit"), (".x:y", "'.x:y'"), ("x", "'x'")]
)
def test_agent_that_cannot_be_imported_is_named(cli: Cli, tests: Path, agent: str, said: str) -> None:
    (tests / "one.yaml").write_text(json.dumps({"steps": STEPS}))
    ended = cli("run", "one.yaml", "--agent", agent, cwd=tests)
    assert (ended.code, "[usage]" in ended.stderr, said in ended.stderr) == (3, True, True)
    assert not (tests / ".hardwon" / "runs").exists()


@pytest.mark.parametrize("agent", ["tells", "fails_telling"])
def test_secret_reaches_no_record_and_no_surface(call: Cli, tests: Path, agent: str) -> None:
    """Neither what an agent learned from it, nor half of it where a line is cut, nor as part of an address."""
    summary, xml, ctrf = (str(tests / name) for name in ("summary.md", "r.xml", "r.json"))
    given = ("--variable", "password=tulip garden&roses", "--junit-xml", xml, "--ctrf", ctrf)
    shown = run(call, tests, agent, *given, steps=["Visit"])
    plain = call(
        "run", "one.yaml", "--agent", f"hostile:{agent}", *given, cwd=tests, env={"GITHUB_STEP_SUMMARY": summary}
    )
    texts = [shown.stdout, shown.stderr, plain.stdout, plain.stderr]
    texts += [path.read_text(errors="replace") for path in tests.rglob("*") if path.is_file() and path.suffix != ".py"]
    assert not any("tulip" in text for text in texts)
    assert call("observations", "list", "--json", cwd=tests).document["observations"] == []


def test_document_is_whole_where_nobody_wants_the_messages(tests: Path, environment: dict[str, str]) -> None:
    (tests / "one.yaml").write_text(json.dumps({"steps": STEPS}))
    command = f"exec {sys.executable} -m hardwon run one.yaml --agent hostile:prints_below --json 2>&-"
    done = subprocess.run(["sh", "-c", command], cwd=tests, env=environment, capture_output=True, check=True)
    assert json.loads(done.stdout)["status"] == "passed"


def test_progress_hides_secrets_and_makes_room_for_the_summary(tests: Path, environment: dict[str, str]) -> None:
    (tests / "one.yaml").write_text(json.dumps({"steps": ["Enter {{password}}"], "variables": {"password": "tulips"}}))
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "hardwon", "run", "one.yaml", "--agent", "hostile:imports_later"]
    with subprocess.Popen(command, cwd=tests, env=environment, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # how a terminal says that nobody writes to it any more
            while part := os.read(ours, 4096):
                shown += part
    os.close(ours)
    assert process.returncode == 0
    assert b"Enter [hidden]" in shown
    assert b"tulips" not in shown
    assert b"\r\x1b[KTEST" in shown
