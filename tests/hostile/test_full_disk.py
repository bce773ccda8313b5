"""A disk that is full: what fails leaves no run behind, and what was left pushes no evidence out."""

from __future__ import annotations

import resource
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

REPORTS = {
    "passed.xml": '<testsuite name="s"><testcase classname="c" name="x"/></testsuite>',
    "skipped.xml": '<testsuite name="s"><testcase classname="c" name="x"><skipped/></testcase></testsuite>',
    "failed.xml": "<testsuite name='s'>"
    + "".join(f'<testcase classname="c{number}" name="x"><failure/></testcase>' for number in range(30))
    + "</testsuite>",
}
ADD = ("observations", "add", "--product", "shop", "--title", "Login: modal", "--content", "The login modal is late.")
COMMANDS: list[tuple[str, ...]] = [
    ("record", "a", "--pass"),
    *(("ingest", name) for name in REPORTS),
    ("run", "t.yaml", "--agent", "mine:agent"),
    ADD,
]


@pytest.fixture
def tested(project: Path, call: Cli) -> Path:
    for name, text in REPORTS.items():
        (project / name).write_text(text)
    (project / "t.yaml").write_text("test-id: t1\nsteps: [Open the page]\n")
    (project / "mine.py").write_text("def agent(step):\n    return True\n")
    (project / "hardwon.yaml").write_text("runs: {kept: 2}\n")
    assert call("record", "a", "--pass").code == 0
    return project


def runs(project: Path) -> list[str]:
    return sorted(path.name for path in (project / ".hardwon" / "runs").glob("2*"))


@pytest.mark.parametrize("room", [100, 200])
@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: " ".join(arguments[:2]))
def test_what_fails_leaves_no_run_behind(
    tested: Path, environment: dict[str, str], arguments: tuple[str, ...], room: int
) -> None:
    """Files may get no larger than a lock: as on a disk that is full, the first record cannot be written."""
    before = runs(tested)
    ended = subprocess.run(
        [sys.executable, "-m", "hardwon", *arguments],
        cwd=tested,
        env=environment | {"PYTHONDONTWRITEBYTECODE": "1"},  # Python itself would keep halves of files
        capture_output=True,
        check=False,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )
    assert (ended.returncode, b"Could not write" in ended.stderr) == (3, True), ended.stderr
    assert set(before) <= set(runs(tested))
    assert [run for run in runs(tested) if not (tested / ".hardwon" / "runs" / run / "run.json").exists()] == []


def test_runs_that_never_began_push_no_evidence_out(tested: Path, call: Cli) -> None:
    [real] = runs(tested)
    folder = tested / ".hardwon" / "runs"
    for number in range(5):
        (folder / f"2999010{number + 1}T000000-000000-aaaa").mkdir()
        (folder / f"2026010{number + 1}T000000-000000-bbbb").mkdir()
    (folder / real).rename(folder / "20250101T000000-000000-cccc")
    assert call("record", "a", "--pass").code == 0
    assert runs(tested)[0] == "20250101T000000-000000-cccc"
    assert len(runs(tested)) == 2


def test_a_run_that_is_just_beginning_is_left_alone(tested: Path, call: Cli) -> None:
    """It has a folder, and no run.json yet."""
    [real] = runs(tested)
    beginning = f"{real[:-4]}ffff"
    (tested / ".hardwon" / "runs" / beginning).mkdir()
    for _ in range(3):
        assert call("record", "a", "--pass").code == 0
    assert beginning in runs(tested)
