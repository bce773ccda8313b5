"""What the MCP server costs: latency of a call beside the call in the process, start-up beside a bare server, memory.

    python bench/mcp.py [--calls 200] [--observations 500]

Also whether it conforms to the protocol, by the public inspector in its command-line mode, where node is there.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardwon.mcp.calls import called
from hardwon.mcp.offer import offered
from hardwon.mcp.served import Served
from hardwon.memory import Memory
from hardwon.observations.observation import Observation, Scope

if TYPE_CHECKING:
    from collections.abc import Callable

BARE = """
import asyncio
import mcp_types as types
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server

async def tools(ctx, params):
    return types.ListToolsResult(tools=[])

async def main():
    server = Server("bare", on_list_tools=tools)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())

asyncio.run(main())
"""
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
STEP = "Open the login modal and sign in"
AIM_LATENCY, AIM_START = 10.0, 1.5
INSPECTOR = "@modelcontextprotocol/inspector"


def filled(folder: Path, number: int) -> Memory:
    """A project with areas and observations."""
    (folder / ".hardwon").mkdir()
    memory = Memory.open(folder)
    for area in range(20):
        memory.record(f"area {area}", passed=True)
    things = ("login modal", "cart", "voucher field", "search box", "profile page", "order list", "newsletter form")
    words = ("late", "from the avatar menu", "after a reload", "only when signed in", "below the fold", "in a new tab")
    with memory.recorder.changing(kind="bench", origin="person", now=memory.clock()) as changes:
        memory.records.prepare(for_observations=True)
        with memory.observations.curating(changes.about(None)) as curation:
            for index in range(number):
                thing, how = things[index % len(things)], words[index % len(words)]
                at = "2026-01-01T00:00:00Z"
                curation.add(
                    Observation(
                        id=memory.new_id(),
                        scope=Scope("products", "shop"),
                        title=f"{thing.capitalize()} {index}: opens {how}",
                        content=f"The {thing} number {index} opens {how}.",
                        trust=0.5,
                        created=at,
                        last_confirmed=at,
                        source_test="bench",
                    )
                )
    return memory


def taken(work: Callable[[], Any]) -> float:
    """Milliseconds that it takes."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


class Wire:
    """A client that does nothing but write a line and read one."""

    def __init__(self, command: list[str]) -> None:
        self._number = 0
        self.server = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.ask("initialize", HELLO)
        self._write({"method": "notifications/initialized"})

    def _write(self, message: dict[str, Any]) -> None:
        assert self.server.stdin
        self.server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.server.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        self._number += 1
        self._write({"id": self._number, "method": method, "params": params})
        assert self.server.stdout
        return json.loads(self.server.stdout.readline())["result"]

    def close(self) -> None:
        assert self.server.stdin
        self.server.stdin.close()
        self.server.wait(30)


def processor(pid: int) -> float:
    """Milliseconds of processor time that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") * 1000


@dataclass(frozen=True)
class Compared:
    """What calls of a tool take, in turns here and through stdio, so that a busy machine harms both."""

    local: list[float]
    remote: list[float]
    processor: tuple[float, float]
    """Of one call: here, and in the server."""


def compared(project: Path, served: Served, calls: int) -> dict[str, Compared]:
    """What calls of each tool take."""
    tools = {tool.name: tool for tool in offered(read_only=False)}
    wire = Wire([sys.executable, "-m", "hardwon", "mcp", "--project", str(project)])
    spent = {}
    for name, arguments in CALLS.items():
        asked = {"name": name, "arguments": arguments}
        local = partial(called, served, tools[name], arguments)
        remote = partial(wire.ask, "tools/call", asked)
        for _ in range(5):
            assert not remote().get("isError")
            assert not local().failed
        before = processor(wire.server.pid)
        turns = [(taken(local), taken(remote)) for _ in range(calls)]
        far = (processor(wire.server.pid) - before) / calls
        own = time.process_time()
        for _ in range(calls):
            local()
        near = (time.process_time() - own) * 1000 / calls
        spent[name] = Compared([each for each, _ in turns], [each for _, each in turns], (near, far))
    wire.close()
    return spent


CALLS: dict[str, dict[str, Any]] = {"recall": {"step": STEP, "product": "shop"}, "status": {}}


def started(command: list[str]) -> tuple[float, int]:
    """Seconds until a server answers the first time, and the kilobytes that it takes then."""
    begun = time.perf_counter()
    wire = Wire(command)
    took = time.perf_counter() - begun
    memory = int(Path(f"/proc/{wire.server.pid}/status").read_text("utf-8").split("VmRSS:")[1].split()[0])
    wire.close()
    return took, memory


def asked(tool: str, *arguments: str) -> tuple[str, ...]:
    """What the inspector is told to call a tool."""
    return ("tools/call", "--tool-name", tool, *(part for each in arguments for part in ("--tool-arg", each)))


INSPECTED = [
    *(("tools/list",), ("resources/list",), ("resources/templates/list",), ("prompts/list",)),
    *(("resources/read", "--uri", "hardwon://areas"), ("prompts/get", "--prompt-name", "test_this_change")),
    *(asked("what_to_test"), asked("status", "limit=2"), asked("recall", f"step={STEP}", "product=shop")),
    *(asked("observations", "limit=1"), asked("explain", "area=area 1"), asked("record", "area=new", "passed=true")),
    *(asked("propose", "product=shop", 'decisions=[{"action": "noop"}]'), asked("start_test", "product=s", "test=t")),
]
REFUSED = [asked("recall"), asked("explain", "area=nowhere"), asked("finish_test", "run_id=none"), asked("run")]
"""What must come back as an error of the tool, in our words: the inspector holds that against the schema, too."""


def inspected(project: Path) -> str:
    """What the public inspector says to lists, reads, calls, and calls that go wrong."""
    npx = shutil.which("npx")
    if npx is None:
        return "skipped: node is not there"
    server = [sys.executable, "-m", "hardwon", "mcp", "--project", str(project)]
    for method, *more in [*INSPECTED, *REFUSED]:
        command = [npx, "--yes", INSPECTOR, "--cli", *server, "--method", method, *more]
        done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
        if done.returncode:
            return f"{method} {more} failed: {done.stderr.strip()[-300:]}"
        if json.loads(done.stdout).get("isError", False) != ((method, *more) in REFUSED):
            return f"{method} {more}: {done.stdout.strip()[-300:]}"
    return f"{len(INSPECTED)} requests answered, {len(REFUSED)} refused in our words"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--observations", type=int, default=500)
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="hardwon-bench-"))
    try:
        memory = filled(folder, given.observations)
        spent = compared(folder, Served(project=memory.project), given.calls)
        print(f"{given.observations} observations, {given.calls} calls, median and 95th percentile in ms")
        for name, found in spent.items():
            ends = [statistics.median(each) for each in (found.local, found.remote)]
            more = statistics.median(far - near for near, far in zip(found.local, found.remote, strict=True))
            tail = statistics.quantiles(found.remote, n=20)[-1]
            print(
                f"{name:8} in the process {ends[0]:6.2f}, through stdio {ends[1]:6.2f} (95 %: {tail:.2f}); "
                f"{more:5.2f} more (aim: under {AIM_LATENCY:g}); processor time {found.processor[0]:.2f} and "
                f"{found.processor[1]:.2f}"
            )
        own_command = [sys.executable, "-m", "hardwon", "mcp", "--project", str(folder)]
        turns = [(started([sys.executable, "-c", BARE]), started(own_command)) for _ in range(5)]
        bare, own = min(each for each, _ in turns), min(each for _, each in turns)
        print(
            f"start-up, the fastest of 5: {own[0]:.2f} s, a bare server of the SDK {bare[0]:.2f} s: "
            f"{own[0] / bare[0]:.2f} times (aim: {AIM_START:g}); "
            f"memory: {own[1] / 1024:.0f} MB, bare {bare[1] / 1024:.0f} MB"
        )
        print(f"inspector: {inspected(folder)}")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
