"""Calling an agent: found by name, sync or async, within its time, whatever it returns or raises.

Whatever an agent does becomes an outcome: nothing that it raises ends the run, and nothing that it leaves behind keeps
hardwon from ending. What an agent keeps in the state of an attempt is closed when the attempt ends.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import inspect
import os
import queue
import sys
import threading
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardwon.agents import CannotRun, Outcome
from hardwon.errors import UsageError
from hardwon.guard.scanner import brief, brief_line
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    from hardwon.agents import Step

DEFAULT = "hardwon.agents.explorer:agent"
_FILE = ".py"

CLOSING = 10.0
"""Seconds that closing may take at the end of an attempt."""

LONGEST_SAID = 10_000
"""Characters that evidence keeps of what an agent says at once."""

_left_behind: list[threading.Thread] = []


class StepFailedError(Exception):
    """The step failed: the agent says so, raised, or returned nonsense."""


class _AmbiguousAgent(UsageError):  # noqa: N818 - it names the situation
    """A name that means two modules."""


class TimedOutError(StepFailedError):
    """The agent gave no answer in its time. It may still be at it, so it cannot be asked again."""


def find(name: str) -> Callable[[Step], Any]:
    """The agent that `package.module:name` or `folder/file.py:name` names."""
    module, _, attribute = name.rpartition(":")
    if not module or not attribute or (module.startswith(".") and not module.endswith(_FILE)):
        raise UsageError(f"{one_line(name)!r} names no agent.", remedy="Write --agent package.module:name.")
    try:
        found: Any = _module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (KeyboardInterrupt, MemoryError, _AmbiguousAgent):
        raise
    except BaseException as error:  # its module is somebody's code: it may raise anything, and end the program
        raise UsageError(
            f"The agent {one_line(name)!r} was not found: {brief_line(described(error))}.",
            remedy="Check module and name.",
        ) from error
    if not callable(found):
        raise UsageError(f"{one_line(name)!r} cannot be called.", remedy="An agent is a function or has __call__.")
    return found  # type: ignore[no-any-return]  # just seen to be callable


def _module(name: str) -> ModuleType:
    """The module of an agent: Python's or hardwon's, else a file of the working directory by its path, else installed.

    The working directory is somebody's checkout. It never comes before anything else on the import path, and it is not
    on it at all unless the user named an agent that lies there: its file `bz2.py` must not run in place of Python's.
    Where a name means a file there and something installed, too, the user must say which.
    """
    if name.endswith(_FILE):
        return _by_path(Path(name))
    top = name.partition(".")[0]
    if top not in sys.modules and top not in sys.stdlib_module_names:
        here = os.getcwd()  # noqa: PTH109 - as text, as it stands in the import path
        spec = PathFinder.find_spec(top, [here])
        # A folder without __init__.py is a package only where nothing else has the name.
        installed = importlib.util.find_spec(top)
        if spec and (spec.loader is not None or installed is None):
            if installed is not None and _file_of(installed) != _file_of(spec):
                raise _AmbiguousAgent(
                    f"{top!r} is a file of this folder, and something that is installed has the same name.",
                    remedy=f"Write --agent {os.path.relpath(spec.origin or here)}:NAME for the file; for the other "
                    "one, call hardwon from another folder with --project.",
                )
            sys.path.append(here)  # for what the agent imports; last, so that it hides nothing
            _load(spec)
    return importlib.import_module(name)


def _file_of(spec: ModuleSpec) -> Path:
    return Path(spec.origin or "").resolve()


def _by_path(path: Path) -> ModuleType:
    """The module in a file that the user names by its path."""
    spec = importlib.util.spec_from_file_location(path.stem, path.resolve(strict=True))
    if spec is None:
        raise ImportError(f"{path} is not a file of Python's")
    sys.path.append(str(path.resolve().parent))  # as above: last
    _load(spec)
    return sys.modules[spec.name]


def _load(spec: ModuleSpec) -> None:
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    if spec.loader is None:
        return  # a folder without __init__.py: there is nothing to run
    try:
        spec.loader.exec_module(module)
    except BaseException:  # as the import system does, then it is raised again
        sys.modules.pop(spec.name, None)
        raise


def said(error: BaseException) -> str:
    """What an error says, also where it cannot speak for itself."""
    try:
        return bounded(str(error))
    except Exception:  # noqa: BLE001 - an agent's own class, and its name has to do
        return "(it has no words)"


def bounded(text: str) -> str:
    """What somebody's code says, as much of it as evidence keeps."""
    return text if len(text) <= LONGEST_SAID else brief(text, LONGEST_SAID)


def described(error: BaseException) -> str:
    """An error by its name and what it says."""
    return f"{type(error).__name__}: {said(error)}".removesuffix(": ")


def is_anything_left_behind() -> bool:
    """Whether an agent is still at work that nobody waits for any more."""
    return any(thread.is_alive() for thread in _left_behind)


class Caller:
    """Calls an agent in a thread of its own, so that one that hangs can be left behind.

    All steps of an attempt run in the same thread, and an asynchronous agent keeps its event loop from step to step.
    There, too, what the state holds is closed in the end.
    """

    def __init__(self, agent: Callable[[Step], Any], state: Mapping[str, Any]) -> None:
        self._agent = agent
        self._state = state
        self._asked: queue.Queue[Any] = queue.Queue()
        self._answered: queue.Queue[tuple[Any, BaseException | None]] = queue.Queue()
        self._hangs = False
        self._unclosed: list[str] = []
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def call(self, step: Step, timeout: float) -> Outcome:
        """What the agent says about the step; StepFailedError or CannotRun, and nothing else, if it did not pass."""
        if self._hangs or timeout <= 0:
            raise TimedOutError("there was no time left for it")
        self._asked.put(step)
        try:
            answer, error = self._answered.get(timeout=timeout)
        except queue.Empty:
            self._hangs = True
            raise TimedOutError(f"the agent did not answer within {timeout:.3g} s") from None
        if isinstance(error, CannotRun):
            raise error
        if error is not None:
            raise StepFailedError(described(error)) from error
        return _outcome(answer)

    def close(self, timeout: float = CLOSING) -> list[str]:
        """End the thread, after it has closed what the state holds. What was not closed, and why."""
        self._asked.put(None)
        # An agent that hangs has had its time. Should it come back after all, its thread closes what it opened.
        self._thread.join(0 if self._hangs else timeout)
        if self._thread.is_alive():
            _left_behind.append(self._thread)
            why = "the agent still hangs in a step" if self._hangs else f"closing takes longer than {timeout:g} s"
            return [*self._unclosed, f"{why}, and what it holds open stays open until it or hardwon ends"]
        return self._unclosed

    def _work(self) -> None:
        with asyncio.Runner() as runner:
            while (step := self._asked.get()) is not None:
                try:
                    self._answered.put((_result(runner, self._agent(step)), None))
                except BaseException as error:  # noqa: BLE001 - whatever an agent raises is its answer
                    self._answered.put((None, error))
            for name, value in _last_first(self._state):
                try:
                    _result(runner, _closing(value)())
                except BaseException as error:  # noqa: BLE001 - the others are still to be closed; `close` gives it back
                    self._unclosed.append(f"{name}: {described(error)}")


def _result(runner: asyncio.Runner, answer: Any) -> Any:
    """The answer itself, or what it comes to when it is awaited."""
    return runner.run(_awaited(answer)) if inspect.isawaitable(answer) else answer


def _last_first(state: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What an attempt holds, each once, what came last first: it may rest on what came before."""
    seen = set()
    for name, value in reversed(list(state.items())):
        if id(value) not in seen:
            seen.add(id(value))
            yield name, value


def _closing(value: Any) -> Callable[[], Any]:
    """How a value is closed: by its `close` or `aclose`; otherwise there is nothing to do."""
    ways = [] if isinstance(value, type) else [getattr(value, name, None) for name in ("close", "aclose")]
    return next((way for way in ways if callable(way)), lambda: None)


async def _awaited(answer: Any) -> Any:
    return await answer


def _outcome(answer: Any) -> Outcome:
    if isinstance(answer, Outcome):
        if not isinstance(answer.passed, bool):
            raise StepFailedError(f"the agent returned an outcome with `passed` not a bool but {_kind(answer.passed)}")
        return answer
    if answer is None or answer is True:
        return Outcome(passed=True)
    if answer is False:
        return Outcome(passed=False)
    raise StepFailedError(f"the agent returned {_kind(answer)} instead of an outcome")


def _kind(value: Any) -> str:
    return one_line(repr(type(value).__name__))


__all__ = [
    "DEFAULT",
    "Caller",
    "CannotRun",
    "StepFailedError",
    "TimedOutError",
    "bounded",
    "described",
    "find",
    "is_anything_left_behind",
    "said",
]
