"""kill -9 between the two files of the areas in another tool's folder: every verdict counts once all the same."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from tests.surfaces.git_checkouts import git_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

KILLED = """
import os, signal, sys
from hardwon.cli.main import run
from hardwon.store import atomic
write = atomic.write
def until(path, content, **options):
    write(path, content, **options)
    if path.name == "beside.json":
        os.kill(os.getpid(), signal.SIGKILL)
atomic.write = until
run(sys.argv[1:])
"""


@pytest.fixture
def surroundings(environment: dict[str, str]) -> dict[str, str]:
    names = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.invalid"}
    return environment | names | {"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.invalid"}


class Clones:
    """Two clones of a project whose areas lie in `.teststop`."""

    def __init__(self, place: Path, call: Cli, environment: dict[str, str]) -> None:
        self.place, self._call, self.environment = place, call, environment
        self.git(place, "init", "-q", "--bare", "-b", "main", "hub")
        first = self.clone("first")
        (first / ".teststop").mkdir()
        (first / ".teststop/memory.json").write_text('{"areas": {}, "version": 1}\n')
        (first / "hardwon.yaml").write_text("areas: []\n")
        self.git(first, "checkout", "-q", "-b", "main")
        self.git(first, "add", "-A")
        self.git(first, "commit", "-qm", "1")
        self.git(first, "push", "-q", "origin", "main")
        self.one, self.two = self.clone("one"), self.clone("two")

    def git(self, place: Path, *arguments: str) -> str:
        return git_in(place, self.environment, *arguments)

    def clone(self, name: str) -> Path:
        self.git(self.place, "clone", "-q", str(self.place / "hub"), name)
        return self.place / name

    def call(self, place: Path, *arguments: str) -> Any:
        ended = self._call(*arguments, cwd=place, env=self.environment)
        assert ended.code == 0, ended.stdout + ended.stderr
        return ended

    def killed(self, place: Path, *arguments: str) -> None:
        command = [sys.executable, "-c", KILLED, *arguments]
        ended = subprocess.run(command, cwd=place, env=self.environment, check=False, capture_output=True)
        assert ended.returncode == -signal.SIGKILL, ended.stderr

    def tests(self, place: Path) -> dict[str, int]:
        rows = json.loads(self.call(place, "status", "--json").stdout)["areas"]
        return {row["name"]: row["test_count"] for row in rows}

    def pushed(self) -> dict[str, int]:
        areas = json.loads(self.git(self.place / "hub", "show", "main:.teststop/memory.json"))["areas"]
        return {name: area["test_count"] for name, area in areas.items()}


@pytest.fixture
def clones(tmp_path: Path, call: Cli, surroundings: dict[str, str]) -> Clones:
    found = Clones(tmp_path, call, surroundings)
    found.call(found.one, "record", "auth", "--pass")
    found.call(found.one, "push")
    found.git(found.two, "pull", "-q")
    return found


@pytest.mark.parametrize("again", ["auth", "pay"])
def test_push(clones: Clones, again: str) -> None:
    one, two = clones.one, clones.two
    clones.call(two, "record", "auth", "--pass")
    clones.call(two, "record", "cart", "--pass")
    clones.call(two, "push")
    clones.call(one, "record", "auth", "--pass")
    clones.killed(one, "push")
    assert clones.tests(one) == {"auth": 3, "cart": 1}
    clones.call(one, "doctor")
    clones.call(one, "record", again, "--pass")
    clones.call(two, "push")
    clones.call(one, "push")
    clones.git(two, "pull", "-q")
    wanted = {"auth": 3, "cart": 1}
    wanted[again] = wanted.get(again, 0) + 1
    assert clones.pushed() == clones.tests(one) == clones.tests(two) == wanted
    assert not clones.git(one, "status", "--porcelain") + clones.git(two, "status", "--porcelain")


def test_record(clones: Clones) -> None:
    one, two = clones.one, clones.two
    clones.killed(one, "record", "auth", "--pass")
    assert clones.tests(one) == {"auth": 2}
    clones.call(one, "doctor")
    clones.call(one, "push")
    clones.call(one, "record", "auth", "--pass")
    clones.call(one, "push")
    clones.git(two, "pull", "-q")
    assert clones.pushed() == clones.tests(one) == clones.tests(two) == {"auth": 3}
    assert "wiped" not in json.loads((one / ".hardwon/beside.json").read_bytes())


def test_what_was_taken_back_after_it_stays_so(clones: Clones) -> None:
    clones.killed(clones.one, "record", "auth", "--pass")
    clones.git(clones.one, "checkout", "-q", "--", ".")
    assert clones.tests(clones.one) == {"auth": 1}
    clones.call(clones.one, "record", "auth", "--pass")
    assert clones.tests(clones.one) == {"auth": 2}


def test_what_another_tool_wrote_after_it_holds(clones: Clones) -> None:
    """As for any write of that tool: what it did not know of is named, and not put back."""
    clones.killed(clones.one, "record", "auth", "--pass")
    file = clones.one / ".teststop/memory.json"
    theirs = json.loads(file.read_bytes())
    theirs["areas"]["pay"] = theirs["areas"]["auth"] | {"name": "pay"}
    file.write_text(json.dumps(theirs))
    assert clones.tests(clones.one) == {"auth": 1, "pay": 1}
    clones.call(clones.one, "record", "pay", "--pass")
    assert clones.tests(clones.one) == {"auth": 1, "pay": 2}
    assert json.loads((clones.one / ".hardwon/beside.json").read_bytes())["wiped"] == {"auth": 1}


def test_another_tool_that_wrote_after_a_killed_push_takes_nothing_away(clones: Clones) -> None:
    """The mark of the push is there, and the areas that it goes with are not."""
    one, two = clones.one, clones.two
    clones.call(two, "record", "auth", "--pass")
    clones.call(two, "record", "cart", "--pass")
    clones.call(two, "push")
    clones.call(one, "record", "auth", "--pass")
    clones.killed(one, "push")
    file = one / ".teststop/memory.json"
    theirs = json.loads(file.read_bytes())
    theirs["areas"]["auth"] |= {"test_count": 3, "pass_count": 3}
    file.write_text(json.dumps(theirs))
    clones.call(one, "push")
    assert clones.pushed() == clones.tests(one) == {"auth": 4, "cart": 1}


@pytest.mark.parametrize("told", [b"", b"[]", b'{"memory.json": 1}', b'{"../x": {"before": null, "after": "x"}}'])
def test_a_plan_that_cannot_be_read_changes_nothing(clones: Clones, told: bytes) -> None:
    plan = clones.one / ".hardwon/cache/areas-underway.json"
    plan.parent.mkdir(exist_ok=True)
    plan.write_bytes(told)
    clones.call(clones.one, "record", "auth", "--pass")
    assert clones.tests(clones.one) == {"auth": 2}
    assert not plan.exists()
