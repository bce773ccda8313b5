"""Checks on what surrounds the records: environment, git, and files that do not belong there."""

from __future__ import annotations

import shlex
import shutil
from typing import TYPE_CHECKING

from hardwon.areas.merge import DRIVER
from hardwon.areas.overview import WITHOUT_GIT
from hardwon.doctor.examined import ENVIRONMENT, Disagreement, Note
from hardwon.errors import GitError
from hardwon.project import git
from hardwon.project.config_files import unread
from hardwon.project.environment import misspelt
from hardwon.store import atomic, folders, reading
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hardwon.doctor.examined import Examined

LARGEST_FILE = 3_000_000


def files_of_others(examined: Examined) -> Iterator[Note]:
    """Settings of another tool that lie here are not read."""
    for name in unread(examined.project, examined.config.adopted):
        yield Note(path=name, reason="is another tool's and is not read; hardwon.yaml is, `hardwon init` writes one")


def misspelt_variables(examined: Examined) -> Iterator[Disagreement]:
    """No environment variable looks like a setting and is none."""
    for name, meant in misspelt(examined.environ):
        reason = f"{one_line(name, 80)} is not a setting and has no effect; did you mean {meant}?"
        yield Disagreement(path=ENVIRONMENT, reason=reason)


def ignored_files(examined: Examined) -> Iterator[Disagreement]:
    """The state folder keeps what is local out of git."""
    state = examined.project.state
    if reason := folders.flaw(state):
        yield examined.finding(state / folders.FILE, reason)


def leftovers(examined: Examined) -> Iterator[Disagreement]:
    """No writer was killed and left its temporary file behind."""
    project = examined.project
    places = (project.state, project.areas_folder, examined.config.observations_folder(project))
    found = {path for folder in places for path in atomic.leftovers(folder)}
    for path in sorted(found.union(atomic.leftovers(project.root, deep=False))):
        yield examined.finding(path, "is left over from a writer that was killed; the record is whole, delete this")


def git_answers(examined: Examined) -> Iterator[Disagreement]:
    """Git tells what was tested, where there is a checkout."""
    if why := git.refusal(examined.project.root):
        yield Disagreement(path=".git", reason=f"{why}: {WITHOUT_GIT}")


def merge_driver(examined: Examined) -> Iterator[Disagreement]:
    """Where .gitattributes names the merge driver, this clone knows how to call it."""
    path = examined.project.root / ".gitattributes"
    if f"merge={DRIVER}".encode() not in _start_of(path):
        return
    root = examined.project.root
    try:
        git.ask(root, "rev-parse", "--is-inside-work-tree")
        driver = git.ask(root, "config", "--default", "", "--get", f"merge.{DRIVER}.driver").strip()
    except GitError:
        return  # outside of git the file means nothing
    remedy = "`hardwon init --git` sets it up, once in each clone"
    if not driver:
        yield examined.finding(path, f"names the merge driver {DRIVER!r}, which this clone does not have: {remedy}")
    elif shutil.which(program := _program(driver)) is None:
        yield examined.finding(path, f"names a merge driver that cannot be run ({one_line(program, 80)}): {remedy}")


def _program(driver: str) -> str:
    try:
        return shlex.split(driver)[0].replace("%%", "%")
    except ValueError:
        return driver


def _start_of(path: Path) -> bytes:
    try:
        with reading.opened(path, follow=True) as file:
            return file.read(LARGEST_FILE)
    except OSError:
        return b""  # no such file, or not for us to read: then it has no effect on us either
