"""The threads of a server: one that reads, one that writes, and one for each run of tests.

Calls of one kind come one after the other. Who waits for the lock of a record does not keep others from reading, and a
run of tests keeps nobody waiting.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from hardwon.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

MOST_RUNS = 4
LAST_WORDS = 10.0
"""Seconds that runs have to write down that they were cancelled, when the server ends."""

T = TypeVar("T")


@dataclass(slots=True)
class Going:
    """A run of tests that is under way: how it says what it does, and how it learns that nobody wants it any more."""

    say: Callable[[str, int], None] = lambda _text, _number: None
    stopped: threading.Event = field(default_factory=threading.Event)


class Workers:
    """Where the calls of a server are carried out."""

    def __init__(self) -> None:
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="reads")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writes")
        self._runs: dict[threading.Thread, Going] = {}

    async def read(self, work: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self._reader.submit(work))

    async def write(self, work: Callable[[], T]) -> T:
        # What has begun to be written is written to its end, whether the client still waits or not.
        return await asyncio.shield(asyncio.wrap_future(self._writer.submit(work)))

    async def run(self, work: Callable[[Going], T], tell: Callable[[str, int], Awaitable[None]]) -> T:
        """Carry out a run; if whoever waits is cancelled, so is the run."""
        if sum(thread.is_alive() for thread in self._runs) >= MOST_RUNS:
            raise UsageError(f"{MOST_RUNS} runs are under way.", remedy="Wait for one of them to end.")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        going = Going(say=lambda text, number: _from_thread(loop, tell, text, number))
        thread = threading.Thread(target=_carry_out, args=(loop, done, lambda: work(going)), daemon=True)
        self._runs[thread] = going
        thread.start()
        try:
            return await done
        except asyncio.CancelledError:
            going.stopped.set()
            raise

    def close(self) -> None:
        """End what is under way."""
        for going in self._runs.values():
            going.stopped.set()
        for thread in self._runs:
            thread.join(LAST_WORDS)
        for pool in (self._reader, self._writer):
            pool.shutdown(cancel_futures=True)


def _carry_out(loop: asyncio.AbstractEventLoop, done: asyncio.Future[Any], work: Callable[[], Any]) -> None:
    def settle(settled: Callable[[Any], None], value: Any) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(lambda: None if done.done() else settled(value))

    try:
        settle(done.set_result, work())
    except BaseException as error:  # noqa: BLE001 - it belongs to whoever waits for the run
        settle(done.set_exception, error)


def _from_thread(
    loop: asyncio.AbstractEventLoop, tell: Callable[[str, int], Awaitable[None]], text: str, number: int
) -> None:
    if not loop.is_closed():
        asyncio.run_coroutine_threadsafe(_told(tell, text, number), loop)


async def _told(tell: Callable[[str, int], Awaitable[None]], text: str, number: int) -> None:
    await tell(text, number)
