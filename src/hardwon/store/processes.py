"""Other processes, by their id: whether one lives, whose it is, and since when it runs."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_STARTED = 19
"""Place of the start among the fields behind the name of the program, in /proc/<pid>/stat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """A process that lives."""

    is_ours: bool
    """It belongs to our own user."""

    started: float | None
    """When, in seconds since 1970; None where the system does not tell."""


def is_alive(pid: int) -> bool:
    """Whether there is a process of that id."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True  # it lives, and belongs to someone else
    return pid > 0


def process(pid: int) -> Process | None:
    """The process of that id; None if there is none."""
    if not is_alive(pid):
        return None
    if not (_PROC / "self" / "stat").exists():
        return Process(is_ours=_may_signal(pid), started=None)
    try:
        status = (_PROC / str(pid) / "status").read_text("utf-8", "replace")
        fields = (_PROC / str(pid) / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        user = next(line for line in status.splitlines() if line.startswith("Uid:")).split()[1]
        running = time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[_STARTED]) / os.sysconf("SC_CLK_TCK")
    except (OSError, StopIteration, ValueError, IndexError):
        return None  # it has just ended, or the system hides it from us: then it is not ours
    return Process(is_ours=int(user) == os.getuid(), started=time.time() - running)


def _may_signal(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True
