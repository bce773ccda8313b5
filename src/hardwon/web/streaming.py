"""Streaming: tells a page that watches a run when its evidence has grown, and when the run is over."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from hardwon.errors import HardwonError
from hardwon.store.run_record import RUN_ID

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from hardwon.listening.project_memory import ServedProject

EVERY = 0.5
"""Seconds between two looks."""

LONGEST_SILENCE = 15.0
"""Seconds after which something is sent so that nobody on the way takes the stream for dead."""


async def told_changes(
    run: str, served: ServedProject, read: Callable[[Callable[[], Any]], Awaitable[Any]], stopping: asyncio.Event
) -> AsyncIterator[str]:
    """Events for a page: `changed` whenever there is more to see, `over` at the end."""

    def look() -> tuple[object, bool]:
        runs = served.memory.runs
        return runs.look_of(run, steps=True), runs.is_running(run)

    seen: object = None
    silent = 0.0
    is_going = bool(RUN_ID.fullmatch(run))
    while is_going and not stopping.is_set():
        try:
            now, is_going = await read(look)
        except HardwonError:
            break  # the page itself says what cannot be read
        if now != seen:  # at first, too: something may have happened between the page and its stream
            yield "event: changed\ndata: -\n\n"
            silent = 0.0
        elif silent >= LONGEST_SILENCE:
            yield ": still here\n\n"
            silent = 0.0
        seen = now
        if is_going:
            with suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), EVERY)
            silent += EVERY
    yield "event: over\ndata: -\n\n"
