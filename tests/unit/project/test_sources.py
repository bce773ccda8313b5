"""What is a source, and which sources no area covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.areas.owners import Owners
from hardwon.areas.rules import Rule, belongs
from hardwon.project.sources import is_source, source_files, uncovered

if TYPE_CHECKING:
    from pathlib import Path

SOURCES = [
    "six.py",
    "app.py",
    "main.go",
    "src/shop/auth.py",
    "shop/tests.py",
    "lib/index.mjs",
    "web/App.tsx",
    "manage.py",
    "migrations/0001_first.py",
    "src/werkzeug/test.py",
    "src/flask/testing.py",
    "src/pkg/testing/tools.py",
    "cmd/shop/main.go",
    "src/main/java/a/B.java",
    "config/routes.rb",
    "static/app.js",
    "public/main.js",
    "bin/serve.js",
]
OTHERS = [
    "README.md",
    "docs/conf.py",
    "examples/a/b.py",
    "bench/speed.py",
    "scripts/release.py",
    "tests/test_a.py",
    "tests/helpers.py",
    "conftest.py",
    "src/shop/test_auth.py",
    "src/auth/login.test.ts",
    "pkg/auth/auth_test.go",
    "src/test/java/a/BTest.java",
    "testing/conftest.py",
    "testing/benchmark.py",
    "setup.py",
    "noxfile.py",
    "tasks.py",
    "jest.config.js",
    "vite.config.ts",
    "Gruntfile.js",
    ".eslintrc.js",
    "data.json",
]


@pytest.mark.parametrize("path", SOURCES)
def test_it_is_a_source(path: str) -> None:
    assert is_source(path)


@pytest.mark.parametrize("path", OTHERS)
def test_it_is_not_a_source(path: str) -> None:
    assert not is_source(path)


def test_sources_of_a_folder_leave_out_what_others_made(tmp_path: Path) -> None:
    for path in ("src/a.py", "node_modules/x/i.js", ".hardwon/runs/x.py", "vendor/v.go", "build/b.py", "six.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    assert source_files(tmp_path) == ["six.py", "src/a.py"]


def test_package_named_like_a_folder_of_tools_is_part_of_the_system(tmp_path: Path) -> None:
    for path in ("src/shop/build/__init__.py", "src/shop/build/wheel.py", "build/lib/shop/old.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    assert source_files(tmp_path) == ["src/shop/build/__init__.py", "src/shop/build/wheel.py"]


def test_uncovered_are_the_sources_of_no_area() -> None:
    rules = [
        Rule(area="auth", paths=("src/auth/**",), exclude=("src/auth/made/**",)),
        Rule(area="six", paths=("six.py",)),
        Rule(area="blind", tests=("tests/blind/**",)),
    ]
    files = ["six.py", "seven.py", "src/auth/a.py", "src/auth/made/x.py", "src/cart/a.py", "src/core/a.py"]
    assert uncovered(files, rules, ["src/core/**"]) == ["seven.py", "src/cart/a.py"]
    assert uncovered(files, []) == files


PIECES = st.lists(
    st.sampled_from(["a", "b", "a.py", "*", "**", "?", "[ab]", "{a,b}", ".", "*.py"]), min_size=1, max_size=4
)
FILES = st.lists(st.sampled_from(["a", "b", "a.py", "c"]), min_size=1, max_size=4).map("/".join)


@given(st.lists(st.lists(PIECES.map("/".join), max_size=3), max_size=4), FILES)
def test_owners_are_those_that_asking_each_rule_finds(patterns: list[list[str]], path: str) -> None:
    rules = [Rule(area=str(index), paths=tuple(each)) for index, each in enumerate(patterns)]
    assert sorted(Owners(rules).areas_of(path)) == [rule.area for rule in rules if belongs(rule, path)]
