"""The tool `run`: files of the project with the built-in agent, progress, cancellation, and nothing else."""

from __future__ import annotations

import asyncio
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from tests.mcp.conftest import over_stdio

from hardwon.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TEST = """test-id: t_home
name: Home
target: shop
area: home
steps:
- step: Open the page /
- step: Open the page /slow
"""


class Pages(BaseHTTPRequestHandler):
    """Two pages; the slow one waits until it is told to go on."""

    asked: ClassVar[threading.Event]
    go: ClassVar[threading.Event]

    def do_GET(self) -> None:
        if self.path == "/slow":
            self.asked.set()
            self.go.wait(60)
        body = f"<html><title>{self.path}</title><h1>Page {self.path}</h1><a href='/slow'>slow</a></html>".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def site(project: Path) -> Iterator[type[Pages]]:
    """A site, configured as the target of a test in the project."""

    class Own(Pages):
        asked, go = threading.Event(), threading.Event()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Own)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}"
    (project / "hardwon.yaml").write_text(
        f"targets:\n  shop: {{product: shop, url: '{url}'}}\ntests: [home.yaml]\n", "utf-8"
    )
    (project / "home.yaml").write_text(TEST, "utf-8")
    yield Own
    Own.go.set()
    server.shutdown()
    server.server_close()


def test_a_run_tells_its_progress_and_others_are_answered_meanwhile(project: Path, site: type[Pages]) -> None:
    heard: list[str] = []

    async def told(progress: float, total: float | None, message: str | None) -> None:
        heard.append(message or "")

    with over_stdio(project) as agent:
        under_way = agent.begin(agent.client.call_tool("run", {}, progress_callback=told))
        assert site.asked.wait(30)
        assert agent.call("status")["areas"] == []
        site.go.set()
        done = under_way.result(60).structured_content
        assert (done["status"], done["exit_code"], [test["id"] for test in done["tests"]]) == ("passed", 0, ["t_home"])
        assert any("Open the page /slow" in each for each in heard)
        assert "t_home" in agent.read(f"hardwon://runs/{done['run_id']}")
        assert agent.call("status", area="home")["areas"][0]["pass_count"] == 1


def test_a_cancelled_run_says_so_and_moves_no_area(project: Path, site: type[Pages]) -> None:
    with over_stdio(project) as agent:
        under_way = agent.begin(agent.client.call_tool("run", {"names": ["home.yaml", "home.yaml"]}))
        assert site.asked.wait(30)
        under_way.cancel()
        agent.wait(asyncio.sleep(0))
        assert agent.call("status")["areas"] == []  # the cancellation was sent before this question
        site.go.set()
        memory = Memory.open(project)
        [run] = memory.runs.ids()
        while memory.runs.summary(run).is_unfinished:
            agent.call("status")
    assert memory.runs.summary(run).ignored == "cancelled by the client"
    assert memory.areas == {}


@pytest.mark.parametrize(
    ("arguments", "slug"),
    [
        ({"names": ["../outside.yaml"]}, "usage"),
        ({"names": ["/etc/passwd"]}, "usage"),
        ({"names": ["/etc/hosts.json"]}, "not-granted"),
        ({"names": ["../x.json"]}, "not-granted"),
        ({"names": ["none.yaml"]}, "usage"),
        ({"names": ["home.yaml"], "agent": "os:system"}, "usage"),
        ({"names": ["home.yaml"], "target": "shop"}, "usage"),
        ({"names": ["x.json"], "target": "http://evil.example"}, "usage"),
        ({"names": []}, "usage"),
    ],
    ids=str,
)
def test_a_client_cannot_name_what_only_the_user_grants(
    shared_agent: Any, arguments: dict[str, Any], slug: str
) -> None:
    assert shared_agent.refused("run", **arguments)["slug"] == slug


@pytest.fixture(scope="module")
def shared_agent(shared_project: Path) -> Iterator[Any]:
    (shared_project.parent / "outside.yaml").write_text(TEST, "utf-8")
    (shared_project.parent / "x.json").write_text(json.dumps([]), "utf-8")
    (shared_project / "home.yaml").write_text(TEST, "utf-8")
    with over_stdio(shared_project) as agent:
        yield agent
