"""The folders that records lie in: made on the first write, with a .gitignore that keeps local files out of git."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.store import atomic

if TYPE_CHECKING:
    from pathlib import Path

    from hardwon.project.root import Project

STATE_IGNORED = (
    "# Written by hardwon: local evidence and caches; the rest is the record, commit it.\nruns/\ncache/\nquarantine/\n"
)
LOCKS_IGNORED = "# Written by hardwon: its lock and temporary files.\n.*.lock\n.hardwon-*.tmp\n"


def prepare(project: Project, *adopted: Path) -> None:
    """Make the state folder; in adopted folders, which belong to another tool, only a .gitignore for our locks."""
    wanted = {project.state: STATE_IGNORED + LOCKS_IGNORED}
    for folder in (project.areas_folder, *adopted):
        if not folder.is_relative_to(project.state):
            wanted[folder] = LOCKS_IGNORED
    for folder, ignored in wanted.items():
        if not (folder / ".gitignore").exists():
            atomic.write(folder / ".gitignore", ignored.encode())
