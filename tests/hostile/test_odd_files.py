"""A pipe in place of a file: nothing waits for its other end, and what was expected there is named."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

RUN = "20260105T103000-000000-ab12"
REFUSED = {
    ".hardwon/memory.json": ("status", "record a --pass"),
    ".hardwon/retired.json": ("status", "record a --pass"),
    "hardwon.yaml": ("status",),
}
"""Files whose place a pipe has taken, and commands that need them: exit 3, and the file is named."""

SURVIVED = {
    "pyproject.toml": ("status",),
    f".hardwon/runs/{RUN}/report.md": (f"report {RUN}", "flaky"),
    f".hardwon/runs/{RUN}/run.json": ("log", "doctor", "flaky"),
    ".hardwon/cache/fingerprints.json": ("status", "mandate"),
    ".hardwon/quarantine/q-20260105T100000-000000-ab12.json": ("quarantine list", "doctor"),
    ".hardwon/runs/.outcomes/shop-0123456789abcdef.jsonl": ("doctor", "breaker"),
    ".hardwon/memory.json": ("doctor",),
    "CODEOWNERS": ("init", "mandate"),
}
"""The same, where the command has something to say without the file, or names it among its findings."""


def piped(project: Path, name: str) -> None:
    (project / name).parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(project / name)
    if name.startswith(f".hardwon/runs/{RUN}") and not name.endswith("run.json"):
        (project / ".hardwon" / "runs" / RUN / "run.json").write_text("{}")


@pytest.mark.parametrize(("name", "command"), [(name, each) for name, those in REFUSED.items() for each in those])
def test_a_pipe_in_place_of_a_record_is_refused(cli: Cli, project: Path, name: str, command: str) -> None:
    piped(project, name)
    ended = cli(*command.split())
    assert (ended.code, name.rpartition("/")[2] in ended.stderr) == (3, True), ended.stderr
    assert (project / name).is_fifo()


@pytest.mark.parametrize(("name", "command"), [(name, each) for name, those in SURVIVED.items() for each in those])
def test_a_pipe_beside_the_record_keeps_nobody_waiting(cli: Cli, project: Path, name: str, command: str) -> None:
    piped(project, name)
    ended = cli(*command.split())
    assert ended.code in (0, 1, 3)
    assert "Traceback" not in ended.stderr
    assert (project / name).is_fifo()


def test_a_pipe_in_a_folder_above_keeps_nobody_waiting(cli: Cli, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pyproject.toml")
    (tmp_path / "inner").mkdir()
    assert cli("status", cwd=tmp_path / "inner").code == 0
