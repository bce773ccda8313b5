"""What a Python file imports, defines and mentions, from its syntax tree. Pure."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_LONGEST_DOTTED = 200
_LOADERS = frozenset({"import_module", "importorskip"})
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class ImportTarget:
    """What an import names: modules, and perhaps a name in the last of them."""

    parts: tuple[str, ...]
    level: int = 0
    """Dots in front of a relative import."""

    def below(self, names: tuple[str, ...]) -> ImportTarget:
        return ImportTarget((*self.parts, *names), self.level)


@dataclass(slots=True)
class Piece:
    """A definition at the top of a file, or all that stands outside of definitions."""

    mentions: set[tuple[str, ...]] = field(default_factory=set)
    """Dotted names, as `("flask", "json", "dumps")`."""

    asked: set[str] = field(default_factory=set)
    """Parameters of its functions, which for tests and fixtures are the names of fixtures."""

    is_alias: bool = False
    """Whether it is an assignment, which stands for what it mentions."""


@dataclass(slots=True)
class Facts:
    """A file, as far as ties need it."""

    bindings: dict[str, ImportTarget] = field(default_factory=dict)
    imported: list[ImportTarget] = field(default_factory=list)
    stars: list[ImportTarget] = field(default_factory=list)
    pieces: dict[str, Piece] = field(default_factory=dict)
    texts: set[tuple[str, ...]] = field(default_factory=set)
    """Texts that read like dotted names: `mock.patch("shop.cart.total")`."""


def facts_of(content: bytes) -> Facts:
    """The facts of a file; ValueError with a reason where it is not Python."""
    try:
        with warnings.catch_warnings():
            # What Python has to say about the project's style does not matter here.
            warnings.simplefilter("ignore")
            tree = ast.parse(content)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else "it is nested too deeply"
        raise ValueError(f"not readable as Python: {reason}") from None
    facts = Facts()
    for statement in tree.body:
        piece = Piece()
        _look(statement, facts, piece)
        for name in _names(statement, piece):
            facts.pieces[name] = piece
    return facts


def _names(statement: ast.stmt, piece: Piece) -> Iterator[str]:
    """The names under which a statement can be found from outside; one without a name counts for the file itself."""
    if isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
        yield statement.name
        yield from _given_names(statement.decorator_list)
        return
    piece.is_alias = isinstance(statement, ast.Assign)
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    found = [each.id for target in targets if target for each in ast.walk(target) if isinstance(each, ast.Name)]
    yield from found or [f"line {statement.lineno}"]


def _given_names(decorators: list[ast.expr]) -> Iterator[str]:
    """Names that fixtures are given by `name=`."""
    for each in decorators:
        for keyword in each.keywords if isinstance(each, ast.Call) else ():
            if (
                keyword.arg == "name"
                and isinstance(keyword.value, ast.Constant)
                and isinstance(keyword.value.value, str)
            ):
                yield keyword.value.value


def _look(top: ast.stmt, facts: Facts, piece: Piece) -> None:
    """Read a statement with all that is in it, without calling itself: code may be nested deeply."""
    waiting: list[ast.AST] = [top]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Attribute):
            base = _chain(node, piece)
            if base is not None:
                waiting.append(base)
            continue
        if isinstance(node, ast.Name):
            piece.mentions.add((node.id,))
            continue
        if isinstance(node, ast.Constant):
            _read_text(node.value, facts, piece)
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            _read_import(node, facts, piece)
            continue
        if isinstance(node, ast.Assign):
            _read_loader(node, facts)
        elif isinstance(node, _FUNCTIONS):
            arguments = node.args
            piece.asked.update(each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs))
        waiting.extend(ast.iter_child_nodes(node))


def _chain(node: ast.Attribute, piece: Piece) -> ast.expr | None:
    """Keep `a.b.c` as one mention; what stands in place of the `a` if that is not a name."""
    names = [node.attr]
    base = node.value
    while isinstance(base, ast.Attribute):
        names.append(base.attr)
        base = base.value
    if not isinstance(base, ast.Name):
        return base
    piece.mentions.add((base.id, *reversed(names)))
    return None


def _read_text(value: object, facts: Facts, piece: Piece) -> None:
    if not isinstance(value, str) or len(value) > _LONGEST_DOTTED:
        return
    if value.isidentifier():
        piece.asked.add(value)  # usefixtures("app"), getfixturevalue("app")
    elif _DOTTED.fullmatch(value):
        facts.texts.add(tuple(value.split(".")))


def _read_import(node: ast.Import | ast.ImportFrom, facts: Facts, piece: Piece) -> None:
    if isinstance(node, ast.Import):
        for each in node.names:
            parts = tuple(each.name.split("."))
            facts.imported.append(ImportTarget(parts))
            facts.bindings.setdefault(each.asname or parts[0], ImportTarget(parts if each.asname else parts[:1]))
            piece.mentions.add((each.asname,) if each.asname else parts)
        return
    module = ImportTarget(tuple(node.module.split(".")) if node.module else (), node.level)
    for each in node.names:
        if each.name == "*":
            facts.stars.append(module)
            continue
        target = module.below((each.name,))
        facts.imported.append(target)
        facts.bindings.setdefault(each.asname or each.name, target)
        piece.mentions.add((each.asname or each.name,))


def _read_loader(node: ast.Assign, facts: Facts) -> None:
    """`shop = pytest.importorskip("shop.cart")` is an import."""
    call = node.value
    if not isinstance(call, ast.Call) or not call.args or not isinstance(node.targets[0], ast.Name):
        return
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    given = call.args[0].value if isinstance(call.args[0], ast.Constant) else None
    if name in _LOADERS and isinstance(given, str) and not given.startswith("."):
        target = ImportTarget(tuple(given.split(".")))
        facts.imported.append(target)
        facts.bindings.setdefault(node.targets[0].id, target)
