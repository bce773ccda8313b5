"""What git knows about the project: asked only where a command needs it, never for change detection.

The checkout may be somebody else's: git is asked in a way that runs no program which the checkout names.
"""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

from hardwon.errors import GitError
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

PATIENCE = 30

SAFELY = (
    "--no-optional-locks",  # a look writes nothing, so no hook for a written index is called either
    "--no-pager",
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "safe.bareRepository=explicit"),
)
"""How git is called: nothing that a repository configures is run for us."""

OFFLINE = {
    "GIT_ALLOW_PROTOCOL": "none",  # of a partial clone nothing is fetched: by whichever program it names for that
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
}
FILTERS = ("clean", "smudge", "process")

ELSEWHERE = frozenset(
    {
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_COMMON_DIR",
        "GIT_DIR",
        "GIT_EXTERNAL_DIFF",
        "GIT_INDEX_FILE",
        "GIT_NAMESPACE",
        "GIT_OBJECT_DIRECTORY",
        "GIT_WORK_TREE",
    }
)
"""Variables that a hook has, and that would make git answer for another repository than the project's."""

READ_FIRST = ("HEAD", "config", "config.worktree", "commondir", "index", "packed-refs")
"""Files of a repository that git reads whatever it is asked."""

_silent: set[Path] = set()
"""Projects in which git did not answer: it would not the next time, either."""


def head(root: Path) -> str | None:
    """The commit that is checked out; None outside of git, or before the first commit."""
    try:
        return ask(root, "rev-parse", "--verify", "--quiet", "HEAD").strip() or None
    except GitError:
        return None


def is_dirty(root: Path) -> bool | None:
    """Whether the work tree differs from the commit; None outside of git."""
    try:
        return bool(_compared(root, "status", "--porcelain", "--untracked-files=no", "--ignore-submodules").strip())
    except GitError:
        return None


def committed(root: Path, file: str) -> bytes | None:
    """A file below the root as the commit has it; None if it has none, or outside of git."""
    try:
        return ask(root, "cat-file", "blob", f"HEAD:./{file}").encode("utf-8", "surrogateescape")
    except GitError:
        return None


def changed_files(root: Path, ref: str) -> list[str]:
    """Files below the root that changed since the ref: since HEAD left it, where both have gone on. Untracked too."""
    if ref.startswith("-"):
        raise GitError(f"{one_line(ref)!r} is no git reference.", remedy="Name a commit, branch or tag.")
    ask(root, "rev-parse", "--git-dir", because="This is no git checkout")
    try:
        ask(root, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
    except GitError:
        raise GitError(f"{one_line(ref)!r} is no commit here.", remedy="Name a commit, branch or tag.") from None
    try:
        base = ask(root, "merge-base", ref, "HEAD").strip()
    except GitError:
        base = ref  # no commit in common, or none at all yet
    changed = _compared(
        root,
        "diff",
        "--ignore-submodules",
        "--name-only",
        "--no-ext-diff",
        "--no-textconv",
        "--no-renames",
        "-z",
        "--relative",
        base,
        "--",
    )
    untracked = ask(root, "ls-files", "--others", "--exclude-standard", "-z")
    return sorted({name for name in (changed + untracked).split("\0") if name})


def _compared(root: Path, *arguments: str) -> str:
    """What git says when it compares the files with the commit, without the filters that the repository configures."""
    return ask(root, *arguments, settings=_without_filters(root))


def _without_filters(root: Path) -> list[str]:
    try:
        told = ask(root, "config", "--null", "--name-only", "--get-regexp", r"^filter\.")
    except GitError:
        return []  # there is none
    names = {key.removeprefix("filter.").rpartition(".")[0] for key in told.split("\0") if key}
    if any("=" in name for name in names):
        # git takes what stands before the sign for the name, and would run the filter.
        raise GitError("A filter of the repository has a name that cannot be switched off.", remedy="Rename it.")
    off = [f"filter.{name}.{each}=" for name in sorted(names) for each in FILTERS]
    off += [f"filter.{name}.required=false" for name in sorted(names)]
    return off


def ask(root: Path, *arguments: str, because: str = "", settings: Iterable[str] = ()) -> str:
    """What `git` prints; GitError when it cannot answer."""
    if _in_bare_repository(root):
        raise GitError(
            f"{one_line(str(root))} looks like a bare git repository, and git is not asked in one.",
            remedy="Work in a checkout, or delete the folder's HEAD, objects and refs.",
        )
    if root in _silent or _would_wait(root):
        raise GitError(f"git cannot answer in {one_line(str(root))}.", remedy="Look for a pipe in its .git folder.")
    try:
        answer = subprocess.run(
            ["git", *SAFELY, *(part for each in settings for part in ("-c", each)), "-C", str(root), *arguments],
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            stdin=subprocess.DEVNULL,
            env={name: value for name, value in os.environ.items() if name not in ELSEWHERE} | OFFLINE,
        )
    except FileNotFoundError:
        raise GitError("git is not installed.", remedy="Install it, or leave this option out.") from None
    except subprocess.TimeoutExpired:
        _silent.add(root)
        raise GitError(f"git {arguments[0]} did not answer within {PATIENCE} s.", remedy="Try again.") from None
    if answer.returncode:
        said = one_line(answer.stderr.decode("utf-8", "replace")) or f"exit code {answer.returncode}"
        raise GitError(f"{because or f'git {arguments[0]} failed'}: {said}.", remedy="Run it inside of a git checkout.")
    return answer.stdout.decode("utf-8", "surrogateescape")


def _would_wait(root: Path) -> bool:
    """Whether git would wait for the other end of a pipe that lies in place of one of its files."""
    found = next((folder / ".git" for folder in (root, *root.parents) if (folder / ".git").exists()), None)
    if found is None:
        return False
    return any(path.exists() and not path.is_file() for path in map(found.joinpath, READ_FIRST)) or found.is_fifo()


def _in_bare_repository(root: Path) -> bool:
    """Whether git would take a folder of the checkout itself for a repository: its configuration came with a clone.

    Git refuses that from 2.38 on when it is told so; older ones obey whatever is configured there.
    """
    for folder in (root, *root.parents):
        if (folder / ".git").exists():
            return False
        if _looks_bare(folder):
            return True
    return False


def _looks_bare(folder: Path) -> bool:
    """Whether a folder has what git takes for a repository. HEAD may be a link that leads nowhere."""
    if not os.path.lexists(folder / "HEAD"):
        return False
    shared = os.path.lexists(folder / "commondir")
    return shared or all(os.path.lexists(folder / name) for name in ("objects", "refs"))
