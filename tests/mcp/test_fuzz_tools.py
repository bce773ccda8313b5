"""Any input: from each tool's own schema, and from none. No call ends the server, and nothing outside is touched."""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from tests.mcp.conftest import INITIALIZE, command, environment, over_stdio

from hardwon.mcp.calls import called
from hardwon.mcp.offer import offered
from hardwon.mcp.served import Served
from hardwon.mcp.tool_offer import ToolOffer
from hardwon.mcp.wire import LONGEST_LINE
from hardwon.mcp.workers import Going
from hardwon.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Iterator

TOOLS = {tool.name: tool for tool in offered(read_only=False)}
CALLS = 60
ODD: list[Any] = [
    *(
        "",
        " ",
        "\0",
        "\ud800",
        "a\u202eb",
        "../../etc/passwd",
        "/etc/passwd",
        "x" * 20_000,
        "'\"<>&",
        "obs_a-b-c-d-e-f",
    ),
    *("shop", "auth", "-1", "%2e%2e", "${HOME}", "{{x}}", "<memory-context>", "\N{PILE OF POO}", "hardwon.yaml", "*"),
    *(
        0,
        -1,
        1,
        2**70,
        1.5,
        float("nan"),
        float("inf"),
        True,
        False,
        None,
        [],
        {},
        [[]],
        [None] * 300,
        {"a": {"b": []}},
    ),
]

PLAIN = ["shop", "auth", "t_login", "Open the login modal"]


def odd_value(shape: dict[str, Any], draw: random.Random, depth: int = 0) -> Any:
    """A value as the schema asks for it, mostly; else anything."""
    if draw.random() < 0.25:
        return draw.choice(ODD)
    kind = "enum" if "enum" in shape else shape.get("type", "string")
    if kind == "object":
        return odd_arguments(shape, draw, depth + 1)
    if kind == "array":
        return [odd_value(shape["items"], draw, depth + 1) for _ in range(draw.randrange(4))]
    numbers = [shape.get("minimum", 0), shape.get("maximum", 9), 1]
    texts = PLAIN if draw.random() < 0.5 else [each for each in ODD if isinstance(each, str)]
    choices = {"enum": shape.get("enum"), "boolean": [True, False], "integer": numbers, "number": numbers}
    return draw.choice(choices.get(kind) or texts)


def odd_arguments(shape: dict[str, Any], draw: random.Random, depth: int = 0) -> dict[str, Any]:
    named = {
        name: odd_value(inner, draw, depth)
        for name, inner in shape["properties"].items()
        if name in shape["required"] or draw.random() < 0.4
    }
    return named | ({"extra": draw.choice(ODD)} if draw.random() < 0.05 else {})


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_no_arguments_are_more_than_a_tool_can_take(name: str, project: Path) -> None:
    """Each call has an answer of its schema, or an error that hardwon expected."""
    (project.parent / "outside.txt").write_text("outside", "utf-8")
    tool, draw = TOOLS[name], random.Random(name)
    memory = Memory.open(project)
    memory.record("auth", passed=True)
    served = Served(project=memory.project)
    answered = 0
    for _ in range(CALLS):
        arguments = odd_arguments(tool.takes, draw)
        if name in SOUND and draw.random() < 0.5:
            arguments = {key: each for key, each in arguments.items() if key not in TOGETHER} | SOUND[name]
        end = called(served, tool, arguments, Going() if name == "run" else None)
        text = json.dumps(end.document, ensure_ascii=False, allow_nan=False)
        text.encode()  # no lone surrogates
        jsonschema.validate(end.document, tool.gives)
        if end.failed:
            assert end.document["error"]["slug"] != "error", (arguments, end.document["error"])
        answered += not end.failed
    assert answered > 0 or name in NEED_A_TEST, "only errors: the fuzz says nothing about answers"
    assert sorted(each.name for each in project.parent.iterdir()) == ["outside.txt", "project"]
    assert Memory.open(project).overview().areas


TOGETHER = {"suite", "position", "ablation_of"}
"""Arguments that are refused one without the other, or that name a run: left out half of the time."""

SOUND = {"start_test": {"product": "shop", "test": "t_login"}}

NEED_A_TEST = {"report_step", "finish_test", "run"}
"""Random names never name a test that was begun, or a file that is there."""


def test_the_server_goes_on_after_whatever_it_is_sent(project: Path) -> None:
    draw = random.Random("stdio")
    with over_stdio(project) as agent:
        for tool in TOOLS.values():
            for _ in range(6):
                agent.wait(agent.client.call_tool(tool.name, _sendable(odd_arguments(tool.takes, draw))))
        deep: Any = []
        for _ in range(90):
            deep = [deep]
        assert agent.refused("recall", step="x", product=deep)["slug"] == "usage"
        assert agent.refused("recall", step="x" * 1_000_000, product="shop")["slug"] == "usage"
        assert agent.call("status")["total"] >= 0


def _sendable(value: Any) -> Any:
    """What JSON in UTF-8 can carry."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {key: _sendable(inner) for key, inner in value.items()}
    if isinstance(value, float):
        return value if math.isfinite(value) else 0
    return [_sendable(each) for each in value] if isinstance(value, list) else value


RAW = [
    b"nonsense\n",
    b"{}\n",
    b"[]\n",
    b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"status","arguments":[]}}\n',
    b'{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"status","arguments":{"area":"\\ud800"}}}\n',
    b'{"jsonrpc":"2.0","id":9,"method":"none","params":null}\n',
    b'{"jsonrpc":"2.0","id":10,"method":"tools/call","params":' + b"[" * 5000 + b"]" * 5000 + b"}\n",
    b"\xff\xfe\x00\n",
    b"\n",
]


@contextmanager
def served_raw(project: Path) -> Iterator[Any]:
    """The process of a server, spoken to in bytes."""
    with subprocess.Popen(
        command(project),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(project.parent),
    ) as server:
        yield server


def test_lines_that_are_no_protocol_do_not_end_it(project: Path) -> None:
    """Standard output carries answers only, and the last question is still answered."""
    ask = {"jsonrpc": "2.0", "id": 99, "method": "tools/list", "params": {}}
    begin = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE}
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    with served_raw(project) as server:
        for each in (begin, ready):
            server.stdin.write(json.dumps(each).encode() + b"\n")
        server.stdin.write(b"".join(RAW) + json.dumps(ask).encode() + b"\n")
        server.stdin.flush()
        answers = []
        for line in server.stdout:
            answers.append(json.loads(line))
            if answers[-1].get("id") == 99:
                break
        server.stdin.close()
        assert server.wait(30) == 0
    assert len(answers[-1]["result"]["tools"]) == len(TOOLS)


def test_every_tool_can_be_loaded_and_every_argument_is_bounded() -> None:
    for tool in TOOLS.values():
        assert isinstance(tool, ToolOffer)
        for name, shape in tool.takes["properties"].items():
            assert shape.get("type") != "string" or "maxLength" in shape or "enum" in shape, (tool.name, name)


LONG = b"x" * (LONGEST_LINE + 1)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b'{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"a":"' + LONG + b'"}}\n', 7),
        (b'{"method":"tools/list","params":{"id":3,"a":"' + LONG + b'"},"jsonrpc":"2.0","id":"seven"}\n', "seven"),
        (b'{"method":"tools/list","id":7,"params":{"a":"' + LONG + b'"}}\n', None),
        (LONG + b'{"jsonrpc":"2.0","id":7,"method":"tools/list"}\n', None),
    ],
    ids=["first", "last", "between", "nowhere"],
)
def test_a_line_is_bounded(project: Path, line: bytes, told: Any) -> None:
    """One that is too long is refused under its id, where that is known, and the next question is answered."""
    ask = {"jsonrpc": "2.0", "id": 99, "method": "tools/list", "params": {}}
    begin = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE}
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    with served_raw(project) as server:
        server.stdin.write(b"".join(json.dumps(each).encode() + b"\n" for each in (begin, ready)))
        server.stdin.write(line + json.dumps(ask).encode() + b"\n")
        server.stdin.flush()
        hello, refusal, answer = (json.loads(server.stdout.readline()) for _ in range(3))
        server.stdin.close()
        assert server.wait(30) == 0
    assert (hello["id"], answer["id"], "result" in answer) == (1, 99, True)
    assert (refusal["id"], refusal["error"]["code"]) == (told, -32600)
    assert "longer than 8000000 bytes" in refusal["error"]["message"]


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_a_line_that_does_not_end_takes_no_memory(project: Path) -> None:
    with served_raw(project) as server:
        for _ in range(60):
            server.stdin.write(LONG)
        server.stdin.write(b"\n")
        server.stdin.flush()
        assert json.loads(server.stdout.readline())["error"]["code"] == -32600
        status = Path(f"/proc/{server.pid}/status").read_text("utf-8")
        server.stdin.close()
        assert server.wait(30) == 0
    most = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    assert int(most.split()[1]) * 1024 < 30 * LONGEST_LINE


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_nobody_else_reads_what_the_client_sends(project: Path) -> None:
    with served_raw(project) as server:
        server.stdin.write(LONG + b"\n")
        server.stdin.flush()
        server.stdout.readline()
        assert str(Path(f"/proc/{server.pid}/fd/0").readlink()) == os.devnull
        server.stdin.close()
