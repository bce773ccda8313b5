"""Where a project's root is, and which records it uses."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hardwon.errors import HardwonError, UsageError
from hardwon.memory import Memory
from hardwon.project.root import Project, enclosing, find

FOLDERS = [".hardwon", ".teststop", "agent-qa-memory", ".git"]
FILES = {
    "hardwon.yaml": "",
    ".git": "gitdir: elsewhere\n",
    "pyproject.toml": "[tool.hardwon]\n",
}


@pytest.fixture
def outer(tmp_path: Path) -> Path:
    """A project around whatever a test builds, so that a miss is seen as a result and not as the working directory."""
    (tmp_path / "outer" / ".git").mkdir(parents=True)
    return tmp_path / "outer"


@pytest.fixture
def inner(outer: Path) -> Path:
    folder = outer / "work" / "inner"
    (folder / "src" / "deep").mkdir(parents=True)
    return folder


class TestRoot:
    @pytest.mark.parametrize("name", FOLDERS)
    def test_nearest_folder_with_a_marker_folder(self, inner: Path, name: str) -> None:
        (inner / name).mkdir()
        assert enclosing(inner / "src" / "deep").root == inner
        assert enclosing(inner).root == inner

    @pytest.mark.parametrize("name", FILES)
    def test_nearest_folder_with_a_marker_file(self, inner: Path, name: str) -> None:
        (inner / name).write_text(FILES[name])
        assert enclosing(inner / "src" / "deep").root == inner

    @pytest.mark.parametrize("name", [".hardwon", ".teststop", "agent-qa-memory"])
    def test_file_of_the_name_of_a_folder_marks_nothing(self, inner: Path, outer: Path, name: str) -> None:
        (inner / name).write_text("")
        assert enclosing(inner).root == outer

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "[tool.other]\n",
            "[project]\nname = 'hardwon'\n",
            "[tool]\nx = 'hardwon'\n",
            "[other.hardwon]\n",
            "# [tool.hardwon]\n",
            "tool = 'hardwon'\n",
            "[tool.hardwonder]\n",
            "broken = hardwon",
            "[tool.hardwonder\n",
        ],
    )
    def test_pyproject_without_our_table_marks_nothing(self, inner: Path, outer: Path, text: str) -> None:
        (inner / "pyproject.toml").write_text(text)
        assert enclosing(inner).root == outer

    @pytest.mark.parametrize(
        "text",
        [
            "[tool.hardwon.services.memory]\nenabled = true\n",
            "[[tool.hardwon.areas]]\narea = 'x'\n",
            "[tool]\nhardwon = {}\n",
            '[tool."hardwon"]\n',
            "[tool.hardwon]\nbroken = \n",
            "x = \n[ tool . hardwon ]\n",
        ],
    )
    def test_pyproject_with_our_table_marks_the_root_also_when_it_is_broken(self, inner: Path, text: str) -> None:
        (inner / "pyproject.toml").write_text(text)
        assert enclosing(inner / "src").root == inner

    def test_folder_in_place_of_pyproject_is_passed_over(self, inner: Path, outer: Path) -> None:
        (inner / "pyproject.toml").mkdir()
        assert enclosing(inner).root == outer

    def test_without_any_marker_the_folder_itself(self, tmp_path: Path) -> None:
        folder = tmp_path / "plain"
        folder.mkdir()
        assert enclosing(folder).root == folder

    def test_links_are_resolved(self, inner: Path, tmp_path: Path) -> None:
        (inner / ".hardwon").mkdir()
        (tmp_path / "link").symlink_to(inner / "src")
        assert enclosing(tmp_path / "link").root == inner


class TestFind:
    def test_from_the_working_directory(self, inner: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (inner / "hardwon.yaml").write_text("")
        monkeypatch.chdir(inner / "src" / "deep")
        assert find().root == inner

    def test_given_folder_is_the_root_itself(self, inner: Path) -> None:
        """`--project` sets it: nothing is looked for above."""
        assert find(inner / "src").root == inner / "src"

    def test_variable_sets_it(self, inner: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HARDWON_PROJECT", str(inner / "src"))
        assert find().root == inner / "src"

    def test_flag_beats_the_variable(self, inner: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HARDWON_PROJECT", "/nowhere")
        assert find(str(inner)).root == inner

    def test_empty_variable_is_not_set(self, inner: Path, outer: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HARDWON_PROJECT", "")
        monkeypatch.chdir(inner)
        assert find().root == outer

    def test_empty_flag_is_an_error(self, inner: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """`--project "$UNSET"` must not act on some other project."""
        monkeypatch.chdir(inner)
        with pytest.raises(UsageError):
            find("")

    @pytest.mark.parametrize("name", ["missing", "file", "~no-such-user-here/x", "a\0b", "x" * 5000])
    def test_what_is_no_folder_is_an_error(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(UsageError, match="folder"):
            find(name if name.startswith("~") else str(tmp_path / name))

    def test_home_is_understood(self, inner: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HOME", str(inner))
        assert find("~/src").root == inner / "src"

    def test_working_directory_that_is_gone_is_our_error(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        gone = tmp_path / "gone"
        gone.mkdir()
        monkeypatch.chdir(gone)
        gone.rmdir()
        with pytest.raises(HardwonError, match="working directory"):
            find()


class TestOpen:
    """hardwon.Memory.open finds the project of a folder."""

    def test_goes_up_from_the_given_folder(self, inner: Path) -> None:
        (inner / "hardwon.yaml").write_text("")
        assert Memory.open(inner / "src").project.root == inner
        assert Memory.open(str(inner / "src" / "deep")).project.root == inner

    def test_without_a_folder_the_variable_or_the_working_directory(
        self, inner: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (inner / "hardwon.yaml").write_text("")
        monkeypatch.chdir(inner / "src")
        assert Memory.open().project.root == inner
        monkeypatch.setenv("HARDWON_PROJECT", str(inner / "src"))
        assert Memory.open().project.root == inner / "src"

    @pytest.mark.parametrize("name", ["missing/deep", "file"])
    def test_what_is_no_folder_is_an_error_and_nothing_is_made(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(UsageError, match="folder"):
            Memory.open(tmp_path / name)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


class TestRecordsInUse:
    @pytest.mark.parametrize(
        ("present", "used"),
        [
            ([], ".hardwon"),
            ([".teststop/other"], ".teststop"),
            ([".teststop/retired.json"], ".teststop"),
            ([".teststop/memory.json"], ".teststop"),
            ([".teststop/memory.json", ".hardwon/retired.json"], ".teststop"),
            ([".teststop/memory.json", ".hardwon/memory.json"], ".hardwon"),
        ],
    )
    def test_areas(self, project: Path, present: list[str], used: str) -> None:
        for name in present:
            (project / name).parent.mkdir(exist_ok=True)
            (project / name).write_text("{}")
        assert Project(project).areas_folder == project / used

    @pytest.mark.parametrize(
        ("present", "used"),
        [
            ([], ".hardwon/observations"),
            (["agent-qa-memory"], "agent-qa-memory"),
            (["agent-qa-memory", ".hardwon"], "agent-qa-memory"),
            (["agent-qa-memory", ".hardwon/observations"], ".hardwon/observations"),
        ],
    )
    def test_observations(self, project: Path, present: list[str], used: str) -> None:
        for name in present:
            (project / name).mkdir(parents=True)
        assert Project(project).observations_folder == project / used

    def test_asking_creates_nothing(self, project: Path) -> None:
        mine = Project(project)
        assert [mine.state, mine.areas_folder, mine.observations_folder, mine.runs, mine.cache]
        assert os.listdir(project) == [".git"]  # noqa: PTH208 - names are what is compared

    def test_paths_are_shown_from_the_root(self, project: Path) -> None:
        assert Project(project).shown(project / ".hardwon" / "memory.json") == ".hardwon/memory.json"
        assert Project(project).shown(Path("/elsewhere/x")) == "/elsewhere/x"
