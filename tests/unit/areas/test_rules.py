"""Which tests speak for an area, and which files it consists of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.areas.rules import (
    COMMON_FOLDERS,
    NOWHERE,
    Placement,
    Rule,
    covers,
    is_outside,
    matches,
    place,
    problem,
    static_prefix,
)


class TestGlobs:
    @pytest.mark.parametrize(
        ("pattern", "path", "covered"),
        [
            ("src/**", "src/a.py", True),
            ("src/**", "src/x/y/a.py", True),
            ("src/**", "lib/src/a.py", False),
            ("src/**/*.py", "src/a.py", True),
            ("src/**/*.py", "src/x/y/a.py", True),
            ("src/**/*.py", "src/a.js", False),
            ("src/*.py", "src/a.py", True),
            ("src/*.py", "src/x/a.py", False),
            ("**/*.py", "a.py", True),
            ("**/auth/**", "src/auth/x/a.py", True),
            ("*", "a.py", True),
            ("*", "src/a.py", False),
            ("src", "src/x/a.py", True),
            ("src/", "src/x/a.py", True),
            ("./src", "src/a.py", True),
            ("src/a.py", "src/a.py", True),
            ("src/a.py", "src/b.py", False),
            ("src", "srcs/a.py", False),
            ("packages/*/src", "packages/core/src/x/a.py", True),
            ("src/{auth,login}", "src/login/x/a.py", True),
            ("src/{auth,login}/**", "src/login/a.py", True),
            ("src/*.{js,ts}", "src/a.ts", True),
            ("src/?.py", "src/a.py", True),
            ("src/[ab].py", "src/c.py", False),
            ("src/**", "src/.hidden/a.py", True),
            ("*", ".env", True),
            ("SRC/**", "src/a.py", False),
            ("src/**", "src/naïve é/名.py", True),
            ("src/**", "src/line\nbreak.py", True),
            (".", "src/a.py", True),
        ],
    )
    def test_covers(self, pattern: str, path: str, covered: bool) -> None:
        assert covers((pattern,), path) is covered

    def test_one_of_several_is_enough(self) -> None:
        assert covers(("docs/**", "src/**"), "src/a.py")
        assert not covers((), "src/a.py")

    @given(st.text(max_size=30), st.text(max_size=30))
    def test_any_pattern_without_a_problem_can_be_asked_about_any_path(self, pattern: str, path: str) -> None:
        if not problem(pattern):
            assert matches(pattern, path) in (True, False)

    @given(st.text(st.sampled_from("ab/*?[]{},.!-^"), min_size=1, max_size=12))
    def test_walk_for_a_glob_may_begin_at_its_static_prefix(self, pattern: str) -> None:
        """Whatever the glob covers lies at or below the prefix, or the walk would miss it."""
        prefix = static_prefix(pattern)
        for path in ("a", "b", "a/b", "ab/a", "a/b/a", "b.a", "ab"):
            if covers((pattern,), path):
                assert f"{path}/".startswith(f"{prefix}/" if prefix else "")


class TestProblems:
    @pytest.mark.parametrize("pattern", ["re:(", "re:[", "re:a{99999999999}"])
    def test_no_regular_expression(self, pattern: str) -> None:
        assert "not a regular expression" in problem(pattern)

    @pytest.mark.parametrize("pattern", ["{1..99999}", "{a,b}" * 30, "{1..999999999999}"])
    def test_brace_bomb(self, pattern: str) -> None:
        assert "too many" in problem(pattern)

    @pytest.mark.parametrize("pattern", ["src/**", "re:^a+$", "{a,b}/{c,d}", "{", "[", "", "**"])
    def test_none(self, pattern: str) -> None:
        assert problem(pattern) == ""

    @pytest.mark.parametrize("pattern", ["/etc/**", "~/x", "../x", "a/../../b", "a\\b", "re:src/.*"])
    def test_outside(self, pattern: str) -> None:
        assert is_outside(pattern)

    @pytest.mark.parametrize("pattern", ["src/**", "a..b", "src/..."])
    def test_inside(self, pattern: str) -> None:
        assert not is_outside(pattern)


class TestTestPatterns:
    @pytest.mark.parametrize(
        ("pattern", "covered"),
        [
            ("tests/auth/**", True),
            ("tests/auth", True),
            ("tests/auth/test_login.py", True),
            ("**/test_login.py::test_logs_in", True),
            ("re:auth", True),
            ("re:^tests/.*_login", True),
            ("re:logs_in$", True),
            ("shop.auth.*", True),
            ("re:^auth", False),
            ("tests/cart/**", False),
            ("auth", False),
        ],
    )
    def test_file_class_and_full_name_are_matched(self, pattern: str, covered: bool) -> None:
        rule = Rule(area="proven", tests=(pattern,))
        found = place(
            name="test_logs_in", file="tests/auth/test_login.py", classname="shop.auth.LoginTest", rules=[rule]
        )
        assert (found.area == "proven") is covered


class TestPlacement:
    RULES = (Rule(area="first", tests=("tests/a/**",)), Rule(area="second", tests=("tests/**",)), Rule(area="third"))

    def test_what_the_report_says_comes_first(self) -> None:
        found = place(name="t", file="tests/a/t.py", said=" cart ", rules=self.RULES)
        assert found == Placement(area="cart", reason="the report names the area")

    @pytest.mark.parametrize("said", ["", "   ", "\u200b", "\x1b"])
    def test_report_that_says_nothing_visible_says_nothing(self, said: str) -> None:
        assert place(name="t", file="tests/a/t.py", said=said, rules=self.RULES).area == "first"

    def test_first_matching_rule_decides_and_is_named(self) -> None:
        assert place(name="t", file="tests/a/t.py", rules=self.RULES) == Placement(
            area="first", reason="rule of area first: tests: tests/a/**", by_rule=True
        )
        assert place(name="t", file="tests/b/t.py", rules=self.RULES).area == "second"

    def test_rule_without_tests_matches_none(self) -> None:
        assert place(name="t", file="lib/t.py", rules=self.RULES).area == "lib"

    @pytest.mark.parametrize(
        ("file", "area"),
        [
            ("tests/auth/test_login.py", "auth"),
            ("tests/auth/e2e/login.spec.ts", "auth"),
            ("src/checkout/__tests__/cart.test.js", "checkout"),
            ("tests/test_login.py", "login"),
            ("test_login.py", "login"),
            ("src/tests/spec/specs/test/login.spec.ts", "login"),
            ("./tests/../auth/x.py", "auth"),
            ("Tests/auth.py", "auth"),
            (".env", ".env"),
        ],
    )
    def test_without_a_rule_the_last_telling_folder_or_else_the_stem(self, file: str, area: str) -> None:
        assert place(name="t", file=file).area == area

    @pytest.mark.parametrize("folder", sorted(COMMON_FOLDERS))
    def test_folder_that_only_says_what_a_file_is_does_not_count(self, folder: str) -> None:
        assert place(name="t", file=f"auth/{folder}/t.py").area == "auth"

    @pytest.mark.parametrize(
        ("package", "area"),
        [
            ("com.shop.auth.LoginTest", "auth"),
            ("example.com/shop/auth", "auth"),
            ("shop.cart.tests.CartTest", "cart"),
            ("tests.test_login", "login"),
            ("tests.test_login.TestSession", "login"),
            ("auth", "auth"),
        ],
    )
    def test_without_a_file_the_package_of_the_class_or_else_the_class(self, package: str, area: str) -> None:
        assert place(name="t", package=package).area == area

    def test_slash_in_the_name_of_a_test_is_no_folder(self) -> None:
        rules = (Rule(area="x", tests=("tests/a.py::*",)),)
        assert place(name="t[x/y]", file="tests/a.py", rules=rules).area == "x"

    def test_the_first_rule_decides_also_when_a_later_one_is_more_general(self) -> None:
        named, general = Rule(area="pay", tests=("**::test_pay*",)), Rule(area="rest", tests=("**",))
        for rules, area in (((named, general), "pay"), ((general, named), "rest")):
            assert place(name="test_pay_card", file="tests/a.py", rules=rules).area == area
            assert place(name="test_other", file="tests/a.py", rules=rules).area == "rest"

    def test_without_anything_it_is_unknown(self) -> None:
        assert place(name="t").area == NOWHERE

    @given(*[st.text(max_size=30)] * 5)
    def test_any_names_give_a_name_that_a_record_can_hold(
        self, name: str, file: str, classname: str, package: str, said: str
    ) -> None:
        found = place(name=name, file=file, classname=classname, package=package, said=said, rules=self.RULES)
        assert found.area.strip() == found.area != ""
        assert found.area.isprintable() or not found.area.isascii()
