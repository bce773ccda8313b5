"""The project: where its root is, and where each record of it lies.

Whoever wrote a clone may have put links into it. A folder of records may be reached through one only if it ends in the
project; every place below is asked for here, so this is checked once. What is checked is taken to stay as it is: a
clone does not change while it is being read.
"""

from __future__ import annotations

import errno
import os
import re
import shlex
from dataclasses import dataclass
from os.path import lexists
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.errors import LeadsOut, NotGranted, UsageError
from hardwon.store import reading
from hardwon.text import toml
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

STATE = ".hardwon"
CONFIG = "hardwon.yaml"
ADOPTED_AREAS = ".teststop"
ADOPTED_OBSERVATIONS = "agent-qa-memory"

_HEADING = rb"""(?m)^[ \t]*+\[++[ \t]*+tool[ \t]*+\.[ \t]*+["']?hardwon\b"""
_MARKING_FOLDERS = (STATE, ADOPTED_AREAS, ADOPTED_OBSERVATIONS)
_MARKERS = (CONFIG, ".git")
LARGEST_PYPROJECT = 10_000_000
MOST_LINKS = 40
"""Links on the way to one file, as many as the system itself follows."""


@dataclass(frozen=True, slots=True)
class Project:
    """A project root and the places below it, LeadsOut where a link leaves it; nothing is created by asking."""

    root: Path

    @property
    def state(self) -> Path:
        return self.inside(self.root / STATE)

    def inside(self, folder: Path) -> Path:
        """The folder, once it is sure that it lies in the project, links followed; LeadsOut if it does not."""
        if not leads_inside(self.root, folder):
            raise LeadsOut(self.shown(folder))
        return folder

    @property
    def areas_folder(self) -> Path:
        """Folder of memory.json and retired.json: ours, or another tool's where that is the one in use."""
        adopted, own = self.root / ADOPTED_AREAS, self.state
        if adopted.is_dir() and not lexists(own / "memory.json"):
            return self.inside(adopted)
        return own

    @property
    def is_of_somebody_else(self) -> bool:
        """Whether it lies in a checkout of another user: then git refuses to answer, unless it is told not to."""
        try:
            git = next((each / ".git" for each in (self.root, *self.root.parents) if lexists(each / ".git")), None)
            return git is not None and {git.stat().st_uid, git.parent.stat().st_uid} != {os.geteuid()}
        except OSError:
            return False  # who cannot look at it cannot ask git either, and that is said elsewhere

    @property
    def beside(self) -> Path | None:
        """The file of what is ours, where the areas live in another tool's folder."""
        return None if self.areas_folder == self.state else self.state / "beside.json"

    @property
    def unused_areas(self) -> Path | None:
        """memory.json of another tool which lies here and is not read, since ours is there too."""
        other = self.root / ADOPTED_AREAS / "memory.json"
        return other if other.exists() and self.areas_folder != other.parent else None

    @property
    def observations_folder(self) -> Path:
        """Folder of the observations where the configuration names none."""
        adopted = self.root / ADOPTED_OBSERVATIONS
        own = self.state / "observations"
        return self.inside(adopted if adopted.is_dir() and not lexists(own) else own)

    @property
    def second_observations(self) -> Path | None:
        """The folder of another tool's observations, where ours is there too."""
        other = self.root / ADOPTED_OBSERVATIONS
        return other if other.is_dir() and (self.state / "observations").is_dir() else None

    @property
    def runs(self) -> Path:
        return self.inside(self.state / "runs")

    @property
    def outcomes(self) -> Path:
        """Folder of what the breaker rests on: where an earlier release has begun it, it stays where it is.

        It is hidden: whoever lists runs/, or takes the last name in it, means runs.
        """
        former, own = self.runs / "outcomes", self.runs / ".outcomes"
        return self.inside(former if former.is_dir() and not lexists(own) else own)

    @property
    def quarantine(self) -> Path:
        return self.inside(self.state / "quarantine")

    @property
    def local_areas(self) -> Path:
        """Log of the verdicts that stay on this machine."""
        return self.inside(self.state / "local") / "areas.jsonl"

    @property
    def rosters(self) -> Path:
        """Folder of what is known of the tests of each area: beside the runs, hidden as the outcomes are."""
        return self.inside(self.runs / ".rosters")

    @property
    def product(self) -> str:
        """What the product is called where nothing names it: as the folder, whose name need not be one of a product."""
        return self.root.name.strip(". ") or "product"

    @property
    def cache(self) -> Path:
        return self.inside(self.state / "cache")

    def cache_file(self, name: str) -> Path | None:
        """The file of a cache; None where that leads out of the project: what can be made anew is done without."""
        try:
            return self.cache / name
        except LeadsOut:
            return None

    @property
    def has_waiting(self) -> bool:
        """Whether something of this machine may wait for a server that was away."""
        return os.path.isdir(self.state / "local" / "team")  # noqa: PTH112 - asked by every command

    def shown(self, where: Path | str) -> str:
        """The place as messages name it: a path below the root relative to it, anything else as it is."""
        path = Path(where)
        if isinstance(where, str) and not path.is_absolute():
            return where
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else str(path)


def find(start: Path | str | None = None) -> Project:
    """The project of a folder given by a flag, by HARDWON_PROJECT, or found upwards from the working directory."""
    given = start if start is not None else os.environ.get("HARDWON_PROJECT") or None
    return around() if given is None else Project(_folder(given))


def around(folder: Path | str | None = None) -> Project:
    """The project that a folder lies in; without one, the working directory's."""
    if folder is not None:
        return enclosing(_folder(folder))
    try:
        return enclosing(Path.cwd())
    except FileNotFoundError:
        raise UsageError("The working directory does not exist any more.", remedy="Change to another.") from None


def _folder(name: Path | str) -> Path:
    folder = os.path.expanduser(name)  # noqa: PTH111 - unlike Path.expanduser it leaves a user it does not know
    if not os.path.isdir(folder):  # noqa: PTH112 - unlike Path.is_dir it takes any name for no folder
        raise UsageError(f"There is no project folder {one_line(str(name))!r}.", remedy="Name an existing folder.")
    return Path(folder).resolve()


def enclosing(folder: Path) -> Project:
    """The nearest folder, going up, that is a project; else the folder itself. NotGranted if another user made it one.

    Anybody may put a file into a folder as `/tmp`, above the folders of others.
    """
    folder = folder.resolve()
    found = next((each for each in (folder, *folder.parents) if _is_root(each)), folder)
    if found != folder and (mark := _of_another_user(found, folder)):
        raise NotGranted(
            f"{one_line(str(mark))} belongs to another user, and would make {one_line(str(found))} the project.",
            remedy="`--project .`, or a hardwon.yaml of its own, takes the folder you are in; "
            f"`--project {shlex.quote(one_line(str(found)))}` that one.",
        )
    return Project(found)


def _is_root(folder: Path) -> bool:
    return next(_marks(folder), None) is not None


def _marks(folder: Path) -> Iterator[Path]:
    """What makes a folder a project."""
    yield from (folder / name for name in _MARKING_FOLDERS if (folder / name).is_dir())
    yield from (folder / name for name in _MARKERS if (folder / name).exists())
    if has_table(folder / "pyproject.toml"):
        yield folder / "pyproject.toml"


def _of_another_user(root: Path, start: Path) -> Path | None:
    """A mark in a root above that neither this user made, nor the system, nor whoever owns the folder we are in."""
    known = {0, os.geteuid(), start.stat().st_uid}
    return next((mark for mark in _marks(root) if mark.lstat().st_uid not in known), None)


def leads_inside(root: Path, path: Path) -> bool:
    """Whether a path ends up below the root, links followed, and not in git's own folder."""
    try:
        inner = path.resolve().relative_to(root.resolve()).parts
    except (OSError, RuntimeError, ValueError):
        return False  # outside, a loop of links, or a name that no file can have
    return ".git" not in map(str.lower, inner)


def link_on_the_way(root: Path, path: Path) -> Path | None:
    """The first link that lies in the project and is followed to reach a path; None if there is none.

    Links outside are the user's own: `/tmp`, or a link to the whole project. OSError if they never end.
    """
    root, place = root.resolve(), Path(path.anchor or Path.cwd())
    ahead = [part for part in reversed(path.parts) if part != path.anchor]
    followed = 0
    while ahead:
        part = ahead.pop()
        step = place.parent if part == ".." else place / part
        if not step.is_symlink():
            place = step
            continue
        if place.is_relative_to(root):
            return step
        followed += 1
        if followed > MOST_LINKS:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        target = step.readlink()
        place = Path(target.anchor) if target.anchor else place
        ahead += [part for part in reversed(target.parts) if part != target.anchor]
    return None


def has_table(pyproject: Path) -> bool:
    """Whether a pyproject.toml configures hardwon."""
    try:
        text = reading.content(pyproject, LARGEST_PYPROJECT, follow=True)
    except OSError:
        return False
    # Parsing costs more than all else on start-up, so only a file that mentions us is parsed.
    return b"hardwon" in text and _configures(text)


def _configures(text: bytes) -> bool:
    try:
        tool = toml.read(text.decode()).get("tool")
    except ValueError:
        # Broken, not UTF-8, or more than anybody writes.
        # Its headings tell whether that concerns us: then it must not be passed over in silence.
        return re.search(_HEADING, text) is not None
    return isinstance(tool, dict) and "hardwon" in tool


def wants_traceback() -> bool:
    """Whether HARDWON_DEBUG asks for the traceback of an error instead of a sentence."""
    return os.environ.get("HARDWON_DEBUG", "0") not in ("", "0")
