"""What we started ends with us, also where the process is told to end and not asked: SIGTERM, or its terminal is gone.

Ctrl-C raises, and whoever waits cleans up. These two end Python at once, and a program with a session of its own would
go on without anybody who bounds its time.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator
    from types import FrameType

_TOLD = (signal.SIGTERM, signal.SIGHUP)

_running: set[subprocess.Popen[bytes]] = set()
"""Programs that lead a session of their own, while somebody waits for them."""


@contextmanager
def ending_programs() -> Iterator[None]:
    """Within, being told to end ends the programs first; in the main thread, as only there a signal can be caught."""
    # What somebody else has set, `nohup` too, stays as it is.
    is_main = threading.current_thread() is threading.main_thread()
    ours = [each for each in _TOLD if is_main and signal.getsignal(each) is signal.SIG_DFL]
    for each in ours:
        signal.signal(each, _end_all)
    try:
        yield
    finally:
        for each in ours:
            signal.signal(each, signal.SIG_DFL)


@contextmanager
def ending_with_us(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Within, a program that leads a session ends when we are told to; in the end it and all that it started does."""
    with ending_programs():
        _running.add(process)
        try:
            yield
        finally:
            end(process)
            process.wait()
            _running.discard(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """End a program and all that it has started in its group."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _end_all(number: int, _frame: FrameType | None) -> None:
    for process in tuple(_running):
        end(process)
    signal.signal(number, signal.SIG_DFL)  # whoever told us sees that we ended of it
    signal.raise_signal(number)
