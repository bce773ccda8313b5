"""Records on the disk are touched by their stores only; whatever else opens files has a reason."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).parents[2] / "src" / "hardwon"
KEEPERS = ("store/",)
"""The package that keeps records."""

NAMED = {
    "agents and tests": {
        "runner/files.py": "finds the tests and suites that somebody names",
        "runner/plan.py": "says where a link in place of scenarios leads",
        "runner/programs.py": "the program of a target has a fresh folder of its own, and files in it",
        "target/process.py": "gives a program its standard input, and reads its output",
        "runner/known_tests.py": "tells a test file from a class by its being there",
        "runner/unreached.py": "whether the files of tests are still there",
    },
    "reports": {
        "evidence/node_ids.py": "tells a test file from a class by its being there",
        "evidence/outdated.py": "asks when reports and sources were written",
        "evidence/past_files.py": "finds the reports of past runs that somebody names",
        "evidence/pictures.py": "finds the picture that an agent names",
        "evidence/placing.py": "tells a test file from a class by its being there",
        "evidence/reports.py": "finds the reports that somebody names",
    },
    "caches": {
        "postgres/migrating.py": "the steps in SQL that are part of the package",
        "project/digests.py": "remembers digests of files, if there is a folder for that",
        "project/fingerprint.py": "reads the sources of areas, and remembers their digests",
        "recall/database.py": "opens the index, which can always be made anew",
        "recall/safety.py": "looks at the age of the scanner's own modules",
    },
    "the project and its configuration": {
        "cli/area_life.py": "sees whether a name is that of a file here",
        "cli/init.py": "writes hardwon.yaml, and sees whether .gitattributes is there",
        "cli/merge_driver.py": "writes .gitattributes; git gives it three files",
        "project/agent_clients.py": "asks whether the file of a client may be written, before anything is",
        "project/codeowners.py": "reads CODEOWNERS",
        "project/config_files.py": "reads hardwon.yaml, pyproject.toml and the user's own configuration",
        "project/git.py": "asks whether there is a repository",
        "project/record_files.py": "reads the record files for a push, under the locks of their stores",
        "project/git_folder.py": "looks at the folder of git before git does: no pipe shall hold it up",
        "project/imports/texts.py": "asks how long a source is, before it is read for a guess",
        "project/layout.py": "walks the sources for a guess",
        "project/records.py": "asks whether the breaker has anything to go by, before anything is loaded",
        "project/state.py": "reads the files that git lists, to tell one state from another",
        "project/root.py": "finds the project, and which folder of records is in use",
        "project/suite_files.py": "whether a suite has a folder of observations under its older default name",
        "mandate/system/source.py": "reads the sources of the system under test",
    },
    "surfaces": {
        "cli/common.py": "closes standard streams that nobody reads any more",
        "cli/demo.py": "makes the folder of the demo",
        "cli/report_files.py": "writes reports where somebody wants them",
        "project/report_place.py": "writes such a report as a file",
        "demo/story.py": "copies the bundled example, and edits it as a person would",
        "listening/project_memory.py": "looks whether the configuration has changed since it was read",
        "mcp/wire.py": "takes standard input for the transport alone",
        "mcp/wanted_tests.py": "asks whether there is what a client wants run",
        "plugin/asked.py": "asks whether pytest was given a file",
        "testing.py": "makes a temporary project",
        "web/application.py": "reads the style sheet and the script of the dashboard, which are part of the package",
        "web/site_files.py": "writes the pages of an export where somebody wants them",
    },
    "checks": {
        "curation/rehearsal.py": "tries a curation in a temporary project",
        "curation/reviewed.py": "writes the team's memory as files to be reviewed, and reads what was changed in them",
        "project/away.py": "keeps what waits for the team's server, and the last picture of the areas",
        "project/met.py": "remembers what the files and the server were when they last met",
    },
}
ALLOWED = {module: reason for modules in NAMED.values() for module, reason in modules.items()}

METHODS = frozenset(
    {"chmod", "exists", "glob", "hardlink_to", "is_dir", "is_file", "is_symlink", "iterdir", "lstat", "mkdir", "open"}
    | {"read_bytes", "read_text", "rename", "rglob", "rmdir", "stat", "symlink_to", "touch", "unlink"}
    | {"write_bytes", "write_text"}
)
WITHOUT_ARGUMENTS = frozenset({"exists", "is_dir", "is_file", "is_symlink", "iterdir", "lstat", "read_bytes", "rmdir"})
OF_OS = frozenset(
    {"access", "chmod", "fdopen", "fsync", "link", "listdir", "lstat", "makedirs", "mkdir", "open", "pread", "read"}
    | {"readlink", "remove", "rename", "replace", "rmdir", "scandir", "stat", "symlink", "unlink", "utime", "walk"}
    | {"write"}
)
OF_PATHS = frozenset({"exists", "getmtime", "getsize", "isdir", "isfile", "islink", "lexists", "realpath", "samefile"})
PURE = frozenset({"shutil.which", "shutil.ignore_patterns", "glob.translate", "glob.escape"})


def calls(source: str) -> Iterator[str]:
    """The calls of a module that reach the file system, as far as their names tell."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id == "open":
                yield "open"
            elif isinstance(node.func, ast.Attribute):
                yield from _attribute(ast.unparse(node.func.value), node.func.attr, node)


def _attribute(owner: str, name: str, call: ast.Call) -> Iterator[str]:
    known = {"os": OF_OS, "os.path": OF_PATHS}
    if owner in known:
        if name in known[owner]:
            yield f"{owner}.{name}"
    elif owner in ("shutil", "tempfile", "glob"):
        if f"{owner}.{name}" not in PURE:
            yield f"{owner}.{name}"
    elif name in METHODS and not (name in WITHOUT_ARGUMENTS and call.args):
        # A run and a memory are opened too, but not with a mode.
        mode = call.args[0] if call.args else None
        if name != "open" or mode is None or (isinstance(mode, ast.Constant) and isinstance(mode.value, str)):
            yield f".{name}"


def found() -> dict[str, list[str]]:
    modules = {
        path.relative_to(PACKAGE).as_posix(): [*calls(path.read_text("utf-8"))] for path in PACKAGE.rglob("*.py")
    }
    return {module: made for module, made in sorted(modules.items()) if made and not module.startswith(KEEPERS)}


def test_only_named_modules_reach_the_file_system() -> None:
    """A new one either asks a store, or says here what it opens that is no record."""
    assert {module: made for module, made in found().items() if module not in ALLOWED} == {}


def test_every_named_module_still_needs_its_place() -> None:
    assert set(ALLOWED) - set(found()) == set()


@pytest.mark.parametrize(
    "line",
    [
        "open('memory.json')",
        "Path('x').read_bytes()",
        "(folder / 'x').write_text('y')",
        "folder.joinpath('x').open('rb')",
        "os.scandir(folder)",
        "os.path.isfile(name)",
        "shutil.rmtree(folder)",
        "tempfile.mkdtemp()",
        "path.unlink(missing_ok=True)",
        "[each for each in folder.rglob('*.md')]",
    ],
)
def test_such_a_call_is_seen(line: str) -> None:
    assert [*calls(line)]


@pytest.mark.parametrize(
    "line", ["memory.open(start)", "rules.is_file(place)", "shutil.which('git')", "text.replace('a', 'b')"]
)
def test_such_a_call_is_none(line: str) -> None:
    assert [*calls(line)] == []
