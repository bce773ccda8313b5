"""Habits from teststop and agent-qa: each works, or is answered with what does it here."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

from hardwon.version import VERSION

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        ("status .", 0, "auth"),
        ("mandate --show", 0, "# Test mandate"),
        ("mandate . --show", 0, "# Test mandate"),
        ("version", 0, VERSION),
        ("--version", 0, VERSION),
        ("-v", 0, VERSION),
        ("completion bash", 0, "_HARDWON_COMPLETE=bash_complete"),
        ("completion zsh", 0, "_HARDWON_COMPLETE=zsh_complete"),
        ("completion fish", 0, "_HARDWON_COMPLETE=fish_complete"),
        ("completion cmd", 3, "bash"),
        ("run .", 3, "hardwon mandate"),
        ("status --output json", 3, "--json"),
        ("memory -o json", 3, "--json"),
        ("status --quiet", 3, "/dev/null"),
        ("run -q", 3, "/dev/null"),
        ("clean-memory", 3, "hardwon observations delete"),
        ("reset", 3, "hardwon memory --reset"),
        ("statsu", 3, "Did you mean 'status'?"),
        ("Status", 3, "Did you mean 'status'?"),
        ("ingset", 3, "Did you mean 'ingest'?"),
        ("observation", 3, "Did you mean 'observations'?"),
        ("xyzzy", 3, "hardwon --help"),
        ("help", 3, "hardwon COMMAND --help"),
        ("list", 3, "hardwon status"),
        ("gate", 3, "hardwon status --threshold"),
        ("validate", 3, "hardwon doctor"),
        ("rename auth login", 3, "hardwon areas rename"),
        ("memory reset", 3, "hardwon memory --reset"),
        ("-V", 3, "hardwon --version"),
        ("completion", 3, "bash, zsh, fish"),
        ("areas remoev", 3, "remove"),
        ("status --treshold 5", 3, "--threshold"),
    ],
)
def test_it_works_or_says_what_does(call: Cli, typed: str, code: int, said: str) -> None:
    call("record", "auth", "--pass")
    ended = call(*typed.split())
    assert ended.code == code
    assert said in (ended.stderr if code else ended.stdout)


def test_variables_and_settings_of_teststop_have_no_effect_and_that_is_said(call: Cli, project: Path) -> None:
    (project / ".teststop").mkdir()
    (project / ".teststop/config.yaml").write_text("threshold: 80\n")
    assert "TESTSTOP_THRESHOLD is teststop's" in call("status", env={"TESTSTOP_THRESHOLD": "80"}).stderr
    assert ".teststop/config.yaml is another tool's and is not read" in call("config").stdout
    assert any(each["path"] == ".teststop/config.yaml" for each in call("doctor", "--json").document["notes"])


def test_settings_of_agent_qa_are_read_where_there_are_none_of_ours(call: Cli, project: Path) -> None:
    (project / "agent-qa.config.yaml").write_text(
        "browser: {headless: true}\n"
        "services:\n  llm: {model: x}\n  memory: {minTrust: 0.6, maxInjections: 2, other: 1}\n"
    )
    found = {each["key"]: each for each in call("config", "--json").document["settings"]}
    assert (found["services.memory.minTrust"]["value"], found["services.memory.maxInjections"]["value"]) == (0.6, 2)
    assert found["services.memory.minTrust"]["source"] == "agent-qa.config.yaml"
    assert call("init", "--json").document["created"][-1] == "hardwon.yaml"
    again = {each["key"]: each["value"] for each in call("config", "--json").document["settings"]}
    assert again["services.memory.minTrust"] == 0.3
    assert "agent-qa.config.yaml is another tool's and is not read" in call("config").stdout


def test_targets_of_agent_qa_are_read_and_its_file_is_named(call: Cli, project: Path) -> None:
    (project / "agent-qa.config.yaml").write_text(
        "targets:\n"
        "  web: {platform: web, url: 'http://127.0.0.1:9/', product: shop, command: rm}\n"
        "  api: http://127.0.0.1:8/\n"
        "  phone: {platform: ios, app: x.ipa}\n"
    )
    assert call("config", "--json").document["targets"] == {
        "web": {"product": "shop", "url": "http://127.0.0.1:9/"},
        "api": {"product": "", "url": "http://127.0.0.1:8/"},
    }
    said = call("config").stdout
    assert "Configuration file: agent-qa.config.yaml, another tool's" in said
    assert "is not read" not in said
    assert not any(each["path"] == "agent-qa.config.yaml" for each in call("doctor", "--json").document["notes"])


def test_a_mandate_since_a_commit_that_nothing_differs_from_lists_nothing(call: Cli, project: Path) -> None:
    (project / ".git").rmdir()
    author = ["-c", "user.name=a", "-c", "user.email=a@example.invalid"]
    for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "x"]):
        subprocess.run(["git", *author, *command], cwd=project, check=True)
    call("record", "auth", "--pass")
    said = call("mandate", "--since", "HEAD").stdout
    assert 'Nothing differs from "HEAD"' in said
    assert "auth" not in said
    document = call("mandate", "--since", "HEAD", "--json").document
    assert json.dumps(document["since"]["areas"]) == "[]"


@pytest.mark.parametrize("group", ["areas", "observations", "quarantine"])
def test_no_line_of_help_is_cut(call: Cli, group: str) -> None:
    told = call(group, "--help", env={"COLUMNS": "80"}).stdout
    assert "..." not in told.partition("Commands:")[2]
    assert max(map(len, told.splitlines())) <= 80


def test_a_package_that_is_missing_is_named_with_what_installs_it(cli: Cli, project: Path) -> None:
    (project / "psycopg.py").write_text("raise ImportError(name='psycopg')\n")
    ended = cli("db", "--help", env={"PYTHONPATH": str(project)})
    assert ended.code == 3
    assert "pip install 'hardwon[postgres]'" in ended.stderr
