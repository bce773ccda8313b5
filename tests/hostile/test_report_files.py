"""Reports are plain writes, after the output: into pipes and devices too, and none that fails hides a result."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

REPORTS = {"--junit-xml": b"<testsuite", "--ctrf": b"CTRF"}


@pytest.fixture
def tested(project: Path) -> Path:
    (project / "t.yaml").write_text("test-id: t1\nsteps: [Open the page]\n")
    (project / "mine.py").write_text("def agent(step):\n    print('noise')\n    return True\n")
    return project


RUN = ("run", "t.yaml", "--agent", "mine:agent")


@pytest.mark.parametrize("option", REPORTS)
def test_a_report_that_cannot_be_written_is_said_after_the_results(tested: Path, cli: Cli, option: str) -> None:
    (tested / "folder").write_text("a file where a folder should be")
    ended = cli(*RUN, "--json", option, "folder/report")
    assert (ended.code, ended.document["status"]) == (3, "passed")
    assert "folder/report could not be written" in ended.stderr
    assert cli("status", "--json").document["areas"][0]["pass_count"] == 1


def test_every_report_is_tried(tested: Path, cli: Cli) -> None:
    (tested / "folder").write_text("")
    ended = cli(*RUN, "--junit-xml", "folder/a", "--ctrf", "b.json")
    assert (ended.code, json.loads((tested / "b.json").read_text())["reportFormat"]) == (3, "CTRF")


@pytest.mark.parametrize("summary", ["/nowhere/at/all", "/dev/full", "."])
def test_a_summary_that_ci_cannot_keep_fails_no_run(tested: Path, cli: Cli, summary: str) -> None:
    ended = cli(*RUN, "--json", env={"GITHUB_STEP_SUMMARY": summary if summary != "/nowhere/at/all" else "t.yaml/x"})
    assert (ended.code, ended.document["status"]) == (0, "passed")
    assert "could not be written" in ended.stderr


def test_a_summary_is_added_to(tested: Path, cli: Cli) -> None:
    (tested / "summary.md").write_text("before\n")
    assert cli(*RUN, env={"GITHUB_STEP_SUMMARY": "summary.md"}).code == 0
    assert (tested / "summary.md").read_text().startswith("before\n# Run ")


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_gets_the_report_behind_the_results(
    tested: Path, environment: dict[str, str], tmp_path: Path, name: str
) -> None:
    """Also where it is a file, which opening it anew would cut off."""
    with (tmp_path / "out").open("wb") as out:
        done = subprocess.run(
            [sys.executable, "-m", "hardwon", *RUN, "--junit-xml", name],
            cwd=tested,
            env=environment,
            stdout=out,
            stderr=subprocess.PIPE,
            check=False,
            timeout=120,
        )
    results, report = (tmp_path / "out").read_bytes().split(b"<?xml")
    assert (done.returncode, b"passed" in results, b"<testsuites>" in report) == (0, True, True), done.stderr
    assert b"testsuite" not in done.stderr


@pytest.mark.parametrize("option", REPORTS)
def test_a_pipe_gets_the_report_and_stays_a_pipe(tested: Path, cli: Cli, option: str) -> None:
    os.mkfifo(tested / "pipe")
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append((tested / "pipe").read_bytes()), daemon=True)
    reader.start()
    assert cli(*RUN, option, "pipe").code == 0
    reader.join(60)
    assert (tested / "pipe").is_fifo()
    assert REPORTS[option] in got[0]


def test_a_shorter_report_leaves_nothing_of_a_longer_one(tested: Path, cli: Cli) -> None:
    (tested / "report.xml").write_text("x" * 100_000)
    assert cli(*RUN, "--junit-xml", "report.xml").code == 0
    assert ET.parse(tested / "report.xml").getroot().tag == "testsuites"  # noqa: S314 - our own file


@pytest.mark.parametrize("kind", ["file", "dangling", "folder"])
def test_no_link_of_a_checkout_says_which_file_is_overwritten(
    tested: Path, tmp_path: Path, cli: Cli, kind: str
) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "report.xml").write_text("precious")
    if kind == "folder":
        (tested / "out").symlink_to(precious)
    else:
        (tested / "out").mkdir()
        (tested / "out" / "report.xml").symlink_to(precious / ("report.xml" if kind == "file" else "new.xml"))
    ended = cli(*RUN, "--junit-xml", "out/report.xml")
    assert (ended.code, "through a link of the project" in ended.stderr) == (3, True), ended.stderr
    assert [each.read_text() for each in precious.iterdir()] == ["precious"]


@pytest.mark.parametrize("precious", [".venv/bin/pip", ".git/hooks/pre-commit", ".hardwon/cache/x", "src/app.py"])
@pytest.mark.parametrize("way", ["file", "folder"])
def test_no_link_turns_a_report_into_another_file_of_the_project(
    tested: Path, call: Cli, precious: str, way: str
) -> None:
    """A shell would take a report for a script, in a file that may be executed."""
    kept = tested / precious
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text("precious")
    (tested / "out").symlink_to(kept if way == "file" else kept.parent)
    ended = call(*RUN, "--ctrf", "out" if way == "file" else f"out/{kept.name}")
    assert (ended.code, "through a link of the project" in ended.stderr) == (3, True), ended.stderr
    assert kept.read_text() == "precious"


@pytest.mark.parametrize(
    "name", [".git/hooks/pre-push", ".GIT/x", ".hardwon/memory.json", "a/../.teststop/memory.json"]
)
def test_no_report_takes_the_place_of_a_record(tested: Path, call: Cli, name: str) -> None:
    ended = call(*RUN, "--ctrf", name)
    assert (ended.code, "not a folder for reports" in ended.stderr) == (3, True), ended.stderr
    assert "CTRF" not in "".join(each.read_text() for each in tested.glob(".*/*.json"))
    assert not (tested / ".git" / "hooks" / "pre-push").exists()


@pytest.mark.parametrize(
    "name", ["{alias}/report.xml", "{alias}/deep/../report.xml", "{chain}", "{project}/loop/report.xml"]
)
def test_the_way_to_the_project_hides_no_link_in_it(tested: Path, tmp_path: Path, call: Cli, name: str) -> None:
    precious = tmp_path / "precious.xml"
    precious.write_text("precious")
    (tmp_path / "alias").symlink_to(tested)
    (tmp_path / "chain").symlink_to("alias/report.xml")
    (tested / "deep").mkdir()
    (tested / "loop").symlink_to(".")
    (tested / "report.xml").symlink_to("../precious.xml")
    given = name.format(alias=tmp_path / "alias", chain=tmp_path / "chain", project=tested)
    ended = call(*RUN, "--junit-xml", given)
    assert (ended.code, "through a link of the project" in ended.stderr) == (3, True), ended.stderr
    assert precious.read_text() == "precious"


def test_links_of_the_user_are_followed(tested: Path, tmp_path: Path, call: Cli) -> None:
    (tmp_path / "alias").symlink_to(tested)
    (tmp_path / "mine").symlink_to(tmp_path / "elsewhere.xml")
    for name in (tmp_path / "alias" / "report.xml", tmp_path / "mine"):
        assert call(*RUN, "--junit-xml", str(name)).code == 0
    for path in (tested / "report.xml", tmp_path / "elsewhere.xml"):
        assert path.read_bytes().startswith(b"<?xml")


def test_a_link_to_a_device_is_written_through(tested: Path, cli: Cli) -> None:
    (tested / "report.xml").symlink_to(os.devnull)
    assert cli(*RUN, "--junit-xml", "report.xml").code == 0
    assert (tested / "report.xml").is_symlink()
