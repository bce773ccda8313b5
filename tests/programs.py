"""A program that something under test starts: whether it still runs, without asking again and again."""

from __future__ import annotations

import os
import select
import signal
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 60


def lives(path: Path) -> str:
    """What such a program, in Python, begins with. It holds the pipe open for as long as it lives."""
    return f"import os, time; life = open({str(path)!r}, 'wb', 0); life.write(b'%d' % os.getpid())"


@dataclass(slots=True)
class Alive:
    """The reading end of the pipe that the program holds open."""

    pipe: int
    number: int = 0

    def begun(self) -> None:
        """Wait until it runs."""
        assert select.select([self.pipe], [], [], PATIENCE)[0], "it was not started"
        self.number = int(os.read(self.pipe, 100))

    def has_ended(self) -> bool:
        """Whether it ends, now or soon: then nobody holds the pipe any more."""
        return bool(select.select([self.pipe], [], [], PATIENCE if self.number else 0)[0])


@contextmanager
def alive(path: Path) -> Iterator[Alive]:
    """A pipe at this path for one program, which does not outlive the test."""
    os.mkfifo(path)
    found = Alive(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
    try:
        yield found
    finally:
        with suppress(ProcessLookupError):
            if found.number:
                os.kill(found.number, signal.SIGKILL)
        os.close(found.pipe)


@contextmanager
def heeding(number: int) -> Iterator[None]:
    """Within, what is started heeds a signal, also where the suite itself ignores it: under `nohup`, or behind `&`."""
    before = signal.getsignal(number)
    if before is not signal.SIG_IGN:
        yield
        return
    signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(number, before)
