"""The folders that records lie in: made on the first write, with a .gitignore that keeps local files out of git."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.store import atomic

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

STATE_IGNORED = (
    "# Written by hardwon: local evidence and caches; the rest is the record, commit it.\nruns/\ncache/\nquarantine/\n"
)
LOCKS_IGNORED = "# Written by hardwon: its lock and temporary files.\n.*.lock\n.hardwon-*.tmp\n"


def is_unguarded(state: Path) -> bool:
    """Whether there is a state folder without the .gitignore that keeps local files out of git."""
    return state.is_dir() and not (state / ".gitignore").is_file()


def prepare(state: Path, others: Iterable[Path] = ()) -> None:
    """Make the state folder; folders outside of it belong to another tool and get only a .gitignore for our locks."""
    outside = (folder for folder in others if not folder.is_relative_to(state))
    for folder, ignored in {state: STATE_IGNORED + LOCKS_IGNORED, **dict.fromkeys(outside, LOCKS_IGNORED)}.items():
        if not (folder / ".gitignore").exists():
            atomic.write(folder / ".gitignore", ignored.encode())
