"""The state of a project: what makes two runs tests of the same, and what does not."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from hardwon.evidence.reports import is_report
from hardwon.project import state as states
from hardwon.project.state import Subject, WorkTree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

JUNIT = "<testsuites><testsuite name='a'/></testsuites>"
CTRF = json.dumps({"results": {"tool": {"name": "x"}, "tests": []}})


class Repository:
    """A real repository with one commit."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "-q")
        self.write("src/shop.py", "price = 1\n")
        self.write(".gitignore", "ignored/\n")
        self.commit()

    def git(self, *arguments: str) -> str:
        own = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always"]
        done = subprocess.run(["git", *own, *arguments], cwd=self.root, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def commit(self) -> str:
        self.git("add", "-A")
        self.git("commit", "-qm", "state", "--allow-empty")
        return self.git("rev-parse", "HEAD")

    @property
    def tree(self) -> WorkTree:
        return WorkTree(root=self.root, cache=self.root / ".hardwon" / "cache" / "state.json", is_report=is_report)

    @property
    def state(self) -> str:
        return self.tree.state()


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    folder = tmp_path / "shop"
    folder.mkdir()
    return Repository(folder)


def removed(repository: Repository) -> None:
    (repository.root / "src/shop.py").unlink()


def merged(repository: Repository) -> None:
    """A merge commit with the same tree."""
    repository.git("checkout", "-qb", "side")
    repository.commit()
    repository.git("checkout", "-q", "-")
    repository.git("merge", "-q", "--no-ff", "side", "-m", "merged")


CHANGES: dict[str, tuple[Callable[[Repository], object], bool]] = {
    "an edit": (lambda it: it.write("src/shop.py", "price = 2\n"), True),
    "an edit that is staged": (lambda it: (it.write("src/shop.py", "price = 2\n"), it.git("add", "-A")), True),
    "a new file": (lambda it: it.write("src/new.py", ""), True),
    "a file that is gone": (removed, True),
    "a file that is gone by git": (lambda it: it.git("rm", "-q", "src/shop.py"), True),
    "a rename": (lambda it: it.git("mv", "src/shop.py", "src/store.py"), True),
    "a tracked report": (lambda it: (it.write("gold.xml", JUNIT), it.git("add", "-A")), True),
    "nothing at all": (lambda _: None, False),
    "an empty commit": (lambda it: it.commit(), False),
    "a merge commit with the same tree": (merged, False),
    "other times": (lambda it: os.utime(it.root / "src/shop.py", (1, 1)), False),
    "an ignored file": (lambda it: it.write("ignored/x.py", "1"), False),
    "the memory": (lambda it: it.write(".hardwon/memory.json", "{}"), False),
    "the memory, committed": (lambda it: (it.write(".hardwon/memory.json", "{}"), it.commit()), False),
    "another tool's memory": (lambda it: it.write(".teststop/memory.json", "{}"), False),
    "another tool's observations": (lambda it: it.write("agent-qa-memory/products/a.md", "x"), False),
    "a report": (lambda it: it.write("report.xml", JUNIT), False),
    "a report in JSON": (lambda it: it.write("out/report.json", CTRF), False),
    "a report in TAP": (lambda it: it.write("out/report.txt", "TAP version 13\n1..0\n"), False),
    "coverage": (lambda it: (it.write(".coverage", "x"), it.write("htmlcov/index.html", "x")), False),
    "bytecode": (lambda it: it.write("src/__pycache__/shop.pyc", "x"), False),
    "a text that is not a report": (lambda it: it.write("notes.xml", "<notes/>"), True),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_makes_another_state(repository: Repository, change: str) -> None:
    before = repository.state
    assert before.startswith("tree:")
    act, is_another = CHANGES[change]
    act(repository)
    assert (repository.state != before) is is_another
    assert repository.state == repository.state, "the cache tells the same as the files"


def test_a_clean_checkout_and_its_commit_are_one_state(repository: Repository) -> None:
    """However the run learns of it: by the files here, or by the commit that a report names."""
    (repository.root / "link").symlink_to("src")
    repository.write("src/ünï\ncode.py", "x")
    commit = repository.commit()
    known = repository.tree.of_commit(commit)
    assert known == repository.tree.of_commit(commit[:10].upper()) == repository.tree.tested()
    assert known.state == repository.state
    repository.write(".hardwon/memory.json", "{}")
    assert repository.tree.of_commit(repository.commit()).state == repository.state


def test_an_edit_that_is_undone_is_the_old_state(repository: Repository) -> None:
    before = repository.state
    repository.write("src/shop.py", "price = 2\n")
    repository.write("src/shop.py", "price = 1\n")
    assert repository.state == before


def test_a_commit_that_git_does_not_know_goes_by_its_name(repository: Repository) -> None:
    assert repository.tree.of_commit("ABCDEF0123") == Subject(state="commit:abcdef0123")
    assert repository.tree.of_commit("--output=x") == Subject()


def test_a_submodule_counts_by_its_commit(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    inner = Repository(tmp_path / "inner")
    before = repository.state
    repository.git("submodule", "add", "-q", str(inner.root), "vendor/inner")
    with_it = repository.state
    assert with_it != before
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "x"],
        cwd=repository.root / "vendor/inner",
        check=True,
    )
    assert repository.state not in (before, with_it)


def test_no_filter_of_the_repository_is_run(repository: Repository, tmp_path: Path) -> None:
    """A checkout may be somebody else's."""
    repository.git("config", "filter.own.clean", f"touch {tmp_path}/ran; cat")
    repository.git("config", "core.fsmonitor", f"touch {tmp_path}/ran")
    repository.write(".gitattributes", "*.py filter=own\n")
    repository.write("src/shop.py", "price = 3\n")
    assert repository.state
    assert not (tmp_path / "ran").exists()


def test_what_is_set_aside_does_not_count(repository: Repository) -> None:
    before = repository.state
    repository.write("memory/products/a.md", "x")
    repository.write("results/out.bin", "x")
    aside = WorkTree(root=repository.root, aside=["memory", "results/out.bin"], is_report=is_report)
    assert aside.state() == before != repository.state


@pytest.mark.parametrize("make", [lambda _: None, lambda root: (root / ".git").mkdir()], ids=["no git", "half a git"])
def test_without_git_nothing_is_known(tmp_path: Path, make: Callable[[Path], object]) -> None:
    make(tmp_path)
    (tmp_path / "a.py").write_text("")
    assert WorkTree(root=tmp_path).state() == ""


def test_a_project_that_its_repository_ignores_is_without_git(repository: Repository) -> None:
    repository.write("ignored/app/a.py", "")
    assert WorkTree(root=repository.root / "ignored/app").state() == ""


def test_a_project_below_the_top_of_its_repository_has_its_own_state(repository: Repository) -> None:
    repository.write("app/a.py", "1")
    commit = repository.commit()
    inner = WorkTree(root=repository.root / "app", is_report=is_report)
    before = inner.state()
    assert inner.of_commit(commit).state == before
    repository.write("src/shop.py", "price = 2\n")
    assert inner.state() == before
    repository.write("app/a.py", "2")
    assert inner.state() != before


@pytest.mark.parametrize(
    ("named", "variable", "state"),
    [
        (None, "", ""),
        ("build 7", "", "given:build 7"),
        (None, "build 8", "given:build 8"),
        ("build 7", "build 8", "given:build 7"),
        ("  ", "build 8", ""),
    ],
)
def test_a_state_may_be_named(monkeypatch: pytest.MonkeyPatch, named: str | None, variable: str, state: str) -> None:
    monkeypatch.setenv(states.VARIABLE, variable)
    assert states.given(named) == state
