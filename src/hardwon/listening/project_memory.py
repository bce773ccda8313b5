"""The memory that a server serves: that of one project, opened anew where its configuration changes."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.memory import Memory
from hardwon.project.config_files import place_of_user
from hardwon.project.root import CONFIG

if TYPE_CHECKING:
    from pathlib import Path

    from hardwon.project.root import Project


@dataclass(slots=True, kw_only=True)
class ServedProject:
    """One project as a server serves it. Each thread has a memory of its own."""

    project: Project
    flags: tuple[str, ...] = ()
    read_only: bool = False
    _own: threading.local = field(default_factory=threading.local)

    @property
    def memory(self) -> Memory:
        """The memory of the project, by the configuration as it is now."""
        stamp = self._configured()
        if getattr(self._own, "stamp", None) != stamp:
            self._own.memory, self._own.stamp = Memory.of(self.project, flags=self.flags), stamp
        found: Memory = self._own.memory
        return found

    def _configured(self) -> list[tuple[int, int] | None]:
        """What tells one configuration from another, without reading it."""
        root, user = self.project.root, place_of_user(os.environ)
        return [_look_of(each) for each in (root / CONFIG, root / "pyproject.toml", user) if each]


def _look_of(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
