"""The folders that records lie in: made on the first write, with a .gitignore that keeps local files out of git."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from hardwon.store import atomic, reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

LARGEST_LOOKED_AT = 1_000_000

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


def mentions(observations: Path, what: bytes) -> bool:
    """Whether a file of an observation holds some bytes; without loading what reads observations."""
    return any(what in content for content in _contents(observations))


def _contents(folder: Path) -> Iterator[bytes]:
    for path in folder.glob("*/*/*.md"):
        with suppress(OSError):  # whoever reads observations names it
            yield reading.content(path, LARGEST_LOOKED_AT)
