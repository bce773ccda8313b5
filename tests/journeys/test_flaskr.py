"""flaskr, the tutorial of Flask, tested end to end with scenarios as a model writes them; then with seeded bugs."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Cli

HERE = Path(__file__).parent
SOURCES = HERE.parents[1] / ".venv" / "suites" / "flask-3.1.1.tar.gz"
AREAS = "areas: [{area: auth, paths: [flaskr/auth.py]}, {area: blog, paths: [flaskr/blog.py]}]\n"

pytestmark = pytest.mark.skipif(
    find_spec("flask") is None or not SOURCES.exists(), reason="needs Flask and its sources, which `make test` fetches"
)

SERVE = """
import sys
from flaskr import create_app
from flaskr.db import init_db
from werkzeug.serving import make_server
app = create_app()
with app.app_context():
    init_db()
server = make_server("127.0.0.1", 0, app, threaded=True)
print(server.server_port, flush=True)
server.serve_forever()
"""

BUGS = {
    "any password is right": (
        "auth.py",
        'elif not check_password_hash(user["password"], password):',
        'elif not user["password"]:',
        {"wrong-password"},
    ),
    "logging out forgets nothing": (
        "auth.py",
        '    session.clear()\n    return redirect(url_for("index"))',
        '    return redirect(url_for("index"))',
        {"login-and-out"},
    ),
    "anyone changes any post": (
        "blog.py",
        'if check_author and post["author_id"] != g.user["id"]:',
        "if False:",
        {"foreign-update"},
    ),
    "nothing is deleted": (
        "blog.py",
        'db.execute("DELETE FROM post WHERE id = ?", (id,))',
        "pass",
        {"own-delete"},
    ),
    "titles are not escaped": (
        "templates/blog/index.html",
        "{{ post['title'] }}",
        "{{ post['title']|safe }}",
        {"markup-is-escaped"},
    ),
}


@pytest.fixture
def flaskr(project: Path) -> Path:
    with tarfile.open(SOURCES) as archive:
        archive.extractall(project.parent, filter="data")
    (project.parent / "flask-3.1.1" / "examples" / "tutorial" / "flaskr").rename(project / "flaskr")
    (project / "s.json").write_bytes((HERE / "flaskr_scenarios.json").read_bytes())
    (project / "hardwon.yaml").write_text(AREAS)
    (project / "serve.py").write_text(SERVE)
    return project


@contextmanager
def serving(project: Path) -> Iterator[str]:
    command = [sys.executable, str(project / "serve.py")]
    with subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout
        try:
            yield f"http://127.0.0.1:{int(server.stdout.readline())}"
        finally:
            server.kill()


def test_the_working_application_passes_all_twelve(flaskr: Path, call: Cli) -> None:
    with serving(flaskr) as url:
        ended = call("run", "s.json", "--target", url, "--json")
    assert {test["id"]: test["status"] for test in ended.document["tests"] if test["status"] != "passed"} == {}, (
        ended.stderr
    )
    assert (ended.code, len(ended.document["tests"])) == (0, 12)
    assert {test["area"] for test in ended.document["tests"]} == {"auth", "blog"}
    assert {verdict["area"]: verdict["passed"] for verdict in ended.document["verdicts"]} == {
        "auth": True,
        "blog": True,
    }


@pytest.mark.parametrize("name", BUGS)
def test_each_seeded_bug_is_found_and_nothing_else(flaskr: Path, call: Cli, name: str) -> None:
    file, right, wrong, expected = BUGS[name]
    path = flaskr / "flaskr" / file
    source = path.read_text()
    assert right in source
    path.write_text(source.replace(right, wrong))
    with serving(flaskr) as url:
        ended = call("run", "s.json", "--target", url, "--json")
    found = {test["id"]: test["summary"] for test in ended.document["tests"] if test["status"] != "passed"}
    assert found.keys() == expected, found
    assert ended.code in (1, 2)
