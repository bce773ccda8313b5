"""What was tested is what counts: files that change under a run, and what a machine's bare word rests on."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from hardwon.memory import Memory
from hardwon.runner.open_tests import OpenTests, StepSaid

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hardwon.areas.learning import Movement

    Way = Callable[[Memory, str], tuple[bool, str]]

RULES = """
sharedPaths: [tox.ini]
areas:
- {area: cart, tests: ['tests/cart/**'], paths: ['app/cart/**']}
- {area: search, tests: ['tests/search/**'], paths: ['app/search/**']}
- {area: bare, tests: ['tests/bare/**']}
"""
FILES = ("app/cart/page.py", "app/search/page.py", "tests/cart/test_page.py", "tests/search/test_page.py", "tox.ini")

EDITS = [
    ("app/cart/page.py", True),
    ("app/cart/new.py", True),
    ("tests/cart/test_page.py", True),
    ("tox.ini", True),
    ("app/search/page.py", False),
    ("tests/search/test_page.py", False),
    ("README.md", False),
    ("notes.txt", False),
]
"""A file that is edited, and whether the area `cart` rests on it."""


@pytest.fixture(params=["git", "no git"])
def shop(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1\n", "utf-8")
    (tmp_path / "hardwon.yaml").write_text(RULES, "utf-8")
    if request.param == "git":
        subprocess.run(["git", "init", "-q", "."], cwd=tmp_path, check=True)
    return tmp_path


def edit(shop: Path, name: str, text: str = "2\n") -> None:
    with (shop / name).open("a", encoding="utf-8") as file:
        file.write(text)


def own_test(memory: Memory, edited: str, *, passes: bool = True) -> tuple[bool, str]:
    """A test that an agent carries out over several calls while a file is edited: whether it counts, and why not."""
    tests = OpenTests(memory.desk)
    run = tests.start(memory.place(product="shop", test="t"), area="cart").run
    tests.report(tests.resumed(run), StepSaid(text="Open the cart", status="passed" if passes else "failed"))
    edit(memory.project.root, edited)
    [verdict] = tests.finish(tests.resumed(run)).learned.verdicts
    return verdict.credited, verdict.why


def own_loop(memory: Memory, edited: str) -> tuple[bool, str]:
    """The same in one process."""
    with memory.run(product="shop", test="t", area="cart") as run, run.step("Open the cart"):
        edit(memory.project.root, edited)
    [verdict] = [each for each in memory.runs.summary(run.id).verdicts if each.area == "cart"]
    return verdict.credited, verdict.why


@pytest.mark.parametrize("way", [own_test, own_loop])
@pytest.mark.parametrize(("edited", "rests_on_it"), EDITS)
def test_a_pass_counts_only_if_what_it_rests_on_stayed(shop: Path, way: Way, edited: str, rests_on_it: bool) -> None:
    if edited == "tox.ini" and not (shop / ".git").exists():
        pytest.skip("without git only what is part of a program is listed")
    credited, why = way(Memory.open(shop), edited)
    assert credited is not rests_on_it, why
    assert (edited in why) is rests_on_it
    area = Memory.open(shop).areas.get("cart")
    assert (area is not None and area.confidence > 0) is not rests_on_it


def test_a_failure_counts_whatever_changed(shop: Path) -> None:
    assert own_test(Memory.open(shop), "app/cart/page.py", passes=False) == (True, "")


def test_a_file_that_was_edited_before_the_test_does_not_matter(shop: Path) -> None:
    edit(shop, "app/cart/page.py")
    assert own_loop(Memory.open(shop), "README.md") == (True, "")


def said(shop: Path, area: str, *, passed: bool = True) -> Movement:
    """A machine's bare word."""
    return Memory.open(shop).judge(area, passed=passed, origin="agent")


@pytest.mark.parametrize("passed", [True, False])
@pytest.mark.parametrize(("edited", "rests_on_it"), EDITS)
def test_a_bare_word_counts_again_only_if_the_area_changed(
    shop: Path, edited: str, rests_on_it: bool, passed: bool
) -> None:
    if edited == "tox.ini" and not (shop / ".git").exists():
        pytest.skip("as above")
    assert said(shop, "cart", passed=passed).verdict.credited
    edit(shop, edited)
    again = said(shop, "cart", passed=passed)
    assert again.verdict.credited is rests_on_it, again.verdict.why
    assert not said(shop, "cart", passed=passed).verdict.credited


def test_a_bare_word_repeats_a_run_on_the_same_files(shop: Path) -> None:
    """Whatever else changed in between; and a run is a proof of its own on another tree."""
    assert own_loop(Memory.open(shop), "README.md")[0]
    edit(shop, "notes.txt")
    again = said(shop, "cart")
    assert not again.verdict.credited
    assert ("other files" in again.verdict.why) is (shop / ".git").exists()  # else no other file is known


def test_fifteen_edits_elsewhere_retire_nothing(shop: Path) -> None:
    for _ in range(16):
        edit(shop, "README.md")
        said(shop, "cart")
    assert (Memory.open(shop).areas["cart"].pass_count, Memory.open(shop).areas["cart"].retired) == (1, False)


def test_an_area_without_paths_goes_by_the_tree(shop: Path) -> None:
    assert said(shop, "bare").verdict.credited
    edit(shop, "app/other.py")
    assert said(shop, "bare").verdict.credited is (shop / ".git").exists()
