"""Old runs are pruned by number and by size, but never the newest, nor one that is still being written."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from hardwon.evidence.run_file import Evidence
from hardwon.evidence.runs import Runs
from hardwon.store.runs import RunStore

if TYPE_CHECKING:
    from pathlib import Path

OLD, NEWER, NEWEST = (f"2026010{day}T000000-000000-abcd" for day in (1, 2, 3))


AT = "2026-01-01T00:00:00Z"
OPENING = """
import sys; from pathlib import Path
from hardwon.evidence.run_file import Evidence; from hardwon.evidence.runs import Runs
from hardwon.store.runs import RunStore
Runs(RunStore(Path()), 1).open(Evidence(run=sys.argv[1], kind="run", at="2026-01-01T00:00:00Z"))
"""
FUTURE = "20990101T000000-000000-abcd"
BY_HAND = "20260102T000000-000000-abcdh"


def clock() -> datetime:
    return datetime(2026, 1, 4, tzinfo=UTC)


def sized(runs: Runs, run: str, size: int) -> None:
    """A run of a size, as it is when another one ends."""
    runs.record.keep(run, {"steps.jsonl": b"x" * size})


def over(runs: Runs, run: str) -> None:
    runs.write(Evidence(run=run, kind="run", at=AT))


def test_run_that_is_still_running_outlives_newer_ones(tmp_path: Path) -> None:
    runs = Runs(RunStore(tmp_path), kept=1)
    runs.open(Evidence(run=OLD, kind="run", at=AT))
    over(runs, NEWER)
    assert runs.ids() == [OLD, NEWER]
    over(runs, OLD)
    over(runs, NEWEST)
    assert runs.ids() == [NEWEST]


def test_run_that_was_killed_is_pruned(tmp_path: Path) -> None:
    runs = Runs(RunStore(tmp_path), kept=1)
    subprocess.run([sys.executable, "-c", OPENING, OLD], check=True, cwd=tmp_path)
    assert runs.summary(OLD).is_unfinished
    over(runs, NEWER)
    assert runs.ids() == [NEWER]


def test_runs_are_pruned_by_size_oldest_first(tmp_path: Path) -> None:
    runs = Runs(RunStore(tmp_path), kept=10, kept_bytes=10_000, clock=clock)
    sized(runs, OLD, 6_000)
    sized(runs, NEWER, 6_000)
    over(runs, NEWEST)
    assert runs.ids() == [NEWER, NEWEST]


def test_what_fits_exactly_is_kept(tmp_path: Path) -> None:
    over(Runs(RunStore(tmp_path), kept=10), NEWEST)
    summary = (tmp_path / NEWEST / "run.json").stat().st_size
    runs = Runs(RunStore(tmp_path), kept=10, kept_bytes=summary + 6_000, clock=clock)
    sized(runs, OLD, 3_000)
    sized(runs, NEWER, 3_000)
    over(runs, NEWEST)
    assert runs.ids() == [OLD, NEWER, NEWEST]
    sized(runs, "20251231T000000-000000-abcd", 1)
    over(runs, NEWEST)
    assert runs.ids() == [OLD, NEWER, NEWEST]


def test_newest_run_stays_when_it_alone_is_too_large(tmp_path: Path) -> None:
    runs = Runs(RunStore(tmp_path), kept=10, kept_bytes=1, clock=clock)
    sized(runs, OLD, 10)
    over(runs, NEWEST)
    assert runs.ids() == [NEWEST]


@pytest.mark.parametrize(("kept", "kept_bytes"), [(1, 200_000_000), (10, 1)])
def test_newest_run_stays_beside_a_folder_that_is_dated_in_the_future(
    tmp_path: Path, kept: int, kept_bytes: int
) -> None:
    runs = Runs(RunStore(tmp_path), kept=kept, kept_bytes=kept_bytes, clock=clock)
    sized(runs, FUTURE, 10)
    over(runs, NEWEST)
    assert runs.ids() == [NEWEST]


def test_change_by_hand_drops_no_run_because_another_is_dated_in_the_future(tmp_path: Path) -> None:
    runs = Runs(RunStore(tmp_path), kept=1, clock=clock)
    sized(runs, NEWEST, 10)
    sized(runs, FUTURE, 10)
    over(runs, BY_HAND)
    assert runs.ids() == [BY_HAND, NEWEST]


def test_run_that_ends_long_after_it_began_is_the_newest(tmp_path: Path) -> None:
    runs = Runs(RunStore(tmp_path), kept=1, clock=clock)
    sized(runs, NEWER, 10)
    over(runs, OLD)
    assert runs.ids() == [OLD]


def test_running_run_is_never_pruned_for_its_size(tmp_path: Path) -> None:
    runs = Runs(RunStore(tmp_path), kept=10, kept_bytes=1, clock=clock)
    runs.open(Evidence(run=OLD, kind="run", at=AT))
    over(runs, NEWEST)
    assert runs.ids() == [OLD, NEWEST]


def test_logs_of_changes_by_hand_push_no_run_out(tmp_path: Path) -> None:
    runs = Runs(RunStore(tmp_path), kept=10, kept_bytes=10_000, clock=clock)
    sized(runs, OLD, 9_000)
    sized(runs, BY_HAND, 9_000)
    over(runs, "20260103T000000-000000-abcdh")
    assert runs.ids() == [OLD, BY_HAND, "20260103T000000-000000-abcdh"]


def test_what_a_killed_writer_had_begun_to_prune_is_no_run_and_goes_with_the_next(tmp_path: Path) -> None:
    runs = Runs(RunStore(tmp_path), kept=1, clock=clock)
    sized(runs, OLD, 10)
    (tmp_path / OLD).rename(tmp_path / f".dropped-{OLD}")
    assert runs.ids() == []
    over(runs, NEWER)
    over(runs, NEWEST)
    assert [path.name for path in tmp_path.iterdir()] == [NEWEST]
