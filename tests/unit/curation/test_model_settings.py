"""What must be set and installed for a model, and what is said when it is not."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from hardwon import Memory
from hardwon.curation import curators, endpoint
from hardwon.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Cli
    from tests.unit.curation.conftest import ScriptedModel


def chosen(project: Path, **settings: Any) -> Memory:
    return Memory.open(project, flags=["curator=model", *(f"{name}={value}" for name, value in settings.items())])


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({}, "services.memory.model names none. Set `model: ollama:NAME`"),
        ({"model": "gpt"}, "must be provider:name"),
        ({"model": "openai:"}, "must be provider:name"),
        ({"model": "nosuch:thing"}, "cannot be used: Unknown model: nosuch:thing"),
        ({"model": "openai:gpt-x"}, "Set the `OPENAI_API_KEY` environment variable"),
        ({"model": "anthropic:x"}, "pip install 'pydantic-ai-slim[anthropic]'"),
        ({"model": "qwen:7b", "modelUrl": "http://localhost:1/v1"}, "Write `model: openai:NAME`"),
        ({"model": "openai:x", "modelTokenBudget": "1999"}, "Set it to 2000 or more"),
        ({"model": "openai:x", "modelUrl": "file:///etc/passwd"}, "not a plain http or https address"),
        ({"model": "openai:x", "modelUrl": "http://me:secret@localhost/v1"}, "HARDWON_MODEL_KEY"),
        ({"model": "openai:x", "modelUrl": "http://[::1/v1"}, "not a plain http or https address"),
        ({"model": "openai:x", "modelUrl": "http://localhost:99999/v1"}, "not a plain http or https address"),
    ],
)
def test_what_is_not_set_up_is_said_before_anything_runs(
    project: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], reason: str
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    memory = chosen(project, **settings)
    with pytest.raises(SettingError) as raised:
        curators.check(memory.config)
    assert reason in str(raised.value)
    assert "secret" not in str(raised.value)
    with pytest.raises(SettingError), memory.run(product="shop", test="t_login"):
        pytest.fail("the run began")
    assert not (project / ".hardwon" / "runs").exists()


def test_missing_packages_are_named(project: Path) -> None:
    code = (
        "import sys; sys.modules['pydantic_ai'] = None\n"
        "from hardwon.cli.main import run\n"
        "sys.exit(run(['run', 'x.yaml', '--set', 'curator=model', '--set', 'model=openai:x']))"
    )
    (project / "x.yaml").write_text("test-id: t_x\nname: x\nsteps: [Open the page]\n")
    done = subprocess.run([sys.executable, "-c", code], cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "pip install 'hardwon[llm]'" in done.stderr


def test_ollama_needs_no_address_and_no_key(project: Path) -> None:
    found = endpoint.of(chosen(project, model="ollama:qwen2.5:7b").config)
    assert (found.shown, found.url) == ("ollama:qwen2.5:7b", "http://localhost:11434/v1")


@pytest.mark.parametrize("name", ["openai:scripted", "ollama:scripted:7b"])
def test_a_server_of_ones_own_is_asked_by_its_address(
    opened: Callable[..., Memory], model: ScriptedModel, name: str
) -> None:
    with opened(model=name).run(product="shop", test="t_login") as run, run.step("Open the login modal"):
        pass
    assert run.memory_log.errors == ()
    assert f'"model":"{name.partition(":")[2]}"'.encode() in model.requests[0].replace(b": ", b":")
    assert b'"max_tokens"' in model.requests[0]


def test_rules_and_commands_without_a_model_never_load_its_packages(project: Path) -> None:
    code = (
        "import sys, hardwon\n"
        "with hardwon.Memory.open('.').run(product='shop', test='t_login') as run, run.step('Open it') as step:\n"
        "    step.report(sub_actions=4)\n"
        "print([name for name in ('pydantic_ai', 'pydantic', 'openai', 'httpx2') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=project, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_run_whose_model_failed_is_curated_later_from_its_evidence(
    opened: Callable[..., Memory], call: Cli, model: ScriptedModel
) -> None:
    model.fails({"status": 401, "body": b"{}"})
    with opened().run(product="shop", test="t_login") as run, run.step("Find the login link") as step:
        step.report(sub_actions=4, observation="The login link is in the account menu.")
    link = {"title": "Login link", "content": "The login link is in the account menu.", "scope": "product"}
    model.decides({"action": "add", **link})
    settings = ["--set", "curator=model", "--set", "model=openai:x", "--set", f"modelUrl={model.url}"]
    rehearsed = call("curate", run.id, "--dry-run", "--json", *settings)
    done = call("curate", run.id, "--json", *settings)
    assert (rehearsed.code, done.code, done.document["added"]) == (0, 0, 1)
    assert done.document["token_usage"] == {"input": 120, "output": 30}
    again = call("curate", run.id, "--json", *settings).document
    assert (again["added"], again["errors"]) == (0, [])


TEST = "test-id: t_x\nname: x\narea: auth\nsteps: [Open the page]\n"


def test_a_run_whose_model_fails_ends_as_its_tests_do_and_says_why(
    cli: Cli, project: Path, model: ScriptedModel
) -> None:
    (project / "x.yaml").write_text(TEST)
    (project / "agents.py").write_text("def fine(step): return True\ndef bad(step): return False\n")
    settings = ["--set", "curator=model", "--set", "model=openai:x", "--set", f"modelUrl={model.url}"]
    model.fails({"status": 401, "body": b'{"error": {"message": "no \\u001b[2J key"}}'})
    fine = cli("run", "x.yaml", "--agent", "agents:fine", *settings)
    assert (fine.code, cli("run", "x.yaml", "--agent", "agents:bad", *settings).code) == (0, 1)
    assert "The model gave no usable answer: it refused the key" in fine.stdout
    assert "\x1b" not in fine.stdout
    assert cli("doctor").code == 0
