"""What doctor says when kept runs recorded verdicts that memory.json does not count; the table is in its module."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from hardwon import doctor
from hardwon.areas.area import Scoring, Verdict
from hardwon.areas.ledger import memory_text, read_ledger
from hardwon.areas.merge import merged
from hardwon.evidence.run_file import Evidence
from hardwon.evidence.runs import new_run_id
from hardwon.memory import Memory
from hardwon.project.root import Project
from hardwon.text.times import stamp

START = datetime(2026, 1, 1, tzinfo=UTC)


class Team:
    """A project in which time passes, a minute for each record."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.now = START
        self.file = root / ".hardwon/memory.json"

    @property
    def memory(self) -> Memory:
        return Memory(Project(self.root), Memory.of(Project(self.root)).config, clock=lambda: self.now)

    def record(self, *areas: str, passed: bool = True) -> None:
        for area in areas:
            self.now += timedelta(minutes=1)
            self.memory.record(area, passed=passed)
            self._date_newest()

    def _date_newest(self) -> None:
        """Evidence is as old as its time says, however fast the test runs."""
        runs = self.memory.runs
        newest = runs.where_of(runs.ids()[-1])
        os.utime(newest, (self.now.timestamp(), self.now.timestamp()))

    def git(self, *arguments: str) -> None:
        own = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *own, *arguments], cwd=self.root, check=True, capture_output=True)

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "x")

    def examined(self) -> tuple[list[str], list[str]]:
        found = doctor.examine(Project(self.root), environ={}, now=self.now + timedelta(hours=1))
        notes = [note.reason for note in found.notes if note.path.endswith("memory.json")]
        return [finding.reason for finding in found.findings], notes


@pytest.fixture
def team(project: Path) -> Team:
    return Team(project)


@pytest.fixture
def repository(project: Path) -> Team:
    shutil.rmtree(project / ".git")
    made = Team(project)
    made.git("init", "-q", "-b", "main")
    (project / "hardwon.yaml").write_text("")
    made.commit()
    return made


NOTHING: tuple[list[str], list[str]] = ([], [])


def test_taken_back_by_hand_is_a_finding_that_names_the_runs(team: Team) -> None:
    team.record("auth", "auth", "cart")
    old = team.file.read_bytes()
    team.record("auth", "auth", "auth", "auth")
    lost = team.memory.runs.ids()[3:]
    team.file.write_bytes(old)
    named = f"{', '.join(lost[:3])} and 1 more"
    reason = f"areas.auth: does not count the verdicts of 4 kept runs ({named})"
    why = "lost, taken back by hand, or never counted because the run was killed"
    assert team.examined() == ([f"{reason}: {why}"], [])


def test_run_that_was_killed_before_it_was_counted_is_a_finding(team: Team) -> None:
    """Its evidence comes first."""
    team.record("auth")
    team.now += timedelta(minutes=1)
    run = new_run_id(team.now)
    verdict = Verdict(area="auth", passed=True, run=run)
    team.memory.runs.write(Evidence(run=run, kind="record", at=stamp(team.now), verdicts=[verdict]))
    [reason], _ = team.examined()
    assert run in reason


def test_area_that_is_gone_is_a_finding(team: Team) -> None:
    team.record("auth")
    old = team.file.read_bytes()
    team.record("cart", passed=False)
    team.file.write_bytes(old)
    [reason], notes = team.examined()
    assert reason.startswith("areas.cart: is not there, although it has verdicts of 1 kept run (")
    assert notes == []


def test_lost_in_the_middle_is_seen_by_number(team: Team) -> None:
    team.record("auth", "auth", "auth", "auth")
    data = json.loads(team.file.read_bytes())
    data["areas"]["auth"] |= {"pass_count": 1, "test_count": 1}
    team.file.write_text(json.dumps(data))
    [reason], _ = team.examined()
    assert reason.startswith(
        "areas.auth: counts 1 passed and 0 failed, but the kept runs recorded 3 passed and 0 failed"
    )


def test_lost_within_the_same_second_is_seen_by_the_last_run(team: Team) -> None:
    team.record("auth")
    old = team.file.read_bytes()
    team.now -= timedelta(minutes=1)
    team.record("auth")
    for run in team.memory.runs.ids():
        os.utime(team.memory.runs.where_of(run), (0, 0))
    last_run = json.loads(team.file.read_bytes())["last_run"]
    os.utime(team.memory.runs.where_of(last_run), (1, 1))
    assert team.examined() == NOTHING
    team.file.write_bytes(old)
    assert len(team.examined()[0]) == 1


def test_restored_from_an_older_commit_is_a_finding_although_the_runs_are_of_other_commits(repository: Team) -> None:
    for _ in range(4):
        repository.record("auth")
        repository.commit()
    assert repository.examined() == NOTHING
    repository.git("checkout", "HEAD~2", "--", ".hardwon/memory.json")
    [reason], notes = repository.examined()
    assert reason.startswith("areas.auth: does not count the verdicts of 2 kept runs")
    assert notes == []


def test_uncommitted_verdict_that_is_lost_at_the_same_commit_is_a_finding(repository: Team) -> None:
    repository.record("auth")
    old = repository.file.read_bytes()
    repository.record("auth")
    repository.file.write_bytes(old)
    assert len(repository.examined()[0]) == 1


def test_another_branch_and_what_git_checked_out_is_a_note(repository: Team) -> None:
    repository.record("auth")
    repository.commit()
    repository.git("checkout", "-q", "-b", "feature")
    repository.record("auth")  # at the commit that both branches share
    repository.commit()
    repository.record("auth")
    repository.commit()
    repository.git("checkout", "-q", "main")
    findings, [note] = repository.examined()
    assert findings == []
    assert note.startswith("areas.auth: does not count the verdicts of 2 kept runs")
    assert note.endswith("moved by git, or changed by another tool or by hand")
    repository.git("merge", "-q", "feature")
    assert repository.examined() == NOTHING


def test_other_branch_stays_a_note_when_this_one_goes_on(repository: Team) -> None:
    repository.record("auth")
    repository.commit()
    repository.git("checkout", "-q", "-b", "feature")
    (repository.root / "x").touch()
    repository.commit()
    repository.record("cart")
    repository.commit()
    repository.git("checkout", "-q", "main")
    repository.record("auth")
    findings, notes = repository.examined()
    assert (findings, len(notes)) == ([], 1)


def test_merged_branches_count_what_both_counted(team: Team) -> None:
    team.record("auth", "cart")
    base = team.file.read_bytes()
    team.record("auth")
    ours = team.file.read_bytes()
    team.file.write_bytes(base)
    team.record("auth", "cart", passed=False)
    ledgers = [read_ledger(content, None, "", "") for content in (base, ours, team.file.read_bytes())]
    team.file.write_bytes(memory_text(merged(*ledgers, scoring=Scoring())))
    assert team.examined() == NOTHING


def test_lost_merge_is_named(team: Team) -> None:
    """One side was taken as it is: what the other counted is missing, though the last verdict is there."""
    team.record("auth")
    base = team.file.read_bytes()
    team.record("auth", "auth")
    team.file.write_bytes(base)
    team.record("auth")
    [reason], _ = team.examined()
    assert reason.startswith("areas.auth: counts 2 passed and 0 failed, but the kept runs recorded 3 passed")


def test_everything_reset_says_so_until_something_is_recorded(team: Team) -> None:
    team.record("auth", "auth", "cart")
    team.memory.reset()
    assert team.examined() == (
        [],
        ["is not there, although 3 kept runs recorded verdicts: it was reset or removed"],
    )
    team.record("auth")
    assert team.examined() == NOTHING


def test_area_that_started_again_is_no_loss(team: Team) -> None:
    team.record("auth", "auth", "auth")
    team.memory.reset_area("auth")
    assert team.examined() == NOTHING
    team.record("auth")
    assert team.examined() == NOTHING


def test_pruned_runs_are_no_loss(team: Team) -> None:
    team.record("auth", "auth", "auth")
    for run in team.memory.runs.ids()[1:]:
        shutil.rmtree(team.memory.project.runs / run)
    assert team.examined() == NOTHING


def test_verdicts_that_another_tool_wiped_are_named(team: Team) -> None:
    """It writes there, too; what ours was stands beside."""
    (team.root / ".teststop").mkdir()
    team.file = team.root / ".teststop/memory.json"
    team.file.write_text('{"version": 1, "areas": {}}')
    team.record("auth")
    old = team.file.read_bytes()
    assert team.examined() == NOTHING
    team.record("auth")
    team.file.write_bytes(old)
    findings, notes = team.examined()
    assert (len(findings), len(notes)) == (1, 1)
    assert "another tool wrote over it" in findings[0]


def test_memory_that_was_adopted_after_runs_were_kept_is_only_a_note(team: Team) -> None:
    team.record("auth")
    team.file.unlink()
    (team.root / ".teststop").mkdir()
    (team.root / ".teststop/memory.json").write_text('{"version": 1, "areas": {}}')
    findings, notes = team.examined()
    assert (findings, len(notes)) == ([], 1)


def test_run_that_began_first_and_ended_last_hides_nothing_and_invents_nothing(team: Team) -> None:
    """Its time is that of its beginning, and so is the area's."""
    team.record("auth")
    began = team.now + timedelta(seconds=1)
    team.record("auth")
    ended, team.now = team.now + timedelta(minutes=1), began
    team.memory.record("auth", passed=True)
    slow = sorted(team.memory.runs.ids())[1]
    os.utime(team.memory.runs.where_of(slow), (ended.timestamp(), ended.timestamp()))
    team.now = ended
    assert team.memory.store.read().areas["auth"].last_tested_at == "2026-01-01T00:01:01Z"
    assert team.examined() == NOTHING


@pytest.mark.parametrize(
    "damage", [{"time": "x"}, {"verdicts": [1]}, {"verdicts": None}, {"commit": 7}, {"time": "2031-01-01T00:00:00Z"}]
)
def test_run_that_cannot_be_read_is_named_once_and_claims_nothing(team: Team, damage: dict[str, Any]) -> None:
    team.record("auth", "auth")
    path = Path(team.memory.runs.where_of(team.memory.runs.ids()[-1]))
    stat = path.stat()
    path.write_text(json.dumps(json.loads(path.read_text()) | damage))
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    findings, notes = team.examined()
    assert len(findings) <= 1
    assert notes == []
