"""Scenarios that call a program: only the target's, without a shell, in a fresh folder, within bounds."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hardwon.errors import UsageError
from hardwon.runner import programs
from hardwon.runner.programs import Program
from hardwon.runner.variables import Variables
from hardwon.scenarios.reading import parse
from hardwon.scenarios.scenario import CommandRuns

if TYPE_CHECKING:
    from hardwon.runner.outcome import ScenarioResult

TOOL = """
import os, pathlib, sys, time
what, *rest = sys.argv[1:] or ["none"]
if what == "say": print(*rest)
elif what == "env": print(sorted(os.environ), os.environ.get(rest[0]) if rest else "")
elif what == "copy": pathlib.Path(rest[1]).write_text(pathlib.Path(rest[0]).read_text().upper())
elif what == "read": print(sys.stdin.read()[::-1])
elif what == "where": print(os.getcwd(), os.listdir("."), os.environ["HOME"])
elif what == "hang": time.sleep(600)
elif what == "flood":
    while True: print("x" * 1000)
elif what == "eat": bytearray(4_000_000_000)
elif what == "link": os.symlink("/etc", "outside")
else: sys.exit(f"unknown: {what}")
"""


@pytest.fixture
def tool(tmp_path: Path) -> Program:
    (tmp_path / "tool.py").write_text(TOOL)
    return Program.of("todo", (sys.executable, "tool.py"), tmp_path, os.environ)


def run(tool: Program, variables: Variables | None = None, **call: Any) -> ScenarioResult:
    item = {"id": "s", "title": "t", "steps": ["x"], "expected_behavior": "e", "area": "a", "priority": "low"}
    [scenario] = parse(json.dumps([{**item, "exec": {"mode": "cli", **call}}]).encode()).scenarios
    assert isinstance(scenario.exec, CommandRuns)
    known = variables or Variables(environ=os.environ)
    return programs.execute("s", scenario.exec, tool, (sys.executable, "tool.py"), known)


PYTHON = Path(sys.executable).name
CALLS: list[tuple[dict[str, Any], str, str]] = [
    ({"args": ["say", "a b", "$HOME", ";ls"], "expected_exit": 0, "expected_stdout": ["a b $HOME ;ls"]}, "passed", ""),
    ({"args": ["nope"], "expected_exit": [1, 2], "expected_stderr": ["unknown: nope"]}, "passed", ""),
    ({"args": ["nope"], "expected_exit": 0}, "failed", "ended with 1, expected 0"),
    ({"args": ["say", "x"], "expected_stdout": ["y"]}, "failed", "without 'y' on standard output"),
    ({"args": ["say", "x"], "expected_exit": 0, "absent_text": ["x"]}, "failed", "must not be there"),
    ({"args": ["read"], "stdin": "abc", "expected_stdout": ["cba"]}, "passed", ""),
    ({"args": ["copy", "a/in", "out"], "files": {"a/in": "b"}, "expected_files": {"out": "B"}}, "passed", ""),
    ({"args": ["say"], "expected_files": {"out": "x"}}, "failed", "without the file 'out'"),
    ({"args": ["say"]}, "error", "does not say what is expected"),
    ({"args": ["hang"], "expected_exit": 0, "timeout": 0.5}, "failed", "did not end within 0.5 s"),
    ({"args": ["flood"], "expected_exit": 0}, "failed", "wrote more than 1000000 bytes"),
    ({"args": ["eat"], "expected_exit": 0}, "failed", "ended with 1, expected 0"),
    ({"command": ["todo", "say", "x"], "expected_stdout": ["x"]}, "passed", ""),
    ({"command": ["tool.py", "say", "x"], "expected_stdout": ["x"]}, "passed", ""),
    ({"command": [sys.executable, "tool.py", "say", "x"], "expected_stdout": ["x"]}, "passed", ""),
    ({"command": [PYTHON, "./tool.py", "say", "x"], "expected_stdout": ["x"]}, "passed", ""),
    ({"command": [PYTHON, "-m", "tool", "say", "x"], "expected_stdout": ["x"]}, "error", "not the program of the"),
    ({"command": [PYTHON, "other.py", "say", "x"], "expected_stdout": ["x"]}, "error", "not the program of the"),
    ({"args": [PYTHON, "tool.py", "say", "x"], "expected_stdout": ["x"]}, "passed", ""),
    ({"command": ["rm", "-rf", "/"], "expected_exit": 0}, "error", "not the program of the target"),
    ({"command": "sh -c 'say x | cat'", "expected_exit": 0}, "error", "not the program of the target"),
    ({"args": ["todo", "say", "x"], "expected_stdout": ["x"]}, "passed", ""),
    ({"args": ["say", "todo"], "expected_stdout": ["todo"]}, "passed", ""),
    ({"args": ["say", "n-{{unique}}"], "expected_stdout": ["n-{{unique}}"], "absent_text": ["{{"]}, "passed", ""),
    ({"args": ["copy", "i", "{{unique}}"], "files": {"i": "x"}, "expected_files": {"{{unique}}": "X"}}, "passed", ""),
    ({"args": ["say", "12"], "expected_stdout": [r"\d+"]}, "error", "may be a pattern"),
    ({"args": ["say", "12"], "absent_text": ["Trace.*"]}, "error", "may be a pattern"),
    ({"args": ["copy", "i", "o"], "files": {"i": "7"}, "expected_files": {"o": r"^\d$"}}, "error", "may be a pattern"),
    ({"args": ["link"], "expected_exit": 0, "expected_files": {"outside/passwd": "root"}}, "error", "leads out"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "status", "said"), CALLS, ids=[json.dumps(call)[:50] for call, _, _ in CALLS])
def test_calls(tool: Program, call: dict[str, Any], status: str, said: str) -> None:
    result = run(tool, **call)
    assert (result.status, said in result.reason) == (status, True), result.reason


def test_calls_share_one_fresh_folder(tool: Program) -> None:
    runs = [
        {"args": ["copy", "a", "b"], "files": {"a": "x"}, "expected_exit": 0},
        {"args": ["where"], "expected_stdout": ["'b'"]},
    ]
    assert run(tool, runs=runs).status == "passed"
    assert run(tool, args=["where"], expected_stdout=[" [] "]).status == "passed", "the next scenario has another"


def test_a_new_value_is_one_value_in_all_calls_of_a_scenario(tool: Program) -> None:
    runs = [
        {"args": ["copy", "a", "b"], "files": {"a": "n-{{unique}}"}, "expected_exit": 0},
        {"args": ["say", "N-{{unique}}"], "expected_stdout": ["N-{{unique}}"], "expected_files": {"a": "n-{{unique}}"}},
    ]
    assert run(tool, runs=runs).status == "passed"


def test_the_environment_holds_no_secrets(tool: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_SECRET", "s-12345")
    assert (
        run(tool, args=["env", "SHOP_SECRET"], expected_stdout=["None"], absent_text=["SHOP_SECRET"]).status == "passed"
    )
    allowed = Variables(environ=os.environ, allowed=frozenset({"SHOP_SECRET"}))
    call = {"args": ["env", "SHOP_SECRET"], "env": ["SHOP_SECRET"], "expected_stdout": ["s-12345"]}
    assert run(tool, allowed, **call).status == "passed"


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not there"):
        Program.of("todo", ("no-such-program",), tmp_path, os.environ)


ADD = {"id": "s", "title": "t", "steps": ["x"], "expected_behavior": "e", "area": "a", "priority": "low"}


def add_milk(command: tuple[str, ...], root: Path) -> ScenarioResult:
    call = {"mode": "cli", "args": ["add", "milk"], "expected_exit": 0, "expected_stdout": ["added milk"]}
    [scenario] = parse(json.dumps([{**ADD, "exec": call}]).encode()).scenarios
    assert isinstance(scenario.exec, CommandRuns)
    program = Program.of("todo", command, root, os.environ)
    return programs.execute("s", scenario.exec, program, command, Variables(environ=os.environ))


@pytest.mark.parametrize(
    ("module", "file"),
    [
        ("todo", "todo/__main__.py"),
        ("todo", "todo.py"),
        ("todo", "src/todo/__main__.py"),
        ("todo.cli", "todo/cli.py"),
        ("todo.cli", "src/todo/cli/__main__.py"),
    ],
)
def test_a_module_of_the_project_need_not_be_installed(tmp_path: Path, module: str, file: str) -> None:
    """As it stands in docs/scenarios.md, though each scenario has another folder; its own imports work, too."""
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text("import sys, words\nprint(words.ADDED, *sys.argv[2:])\n")
    home = tmp_path / "src" if file.startswith("src/") else tmp_path
    (home / "words.py").write_text("ADDED = 'added'\n")
    for command in ((sys.executable, "-m", module), (sys.executable, "-X", "utf8", "-m", module)):
        assert add_milk(command, tmp_path).status == "passed"


@pytest.mark.parametrize("files", [[], ["todo/__init__.py"], ["todo/main.py"]])
def test_a_module_that_is_not_there_proves_nothing(tmp_path: Path, files: list[str]) -> None:
    for each in files:
        (tmp_path / each).parent.mkdir(exist_ok=True)
        (tmp_path / each).touch()
    result = add_milk((sys.executable, "-m", "todo"), tmp_path)
    assert (result.status, result.unreachable) == ("error", True)
    assert "could not be started: No module named todo" in result.reason


def test_a_module_that_misses_another_has_failed(tmp_path: Path) -> None:
    (tmp_path / "todo.py").write_text("import todo_words\n")
    result = add_milk((sys.executable, "-m", "todo"), tmp_path)
    assert (result.status, "ended with 1, expected 0" in result.reason) == ("failed", True)


def test_a_program_that_is_no_module_gets_nothing_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "__main__.py").touch()
    (tmp_path / "tool.py").touch()
    assert not Program.of("todo", (sys.executable, "tool.py"), tmp_path, os.environ).home
