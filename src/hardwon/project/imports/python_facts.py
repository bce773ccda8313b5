"""What a Python file imports, defines and mentions, from its syntax tree. Pure."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_IMPORT_LINE = re.compile(
    rb"^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]*(\([^()]{0,20000}\)|[^\n#;(]+)|import[ \t]+([^\n#;]+))",
    re.MULTILINE,
)
_COMMENT = re.compile(rb"#[^\n]*|\\")
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


def imports_of(content: bytes) -> Facts:
    """Only what a file imports, told by its lines: a source need not be parsed for that."""
    facts = Facts()
    for module, names, modules in _IMPORT_LINE.findall(content):
        if modules:
            facts.imported.extend(ImportTarget(_parts(each)) for each in modules.split(b",") if each.split())
            continue
        name = module.lstrip(b".")
        target = ImportTarget(_parts(name) if name else (), len(module) - len(name))
        for each in _COMMENT.sub(b"", names).strip(b"()").split(b","):
            if each.split()[:1] == [b"*"]:
                facts.stars.append(target)
            elif each.split():
                facts.imported.append(target.below(_parts(each)))
    return facts


def _parts(words: bytes) -> tuple[str, ...]:
    return tuple(words.split()[0].decode("utf-8", "replace").split("."))


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
    waiting: list[Any] = [top]
    while waiting:
        node = waiting.pop()
        reader = _READERS.get(node.__class__)
        if reader is not None:
            waiting.extend(reader(node, facts, piece))
        elif isinstance(node, ast.AST):
            waiting.extend(_inside(node))


def _inside(node: ast.AST) -> Iterator[Any]:
    """What a node is made of. Quicker than ast.iter_child_nodes, which takes most of the time for a large tree."""
    for value in vars(node).values():
        if value.__class__ is list:
            yield from value
        elif isinstance(value, ast.AST):
            yield value


def _read_name(node: ast.Name, _: Facts, piece: Piece) -> Iterable[Any]:
    piece.mentions.add((node.id,))
    return ()


def _read_arguments(node: ast.arguments, _: Facts, piece: Piece) -> Iterable[Any]:
    piece.asked.update(each.arg for each in (*node.posonlyargs, *node.args, *node.kwonlyargs))
    return _inside(node)


def _read_chain(node: ast.Attribute, _: Facts, piece: Piece) -> Iterable[Any]:
    """Keep `a.b.c` as one mention; what stands in place of the `a` is looked into if that is not a name."""
    names = [node.attr]
    base = node.value
    while isinstance(base, ast.Attribute):
        names.append(base.attr)
        base = base.value
    if not isinstance(base, ast.Name):
        return (base,)
    piece.mentions.add((base.id, *reversed(names)))
    return ()


def _read_text(node: ast.Constant, facts: Facts, piece: Piece) -> Iterable[Any]:
    value = node.value
    if isinstance(value, str) and len(value) <= _LONGEST_DOTTED:
        if value.isidentifier():
            piece.asked.add(value)  # usefixtures("app"), getfixturevalue("app")
        elif _DOTTED.fullmatch(value):
            facts.texts.add(tuple(value.split(".")))
    return ()


def _read_import(node: ast.Import, facts: Facts, piece: Piece) -> Iterable[Any]:
    for each in node.names:
        parts = tuple(each.name.split("."))
        facts.imported.append(ImportTarget(parts))
        facts.bindings.setdefault(each.asname or parts[0], ImportTarget(parts if each.asname else parts[:1]))
        piece.mentions.add((each.asname,) if each.asname else parts)
    return ()


def _read_from(node: ast.ImportFrom, facts: Facts, piece: Piece) -> Iterable[Any]:
    module = ImportTarget(tuple(node.module.split(".")) if node.module else (), node.level)
    for each in node.names:
        if each.name == "*":
            facts.stars.append(module)
            continue
        target = module.below((each.name,))
        facts.imported.append(target)
        facts.bindings.setdefault(each.asname or each.name, target)
        piece.mentions.add((each.asname or each.name,))
    return ()


def _read_assignment(node: ast.Assign, facts: Facts, _: Piece) -> Iterable[Any]:
    """`shop = pytest.importorskip("shop.cart")` is an import."""
    call, target = node.value, node.targets[0]
    if isinstance(call, ast.Call) and call.args and isinstance(target, ast.Name):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        given = call.args[0].value if isinstance(call.args[0], ast.Constant) else None
        if name in _LOADERS and isinstance(given, str) and not given.startswith("."):
            named = ImportTarget(tuple(given.split(".")))
            facts.imported.append(named)
            facts.bindings.setdefault(target.id, named)
    return _inside(node)


_READERS: dict[type, Callable[[Any, Facts, Piece], Iterable[Any]]] = {
    ast.Assign: _read_assignment,
    ast.Attribute: _read_chain,
    ast.Constant: _read_text,
    ast.Import: _read_import,
    ast.ImportFrom: _read_from,
    ast.Name: _read_name,
    ast.arguments: _read_arguments,
}
