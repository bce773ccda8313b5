"""SQL has only parameters: no text is ever put together with a value. Shown on the source itself."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "src" / "hardwon" / "postgres"
FILES = sorted(FOLDER.glob("*.py"))
ASKS = {"execute", "executemany", "ask", "copy", "stream"}
FROM_THE_PACKAGE = {"migrating.py": {"each.sql.encode()"}}
"""The steps of the schema, which are files of the package."""


def flaws(source: str, name: str = "") -> list[str]:
    """Each question whose text is not a constant of the module, with its line."""
    tree = ast.parse(source)
    constants = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and _is_literal(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return [
        f"line {call.lineno}: {ast.unparse(call.args[0])}"
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in ASKS and call.args
        if not _is_safe(call.args[0], constants, tree, FROM_THE_PACKAGE.get(name, set()))
    ]


def _is_literal(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple):
        return all(map(_is_literal, node.elts))
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_safe(query: ast.expr, constants: set[str], tree: ast.Module, allowed: set[str]) -> bool:
    if isinstance(query, ast.IfExp):
        return all(_is_safe(each, constants, tree, allowed) for each in (query.body, query.orelse))
    if _is_literal(query) or ast.unparse(query) in allowed:
        return True
    if not isinstance(query, ast.Name):
        return False
    return query.id in constants or _is_one_of_constants(query.id, constants, tree) or _is_typed(query.id, tree)


def _is_one_of_constants(name: str, constants: set[str], tree: ast.Module) -> bool:
    """A loop over a tuple of constants."""
    loops = [each for each in ast.walk(tree) if isinstance(each, ast.For) and ast.unparse(each.target) == name]
    return bool(loops) and any(ast.unparse(each.iter) in constants for each in loops)


def _is_typed(name: str, tree: ast.Module) -> bool:
    """A parameter that the type checker lets only literals be given to."""
    arguments = [each for each in ast.walk(tree) if isinstance(each, ast.arg) and each.arg == name]
    return bool(arguments) and all(
        each.annotation is not None and ast.unparse(each.annotation) == "LiteralString" for each in arguments
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_question_is_a_constant(path: Path) -> None:
    assert flaws(path.read_text("utf-8"), path.name) == []


@pytest.mark.parametrize(
    "query",
    [
        'f"SELECT {name}"',
        '"SELECT %s" % name',
        '"SELECT " + name',
        '"SELECT {}".format(name)',
        "made(name)",
        "name",
    ],
)
def test_rule_finds_text_that_is_put_together(query: str) -> None:
    assert flaws(f"def ask(cursor, name):\n    cursor.execute({query})\n") != []


def test_no_text_in_the_steps_of_the_schema_is_left_open() -> None:
    for file in sorted((FOLDER / "migrations").glob("*.sql")):
        assert "%s" not in file.read_text("utf-8")
