"""The driver by which git merges area memory: the command that git calls, and how `init --git` tells git of it."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hardwon.areas.area import Scoring
from hardwon.areas.ledger import Ledger, memory_text, read_ledger, retired_text
from hardwon.areas.merge import DRIVER, RECORDS, merged
from hardwon.cli.common import command, with_options
from hardwon.errors import DamagedRecord, GitError, StorageError
from hardwon.project import config as configuration
from hardwon.project import git
from hardwon.project import root as projects
from hardwon.project.root import Project
from hardwon.store import atomic

if TYPE_CHECKING:
    from hardwon.memory import Memory

ATTRIBUTES = ".gitattributes"
ATTRIBUTES_COMMENT = "# Area memory is merged by hardwon. Each clone needs `hardwon init --git` once."
DRIVER_KEY = f"merge.{DRIVER}.driver"
DRIVER_NAME = "area memory: what both sides have proven, by hardwon"


def notes(memory: Memory) -> list[str]:
    """What git now does with the record in use, as git itself sees it."""
    record = memory.project.shown(memory.store.where)
    attribute = git.ask(memory.project.root, "check-attr", "-z", "merge", "--", record).split("\0")[2]
    if attribute != DRIVER:
        return [f"But another line of git's attributes gives {record} merge={attribute}: that one wins. Remove it."]
    return [f"git merges {record} through hardwon in this clone; every other clone needs `hardwon init --git` once."]


def require_git(root: Path) -> None:
    """GitError unless this is a checkout whose attributes git reads."""
    inside = git.ask(root, "rev-parse", "--is-inside-work-tree", because=f"{root} is not in a git checkout")
    if inside.strip() != "true":
        raise GitError(f"{root} is not in a git work tree.", remedy="Call it in a checkout, or leave --git out.")
    if (root / ATTRIBUTES).is_symlink():
        raise GitError(
            f"{root / ATTRIBUTES} is a symbolic link, which git does not follow.",
            remedy="Make it a file, then try again.",
        )


def set_up(root: Path) -> list[str]:
    """Tell git which files the driver merges, and how to call it; what that changed."""
    changed = [ATTRIBUTES] if _extend_attributes(root / ATTRIBUTES) else []
    wanted = {DRIVER_KEY: _driver_command(), f"merge.{DRIVER}.name": DRIVER_NAME}
    for key, value in wanted.items():
        if git.ask(root, "config", "--default", "", "--get", key).strip() != value:
            git.ask(root, "config", "--replace-all", key, value)
            changed.append(f"git config {key}")
    return changed


def _extend_attributes(path: Path) -> bool:
    """Add the lines that are missing; whether any was."""
    content = path.read_bytes() if path.exists() else b""
    present = {tuple(line.split()) for line in content.decode("utf-8", "replace").splitlines()}
    named = {words[0].removeprefix("/") for words in present if f"merge={DRIVER}" in words[1:]}
    missing = [record for record in RECORDS if record not in named]
    if not missing:
        return False
    gap = b"" if not content or content.endswith(b"\n") else b"\n"
    lines = [ATTRIBUTES_COMMENT, *(f"{record} merge={DRIVER}" for record in missing), ""]
    atomic.write(path, content + gap + "\n".join(lines).encode())
    return True


def _driver_command() -> str:
    """How git calls the driver; git runs it in the top folder of the work tree, with quoted names."""
    # -P: a folder named hardwon in the work tree must not be taken for the program.
    program = "hardwon" if shutil.which("hardwon") else f"{shlex.quote(sys.executable)} -P -m hardwon"
    return f"{program.replace('%', '%%')} merge-driver %O %A %B %P"


@command("merge-driver", example="hardwon merge-driver base.json ours.json theirs.json .hardwon/memory.json")
@click.argument("base", type=click.Path(path_type=Path))
@click.argument("ours", type=click.Path(path_type=Path))
@click.argument("theirs", type=click.Path(path_type=Path))
@click.argument("path", default="")
@partial(with_options, as_json=False)
def merge_driver(
    base: Path, ours: Path, theirs: Path, path: str, *, project: str | None, settings: tuple[str, ...]
) -> None:
    """Merge two versions of memory.json or retired.json into OURS, as git asks for it.

    BASE is their common ancestor (it may be empty), PATH the name of the file in the project.
    """
    scoring = _scoring(project, path, settings)
    contents = {"base": _content(base), "ours": _content(ours), "theirs": _content(theirs)}
    retired = _is_retired(path, contents["ours"])
    sides = [
        _ledger(content, f"{path or ours} ({side})", retired=retired, optional=side == "base")
        for side, content in contents.items()
    ]
    content = _merged_text(sides, scoring, retired=retired)
    # What cannot be read again must not be written: sums can grow out of bounds.
    _ledger(content, f"{path or ours} (merged)", retired=retired, optional=False)
    atomic.write(ours, content)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror}.", remedy="Nothing was merged.") from error


def _scoring(project: str | None, path: str, settings: tuple[str, ...]) -> Scoring:
    """What passes and failures weigh in the project whose record is merged; git names it from the top of the tree."""
    root = Path(path).absolute().parent.parent if path and project is None else projects.find(project).root
    # Where nothing is checked out, as on a server, there is no configuration either.
    return configuration.load(Project(root), flags=settings).scoring if root.is_dir() else Scoring()


def _merged_text(sides: list[Ledger], scoring: Scoring, *, retired: bool) -> bytes:
    try:
        result = merged(*sides, scoring=scoring)
        return retired_text(result) if retired else memory_text(result)
    except RecursionError:
        raise DamagedRecord(
            "A key of another tool is nested too deeply to be merged.", remedy="Merge by hand."
        ) from None


def _is_retired(path: str, ours: bytes) -> bool:
    """Whether it is retired.json: by its name, else by its content."""
    name = path.rpartition("/")[2]
    if name in ("memory.json", "retired.json"):
        return name == "retired.json"
    try:
        data = json.loads(ours)
    except (ValueError, RecursionError):
        return False  # reading it as memory.json will name the place
    return isinstance(data, dict) and isinstance(data.get("areas"), list)


def _ledger(content: bytes, shown: str, *, retired: bool, optional: bool) -> Ledger:
    if optional and not content.strip():
        return Ledger()
    return read_ledger(None, content, shown, shown) if retired else read_ledger(content, None, shown, shown)
