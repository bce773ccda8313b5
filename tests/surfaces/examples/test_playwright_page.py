"""`examples/playwright_page` does what its page says: real `hardwon run`, real shop, real Chromium."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import Cli
    from tests.surfaces.examples.conftest import Runs

PLAYWRIGHT = "playwright_page.agent:agent"
BROWSER = os.environ.get("HARDWON_BROWSER") or next(
    filter(None, map(shutil.which, ("chromium", "google-chrome", "google-chrome-stable"))), None
)
pytestmark = pytest.mark.skipif(
    BROWSER is None or importlib.util.find_spec("playwright") is None,
    reason="no Chromium: install it, or name one in HARDWON_BROWSER (`make test` does it where apt may)",
)


def is_gone(pid: int) -> bool:
    """Whether a process has ended; one that only waits to be counted has."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return not state.strip() or state.startswith("Z")


@dataclass
class Watched:
    """A browser that notes its process before it starts, and an agent that looks whether those before it are gone."""

    folder: Path
    noted: Path = field(init=False)

    def __post_init__(self) -> None:
        self.noted = self.folder / "pids"
        self.noted.touch()
        script = self.folder / "watched-browser"
        script.write_text(f'#!/bin/sh\necho $$ >> "{self.noted}"\nexec "{BROWSER}" "$@"\n')
        script.chmod(0o755)
        (self.folder / "watching.py").write_text(WATCHING)

    @property
    def env(self) -> dict[str, str]:
        return {"HARDWON_BROWSER": str(self.folder / "watched-browser")}

    @property
    def pids(self) -> list[int]:
        return [int(line) for line in self.noted.read_text().split()]


WATCHING = """
import subprocess, time
from pathlib import Path
from hardwon import CannotRun
from playwright_page.agent import agent as working

def agent(step):
    if "visit" not in step.state:
        for pid in Path("pids").read_text().split():
            state = subprocess.run(["ps", "-o", "stat=", "-p", pid], capture_output=True, text=True).stdout.strip()
            if state and not state.startswith("Z"):
                raise CannotRun(f"the browser {pid} of the attempt before is still there")
    return time.sleep(3600) if step.text == "Hang" else working(step)
"""


@pytest.fixture
def watched(folder: Path) -> Watched:
    return Watched(folder)


def test_page_agent_remembers_is_misled_and_ablation_proves_it(run: Runs, url: str, watched: Watched) -> None:
    first, second = (run("e2e/recovery.yaml", agent=PLAYWRIGHT, target=url, env=watched.env) for _ in range(2))
    assert (first.code, second.code) == (0, 0), first.ended.stderr + second.ended.stderr
    assert (first.changes, second.changes) == ((1, 0, 0), (0, 1, 0))
    assert second.actions < 0.6 * first.actions
    with urlopen(Request(f"{url}/-/moved", data=b"yes", method="POST")) as answer:  # noqa: S310 - our own server
        assert answer.status == 200
    [moved] = run("e2e/recovery.yaml", agent=PLAYWRIGHT, target=url, env=watched.env).tests
    assert (moved["status"], moved["ablation"]["passed"]) == ("passed", True)
    assert len(watched.pids) == 4
    assert all(map(is_gone, watched.pids))


def test_page_agent_says_which_memory_the_site_contradicts(run: Runs, cli: Cli, url: str, watched: Watched) -> None:
    given = ("--title", "Gift cards: reached from Catalogue → Kitchen", "--content", "It is on the page Kitchen.")
    cli("observations", "add", "--project", "shop", "--product", "shop", *given, cwd=run.folder)
    ended = run("e2e/gift_cards.yaml", agent=PLAYWRIGHT, target=url, env=watched.env)
    assert (ended.code, ended.changes) == (0, (1, 0, 1))
    changes = {delta["action"]: delta for delta in ended.log["deltas"]}
    assert changes["add"]["after"]["title"] == "Gift cards: reached from Help → Extras"
    assert "contradicted" in changes["deprecate"]["reasoning"]


def test_each_attempt_closes_its_browser_and_one_that_hangs_loses_it_with_hardwon(
    run: Runs, url: str, watched: Watched
) -> None:
    tests = [
        run.write("passes", "Open the help page"),
        run.write("fails", "Juggle"),
        run.write("hangs", "Open the help page", {"step": "Hang", "timeout": 0.2}),
    ]
    ended = run(*tests, agent="watching:agent", target=url, env=watched.env)
    assert ended.statuses == {"passes": "passed", "fails": "failed", "hangs": "failed"}
    *closed, [left] = [test["unclosed"] for test in ended.tests]
    assert closed == [[], []]
    assert "the agent still hangs in a step" in left
    shown = list(run.folder.rglob("screenshot-*.jpg"))
    assert len(shown) == 1, "the one step that failed and had a page, shows it"
    assert f"hangs: not closed: {left}" in ended.ended.stderr
    assert len(watched.pids) == 3
    until = time.monotonic() + 60
    while not all(map(is_gone, watched.pids)) and time.monotonic() < until:
        time.sleep(0.05)  # nobody tells when the process of another has ended
    assert all(map(is_gone, watched.pids))


@pytest.fixture
def site() -> Iterator[tuple[str, list[str]]]:
    """A site that leads away, to the same machine under another name; and whoever was asked for what."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(f"{self.headers['Host'].partition(':')[0]}{self.path}")
            away = f"http://localhost:{self.server.server_port}"  # type: ignore[attr-defined]  # an HTTPServer has it
            form = f'<form action="{away}/form"><button>Go</button></form>'
            links = f'<a href="{away}/link">Away</a> <a href="{away}/window" target="_blank">Window</a>'
            body = f'{links} <a href="/hop">Hop</a> {form} <iframe src="{away}/frame"></iframe>'.encode()
            self.send_response(302 if self.path == "/hop" else 200)
            self.send_header("Location", f"{away}/redirect")
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()
        thread.join()


def test_page_agent_does_not_leave_the_target(run: Runs, site: tuple[str, list[str]], watched: Watched) -> None:
    url, asked = site
    steps = {"follows": ["Follow Window", "Follow Away"], "sends": ["Press Go"], "redirected": ["Follow Hop"]}
    tests = [run.write(name, *each) for name, each in steps.items()]
    ended = run(*tests, agent=PLAYWRIGHT, target=url, env=watched.env)
    assert ended.statuses == dict.fromkeys(steps, "failed")
    assert all("leads out of the target" in why for why in ended.reasons.values())
    assert {"localhost/frame", "localhost/redirect"} < {*asked}, "part of a page, and what Playwright cannot prevent"
    assert not [each for each in asked if each.startswith(("localhost/link", "localhost/window", "localhost/form"))]


@pytest.mark.parametrize(
    ("browser", "target", "why"),
    [("/no/such/browser", "", "No browser could be started"), (BROWSER, "http://127.0.0.1:9", "could not be loaded")],
)
def test_without_browser_or_target_nothing_is_said_about_the_test(
    run: Runs, url: str, browser: str, target: str, why: str
) -> None:
    ended = run("e2e/gift_cards.yaml", agent=PLAYWRIGHT, target=target or url, env={"HARDWON_BROWSER": browser})
    [test] = ended.tests
    assert (ended.code, test["status"]) == (3, "error")
    assert why in test["reason"]
