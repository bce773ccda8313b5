"""Patterns that take longer than anybody waits: globs cost no more than their length, expressions are refused."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from wcmatch import glob

from hardwon.areas import expressions, globs
from hardwon.areas.rules import covers, matches, problem
from hardwon.errors import SettingError

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

ENDLESS = [
    "(a|aa)+$",
    "((a{1,100}){1,100}){1,100}!$b?b",
    "(a|aa|aaa)+$",
]
"""Expressions that take longer than anybody waits for the name below, in this engine, too."""

ENDLESS_IN_PYTHON = ["(a+)+$", "(a|b|ab)*c", r"(\w+)\1+\1+\1+$", "(?=(a|aa)+$)b", "(a?){60}a{60}b", "(x+x+)+y"]
"""Expressions that only Python's own engine does not finish; and even if: they end."""

NAME = "a" * 90 + "!"

SLOW_GLOBS = {
    "many stars": ("src/" + "*a" * 100 + "b", "src/" + "a" * 250),
    "many globstars": ("**/a/" * 100 + "b", "a/" * 2000 + "z"),
    "stars in globstars": ("**/*a*/" * 60 + "b", ("a" * 100 + "/") * 40 + "z"),
    "stars alone": ("*" * 900 + "b", "a" * 4000),
    "question marks": ("?*" * 400 + "b", "a" * 4000),
    "classes": ("[ab]*" * 150 + "c", "ab" * 2000),
}


@pytest.mark.parametrize("case", SLOW_GLOBS)
def test_wildcards_do_not_multiply(case: str) -> None:
    """With an engine that tries every way, none of these comes to an end."""
    pattern, path = SLOW_GLOBS[case]
    assert problem(pattern) == ""
    assert not covers((pattern,), path)
    assert covers((pattern,), path + ("b" if case != "classes" else "c")) or "/" in path


def test_globs_are_read_as_everywhere_else() -> None:
    """Ours against a library that shells' rules are tested in; every glob of a small alphabet, every path of one."""
    flags = glob.GLOBSTAR | glob.DOTGLOB | glob.BRACE | glob.FORCEUNIX
    pieces = ["a", "*", "**", "?", "/", "[ab]", "[!a]", "{a,b}", ".b"]
    paths = [*"ab", "ab", "ba", "a/b", "b/a", "a/a/b", "a/.b", ".b", "b/a/b/a", "aab", "a/ab/b"]
    compared = 0
    for one in pieces:
        for two in pieces:
            for three in pieces:
                for four in ("", "/", "/a", "/**", "*"):
                    pattern = "/".join(part for part in f"{one}{two}{three}{four}".split("/") if part)
                    others = [re.compile(each) for each in glob.translate(pattern, flags=flags)[0]] if pattern else []
                    for path in paths if pattern else ():
                        compared += 1
                        expected = any(each.fullmatch(path) for each in others)
                        assert bool(globs.compiled(pattern).fullmatch(path)) is expected, (pattern, path)
    assert compared > 30_000


@pytest.mark.parametrize(
    ("pattern", "path", "covered"),
    [
        ("a\\*b", "a*b", True),
        ("a\\*b", "axb", False),
        ("[]a]", "]", True),
        ("[a", "[a", True),
        ("[!]", "[!]", True),
        ("[+-9]", "/", False),
        ("[a-]", "-", True),
        ("[z-a]", "z", False),
        ("[^/]", "b", False),
        ("[&&~|]", "~", True),
    ],
)
def test_odd_classes(pattern: str, path: str, covered: bool) -> None:
    assert (globs.compiled(pattern).fullmatch(path) is not None) is covered


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("a" * 1001, "longer than"),
        ("re:" + "a" * 1001, "longer than"),
        ("{" * 300 + "a,b" + "}" * 300, "braces"),
        ("{a," * 300, "braces"),
        ("{a,b}" * 30, "too many"),
        ("{1..1000000000}", "too many"),
        ("[[:alpha:]]", "[a-z]"),
        ("re:(a", "not a regular expression"),
    ],
)
def test_refused_when_the_configuration_is_read(cli: Cli, project: Path, pattern: str, reason: str) -> None:
    (project / "hardwon.yaml").write_text(f"areas:\n  - area: x\n    tests: ['{pattern}']\n")
    ended = cli("status")
    assert (ended.code, reason in ended.stderr) == (3, True), ended.stderr
    assert "hardwon.yaml, line 3, areas[0].tests" in ended.stderr


@pytest.mark.parametrize("expression", ENDLESS)
def test_an_expression_that_would_not_end_is_refused(expression: str) -> None:
    with pytest.raises(SettingError, match="takes too long for 'aaaa"):
        matches(f"re:{expression}", NAME)


@pytest.mark.parametrize("expression", [*ENDLESS, *ENDLESS_IN_PYTHON])
def test_every_expression_comes_to_an_end(expression: str) -> None:
    with suppress(SettingError):
        assert not matches(f"re:{expression}", NAME)


def test_an_expression_that_is_slow_for_every_name_is_refused_in_the_end() -> None:
    """Each name alone may pass; a hundred thousand of them must not add up."""
    slow = expressions._Expression("(a|aa)+$")
    slow._slow = expressions.MOST_SLOW
    assert slow.finds("aa")
    with pytest.raises(SettingError, match="takes too long"):
        slow.finds(NAME)


def test_ingest_names_the_expression(cli: Cli, project: Path) -> None:
    (project / "hardwon.yaml").write_text('areas:\n  - {area: x, tests: ["re:(a|aa)+$"]}\n')
    (project / "r.xml").write_text(f'<testsuite><testcase classname="{NAME}" name="t"/></testsuite>')
    ended = cli("ingest", "r.xml")
    assert (ended.code, "(a|aa)+$" in ended.stderr) == (3, True), ended.stderr
    assert not (project / ".hardwon" / "memory.json").exists()


@pytest.mark.parametrize(
    ("expression", "name", "found"),
    [
        (r"^tests/(?!slow)", "tests/quick.py", True),
        (r"(?<=a)b(?P<x>c)(?P=x)", "abcc", True),
        (r"a{2,3}", "aa", True),
        (r"a{e}", "a{e}", True),
        (r"a{e<=1}", "b", False),
        (r"\{e<=1}", "{e<=1}", True),
        (r"\\{e<=1}", "\\{e<=1}", True),
        (r"\N{DIGIT ONE}", "1", True),
        (r"[{]", "{", True),
        (r"(?i)ABC", "abc", True),
        (r"(?>a+)b", "aab", True),
    ],
)
def test_expressions_mean_what_they_mean_in_python(expression: str, name: str, found: bool) -> None:
    assert expressions.problem(expression) == ""
    assert expressions.finds(expression, name) is found
    assert (re.search(expression, name) is not None) is found


TOML = {
    "one dotted key": "x = 1\n[tool.hardwon]\n" + "a." * 200_000 + "a = 1\n",
    "one dotted heading": "[tool.hardwon]\n[" + "a." * 200_000 + "a]\n",
    "quoted names": "[tool.hardwon]\n" + '"a" . ' * 60_000 + "a = 1\n",
    "nested lists": "[tool.hardwon]\na = " + "[" * 200_000,
    "blank lines": "[tool.hardwon]\n" + "\n" * 1_500_000,
    "a number": "[tool.hardwon]\na = " + "9" * 100_000,
}


@pytest.mark.parametrize("case", TOML)
def test_a_pyproject_that_nobody_writes_is_refused(cli: Cli, project: Path, case: str) -> None:
    (project / "pyproject.toml").write_text(TOML[case])
    ended = cli("status")
    assert (ended.code, "pyproject.toml" in ended.stderr) == (3, True), ended.stderr


@pytest.mark.parametrize("case", TOML)
def test_a_manifest_that_nobody_writes_keeps_no_mandate_waiting(cli: Cli, project: Path, case: str) -> None:
    (project / "Cargo.toml").write_text(TOML[case][:499_000])
    (project / "inner").mkdir()
    (project / "inner" / "pyproject.toml").write_text(TOML[case][:499_000].replace("hardwon", "other"))
    assert cli("mandate").code == 0


@pytest.mark.parametrize("pattern", ["**/a/" * 8 + "b", "**/" * 50 + "*.json", "{" * 50, "*" * 2000])
def test_globs_of_tests_cost_one_walk(cli: Cli, project: Path, pattern: str) -> None:
    (project / "/".join("a" * 60)).mkdir(parents=True)
    (project / "hardwon.yaml").write_text(f"tests: ['{pattern}*']\n")
    ended = cli("run")
    assert (ended.code, "did not expect" in ended.stderr) == (3, False), ended.stderr


def test_globs_of_tests_find_what_lies_below(cli: Cli, project: Path) -> None:
    for name in ("e2e/a/t1.yaml", "e2e/t2.yaml", "other/t3.yaml"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(f"test-id: {name[-7:-5]}\nsteps: [Open the page]\n")
    (project / "mine.py").write_text("def agent(step):\n    return True\n")
    for pattern, found in {
        "e2e/**/*.yaml": ["t1", "t2"],
        "./e2e/*.yaml": ["t2"],
        "**/t[13].yaml": ["t1", "t3"],
    }.items():
        ended = cli("run", pattern, "--agent", "mine:agent", "--json")
        assert [test["id"] for test in ended.document["tests"]] == found, ended.stderr
