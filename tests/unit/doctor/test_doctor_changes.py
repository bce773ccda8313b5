"""`doctor` on the log of observations: a lost update is found, what a person does is a note."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import hardwon
from hardwon import doctor
from hardwon.curation import by_hand, guarded
from hardwon.observations.observation import Scope, SuiteEntry
from hardwon.project.root import Project
from hardwon.store.merging import Versions, merged_observation

if TYPE_CHECKING:
    from tests.conftest import Cli

    from hardwon.memory import Memory


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return hardwon.Memory.open(tmp_path)


@pytest.fixture
def known(memory: Memory) -> str:
    return add(memory, Scope("products", "shop"))


def add(memory: Memory, scope: Scope, **suite: Any) -> str:
    proposal = guarded.Proposal(
        scope=scope,
        title="Login modal opens late",
        content="The login modal appears about two seconds after the page.",
        source_test="manual",
        origin="person",
        **suite,
    )
    return by_hand.add(memory.desk, proposal)[0].observation_id


def path_of(memory: Memory, known: str) -> Path:
    return Path(memory.observations.where) / "products" / "shop" / f"{known}.md"


def said(memory: Memory) -> tuple[list[str], list[str]]:
    """The reasons of the findings and of the notes."""
    examination = doctor.examine(Project(memory.project.root), environ={})
    return [each.reason for each in examination.findings], [each.reason for each in examination.notes]


def git(root: Path, *arguments: str) -> None:
    command = ["git", "-C", str(root), "-c", "user.name=n", "-c", "user.email=e@example.org", *arguments]
    subprocess.run(command, check=True, capture_output=True)


def commit(memory: Memory) -> None:
    git(memory.project.root, "add", "-A")
    git(memory.project.root, "commit", "-q", "-m", "x", "--allow-empty")


def test_what_hardwon_did_agrees(memory: Memory, known: str) -> None:
    by_hand.confirm(memory.desk, known)
    by_hand.deprecate(memory.desk, known)
    assert said(memory) == ([], [])
    for _ in range(5):
        by_hand.deprecate(memory.desk, known)
    assert not path_of(memory, known).exists()
    assert said(memory) == ([], [])


def test_change_that_is_lost_is_found(memory: Memory, known: str) -> None:
    before = path_of(memory, known).read_bytes()
    by_hand.confirm(memory.desk, known)
    path_of(memory, known).write_bytes(before)
    [[finding], notes] = said(memory)
    assert ("that change is lost" in finding, notes) == (True, [])
    by_hand.confirm(memory.desk, known)
    [[finding], notes] = said(memory)
    assert ("changed the same state of it" in finding, notes) == (True, [])


@pytest.mark.parametrize("edits", [False, True])
def test_what_two_sides_did_and_a_merge_added_up_is_not_lost(memory: Memory, known: str, edits: bool) -> None:
    """Both began with the same state, as on two branches, or in the files and on the team's server."""
    path = path_of(memory, known)
    base = path.read_bytes()
    by_hand.confirm(memory.desk, known)
    ours = path.read_bytes()
    path.write_bytes(base)
    if edits:
        by_hand.edit(memory.desk, known, title="Login modal opens late", content="It opens three seconds late.")
    by_hand.deprecate(memory.desk, known)
    theirs = path.read_bytes()
    merged = merged_observation(path.as_posix(), Versions(base, ours, theirs))
    assert merged is not None
    path.write_bytes(merged)
    assert said(memory) == ([], [])
    path.write_bytes(ours if edits else theirs)
    [[finding], _] = said(memory)
    assert "one change is lost" in finding


def test_double_deletion_is_found(memory: Memory, known: str) -> None:
    before = path_of(memory, known).read_bytes()
    by_hand.delete(memory.desk, known)
    path_of(memory, known).write_bytes(before)
    [[finding], _] = said(memory)
    assert "is there, although run" in finding
    by_hand.delete(memory.desk, known)
    [[finding], _] = said(memory)
    assert "was deleted twice" in finding


@pytest.mark.parametrize("change", ["confirm", "delete"])
def test_what_git_took_back_is_a_note(memory: Memory, known: str, change: str) -> None:
    git(memory.project.root, "init", "-q")
    commit(memory)
    before = path_of(memory, known).read_bytes()
    getattr(by_hand, change)(memory.desk, known)
    path_of(memory, known).write_bytes(before)
    commit(memory)
    [findings, [note]] = said(memory)
    assert (findings, "between commits" in note) == ([], True)


def test_edit_by_hand_is_a_note(memory: Memory, known: str) -> None:
    by_hand.confirm(memory.desk, known)
    path = path_of(memory, known)
    path.write_text(path.read_text().replace("two seconds", "three seconds"))
    [findings, [note]] = said(memory)
    assert (findings, note.startswith("has another text")) == ([], True)
    path.write_text(path.read_text().replace("trust: 0.55", "trust: 0.9"))
    [findings, [note]] = said(memory)
    assert (findings, note.startswith("is not as the kept runs left it")) == ([], True)
    path.unlink()
    [findings, [note]] = said(memory)
    assert (findings, note.startswith("is gone")) == ([], True)


def test_notes_do_not_change_the_exit_code(project: Path, call: Cli) -> None:
    memory = hardwon.Memory.open(project)
    known = add(memory, Scope("products", "shop"))
    path_of(memory, known).unlink()
    ended = call("doctor", "--json")
    assert (ended.code, ended.document["findings"], len(ended.document["notes"])) == (0, [], 1)
    assert call("doctor").stderr.startswith(f"Note: .hardwon/observations/products/shop/{known}.md is gone")


def test_runs_of_earlier_versions_are_compared_as_well(memory: Memory, known: str) -> None:
    before = path_of(memory, known).read_bytes()
    by_hand.confirm(memory.desk, known)
    for path in memory.project.runs.rglob("changes.jsonl"):
        path.unlink()
    assert said(memory) == ([], [])
    path_of(memory, known).write_bytes(before)
    [[finding], _] = said(memory)
    assert "that change is lost" in finding


def test_without_a_log_nothing_is_said(memory: Memory, known: str) -> None:
    by_hand.confirm(memory.desk, known)
    for run in memory.runs.ids():
        memory.runs.forget(run)
    assert said(memory) == ([], [])


def test_broken_lines_are_named(memory: Memory, known: str) -> None:
    [path] = memory.project.runs.rglob("changes.jsonl")
    with path.open("ab") as file:
        file.write(b"nonsense\n" + json.dumps({"action": "confirm", "writer": "w"}).encode() + b"\n")
    findings, _ = said(memory)
    assert [finding.split(": ")[:2] for finding in findings] == [
        ["line 3", "is not JSON"],
        ["line 4", "is not a change of an observation"],
    ]


class TestSuites:
    """Observations of suites that no longer exist are named."""

    @pytest.fixture
    def learned(self, memory: Memory) -> str:
        return add(
            memory, Scope("suites", "smoke"), position=0, suite_snapshot=(SuiteEntry("e2e/login.yaml", "t_login"),)
        )

    def test_suite_that_is_gone(self, memory: Memory, learned: str) -> None:
        suite = memory.project.root / "e2e" / "smoke.yaml"
        suite.parent.mkdir()
        suite.write_text("suite-id: smoke\ntests: [{test: e2e/login.yaml, id: t_login}]\n")
        assert said(memory) == ([], [])
        suite.unlink()
        [finding] = doctor.examine(Project(memory.project.root), environ={}).findings
        assert finding.path == f".hardwon/observations/suites/smoke/{learned}.md"
        assert "the suite 'smoke', which no file" in finding.reason

    @pytest.mark.usefixtures("learned")
    @pytest.mark.parametrize(
        "text", ["suite-id: 'smoke'\ntests: [\n", "suite-id: smoke\ntests: []\n", 'suite-id: "smoke"\ntests: 1\n']
    )
    def test_suite_that_cannot_be_read_just_now_exists(self, memory: Memory, text: str) -> None:
        (memory.project.root / "smoke.yml").write_text(text)
        assert said(memory) == ([], [])

    def test_suite_without_an_id_is_known_by_its_path(self, memory: Memory) -> None:
        (memory.project.root / "e2e").mkdir()
        (memory.project.root / "e2e" / "all.yaml").write_text("tests: [e2e/login.yaml]\n")
        add(memory, Scope("suites", "e2e.all"), position=0, suite_snapshot=(SuiteEntry("e2e/login.yaml", "x"),))
        assert said(memory) == ([], [])

    @pytest.mark.usefixtures("learned")
    def test_suite_in_a_folder_that_only_the_configuration_names(self, memory: Memory) -> None:
        folder = memory.project.root / ".tests"
        folder.mkdir()
        (folder / "smoke.yaml").write_text("suite-id: smoke\ntests: [e2e/login.yaml]\n")
        (memory.project.root / "hardwon.yaml").write_text("tests: [.tests, missing]\n")
        assert said(memory) == ([], [])
