"""The docs are true: their commands run, their outputs appear, and nothing that exists is left out."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from hardwon import errors
from hardwon.cli.main import COMMANDS, hardwon
from hardwon.project.settings import SETTINGS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
DOCS = {path.name: path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md")}
GOLD = ROOT / "tests" / "gold" / "reports" / "pytest-rerunfailures.xml"


def same_every_day(text: str) -> str:
    """The text without what differs from run to run: times and run ids."""
    text = re.sub(r"\d{8}T\d{6}-\d{6}-[0-9a-f]{4}", "RUN", text)
    text = re.sub(r"\d{4}-\d{2}-\d{2}([ T])\d{2}:\d{2}", "DAY", text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def console_steps(text: str) -> list[tuple[str, str]]:
    """Each command of the console blocks, with the output that the docs promise."""
    steps = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            steps.append((command, output))
    return steps


def test_readme_commands_print_what_the_readme_says(tmp_path: Path) -> None:
    shutil.copy(GOLD, tmp_path / "report.xml")
    checked = 0
    for command, promised in console_steps(README):
        words = command.split()
        if words[0] != "hardwon":
            continue  # pytest and git stand for what the reader has
        done = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=tmp_path,
            env=dict(os.environ),  # without COLUMNS, which a library of pytest's puts beside it
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == (1 if "--threshold" in words else 0)
        assert same_every_day(done.stdout) == same_every_day(promised)
        checked += 1
    assert checked == 3


def test_readme_python_runs(tmp_path: Path) -> None:
    [code] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0.19"


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_is_in_the_readme(command: str) -> None:
    assert f"`hardwon {command}" in README


def subclasses(kind: type[errors.HardwonError]) -> Iterator[type[errors.HardwonError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from subclasses(each)


def test_every_error_has_a_heading() -> None:
    for path in (ROOT / "src" / "hardwon").rglob("*.py"):
        for slug in re.findall(r'^    slug(?:: ClassVar\[str\])? = "([a-z-]+)"', path.read_text("utf-8"), re.MULTILINE):
            assert f"\n## {slug}\n" in DOCS["messages.md"], f"{slug} of {path.name} is missing in docs/messages.md"


def test_every_setting_is_documented_as_it_is() -> None:
    for setting in SETTINGS:
        default = str(setting.default).lower() if isinstance(setting.default, bool) else str(setting.default)
        shown = "none" if setting.default is None else f"`{default}`"
        row = f"| `{setting.key}` | {shown} | {setting.allowed} | {setting.help} |"
        assert row in DOCS["configuration.md"]


def test_every_file_that_the_docs_link_exists() -> None:
    pages = {ROOT / "README.md": README, ROOT / "CONTRIBUTING.md": (ROOT / "CONTRIBUTING.md").read_text("utf-8")}
    pages |= {ROOT / "docs" / name: text for name, text in DOCS.items()}
    for page, text in pages.items():
        prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
        for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", prose):
            assert (page.parent / target).exists(), f"{page.name} links {target}"


def test_every_bench_that_the_docs_name_exists() -> None:
    named = {script for text in [README, *DOCS.values()] for script in re.findall(r"bench/\w+\.py", text)}
    assert named
    for script in named:
        assert (ROOT / script).exists(), script


OF_THE_READER = {"tests/auth/login.yaml"}
"""Paths in the docs that stand for files of the reader's own project."""


def named_paths(page: str, text: str) -> set[str]:
    """The paths of this repository that a page names in backticks; patterns and tests are examples."""
    if page == "architecture.md":
        text = re.sub(r"^\|.*$", "", text, flags=re.MULTILINE)  # its table has paths below src/hardwon
    named = set(re.findall(r"`((?:src|tests|docs|bench)/[^`\s]*)`", text))
    return {path for path in named - OF_THE_READER if "*" not in path and "::" not in path}


def test_every_path_that_the_docs_name_exists() -> None:
    pages = {"CONTRIBUTING.md": (ROOT / "CONTRIBUTING.md").read_text("utf-8"), **DOCS}
    named = {(page, path) for page, text in pages.items() for path in named_paths(page, text)}
    assert len(named) > 25
    for page, path in named:
        assert (ROOT / path).exists(), f"{page} names {path}"


def test_every_test_that_contributing_names_exists() -> None:
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    for name in re.findall(r"`(test_\w+)`", (ROOT / "CONTRIBUTING.md").read_text("utf-8")):
        assert f"def {name}(" in tests, name


SILENT = {"hardwon completion", "hardwon mcp", "hardwon serve"}
"""Commands that print no data: they serve it, or their output is a script."""


def leaves(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            assert found is not None
            yield from leaves(found, f"{name} {inner}")
    else:
        yield name, command


def test_every_command_has_an_example_a_project_and_json() -> None:
    for name, command in leaves(hardwon, "hardwon"):
        options = {option for parameter in command.params for option in parameter.opts}
        help_text = command.get_help(click.Context(command, info_name=name))
        assert "Example:" in help_text, name
        assert f"  {name}" in help_text, f"the example of {name} shows another command"
        assert "--project" in options, name
        assert "--json" in options or name in SILENT, name


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_line_of_help_is_that_of_the_command(name: str) -> None:
    """`hardwon --help` shows lines from a table, so that it need not import every command."""
    command = hardwon.get_command(click.Context(hardwon), name)
    assert command is not None
    assert command.get_short_help_str(limit=1000) == COMMANDS[name][1]


def test_help_imports_no_command() -> None:
    code = (
        "import sys; from hardwon.cli.main import run; run(['--help']); "
        "print(sorted(name for name in sys.modules if name.startswith('hardwon.cli.')), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "['hardwon.cli.main']\n"
