"""The mandates of four systems, as they were reviewed: a shop, flaskr, an HTTP client and a command line tool."""

from __future__ import annotations

import os
import shutil
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Cli, Ended

ROOT = Path(__file__).parents[2]
GOLD = ROOT / "tests" / "gold" / "mandates"
FETCHED = ROOT / ".venv" / "suites"
WRITES = bool(os.environ.get("HARDWON_WRITE_GOLD"))  # read at import: tests run without variables of hardwon

FLASKR = """\
areas:
  - {area: auth, tests: ["tests/test_auth.py"], paths: ["flaskr/auth.py"]}
  - {area: blog, tests: ["tests/test_blog.py"], paths: ["flaskr/blog.py"]}
targets:
  flaskr: {product: flaskr, url: "http://127.0.0.1:5000"}
"""
REPORT = """\
<testsuite name="pytest"><testcase classname="tests.test_blog" file="tests/test_blog.py" name="test_delete">
<failure message="AssertionError">assert 403 == 404</failure></testcase>
<testcase classname="tests.test_blog" file="tests/test_blog.py" name="test_create"/></testsuite>
"""


def unpacked(name: str, to: Path) -> Path:
    packed = FETCHED / name
    if not packed.exists():
        pytest.skip("needs the sources that `make test` fetches")
    with tarfile.open(packed) as archive:
        archive.extractall(to, filter="data")
    return to / name.removesuffix(".tar.gz")


def compared(name: str, ended: Ended) -> None:
    text = ended.stdout
    assert (ended.code, text[:14]) == (0, "# Test mandate"), ended.stderr
    if WRITES:
        (GOLD / name).write_text(text, "utf-8")
    assert text == (GOLD / name).read_text("utf-8")


def test_shop(tmp_path: Path, call: Cli) -> None:
    kept = shutil.ignore_patterns(".hardwon", "__pycache__", "*.pyc", "report*")
    folder = shutil.copytree(ROOT / "examples" / "shop", tmp_path / "shop", ignore=kept)
    compared("shop.txt", call("mandate", "--project", str(folder)))


def test_flaskr(tmp_path: Path, call: Cli) -> None:
    folder = unpacked("flask-3.1.1.tar.gz", tmp_path) / "examples" / "tutorial"
    (folder / "hardwon.yaml").write_text(FLASKR)
    (tmp_path / "report.xml").write_text(REPORT)
    here = ("--project", str(folder))
    assert call("ingest", str(tmp_path / "report.xml"), *here).code == 0
    told = (
        "--title",
        "Registering leads to the login page",
        "--content",
        "After registering, the login page is shown.",
    )
    assert call("observations", "add", "--product", "flaskr", *told, *here).code == 0
    compared("flaskr.txt", call("mandate", *here))


def test_httpx(tmp_path: Path, call: Cli) -> None:
    folder = unpacked("httpx-0.28.1.tar.gz", tmp_path)
    compared("httpx.txt", call("mandate", "--project", str(folder)))


def test_slugify(tmp_path: Path, call: Cli) -> None:
    folder = unpacked("python-slugify-8.0.4.tar.gz", tmp_path)
    (folder / "hardwon.yaml").write_text("targets: {slugify: {command: [python3, -m, slugify]}}\n")
    compared("slugify.txt", call("mandate", "--project", str(folder)))


@pytest.mark.parametrize("budget", [1500, 3000, 6000])
def test_a_budget_is_kept(tmp_path: Path, call: Cli, budget: int) -> None:
    kept = shutil.ignore_patterns(".hardwon", "__pycache__")
    folder = shutil.copytree(ROOT / "examples" / "shop", tmp_path / "shop", ignore=kept)
    text = call("mandate", "--project", str(folder), "--budget", str(budget)).stdout
    assert len(text.encode()) <= 3 * max(budget, 2000)
    assert "## An example" in text
    assert '"expected_status"' in text
