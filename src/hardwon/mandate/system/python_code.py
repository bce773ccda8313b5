"""A Python file read for what its names mean: imports, constants, references. Nothing is imported or run."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from hardwon.mandate.system.facts import Reference

if TYPE_CHECKING:
    from collections.abc import Iterator

DEEPEST = 20
"""Nesting of an expression beyond which its text is not worked out."""

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


class Code:
    """The syntax tree of one file, with the names that it imports and the texts that it fixes."""

    def __init__(self, path: str, module: ast.Module) -> None:
        self.path = path
        self.module = path.removesuffix(".py").removesuffix("/__init__")
        """Path of the module as imports name it."""

        self.body = module.body
        nodes = list(ast.walk(module))
        self.calls = [node for node in nodes if isinstance(node, ast.Call)]
        self.functions = [node for node in nodes if isinstance(node, FunctionNode)]
        self.assignments = list(_assignments(nodes))
        self.packages: set[str] = set()
        self._imports: dict[str, tuple[bool, tuple[str, ...]]] = {}
        self._read_imports(nodes)
        self._constants = self._read_constants()

    def uses(self, *packages: str) -> bool:
        """Whether the file imports one of the packages."""
        return not self.packages.isdisjoint(packages)

    def text(self, node: ast.expr | None, depth: int = 0) -> str | None:
        """The text of an expression; None where only running it would tell."""
        match node:
            case ast.Constant(value=str(value)):
                return value
            case ast.Name(id=name):
                return self._constants.get(name)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._joined([left, right], depth)
            case ast.JoinedStr(values=values):
                return self._joined(values, depth)
            case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
                return self._joined([value], depth)
        return None

    def _joined(self, parts: list[ast.expr], depth: int) -> str | None:
        texts = [] if depth > DEEPEST else [self.text(part, depth + 1) for part in parts]
        known = [text for text in texts if text is not None]
        return "".join(known) if len(known) == len(parts) else None

    def reference(self, node: ast.expr) -> Reference | None:
        """The variable that an expression names, here or in another file."""
        first, *rest = dotted(node).split(".")
        if not first:
            return None
        if first not in self._imports:
            return Reference(module=self.module, name=".".join([first, *rest]), exact=True)
        exact, parts = self._imports[first]
        *module, name = (*parts, *rest)
        return Reference(module="/".join(module), name=name, exact=exact)

    def is_from(self, node: ast.expr, package: str) -> str:
        """The name that an expression takes from a package (`click.command`, or `command` imported from click)."""
        first, *rest = dotted(node).split(".")
        exact, parts = self._imports.get(first, (True, ()))
        full = (*parts, *rest)
        return full[-1] if not exact and len(full) > 1 and full[0] == package else ""

    def _read_imports(self, nodes: list[ast.AST]) -> None:
        for node in nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    parts = tuple(alias.name.split("."))
                    self.packages.add(parts[0])
                    self._imports[alias.asname or parts[0]] = (False, parts if alias.asname else parts[:1])
            elif isinstance(node, ast.ImportFrom):
                base = self._base(node)
                if not node.level:
                    self.packages.add(base[0])
                for alias in node.names:
                    self._imports[alias.asname or alias.name] = (bool(node.level), (*base, alias.name))

    def _base(self, node: ast.ImportFrom) -> tuple[str, ...]:
        named = tuple((node.module or "").split(".")) if node.module else ()
        if not node.level:
            return named
        folders = self.path.split("/")[: -node.level]
        return (*folders, *named)

    def _read_constants(self) -> dict[str, str]:
        values: dict[str, str] = {}
        several = set()
        for node in self.body:
            for name, value in _assignments([node]):
                if isinstance(value, ast.Constant) and isinstance(value.value, str) and name not in values:
                    values[name] = value.value
                else:
                    several.add(name)
        return {name: value for name, value in values.items() if name not in several}


def decorators(function: FunctionNode) -> Iterator[tuple[ast.expr, ast.Call | None]]:
    """Each decorator: what it names, and the call if there is one."""
    for decorator in function.decorator_list:
        call = decorator if isinstance(decorator, ast.Call) else None
        yield (call.func if call else decorator), call


def dotted(node: ast.expr) -> str:
    """A chain of names as written; empty where it is something else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(names)]) if isinstance(node, ast.Name) else ""


def method(node: ast.expr) -> tuple[str, str]:
    """Owner and last name of a chain: `app.router.get` is ("app.router", "get")."""
    owner, _, name = dotted(node).rpartition(".")
    return owner, name


def argument(call: ast.Call | None, keyword: str, position: int | None = None) -> ast.expr | None:
    """An argument of a call by keyword or position."""
    if call is None:
        return None
    for given in call.keywords:
        if given.arg == keyword:
            return given.value
    if position is None or len(call.args) <= position or isinstance(call.args[position], ast.Starred):
        return None
    return call.args[position]


def _assignments(nodes: list[ast.AST] | list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Name and value of each assignment to a plain name, also `+=`."""
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id, node.value
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign)) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id, node.value
