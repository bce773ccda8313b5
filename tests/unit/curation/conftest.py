"""A scripted model: an OpenAI-compatible server on loopback that says what a test wants, and keeps what it was sent."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from hardwon import Memory
from hardwon.curation import by_hand, guarded
from hardwon.observations.observation import Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the server answers to one request."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    way: str = "whole"
    """`whole`, `silent` (never answers), `dropped` (hangs up), `endless` (never stops)."""


def completion(text: str | None, *, finish: str = "stop", usage: bool = True, **message: Any) -> Reply:
    """An answer as OpenAI's chat completions give it."""
    document: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "scripted",
        "choices": [
            {"index": 0, "message": {"role": "assistant", "content": text, **message}, "finish_reason": finish}
        ],
    }
    if usage:
        document["usage"] = {"prompt_tokens": 120, "completion_tokens": 30, "total_tokens": 150}
    return Reply(body=json.dumps(document).encode())


def decisions(*listed: dict[str, Any]) -> Reply:
    return completion(json.dumps({"decisions": [{"reasoning": "so it was", **each} for each in listed]}))


class ScriptedModel:
    """The server. Replies are used up one by one; the last one stays."""

    def __init__(self) -> None:
        self.replies: list[Reply] = [decisions({"action": "noop"})]
        self.requests: list[bytes] = []
        self.headers: list[dict[str, str]] = []
        self.over = threading.Event()
        script = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                script.headers.append({name.lower(): value for name, value in self.headers.items()})
                script.requests.append(self.rfile.read(int(self.headers["Content-Length"])))
                script.answer(self)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def decides(self, *listed: dict[str, Any]) -> None:
        """From now on it gives these decisions."""
        self.replies = [decisions(*listed)]

    def says(self, text: str | None, **how: Any) -> None:
        """From now on it says this."""
        self.replies = [completion(text, **how)]

    def fails(self, *replies: dict[str, Any], then: str = "") -> None:
        """It answers with these, one after the other; with `then` it recovers and says that."""
        self.replies = [Reply(**each) for each in replies] + ([completion(then)] if then else [])

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if reply.way == "silent":
            self.over.wait(30)
        if reply.way in ("silent", "dropped"):
            handler.close_connection = True
            return
        handler.send_response(reply.status)
        for name, value in {"Content-Type": "application/json", **reply.headers}.items():
            handler.send_header(name, value)
        if reply.way == "whole":
            handler.send_header("Content-Length", str(len(reply.body)))
        handler.end_headers()
        try:
            handler.wfile.write(reply.body)
            while reply.way == "endless" and not self.over.is_set():
                handler.wfile.write(b" " * 65536)
        except OSError:
            pass  # whoever asked has hung up
        handler.close_connection = reply.way != "whole"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/v1"

    @property
    def prompt(self) -> str:
        """The evidence part of the last request."""
        text: str = json.loads(self.requests[-1])["messages"][-1]["content"]
        return text

    @property
    def sent(self) -> str:
        """Everything that was sent, as bytes and as what they mean."""
        return "\n".join([*(raw.decode() + prompt_of(raw) for raw in self.requests), json.dumps(self.headers)])


def prompt_of(raw: bytes) -> str:
    return "\n".join(message["content"] for message in json.loads(raw)["messages"])


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    script = ScriptedModel()
    yield script
    script.over.set()
    script.server.shutdown()
    script.server.server_close()


@pytest.fixture
def opened(project: Path, model: ScriptedModel) -> Callable[..., Memory]:
    """The memory of the project, curated by the scripted model."""

    def opening(**settings: Any) -> Memory:
        given = {"curator": "model", "model": "openai:scripted", "modelUrl": model.url, **settings}
        return Memory.open(project, flags=[f"{name}={value}" for name, value in given.items()])

    return opening


@pytest.fixture
def memory(opened: Callable[..., Memory]) -> Memory:
    return opened()


class Remember(Protocol):
    """Writes an observation by hand, and gives its id."""

    def __call__(self, title: str, content: str, scope: Scope = ...) -> str: ...


@pytest.fixture
def remember(memory: Memory) -> Remember:
    def remembering(title: str, content: str, scope: Scope = Scope("products", "shop")) -> str:  # noqa: B008 - frozen
        proposal = guarded.Proposal(scope=scope, title=title, content=content, source_test="manual", origin="person")
        added, _ = by_hand.add(memory.desk, proposal)
        return added.observation_id

    return remembering
