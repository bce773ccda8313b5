"""What git knows about the project: asked only where a command needs it, never for change detection.

The checkout may be somebody else's: git is asked in a way that runs no program which the checkout names.
"""

from __future__ import annotations

import os
import subprocess
from shlex import quote
from typing import TYPE_CHECKING

from hardwon.errors import GitError
from hardwon.project import git_folder
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
    # Either may name a device that never ends, and neither matters to what is asked here.
    *("-c", f"core.attributesFile={os.devnull}"),
    *("-c", f"diff.orderFile={os.devnull}"),
)
"""How git is called: nothing that a repository configures is run for us."""

OFFLINE = {
    "GIT_ALLOW_PROTOCOL": "none",  # of a partial clone nothing is fetched: by whichever program it names for that
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
}
OF_ANOTHER_USER = "dubious ownership"
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


def last_before(root: Path, at: float) -> str:
    """The last commit of what is checked out that was made before a moment; empty if there is none."""
    try:
        return ask(root, "rev-list", "-1", f"--before={int(at)}", "HEAD").strip()
    except GitError:
        return ""


def committed(root: Path, file: str) -> bytes | None:
    """A file below the root as the commit has it; None if it has none, or outside of git."""
    try:
        return ask(root, "cat-file", "blob", f"HEAD:./{file}").encode("utf-8", "surrogateescape")
    except GitError:
        return None


def refusal(root: Path) -> str:
    """Why git says nothing of a project that lies in a checkout; empty if it does, or if there is no checkout."""
    checkout = git_folder.checkout_around(root)
    if checkout is None:
        return ""
    try:
        ask(root, "rev-parse", "--git-dir", because="git refuses this repository")
    except GitError as error:
        if OF_ANOTHER_USER not in str(error):
            return one_line(str(error.args[0]).rstrip("."), 150)
        way = f"git config --global --add safe.directory {quote(str(checkout))}"
        return f"git refuses this repository, which belongs to another user (`{one_line(way, 300)}` allows it)"
    return ""


def tracked(root: Path, files: Iterable[str]) -> list[str]:
    """Those of the files below the root that git has; none outside of git."""
    named = [f":(literal){file}" for file in files]
    try:
        return [file for file in ask(root, "ls-files", "-z", "--", *named).split("\0") if file] if named else []
    except GitError:
        return []


def changed_files(root: Path, ref: str) -> list[str]:
    """Files below the root that changed since the ref: since HEAD left it, where both have gone on. Untracked too."""
    if ref.startswith("-"):
        raise GitError(f"{one_line(ref)!r} is not a git reference.", remedy="Name a commit, branch or tag.")
    ask(root, "rev-parse", "--git-dir", because="This is not a git checkout")
    try:
        ask(root, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
    except GitError:
        raise GitError(f"{one_line(ref)!r} is not a commit here.", remedy="Name a commit, branch or tag.") from None
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
    untracked = _compared(root, "ls-files", "--others", "--exclude-standard", "-z")
    return sorted({name for name in (changed + untracked).split("\0") if name})


def _compared(root: Path, *arguments: str) -> str:
    """What git says when it compares the files with the commit, without what the repository configures for that."""
    return ask(root, *arguments, settings=without_filters(root))


def without_filters(root: Path) -> list[str]:
    """Settings against filters, and against a list of ignored files that is a pipe."""
    rows = ask(root, "config", "--null", "--list").split("\0")
    found = dict(row.partition("\n")[::2] for row in rows if row)
    keys = (key.removeprefix("filter.") for key in found if key.startswith("filter."))
    names = sorted({key.rpartition(".")[0] for key in keys})
    if any("=" in name for name in names):
        # git takes what stands before the sign for the name, and would run the filter.
        raise GitError("A filter of the repository has a name that cannot be switched off.", remedy="Rename it.")
    off = [f"filter.{name}.{each}=" for name in names for each in FILTERS]
    off += [f"filter.{name}.required=false" for name in names]
    excludes = os.path.expanduser(found.get("core.excludesfile", ""))  # noqa: PTH111 - unlike Path.expanduser it leaves a user it does not know
    return off if not excludes or (root / excludes).is_file() else [*off, f"core.excludesFile={os.devnull}"]


def ask(root: Path, *arguments: str, because: str = "", settings: Iterable[str] = ()) -> str:
    """What `git` prints; GitError when it cannot answer."""
    checkout = checked(root)
    try:
        answer = subprocess.run(
            command(root, arguments, settings),
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            stdin=subprocess.DEVNULL,
            env=environment(checkout) | OFFLINE,
        )
    except FileNotFoundError:
        raise GitError("git is not installed.", remedy="Install it, or leave this option out.") from None
    except ValueError:  # a null character, or half of a surrogate pair: no program can be given that
        raise GitError(f"git {arguments[0]} cannot be asked that.", remedy="Name it in plain characters.") from None
    except subprocess.TimeoutExpired:
        _silent.add(root)
        raise GitError(f"git {arguments[0]} did not answer within {PATIENCE} s.", remedy="Try again.") from None
    if answer.returncode:
        said = one_line(answer.stderr.decode("utf-8", "replace")) or f"exit code {answer.returncode}"
        raise GitError(f"{because or f'git {arguments[0]} failed'}: {said}.", remedy="Run it inside of a git checkout.")
    return answer.stdout.decode("utf-8", "surrogateescape")


def checked(root: Path) -> Path | None:
    """The checkout that git would answer for; GitError where it must not be asked, or would never answer."""
    if git_folder.in_bare_repository(root):
        raise GitError(
            f"{one_line(str(root))} looks like a bare git repository, and git is not asked in one.",
            remedy="Work in a checkout, or delete the folder's HEAD, objects and refs.",
        )
    checkout = git_folder.checkout_around(root)
    if root in _silent or (checkout and git_folder.holds_up(checkout)):
        raise GitError(f"git cannot answer in {one_line(str(root))}.", remedy="Look for a pipe in its .git folder.")
    return checkout


def command(root: Path, arguments: Iterable[str], settings: Iterable[str] = ()) -> list[str | bytes]:
    """How git is called, in a way that runs nothing which the checkout names."""
    # As git gave them: in another encoding, as that of the locale, they would be other names.
    given = (part for each in settings for part in (b"-c", each.encode("utf-8", "surrogateescape")))
    return ["git", *SAFELY, *given, "-C", str(root), *arguments]


def environment(checkout: Path | None) -> dict[str, str]:
    """What git is told beside its arguments: nothing leads it elsewhere, `core.worktree` of the repository included."""
    kept = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
    return kept | ({"GIT_WORK_TREE": str(checkout)} if checkout else {})
