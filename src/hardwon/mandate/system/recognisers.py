"""The table of what hardwon recognises. A new framework is one entry here, and one function."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from hardwon.mandate.system import express, manifests, python_cli, python_web

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hardwon.mandate.system.facts import Fact
    from hardwon.mandate.system.source import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Recogniser:
    """Which files it looks at, what it finds there, and the function that finds it."""

    name: str
    finds: str
    """For people; docs/mandate.md has the same words."""

    files: tuple[str, ...]
    """Patterns for the name of a file."""

    hint: re.Pattern[bytes]
    """What a file must contain to be worth parsing."""

    facts: Callable[[Source], Iterable[Fact]]

    def concerns(self, name: str) -> bool:
        return any(fnmatchcase(name, pattern) for pattern in self.files)


_ANYTHING = re.compile(b"")
_PYTHON = ("*.py",)
_SCRIPT = ("*.js", "*.mjs", "*.cjs", "*.ts")

RECOGNISERS: tuple[Recogniser, ...] = (
    Recogniser(
        name="pyproject.toml",
        finds="console scripts, dependencies, whether it is built to be imported",
        files=("pyproject.toml",),
        hint=_ANYTHING,
        facts=manifests.pyproject,
    ),
    Recogniser(
        name="setup.py",
        finds="name, console scripts, whether it is built to be imported",
        files=("setup.py",),
        hint=re.compile(rb"\bsetup\("),
        facts=manifests.setup_py,
    ),
    Recogniser(
        name="setup.cfg",
        finds="name, console scripts, whether it is built to be imported",
        files=("setup.cfg",),
        hint=re.compile(rb"\[metadata\]"),
        facts=manifests.setup_cfg,
    ),
    Recogniser(
        name="package.json",
        finds="programs (`bin`), `main`, `scripts`, dependencies",
        files=("package.json",),
        hint=_ANYTHING,
        facts=manifests.package_json,
    ),
    Recogniser(
        name="Flask",
        finds="routes by decorator and `add_url_rule`, blueprints and their prefixes",
        files=_PYTHON,
        hint=re.compile(rb"\bflask\b|\.route\(|add_url_rule|register_blueprint"),
        facts=python_web.flask,
    ),
    Recogniser(
        name="FastAPI",
        finds="routes by decorator and `add_api_route`, routers and their prefixes, mounted applications",
        files=_PYTHON,
        hint=re.compile(
            rb"\bfastapi\b|include_router|add_api_route"
            rb"|@[\w.]+\.(?:api_route|delete|get|head|options|patch|post|put|trace|websocket)\("
        ),
        facts=python_web.fastapi,
    ),
    Recogniser(
        name="Django",
        finds="`path()`, `re_path()` and `include()` in urlpatterns, routers of the REST framework",
        files=_PYTHON,
        hint=re.compile(rb"urlpatterns|^\s*+(?:from|import) (?:django|rest_framework)\b", re.MULTILINE),
        facts=python_web.django,
    ),
    Recogniser(
        name="Django commands",
        finds="the files in management/commands",
        files=_PYTHON,
        hint=re.compile(rb"BaseCommand"),
        facts=python_cli.django_command,
    ),
    Recogniser(
        name="Express",
        finds="routes of applications and routers, `route()` chains, routers used below a path",
        files=_SCRIPT,
        hint=re.compile(rb"express|\bapp\s*+\.|\brouter\s*+\."),
        facts=express.express,
    ),
    Recogniser(
        name="click",
        finds="commands below their groups",
        files=_PYTHON,
        hint=re.compile(rb"\.command\b|\.group\b|\bclick\b"),
        facts=python_cli.click,
    ),
    Recogniser(
        name="Typer",
        finds="commands of a Typer, Typers added to others, `typer.run`",
        files=_PYTHON,
        hint=re.compile(rb"\btyper\b"),
        facts=python_cli.typer,
    ),
    Recogniser(
        name="argparse",
        finds="subcommands by `add_parser`, else the parser itself",
        files=_PYTHON,
        hint=re.compile(rb"\bargparse\b"),
        facts=python_cli.argparse,
    ),
    Recogniser(
        name="python -m",
        finds="packages with a `__main__.py`",
        files=("__main__.py",),
        hint=_ANYTHING,
        facts=python_cli.run_as_module,
    ),
    Recogniser(
        name="Go",
        finds="main packages",
        files=("*.go",),
        hint=re.compile(rb"\bpackage main\b"),
        facts=manifests.go_main,
    ),
)
