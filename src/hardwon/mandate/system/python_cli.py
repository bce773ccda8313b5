"""Recognisers of Python command lines: click, Typer, argparse, `python -m`, Django's management commands."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from hardwon.mandate.system.facts import EntryPoint, Framework, Mount, Prefix, Reference, SystemCommand
from hardwon.mandate.system.python_code import argument, decorators, method

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.mandate.system.facts import Fact
    from hardwon.mandate.system.python_code import Code, FunctionNode
    from hardwon.mandate.system.source import Source

DEEPEST_PARSER = 10


def click(source: Source) -> Iterator[Fact]:
    """Functions decorated as commands, below their groups; also those of `app.cli` in Flask."""
    code = source.python
    if code is None or not code.uses("click", "flask"):
        return
    if code.uses("click"):
        yield Framework("click")
    for function in code.functions:
        for called, call in decorators(function):
            owner, kind = method(called)
            kind = code.is_from(called, "click") or kind
            if kind not in {"command", "group"}:
                continue
            parent = "" if code.is_from(called, "click") else owner
            name = code.text(argument(call, "name", 0)) or function.name.replace("_", "-")
            yield from _click_fact(code, function, kind, parent, name)
    for call in code.calls:
        owner, name = method(call.func)
        child = argument(call, "cmd", 0)
        if name == "add_command" and child is not None and owner:
            reference = code.reference(child)
            if reference is not None:
                yield Mount(file=code.path, owner=owner, child=reference)


def _click_fact(code: Code, function: FunctionNode, kind: str, parent: str, name: str) -> Iterator[Fact]:
    if kind == "command":
        yield SystemCommand(name=name, file=code.path, line=function.lineno, owner=parent)
        return
    yield Prefix(file=code.path, owner=function.name, text=name, only_mounted=True)
    if parent:
        yield Mount(file=code.path, owner=parent, child=_here(code, function.name))


def typer(source: Source) -> Iterator[Fact]:
    """Functions decorated as commands of a Typer, and Typers added to others."""
    code = source.python
    if code is None or not code.uses("typer"):
        return
    yield Framework("Typer")
    for function in code.functions:
        for called, call in decorators(function):
            owner, kind = method(called)
            if kind == "command" and owner:
                name = code.text(argument(call, "name", 0)) or function.name.replace("_", "-")
                yield SystemCommand(name=name, file=code.path, line=function.lineno, owner=owner)
    for call in code.calls:
        owner, name = method(call.func)
        child = argument(call, "typer_instance", 0)
        if name == "add_typer" and child is not None and owner:
            reference = code.reference(child)
            if reference is not None:
                text = code.text(argument(call, "name")) or ""
                yield Mount(file=code.path, owner=owner, child=reference, prefix=text)
        elif code.is_from(call.func, "typer") == "run":
            yield SystemCommand(name=_program(code), file=code.path, line=call.lineno)


def argparse(source: Source) -> Iterator[Fact]:
    """Subcommands by `add_parser`; a parser without them is a command of its own."""
    code = source.python
    if code is None or not code.uses("argparse"):
        return
    tree = _Parsers(code)
    for call in code.calls:
        owner, name = method(call.func)
        text = code.text(argument(call, "name", 0))
        if name == "add_parser" and text is not None:
            full = " ".join([*tree.path(owner), text])
            yield SystemCommand(name=full, file=code.path, line=call.lineno)
        elif name == "ArgumentParser" and not tree.has_subcommands:
            program = code.text(argument(call, "prog", 0)) or _program(code)
            yield SystemCommand(name=program, file=code.path, line=call.lineno)


class _Parsers:
    """Which variable of a file holds the parser of which subcommand."""

    def __init__(self, code: Code) -> None:
        self._above: dict[str, tuple[str, tuple[str, ...]]] = {}
        self.has_subcommands = False
        for call in code.calls:
            self.has_subcommands |= method(call.func)[1] == "add_parser"
        for variable, value in code.assignments:
            if isinstance(value, ast.Call):
                owner, name = method(value.func)
                text = code.text(argument(value, "name", 0))
                if name == "add_parser" and text is not None:
                    self._above[variable] = owner, (text,)
                elif name == "add_subparsers":
                    self._above[variable] = owner, ()

    def path(self, variable: str) -> list[str]:
        """Subcommands above a variable, outermost first."""
        words: list[str] = []
        for _ in range(DEEPEST_PARSER):
            if variable not in self._above:
                break
            variable, own = self._above[variable]
            words = [*own, *words]
        return words


def run_as_module(source: Source) -> Iterator[Fact]:
    """`python -m package` for a package with a `__main__.py`."""
    package = source.folder.removeprefix("src/").replace("/", ".")
    if package and package != "src":
        yield EntryPoint(how="python -m", name=package, target=source.path, file=source.path)


def django_command(source: Source) -> Iterator[Fact]:
    """Django's own commands: one file each in management/commands."""
    if source.folder.endswith("management/commands") and not source.name.startswith("_"):
        yield SystemCommand(name=f"manage.py {source.name.removesuffix('.py')}", file=source.path, line=1)


def _here(code: Code, name: str) -> Reference:
    return Reference(module=code.module, name=name, exact=True)


def _program(code: Code) -> str:
    *folders, name = code.path.removesuffix(".py").split("/")
    return folders[-1] if name == "__main__" and folders else name
