"""`hardwon run` with scenarios: the target, what is refused by name, exit codes, and programs with the user's word."""

from __future__ import annotations

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import Cli


class Page(BaseHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/" else 404)
        self.send_header("Content-Length", "0")
        self.end_headers()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def item(own: str, **call: Any) -> dict[str, Any]:
    told = {"id": own, "title": own, "steps": ["x"], "expected_behavior": "e", "area": "Shop", "priority": "low"}
    return {**told, "exec": call}


HOME, GONE = item("home", path="/", expected_status=200), item("gone", path="/gone", expected_status=200)
AWAY = item("away", path="http://evil.example/", expected_status=200)
OPEN = item("open", path="/")


def write(project: Path, *items: Any, targets: str = "", fence: bool = False) -> None:
    text = json.dumps(list(items))
    (project / "s.json").write_text(f"Here:\n```json\n{text}\n```" if fence else text)
    (project / "hardwon.yaml").write_text(f"areas: [{{area: shop, tests: ['x/**']}}]\n{targets}")


def test_the_only_target_is_the_default_and_names_work(call: Cli, project: Path, url: str) -> None:
    write(project, HOME, targets=f"targets: {{web: {{url: '{url}'}}}}", fence=True)
    ended = call("run", "s.json", "--json")
    assert (ended.code, [test["status"] for test in ended.document["tests"]]) == (0, ["passed"]), ended.stderr
    assert ended.document["tests"][0]["area"] == "shop"
    assert "'Shop' was read as 'shop'" in " ".join(ended.document["notes"])
    assert f"requests sent to {url}" in ended.stderr
    write(project, HOME, targets=f"targets: {{web: {{url: '{url}'}}, other: {{url: 'http://127.0.0.1:9'}}}}")
    assert "Scenarios need a target" in call("run", "s.json").stderr
    assert call("run", "s.json", "--target", "web").code == 0
    unknown = call("run", "s.json", "--target", "wep")
    assert (unknown.code, "configured: web, other" in unknown.stderr) == (3, True)


@pytest.mark.parametrize("configured", [False, True])
def test_a_glob_brings_in_each_file_of_scenarios(call: Cli, project: Path, url: str, *, configured: bool) -> None:
    told = "tests: ['s*/*.json']\n" if configured else ""
    write(project, GONE, targets=f"{told}targets: {{web: {{url: '{url}'}}}}")
    (project / "some").mkdir()
    for name, scenario in (("b", item("last", path="/", expected_status=200)), ("a", HOME)):
        (project / "some" / f"{name}.json").write_text(json.dumps([scenario]))
    ended = call("run", *([] if configured else ["s*/*.json"]), "--json")
    assert [test["id"] for test in ended.document["tests"]] == ["home", "last"]
    assert "There is no test 'x*.json'" in call("run", "x*.json").stderr


@pytest.mark.parametrize(
    ("items", "code_and_statuses"),
    [
        ((HOME, AWAY), (1, ["passed", "error"])),
        ((HOME, OPEN), (1, ["passed", "error"])),
        ((OPEN,), (3, ["error"])),
        ((OPEN, AWAY), (3, ["error", "error"])),
        ((GONE, AWAY), (1, ["failed", "error"])),
        (({**GONE, "priority": "CRITICAL"}, HOME), (2, ["failed", "passed"])),
    ],
    ids=["refused", "undecided", "nothing judged", "nothing judged, one refused", "failed", "critical"],
)
def test_nothing_judged_is_never_a_pass(
    call: Cli, project: Path, url: str, items: tuple[Any, ...], code_and_statuses: tuple[int, list[str]]
) -> None:
    write(project, *items)
    ended = call("run", "s.json", "--target", url, "--json")
    assert (ended.code, [test["status"] for test in ended.document["tests"]]) == code_and_statuses
    assert ("away was refused: exec.path" in ended.stderr) == (AWAY in items)


def test_a_file_of_which_nothing_can_be_executed(call: Cli, project: Path, url: str) -> None:
    write(project, AWAY)
    ended = call("run", "s.json", "--target", url)
    assert (ended.code, "away: exec.path" in ended.stderr, "Nothing was executed" in ended.stderr) == (3, True, True)
    assert not (project / ".hardwon").exists()


class TestPrograms:
    """A program of the repository is started only with the user's word."""

    @pytest.fixture(autouse=True)
    def _tool(self, project: Path) -> None:
        (project / "tool.py").write_text("import sys\nprint('said', *sys.argv[1:])\n")
        call = item("say", mode="cli", args=["a b"], expected_exit=0, expected_stdout=["said a b"])
        write(project, call, targets=f"targets: {{tool: {{command: ['{sys.executable}', tool.py]}}}}")

    def test_scenarios_of_another_kind_do_not_stop_it(self, call: Cli, project: Path) -> None:
        """Without an address those that need one are no verdict; a file of nothing else has no target."""
        prose = {key: value for key, value in item("prose").items() if key != "exec"}
        mine = json.loads((project / "s.json").read_text())
        (project / "s.json").write_text(json.dumps([*mine, HOME, prose]))
        ended = call("run", "s.json", "--allow-command", "--json")
        assert [test["status"] for test in ended.document["tests"]] == ["passed", "error", "error"]
        assert all("target with an address" in test["summary"] for test in ended.document["tests"][1:])
        assert ended.code == 1
        (project / "s.json").write_text(json.dumps([HOME, prose]))
        assert "Scenarios need a target" in call("run", "s.json").stderr

    def test_not_without_it(self, call: Cli) -> None:
        ended = call("run", "s.json", "--json")
        assert (ended.code, "--allow-command" in ended.document["tests"][0]["summary"]) == (3, True)

    @pytest.mark.parametrize(
        "flags", [["s.json", "--allow-command"], ["--allow-command", "s.json"], ["s.json", "--allow-command", "tool"]]
    )
    def test_by_a_flag(self, call: Cli, flags: list[str]) -> None:
        ended = call("run", *flags)
        assert ended.code == 0, ended.stderr
        assert "(target tool), each in a folder of its own" in ended.stderr

    @pytest.mark.parametrize(("value", "code"), [("1", 0), ("tool", 0), ("other", 3)])
    def test_by_the_environment(self, cli: Cli, value: str, code: int) -> None:
        assert cli("run", "s.json", env={"HARDWON_ALLOW_COMMAND": value}).code == code

    @pytest.mark.parametrize(
        ("own", "code"),
        [
            ("targets: {tool: {command: [PYTHON, tool.py]}}", 0),
            ("runs: {allowCommand: 'PYTHON tool.py'}", 0),
            ("runs: {allowCommand: tool}", 3),
        ],
        ids=["target", "command", "a name that any repository can give"],
    )
    def test_by_the_own_file(self, cli: Cli, tmp_path: Path, own: str, code: int) -> None:
        (tmp_path / "own" / "hardwon").mkdir(parents=True)
        (tmp_path / "own" / "hardwon" / "config.yaml").write_text(own.replace("PYTHON", sys.executable))
        assert cli("run", "s.json", env={"XDG_CONFIG_HOME": str(tmp_path / "own")}).code == code

    def test_the_repository_cannot_allow_it(self, call: Cli, project: Path) -> None:
        with (project / "hardwon.yaml").open("a") as file:
            file.write("\nruns: {allowCommand: tool}\n")
        assert "cannot grant that" in call("run", "s.json").stderr
