"""The server over real HTTP: for whoever has the token, from this machine, and for several clients at once."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from tests.mcp.conftest import INITIALIZE, TOKEN, command, environment, http_server, over_http, over_stdio

from hardwon.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CLIENTS = 8
HELLO = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE})
HEADERS = {
    "Authorization": f"Bearer {TOKEN}",
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
}


@pytest.fixture(scope="module")
def address(shared_project: Path) -> Iterator[str]:
    with http_server(shared_project) as (found, _):
        yield found


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_session_over_http(address: str, mode: str) -> None:
    area = f"web-{mode}"
    with over_http(address, mode=mode) as agent:
        run = agent.call("start_test", product="shop", test=f"t_{mode}", area=area)["run_id"]
        agent.call("recall", step="Open the cart", run_id=run)
        agent.call("report_step", run_id=run, step="Open the cart", passed=True)
        assert agent.call("finish_test", run_id=run)["verdicts"][0]["credited"]
        assert json.loads(agent.read(f"hardwon://areas/{area}"))["area"]["pass_count"] == 1
        assert len(agent.wait(agent.client.list_prompts()).prompts) == 3


REFUSED: list[tuple[dict[str, str], int]] = [
    ({"Authorization": "Bearer wrong"}, 401),
    ({"Authorization": ""}, 401),
    ({"Authorization": f"Basic {TOKEN}"}, 401),
    ({"Host": "evil.example"}, 421),
    ({"Host": "evil.example:80"}, 421),
    ({"Origin": "http://evil.example"}, 403),
    ({"Origin": "null"}, 403),
    ({"Content-Type": "text/plain"}, 400),
]


@pytest.mark.parametrize(("header", "status"), REFUSED, ids=str)
def test_strangers_are_refused(address: str, header: dict[str, str], status: int) -> None:
    answer = httpx2.post(address, headers={**HEADERS, **header}, content=HELLO)
    assert answer.status_code == status
    assert TOKEN not in answer.text


def test_the_scheme_of_the_token_may_be_written_small(address: str) -> None:
    """Names of schemes have no case, RFC 9110 says."""
    answer = httpx2.post(address, headers={**HEADERS, "Authorization": f"bearer {TOKEN}"}, content=HELLO)
    assert answer.status_code == 200


def test_a_body_is_bounded(address: str) -> None:
    answer = httpx2.post(address, headers=HEADERS, content=b" " * 3_000_000)
    assert answer.status_code == 413


def test_sessions_are_bounded(project: Path) -> None:
    with http_server(project, "--read-only") as (found, _):
        with httpx2.Client(headers=HEADERS) as web:
            codes = {web.post(found, content=HELLO).status_code for _ in range(80)}
        assert codes == {200, 503}


def test_eight_clients_at_once(project: Path) -> None:
    """Four over HTTP, two servers of their own, and commands beside them: nothing is lost."""
    (project / "hardwon.yaml").write_text("services: {confidence: {repeatWindow: 0}}\n")
    failures: list[BaseException] = []
    start = threading.Barrier(CLIENTS)

    def work(agent: Any, number: int) -> None:
        try:
            start.wait(60)
            for turn in range(3):
                run = agent.call("start_test", product="shop", test=f"t{number}-{turn}", area=f"a{number}-{turn}")
                agent.call("recall", step="Open the cart", run_id=run["run_id"])
                agent.call("report_step", run_id=run["run_id"], step="Open the cart", passed=True)
                assert agent.call("finish_test", run_id=run["run_id"])["status"] == "passed"
                agent.call("record", area="shared", passed=False)
        except BaseException as error:  # noqa: BLE001 - raised again in the test's own thread
            failures.append(error)

    with http_server(project) as (found, _), over_stdio(project) as one, over_stdio(project) as two:
        clients = [over_http(found) for _ in range(CLIENTS - 2)]
        agents = [each.__enter__() for each in clients] + [one, two]
        threads = [threading.Thread(target=work, args=(agent, number)) for number, agent in enumerate(agents)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        for each in clients:
            each.__exit__(None, None, None)
    assert failures == []
    areas = Memory.open(project).areas
    assert {name for name, area in areas.items() if area.pass_count == 1} >= {
        f"a{number}-{turn}" for number in range(CLIENTS) for turn in range(3)
    }
    assert areas["shared"].test_count == CLIENTS * 3


def test_the_token_is_printed_once_where_none_is_given(project: Path) -> None:
    with subprocess.Popen(
        command(project, "--http"), env=environment(project.parent), stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        found = server.stderr.readline().removeprefix("Listening on ").strip()
        token = server.stderr.readline().removeprefix("Token: ").strip()
        try:
            with over_http(found, token) as agent:
                assert agent.call("status")["areas"] == []
        finally:
            server.terminate()
            server.wait(30)


def test_without_the_extra_it_says_what_to_install(project: Path) -> None:
    code = "import sys; sys.modules['mcp'] = None; from hardwon.cli.main import run; sys.exit(run(['mcp']))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=project, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert "pip install 'hardwon[mcp]'" in done.stderr


@pytest.mark.parametrize(
    ("options", "environ", "message"),
    [
        (("--port", "8300"), {}, "--port and --host go with --http"),
        (("--product", "../x"), {}, "[usage]"),
        (("--http",), {"HARDWON_MCP_TOKEN": "short"}, "is shorter than"),
        (("--http", "--host", "192.0.2.1"), {}, "cannot be listened on"),
        (("--http", "--host", "0.0.0.0"), {}, "every address of this machine"),  # noqa: S104 - refused
    ],
)
def test_what_cannot_be_served_is_said_at_once(
    project: Path, options: tuple[str, ...], environ: dict[str, str], message: str
) -> None:
    done = subprocess.run(
        command(project, *options),
        env=environment(project.parent, **environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert message in done.stderr
