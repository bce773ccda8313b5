"""Calling an agent: found by name, sync or async, within its time, whatever it returns or raises."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import os
import queue
import sys
import threading
from typing import TYPE_CHECKING, Any

from hardwon.agents import CannotRun, Outcome
from hardwon.errors import UsageError
from hardwon.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.agents import Step

DEFAULT = "hardwon.agents.explorer:agent"


class StepFailedError(Exception):
    """The agent says that the step failed."""


def find(name: str) -> Callable[[Step], Any]:
    """The agent that `package.module:name` names."""
    module, _, attribute = name.partition(":")
    if not module or not attribute:
        raise UsageError(f"{one_line(name)!r} names no agent.", remedy="Write --agent package.module:name.")
    sys.path.insert(0, os.getcwd())  # noqa: PTH109 - as `python -m` does: an agent lies beside the tests
    try:
        found: Any = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise UsageError(
            f"The agent {one_line(name)!r} was not found: {error}.", remedy="Check module and name."
        ) from error
    finally:
        sys.path.pop(0)
    if not callable(found):
        raise UsageError(f"{one_line(name)!r} cannot be called.", remedy="An agent is a function or has __call__.")
    return found  # type: ignore[no-any-return]  # just seen to be callable


class Caller:
    """Calls an agent in a thread of its own, so that one that hangs can be left behind.

    All steps of an attempt run in the same thread, and an asynchronous agent keeps its event loop from step to step.
    """

    def __init__(self, agent: Callable[[Step], Any]) -> None:
        self._agent = agent
        self._asked: queue.Queue[Any] = queue.Queue()
        self._answered: queue.Queue[tuple[Any, BaseException | None]] = queue.Queue()
        threading.Thread(target=self._work, daemon=True).start()

    def call(self, step: Step, timeout: float | None) -> Outcome:
        """What the agent says about the step; StepFailedError, CannotRun or its own error if it did not pass."""
        self._asked.put(step)
        try:
            answer, error = self._answered.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError(f"the agent did not answer within {timeout:g} s") from None
        if error is not None:
            raise error
        return _outcome(answer)

    def close(self) -> None:
        """Let the thread end."""
        self._asked.put(None)

    def _work(self) -> None:
        with asyncio.Runner() as runner:
            while (step := self._asked.get()) is not None:
                try:
                    answer = self._agent(step)
                    if inspect.isawaitable(answer):
                        answer = runner.run(_awaited(answer))
                    self._answered.put((answer, None))
                except BaseException as error:  # noqa: BLE001 - whatever an agent raises is the answer, raised again by call
                    self._answered.put((None, error))


async def _awaited(answer: Any) -> Any:
    return await answer


def _outcome(answer: Any) -> Outcome:
    if isinstance(answer, Outcome):
        return answer
    if answer is None or answer is True:
        return Outcome(passed=True)
    if answer is False:
        return Outcome(passed=False)
    raise StepFailedError(f"the agent returned {one_line(repr(type(answer).__name__))} instead of an outcome")


__all__ = ["DEFAULT", "Caller", "CannotRun", "StepFailedError", "find"]
