"""Every way out of the command line: exit codes, errors in one paragraph, one document of JSON, terminals and pipes."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click
import pytest

from hardwon.cli.main import COMMANDS, hardwon, run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import Cli

NOW = "2026-01-02T03:04:05Z"
WRONG = [
    (),
    ("nope",),
    ("--nope",),
    ("status", "--nope"),
    ("status", "extra"),
    ("status", "--threshold"),
    ("status", "--threshold", "x"),
    ("record",),
    ("record", "auth"),
    ("record", "auth", "--maybe"),
    ("record", "auth", "--pass", "--fail"),
    ("record", "auth", "cart", "--pass"),
    ("record", "auth", "--pass", "--set"),
    ("record", "auth", "--pass", "--set", "nope=1"),
    ("record", "auth", "--pass", "--set", "minTrust=7"),
    ("status", "--project", "/no/such/folder"),
    ("status", "--project", ""),
    ("memory", "--area", "auth"),
    ("memory", "--reset"),
    ("ingest",),
    ("ingest", "/no/such/report.xml"),
    ("mandate", "--depth", "deepest"),
    ("areas",),
    ("areas", "nope"),
    ("areas", "explain"),
    ("\x1b[31m",),
    ("status", "--\x1b[31m"),
]


def every_command() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """All commands, those in groups too."""
    for name, (home, _) in sorted(COMMANDS.items()):
        module, _, attribute = home.partition(":")
        yield from below((name,), getattr(import_module(f"hardwon.cli.{module}"), attribute))


def below(names: tuple[str, ...], command: click.Command) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if isinstance(command, click.Group):
        for name, inner in sorted(command.commands.items()):
            yield from below((*names, name), inner)
    else:
        yield names, command


EVERY = dict(every_command())
for_every_command = pytest.mark.parametrize("names", EVERY, ids=" ".join)


def keep(project: Path, count: int) -> None:
    area = {"confidence": 0.5, "test_count": 20, "pass_count": 19, "fail_count": 1, "last_tested_at": NOW}
    (project / ".hardwon").mkdir()
    (project / ".hardwon" / "memory.json").write_text(
        json.dumps({"areas": {f"area {number:05d}": area for number in range(count)}})
    )


class TestUsage:
    @pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
    def test_is_3_with_one_visible_paragraph_and_nothing_is_made(
        self, call: Cli, project: Path, arguments: tuple[str, ...]
    ) -> None:
        ended = call(*arguments)
        assert (ended.code, ended.stdout) == (3, "")
        assert "Traceback" not in ended.stderr
        assert "\x1b" not in ended.stderr
        assert os.listdir(project) == [".git"]  # noqa: PTH208 - names are what is compared
        if arguments and arguments != ("areas",):
            assert ended.stderr.startswith("hardwon: ")
            assert ended.stderr.count("\n") == 1

    def test_without_arguments_the_help_is_shown(self, call: Cli) -> None:
        assert call().stderr.startswith("Usage: hardwon ")

    @pytest.mark.parametrize("arguments", WRONG[:8], ids=" ".join)
    def test_is_3_in_a_process_of_its_own_too(self, cli: Cli, arguments: tuple[str, ...]) -> None:
        assert cli(*arguments).code == 3

    def test_near_miss_gets_a_hint(self, call: Cli) -> None:
        assert "--threshold" in call("status", "--treshold", "5").stderr
        assert "Try: hardwon status --help" in call("status", "--nope").stderr


class TestHelp:
    @for_every_command
    def test_has_an_example_of_itself(self, call: Cli, names: tuple[str, ...]) -> None:
        ended = call(*names, "--help")
        assert ended.code == 0
        assert ended.stderr == ""
        example = ended.stdout.partition("Example:\n")[2]
        assert f"hardwon {' '.join(names)}" in example, ended.stdout

    @for_every_command
    def test_says_what_every_option_does(self, names: tuple[str, ...]) -> None:
        options = [each for each in EVERY[names].params if isinstance(each, click.Option)]
        assert [option.name for option in options if not option.help] == []
        assert EVERY[names].help

    @for_every_command
    def test_project_can_be_given(self, names: tuple[str, ...]) -> None:
        assert "project" in {parameter.name for parameter in EVERY[names].params}

    def test_lists_every_command(self, call: Cli) -> None:
        listed = call("--help").stdout
        assert all(f"  {name} " in listed for name in COMMANDS)
        assert call("-h").stdout == listed

    def test_version(self, cli: Cli) -> None:
        ended = cli("--version")
        assert ended.code == 0
        assert ended.stdout.startswith("hardwon, version ")

    def test_group_is_importable_by_its_name(self) -> None:
        assert isinstance(hardwon, click.Group)


ARGUMENTS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("areas", "explain"): ("tests/auth/test_it.py::test_x",),
    ("record",): ("auth", "--pass"),
}
"""What a command needs; one that is not here and needs something is left to its own tests."""

ELSEWHERE = frozenset({("curate",), ("demo",), ("generate",), ("pull",), ("push",), ("report",), ("run",), ("scan",)})
"""These need time, tests, a run, a clone or standard input, and have tests of their own; so have those of `db`."""


def is_called_here(names: tuple[str, ...], command: click.Command) -> bool:
    """Whether a command gives JSON and can be called without knowing more; the others have tests of their own."""
    gives_json = "as_json" in {parameter.name for parameter in command.params}
    needs_more = any(each.required for each in command.params) and names not in ARGUMENTS
    return gives_json and names not in ELSEWHERE and names[0] != "db" and not needs_more


class TestJson:
    @pytest.mark.parametrize(
        "names",
        [names for names, command in EVERY.items() if is_called_here(names, command)],
        ids=" ".join,
    )
    def test_is_one_document_and_nothing_else(self, call: Cli, project: Path, names: tuple[str, ...]) -> None:
        keep(project, 3)
        ended = call(*names, *ARGUMENTS.get(names, ()), "--json")
        assert ended.code in (0, 1), ended.stderr
        assert isinstance(ended.document, dict)
        assert ended.stdout.isascii()

    def test_error_leaves_standard_output_empty(self, call: Cli, project: Path) -> None:
        (project / "hardwon.yaml").write_text("nope: 1")
        for names in (("status",), ("config",), ("record", "a", "--pass")):
            ended = call(*names, "--json")
            assert (ended.code, ended.stdout) == (3, "")
            assert "[bad-setting]" in ended.stderr


class TestErrors:
    def test_no_traceback_unless_asked_for(self, cli: Cli, project: Path) -> None:
        (project / "hardwon.yaml").write_text("runs: {kept: 0}")
        plain = cli("status")
        assert plain.stderr.count("\n") == 1
        assert "Traceback" not in plain.stderr
        debug = cli("status", env={"HARDWON_DEBUG": "1"})
        assert debug.code == 3
        assert "Traceback (most recent call last)" in debug.stderr
        assert plain.stderr in debug.stderr

    def test_storage_that_fails_is_3(self, call: Cli, project: Path) -> None:
        (project / ".hardwon").write_text("a file where the folder should be")
        ended = call("record", "auth", "--pass")
        assert ended.code == 3
        assert ended.stderr.count("\n") == 1
        assert ".hardwon" in ended.stderr

    def test_error_that_nobody_thought_of_is_3_and_says_so(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], project: Path
    ) -> None:
        def fail(*_: Any, **__: Any) -> None:
            raise ZeroDivisionError("by\x1b[31m surprise")

        monkeypatch.setattr("hardwon.memory.Memory.overview", fail)
        assert run(["status", "--project", str(project)]) == 3
        text = capsys.readouterr().err
        assert "ZeroDivisionError: by\\x1b[31m surprise" in text
        assert "HARDWON_DEBUG=1" in text
        assert "Traceback" not in text

    def test_configuration_is_checked_by_every_command(self, call: Cli, project: Path) -> None:
        (project / "hardwon.yaml").write_text("services: {memory: {minTrsut: 1}}")
        for names in (("status",), ("memory",), ("record", "a", "--pass"), ("mandate",), ("areas", "explain", "x")):
            ended = call(*names)
            assert ended.code == 3
            assert "Did you mean 'minTrust'?" in ended.stderr

    def test_variable_reaches_the_command(self, call: Cli) -> None:
        call("record", "auth", "--pass", env={"HARDWON_PASS_WEIGHT": "0.5"})
        assert call("status", "--json").document["areas"][0]["confidence"] == 0.5
        assert call("status", env={"HARDWON_PASS_WEIGHT": "5"}).code == 3

    def test_project_by_flag_and_by_variable(self, call: Cli, project: Path, tmp_path: Path) -> None:
        other = tmp_path / "other"
        other.mkdir()
        assert call("record", "auth", "--pass", "--project", str(other)).code == 0
        assert call("record", "auth", "--pass", env={"HARDWON_PROJECT": str(other)}).code == 0
        assert json.loads((other / ".hardwon" / "memory.json").read_text())["areas"]["auth"]["test_count"] == 2
        assert not (project / ".hardwon").exists()

    def test_console_script_and_module_are_the_same(self, cli: Cli, environment: dict[str, str], project: Path) -> None:
        script = os.path.join(os.path.dirname(sys.executable), "hardwon")  # noqa: PTH118, PTH120 - text for a process
        done = subprocess.run([script, "status"], cwd=project, env=environment, capture_output=True, check=False)
        assert done.stdout.decode() == cli("status").stdout


class TestPipes:
    @staticmethod
    def with_closed_reader(project: Path, environment: dict[str, str], *arguments: str) -> tuple[int, str]:
        """As `hardwon … | true`: whoever should read has gone before anything is written."""
        reader, writer = os.pipe()
        os.close(reader)
        try:
            done = subprocess.run(
                [sys.executable, "-m", "hardwon", *arguments],
                cwd=project,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=writer,
                stderr=subprocess.PIPE,
                check=False,
            )
        finally:
            os.close(writer)
        return done.returncode, done.stderr.decode()

    @pytest.mark.parametrize("arguments", [("status",), ("status", "--json"), ("memory",), ("record", "a", "--pass")])
    def test_reader_that_has_gone_is_no_error(
        self, project: Path, environment: dict[str, str], arguments: tuple[str, ...]
    ) -> None:
        keep(project, 2000)
        assert self.with_closed_reader(project, environment, *arguments) == (0, "")

    def test_gate_stays_shut_when_nobody_reads(self, project: Path, environment: dict[str, str]) -> None:
        """`hardwon status --threshold 90 | head -3` under `pipefail` must not let a build through."""
        keep(project, 2000)
        for form in ((), ("--json",)):
            code, text = self.with_closed_reader(project, environment, "status", "--threshold", "90", *form)
            assert code == 1
            assert text.startswith("Mean confidence 50 % is below the threshold of 90 %.\n")

    def test_reader_that_takes_one_line(self, project: Path, environment: dict[str, str]) -> None:
        keep(project, 20_000)
        with subprocess.Popen(
            [sys.executable, "-m", "hardwon", "status"],
            cwd=project,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdout
            assert process.stderr
            assert process.stdout.readline().startswith(b"AREA")
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode == 0

    def test_no_standard_output_at_all(self, project: Path, environment: dict[str, str]) -> None:
        """As `hardwon status >&-`."""
        done = subprocess.run(
            ["sh", "-c", f"{sys.executable} -m hardwon record auth --pass >&-"],
            cwd=project,
            env=environment,
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")

    @pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
    def test_terminal_without_the_letters(self, cli: Cli, project: Path, encoding: str) -> None:
        keep(project, 1)
        ended = cli("status", env={"PYTHONIOENCODING": encoding})
        assert (ended.code, ended.stderr) == (0, "")
        assert "area 00000" in ended.stdout


class Terminal:
    """hardwon on a real terminal."""

    def __init__(self, project: Path, environment: dict[str, str]) -> None:
        self._project = project
        self._environment = environment

    def __call__(self, *arguments: str, typed: bytes = b"", **variables: str) -> tuple[int, str]:
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "hardwon", *arguments],
            cwd=self._project,
            env=self._environment | {"TERM": "xterm-256color"} | variables,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        with process:
            os.write(ours, typed)
            shown = b"".join(iter(lambda: self._read(ours), b""))
        os.close(ours)
        return process.returncode, shown.decode()

    @staticmethod
    def _read(descriptor: int) -> bytes:
        try:
            return os.read(descriptor, 65536)
        except OSError:
            return b""  # the last process on the terminal has gone


@pytest.fixture
def terminal(project: Path, environment: dict[str, str]) -> Terminal:
    return Terminal(project, environment)


class TestTerminal:
    @pytest.mark.parametrize("typed", [b"y\n", b"Y\n", b"yes\n", b"what?\ny\n"])
    def test_reset_asks_and_does_it(self, terminal: Terminal, project: Path, typed: bytes) -> None:
        keep(project, 1)
        code, shown = terminal("memory", "--reset", typed=typed)
        assert code == 0, shown
        assert "Forget memory.json and retired.json" in shown
        assert not (project / ".hardwon" / "memory.json").exists()

    @pytest.mark.parametrize(("typed", "expected"), [(b"n\n", 1), (b"\n", 1), (b"\x04", 130)])
    def test_reset_asks_and_leaves_it(self, terminal: Terminal, project: Path, typed: bytes, expected: int) -> None:
        keep(project, 1)
        before = (project / ".hardwon" / "memory.json").read_bytes()
        code, shown = terminal("memory", "--reset", typed=typed)
        assert code == expected, shown
        assert "Traceback" not in shown
        assert (project / ".hardwon" / "memory.json").read_bytes() == before

    def test_reset_of_one_area_names_it(self, terminal: Terminal, project: Path) -> None:
        keep(project, 2)
        code, shown = terminal("memory", "--reset", "--area", "area 00001", typed=b"y\n")
        assert code == 0
        assert "Forget the proof of area area 00001?" in shown
        areas = json.loads((project / ".hardwon" / "memory.json").read_text())["areas"]
        assert [area["confidence"] for area in areas.values()] == [0.5, 0.0]

    def test_yes_does_not_ask(self, terminal: Terminal, project: Path) -> None:
        keep(project, 1)
        assert terminal("memory", "--reset", "--yes") == (0, "Deleted .hardwon/memory.json.\r\n")

    @pytest.mark.parametrize("command", [("status",), ("memory",), ("record", "a", "--pass"), ("--help",), ("config",)])
    def test_no_colour_is_honoured(self, terminal: Terminal, project: Path, command: tuple[str, ...]) -> None:
        keep(project, 1)
        code, shown = terminal(*command, NO_COLOR="1")
        assert code == 0
        assert "\x1b" not in shown

    def test_memory_with_hostile_text_cannot_act_on_it(self, terminal: Terminal, project: Path) -> None:
        keep(project, 1)
        path = project / ".hardwon" / "memory.json"
        hostile = "\x7f\x9b31m\u202e\U000e0041é"
        path.write_text(json.dumps(json.loads(path.read_text()) | {"x": hostile}, ensure_ascii=False))
        code, shown = terminal("memory")
        assert code == 0
        assert all(char.isprintable() or char in "\r\n" for char in shown)
        assert json.loads(shown)["x"] == hostile
