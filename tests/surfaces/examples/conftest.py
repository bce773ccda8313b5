"""What tests of the agents in `examples/` share: a copy of the examples, the running shop, and `hardwon run` on it."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Cli, Ended

EXAMPLES = Path(__file__).parents[3] / "examples"


@dataclass(frozen=True)
class Ran:
    """What a run came to."""

    ended: Ended

    @property
    def code(self) -> int:
        return self.ended.code

    @property
    def tests(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.ended.document["tests"]
        return found

    @property
    def statuses(self) -> dict[str, str]:
        return {test["id"]: test["status"] for test in self.tests}

    @property
    def reasons(self) -> dict[str, str]:
        return {test["id"]: test["reason"] for test in self.tests}

    @property
    def actions(self) -> int:
        return sum(step["sub_actions"] for test in self.tests for step in test["steps"])

    @property
    def log(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ended.document["memory_log"]
        return found

    @property
    def changes(self) -> tuple[int, int, int]:
        """Observations that were added, confirmed and deprecated."""
        return self.log["added"], self.log["confirmed"], self.log["deprecated"]


@dataclass(frozen=True)
class Runs:
    """`hardwon run` as the pages of the examples say it."""

    cli: Cli
    folder: Path

    def __call__(self, *tests: str, agent: str, target: str, env: dict[str, str] | None = None) -> Ran:
        names = [f"shop/{each}" for each in tests]
        given = ("run", "--project", "shop", *names, "--agent", agent, "--target", target, "--json")
        return Ran(self.cli(*given, cwd=self.folder, env=env))

    def write(self, name: str, *steps: Any) -> str:
        """A new test of the shop."""
        test = {"test-id": name, "name": name, "area": "auth", "steps": list(steps)}
        (self.folder / "shop" / f"{name}.yaml").write_text(json.dumps(test))
        return f"{name}.yaml"


@pytest.fixture
def folder(project: Path) -> Path:
    """A copy of the examples, the shop in it a project of its own."""
    ignored = shutil.ignore_patterns("__pycache__", ".hardwon")
    shutil.copytree(EXAMPLES, project, dirs_exist_ok=True, ignore=ignored)
    return project


@pytest.fixture
def run(cli: Cli, folder: Path) -> Runs:
    return Runs(cli, folder)


@pytest.fixture
def url(folder: Path) -> Iterator[str]:
    """Address of the running shop."""
    command = [sys.executable, str(folder / "shop" / "serve.py"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        yield server.stdout.readline().strip().rstrip("/")
        server.send_signal(signal.SIGTERM)
