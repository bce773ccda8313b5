"""Recognisers of manifests: pyproject.toml, setup.py, setup.cfg and package.json, and the main packages of Go."""

from __future__ import annotations

import ast
import configparser
import re
from typing import TYPE_CHECKING, Any

from hardwon.mandate.system.facts import Distributed, EntryPoint, Framework, NamedProject

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.mandate.system.facts import Fact
    from hardwon.mandate.system.source import Source

HTTP_CLIENT = "HTTP client"

PYTHON_FRAMEWORKS = {
    "django": "Django",
    "djangorestframework": "Django REST framework",
    "fastapi": "FastAPI",
    "flask": "Flask",
    "h11": HTTP_CLIENT,
    "httpcore": HTTP_CLIENT,
    "urllib3": HTTP_CLIENT,
}
"""Distributions that say what a project is, by normalised name."""

NODE_FRAMEWORKS = {
    "@angular/core": "Angular",
    "express": "Express",
    "next": "Next.js",
    "nuxt": "Nuxt",
    "react": "React",
    "svelte": "Svelte",
    "vue": "Vue",
}

_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)")
_SETUP = re.compile(r"^(?:setuptools\.)?setup\(", re.MULTILINE)
_GO_MAIN = re.compile(r"^package main\b", re.MULTILINE)
_GO_ENTRY = re.compile(r"^func main\(\)", re.MULTILINE)


def pyproject(source: Source) -> Iterator[Fact]:
    """Console scripts, dependencies, and whether it is built to be imported."""
    project = _table(source.toml, "project")
    poetry = _table(source.toml, "tool", "poetry")
    yield from _named({**poetry, **project}, source.path)
    doors = (("console script", "scripts"), ("graphical script", "gui-scripts"))
    for how, key in doors:
        for name, target in _texts({**_table(poetry, key), **_table(project, key)}):
            yield EntryPoint(how=how, name=name, target=target, file=source.path)
    listed = project.get("dependencies")
    wanted = [_distribution(item) for item in listed if isinstance(item, str)] if isinstance(listed, list) else []
    for name in {*wanted, *map(_distribution, _table(poetry, "dependencies"))}:
        if name in PYTHON_FRAMEWORKS:
            yield Framework(PYTHON_FRAMEWORKS[name])
    if "build-system" in source.toml and (project or poetry):
        yield Distributed()


def package_json(source: Source) -> Iterator[Fact]:
    """Programs, main module, scripts and dependencies."""
    package = source.json
    yield from _named(package, source.path)
    programs = package.get("bin")
    if isinstance(programs, str):
        programs = {str(package.get("name", "")): programs}
    for name, target in _texts(programs):
        yield EntryPoint(how="package program", name=name, target=target, file=source.path)
    main = package.get("main")
    if isinstance(main, str):
        yield EntryPoint(how="package main", name="main", target=main, file=source.path)
    for name, script in _texts(package.get("scripts")):
        yield EntryPoint(how="npm script", name=name, target=script, file=source.path)
    for name in _table(package, "dependencies"):
        if name in NODE_FRAMEWORKS:
            yield Framework(NODE_FRAMEWORKS[name])
    if not package.get("private") and not package.keys().isdisjoint({"main", "module", "exports"}):
        yield Distributed()


def setup_py(source: Source) -> Iterator[Fact]:
    """What is told to `setup()` in so many words: its name, description, console scripts; that it can be imported."""
    if not _SETUP.search(source.text):
        return
    yield Distributed()
    calls = [call for call in source.python.calls if _is_setup(call.func)] if source.python else []
    told = {word.arg: _literal(word.value) for call in calls for word in call.keywords if word.arg}
    yield from _named(told, source.path)
    scripts = _table(told, "entry_points").get("console_scripts")
    yield from _scripts(scripts if isinstance(scripts, list) else [], source.path)


def setup_cfg(source: Source) -> Iterator[Fact]:
    """What the older form of a manifest says: name, description, console scripts; that it can be imported."""
    told = configparser.RawConfigParser(strict=False)
    try:
        told.read_string(source.text)
    except configparser.Error:
        return
    if not told.has_section("metadata"):
        return
    yield Distributed()
    yield from _named(dict(told.items("metadata")), source.path)
    yield from _scripts(told.get("options.entry_points", "console_scripts", fallback="").splitlines(), source.path)


def _is_setup(function: ast.expr) -> bool:
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name == "setup"


def _literal(value: ast.expr) -> Any:
    """A value that is written out; None where only running would tell."""
    try:
        return ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def _scripts(lines: list[Any], file: str) -> Iterator[EntryPoint]:
    for line in lines:
        name, equals, target = line.partition("=") if isinstance(line, str) else ("", "", "")
        if equals and name.strip():
            yield EntryPoint(how="console script", name=name.strip(), target=target.strip(), file=file)


def _named(table: dict[str, Any], file: str) -> Iterator[NamedProject]:
    name, about = table.get("name"), table.get("description")
    if isinstance(name, str) and name.strip():
        yield NamedProject(name=name, description=about if isinstance(about, str) else "", file=file)


def go_main(source: Source) -> Iterator[Fact]:
    """A main package, by its folder."""
    if _GO_MAIN.search(source.text) and _GO_ENTRY.search(source.text):
        folder = f"./{source.folder}" if source.folder else "."
        yield EntryPoint(how="go run", name=folder, target=source.path, file=source.path)


def _table(value: Any, *keys: str) -> dict[str, Any]:
    """The table at the keys; an empty one where there is something else."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def _texts(value: Any) -> list[tuple[str, str]]:
    """The pairs of a table whose values are texts."""
    if not isinstance(value, dict):
        return []
    return [(name, text) for name, text in value.items() if isinstance(text, str)]


def _distribution(requirement: str) -> str:
    found = _REQUIREMENT.match(requirement)
    return re.sub(r"[-_.]+", "-", found[1]).lower() if found else ""
