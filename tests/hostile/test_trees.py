"""Folders of a clone that are a thousand levels deep, or full of links: nothing ends in a traceback, and all ends."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from hardwon.errors import ReportError
from hardwon.evidence import reports
from hardwon.store import trees

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.conftest import Cli

LEVELS = 1100
OLD = "20200105T103000-000000-ab12"
REPORT = '<testsuite name="s"><testcase classname="c" name="{}"/></testsuite>'


@pytest.fixture
def deep(project: Path) -> Iterator[Callable[[str], Path]]:
    """Makes a folder with more levels than Python has for calls; pytest could not remove it again."""
    made: list[Path] = []

    def make(name: str) -> Path:
        top = place = project / name
        made.append(top)
        top.mkdir(parents=True)
        for _ in range(LEVELS):
            place /= "a"
            place.mkdir()
        (place / "x").write_text("")
        return top

    yield make
    for top in made:
        trees.remove(top)


@pytest.fixture
def tested(project: Path) -> Path:
    (project / "reports").mkdir()
    (project / "reports" / "r.xml").write_text(REPORT.format("one"))
    return project


@pytest.mark.parametrize("arguments", [("record", "a", "--pass"), ("ingest", "reports/r.xml")])
def test_a_deep_run_is_pruned_as_any_other(
    tested: Path, call: Cli, deep: Callable[[str], Path], arguments: tuple[str, ...]
) -> None:
    (tested / "hardwon.yaml").write_text("runs: {kept: 1}\n")
    run = deep(f".hardwon/runs/{OLD}")
    assert call("doctor").code == 1
    ended = call(*arguments)
    assert (ended.code, ended.stderr) == (0, "")
    assert (tested / ".hardwon" / "memory.json").exists()
    assert not run.exists()
    assert not list(run.parent.glob(".dropped-*"))
    assert call("doctor").code == 0


def test_links_in_a_pruned_run_go_and_what_they_lead_to_stays(project: Path, tmp_path: Path, call: Cli) -> None:
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "file").write_text("precious")
    (project / "hardwon.yaml").write_text("runs: {kept: 1}\n")
    run = project / ".hardwon" / "runs" / OLD
    (run / "a").mkdir(parents=True)
    (run / "a" / "out").symlink_to(tmp_path / "precious")
    (run.parent / ".dropped-x").symlink_to(tmp_path / "precious")
    assert call("record", "a", "--pass").code == 0
    assert not run.exists()
    assert (tmp_path / "precious" / "file").read_text() == "precious"


def test_deep_folders_of_tests_and_observations(project: Path, call: Cli, deep: Callable[[str], Path]) -> None:
    (deep("e2e") / "t.yaml").write_text("test-id: t1\nsteps: [Open the page]\n")
    deep(".hardwon/observations")
    (project / "mine.py").write_text("def agent(step):\n    return True\n")
    for tests in ("e2e", "e2e/**/*.yaml"):
        assert call("run", tests, "--agent", "mine:agent").code == 0
    assert call("observations", "list").code == 0
    assert "Traceback" not in call("doctor").stderr


@pytest.mark.parametrize("links", [{"a": ".", "b": "."}, {"a": "/", "b": ".."}])
def test_a_glob_for_reports_follows_no_link_to_a_folder(tested: Path, call: Cli, links: dict[str, str]) -> None:
    for name, target in links.items():
        (tested / "reports" / name).symlink_to(target)
    ended = call("ingest", "reports/**/*.xml", "--json")
    assert (ended.code, [each["tests"] for each in ended.document["verdicts"]]) == (0, [1]), ended.stderr


PATTERNS = {
    "reports/*.xml": ["reports/r.xml"],
    "./reports/*.xml": ["reports/r.xml"],
    "**/*.xml": ["reports/in/s.xml", "reports/r.xml"],
    "reports/**": ["reports/in/s.xml", "reports/r.xml"],
    "reports/{in,out}/*.xml": ["reports/in/s.xml"],
    "reports/.*/*.xml": ["reports/.hidden/h.xml"],
    "*/*/s.xml": ["reports/in/s.xml"],
    "../project/reports/*.xml": ["../project/reports/r.xml"],
    "reports/*.json": [],
    "nothing.xml": [],
    "a\0*": [],
}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_what_a_glob_for_reports_stands_for(tested: Path, monkeypatch: pytest.MonkeyPatch, pattern: str) -> None:
    for name in ("in/s.xml", ".hidden/h.xml"):
        (tested / "reports" / name).parent.mkdir()
        (tested / "reports" / name).write_text("")
    monkeypatch.chdir(tested)
    assert found(pattern, tested) == PATTERNS[pattern]
    whole = f"{tested}/{pattern.removeprefix('./')}"
    assert found(whole, tested) == [f"{tested}/{name}" for name in PATTERNS[pattern]]


def found(pattern: str, root: Path) -> list[str]:
    try:
        return reports.find([pattern], root)
    except ReportError:
        return []


@pytest.mark.parametrize(
    ("link", "name"),
    [
        ("report.xml", "report.xml"),
        ("report.xml", "*.xml"),
        ("out", "out/secret.xml"),
        ("out", "out/*.xml"),
        ("out", "out/**/*.nosuch"),
    ],
)
def test_no_link_of_a_clone_says_what_is_read_as_a_report(
    project: Path, tmp_path: Path, call: Cli, link: str, name: str
) -> None:
    """What is wrong with a report is told with its first words."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.xml").write_text("hunter2-and-more")
    (project / link).symlink_to(outside / "secret.xml" if link.endswith("xml") else outside)
    for given in (name, f"{project}/{name}"):
        ended = call("ingest", given)
        assert (ended.code, "leads out of the project" in ended.stderr) == (3, True), ended.stderr
        assert "hunter2" not in ended.stderr + ended.stdout


def test_a_link_into_git_is_no_report(project: Path, call: Cli) -> None:
    (project / ".git" / "config").write_text("extraheader = hunter2")
    (project / "report.xml").symlink_to(".git/config")
    ended = call("ingest", "report.xml")
    assert (ended.code, "hunter2" in ended.stderr) == (3, False)


def test_what_the_user_names_outside_is_read(tested: Path, tmp_path: Path, call: Cli) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "one.xml").write_text(REPORT.format("one"))
    (tmp_path / "mine").symlink_to("outside")
    (tested / "latest.xml").symlink_to("reports/r.xml")
    for name in (f"{tmp_path}/outside/one.xml", "../outside/*.xml", f"{tmp_path}/mine/*.xml", "latest.xml"):
        assert call("ingest", name, "--again").code == 0, name


@pytest.mark.parametrize("tests", ["out/**/*.nosuch", "out", "out/*/*.yaml"])
def test_tests_of_the_configuration_never_walk_over_the_disk(project: Path, call: Cli, tests: str) -> None:
    (project / "out").symlink_to(os.sep)
    (project / "hardwon.yaml").write_text(f'tests: ["{tests}"]\n')
    ended = call("run")
    assert (ended.code, "is not in the project" in ended.stderr) == (3, True), ended.stderr
    assert "Traceback" not in call("doctor").stderr
