"""What all tests share: a project folder, and hardwon called as a person calls it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from hypothesis import HealthCheck, settings

from hardwon.evidence import test_table
from hardwon.evidence.test_table import KeptTest
from hardwon.store.runs import RunStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.postgres.running import Databases

# The same examples on every machine, so that a red run can be seen again; no deadline, because machines differ.
settings.register_profile(
    "hardwon", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "hardwon"))

NAMED_POSTGRES = os.environ.get("HARDWON_TEST_POSTGRES", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a call of hardwon ended."""

    code: int
    stdout: str
    stderr: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output; fails if there is anything else."""
        return json.loads(self.stdout)


class Cli(Protocol):
    """A way to call hardwon."""

    def __call__(self, *arguments: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> Ended: ...


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Settings of whoever runs the tests, and git's from a hook, must not reach them."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.getbasetemp() / "nobody's"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.getbasetemp() / "state"))
    for name in list(os.environ):
        if name.startswith(("HARDWON_", "GIT_", "TESTSTOP_")) or name == "COLUMNS":
            monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Databases]:
    """Databases on one real PostgreSQL: from the wheel that brings it along, or the one that is named.

    `HARDWON_TEST_POSTGRES` names one as a superuser of it reaches it: what the tests made there is dropped.
    """
    from tests.postgres.running import Databases, running_server  # noqa: PLC0415 - only where the extra is installed

    if NAMED_POSTGRES:
        there = Databases(NAMED_POSTGRES)
        yield there
        there.drop()
        return
    with running_server(tmp_path_factory.mktemp("pg")) as address:
        yield Databases(address)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty project. The `.git` folder makes it a root, so nothing above it is looked at."""
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    return folder


@pytest.fixture
def in_lines() -> Callable[[Path], Path]:
    """Makes the tests of a run a file of lines, as earlier releases kept them."""

    def rewritten(folder: Path) -> Path:
        rows = (
            _line(row) for row in test_table.read(RunStore(folder.parent), folder.name) if isinstance(row, KeptTest)
        )
        (folder / test_table.LINES).write_text("".join(rows), "utf-8")
        (folder / test_table.FILE).unlink()
        return folder / test_table.LINES

    return rewritten


def _line(row: KeptTest) -> str:
    told = {
        key: getattr(row, key) for key in ("test", "name", "file", "area", "verdict", "flaky", "duration", "attempts")
    }
    marks = {key: True for key in ("said", "unskippable") if getattr(row, key)}
    return json.dumps(told | marks, ensure_ascii=False) + "\n"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment in which nothing is set but what a program needs."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "COVERAGE_PROCESS_START") if name in os.environ}
    return kept | {"HOME": str(tmp_path), "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}


@pytest.fixture
def cli(project: Path, environment: dict[str, str]) -> Cli:
    """The real command in a process of its own, started in the project, without a terminal."""

    def call(*arguments: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> Ended:
        done = subprocess.run(
            [sys.executable, "-m", "hardwon", *arguments],
            cwd=cwd or project,
            env=environment | (env or {}),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=300,
        )
        return Ended(code=done.returncode, stdout=done.stdout.decode(), stderr=done.stderr.decode())

    return call


def _unload(names: set[str], project: Path) -> None:
    """Forget the agents of a project: the next one has agents of the same name."""
    for name in names:
        if str(getattr(sys.modules[name], "__file__", None) or "").startswith(str(project)):
            del sys.modules[name]


@pytest.fixture
def call(project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """The same command inside the test's own process: for the many cases where starting one shows nothing more."""
    from hardwon.cli.main import run  # noqa: PLC0415 - a test that does not call it need not load it

    def inside(*arguments: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> Ended:
        with monkeypatch.context() as patch:
            patch.chdir(cwd or project)
            for name, value in (env or {}).items():
                patch.setenv(name, value)
            patch.setattr(sys, "path", [*sys.path])
            before = set(sys.modules)
            capsys.readouterr()
            try:
                code = run(list(arguments))
            finally:
                _unload(set(sys.modules) - before, project)
        out, err = capsys.readouterr()
        return Ended(code=code, stdout=out, stderr=err)

    return inside
