"""The driver by which git merges memory: the command that git calls, and how `init --git` tells git of it."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hardwon.areas.area import Scoring
from hardwon.areas.merge import DRIVER, RECORDS
from hardwon.cli.common import command, show_json, with_options
from hardwon.errors import GitError, MergeConflict, StorageError
from hardwon.project import config as configuration
from hardwon.project import git
from hardwon.project import root as projects
from hardwon.project.root import Project
from hardwon.store import atomic
from hardwon.store.merging import (
    BESIDE,
    ENDING,
    MEMORY,
    RETIRED,
    Versions,
    is_observation,
    merged_areas,
    merged_observation,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.memory import Memory

ATTRIBUTES = ".gitattributes"
ATTRIBUTES_COMMENT = "# Memory is merged by hardwon. Each clone needs `hardwon init --git` once."
DRIVER_KEY = f"merge.{DRIVER}.driver"
DRIVER_NAME = "memory: what both sides have proven and learned, by hardwon"


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


def set_up(memory: Memory) -> list[str]:
    """Tell git which files the driver merges, and how to call it; what that changed."""
    root = memory.project.root
    changed = [ATTRIBUTES] if _extend_attributes(root / ATTRIBUTES, (*RECORDS, *_configured(memory))) else []
    wanted = {DRIVER_KEY: _driver_command(), f"merge.{DRIVER}.name": DRIVER_NAME}
    for key, value in wanted.items():
        if git.ask(root, "config", "--default", "", "--get", key).strip() != value:
            git.ask(root, "config", "--replace-all", key, value)
            changed.append(f"git config {key}")
    return changed


def _configured(memory: Memory) -> Iterator[str]:
    """The observations where the configuration puts them, if that is in the project."""
    folder = memory.config.observations_folder(memory.project)
    named = memory.project.shown(folder)
    if folder.is_relative_to(memory.project.root) and not any(each.startswith(f"{named}/") for each in RECORDS):
        pattern = f"{named}/**/*{ENDING}"
        yield json.dumps(pattern, ensure_ascii=False) if re.search(r"\s", pattern) else pattern


def _extend_attributes(path: Path, records: Sequence[str]) -> bool:
    """Add the lines that are missing; whether any was."""
    content = path.read_bytes() if path.exists() else b""
    lines = content.decode("utf-8", "replace").splitlines()
    present = {tuple(line.split()) for line in lines}
    named = {words[0].removeprefix("/") for words in present if f"merge={DRIVER}" in words[1:]}
    missing = [each for each in records if each not in named and f"{each} merge={DRIVER}" not in lines]
    if not missing:
        return False
    gap = b"" if not content or content.endswith(b"\n") else b"\n"
    added = [ATTRIBUTES_COMMENT, *(f"{record} merge={DRIVER}" for record in missing), ""]
    atomic.write(path, content + gap + "\n".join(added).encode())
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
@with_options
def merge_driver(
    base: Path, ours: Path, theirs: Path, path: str, *, project: str | None, settings: tuple[str, ...], as_json: bool
) -> None:
    """Merge two versions of a record of areas or of an observation into OURS, as git asks for it.

    BASE is their common ancestor (it may be empty), PATH the name of the file in the project.
    """
    found = Versions(_content(base), _content(ours), _content(theirs))
    versions = found._replace(base=found.base if found.base and found.base.strip() else None)
    shown = path or str(ours)
    if shown.endswith(ENDING):
        content = _merged_observation(shown, versions, (ours, base, theirs))
    else:
        scoring = _scoring(project, path, settings)
        content = merged_areas(shown, versions, scoring, retired=_is_retired(path, found.ours or b""))
    atomic.write(ours, content or b"")
    if as_json:
        show_json({"path": shown, "merged": True})


def _merged_observation(shown: str, versions: Versions, files: tuple[Path, ...]) -> bytes | None:
    """The observation; where both sides edited the text, as git merges texts, with its marks where it cannot."""
    try:
        # git asks for a content: without any trust left it stays, and no step is given it.
        return merged_observation(shown, versions, may_go=False)
    except MergeConflict:
        labels = [part for side in ("ours", "base", "theirs") for part in ("-L", side)]
        with suppress(GitError):
            git.ask(Path.cwd(), "merge-file", "--quiet", *labels, *(str(file.absolute()) for file in files))
            content = _content(files[0])
            if content != versions.ours and is_observation(shown, content):
                return content
        raise


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


def _is_retired(path: str, ours: bytes) -> bool:
    """Whether it is retired.json: by its name, else by its content."""
    name = path.rpartition("/")[2]
    if name in (MEMORY, RETIRED, BESIDE):
        return name == RETIRED
    try:
        data = json.loads(ours)
    except (ValueError, RecursionError):
        return False  # reading it as memory.json will name the place
    return isinstance(data, dict) and isinstance(data.get("areas"), list)
