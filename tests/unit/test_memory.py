"""The façade: one verdict in, records and readers agree on what follows."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import hardwon
from hardwon.errors import DamagedRecord, HardwonError, LockTimeout, UsageError
from hardwon.memory import Memory
from hardwon.project.config import load
from hardwon.project.root import Project
from hardwon.store.lock import locked

GOLD = Path(__file__).parent.parent / "gold" / "memory"
TRACKED = "areas:\n  - {area: auth, paths: ['src/**'], exclude: ['**/*.md']}\n  - {area: cart}\n"


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def memory(project: Path, clock: Clock) -> Memory:
    return opened(project, clock)


@pytest.fixture
def tracked(project: Path, clock: Clock) -> Memory:
    """A project in which the files of `auth` are known."""
    (project / "hardwon.yaml").write_text(TRACKED)
    (project / "src").mkdir()
    (project / "src" / "login.py").write_text("def login(): ...\n")
    return opened(project, clock)


def opened(project: Path, clock: Clock) -> Memory:
    found = Project(project)
    return Memory(found, load(found), clock=clock)


def passes(memory: Memory, area: str, count: int) -> hardwon.Area:
    for _ in range(count):
        after = memory.record(area, passed=True)
    return after


def raw(memory: Memory, name: str = "memory.json") -> Any:
    return json.loads((Path(memory.store.where).parent / name).read_bytes())


def retirements(memory: Memory) -> list[tuple[str, str | None]]:
    return [(entry["retired_at"], entry.get("unretired_at")) for entry in raw(memory, "retired.json")["areas"]]


class TestRecord:
    def test_returns_the_area_that_readers_see(self, memory: Memory) -> None:
        after = memory.record("auth", passed=True)
        assert after.confidence == 0.19
        assert memory.areas == {"auth": after}
        assert hardwon.Memory.open(memory.project.root).areas == {"auth": after}

    def test_writes_the_documented_record(self, memory: Memory) -> None:
        memory.record("auth", passed=False)
        assert raw(memory) == {
            "last_run": memory.runs.ids()[-1],
            "areas": {
                "auth": {
                    "name": "auth",
                    "confidence": 0.0,
                    "test_count": 1,
                    "pass_count": 0,
                    "fail_count": 1,
                    "last_tested_at": "2026-01-01T00:00:00Z",
                    "maturity_stage": "new",
                    "retired": False,
                }
            },
            "created_at": "2026-01-01T00:00:00Z",
            "updated_at": "2026-01-01T00:00:00Z",
            "version": 1,
        }

    def test_only_the_named_area_moves(self, memory: Memory) -> None:
        memory.record("auth", passed=True)
        before = raw(memory)["areas"]["auth"]
        memory.record("cart", passed=False)
        assert raw(memory)["areas"]["auth"] == before

    def test_state_folder_is_made_with_its_gitignore(self, memory: Memory) -> None:
        memory.record("auth", passed=True)
        ignored = (memory.project.state / ".gitignore").read_text().splitlines()
        assert {"runs/", "cache/", "quarantine/", ".*.lock", ".hardwon-*.tmp"} <= set(ignored)

    @pytest.mark.parametrize("before", ["mine\n", "mine", "runs/\n!runs/\n", "cache\nruns\n", "/runs/\n!*\n"])
    def test_gitignore_of_the_user_is_completed(self, memory: Memory, before: str) -> None:
        memory.project.state.mkdir()
        path = memory.project.state / ".gitignore"
        path.write_text(before)
        memory.record("auth", passed=True)
        after = path.read_text()
        assert after.startswith(before)
        for line in ("runs", "cache", "local", "quarantine"):
            assert line in after.rpartition("!")[2].replace("/", "").splitlines()
        memory.record("auth", passed=True)
        assert path.read_text() == after

    @pytest.mark.parametrize("whole", ["*\n", "/runs\nlocal\ncache/\nquarantine/\n.*.lock\n.hardwon-*.tmp\n"])
    def test_gitignore_that_says_it_all_is_left_alone(self, memory: Memory, whole: str) -> None:
        memory.project.state.mkdir()
        (memory.project.state / ".gitignore").write_text(whole)
        memory.record("auth", passed=True)
        assert (memory.project.state / ".gitignore").read_text() == whole

    def test_git_takes_the_record_and_leaves_the_rest(self, tmp_path: Path, clock: Clock) -> None:
        subprocess.run(["git", "init", "-q", tmp_path], check=True)
        memory = opened(tmp_path, clock)
        passes(memory, "auth", 15)
        (memory.project.state / ".areas.lock").touch()
        (memory.project.state / ".hardwon-0123.tmp").touch()
        (memory.project.cache).mkdir()
        (memory.project.cache / "x").touch()
        listed = subprocess.run(
            ["git", "-C", tmp_path, "ls-files", "--others", "--exclude-standard"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.split()
        assert sorted(listed) == [".hardwon/.gitignore", ".hardwon/memory.json", ".hardwon/retired.json"]

    def test_leaves_no_lock_and_no_temporary_file(self, memory: Memory) -> None:
        passes(memory, "auth", 15)
        assert sorted(path.name for path in memory.project.state.iterdir()) == [
            ".gitignore",
            "memory.json",
            "retired.json",
            "runs",
        ]

    @pytest.mark.parametrize(
        ("name", "recorded"),
        [
            (" checkout ", "checkout"),
            ("check\tout", "check out"),
            ("a\nb", "a b"),
            ("\x1b[31mred\x1b[0m", "[31mred[0m"),
            ("a\u202eb", "ab"),
            ("a\u200bb", "ab"),
            ("x" * 300, "x" * 191 + "~56a7ed7e"),
            ("x" * 10_000_000, "x" * 191 + "~aa8e42ce"),
            ("a\0", "a"),
        ],
    )
    def test_name_that_a_machine_made_up_is_recorded_as_one_line_of_visible_text(
        self, memory: Memory, name: str, recorded: str
    ) -> None:
        assert memory.record(name, passed=True).name == recorded
        assert memory.record(name, passed=True).test_count == 2
        assert [*memory.areas] == [recorded]

    @pytest.mark.parametrize("name", ["", "  ", "\t\n", "\u200b", "\0", "a\udcff"])
    def test_name_that_cannot_stand_in_a_record_is_refused_and_nothing_is_written(
        self, memory: Memory, name: str
    ) -> None:
        with pytest.raises(UsageError) as caught:
            memory.record(name, passed=True)
        assert len(str(caught.value)) < 500
        assert not memory.project.state.exists()

    @pytest.mark.parametrize("name", ["auth", "Ümlaut & <tag>", "結帳", "a/b", "..", "x" * 200, '"quoted"', "👩‍💻"])
    def test_any_visible_name_is_fine(self, memory: Memory, name: str) -> None:
        memory.record(name, passed=True)
        assert list(memory.areas) == [name]

    def test_space_around_a_name_does_not_make_another_area(self, memory: Memory) -> None:
        memory.record("auth", passed=True)
        assert memory.record(" auth ", passed=True).test_count == 2

    def test_settings_of_the_project_count(self, project: Path, clock: Clock) -> None:
        (project / "hardwon.yaml").write_text("services: {confidence: {passWeight: 0.5, retirementTests: 5}}")
        assert [passes(opened(project, clock), "auth", 1).retired for _ in range(5)] == [False] * 4 + [True]

    def test_foreign_keys_survive(self, memory: Memory) -> None:
        shutil.copytree(GOLD / "hardwon-1", memory.project.state)
        before, history = raw(memory), raw(memory, "retired.json")
        memory.record("auth", passed=True)
        memory.record("結帳 checkout", passed=False)
        after = raw(memory)
        assert after["ours"] == before["ours"]
        assert after["reports"] == before["reports"]
        assert after["areas"]["auth"]["links"] == before["areas"]["auth"]["links"]
        assert "owner" in after["areas"]["結帳 checkout"]
        assert raw(memory, "retired.json")["note"] == history["note"]
        assert raw(memory, "retired.json")["areas"][0] == history["areas"][0]

    def test_damaged_record_stops_it_and_leaves_no_evidence(self, memory: Memory) -> None:
        memory.record("auth", passed=True)
        runs = memory.runs.ids()
        Path(memory.store.where).write_bytes(b"{")
        with pytest.raises(DamagedRecord):
            memory.record("auth", passed=True)
        assert Path(memory.store.where).read_bytes() == b"{"
        assert memory.runs.ids() == runs

    def test_lock_that_is_held_too_long_stops_it(self, project: Path) -> None:
        memory = Memory.of(Project(project), flags=["curatorLockTimeout=1000"])
        memory.record("auth", passed=True)
        before = Path(memory.store.where).read_bytes()
        with locked(project / ".hardwon" / ".areas.lock", timeout=0), pytest.raises(LockTimeout, match="waited 1 s"):
            memory.record("auth", passed=True)
        assert Path(memory.store.where).read_bytes() == before


class TestRetirement:
    def test_fifteen_clean_passes_retire_and_a_failure_takes_it_back(self, memory: Memory, clock: Clock) -> None:
        assert passes(memory, "auth", 15).retired
        assert raw(memory)["areas"]["auth"]["retired"] is True
        assert retirements(memory) == [("2026-01-01T00:00:00Z", None)]
        clock.now = datetime(2026, 2, 2, tzinfo=UTC)
        assert not memory.record("auth", passed=False).retired
        assert raw(memory)["areas"]["auth"]["retired"] is False
        assert retirements(memory) == [("2026-01-01T00:00:00Z", "2026-02-02T00:00:00Z")]

    def test_second_retirement_is_added_to_the_history(self, memory: Memory) -> None:
        passes(memory, "auth", 15)
        memory.record("auth", passed=False)
        passes(memory, "auth", 15)
        assert [end is None for _, end in retirements(memory)] == [False, True]

    def test_nothing_is_written_to_the_history_before_the_first_retirement(self, memory: Memory) -> None:
        passes(memory, "auth", 14)
        assert not Path(memory.store.where).with_name("retired.json").exists()

    def test_history_that_lags_behind_after_a_kill_is_put_right_by_the_next_verdict(self, memory: Memory) -> None:
        passes(memory, "auth", 15)
        Path(memory.store.where).with_name("retired.json").unlink()
        memory.record("auth", passed=True)
        assert len(retirements(memory)) == 1


class TestChange:
    def test_is_seen_by_readers_before_anything_writes_it(self, tracked: Memory, project: Path) -> None:
        passes(tracked, "auth", 15)
        record = Path(tracked.store.where).read_bytes()
        (project / "src" / "login.py").write_text("def login(): return True\n")
        seen = tracked.areas["auth"]
        assert (seen.confidence, seen.retired, seen.stage, seen.tests_since_change) == (0.0, False, "new", 0)
        assert seen.test_count == 15
        assert "files changed" in seen.changed
        assert Path(tracked.store.where).read_bytes() == record

    def test_next_verdict_writes_it(self, tracked: Memory, project: Path, clock: Clock) -> None:
        passes(tracked, "auth", 15)
        (project / "src" / "login.py").rename(project / "src" / "signin.py")
        clock.now = datetime(2026, 3, 3, tzinfo=UTC)
        after = tracked.record("auth", passed=True)
        assert (after.confidence, after.test_count, after.tests_since_change, after.retired) == (0.19, 16, 1, False)
        assert retirements(tracked) == [("2026-01-01T00:00:00Z", "2026-03-03T00:00:00Z")]
        assert raw(tracked)["areas"]["auth"]["changed_at"] == "2026-03-03T00:00:00Z"
        assert tracked.areas["auth"].changed == ""

    def test_gate_counts_from_the_change(self, tracked: Memory, project: Path) -> None:
        passes(tracked, "auth", 10)
        (project / "src" / "login.py").write_text("# other\n")
        assert not passes(tracked, "auth", 14).retired
        assert passes(tracked, "auth", 1).retired

    @pytest.mark.parametrize("back", ["back", "excluded", "times", "line ends", "cache gone"])
    def test_what_is_no_change(self, tracked: Memory, project: Path, back: str) -> None:
        passes(tracked, "auth", 3)
        file = project / "src" / "login.py"
        if back == "back":
            file.write_text("other")
            assert tracked.areas["auth"].changed
            file.write_text("def login(): ...\n")
        elif back == "excluded":
            (project / "src" / "README.md").write_text("new")
        elif back == "times":
            os.utime(file, (1, 1))
        elif back == "line ends":
            file.write_bytes(b"def login(): ...\r\n")
        else:
            shutil.rmtree(tracked.project.cache, ignore_errors=True)
        assert tracked.areas["auth"].changed == ""
        assert tracked.record("auth", passed=True).tests_since_change == 4

    def test_files_that_all_vanish_are_a_change(self, tracked: Memory, project: Path) -> None:
        passes(tracked, "auth", 3)
        (project / "src" / "login.py").unlink()
        assert tracked.areas["auth"].confidence == 0.0
        assert tracked.areas["auth"].changed

    def test_area_without_paths_never_changes(self, tracked: Memory, project: Path) -> None:
        passes(tracked, "cart", 3)
        (project / "src" / "login.py").write_text("other")
        assert tracked.areas["cart"].confidence > 0.4
        assert tracked.areas["cart"].fingerprint is None

    def test_paths_that_are_configured_later_start_with_the_next_verdict(
        self, memory: Memory, project: Path, clock: Clock
    ) -> None:
        passes(memory, "auth", 3)
        (project / "hardwon.yaml").write_text(TRACKED)
        (project / "src").mkdir()
        (project / "src" / "login.py").write_text("one")
        memory = opened(project, clock)
        assert memory.areas["auth"].changed == ""
        assert passes(memory, "auth", 1).tests_since_change == 4
        (project / "src" / "login.py").write_text("two")
        assert memory.areas["auth"].changed

    def test_same_checkout_elsewhere_is_no_change(self, tracked: Memory, project: Path, tmp_path: Path) -> None:
        passes(tracked, "auth", 3)
        shutil.copytree(project, tmp_path / "clone", ignore=shutil.ignore_patterns("cache", "runs"))
        assert Memory.open(tmp_path / "clone").areas["auth"].changed == ""


class TestReset:
    def test_forgets_everything(self, memory: Memory) -> None:
        passes(memory, "auth", 15)
        assert [path.name for path in memory.reset()] == ["memory.json", "retired.json"]
        assert memory.areas == {}
        assert memory.reset() == []

    def test_one_area_starts_again_and_keeps_its_counts(self, memory: Memory, clock: Clock) -> None:
        passes(memory, "auth", 15)
        passes(memory, "cart", 2)
        clock.now = datetime(2026, 4, 4, tzinfo=UTC)
        again = memory.reset_area("auth")
        assert (again.confidence, again.retired, again.test_count, again.tests_since_change) == (0.0, False, 15, 0)
        assert memory.areas["cart"].confidence > 0.3
        assert retirements(memory) == [("2026-01-01T00:00:00Z", "2026-04-04T00:00:00Z")]

    def test_reset_of_a_changed_area_takes_its_present_files(self, tracked: Memory, project: Path) -> None:
        passes(tracked, "auth", 3)
        (project / "src" / "login.py").write_text("other")
        tracked.reset_area("auth")
        assert tracked.areas["auth"].changed == ""

    def test_unknown_area_is_named_and_nothing_is_made(self, memory: Memory) -> None:
        with pytest.raises(UsageError, match="no area 'auht'"):
            memory.reset_area("auht")
        assert not memory.project.state.exists()

    def test_nothing_to_forget_makes_nothing(self, memory: Memory) -> None:
        assert memory.reset() == []
        assert not memory.project.state.exists()


class TestAdoption:
    @pytest.fixture
    def adopted(self, project: Path, clock: Clock) -> Memory:
        shutil.copytree(GOLD / "teststop", project / ".teststop")
        return opened(project, clock)

    def test_reading_changes_nothing(self, adopted: Memory, project: Path) -> None:
        assert adopted.areas["auth"].test_count == 5
        assert sorted(path.name for path in project.iterdir()) == [".git", ".teststop"]
        assert sorted(path.name for path in (project / ".teststop").iterdir()) == ["memory.json", "retired.json"]

    def test_record_goes_to_the_same_place_and_adds_only_a_gitignore(self, adopted: Memory, project: Path) -> None:
        before = raw(adopted)
        adopted.record("auth", passed=True)
        folder = project / ".teststop"
        assert sorted(path.name for path in folder.iterdir()) == [".gitignore", "memory.json", "retired.json"]
        assert not (project / ".hardwon" / "memory.json").exists()
        after = json.loads((folder / "memory.json").read_bytes())
        assert after["areas"]["auth"]["test_count"] == 6
        assert after["areas"]["auth"]["team"] == "identity"
        assert after["notes"] == before["notes"]
        assert after["created_at"] == before["created_at"]
        untouched = set(before["areas"]) - {"auth"}
        assert {name: after["areas"][name] for name in untouched} == {name: before["areas"][name] for name in untouched}

    def test_gitignore_that_is_there_stays(self, adopted: Memory, project: Path) -> None:
        (project / ".teststop" / ".gitignore").write_text("theirs\n")
        adopted.record("auth", passed=True)
        assert (project / ".teststop" / ".gitignore").read_text() == "theirs\n"

    def test_retired_area_that_failed_there_is_put_right(self, adopted: Memory) -> None:
        assert not adopted.record("checkout", passed=True).retired
        assert retirements(adopted)[0] == ("2025-05-20T12:00:00.5+02:00", "2026-01-01T00:00:00Z")
        assert retirements(adopted)[1][1] is None


class TestImport:
    def test_does_no_work_and_reads_no_file(self, tmp_path: Path) -> None:
        """In a project whose every file is broken, and without click or yaml."""
        (tmp_path / "hardwon.yaml").write_text("{{{")
        code = """
import sys
opened = []
sys.addaudithook(lambda event, details: event == "open" and opened.append(str(details[0])))
import hardwon
print([name for name in opened if not name.endswith((".py", ".pyc"))])
print(sorted({"click", "yaml", "regex", "json", "pathlib", "hardwon.memory"} & set(sys.modules)))
"""
        done = subprocess.run(
            [sys.executable, "-B", "-S", "-c", code],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            env={"PYTHONPATH": str(Path(hardwon.__file__).parent.parent)},
        )
        assert done.stdout == "[]\n[]\n", done.stderr

    def test_public_names_load_on_first_use(self) -> None:
        assert hardwon.Memory is Memory
        assert issubclass(hardwon.HardwonError, Exception)
        assert hardwon.HardwonError is HardwonError
        with pytest.raises(AttributeError, match="no attribute 'nope'"):
            hardwon.nope  # noqa: B018 - the attribute access is what is tested

    @pytest.mark.parametrize("name", hardwon.__all__)
    def test_every_public_name_is_there(self, name: str) -> None:
        assert getattr(hardwon, name)
