"""The tree of the source is what docs/architecture.md says, and stays easy to see."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "hardwon"
FILES = sorted(SOURCE.rglob("*.py"))
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")

MIRRORS = {"cli", "doctor", "postgres", "store"}
"""Packages that have a file for each record they are about, called as the record is."""

MOST_AT_THE_ROOT = 14
MOST_LINES = 400
MOST_LAZY_IMPORTS = 40


def test_no_two_modules_define_the_same_name() -> None:
    """Whoever reads a type's name need not look up whose it is."""
    homes: dict[str, list[str]] = defaultdict(list)
    for path in FILES:
        for name in _types(ast.parse(path.read_text("utf-8"))):
            homes[name].append(path.relative_to(SOURCE).as_posix())
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


def test_no_two_files_have_one_name_unless_a_package_mirrors_the_records() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path in PACKAGE.rglob("*.py"):
        inside = path.relative_to(PACKAGE)
        if path.name != "__init__.py" and inside.parts[0] not in MIRRORS:
            homes[path.name].append(inside.as_posix())
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


def test_root_is_read_at_a_glance() -> None:
    assert len(list(PACKAGE.glob("*.py"))) <= MOST_AT_THE_ROOT


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_file_is_long(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= MOST_LINES


def test_lazy_imports_are_few_and_each_has_its_reason() -> None:
    lines = [line for path in FILES for line in path.read_text("utf-8").splitlines() if "PLC0415" in line]
    assert 0 < len(lines) <= MOST_LAZY_IMPORTS
    for line in lines:
        assert re.search(r"noqa: PLC0415 - (?!as above)\S.{10,}", line), line


def test_table_of_the_tree_is_the_tree() -> None:
    told = dict(re.findall(r"^\| `([\w/]+)` \| [^|]+ \| ((?:`\w+`(?:, )?)+) \|$", ARCHITECTURE, re.MULTILINE))
    there: dict[str, set[str]] = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        if path.name != "__init__.py":
            there[path.relative_to(PACKAGE).parent.as_posix().replace(".", "hardwon")].add(path.stem)
    assert told.keys() == there.keys()
    for package, modules in there.items():
        assert set(re.findall(r"\w+", told[package])) == modules, f"the row of {package} in docs/architecture.md"


def test_layers_in_the_docs_are_those_that_are_checked() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    checked = [[name.strip() for name in layer.split("|")] for layer in contracts[0]["layers"]]
    table = ARCHITECTURE.split("## Layers")[1].split("\n\n")[2]
    assert [re.findall(r"`(\w+)`", line.split("|")[1]) for line in table.splitlines()[2:]] == checked


RUN_WORDS = {
    *("run.json", "steps.jsonl", "tests.jsonl", "tests.json.gz", "conclusions.jsonl", "changes.jsonl", "report.md"),
    *("test_results", "digests", "memory_reason", "brought_back", "stopped_early", "curated", "undone"),
}
"""Names of files in runs/<id>/, and keys that only those have."""


WHERE_RUNS_ARE = ("project/root.py", "project/records.py", "project/away.py")


def test_only_evidence_knows_the_parts_of_a_run() -> None:
    """Everyone else asks `Runs`, whose store may keep a run anywhere; where it does, `Records` alone knows."""
    known: dict[str, set[str]] = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        inside = path.relative_to(PACKAGE).as_posix()
        if not inside.startswith("evidence/"):
            if inside not in WHERE_RUNS_ARE and "project.runs" in path.read_text("utf-8"):
                known[inside].add("project.runs")
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and node.value in RUN_WORDS:
                    known[inside].add(node.value)
    assert known == {}


def test_files_that_the_flows_name_exist() -> None:
    flows = ARCHITECTURE.split("## Four flows")[1].split("## The tree")[0]
    named = set(re.findall(r"`((?:\w+/)*\w+\.py)`", flows))
    assert len(named) > 30
    for name in named:
        assert (PACKAGE / name).is_file() or (ROOT / name).is_file(), name


PURE = ("text", "likeness", "areas", "observations", "steps", "guard")
HARMLESS = {
    *("__future__", "base64", "binascii", "bisect", "bracex", "codecs", "collections", "dataclasses", "datetime"),
    *("decimal", "fnmatch", "fractions", "functools", "hashlib", "hardwon", "heapq", "html", "itertools", "json"),
    *(
        "math",
        "operator",
        "pathlib",
        "re",
        "regex",
        "shlex",
        "string",
        "tomllib",
        "typing",
        "unicodedata",
        "warnings",
        "yaml",
        "zlib",
    ),
}
"""All that pure code imports. `pathlib` only for types: see the contracts."""

IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "import_module", "now", "today", "utcnow"}


@pytest.mark.parametrize("path", [path for package in PURE for path in sorted((PACKAGE / package).rglob("*.py"))])
def test_pure_code_reads_nothing_and_asks_no_clock(path: Path) -> None:
    """What import-linter cannot see: built-in functions, methods, and modules that nobody thought of."""
    tree = ast.parse(path.read_text("utf-8"))
    imported = {name.split(".")[0] for node in ast.walk(tree) for name in _imported(node)}
    called = {_called(node) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    in_main = path.name == "rule_table.py"  # prints the table of rules when it is run as a program
    assert (imported - HARMLESS, called & IMPURE_CALLS - ({"print"} if in_main else set())) == (set(), set())


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield node.module or ""


def _called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


OUTWARD = {
    "a store that asks the façade": ("store/areas.py", "from hardwon.memory import Memory"),
    "a type of a higher layer": ("areas/rules.py", "if TYPE_CHECKING:\n    from hardwon.runner.session import Session"),
    "pure code with a clock": ("guard/breaker.py", "import time"),
    "pure code that opens files": ("likeness/words.py", "import os"),
    "inner code with a public name": ("runner/loop.py", "from hardwon import Area"),
    "a surface that opens a record": ("cli/log.py", "from hardwon.store.observations import ObservationStore"),
    "a package that no layer names": ("extra/__init__.py", ""),
}


@pytest.mark.parametrize("case", OUTWARD)
def test_an_import_that_points_outward_fails_the_lint(case: str, tmp_path: Path) -> None:
    """`make lint` runs the same command; here on a copy with one import too many."""
    shutil.copytree(SOURCE, tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    assert _linted(tmp_path) == 0
    name, line = OUTWARD[case]
    file = tmp_path / "src" / "hardwon" / name
    file.parent.mkdir(exist_ok=True)
    file.write_text((file.read_text("utf-8") if file.exists() else "") + f"\n{line}\n", "utf-8")
    assert _linted(tmp_path) == 1


def _linted(folder: Path) -> int:
    program = Path(sys.executable).with_name("lint-imports")
    environment = {"PYTHONPATH": str(folder / "src"), "PATH": "/usr/bin:/bin"}
    done = subprocess.run([program, "--no-cache"], cwd=folder, env=environment, capture_output=True, check=False)
    return done.returncode


def test_make_lint_checks_the_layers() -> None:
    recipe = (ROOT / "Makefile").read_text("utf-8").split("\nlint:")[1].split("\n\n")[0]
    assert "$(BIN)/lint-imports" in recipe


def _types(module: ast.Module) -> Iterator[str]:
    """The public classes and type aliases at the top of a module."""
    for statement in module.body:
        if isinstance(statement, ast.ClassDef):
            name = statement.name
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name = statement.target.id
        else:
            continue
        # A constant is written in capitals, a variable without any.
        if name[0].isupper() and not name.isupper():
            yield name
