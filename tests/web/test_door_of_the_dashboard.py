"""Who may come in, and what is refused: over real HTTP."""

from __future__ import annotations

import re
import signal
import socket
from typing import TYPE_CHECKING

import httpx2
import pytest
from tests.web.conftest import PATIENCE, Served, ids, served, served_here

from hardwon.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TOKEN = "a-token-for-tests-only"  # noqa: S105 - it guards nothing


@pytest.fixture(scope="module")
def project(another: Callable[[str], Path]) -> Path:
    return another("door")


@pytest.fixture(scope="module")
def here(project: Path) -> Iterator[Served]:
    with served(project) as found:
        yield found


def form_of(client: httpx2.Client, path: str, deed: str) -> dict[str, str]:
    """The hidden fields of the form for a deed."""
    page = client.get(path).text
    form = re.search(rf'<form[^>]*action="[^"]*/{deed}".*?</form>', page, re.DOTALL)
    assert form, page
    return dict(re.findall(r'name="(csrf|seen)" value="([^"]*)"', form[0]))


STRANGE: list[tuple[dict[str, str], int]] = [
    ({"Host": "evil.example"}, 421),
    ({"Host": "evil.example:80"}, 421),
    ({"Host": "127.0.0.1"}, 421),
    ({"Host": "127.0.0.1:1"}, 421),
    ({"Host": ""}, 421),
    ({"Origin": "http://evil.example"}, 403),
    ({"Origin": "null"}, 403),
    ({"Origin": "https://127.0.0.1"}, 403),
    ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}, 403),
    ({"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"}, 403),
    ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, 403),
]


@pytest.mark.parametrize(("header", "status"), STRANGE, ids=str)
def test_foreign_names_and_origins_are_refused(here: Served, header: dict[str, str], status: int) -> None:
    answer = here.get("/", **header)
    assert answer.status_code == status
    assert "auth" not in answer.text


def test_a_link_of_another_site_may_be_followed(here: Served) -> None:
    followed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert here.get("/areas", **followed).status_code == 200


def test_every_answer_forbids_what_pages_of_others_could_do(here: Served) -> None:
    for path in ("/", "/areas", "/static/style.css", "/nothing", "/observations/obs_x", "/runs/x/events"):
        headers = here.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy, path
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert (headers["x-content-type-options"], headers["x-frame-options"]) == ("nosniff", "DENY")
    cookie = here.get("/").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_no_page_asks_another_host(here: Served) -> None:
    for path in ("/", "/areas", "/runs", "/mandate", "/static/style.css", "/static/script.js"):
        text = here.get(path).text.replace("http://www.w3.org/2000/svg", "")
        assert not re.findall(r"""(?:src|href|url\(|fetch\()=?["']?(?:https?:)?//""", text), path


def test_what_is_written_needs_a_form_of_this_session(here: Served) -> None:
    known = next(iter(ids(here.project).values()))
    path = f"/observations/{known}"
    raw = Memory.open(here.project).observations.find(known).raw
    with httpx2.Client(base_url=here.address, timeout=PATIENCE) as mine, httpx2.Client(base_url=here.address) as theirs:
        form = form_of(mine, path, "confirm")
        foreign = form_of(theirs, path, "confirm")
        cases = [
            ({}, {}),
            (form | {"csrf": ""}, {}),
            (form | {"csrf": "0" * 64}, {}),
            (form | {"csrf": foreign["csrf"]}, {}),
            (form, {"Origin": "http://evil.example"}),
            (form, {"Sec-Fetch-Site": "cross-site"}),
            (form, {"Sec-Fetch-Site": "same-site"}),
            (form, {"Host": "evil.example"}),
            (form, {"Content-Type": "text/plain"}),
            (form, {"Cookie": ""}),
        ]
        for data, headers in cases:
            if headers.get("Cookie") == "":
                answer = httpx2.post(here.address + path + "/confirm", data=data, timeout=PATIENCE)
            else:
                answer = mine.post(path + "/confirm", data=data, headers=headers)
            assert answer.status_code in (403, 421), (data, headers, answer.status_code)
        assert mine.get(path + "/confirm").status_code == 405
        assert mine.post(path + "/confirm", data=form | {"seen": ""}).status_code == 400
        assert Memory.open(here.project).observations.find(known).raw == raw
        assert mine.post(path + "/confirm", data=form).status_code == 303
    assert Memory.open(here.project).observations.find(known).raw != raw


def test_a_form_of_an_earlier_server_is_refused(project: Path) -> None:
    known = next(iter(ids(project).values()))
    with served_here(project) as before, httpx2.Client(base_url=before.address) as client:
        form = form_of(client, f"/observations/{known}", "delete")
        cookies = {each.name: str(each.value) for each in client.cookies.jar}
    with served_here(project) as now:
        renamed = {
            name.replace(before.address.rpartition(":")[2], now.address.rpartition(":")[2]): value
            for name, value in cookies.items()
        }
        with httpx2.Client(base_url=now.address, cookies=renamed) as client:
            answer = client.post(f"/observations/{known}/delete", data=form)
    assert answer.status_code == 403
    assert "Open the page again" in answer.text
    assert Memory.open(project).observations.find(known)


def test_read_only_shows_all_and_changes_nothing(project: Path) -> None:
    known = next(iter(ids(project).values()))
    with served(project, "--read-only") as found, httpx2.Client(base_url=found.address) as client:
        for path in (f"/observations/{known}", "/quarantine", "/breaker"):
            assert 'method="post"' not in client.get(path).text
        assert client.post(f"/observations/{known}/delete", data={"csrf": "x", "seen": "x"}).status_code == 403
        assert client.post("/breaker/reset", data={"product": "shop"}).status_code == 403
    assert Memory.open(project).observations.find(known)


def test_with_a_token_nobody_else_reads(project: Path) -> None:
    with served(project, HARDWON_SERVE_TOKEN=TOKEN) as found:
        for path in ("/", "/areas", "/areas/auth", "/nothing", "/runs/x/events", "/quarantine"):
            answer = found.get(path)
            assert answer.status_code == 401, path
            assert "auth" not in re.sub(r"autofocus|autocomplete", "", answer.text)
            assert project.name not in answer.text
        assert found.get("/areas", Authorization=f"Bearer {TOKEN}").status_code == 200
        assert found.get("/areas", Authorization="Bearer wrong").status_code == 401
        with httpx2.Client(base_url=found.address) as client:
            assert client.post("/enter", data={"token": "wrong"}).status_code == 401
            entered = client.post("/enter", data={"token": TOKEN})
            assert entered.status_code == 303
            cookie = entered.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=strict" in cookie
            assert TOKEN not in cookie
            assert client.get("/areas").status_code == 200
            known = next(iter(ids(project).values()))
            form = form_of(client, f"/observations/{known}", "confirm")
            assert client.post(f"/observations/{known}/confirm", data=form).status_code == 303


def test_other_machines_need_the_token_that_is_shown_once(project: Path) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # sends nothing: it only chooses the address that others would see
        except OSError:
            pytest.skip("this machine has no address but its own")
        host = asked.getsockname()[0]
    with served(project, "--host", host) as found:
        assert found.process is not None
        assert found.process.stderr is not None
        token = found.process.stderr.readline().removeprefix("Token: ").strip()
        assert len(token) > 20
        assert found.get("/").status_code == 401
        assert found.get("/", Authorization=f"Bearer {token}").status_code == 200


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly(project: Path, how: signal.Signals) -> None:
    """Also while a page watches a run that goes on."""
    memory = Memory.open(project)
    with served(project) as found, memory.run(product="shop", test="t_watched", area="watched") as run:
        with (
            httpx2.Client(base_url=found.address) as client,
            client.stream("GET", f"/runs/{run.id}/events") as stream,
        ):
            assert next(stream.iter_text()).startswith("event: changed")
            assert found.end(how) == 0
        assert found.process is not None
        assert found.process.stderr is not None
        assert "Traceback" not in found.process.stderr.read()


def test_a_port_that_is_taken_is_named(here: Served, cli: object, project: Path) -> None:
    import subprocess  # noqa: PLC0415 - only here
    import sys  # noqa: PLC0415 - only here

    port = here.address.rpartition(":")[2]
    done = subprocess.run(
        [sys.executable, "-m", "hardwon", "serve", "--port", port, "--project", str(project)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3
    assert f"127.0.0.1:{port} cannot be listened on" in done.stderr


ODD = [
    ("/areas/does-not-exist", 404),
    ("/observations/obs_nope", 404),
    ("/observations/..%2f..%2fetc", 404),
    ("/runs/../../etc/passwd", 404),
    ("/runs/20260101T000000-000000-dead", 404),
    ("/runs/%00", 404),
    ("/compare", 404),
    ("/compare?a=x&b=y", 404),
    ("/areas?page=999999", 200),
    ("/areas?page=-1&sort=nonsense&only=%00", 200),
    ("/observations?min=nan&max=inf&page=x&product=%ff", 200),
    ("/observations?q=" + "word+" * 1000, 200),
    ("/recall?step=x&product=../..", 200),
    ("/recall?step=Open+it&product=shop&suite=/etc/passwd&position=0", 200),
    ("/recall?step=Open+it&product=shop&suite=x&position=abc", 200),
    ("/mandate?since=--output%3D/tmp/x", 200),
    ("/mandate?depth=nonsense&since=no-such-ref", 200),
    ("/mandate?since=%00", 200),
    ("/static/../application.py", 404),
    ("/static/application.py", 404),
    ("/areas/" + "x" * 3000, 404),
]


@pytest.mark.parametrize(("path", "status"), ODD, ids=[path[:50] for path, _ in ODD])
def test_odd_addresses_get_an_answer(here: Served, path: str, status: int) -> None:
    answer = here.get(path)
    assert answer.status_code == status
    assert "Traceback" not in answer.text


def test_a_form_is_bounded(here: Served) -> None:
    answer = httpx2.post(here.address + "/enter", data={"token": "x" * 300_000}, timeout=PATIENCE)
    assert answer.status_code == 413


def test_words_in_an_address_are_not_ours(here: Served) -> None:
    """A link cannot make the dashboard say something."""
    assert "Call this number" not in here.get("/areas?told=Call+this+number&seal=x").text
