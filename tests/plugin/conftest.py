"""A suite of somebody else's: a project with tests, run by a pytest of its own."""

from __future__ import annotations

import json
import subprocess
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from hardwon.evidence import test_table
from hardwon.store.run_record import RUN_ID
from hardwon.store.runs import RunStore

if TYPE_CHECKING:
    from pathlib import Path

# Each inner pytest forgets what it imported. What is there before, it need not load again; and a second copy of yaml's
# C part does not even work.
for each in (
    "email.parser",
    "hardwon.evidence.recording",
    "hardwon.evidence.reports",
    "hardwon.guard.scanner",
    "hardwon.project.fingerprint",
    "hardwon.project.git",
    "hardwon.plugin.agentic",
    "hardwon.plugin.collecting",
    "hardwon.plugin.controller",
    "hardwon.plugin.installing",
    "hardwon.recall.recall",
    "hardwon.recall.safety",
    "hardwon.runner.reduction",
    "hardwon.runner.report",
    "hardwon.store.outcomes",
    "hardwon.store.quarantine",
    "hardwon.store.rosters",
    "id_agent",
    "yaml",
):
    import_module(each)

AUTHOR = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
QUIET = "[pytest]\naddopts = -p no:randomly\nmarkers =\n    slow: takes long\n"


class Suite:
    """A project with tests, and what hardwon has kept of it."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.root = pytester.path
        (self.root / ".git").mkdir()
        pytester.makefile(".ini", pytest=QUIET)

    def write(self, **files: str) -> None:
        """Test files by their path, with `__` for slashes: `tests__auth__test_login="..."`."""
        for name, text in files.items():
            path = self.root / (name.replace("__", "/") + ".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def run(self, *arguments: str, apart: bool = False) -> pytest.RunResult:
        """A pytest run with hardwon on; `apart` in a process of its own, where it would end ours."""
        run = self.pytester.runpytest_subprocess if apart else self.pytester.runpytest
        return run("--hardwon", *arguments)

    def commit(self) -> None:
        """Make it a real repository, at a commit."""
        (self.root / ".git").rmdir()
        for command in (["init", "-q"], ["add", "."], [*AUTHOR, "commit", "-qm", "state"]):
            subprocess.run(["git", *command], cwd=self.root, check=True)

    @property
    def state(self) -> Path:
        return self.root / ".hardwon"

    @property
    def areas(self) -> dict[str, Any]:
        """The areas in memory.json; none if there is no file."""
        path = self.state / "memory.json"
        found: dict[str, Any] = json.loads(path.read_bytes())["areas"] if path.exists() else {}
        return found

    @property
    def runs(self) -> list[Path]:
        """The evidence of each run, oldest first."""
        folder = self.state / "runs"
        return sorted(each for each in folder.iterdir() if RUN_ID.fullmatch(each.name)) if folder.exists() else []

    @property
    def tests(self) -> dict[str, dict[str, Any]]:
        """What the last run says about each test."""
        rows = test_table.read(RunStore(self.state / "runs"), self.runs[-1].name)
        return {row.test: row._asdict() for row in rows if isinstance(row, test_table.KeptTest)}

    @property
    def verdicts(self) -> dict[str, str]:
        """The outcome of each test in the last run."""
        return {test: row["verdict"] for test, row in self.tests.items()}


@pytest.fixture
def suite(pytester: pytest.Pytester) -> Suite:
    return Suite(pytester)
