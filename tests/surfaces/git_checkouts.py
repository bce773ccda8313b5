"""What tests of checkouts and clones share."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def copied(template: Path, place: Path, make: Callable[[Path], None]) -> None:
    """A repository at a place, like one that is made once: git's own work for it is most of what some tests cost."""
    if not template.exists():
        begun = template.with_name(f"{template.name}.begun")
        shutil.rmtree(begun, ignore_errors=True)
        make(begun)
        begun.rename(template)
    shutil.copytree(template, place)


def git_in(root: Path, environment: dict[str, str], *arguments: str, fails: bool = False) -> str:
    """What git says in a checkout, where it does as expected."""
    done = subprocess.run(["git", *arguments], cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode != 0) == fails, done.stdout + done.stderr
    return done.stdout.strip()
