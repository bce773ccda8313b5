"""A page that cannot be made says why, on a page from which one gets on."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import TYPE_CHECKING, Any

import httpx2
import pytest

from hardwon.errors import DamagedRecord, LockTimeout, ServerAway
from hardwon.listening.project_memory import ServedProject
from hardwon.memory import Memory
from hardwon.recall.database import IndexBusy
from hardwon.web import checkup as checkups
from hardwon.web.application import Dashboard
from hardwon.web.checkup import Checkup
from hardwon.web.pages import VIEWS
from hardwon.web.sessions import Sessions

if TYPE_CHECKING:
    from pathlib import Path

TOKEN = "a-token-of-sixteen"  # noqa: S105 - it guards nothing


def answered(project: Path, path: str, **sessions: str) -> Any:
    memory = Memory.open(project)
    dashboard = Dashboard(
        served=ServedProject(project=memory.project, flags=memory.flags, read_only=False),
        sessions=Sessions(port=1, token=sessions.get("token", "")),
        checkup=Checkup(project=memory.project, flags=memory.flags, clock=memory.clock),
    )

    async def ask() -> Any:
        transport = httpx2.ASGITransport(app=dashboard.application(), raise_app_exceptions=False)
        async with httpx2.AsyncClient(transport=transport, base_url="http://here") as client:
            return await client.get(path)

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("error", "status", "why"),
    [
        (ZeroDivisionError("secret inside"), 500, "did not expect: ZeroDivisionError"),
        (DamagedRecord("memory.json is damaged."), 500, "memory.json is damaged."),
        (IndexBusy("The search index is held."), 503, "The search index is held."),
        (LockTimeout("Another process holds the lock."), 503, "Another process holds the lock."),
        (ServerAway(), 503, "does not answer"),
    ],
)
def test_trouble_is_told_on_a_page(
    project: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, why: str
) -> None:
    def broken(_visit: Any) -> Any:
        raise error

    monkeypatch.setitem(VIEWS, "areas", broken)
    answer = answered(project, "/areas")
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert why in answer.text
    assert '<nav aria-label="Pages">' in answer.text
    assert "secret inside" not in answer.text
    assert why not in answered(project, "/areas", token=TOKEN).text, "whoever has no token is told nothing"


def test_where_no_page_can_be_made_there_is_a_line(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("hardwon.web.application.rendered", broken)
    answer = answered(project, "/areas")
    assert (answer.status_code, answer.headers["content-type"]) == (500, "text/plain; charset=utf-8")
    assert "did not expect: ZeroDivisionError" in answer.text


def test_reader_waits_for_one_long_examination_only(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that was going on has the answer: another is made beside the page."""
    first, rest = threading.Event(), threading.Event()
    examine, turns = Memory.examine, iter((first,))

    def long(*given: Any, **more: Any) -> Any:
        next(turns, rest).wait(60)
        return examine(*given, **more)

    monkeypatch.setattr(checkups, "QUICK", 0.0)
    monkeypatch.setattr(Memory, "examine", long)
    memory = Memory.open(project)
    checkup = Checkup(project=memory.project, clock=memory.clock)
    assert checkup.glance() is None
    threading.Timer(0.2, first.set).start()
    began = time.monotonic()
    found = checkup.examined()
    took = time.monotonic() - began
    rest.set()
    assert found is not None
    assert took < checkups.FIRST
