"""`hardwon export`: the same pages as files, in a folder of its own."""

from __future__ import annotations

import html
import json
import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from tests.web.conftest import POISON, TITLES, hardwon, ids, window

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def exported(shop: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported") / "public" / "memory"
    told = json.loads(hardwon(shop, "export", str(folder), "--json"))
    assert told["files"] == sum(path.is_file() for path in folder.rglob("*")) - 1
    return folder


def test_every_link_leads_to_a_file(exported: Path) -> None:
    links = 0
    for page in exported.rglob("*.html"):
        for link in re.findall(r'(?:href|src)="([^"#]+)"', page.read_text("utf-8")):
            links += 1
            assert (page.parent / html.unescape(link)).is_file(), (page, link)
    assert links > 200


def test_pages_say_what_the_dashboard_says(exported: Path, shop: Path) -> None:
    known = ids(shop)[TITLES["late"][0]]
    assert TITLES["late"][1] in (exported / "observations" / f"{known}.html").read_text("utf-8")
    assert "What that proves" in (exported / "areas" / "auth.html").read_text("utf-8")
    assert "Everything agrees" in (exported / "doctor.html").read_text("utf-8")


def test_it_is_read_only_and_holds_nothing_back_but_what_is_held(exported: Path) -> None:
    for page in exported.rglob("*.html"):
        text = html.unescape(page.read_text("utf-8"))
        assert "<form" not in text
        assert POISON not in text
        assert "red button" not in text
    assert "unsafe" in (exported / "quarantine.html").read_text("utf-8")


def test_it_opens_from_the_disk(exported: Path, chromium: Any) -> None:
    with window(chromium) as found:
        found.page.goto((exported / "index.html").as_uri())
        found.page.get_by_role("link", name="Areas", exact=True).first.click()
        found.page.locator("tbody a").first.click()
        assert found.page.inner_text("h1") == "auth"
        color = found.page.evaluate("getComputedStyle(document.querySelector('.card')).borderRadius")
        assert color == "14px"
        assert found.complaints == []


def test_a_second_export_takes_away_what_is_no_more(exported: Path, shop: Path, tmp_path: Path) -> None:
    folder = tmp_path / "again"
    shutil.copytree(exported, folder)
    mark = folder / ".hardwon-export.json"
    listed = json.loads(mark.read_text())["files"]
    (folder / "areas" / "old.html").write_text("old")
    (tmp_path / "precious.html").write_text("mine")
    (folder / "mine.html").write_text("mine")
    mark.write_text(json.dumps({"files": [*listed, "areas/old.html", "../precious.html"]}))
    hardwon(shop, "export", str(folder))
    assert not (folder / "areas" / "old.html").exists()
    assert (tmp_path / "precious.html").read_text() == "mine"
    assert (folder / "mine.html").read_text() == "mine"


@pytest.mark.parametrize("what", ["other files", "a broken mark", "a file", "records"])
def test_a_folder_of_somebody_else_is_refused(shop: Path, tmp_path: Path, what: str) -> None:
    folder = tmp_path / "theirs"
    if what == "a file":
        folder.write_text("x")
    elif what == "records":
        folder = shop / ".hardwon" / "site"
    else:
        folder.mkdir()
        (folder / ("thesis.tex" if what == "other files" else ".hardwon-export.json")).write_text("{")
    before = sorted(path.name for path in tmp_path.rglob("*"))
    hardwon(shop, "export", str(folder), codes=(3,))
    assert sorted(path.name for path in tmp_path.rglob("*")) == before
    assert not (shop / ".hardwon" / "site").exists()
