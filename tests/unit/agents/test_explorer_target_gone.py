"""A target that goes away proves nothing about the steps that were left, and one that is there and silent does."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import pytest

from hardwon.agents import CannotRun, PlainStep
from hardwon.agents.explorer import Explorer
from hardwon.target.exchange import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = b'<h1>Start</h1><a href="/next">Next</a><form><input name="q" type="search"><button>Go</button></form>'
ANSWER = b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE


class Target:
    """Answers so many requests; then it hangs up on the others until it is gone."""

    def __init__(self, answers: int) -> None:
        self.left = answers
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}/"
        self.stays = True

    def serve(self) -> None:
        while self.left or self.stays:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection:
                connection.recv(65536)
                if self.left:
                    self.left -= 1
                    connection.sendall(ANSWER)
        self.socket.close()


@contextmanager
def target(answers: int, *, stays: bool) -> Iterator[Target]:
    site = Target(answers)
    site.stays = stays
    thread = threading.Thread(target=site.serve, daemon=True)
    thread.start()
    yield site
    site.stays = False
    with suppress(OSError):  # it may be gone already
        site.socket.shutdown(socket.SHUT_RDWR)
    site.socket.close()
    thread.join()


@pytest.mark.parametrize("text", ["Click Next", "Open the settings page", "Search for mugs", "Open /next"])
def test_target_that_is_gone_after_the_first_page_is_no_verdict(text: str) -> None:
    explorer = Explorer(limits=Limits(seconds=5))
    with target(1, stays=False) as site:
        step = PlainStep(text='See "Start"', kind="assert", url=site.url)
        assert explorer(step).passed
        with pytest.raises(CannotRun, match="went away"):
            explorer(PlainStep(text=text, url=site.url, state=step.state))


def test_target_that_hangs_up_and_is_still_there_fails_the_step() -> None:
    explorer = Explorer(limits=Limits(seconds=5))
    with target(1, stays=True) as site:
        outcome = explorer(PlainStep(text="Click Next", url=site.url))
        assert (outcome.passed, "no answer" in outcome.observation) == (False, True)


def test_step_that_passes_needs_no_target() -> None:
    explorer = Explorer(limits=Limits(seconds=5))
    with target(1, stays=False) as site:
        step = PlainStep(text='See "Start"', kind="assert", url=site.url)
        assert explorer(step).passed
        assert explorer(PlainStep(text='Do not see "Sorry"', kind="assert", url=site.url, state=step.state)).passed
