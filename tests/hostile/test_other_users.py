"""A folder above that another user has made a project: not taken, unless the user names it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")

SOMEBODY = 12345


def shared(folder: Path, mark: str) -> Path:
    """A folder below one in which somebody else has left a mark."""
    mine = folder / "shared" / "mine"
    mine.mkdir(parents=True)
    left = mine.parent / mark
    if mark.endswith(".yaml"):
        left.write_text("runs: {kept: 1}\n")
    elif mark.endswith(".toml"):
        left.write_text("[tool.hardwon]\n")
    else:
        left.mkdir()
    os.chown(left, SOMEBODY, SOMEBODY)
    return mine


@pytest.mark.parametrize("mark", ["hardwon.yaml", "pyproject.toml", ".hardwon", ".teststop", "agent-qa-memory", ".git"])
def test_it_is_not_taken(call: Cli, tmp_path: Path, mark: str) -> None:
    mine = shared(tmp_path, mark)
    before = sorted(mine.parent.rglob("*"))
    done = call("record", "a", "--pass", cwd=mine)
    assert (done.code, "[not-granted]" in done.stderr) == (3, True)
    assert f"{mine.parent / mark} belongs to another user" in done.stderr
    assert sorted(mine.parent.rglob("*")) == before


def test_a_mark_of_ones_own_beside_it_does_not_help(call: Cli, tmp_path: Path) -> None:
    mine = shared(tmp_path, "hardwon.yaml")
    (mine.parent / ".git").mkdir()
    assert call("status", cwd=mine).code == 3


def test_the_user_names_either(call: Cli, tmp_path: Path) -> None:
    mine = shared(tmp_path, "hardwon.yaml")
    assert call("record", "a", "--pass", "--project", ".", cwd=mine).code == 0
    assert (mine / ".hardwon" / "memory.json").is_file()
    other = shared(tmp_path / "other", "hardwon.yaml")
    assert call("record", "a", "--pass", "--project", "..", cwd=other).code == 0
    assert (other.parent / ".hardwon" / "memory.json").is_file()


def test_a_tree_that_belongs_to_one_other_user_is_one_project(call: Cli, tmp_path: Path) -> None:
    """As in a container: the checkout is a user's of the host, and whoever works in it is root."""
    mine = shared(tmp_path, "hardwon.yaml")
    os.chown(mine, SOMEBODY, SOMEBODY)
    assert call("record", "a", "--pass", cwd=mine).code == 0
