"""A fresh user's hour: runs without configuration, init, a rename, a branch; no ghosts, and the screen always fits."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.plugin.conftest import AUTHOR

if TYPE_CHECKING:
    from tests.conftest import Cli
    from tests.journeys.conftest import Hour

ROOT = Path(__file__).parents[2]
GOLD = ROOT / "tests" / "gold" / "reports"
HOURS = ROOT / "tests" / "gold" / "hours"
TESTSTOP = ROOT / "tests" / "gold" / "teststop"
TOOLZ = ROOT / ".venv" / "suites" / "toolz-1.0.0.tar.gz"
WRITES = bool(os.environ.get("HARDWON_WRITE_GOLD"))  # read at import: tests run without variables of hardwon

SAME_WIDTH = ((r"\b\d{4}-\d\d-\d\d \d\d:\d\d", "YYYY-MM-DD HH:MM"),)
"""What differs from hour to hour, and stands in columns."""
OTHERS = (
    (r"\b\d{8}T\d{6}Z?[-\w]*", "RUN"),
    (r"\b\d{4}-\d\d-\d\dT[\d:.]+Z?", "TIME"),
    (r"\b[0-9a-f]{7,64}\b", "COMMIT"),
    (r"\b\d+ (second|minute)s? ago", "A MOMENT ago"),
    (r"\bin \d+\.\d+s", "in SECONDS"),
)


def screen(call: Cli, hour: Hour, columns: int) -> str:
    """What status shows on a terminal of that width; every line of it fits, but for commands to copy."""
    said = call("status", cwd=hour.root, env={"COLUMNS": str(columns)}).stdout
    too_long = [line for line in said.splitlines() if len(line) > columns and not line.strip().startswith("hardwon ")]
    assert too_long == []
    return said


@pytest.mark.parametrize("columns", [80, 120])
def test_running_first_and_init_later_leaves_no_ghosts(hour: Hour, call: Cli, columns: int) -> None:
    hour.suite.write(tests__test_http="def test_get(): pass\n")
    hour.commit()
    for _ in range(3):
        hour.pytest()
        hour.edit()
    assert set(hour.suite.areas) == {"auth", "cart", "http"}
    assert "http" in screen(call, hour, columns)
    assert call("init", cwd=hour.root).code == 0
    hour.commit()
    for _ in range(3):
        hour.edit()
        hour.commit()
        hour.pytest()
    assert set(hour.suite.areas) == {"auth", "cart", "http"}
    assert call("status", "--json", cwd=hour.root).document["unreached"] == []
    renamed = call("areas", "rename", "cart", "basket", cwd=hour.root).stdout
    assert "still says cart" in renamed
    assert "basket: its tests are in cart now" in screen(call, hour, columns)
    config = hour.root / "hardwon.yaml"
    config.write_text(config.read_text().replace("area: cart", "area: basket"))
    assert "Nothing reaches" not in screen(call, hour, columns)
    hour.pytest()
    assert set(hour.suite.areas) == {"auth", "basket", "http"}


def test_a_report_of_jest_by_default_names_the_setting_that_cures_it(hour: Hour, call: Cli) -> None:
    said = call("ingest", str(GOLD / "jest-junit.xml"), cwd=hour.root)
    assert "JEST_JUNIT_ADD_FILE_ATTRIBUTE=true" in said.stderr
    other = call("ingest", str(GOLD / "jest-junit-file-attribute.xml"), cwd=hour.root)
    assert "ADD_FILE_ATTRIBUTE" not in other.stderr


class Transcript:
    """What was typed and what the screen showed, on a terminal of that width."""

    def __init__(self, root: Path, call: Cli, columns: int) -> None:
        self.root, self._call, self.columns = root, call, columns
        self._shown: list[str] = []

    def show(self, typed: str, screen: str, code: int) -> None:
        self._shown.append(f"$ {typed}\n{screen.rstrip()}\n" + (f"[exit code {code}]\n" if code else ""))

    def hardwon(self, *arguments: str, shown: bool = True) -> None:
        ended = self._call(*arguments, cwd=self.root, env={"COLUMNS": str(self.columns)})
        if shown:
            self.show(f"hardwon {' '.join(arguments)}", ended.stdout + ended.stderr, ended.code)

    def remark(self, text: str) -> None:
        self._shown.append(f"# {text}\n")

    def compare(self, hour: str) -> None:
        text = "\n".join(self._shown).replace(str(self.root), "PROJECT")
        for pattern, instead in (*SAME_WIDTH, *OTHERS):
            text = re.sub(pattern, instead, text)
        gold = HOURS / f"{hour}-{self.columns}.txt"
        if WRITES:
            gold.write_text(text, "utf-8")
        assert text == gold.read_text("utf-8")


class Toolz:
    """The sources of toolz in a repository. Its suite is run by a real pytest, or reported as passed by a build."""

    def __init__(self, root: Path, seen: Transcript, environment: dict[str, str]) -> None:
        self.root, self._seen, self._builds = root, seen, 0
        self._environment = environment | {"COLUMNS": str(seen.columns)}
        with tarfile.open(TOOLZ) as packed:
            packed.extractall(root.parent, filter="data")
        (root.parent / TOOLZ.name.removesuffix(".tar.gz")).rename(root)
        (root / ".gitignore").write_text("__pycache__/\n.pytest_cache/\nreport.xml\n")
        self.git("init", "-q", "-b", "main")
        self.commit()

    def git(self, *arguments: str) -> None:
        subprocess.run(["git", *AUTHOR, *arguments], cwd=self.root, check=True, capture_output=True)

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-qm", "a commit")

    def edit(self, name: str, text: str) -> None:
        with (self.root / "toolz" / name).open("a") as source:
            source.write(f"# {text}\n")

    def pytest(self) -> None:
        command = ["-m", "pytest", "--hardwon", "-q", "-p", "no:randomly", "--junit-xml=report.xml"]
        ended = subprocess.run(
            [sys.executable, *command],
            cwd=self.root,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        lines = ended.stdout.splitlines()
        heading = next(number for number, line in enumerate(lines) if line.strip("=") == " hardwon ")
        self._seen.show("python -m pytest --hardwon -q", "\n".join(lines[heading:]), ended.returncode)

    def build(self, *, shown: bool = True) -> None:
        """A build of this state passes: the last report, with times of its own and no word of the plugin."""
        self._builds += 1
        report = self.root / "report.xml"
        text = re.sub(r"<properties>.*?</properties>", "", report.read_text("utf-8"), flags=re.DOTALL)
        text = re.sub(r'timestamp="[^"]*"', f'timestamp="{datetime.now(UTC).isoformat()}"', text)
        report.write_text(re.sub(r' time="[^"]*"', f' time="0.{self._builds:03}"', text), "utf-8")
        self._seen.hardwon("ingest", "report.xml", shown=shown)


@pytest.mark.skipif(not TOOLZ.exists(), reason="needs the sources that `make test` fetches")
@pytest.mark.parametrize("columns", [80, 120])
def test_the_screens_of_an_hour_on_a_real_suite(
    tmp_path: Path, call: Cli, environment: dict[str, str], columns: int
) -> None:
    seen = Transcript(tmp_path / "toolz", call, columns)
    toolz = Toolz(seen.root, seen, environment)
    for _ in range(3):
        toolz.pytest()
    seen.hardwon("status")
    seen.hardwon("init", "--git")
    seen.hardwon("status")
    seen.hardwon("areas", "list")
    toolz.commit()
    seen.remark("sixteen commits, each with an edit of the tests and a build")
    for number in range(16):
        toolz.edit("tests/test_recipes.py", f"edit {number}")
        toolz.commit()
        toolz.build(shown=number in {0, 15})
    seen.hardwon("status")
    seen.hardwon("areas", "rename", "toolz", "functional", "--dry-run")
    seen.hardwon("areas", "rename", "toolz", "functional")
    seen.hardwon("status")
    config = toolz.root / "hardwon.yaml"
    config.write_text(config.read_text().replace("area: toolz", "area: functional"))
    seen.remark("hardwon.yaml says functional now")
    seen.hardwon("status")
    seen.hardwon("status", "--threshold", "90")
    seen.hardwon("doctor")
    toolz.commit()
    toolz.git("checkout", "-qb", "feature")
    toolz.edit("recipes.py", "on the branch")
    seen.remark("on a branch, the sources change")
    seen.hardwon("status")
    toolz.build()
    toolz.commit()
    toolz.git("checkout", "-q", "main")
    toolz.edit("dicttoolz.py", "on main")
    seen.remark("on main, others of them")
    toolz.build()
    toolz.commit()
    toolz.git("merge", "-q", "--no-edit", "feature")
    seen.remark("git merge feature")
    seen.hardwon("status")
    seen.hardwon("status", "--threshold", "90")
    toolz.build()
    seen.hardwon("status", "--threshold", "50")
    seen.hardwon("doctor")
    seen.compare("toolz")


@pytest.mark.parametrize("columns", [80, 120])
def test_the_screens_of_an_hour_beside_teststop(project: Path, call: Cli, columns: int) -> None:
    seen = Transcript(project, call, columns)
    memory = project / ".teststop" / "memory.json"
    memory.parent.mkdir()

    def replay(name: str) -> None:
        seen.remark(f"teststop writes {name}")
        memory.write_bytes((TESTSTOP / name).read_bytes())

    replay("1-first-run.json")
    seen.hardwon("status")
    seen.hardwon("record", "auth", "--pass")
    replay("2-next-run.json")
    seen.hardwon("status")
    seen.hardwon("doctor")
    replay("1-first-run.json")
    seen.hardwon("doctor")
    seen.hardwon("record", "auth", "--pass")
    replay("3-over-ours.json")
    seen.hardwon("status")
    seen.hardwon("doctor")
    seen.compare("teststop")
