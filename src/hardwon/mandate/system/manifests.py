"""Recognisers of manifests: pyproject.toml and package.json, and the main packages of Go."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from hardwon.mandate.system.facts import Distributed, EntryPoint, Framework

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.mandate.system.facts import Fact
    from hardwon.mandate.system.source import Source

PYTHON_FRAMEWORKS = {
    "django": "Django",
    "djangorestframework": "Django REST framework",
    "fastapi": "FastAPI",
    "flask": "Flask",
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
_GO_MAIN = re.compile(r"^package main\b", re.MULTILINE)
_GO_ENTRY = re.compile(r"^func main\(\)", re.MULTILINE)


def pyproject(source: Source) -> Iterator[Fact]:
    """Console scripts, dependencies, and whether it is built to be imported."""
    project = _table(source.toml, "project")
    poetry = _table(source.toml, "tool", "poetry")
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
