"""The command that sets a project up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from hardwon.cli import merge_driver
from hardwon.cli.common import command, note, show_json, with_memory
from hardwon.cli.merge_driver import ATTRIBUTES
from hardwon.errors import StorageError
from hardwon.project import codeowners, layout
from hardwon.project.guess import guess
from hardwon.project.root import CONFIG
from hardwon.project.starter import starter
from hardwon.store import atomic
from hardwon.text.plain import counted, first_of

if TYPE_CHECKING:
    from hardwon.memory import Memory

SHOWN_AREAS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class _Setup:
    """What init did, and what it left as it was."""

    created: list[str]
    changed: list[str]
    kept: list[str]
    areas: list[str]
    notes: list[str]


@command("init", example="hardwon init --git")
@click.option("--git", "with_git", is_flag=True, help="Let git merge area memory by itself in this clone.")
@with_memory
def init(memory: Memory, with_git: bool, as_json: bool) -> None:
    """Create the state folder and a first hardwon.yaml, with areas guessed from the tree."""
    root = memory.project.root
    if with_git:
        merge_driver.require_git(root)
    created = _prepare(memory)
    guessed = _write_config(memory)
    if guessed is not None:
        created.append(CONFIG)
    had_attributes = (root / ATTRIBUTES).exists()
    changed = merge_driver.set_up(memory) if with_git else []
    if ATTRIBUTES in changed and not had_attributes:
        changed.remove(ATTRIBUTES)
        created.append(ATTRIBUTES)
    areas = [rule.area for rule in memory.config.rules] if guessed is None else guessed
    setup = _Setup(
        created=created,
        changed=changed,
        kept=[_configured_in(memory)] if guessed is None else [],
        areas=list(dict.fromkeys(areas)),
        notes=merge_driver.notes(memory) if with_git else [],
    )
    if as_json:
        in_use = memory.project.shown(memory.store.where)
        show_json({key: getattr(setup, key) for key in ("created", "changed", "kept", "areas")} | {"memory": in_use})
    note("\n".join(_summary(memory, setup)), as_json=as_json)


def _prepare(memory: Memory) -> list[str]:
    """Make the state folder; what was not there before."""
    places = dict.fromkeys(folder / ".gitignore" for folder in (memory.project.state, memory.project.areas_folder))
    missing = [place for place in places if not place.exists()]
    memory.records.prepare()
    return [memory.project.shown(place) for place in missing]


def _configured_in(memory: Memory) -> str:
    file = memory.config.file
    return memory.project.shown(file) if file else CONFIG


def _write_config(memory: Memory) -> list[str] | None:
    """Write hardwon.yaml and give its areas; None where the project is configured already."""
    if memory.config.file:
        return None

    root = memory.project.root
    found = guess(layout.project_files(root), codeowners.read(root))
    try:
        atomic.create(root / CONFIG, starter(found).encode())
    except FileExistsError:
        return None
    except OSError as error:
        raise StorageError(
            f"Could not write {root / CONFIG}: {error.strerror}.", remedy="Check space and permissions."
        ) from error
    return [rule.area for rule in found.rules]


def _summary(memory: Memory, setup: _Setup) -> list[str]:
    project = memory.project
    lines = [f"Created {path}." for path in setup.created]
    lines += [f"Changed {what}." for what in setup.changed]
    lines += [f"Kept {path}: this project is configured there." for path in setup.kept]
    lines.append(_areas_line(setup.areas, _configured_in(memory)))
    adopted = "" if project.areas_folder == project.state else " (found here, and kept in its place)"
    lines.append(f"Area memory: {project.shown(memory.store.where)}{adopted}.")
    if project.observations_folder.is_dir():
        lines.append(f"Observations: {project.shown(project.observations_folder)}.")
    return lines + setup.notes


def _areas_line(areas: list[str], file: str) -> str:
    if not areas:
        return f"No areas yet: name them in {file}."
    return f"{counted(len(areas), 'area')} in {file}: {first_of(areas, SHOWN_AREAS)}."
