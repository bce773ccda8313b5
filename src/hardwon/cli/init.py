"""Commands that set a project up: init, and the merge driver that `init --git` tells git about."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hardwon.areas.area import Scoring
from hardwon.areas.ledger import Ledger, memory_text, read_ledger, retired_text
from hardwon.areas.merge import DRIVER, RECORDS, merged
from hardwon.cli.common import command, note, show_json, with_memory, with_options
from hardwon.errors import DamagedRecord, GitError, StorageError, UsageError
from hardwon.project import agent_clients, beginning, git
from hardwon.project import config as configuration
from hardwon.project import root as projects
from hardwon.project.agent_clients import CLIENTS, ClientSetup
from hardwon.project.root import CONFIG, Project
from hardwon.project.sources import source_files, uncovered
from hardwon.store import atomic
from hardwon.text.plain import counted, first_of, one_line

if TYPE_CHECKING:
    from hardwon.memory import Memory
    from hardwon.project.beginning import Beginning

ATTRIBUTES = ".gitattributes"
ATTRIBUTES_COMMENT = "# Area memory is merged by hardwon. Each clone needs `hardwon init --git` once."
DRIVER_KEY = f"merge.{DRIVER}.driver"
DRIVER_NAME = "area memory: what both sides have proven, by hardwon"
SHOWN_AREAS = 12
SHOWN_FILES = 5
SHOWN_UNREAD = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class _Setup:
    """What init did, and what it left as it was."""

    created: list[str]
    changed: list[str]
    kept: list[str]
    areas: list[str]
    uncovered: list[str]
    """Sources that no area covers."""

    unread: dict[str, str]
    """Files whose imports could not be read, with the reason."""

    notes: list[str]


@command("init", example="hardwon init --git")
@click.option("--git", "with_git", is_flag=True, help="Let git merge area memory by itself in this clone.")
@click.option("--agent", type=click.Choice([*CLIENTS]), help="Tell this coding agent of `hardwon mcp`.")
@click.option("--dry-run", is_flag=True, help="With --agent: show what its files would hold, and write nothing.")
@with_memory
def init(memory: Memory, with_git: bool, agent: str | None, dry_run: bool, as_json: bool) -> None:
    """Create the state folder and a first hardwon.yaml, with areas guessed from the tree."""
    root = memory.project.root
    if dry_run and agent is None:
        raise UsageError("--dry-run goes with --agent.", remedy="hardwon init --agent claude --dry-run")
    client = agent_clients.planned(root, agent) if agent else ClientSetup(files=())
    if dry_run:
        _rehearse(client, as_json=as_json)
        return
    if with_git:
        _require_git(root)
    created = _prepare(memory)
    begun = _write_config(memory)
    if begun is not None:
        created.append(CONFIG)
    had_attributes = (root / ATTRIBUTES).exists()
    changed = _set_up_merges(root) if with_git else []
    if ATTRIBUTES in changed and not had_attributes:
        changed.remove(ATTRIBUTES)
        created.append(ATTRIBUTES)
    client.write()
    created += [file.shown for file in client.files if file.is_new]
    changed += [file.shown for file in client.files if not file.is_new]
    config = memory.config
    rules, shared = (config.rules, config.shared) if begun is None else (begun.guess.rules, begun.guess.everywhere)
    setup = _Setup(
        created=created,
        changed=changed,
        kept=[_configured_in(memory)] if begun is None else [],
        areas=list(dict.fromkeys(rule.area for rule in rules)),
        uncovered=uncovered(source_files(root), rules, shared),
        unread={} if begun is None else dict(begun.ties.unread),
        notes=[*(_merge_notes(memory) if with_git else []), *client.notes],
    )
    if as_json:
        in_use = memory.project.shown(memory.store.where)
        keys = ("created", "changed", "kept", "areas", "uncovered", "unread")
        show_json({key: getattr(setup, key) for key in keys} | {"memory": in_use})
    note("\n".join(_summary(memory, setup)), as_json=as_json)


def _rehearse(client: ClientSetup, *, as_json: bool) -> None:
    """Show what a client's files would hold."""
    if as_json:
        files = [{"path": file.shown, "new": file.is_new, "content": file.content.decode()} for file in client.files]
        show_json({"files": files, "kept": list(client.kept), "notes": list(client.notes)})
        return
    for file in client.files:
        note(f"{'New' if file.is_new else 'Changed'}: {file.shown}\n\n{file.content.decode('utf-8', 'replace')}")
    note("\n".join([*(f"As it is: {file}" for file in client.kept), *client.notes, "Nothing was written."]))


def _prepare(memory: Memory) -> list[str]:
    """Make the state folder; what was not there before."""
    places = dict.fromkeys(folder / ".gitignore" for folder in (memory.project.state, memory.project.areas_folder))
    missing = [place for place in places if not place.exists()]
    memory.records.prepare()
    return [memory.project.shown(place) for place in missing]


def _configured_in(memory: Memory) -> str:
    file = memory.config.file
    return memory.project.shown(file) if file else CONFIG


def _write_config(memory: Memory) -> Beginning | None:
    """Write hardwon.yaml and give what it rests on; None where the project is configured already."""
    if memory.config.file:
        return None

    root = memory.project.root
    begun = beginning.of(root, list(memory.areas))
    try:
        atomic.create(root / CONFIG, begun.text.encode())
    except FileExistsError:
        return None
    except OSError as error:
        raise StorageError(
            f"Could not write {root / CONFIG}: {error.strerror}.", remedy="Check space and permissions."
        ) from error
    return begun


def _summary(memory: Memory, setup: _Setup) -> list[str]:
    project = memory.project
    lines = [f"Created {path}." for path in setup.created]
    lines += [f"Changed {what}." for what in setup.changed]
    lines += [f"Kept {path}: this project is configured there." for path in setup.kept]
    lines.append(_areas_line(setup.areas, _configured_in(memory)))
    lines += _gap_lines(setup)
    adopted = "" if project.areas_folder == project.state else " (found here, and kept in its place)"
    lines.append(f"Area memory: {project.shown(memory.store.where)}{adopted}.")
    if project.observations_folder.is_dir():
        lines.append(f"Observations: {project.shown(project.observations_folder)}.")
    return lines + setup.notes


def _areas_line(areas: list[str], file: str) -> str:
    if not areas:
        return f"No areas yet: name them in {file}."
    return f"{counted(len(areas), 'area')} in {file}: {first_of(areas, SHOWN_AREAS)}."


def _gap_lines(setup: _Setup) -> list[str]:
    """What the areas leave open."""
    lines = []
    if setup.uncovered:
        what = counted(len(setup.uncovered), "source file")
        are = "is" if len(setup.uncovered) == 1 else "are"
        lines.append(f"{what} {are} in no area's `paths`: {first_of(setup.uncovered, SHOWN_FILES)}.")
    if setup.unread:
        shown = [f"{one_line(path)} ({reason})" for path, reason in sorted(setup.unread.items())]
        lines.append(f"The imports of {counted(len(shown), 'file')} were not read: {first_of(shown, SHOWN_UNREAD)}.")
    return lines


def _merge_notes(memory: Memory) -> list[str]:
    """What git now does with the record in use, as git itself sees it."""
    record = memory.project.shown(memory.store.where)
    attribute = git.ask(memory.project.root, "check-attr", "-z", "merge", "--", record).split("\0")[2]
    if attribute != DRIVER:
        return [f"But another line of git's attributes gives {record} merge={attribute}: that one wins. Remove it."]
    return [f"git merges {record} through hardwon in this clone; every other clone needs `hardwon init --git` once."]


def _require_git(root: Path) -> None:
    inside = git.ask(root, "rev-parse", "--is-inside-work-tree", because=f"{root} is not in a git checkout")
    if inside.strip() != "true":
        raise GitError(f"{root} is not in a git work tree.", remedy="Call it in a checkout, or leave --git out.")
    if (root / ATTRIBUTES).is_symlink():
        raise GitError(
            f"{root / ATTRIBUTES} is a symbolic link, which git does not follow.",
            remedy="Make it a file, then try again.",
        )


def _set_up_merges(root: Path) -> list[str]:
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
