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
def test_the_server_is_added_once_in_the_place_of_the_client(client: str, project: Path, call: Cli) -> None:
    file, key = PLACES[client]
    assert call("init", "--agent", client).code == 0
    entry = read(project / file)[key]["hardwon"]
    assert "mcp" in entry["args"]
    assert entry.get("type") == ("stdio" if client == "vscode" else None)
    before = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
    again = call("init", "--agent", client)
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
def test_what_is_there_stays(file: str, project: Path, call: Cli) -> None:
    client, key = next((name, key) for name, (place, key) in PLACES.items() if place == file)
    (project / file).parent.mkdir(exist_ok=True)
    (project / file).write_text(OTHERS[file], "utf-8")
    (project / "AGENTS.md").write_text("# Ours\n\nBe kind.", "utf-8")
    before = read(project / file)
    assert call("init", "--agent", client).code == 0
    after = read(project / file)
    assert after[key].pop("hardwon")
    assert after == before | {key: before.get(key, {})}
    assert (project / "AGENTS.md").read_text("utf-8").startswith("# Ours\n\nBe kind.")
    if file.endswith(".toml"):
        assert (project / file).read_text("utf-8").startswith(OTHERS[file])


@pytest.mark.parametrize(
    ("client", "file", "text"),
    [
        ("vscode", ".vscode/mcp.json", '{ // a comment\n  "servers": {},, }'),
        ("claude", ".mcp.json", '{"mcpServers": []}'),
        ("claude", ".mcp.json", "[]"),
        ("claude", ".mcp.json", '{"a": 1, "a": 2}'),
        ("codex", ".codex/config.toml", "mcp_servers = { other = { command = 'x' } }\n"),
        ("codex", ".codex/config.toml", "not toml"),
    ],
)
def test_a_file_that_cannot_be_added_to_is_left_alone(
    client: str, file: str, text: str, project: Path, call: Cli
) -> None:
    (project / file).parent.mkdir(exist_ok=True)
    (project / file).write_text(text, "utf-8")
    done = call("init", "--agent", client)
    assert (done.code, "Nothing was written" in done.stderr) == (3, True)
    assert (project / file).read_text("utf-8") == text
    assert not (project / "AGENTS.md").exists()


def test_dry_run_shows_it_and_writes_nothing(project: Path, call: Cli) -> None:
    done = call("init", "--agent", "cursor", "--dry-run")
    assert done.code == 0
    assert '"mcpServers"' in done.stdout
    assert "report_step" in done.stdout
    assert [each.name for each in project.iterdir()] == [".git"]
    assert call("init", "--agent", "cursor", "--dry-run", "--json").document["files"][0]["new"]
    assert call("init", "--dry-run").code == 3


def test_generic_tells_what_to_enter(project: Path, call: Cli) -> None:
    done = call("init", "--agent", "generic")
    assert '"mcpServers"' in done.stdout
    assert (project / "AGENTS.md").exists()


def test_the_section_is_brought_up_to_date_between_its_marks(project: Path, call: Cli) -> None:
    (project / "AGENTS.md").write_text(
        "# Ours\n\n<!-- hardwon: begin -->\nold words\n<!-- hardwon: end -->\n\n## Last\n", "utf-8"
    )
    call("init", "--agent", "generic")
    text = (project / "AGENTS.md").read_text("utf-8")
    assert "old words" not in text
    assert text.startswith("# Ours\n\n<!-- hardwon: begin -->\n## Testing")
    assert text.endswith("<!-- hardwon: end -->\n\n## Last\n")


def test_a_link_out_of_the_project_is_not_followed(project: Path, tmp_path_factory: Any, call: Cli) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (project / ".cursor").symlink_to(outside)
    done = call("init", "--agent", "cursor")
    assert (done.code, list(outside.iterdir())) == (3, [])


EXACT = [
    ("claude", ".mcp.json", b'\xef\xbb\xbf{"mcpServers": {"a": {"v": 1.10, "e": "\\u00e9"}}}'),
    ("claude", ".mcp.json", b'{\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}\r\n'),
    ("vscode", ".vscode/mcp.json", b'{"inputs": [  1.0,2 ]}'),
    ("codex", ".codex/config.toml", b"model = 'm'\r\n\r\n"),
]


@pytest.mark.parametrize(("client", "file", "content"), EXACT)
def test_what_is_there_stays_to_the_byte(client: str, file: str, content: bytes, project: Path, call: Cli) -> None:
    (project / file).parent.mkdir(exist_ok=True)
    (project / file).write_bytes(content)
    assert call("init", "--agent", client).code == 0
    after = iter((project / file).read_bytes())
    assert all(byte in after for byte in content)
    assert ((project / file).read_bytes().count(b"\n") > content.count(b"\r\n")) is (b"\r\n" in content)
    assert (project / file).read_bytes().count(b"\n") == (project / file).read_bytes().count(b"\r\n")


REFUSED = [
    ("vscode", ".vscode/mcp.json", '{ /* a comment\n  "servers": {} }', "cannot be added to"),
    ("claude", ".mcp.json", "[]", "it is not an object"),
    ("claude", ".mcp.json", '{"mcpServers": null}', "`mcpServers` is not an object"),
    ("codex", ".codex/config.toml", "mcp_servers = {a = {command = 'x'}}\n", 'hardwon = {command = "'),
]


@pytest.mark.parametrize(("client", "file", "text", "told"), REFUSED)
def test_a_refusal_says_what_is_wrong_and_what_to_paste(  # noqa: PLR0917 - a table and two fixtures
    client: str, file: str, text: str, told: str, project: Path, call: Cli
) -> None:
    (project / file).parent.mkdir(exist_ok=True)
    (project / file).write_text(text, "utf-8")
    stderr = call("init", "--agent", client).stderr
    assert told in " ".join(stderr.split())
    assert "attribute" not in stderr
    if file.endswith(".toml"):
        pasted = stderr[stderr.index("hardwon = {") : stderr.index("]}") + 2]
        assert tomllib.loads(" ".join(pasted.split()))["hardwon"]["args"][-1] == "mcp"


def test_a_protected_file_or_folder_stops_all_of_it(project: Path, call: Cli) -> None:
    (project / ".mcp.json").write_text("{}", "utf-8")
    (project / ".mcp.json").chmod(0o444)
    done = call("init", "--agent", "claude")
    assert (done.code, ".mcp.json is write-protected" in done.stderr) == (3, True)
    (project / ".cursor").mkdir(mode=0o555)
    done = call("init", "--agent", "cursor")
    assert (done.code, ".cursor is write-protected" in done.stderr) == (3, True)
    assert {each.name for each in project.iterdir()} == {".git", ".mcp.json", ".cursor"}
    (project / ".cursor").chmod(0o755)


def test_a_linked_file_is_named_as_one(project: Path, tmp_path_factory: Any, call: Cli) -> None:
    outside = tmp_path_factory.mktemp("elsewhere") / "mcp.json"
    outside.write_text("{}", "utf-8")
    (project / ".mcp.json").symlink_to(outside)
    done = call("init", "--agent", "claude")
    assert (done.code, ".mcp.json is a link" in done.stderr, outside.read_text("utf-8")) == (3, True, "{}")


def test_a_page_that_is_another_file_of_the_project_is_added_to(project: Path, call: Cli) -> None:
    (project / "CLAUDE.md").write_bytes(b"# Ours\r\n")
    (project / "AGENTS.md").symlink_to("CLAUDE.md")
    assert call("init", "--agent", "codex").code == 0
    assert (project / "AGENTS.md").is_symlink()
    page = (project / "CLAUDE.md").read_bytes()
    assert page.startswith(b"# Ours\r\n\r\n<!-- hardwon: begin -->\r\n")
    assert page.count(b"\n") == page.count(b"\r\n") > 10
    assert "Created" not in call("init", "--agent", "codex").stdout
    assert (project / "CLAUDE.md").read_bytes() == page


@pytest.mark.parametrize(("client", "page"), [("claude", ".claude/skills/hardwon/SKILL.md"), ("cursor", "AGENTS.md")])
def test_what_a_person_added_to_a_page_stays(client: str, page: str, project: Path, call: Cli) -> None:
    assert call("init", "--agent", client).code == 0
    place = project / page
    place.write_text(
        place.read_text("utf-8").replace("1. Before", "1. Long before") + "\nOurs: look at the logs.\n", "utf-8"
    )
    assert call("init", "--agent", client).code == 0
    after = place.read_text("utf-8")
    assert after.endswith("\nOurs: look at the logs.\n")
    assert ("1. Before" in after, "Long before" in after, after.count("report_step")) == (True, False, 1)


def test_half_a_mark_costs_nothing(project: Path, call: Cli) -> None:
    ours = "# Ours\n<!-- hardwon: begin -->\nBe kind.\n"
    (project / "AGENTS.md").write_text(ours, "utf-8")
    for _ in range(3):
        assert call("init", "--agent", "cursor").code == 0
    after = (project / "AGENTS.md").read_text("utf-8")
    assert after.startswith(ours)
    assert after.count("report_step") == 1


def test_several_clients_are_told_at_once(project: Path, call: Cli) -> None:
    done = call("init", "--agent", "cursor", "--agent", "codex", "--agent", "claude", "--json")
    assert done.code == 0
    assert all((project / PLACES[name][0]).is_file() for name in ("cursor", "codex", "claude"))
    assert (project / "AGENTS.md").read_text("utf-8").count("report_step") == 1
    assert call("init", "--agent", "cursor", "--agent", "codex", "--dry-run", "--json").document["files"] == []


def test_what_an_editor_takes_is_added_to_with_its_comments(project: Path, call: Cli) -> None:
    (project / ".vscode").mkdir()
    text = '{\n\t// ours\n\t"servers": {\n\t\t"a": {"command": "x"}, // one\n\t},\n}\n'
    (project / ".vscode/mcp.json").write_text(text, "utf-8")
    assert call("init", "--agent", "vscode").code == 0
    after = (project / ".vscode/mcp.json").read_text("utf-8")
    assert after.startswith(text.partition("\t},")[0])
    assert '\n\t\t"hardwon": {\n\t\t\t"type": "stdio",' in after
    assert call("init", "--agent", "vscode").code == 0
    assert (project / ".vscode/mcp.json").read_text("utf-8") == after


def test_another_entry_is_kept_and_said_to_be(project: Path, call: Cli) -> None:
    (project / ".mcp.json").write_text('{"mcpServers": {"hardwon": {"command": "mine"}}}', "utf-8")
    assert "says something else; it stays as it is" in call("init", "--agent", "claude").stdout


def test_dry_run_shows_what_differs(project: Path, call: Cli) -> None:
    (project / "AGENTS.md").write_text("# Ours\n" + "A line of ours.\n" * 50, "utf-8")
    shown = call("init", "--agent", "generic", "--dry-run").stdout
    assert "+1. Before you test" in shown
    assert shown.count("A line of ours.") < 5
