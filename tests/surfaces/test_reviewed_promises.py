"""Promises that are easy to break: what readers say when something is missing, changed, damaged or undone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Cli

RULE = "areas:\n  - {area: auth, paths: ['src/**']}\n"


def areas(call: Cli) -> dict[str, Any]:
    return {row["name"]: row for row in call("status", "--json").document["areas"]}


def retirements(project: Path) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads((project / ".hardwon/retired.json").read_text())["areas"]
    return entries


@pytest.fixture
def source(project: Path) -> Path:
    """A source file that belongs to the area auth."""
    (project / "src").mkdir()
    (project / "hardwon.yaml").write_text(RULE)
    file = project / "src" / "auth.py"
    file.write_text("one")
    return file


def test_flaky_goes_on_past_a_damaged_line_and_names_it(
    project: Path, call: Cli, in_lines: Callable[[Path], Path]
) -> None:
    (project / "r.xml").write_text(
        '<testsuite><testcase file="a.py" name="x"><failure/></testcase><testcase file="a.py" name="x"/></testsuite>'
    )
    call("ingest", str(project / "r.xml"))
    [table] = (project / ".hardwon/runs").glob("*/tests.json.gz")
    with in_lines(table.parent).open("ab") as file:
        file.write(b'{broken\n\xff\xfe\n{"test": "cut')
    ended = call("flaky", "--json")
    assert (ended.code, len(ended.document["tests"])) == (0, 1)
    assert all(f"tests.jsonl, line {number}:" in ended.stderr for number in (2, 3, 4))


@pytest.mark.usefixtures("source")
def test_area_without_paths_any_more_is_said_to_be_unwatched(project: Path, call: Cli) -> None:
    call("record", "auth", "--pass")
    assert areas(call)["auth"]["tracked"]
    (project / "hardwon.yaml").write_text("areas:\n  - {area: auth}\n")
    assert not areas(call)["auth"]["tracked"]
    assert "No change detection for 1 of 1" in call("status").stdout


def test_pass_does_not_end_retirement_when_the_gates_get_stricter(call: Cli) -> None:
    for _ in range(15):
        call("record", "auth", "--pass")
    call("record", "auth", "--pass", "--set", "retirementTests=30")
    assert areas(call)["auth"]["status"] == "retired"


def test_change_ends_a_retirement_even_if_a_new_one_begins_at_once(project: Path, call: Cli, source: Path) -> None:
    easy = ("--set", "retirementTests=1", "--set", "retirementThreshold=0.1")
    call("record", "auth", "--pass", *easy)
    source.write_text("two")
    call("record", "auth", "--pass", *easy)
    assert ["unretired_at" in entry for entry in retirements(project)] == [True, False]


def test_record_says_what_happened(call: Cli, source: Path) -> None:
    for _ in range(15):
        call("record", "auth", "--pass")
    source.write_text("two")
    assert "started again: its files changed" in call("record", "auth", "--pass").stdout
    for _ in range(15):
        call("record", "cart", "--pass")
    assert "back from retirement" in call("record", "cart", "--fail").stdout


def test_gate_with_nothing_to_judge_says_so(call: Cli) -> None:
    ended = call("status", "--threshold", "80")
    assert (ended.code, "no area is known or configured" in ended.stderr) == (1, True)


def test_any_record_puts_the_history_of_retirements_right(project: Path, call: Cli) -> None:
    """As after a merge in which one branch retired an area and the other saw it fail."""
    for _ in range(15):
        call("record", "auth", "--pass")
    path = project / ".hardwon/memory.json"
    path.write_text(path.read_text().replace('"retired": true', '"retired": false').replace("0.9576088417", "0.65"))
    call("record", "cart", "--pass")
    assert ["unretired_at" in entry for entry in retirements(project)] == [True]
    assert call("doctor").code == 1, "the stage in the edited file is still wrong"


def test_empty_sections_of_the_configuration_are_fine(project: Path, call: Cli) -> None:
    (project / "hardwon.yaml").write_text("areas:\ntargets:\nservices:\n  memory:\n    enabled: True\n")
    assert call("config").code == 0


def test_pytest_file_in_the_root_belongs_to_its_rule(project: Path, call: Cli) -> None:
    (project / "hardwon.yaml").write_text("areas:\n  - {area: app, tests: ['test_app.py']}\n")
    (project / "r.xml").write_text(
        '<testsuites><testsuite name="pytest"><testcase classname="test_app" name="t"/></testsuite></testsuites>'
    )
    assert [verdict["area"] for verdict in call("ingest", str(project / "r.xml"), "--json").document["verdicts"]] == [
        "app"
    ]
