"""The folder of a repository, looked at before git is called: what git would obey or wait for in it.

An archive may bring a `.git` of its own making. What is looked at is taken to stay as it is, as in every clone.
"""

from __future__ import annotations

import os
import subprocess
from stat import S_ISREG
from typing import TYPE_CHECKING

from hardwon.store import reading

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

READ_FIRST = (
    *("HEAD", "config", "config.worktree", "commondir", "index", "packed-refs", "shallow"),
    *("info/exclude", "info/attributes", "info/grafts", "info/sparse-checkout", "objects/info/alternates"),
)
"""Files of a repository that git reads, nearly whatever it is asked."""

DEEPEST_INCLUDE = 10
"""Configurations that include each other: git itself goes no deeper."""

LARGEST = 1_000_000
PATIENCE = 10


def checkout_around(root: Path) -> Path | None:
    """The folder whose `.git` git would take, going up; None where there is none."""
    return next((each for each in (root, *root.parents) if _is_taken(each / ".git")), None)


def _is_taken(found: Path) -> bool:
    return os.path.lexists(found) and (not found.is_dir() or looks_bare(found))


def in_bare_repository(root: Path) -> bool:
    """Whether git would take a folder of the checkout itself for a repository: its configuration came with a clone.

    Git refuses that from 2.38 on when it is told so; older ones obey whatever is configured there.
    """
    for folder in (root, *root.parents):
        if (folder / ".git").exists():
            return False
        if looks_bare(folder):
            return True
    return False


def looks_bare(folder: Path) -> bool:
    """Whether a folder has what git takes for a repository. HEAD may be a link that leads nowhere."""
    if not os.path.lexists(folder / "HEAD"):
        return False
    shared = os.path.lexists(folder / "commondir")
    return shared or all(os.path.lexists(folder / name) for name in ("objects", "refs"))


def holds_up(checkout: Path) -> bool:
    """Whether git would wait for the other end of a pipe that lies in place of one of its files."""
    found = checkout / ".git"
    if not found.is_dir():
        if _is_odd(found):
            return True
        found = checkout / _text(found).removeprefix("gitdir:").strip()
    if any(_is_odd(found / name) for name in READ_FIRST):
        return True
    shared = found / _text(found / "commondir").strip()
    branch = _text(found / "HEAD").removeprefix("ref:").strip()
    if any(_is_odd(shared / name) for name in (*READ_FIRST, *([branch] if branch else []))):
        return True
    return any(map(_includes_odd, (shared / "config", found / "config.worktree")))


def _includes_odd(config: Path, depth: int = 0) -> bool:
    """Whether a configuration includes something else than a file, or one that does."""
    if depth > DEEPEST_INCLUDE or "include" not in _text(config).lower():
        return False
    return any(_is_odd(each) or _includes_odd(each, depth + 1) for each in _included(config))


def _included(config: Path) -> Iterator[Path]:
    wanted = ("--null", "--no-includes", "--get-regexp", r"^include(if\..*)?\.path$")
    try:
        told = subprocess.run(
            ["git", "--no-pager", "-C", "/", "config", "--file", config, *wanted],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return  # there is no git, or it will not answer the question itself either
    for row in told.split(b"\0"):
        _, _, value = row.partition(b"\n")
        if value:
            yield config.parent / os.path.expanduser(os.fsdecode(value))  # noqa: PTH111 - unlike Path.expanduser it leaves a user it does not know


def _text(file: Path) -> str:
    """What a file holds; "" where there is none that can be read."""
    try:
        return os.fsdecode(reading.content(file, LARGEST, follow=True))
    except (OSError, ValueError):
        return ""


def _is_odd(path: Path) -> bool:
    """Whether there is something that is not a file."""
    try:
        return not S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False  # nothing there, or a name that no file can have
