"""Areas guessed from a tree, and the configuration that holds them."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardwon import doctor
from hardwon.areas.rules import Rule, belongs, covers, matches, place
from hardwon.project import config, config_files, layout
from hardwon.project.codeowners import Ownership
from hardwon.project.drafts import MOST_PATTERNS, literal
from hardwon.project.guess import MOST_AREAS, Guess, guess
from hardwon.project.root import Project
from hardwon.project.starter import starter


def guessed(files: str, *owned: str) -> dict[str, Rule]:
    found = guess(files.split(), [Ownership(pattern=pattern, owners=("@a",)) for pattern in owned])
    return {rule.area: rule for rule in found.rules}


def loaded(text: str) -> config.Config:
    with TemporaryDirectory() as folder:
        (Path(folder) / "hardwon.yaml").write_bytes(text.encode())
        return config.load(Project(Path(folder)), environ={})


def test_subpackages_of_the_one_package_are_the_areas() -> None:
    rules = guessed(
        "setup.py docs/conf.py src/shop/__init__.py src/shop/auth/login.py src/shop/cart/tax.py src/shop/cart/cart.py"
    )
    assert {area: rule.paths for area, rule in rules.items()} == {
        "auth": ("src/shop/auth/**",),
        "cart": ("src/shop/cart/**",),
    }


def test_loose_modules_of_a_package_with_subpackages_are_an_area_without_those() -> None:
    rules = guessed("shop/api.py shop/auth/login.py shop/cart/cart.py")
    assert rules["shop"].paths == ("shop/*",)
    assert not belongs(rules["shop"], "shop/auth/login.py")


def test_test_folder_belongs_to_the_source_folder_of_its_name() -> None:
    rules = guessed("src/auth/a.py src/user-profile/b.py tests/unit/auth/test_a.py tests/user_profile/test_b.py")
    assert rules["auth"].tests == ("tests/unit/auth/**",)
    assert rules["user_profile"].tests == ("tests/user_profile/**",)
    assert rules["user_profile"].paths == ("src/user-profile/**",)


def test_modules_that_have_their_own_test_file_are_areas() -> None:
    rules = guessed("shop/__init__.py shop/auth.py shop/cart.py shop/log.py tests/test_auth.py tests/cart_test.py")
    assert rules == {
        "auth": Rule(area="auth", tests=("tests/test_auth.py",), paths=("shop/auth.py",)),
        "cart": Rule(area="cart", tests=("tests/cart_test.py",), paths=("shop/cart.py",)),
    }


def test_modules_that_have_their_own_test_folder_are_areas() -> None:
    rules = guessed("shop/auth.py shop/cart.py shop/log.py tests/auth/test_login.py tests/unit/cart/test_tax.py")
    assert rules == {
        "auth": Rule(area="auth", tests=("tests/auth/**",), paths=("shop/auth.py",)),
        "cart": Rule(area="cart", tests=("tests/unit/cart/**",), paths=("shop/cart.py",)),
    }


def test_package_without_parts_is_one_area() -> None:
    assert guessed("shop/auth.py shop/cart.py")["shop"].paths == ("shop/**",)


def test_tests_beside_the_sources_speak_for_them_but_are_no_source() -> None:
    rules = guessed("src/auth/login.ts src/auth/login.test.ts src/cart/cart.ts src/cart/__tests__/cart.ts")
    assert rules["auth"].tests == ("src/auth/**",)
    assert belongs(rules["auth"], "src/auth/login.ts")
    assert not belongs(rules["auth"], "src/auth/login.test.ts")
    assert belongs(rules["cart"], "src/cart/cart.ts")
    assert not belongs(rules["cart"], "src/cart/__tests__/cart.ts")


def test_each_package_of_a_monorepo_is_an_area() -> None:
    rules = guessed("packages/ui/src/a/b.tsx packages/api/src/auth/login.ts packages/api/src/cart/x.ts apps/web/x.tsx")
    assert set(rules) == {"ui", "api", "web"}


def test_modules_of_a_build_stay_whole() -> None:
    """Three or more folders side by side, each with a src, are the parts, however they are divided inside."""
    rules = guessed(
        " ".join(
            f"{part}/src/main/java/acme/{part}/{layer}/X.java {part}/src/test/java/acme/{part}/{layer}/XTest.java"
            for part in ("billing", "catalog", "orders")
            for layer in ("web", "db")
        )
    )
    assert set(rules) == {"billing", "catalog", "orders"}
    assert place(name="t", classname="acme.billing.web.XTest", rules=list(rules.values())).area == "billing"


def test_java_tests_are_placed_by_package_because_their_reports_name_no_file() -> None:
    rules = guessed(
        "src/main/java/com/acme/auth/Login.java src/main/java/com/acme/cart/Cart.java "
        "src/test/java/com/acme/auth/LoginTest.java"
    )
    assert place(name="t", classname="com.acme.auth.LoginTest", rules=list(rules.values())).area == "auth"
    assert rules["auth"].paths == ("src/main/java/com/acme/auth/**",)


def test_go_tests_are_placed_by_package_and_by_file() -> None:
    rules = guessed("go.mod cmd/shop/main.go internal/auth/auth.go internal/auth/auth_test.go internal/cart/cart.go")
    for said in ({"classname": "example.com/shop/internal/auth"}, {"file": "internal/auth/auth_test.go"}):
        found = place(name="TestLogin", rules=list(rules.values()), **said)
        assert (found.area, found.reason) == ("auth", "rule of area auth: tests: **/internal/auth")
    assert not belongs(rules["auth"], "internal/auth/auth_test.go")


def test_script_of_an_end_to_end_test_is_found_whatever_folder_its_runner_starts_from() -> None:
    rules = list(guessed("src/auth/a.ts src/cart/b.ts e2e/auth.spec.ts").values())
    assert place(name="t", file="auth.spec.ts", rules=rules).area == "auth"
    assert place(name="t", file="e2e/auth.spec.ts", rules=rules).area == "auth"


def test_test_folder_without_a_source_of_its_name_is_an_area_without_change_detection() -> None:
    rules = guessed("src/auth/a.ts src/cart/b.ts e2e/search/find.spec.ts e2e/support/page.ts")
    assert rules["search"] == Rule(area="search", tests=("e2e/search/**",))
    assert "support" not in rules


def test_same_folder_name_in_two_places_is_one_area() -> None:
    rules = guessed("backend/src/auth/a.py backend/src/cart/b.py frontend/src/auth/a.ts frontend/src/cart/b.ts")
    assert rules["auth"].paths == ("backend/src/auth/**", "frontend/src/auth/**")


def test_folder_with_owners_inside_an_area_becomes_an_area_of_its_own() -> None:
    rules = guessed(
        "src/auth/a.py src/auth/oauth/b.py src/cart/c.py tests/auth/oauth/test_b.py tests/auth/test_a.py",
        "*",
        "/src/auth/oauth/",
    )
    assert belongs(rules["oauth"], "src/auth/oauth/b.py")
    assert not belongs(rules["auth"], "src/auth/oauth/b.py")
    assert belongs(rules["auth"], "src/auth/a.py")
    assert place(name="t", file="tests/auth/oauth/test_b.py", rules=list(rules.values())).area == "oauth"
    assert place(name="t", file="tests/auth/test_a.py", rules=list(rules.values())).area == "auth"


@pytest.mark.parametrize("pattern", ["oauth", "oauth/", "src/auth/oauth/**", "/src/auth/oauth/*"])
def test_folder_with_owners_is_found_however_it_is_written(pattern: str) -> None:
    assert "oauth" in guessed("src/auth/a.py src/auth/oauth/b.py src/cart/c.py", pattern)


@pytest.mark.parametrize("pattern", ["/src/", "/src/auth/", "*.py", "/gone/", "/docs/", "/", "**", "/src/auth/a.py"])
def test_owners_of_something_wider_or_of_no_sources_change_nothing(pattern: str) -> None:
    files = "src/auth/a.py src/auth/oauth/b.py src/cart/c.py docs/conf.py"
    assert guessed(files, pattern) == guessed(files)


def test_what_stands_beside_the_system_is_no_area() -> None:
    assert set(guessed("docs/conf.py examples/a/b.py scripts/x.py src/auth/a.py src/cart/b.py readme/notes.txt")) == {
        "auth",
        "cart",
    }


def test_only_the_largest_areas_are_kept_and_the_rest_is_counted() -> None:
    files = [f"src/part{i:03d}/file{k}.py" for i in range(MOST_AREAS + 5) for k in range(1 + (i >= 5))]
    found = guess(files)
    assert found.left_out == 5
    assert {rule.area for rule in found.rules} == {f"part{i:03d}" for i in range(5, MOST_AREAS + 5)}


def test_rule_holds_a_bounded_number_of_patterns() -> None:
    found = guess([f"p{i}/src/auth/a.py" for i in range(2)] + [f"tests/t{i}/auth/test_{i}.py" for i in range(50)])
    assert len(found.rules[0].tests) == MOST_PATTERNS


def test_empty_tree_has_no_areas_and_its_configuration_still_loads() -> None:
    assert guess([]) == Guess(rules=())
    assert loaded(starter(guess([]))).rules == ()


def test_walk_names_links_but_never_follows_them_and_skips_what_is_never_part_of_an_area(tmp_path: Path) -> None:
    for path in ("src/a/x.py", "node_modules/m/y.js", ".venv/z.py", "build/b.py", "outside/o.py"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).touch()
    root = tmp_path / "src"
    (root / "loop").symlink_to(tmp_path)
    assert layout.project_files(root) == ["loop", "a/x.py"]
    assert layout.project_files(tmp_path) == ["outside/o.py", "src/loop", "src/a/x.py"]


def test_number_of_files_looked_at_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "MOST_FILES", 3)
    for index in range(5):
        (tmp_path / f"{index}.py").touch()
    assert layout.project_files(tmp_path) == ["0.py", "1.py", "2.py"]


ORDINARY = (
    "src",
    "tests",
    "test",
    "app",
    "packages",
    "auth",
    "cart",
    "Auth",
    "e2e",
    "__tests__",
    "java",
    "com",
    "test_",
)
HOSTILE = (
    *("re:x", "~", "~root", "no", "1.0", "null", "*a", "[b]", "{c,d}", "{1..9999999}", "!", "-x", "@(a)", "|", "\\"),
    *("..a", "'\"", "#x", "a:b", "%s", "&", "a b", " ", "a\nb", "\x1b[31m", "\u202ex", "\ufeff", "\udc80", "\x85"),
    *("é", "日本", "🙂", "- x", "x: y"),
)
NAMES = st.one_of(
    st.sampled_from(ORDINARY),
    st.sampled_from(HOSTILE),
    st.text(st.characters(exclude_characters="/\0", exclude_categories=()), min_size=1, max_size=6).filter(
        lambda name: name not in (".", "..")
    ),
)
FILES = st.builds(
    "".join, st.tuples(NAMES, st.sampled_from([".py", "_test.py", ".spec.ts", ".go", "_test.go", ".java"]))
)
PATHS = st.lists(
    st.builds(lambda folders, file: "/".join([*folders, file]), st.lists(NAMES, max_size=4), FILES), max_size=8
)


def labels(test: str) -> list[str]:
    """A test file as reports may name it."""
    folders = test.rpartition("/")[0]
    package = folders.partition("java/")[2].replace("/", ".")
    return [test, f"example.com/{folders}", f"{package}.SomeTest"]


@given(PATHS, st.lists(st.lists(NAMES, min_size=1, max_size=3).map("/".join), max_size=3))
def test_whatever_the_names_the_configuration_loads_as_the_same_rules(paths: list[str], owned: list[str]) -> None:
    found = guess(paths, [Ownership(pattern=pattern, owners=()) for pattern in owned])
    assert loaded(starter(found)).rules == found.rules


@given(PATHS)
def test_whatever_the_names_every_pattern_covers_what_it_was_guessed_from(paths: list[str]) -> None:
    for rule in guess(paths).rules:
        for pattern in rule.paths:
            assert any(belongs(Rule(area="x", paths=(pattern,), exclude=rule.exclude), path) for path in paths), pattern
        for pattern in rule.tests:
            assert any(matches(pattern, label) for path in paths for label in labels(path)), pattern


@settings(max_examples=50)
@given(PATHS)
def test_whatever_the_names_doctor_has_nothing_to_say_about_what_was_guessed(paths: list[str]) -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for path in paths:
            with suppress(OSError):  # a name that this file system does not hold
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).touch()
        (root / "hardwon.yaml").write_bytes(starter(guess(layout.project_files(root))).encode())
        assert doctor.examine(Project(root), environ={}).findings == ()


@given(PATHS)
def test_guess_does_not_depend_on_the_order_of_files(paths: list[str]) -> None:
    assert guess(paths) == guess(reversed(paths))


@given(PATHS)
def test_no_tests_pattern_stands_twice(paths: list[str]) -> None:
    patterns = [pattern for rule in guess(paths).rules for pattern in rule.tests]
    assert len(patterns) == len(set(patterns))


@given(st.lists(NAMES, min_size=1, max_size=4).map("/".join), st.lists(NAMES, min_size=1, max_size=4).map("/".join))
def test_literal_covers_its_path_and_only_what_reads_the_same(path: str, other: str) -> None:
    assert covers((literal(path),), path)
    assert matches(f"{literal(path)}/**", f"{path}/x.py")
    plain = all(char.isprintable() and char not in "{\\" for char in path)
    if plain and other != path and not other.startswith(f"{path}/"):
        assert not covers((literal(path),), other)


def test_largest_configuration_that_can_be_guessed_is_small_enough_to_be_read() -> None:
    wide = "🙂" * 60
    files = [
        f"tests/{k}{wide[:40]}/[{wide[:30]}{i}]/test_{wide[:50]}.py"
        for i in range(MOST_AREAS + 5)
        for k in range(MOST_PATTERNS)
    ] + [f"src/{k}/[{wide[:30]}{i}]/{wide}.py" for i in range(MOST_AREAS + 5) for k in range(3)]
    found = guess(files)
    text = starter(found)
    assert len(text.encode()) < config_files.LARGEST_FILE
    assert loaded(text).rules == found.rules
    assert found.left_out > 0


@pytest.mark.skipif(sys.platform == "darwin", reason="its file systems hold no such name")
def test_names_that_are_no_utf8_are_covered_on_the_real_disk(tmp_path: Path) -> None:
    folder = tmp_path / "src" / os.fsdecode(b"caf\xe9")
    folder.mkdir(parents=True)
    (folder / "a.py").touch()
    (tmp_path / "src/cart").mkdir()
    (tmp_path / "src/cart/b.py").touch()
    found = guess(layout.project_files(tmp_path))
    assert {rule.area for rule in found.rules} == {"caf", "cart"}
    assert loaded(starter(found)).rules == found.rules
    assert belongs(found.rules[0], os.fsdecode(b"src/caf\xe9/a.py"))
