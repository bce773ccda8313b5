"""Old runs are pruned, but never one that is still being written."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from hardwon.evidence.runs import Evidence, Runs

if TYPE_CHECKING:
    from pathlib import Path

OLD, NEWER, NEWEST = (f"2026010{day}T000000-000000-abcd" for day in (1, 2, 3))


def over(runs: Runs, run: str) -> None:
    runs.write(Evidence(run=run, kind="run", at="2026-01-01T00:00:00Z"))


def test_run_that_is_still_running_outlives_newer_ones(tmp_path: Path) -> None:
    runs = Runs(tmp_path, kept=1)
    runs.open(OLD, {"kind": "run"})
    over(runs, NEWER)
    assert runs.ids() == [OLD, NEWER]
    over(runs, OLD)
    over(runs, NEWEST)
    assert runs.ids() == [NEWEST]


def test_run_that_was_killed_is_pruned(tmp_path: Path) -> None:
    runs = Runs(tmp_path, kept=1)
    opening = f"from pathlib import Path; from hardwon.evidence.runs import Runs; Runs(Path(), 1).open({OLD!r}, {{}})"
    subprocess.run([sys.executable, "-c", opening], check=True, cwd=tmp_path)
    assert runs.summary(OLD)["status"] == "running"
    over(runs, NEWER)
    assert runs.ids() == [NEWER]
