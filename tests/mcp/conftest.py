"""A real client of the SDK, spoken to from tests as one speaks to a colleague: call, wait, look."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from mcp.client.streamable_http import streamable_http_client

from mcp import Client, StdioServerParameters

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from pathlib import Path

PATIENCE = 60.0
TOKEN = "a-token-for-tests-only"  # noqa: S105 - it guards nothing

INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}
"""How a client of the earlier protocol introduces itself."""


def environment(folder: Path, **more: str) -> dict[str, str]:
    """What a server gets: nothing of whoever runs the tests."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
    return kept | {"XDG_CONFIG_HOME": str(folder / "nobody"), "XDG_STATE_HOME": str(folder / "state")} | more


def command(project: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "hardwon", "mcp", "--project", str(project), *options]


@dataclass
class AgentClient:
    """A client with a connection of its own, in a thread of its own."""

    opened: Callable[[AsyncExitStack], Coroutine[Any, Any, Client]]
    client: Client = field(init=False)

    def __post_init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._ready: asyncio.Future[None] = self._loop.create_future()
        self._up = threading.Event()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._live()), daemon=True)
        self._thread.start()
        assert self._up.wait(PATIENCE), "the server did not answer"
        if self._ready.exception():
            raise self._ready.exception()  # type: ignore[misc]  # just seen to be one

    async def _live(self) -> None:
        try:
            async with AsyncExitStack() as stack:
                self.client = await self.opened(stack)
                self._ready.set_result(None)
                self._up.set()
                await self._stop.wait()
        except BaseException as error:  # noqa: BLE001 - told to the test; a server that was killed ends its client so
            if not self._ready.done():
                self._ready.set_exception(error)
            self._up.set()

    def wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def begin(self, work: Coroutine[Any, Any, Any]) -> Any:
        """The same without waiting."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def call(self, tool: str, **arguments: Any) -> Any:
        """The answer of a tool; fails if it is an error."""
        result = self.wait(self.client.call_tool(tool, arguments))
        assert not result.is_error, result.content[0].text
        assert result.structured_content["notice"]
        return result.structured_content

    def refused(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The error of a tool; fails if there is none."""
        result = self.wait(self.client.call_tool(tool, arguments))
        assert result.is_error, result.structured_content
        error: dict[str, Any] = result.structured_content["error"]
        assert result.content[0].text.endswith(f"[{error['slug']}]")
        return error

    def read(self, uri: str) -> str:
        text: str = self.wait(self.client.read_resource(uri)).contents[0].text
        return text

    def close(self) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE)
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()


@contextmanager
def over_stdio(project: Path, *options: str, mode: str = "auto", **how: Any) -> Iterator[AgentClient]:
    """A client that starts its own server."""
    program, *rest = command(project, *options)
    parameters = StdioServerParameters(command=program, args=rest, env=environment(project.parent), cwd=project)

    async def opened(stack: AsyncExitStack) -> Client:
        return await stack.enter_async_context(Client(parameters, mode=mode, **how))

    agent = AgentClient(opened)
    try:
        yield agent
    finally:
        agent.close()


@contextmanager
def http_server(project: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server over HTTP, and its address."""
    process = subprocess.Popen(
        command(project, "--http", *options),
        env=environment(project.parent, HARDWON_MCP_TOKEN=TOKEN),
        cwd=project,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert process.stdout is not None
    try:
        line = process.stderr.readline()
        assert line.startswith("Listening on "), line + process.stderr.read()
        yield line.removeprefix("Listening on ").strip(), process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        process.stderr.close()
        process.stdout.close()


@contextmanager
def over_http(address: str, token: str = TOKEN, *, mode: str = "auto") -> Iterator[AgentClient]:
    """A client of a server that is there already."""

    async def opened(stack: AsyncExitStack) -> Client:
        web = await stack.enter_async_context(
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE)
        )
        return await stack.enter_async_context(Client(streamable_http_client(address, http_client=web), mode=mode))

    agent = AgentClient(opened)
    try:
        yield agent
    finally:
        agent.close()


@pytest.fixture(scope="module")
def shared_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project for all tests of a module."""
    folder = tmp_path_factory.mktemp("outer") / "project"
    folder.mkdir()
    (folder / "hardwon.yaml").write_text(
        "areas:\n- area: auth\n  tests: ['tests/auth/**']\n  paths: ['src/auth/**']\n"
        "- area: cart\n  tests: ['tests/cart/**']\n",
        "utf-8",
    )
    (folder / "src" / "auth").mkdir(parents=True)
    (folder / "src" / "auth" / "login.py").write_text("LATE = 2\n", "utf-8")
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".hardwon").mkdir(parents=True)
    return folder
