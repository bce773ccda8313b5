"""What tests of checkouts and clones share."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def git_in(root: Path, environment: dict[str, str], *arguments: str, fails: bool = False) -> str:
    """What git says in a checkout, where it does as expected."""
    done = subprocess.run(["git", *arguments], cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode != 0) == fails, done.stdout + done.stderr
    return done.stdout.strip()
