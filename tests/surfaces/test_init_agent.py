"""`hardwon init --agent`: the server in a client's configuration, beside what is there already."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

PLACES = {
    "claude": (".mcp.json", "mcpServers"),
    "cursor": (".cursor/mcp.json", "mcpServers"),
    "vscode": (".vscode/mcp.json", "servers"),
    "codex": (".codex/config.toml", "mcp_servers"),
}


def read(path: Path) -> Any:
    text = path.read_text("utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)


@pytest.mark.parametrize("client", sorted(PLACES))
def test_the_server_is_added_once_in_the_place_of_the_client(client: str, project: Path, cli: Cli) -> None:
    file, key = PLACES[client]
    assert cli("init", "--agent", client).code == 0
    entry = read(project / file)[key]["hardwon"]
    assert "mcp" in entry["args"]
    assert entry.get("type") == ("stdio" if client == "vscode" else None)
    before = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
    again = cli("init", "--agent", client)
    assert again.code == 0
    assert {path: path.read_bytes() for path in project.rglob("*") if path.is_file()} == before
    taught = project / (".claude/skills/hardwon/SKILL.md" if client == "claude" else "AGENTS.md")
    assert "report_step" in taught.read_text("utf-8")


OTHERS = {
    ".mcp.json": '{\n    "mcpServers": {"other": {"command": "x", "args": ["é"]}},\n    "more": [1, 2]\n}',
    ".vscode/mcp.json": '{"inputs": [], "servers": {}}',
    ".codex/config.toml": 'model = "m"  # mine\n\n[mcp_servers.other]\ncommand = "x"\n',
}


@pytest.mark.parametrize("file", sorted(OTHERS))
def test_what_is_there_stays(file: str, project: Path, cli: Cli) -> None:
    client, key = next((name, key) for name, (place, key) in PLACES.items() if place == file)
    (project / file).parent.mkdir(exist_ok=True)
    (project / file).write_text(OTHERS[file], "utf-8")
    (project / "AGENTS.md").write_text("# Ours\n\nBe kind.", "utf-8")
    before = read(project / file)
    assert cli("init", "--agent", client).code == 0
    after = read(project / file)
    assert after[key].pop("hardwon")
    assert after == before | {key: before.get(key, {})}
    assert (project / "AGENTS.md").read_text("utf-8").startswith("# Ours\n\nBe kind.")
    if file.endswith(".toml"):
        assert (project / file).read_text("utf-8").startswith(OTHERS[file])


@pytest.mark.parametrize(
    ("client", "file", "text"),
    [
        ("vscode", ".vscode/mcp.json", '{ // a comment\n  "servers": {} }'),
        ("claude", ".mcp.json", '{"mcpServers": []}'),
        ("claude", ".mcp.json", "[]"),
        ("claude", ".mcp.json", '{"a": 1, "a": 2}'),
        ("codex", ".codex/config.toml", "mcp_servers = { other = { command = 'x' } }\n"),
        ("codex", ".codex/config.toml", "not toml"),
    ],
)
def test_a_file_that_cannot_be_added_to_is_left_alone(
    client: str, file: str, text: str, project: Path, cli: Cli
) -> None:
    (project / file).parent.mkdir(exist_ok=True)
    (project / file).write_text(text, "utf-8")
    done = cli("init", "--agent", client)
    assert (done.code, "Nothing was written" in done.stderr) == (3, True)
    assert (project / file).read_text("utf-8") == text
    assert not (project / "AGENTS.md").exists()


def test_dry_run_shows_it_and_writes_nothing(project: Path, cli: Cli) -> None:
    done = cli("init", "--agent", "cursor", "--dry-run")
    assert done.code == 0
    assert '"mcpServers"' in done.stdout
    assert "report_step" in done.stdout
    assert [each.name for each in project.iterdir()] == [".git"]
    assert cli("init", "--agent", "cursor", "--dry-run", "--json").document["files"][0]["new"]
    assert cli("init", "--dry-run").code == 3


def test_generic_tells_what_to_enter(project: Path, cli: Cli) -> None:
    done = cli("init", "--agent", "generic")
    assert '"mcpServers"' in done.stdout
    assert (project / "AGENTS.md").exists()


def test_the_section_is_brought_up_to_date_between_its_marks(project: Path, cli: Cli) -> None:
    (project / "AGENTS.md").write_text(
        "# Ours\n\n<!-- hardwon: begin -->\nold words\n<!-- hardwon: end -->\n\n## Last\n", "utf-8"
    )
    cli("init", "--agent", "generic")
    text = (project / "AGENTS.md").read_text("utf-8")
    assert "old words" not in text
    assert text.startswith("# Ours\n\n<!-- hardwon: begin -->\n## Testing")
    assert text.endswith("<!-- hardwon: end -->\n\n## Last\n")


def test_a_link_out_of_the_project_is_not_followed(project: Path, tmp_path_factory: Any, cli: Cli) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (project / ".cursor").symlink_to(outside)
    done = cli("init", "--agent", "cursor")
    assert (done.code, list(outside.iterdir())) == (3, [])
