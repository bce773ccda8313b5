"""The demo tells a true story, and leaves nothing behind unless asked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli


def test_the_story_has_growth_a_change_failures_retirement_and_a_return(cli: Cli, tmp_path: Path) -> None:
    shop = tmp_path / "shop"
    ended = cli("demo", "--keep", str(shop), "--json")
    assert ended.code == 0, ended.stderr
    figures = json.loads(ended.stdout)
    areas = {row["name"]: row for row in figures["areas"]}
    assert (figures["tests"], figures["runs"]) == (16, 16)
    assert (areas["auth"]["status"], areas["auth"]["fail_count"]) == ("volatile", 1)
    assert areas["catalog"]["tests_since_change"] == 7
    assert areas["cart"]["fail_count"] == areas["checkout"]["fail_count"] == 1
    assert "its files changed since" in ended.stderr
    [retirement] = json.loads((shop / ".hardwon/retired.json").read_text())["areas"]
    assert (retirement["name"], "unretired_at" in retirement) == ("auth", True)


def test_a_folder_with_something_in_it_is_not_touched(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "full"
    folder.mkdir()
    (folder / "mine").write_text("x")
    assert cli("demo", "--keep", str(folder)).code == 3
    assert [path.name for path in folder.iterdir()] == ["mine"]
