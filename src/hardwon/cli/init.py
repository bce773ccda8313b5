"""Commands that set a project up: init, and the merge driver that `init --git` tells git about."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from hardwon.areas.spellings import typed
from hardwon.cli import merge_driver
from hardwon.cli.common import command, note, show_json, tell, with_memory
from hardwon.cli.merge_driver import ATTRIBUTES
from hardwon.errors import StorageError, UsageError
from hardwon.project import agent_clients, beginning
from hardwon.project.agent_clients import CLIENTS, ClientFile, ClientSetup
from hardwon.project.root import CONFIG
from hardwon.project.sources import source_files, uncovered
from hardwon.store import atomic
from hardwon.text.plain import counted, first_of, one_line

if TYPE_CHECKING:
    from hardwon.memory import Memory
    from hardwon.project.beginning import Beginning

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

    unfit: list[str]
    """Areas that no rule can name."""

    notes: list[str]


@command("init", example="hardwon init --git")
@click.option("--git", "with_git", is_flag=True, help="Let git merge area memory by itself in this clone.")
@click.option(
    "--agent",
    "agents",
    type=click.Choice([*CLIENTS]),
    multiple=True,
    help="Tell this coding agent of `hardwon mcp`; may be given several times.",
)
@click.option("--dry-run", is_flag=True, help="With --agent: show what its files would hold, and write nothing.")
@with_memory
def init(memory: Memory, with_git: bool, agents: tuple[str, ...], dry_run: bool, as_json: bool) -> None:
    """Create the state folder and a first hardwon.yaml, with areas guessed from the tree."""
    root = memory.project.root
    if dry_run and not agents:
        raise UsageError("--dry-run goes with --agent.", remedy="hardwon init --agent claude --dry-run")
    client = agent_clients.planned(root, *agents)
    if dry_run:
        _rehearse(client, as_json=as_json)
        return
    if with_git:
        merge_driver.require_git(root)
    created = _prepare(memory)
    begun = _write_config(memory)
    if begun is not None:
        created.append(CONFIG)
    had_attributes = (root / ATTRIBUTES).exists()
    changed = merge_driver.set_up(memory) if with_git else []
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
        unfit=[] if begun is None else list(begun.unfit),
        notes=[*(merge_driver.notes(memory) if with_git else []), *client.notes],
    )
    if as_json:
        in_use = memory.project.shown(memory.store.where)
        keys = ("created", "changed", "kept", "areas", "uncovered", "unread")
        show_json({key: getattr(setup, key) for key in keys} | {"memory": in_use})
    tell("\n".join(_summary(memory, setup)), as_json=as_json)


def _rehearse(client: ClientSetup, *, as_json: bool) -> None:
    """Show what a client's files would hold."""
    if as_json:
        files = [{"path": file.shown, "new": file.is_new, "content": file.content.decode()} for file in client.files]
        show_json({"files": files, "kept": list(client.kept), "notes": list(client.notes)})
        return
    for file in client.files:
        note(f"{'New' if file.is_new else 'Changed'}: {file.shown}\n\n{_rehearsed(file)}")
    note("\n".join([*(f"As it is: {file}" for file in client.kept), *client.notes, "Nothing was written."]))


def _rehearsed(file: ClientFile) -> str:
    """What would come of a file: all of a new one, else the lines that differ."""
    after = file.content.decode("utf-8", "replace")
    if file.before is None:
        return after
    before = file.before.decode("utf-8", "replace")
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), file.shown, file.shown, lineterm="")
    return "\n".join(lines) + "\n"


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
        lines.append(f"{what} {are} in no area's `paths`, and not shared: {first_of(setup.uncovered, SHOWN_FILES)}.")
    if setup.unread:
        shown = [f"{one_line(path)} ({reason})" for path, reason in sorted(setup.unread.items())]
        lines.append(f"The imports of {counted(len(shown), 'file')} were not read: {first_of(shown, SHOWN_UNREAD)}.")
    if setup.unfit:
        whose = "1 area has a name" if len(setup.unfit) == 1 else f"{len(setup.unfit)} areas have names"
        lines.append(
            f"{whose} that no rule can have (one line of visible text, at most 200 characters):"
            f" hardwon areas rename {typed(setup.unfit[0])} NEW"
        )
    return lines
