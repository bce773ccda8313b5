"""The checkup: what `doctor` says, found out beside the requests: re-reading everything can take long."""

from __future__ import annotations

import threading
import time
from concurrent.futures import wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.memory import Memory
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from datetime import datetime

    from hardwon.doctor import Examination
    from hardwon.project.root import Project

QUICK = 0.8
"""Seconds up to which whoever asks waits for a new examination."""

FIRST = 5.0
"""Seconds that the first one is waited for: then the page says that it comes back."""

OLD = 60.0
"""Seconds after which an examination is no news."""

LEISURE = 20
"""After one that took long, so many times as long nothing is examined unasked: pages come first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedUp:
    """What an examination came to."""

    examination: Examination | None
    at: str
    seconds: float
    error: str = ""


@dataclass(slots=True, kw_only=True)
class Checkup:
    """Examines one project, one time after the other."""

    project: Project
    flags: tuple[str, ...] = ()
    clock: Callable[[], datetime]
    last: CheckedUp | None = None
    after: Future[None] | None = None
    """What is waited for before anything is examined: it reads every file, too, and readers wait for it."""

    _began: float = 0.0
    _over: threading.Condition = field(default_factory=threading.Condition)
    _worker: threading.Thread | None = None

    @property
    def is_going_on(self) -> bool:
        return self._worker is not None and self._worker.is_alive()

    def glance(self) -> CheckedUp | None:
        """The last one; a new one begins if that is old. Nobody waits."""
        if self.last is None or time.monotonic() - self._began > max(OLD, LEISURE * self.last.seconds):
            self._begin()
        return self.last

    def examined(self) -> CheckedUp | None:
        """One of this moment, where that is quick; else the last one, while a new one goes on."""
        with self._over:
            # One that is going on has perhaps read already what changed since.
            self._over.wait_for(lambda: not self.is_going_on, self._patience())
            before = self.last
            self._begin()
            self._over.wait_for(lambda: self.last is not before, self._patience())
            return self.last

    def _patience(self) -> float:
        """Seconds that a reader waits for one, by how long the last one took."""
        if self.last is None:
            return FIRST
        return 2 * QUICK if self.last.seconds < QUICK else 0.0

    def _begin(self) -> None:
        with self._over:
            if not self.is_going_on:
                self._began = time.monotonic()
                self._worker = threading.Thread(target=self._examine, name="doctor", daemon=True)
                self._worker.start()

    def _examine(self) -> None:
        if self.after is not None:
            wait([self.after])
        start = time.monotonic()
        found, error = None, ""
        try:
            found = Memory.examine(self.project, flags=self.flags)
        except Exception as failure:  # noqa: BLE001 - the boundary of a thread: the page says what it was
            error = str(failure)
        done = CheckedUp(examination=found, at=stamp(self.clock()), seconds=time.monotonic() - start, error=error)
        with self._over:
            self.last = done
            self._worker = None
            self._over.notify_all()
