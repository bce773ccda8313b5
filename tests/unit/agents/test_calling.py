"""What an agent may rely on: one thread and one event loop for an attempt, and an end at which things are closed."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from hardwon.agents import CannotRun, PlainStep
from hardwon.agents.calling import Caller, StepFailedError, TimedOutError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.agents import Step


@dataclass
class Resource:
    """Something that has to be closed."""

    name: str
    closed: list[tuple[str, int]]
    trouble: Exception | None = None

    def close(self) -> None:
        self.closed.append((self.name, threading.get_ident()))
        if self.trouble:
            raise self.trouble


@dataclass
class AsyncResource:
    """The same for an asynchronous agent, by either of the usual names."""

    loops: list[asyncio.AbstractEventLoop] = field(default_factory=list)

    async def aclose(self) -> None:
        await asyncio.sleep(0)
        self.loops.append(asyncio.get_running_loop())


def attempt(agent: Callable[[Step], Any], steps: int = 3) -> list[str]:
    """All steps of an attempt; what was not closed in the end."""
    state: dict[str, Any] = {}
    caller = Caller(agent, state)
    for number in range(steps):
        caller.call(PlainStep(text=f"Step {number}", state=state), 30)
    return caller.close()


def test_all_steps_and_the_closing_share_a_thread_that_is_not_the_callers() -> None:
    threads: list[int] = []
    closed: list[tuple[str, int]] = []

    def agent(step: Step) -> None:
        threads.append(threading.get_ident())
        step.state.setdefault("page", Resource("page", closed))

    assert attempt(agent) == []
    assert len(threads) == 3
    assert {*threads} == {closed[0][1]} != {threading.get_ident()}


def test_sync_agent_finds_no_running_loop() -> None:
    """The synchronous API of Playwright refuses to work inside one."""

    def agent(step: Step) -> None:
        with pytest.raises(RuntimeError, match="no running event loop"):
            asyncio.get_running_loop()

    assert attempt(agent) == []


def test_async_agent_keeps_its_loop_and_what_it_has_begun() -> None:
    loops: list[asyncio.AbstractEventLoop] = []
    resource = AsyncResource(loops)

    async def agent(step: Step) -> None:
        loops.append(asyncio.get_running_loop())
        if "begun" in step.state:
            assert await step.state["begun"] == "done"
        else:
            step.state.update(client=resource, begun=asyncio.ensure_future(asyncio.sleep(0, "done")))

    assert attempt(agent) == []
    assert len(loops) == 4
    assert len({*map(id, loops)}) == 1


def test_what_came_last_is_closed_first_and_each_once() -> None:
    closed: list[tuple[str, int]] = []

    def agent(step: Step) -> None:
        browser, page = Resource("browser", closed), Resource("page", closed)
        step.state.update(browser=browser, page=page, same=page, kind=Resource, text="close", nothing=None)

    assert attempt(agent, steps=1) == []
    assert [name for name, _ in closed] == ["page", "browser"]


def test_stack_of_contexts_is_closed_too() -> None:
    closed: list[tuple[str, int]] = []

    def agent(step: Step) -> None:
        stack = step.state.setdefault("open", contextlib.ExitStack())
        stack.enter_context(contextlib.closing(Resource(step.text, closed)))

    assert attempt(agent) == []
    assert [name for name, _ in closed] == ["Step 2", "Step 1", "Step 0"]


def test_trouble_in_closing_is_named_and_the_rest_is_closed() -> None:
    closed: list[tuple[str, int]] = []

    def agent(step: Step) -> None:
        step.state["browser"] = Resource("browser", closed)
        step.state["page"] = Resource("page", closed, OSError("the pipe is gone"))

    assert attempt(agent, steps=1) == ["page: OSError: the pipe is gone"]
    assert [name for name, _ in closed] == ["page", "browser"]


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (ValueError("no"), StepFailedError),
        (CannotRun("no"), CannotRun),
        (SystemExit(0), StepFailedError),
        (KeyboardInterrupt(), StepFailedError),
        (asyncio.CancelledError(), StepFailedError),
    ],
)
def test_things_are_closed_after_a_step_that_raised(error: BaseException, raised: type[Exception]) -> None:
    closed: list[tuple[str, int]] = []
    state: dict[str, Any] = {}

    def agent(step: Step) -> None:
        step.state["page"] = Resource("page", closed)
        raise error

    caller = Caller(agent, state)
    with pytest.raises(raised):
        caller.call(PlainStep(text="Open it", state=state), 30)
    assert caller.close() == []
    assert len(closed) == 1


def test_agent_that_hangs_is_not_waited_for_and_closes_when_it_comes_back() -> None:
    released, done = threading.Event(), threading.Event()
    state: dict[str, Any] = {}

    class Last:
        def close(self) -> None:
            done.set()

    def agent(step: Step) -> None:
        step.state["last"] = Last()
        released.wait()

    caller = Caller(agent, state)
    with pytest.raises(TimedOutError):
        caller.call(PlainStep(text="Wait", state=state), 0.01)
    [left] = caller.close()
    assert "still hangs" in left
    assert not done.is_set()
    released.set()
    assert done.wait(30)


def test_closing_that_hangs_is_left_behind_and_named() -> None:
    released = threading.Event()

    class Endless:
        def close(self) -> None:
            released.wait()

    state: dict[str, Any] = {"page": Endless()}
    [left] = Caller(lambda _: None, state).close(timeout=0.01)
    released.set()
    assert "closing takes longer than 0.01 s" in left


def test_a_hundred_attempts_leave_nothing_behind() -> None:
    closed: list[tuple[str, int]] = []
    opened: list[str] = []

    def agent(step: Step) -> None:
        assert len(closed) == len(opened), "the one before is still open"
        opened.append(step.text)
        step.state["page"] = Resource("page", closed)

    before = set(threading.enumerate())  # another test's thread may still be ending
    for _ in range(100):
        assert attempt(agent, steps=1) == []
    assert (len(closed), set(threading.enumerate()) - before) == (100, set())
