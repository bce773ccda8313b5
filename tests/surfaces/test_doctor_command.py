"""`hardwon doctor`, as a user calls it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

Call = Any
"""The fixtures of conftest.py that call hardwon."""


def test_agreement_is_said_with_how_much_was_read(call: Call) -> None:
    call("record", "auth", "--pass")
    call("record", "auth", "--pass")
    call("observations", "add", "--product", "shop", "--title", "Login", "--content", "It opens late.")
    ended = call("doctor")
    assert (ended.code, ended.stdout) == (0, "Everything agrees: 1 area, 1 observation, 3 runs read.\n")


def test_agreement_as_json_is_an_empty_list(call: Call) -> None:
    ended = call("doctor", "--json")
    assert (ended.code, ended.document) == (0, {"findings": [], "notes": []})
    assert "Everything agrees: 0 areas, 0 observations, 0 runs read." in ended.stderr


def test_each_disagreement_is_a_line_and_the_exit_code_is_one(call: Call, project: Path) -> None:
    call("record", "auth", "--pass")
    (project / ".hardwon/memory.json").write_text("{")
    (project / ".hardwon/.gitignore").unlink()
    ended = call("doctor")
    assert ended.code == 1
    assert [line.partition(": ")[0] for line in ended.stdout.splitlines()] == [
        ".hardwon/memory.json",
        ".hardwon/.gitignore",
    ]
    assert "2 disagreements. Nothing was changed." in ended.stderr


def test_disagreements_as_json_have_path_and_reason(call: Call, project: Path) -> None:
    call("record", "auth", "--pass")
    path = project / ".hardwon/memory.json"
    data = json.loads(path.read_text())
    data["areas"]["auth"]["test_count"] = 9
    path.write_text(json.dumps(data))
    ended = call("doctor", "--json")
    assert ended.code == 1
    assert ended.document == {
        "findings": [
            {"path": ".hardwon/memory.json", "reason": "areas.auth: 1 passed and 0 failed, but test_count is 9"}
        ],
        "notes": [],
    }


@pytest.mark.parametrize("text", ["areas: [", "services: {memory: {minTrust: 9}}", "unknown: 1", "\x00"])
def test_broken_configuration_does_not_stop_it(call: Call, project: Path, text: str) -> None:
    (project / "hardwon.yaml").write_text(text)
    ended = call("doctor", "--json")
    assert (ended.code, [each["path"] for each in ended.document["findings"]]) == (1, ["hardwon.yaml"])


def test_terminal_escapes_in_records_are_made_visible(call: Call, project: Path) -> None:
    call("record", "auth", "--pass")
    path = project / ".hardwon/memory.json"
    path.write_text(path.read_text().replace('"maturity_stage": "new"', '"maturity_stage": "\\u001b[2J"'))
    ended = call("doctor")
    assert ended.code == 1
    assert "\x1b" not in ended.stdout


def test_folder_that_does_not_exist_is_a_usage_error(call: Call) -> None:
    assert call("doctor", "--project", "nowhere").code == 3


def test_wrong_setting_given_by_flag_is_refused(call: Call) -> None:
    ended = call("doctor", "--set", "minTrust=9")
    assert ended.code == 3
    assert "[bad-setting]" in ended.stderr


def test_what_init_writes_agrees_in_a_real_checkout(cli: Call, project: Path) -> None:
    for file in ("src/auth/login.py", "src/cart/cart.py", "tests/auth/test_login.py", "e2e/search/find.spec.ts"):
        (project / file).parent.mkdir(parents=True)
        (project / file).touch()
    assert cli("init").code == 0
    assert cli("record", "auth", "--pass").code == 0
    assert cli("doctor").stdout == "Everything agrees: 1 area, 0 observations, 1 run read.\n"
