"""The demo tells a true story, and leaves nothing behind unless asked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli


def test_the_story_is_told_with_measured_figures(cli: Cli, tmp_path: Path) -> None:
    shop = tmp_path / "shop"
    no_proxy_is_there = {"http_proxy": "http://127.0.0.1:9"}
    ended = cli("demo", "--keep", str(shop), "--json", env=no_proxy_is_there)
    assert ended.code == 0, ended.stderr
    figures = json.loads(ended.stdout)
    areas = {row["name"]: row for row in figures["areas"]}
    assert (figures["tests"], figures["runs"]) == (16, 16)
    assert areas["auth"]["fail_count"] == 1
    assert areas["catalog"]["tests_since_change"] < areas["catalog"]["test_count"]
    assert areas["cart"]["fail_count"] == areas["checkout"]["fail_count"] == 1
    assert "its files changed since" in ended.stderr
    [retirement] = json.loads((shop / ".hardwon/retired.json").read_text())["areas"]
    assert (retirement["name"], "unretired_at" in retirement) == ("auth", True)
    assert figures["pages_second"] < 0.6 * figures["pages_first"]
    for line in (
        "failed with memory, passed without: 1 observation deprecated",
        "The next run: passed, no ablation needed.",
        "Blocked (unsafe)",
        "attempts with memory failed",
        "without memory (tripped): passed",
    ):
        assert line in ended.stderr


def test_a_folder_with_something_in_it_is_not_touched(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "full"
    folder.mkdir()
    (folder / "mine").write_text("x")
    assert cli("demo", "--keep", str(folder)).code == 3
    assert [path.name for path in folder.iterdir()] == ["mine"]
