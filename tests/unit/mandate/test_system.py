"""What the system is: small real trees in, facts out. Nothing of them is ever imported or run."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.mandate.system import look as looking
from hardwon.mandate.system import source as reading
from hardwon.mandate.system.look import look
from hardwon.mandate.system.recognisers import RECOGNISERS
from hardwon.mandate.system.source import Source
from hardwon.project.codeowners import Ownership

if TYPE_CHECKING:
    from pathlib import Path

    from hardwon.mandate.system.facts import System


def write(root: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    return root


def routes(system: System) -> list[tuple[str, str]]:
    return [(" ".join(route.methods), route.path) for route in system.routes]


def commands(system: System) -> list[str]:
    return [command.name for command in system.commands]


def doors(system: System) -> list[tuple[str, str, str]]:
    return [(door.how, door.name, door.target) for door in system.entry_points]


FLASK = {
    "shop/app.py": """
from flask import Flask, render_template
from shop.admin import bp as admin_bp
from . import cart

BASE = "/base"

def create_app():
    app = Flask(__name__)
    app.register_blueprint(admin_bp, url_prefix="/back-office")
    app.register_blueprint(cart.blueprint)

    @app.route("/")
    def index():
        return render_template("index.html")

    @app.route("/login", methods=["POST", "GET"])
    def login(): ...

    @app.delete(f"{BASE}/session")
    def logout(): ...

    app.add_url_rule(BASE + "/health", "health", lambda: "ok")
    return app
""",
    "shop/admin.py": """
from flask import Blueprint

bp = Blueprint("admin", __name__, url_prefix="/replaced")

@bp.route("/users")
def users(): ...
""",
    "shop/cart.py": """
from flask import Blueprint

blueprint = Blueprint("cart", __name__, url_prefix="/cart")

@blueprint.post("/items")
def add(): ...
""",
}

FASTAPI = {
    "src/api/main.py": """
from fastapi import FastAPI
from api.routers import users, orders
from api.config import settings

app = FastAPI()
app.include_router(users.router, prefix="/v1")
app.include_router(orders.router, prefix=settings.prefix)

@app.get("/health")
async def health(): ...

@app.websocket("/live")
async def live(): ...

@app.api_route("/both", methods=["GET", "POST"])
async def both(): ...
""",
    "src/api/routers/__init__.py": "",
    "src/api/routers/users.py": """
from fastapi import APIRouter

router = APIRouter(prefix="/users")

@router.get("")
async def all_of_them(): ...

@router.patch("/{user_id}")
async def change(user_id: int): ...
""",
    "src/api/routers/orders.py": """
from fastapi import APIRouter

router = APIRouter()

@router.post("/orders")
async def order(): ...
""",
}

DJANGO = {
    "manage.py": "import os\nfrom django.core.management import execute_from_command_line\n",
    "site/urls.py": """
from django.contrib import admin
from django.urls import include, path, re_path
from rest_framework.routers import DefaultRouter
from . import views

router = DefaultRouter()
router.register(r"books", views.BookViewSet)

extra = [path("reports/", views.reports), path("credit/<int:pk>/", views.credit)]

urlpatterns = [
    path("", views.home),
    path("admin/", admin.site.urls),
    path("blog/", include("blog.urls")),
    path("api/", include(router.urls)),
    path("extra/", include(extra)),
    path("inline/", include(([path("one/", views.one)], "inline"))),
    re_path(r"^archive/(?P<year>[0-9]{4})/$", views.archive),
]
urlpatterns += [path("late/", views.late)]
""",
    "blog/urls.py": """
from django.urls import path
from . import views

urlpatterns = [path("", views.index), path("<slug:slug>/", views.post)]
""",
    "blog/management/commands/import_posts.py": """
from django.core.management.base import BaseCommand

class Command(BaseCommand): ...
""",
}

EXPRESS = {
    "package.json": '{"name": "shop", "private": true, "main": "app.js", "scripts": {"start": "node app.js"},'
    ' "dependencies": {"express": "^4"}}',
    "app.js": """
const express = require('express');
const users = require('./routes/users');
const axios = require('axios');
const app = express();
const inner = express.Router();

// app.get('/commented-out', gone);
/* app.get('/also-gone', gone); */
app.use(express.json());
app.use('/api/users', auth, users);
app.use('/api', require('./routes/orders'));
app.use('/inner', inner);
inner.get("/deep", (req, res) => res.json({note: "not // a comment"}));
app.get('/health', (req, res) => res.send('ok'));
app.all('/anything', handler);
app.get('env');
axios.get('/not-a-route', {});
app.route('/book')
  .get((req, res) => { res.send(list(')')); })
  .post(create);
""",
    "routes/users.js": """
const router = require('express').Router();
router.get('/', list);
router.delete(`/:id`, remove);
module.exports = router;
""",
    "routes/orders/index.ts": """
import { Router } from 'express';
const orders: Router = Router();
orders.put('/orders/:id', replace);
export default orders;
""",
}

CLICK = {
    "tool/cli.py": """
import click
from tool.db import db

@click.group()
def cli(): ...

cli.add_command(db)

@cli.command()
@click.argument("file")
def import_file(file): ...

@cli.command("sync", help="x")
def anything(): ...

@cli.group()
def users(): ...

@users.command(name="add")
def add_user(): ...
""",
    "tool/db.py": """
import click

@click.group("database")
def db(): ...

@db.command
def migrate(): ...
""",
}

TYPER = {
    "tool/main.py": """
import typer
from tool import users

app = typer.Typer()
app.add_typer(users.app, name="users")

@app.command()
def hello(name: str): ...
""",
    "tool/users.py": """
import typer

app = typer.Typer()

@app.command("new")
def create(): ...
""",
    "tool/once.py": "import typer\n\ndef main(): ...\n\nif __name__ == '__main__':\n    typer.run(main)\n",
}

ARGPARSE = {
    "tool.py": """
import argparse

parser = argparse.ArgumentParser(prog="tool")
sub = parser.add_subparsers()
db = sub.add_parser("db")
below = db.add_subparsers()
below.add_parser("migrate", help="x")
sub.add_parser("serve")
""",
    "bin/plain.py": "from argparse import ArgumentParser\nArgumentParser().parse_args()\n",
    "pack/__main__.py": "import argparse\nargparse.ArgumentParser(description='x')\n",
}


def test_flask_routes_carry_their_blueprints_prefixes(tmp_path: Path) -> None:
    """A prefix given at registration takes the place of the blueprint's own, as in Flask."""
    system = look(write(tmp_path, FLASK))
    assert routes(system) == [
        ("GET", "/"),
        ("GET", "/back-office/users"),
        ("GET", "/base/health"),
        ("DELETE", "/base/session"),
        ("POST", "/cart/items"),
        ("GET POST", "/login"),
    ]
    assert system.kinds == (("web app", ("Flask",)),)
    assert system.languages == (("Python", 3),)
    login = system.routes[-1]
    assert (login.file, login.line) == ("shop/app.py", 17)


def test_flask_without_pages_is_a_service(tmp_path: Path) -> None:
    system = look(write(tmp_path, {"app.py": "import flask\napp = flask.Flask('x')\n@app.get('/x')\ndef x(): ...\n"}))
    assert system.kinds == (("web service", ("Flask",)),)


def test_fastapi_routes_carry_the_prefixes_of_their_routers(tmp_path: Path) -> None:
    """A prefix that only running would tell shows the name it has in the code."""
    system = look(write(tmp_path, FASTAPI))
    assert routes(system) == [
        ("GET POST", "/both"),
        ("GET", "/health"),
        ("WEBSOCKET", "/live"),
        ("GET", "/v1/users"),
        ("PATCH", "/v1/users/{user_id}"),
        ("POST", "/{settings.prefix}/orders"),
    ]
    assert system.kinds == (("web service", ("FastAPI",)),)


def test_fastapi_routes_and_applications_added_by_calls(tmp_path: Path) -> None:
    code = """
from fastapi import FastAPI
app, v2 = FastAPI(), FastAPI()
app.mount("/v2", v2)
app.add_api_route("/added", handler, methods=["PUT"])

@v2.get("/x")
def x(): ...
"""
    assert routes(look(write(tmp_path, {"app.py": code}))) == [("PUT", "/added"), ("GET", "/v2/x")]


def test_django_patterns_are_followed_through_includes(tmp_path: Path) -> None:
    system = look(write(tmp_path, DJANGO))
    assert routes(system) == [
        ("", "/"),
        ("", "/admin/"),
        ("", "/api/books/"),
        ("", "/archive/(?P<year>[0-9]{4})/"),
        ("", "/blog/"),
        ("", "/blog/<slug:slug>/"),
        ("", "/extra/credit/<int:pk>/"),
        ("", "/extra/reports/"),
        ("", "/inline/one/"),
        ("", "/late/"),
    ]
    assert commands(system) == ["manage.py import_posts"]
    assert system.kinds[:2] == (("web app", ("Django",)), ("web service", ("Django REST framework",)))


def test_express_routes_without_comments_and_other_clients(tmp_path: Path) -> None:
    system = look(write(tmp_path, EXPRESS))
    assert routes(system) == [
        ("", "/anything"),
        ("PUT", "/api/orders/:id"),
        ("GET", "/api/users/"),
        ("DELETE", "/api/users/:id"),
        ("GET POST", "/book"),
        ("GET", "/health"),
        ("GET", "/inner/deep"),
    ]
    assert system.kinds == (("web service", ("Express",)),)
    assert doors(system) == [("npm script", "start", "node app.js"), ("package main", "main", "app.js")]
    assert next(route.line for route in system.routes if route.path == "/health") == 15


def test_express_that_renders_is_a_web_app(tmp_path: Path) -> None:
    code = "import express from 'express';\nexpress().use(x);\napp.get('/', (req, res) => res.render('home'));\n"
    system = look(write(tmp_path, {"app.mjs": code}))
    assert (routes(system), system.kinds) == ([("GET", "/")], (("web app", ("Express",)),))


def test_click_commands_stand_below_their_groups(tmp_path: Path) -> None:
    system = look(write(tmp_path, CLICK))
    assert commands(system) == ["database migrate", "import-file", "sync", "users add"]
    assert system.kinds == (("CLI", ("click",)),)


def test_flask_commands_are_click_commands(tmp_path: Path) -> None:
    code = "from flask import Flask\napp = Flask('x')\n@app.cli.command('init-db')\ndef init(): ...\n"
    assert commands(look(write(tmp_path, {"app.py": code}))) == ["init-db"]


def test_typer_commands_stand_below_the_typers_they_are_added_to(tmp_path: Path) -> None:
    system = look(write(tmp_path, TYPER))
    assert commands(system) == ["hello", "once", "users new"]
    assert system.kinds == (("CLI", ("Typer",)),)


def test_argparse_subcommands_or_the_parser_itself(tmp_path: Path) -> None:
    system = look(write(tmp_path, ARGPARSE))
    assert commands(system) == ["db", "db migrate", "pack", "plain", "serve"]
    assert doors(system) == [("python -m", "pack", "pack/__main__.py")]


def test_pyproject_gives_scripts_and_makes_a_library_of_what_is_nothing_else(tmp_path: Path) -> None:
    text = (
        '[build-system]\nrequires = []\n[project]\nname = "x"\ndependencies = ["Flask[async] >= 2 ; extra == \'x\'"]\n'
    )
    assert look(write(tmp_path, {"pyproject.toml": text})).kinds == (("library", ()),)
    scripts = '[project.scripts]\nshop = "shop.cli:main"\n[tool.poetry.scripts]\nold = "shop:old"\n'
    system = look(write(tmp_path, {"pyproject.toml": text + scripts}))
    assert doors(system) == [("console script", "old", "shop:old"), ("console script", "shop", "shop.cli:main")]
    assert system.kinds == (("CLI", ()),)


def test_a_dependency_makes_routes_of_decorators_that_no_import_explains(tmp_path: Path) -> None:
    """Decorators are routes only where something in the project answers requests."""
    code = "from .app import bp\n@bp.get('/x')\ndef x(): ...\n"
    assert routes(look(write(tmp_path, {"views.py": code}))) == []
    manifest = '[project]\nname = "x"\ndependencies = ["flask"]\n'
    assert routes(look(write(tmp_path, {"pyproject.toml": manifest}))) == [("GET", "/x")]


def test_package_json_programs(tmp_path: Path) -> None:
    system = look(write(tmp_path, {"package.json": '{"name": "shout", "bin": "cli.js", "exports": "./x.js"}'}))
    assert doors(system) == [("package program", "shout", "cli.js")]
    assert system.kinds == (("CLI", ()),)
    (tmp_path / "package.json").write_text('{"bin": {"a": "a.js", "b": "b.js", "c": 3}}')
    assert [name for _, name, _ in doors(look(tmp_path))] == ["a", "b"]


def test_front_end_frameworks_make_a_web_app(tmp_path: Path) -> None:
    system = look(write(tmp_path, {"package.json": '{"private": true, "dependencies": {"react": "^18"}}'}))
    assert system.kinds == (("web app", ("React",)),)


def test_go_main_packages(tmp_path: Path) -> None:
    files = {"cmd/shop/main.go": "package main\n\nfunc main() {}\n", "lib.go": "package lib\n"}
    system = look(write(tmp_path, files))
    assert doors(system) == [("go run", "./cmd/shop", "cmd/shop/main.go")]
    assert system.languages == (("Go", 2),)


def test_codeowners(tmp_path: Path) -> None:
    system = look(write(tmp_path, {"CODEOWNERS": "# who\n/src/cart/ @team-cart @ann\n*.md\n"}))
    assert system.owners == (
        Ownership(pattern="/src/cart/", owners=("@team-cart", "@ann")),
        Ownership(pattern="*.md", owners=()),
    )


def test_nothing_known_is_said_and_not_guessed(tmp_path: Path) -> None:
    system = look(write(tmp_path, {"notes.txt": "a web shop", "Makefile": "run:\n"}))
    assert system.languages == ()
    assert system.kinds == ()
    assert not system.routes


SETUP_PY = """\
from setuptools import setup
def version(): return "1"
setup(name="tidy", version=version(), description="Tidies folders, a client of none", packages=["tidy"],
      entry_points={"console_scripts": ["tidy = tidy.cli:main", 3]}, install_requires=requires)
"""
SETUP_CFG = """\
[metadata]
name = tidy
version = attr: tidy.__version__
description = Tidies folders, a client of none
[options.entry_points]
console_scripts =
    tidy = tidy.cli:main
"""


@pytest.mark.parametrize("files", [{"setup.py": SETUP_PY}, {"setup.cfg": SETUP_CFG}], ids=["setup.py", "setup.cfg"])
def test_older_manifests_tell_name_description_and_scripts(tmp_path: Path, files: dict[str, str]) -> None:
    system = look(write(tmp_path, files))
    assert (system.name, system.description) == ("tidy", "Tidies folders, a client of none")
    assert [(each.name, each.target) for each in system.entry_points] == [("tidy", "tidy.cli:main")]
    assert [kind for kind, _ in system.kinds] == ["library", "CLI"]


@pytest.mark.parametrize("broken", ["setup(", "setup(name=name())", "[metadata", "[metadata]\nname"])
def test_older_manifests_that_tell_nothing(tmp_path: Path, broken: str) -> None:
    system = look(write(tmp_path, {"setup.py": broken, "setup.cfg": broken}))
    assert (system.name, system.entry_points) == (tmp_path.name, ())


def test_a_program_that_is_a_client_is_a_program(tmp_path: Path) -> None:
    """Whatever it is a client of: people call it."""
    about = SETUP_CFG.replace("Tidies folders, a client of none", "A command-line HTTP client")
    assert [kind for kind, _ in look(write(tmp_path, {"setup.cfg": about})).kinds] == ["CLI"]


def test_nothing_is_imported_or_run(tmp_path: Path) -> None:
    trap = f"open({str(tmp_path / 'ran')!r}, 'w')\nfrom flask import Flask\n"
    files = {"app.py": trap, "setup.py": trap, "conftest.py": trap, "pack/__main__.py": trap, "pack/__init__.py": trap}
    look(write(tmp_path, files))
    assert not (tmp_path / "ran").exists()


def test_tests_examples_and_installed_code_are_not_the_system(tmp_path: Path) -> None:
    app = "import flask\napp = flask.Flask('x')\n@app.get('/{}')\ndef x(): ...\n"
    beside = ["tests/app.py", "test_app.py", "app_test.py", "conftest.py", "examples/app.py", "docs/app.py"]
    installed = [".venv/app.py", "node_modules/app.py", "a/site-packages/app.py", "dist/app.py", "env/lib/app.py"]
    files = {path: app.format(path) for path in [*beside, *installed]}
    system = look(write(tmp_path, files | {"src/app.py": app.format("real"), "env/pyvenv.cfg": "", "pyvenv.cfg": ""}))
    assert routes(system) == [("GET", "/real")]


def test_links_are_not_followed(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", FLASK)
    root = tmp_path / "root"
    root.mkdir()
    (root / "linked").symlink_to(outside)
    (root / "app.py").symlink_to(outside / "shop/app.py")
    (root / "loop").symlink_to(root)
    system = look(root)
    assert (system.routes, system.languages) == ((), ())


def test_files_that_cannot_be_read_are_counted(tmp_path: Path) -> None:
    files = {
        "a.py": "import flask\ndef (:\n",
        "b.py": "import flask\n" + "-" * 100_000 + "1",
        "c.py": "import click\n\0",
        "package.json": "[" * 100_000,
        "pyproject.toml": "[project\n",
        "big.py": "#" * (reading.LARGEST_FILE + 1),
    }
    assert look(write(tmp_path, files)).remarks == (
        "1 file could not be read as JSON",
        "3 files could not be read as Python",
        "1 file could not be read as TOML",
        "1 file too large to be source",
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open everything")
def test_a_folder_without_permission_is_counted(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0)
    assert look(tmp_path).remarks == ("1 folder could not be opened",)


def test_a_tree_without_end_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_FILES", 5)
    monkeypatch.setattr(looking, "MOST_FILES", 5)
    monkeypatch.setattr(reading, "MOST_BYTES", 10)
    system = look(write(tmp_path, {f"{index:02}.py": "# 345" for index in range(9)}))
    assert system.languages == (("Python", 5),)
    assert system.remarks == (
        "3 files left unread: the project is larger than hardwon reads",
        "only the first 5 files were looked at",
    )


def test_long_lists_are_cut_and_the_rest_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "MOST_LISTED", 3)
    app = "import flask\napp = flask.Flask('x')\n" + "".join(f"app.add_url_rule('/{n}')\n" for n in range(5))
    system = look(write(tmp_path, {"app.py": app, "CODEOWNERS": "a @b\n" * 10}))
    assert len(system.routes) == len(system.owners) == 3
    assert (system.unlisted["routes"], system.unlisted["owners"]) == (2, 7)


def test_computed_paths_are_counted_and_not_guessed(tmp_path: Path) -> None:
    app = "import flask\napp = flask.Flask('x')\nfor n in names():\n    app.add_url_rule('/' + n)\n"
    system = look(write(tmp_path, {"app.py": app}))
    assert (system.routes, system.computed_routes) == ((), 1)
    assert system.kinds == (("web service", ("Flask",)),)


def test_computed_django_patterns_are_counted(tmp_path: Path) -> None:
    code = "from django.urls import path\nurlpatterns = [path(prefix(), view), path('a/', view)] + more\n"
    system = look(write(tmp_path, {"urls.py": code}))
    assert (routes(system), system.computed_routes) == ([("", "/a/")], 1)


def test_a_constant_set_twice_is_no_constant(tmp_path: Path) -> None:
    app = "import flask\nP = '/a'\nP = '/b'\napp = flask.Flask('x')\napp.add_url_rule(P)\n"
    assert look(write(tmp_path, {"app.py": app})).computed_routes == 1


def test_routers_that_include_each_other_end(tmp_path: Path) -> None:
    app = """
from fastapi import APIRouter
a, b = APIRouter(), APIRouter()
a = APIRouter(prefix="/a")
b = APIRouter(prefix="/b")
a.include_router(b)
b.include_router(a)
a.include_router(a)

@a.get("/x")
def x(): ...
"""
    assert routes(look(write(tmp_path, {"app.py": app}))) == [("GET", "/b/a/x")]


def test_a_router_hung_in_many_places_is_bounded(tmp_path: Path) -> None:
    levels = "".join(
        f"r{n} = APIRouter()\n" + "".join(f"r{n}.include_router(r{n + 1}, prefix='/{n}{m}')\n" for m in range(9))
        for n in range(9)
    )
    app = f"from fastapi import APIRouter\nr9 = APIRouter()\n{levels}\n@r9.get('/x')\ndef x(): ...\n"
    assert len(look(write(tmp_path, {"app.py": app})).routes) == 20


def test_the_same_tree_gives_the_same_facts(tmp_path: Path) -> None:
    """Whatever order the files were made in."""
    files = FLASK | FASTAPI | DJANGO | EXPRESS | CLICK | TYPER
    one = look(write(tmp_path / "one", files))
    other = look(write(tmp_path / "other", dict(reversed(files.items()))))
    assert one == other


@pytest.mark.parametrize(
    "text",
    [
        "'\\" * 200_000,
        "`\\`" * 100_000,
        "/*" * 200_000,
        "$a" * 200_000,
        "app.use(" * 50_000,
        "app.route('/x')" * 20_000,
        "a " * 200_000,
        "import " * 60_000,
        "app.get('/x', " * 30_000,
    ],
    ids=range(9),
)
def test_hostile_scripts_take_no_more_than_their_length(text: str) -> None:
    """Patterns that went over the text again and again would never end on these."""
    recogniser = next(each for each in RECOGNISERS if each.name == "Express")
    list(recogniser.facts(Source("app.js", f"require('express')\n{text}".encode()[: reading.LARGEST_FILE])))


_PIECES = st.sampled_from(
    [
        "import flask\n",
        "from click import *\n",
        "import argparse\n",
        "import typer\n",
        "urlpatterns = ",
        "def f(): ...\n",
    ]
) | st.sampled_from(
    [
        "@",
        "app",
        ".route(",
        "'/x'",
        ")",
        "(",
        "\n",
        "[",
        "]",
        "path(",
        ",",
        "include(",
        "{",
        "}",
        ":",
        "x = ",
        "*",
        "**",
    ]
)
_MORE_PIECES = st.sampled_from(
    ["f'{x}'", "require('./x')", "app.use('/x', ", "router", ".get(", "add_parser(", "\0", "\\", "`", "//", '"']
)


@given(st.lists(_PIECES | _MORE_PIECES, max_size=30).map("".join) | st.text(max_size=200) | st.binary(max_size=200))
def test_no_content_breaks_a_recogniser(content: str | bytes) -> None:
    raw = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
    for recogniser in RECOGNISERS:
        list(recogniser.facts(Source("pack/file.py", raw)))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["bin", "main", "scripts", "dependencies", "exports", "name", "x"]), inner, max_size=4
            )
        ),
    )
)
def test_no_package_json_breaks_its_recogniser(document: object) -> None:
    recogniser = next(each for each in RECOGNISERS if each.name == "package.json")
    list(recogniser.facts(Source("package.json", json.dumps(document).encode())))
