"""The project: where its root is, and where each record of it lies."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from hardwon.errors import UsageError
from hardwon.store import reading
from hardwon.text.plain import one_line

STATE = ".hardwon"
CONFIG = "hardwon.yaml"
ADOPTED_AREAS = ".teststop"
ADOPTED_OBSERVATIONS = "agent-qa-memory"

_HEADING = rb"""(?m)^\s*\[+\s*tool\s*\.\s*["']?hardwon\b"""
_MARKING_FOLDERS = (STATE, ADOPTED_AREAS, ADOPTED_OBSERVATIONS)
_MARKERS = (CONFIG, ".git")
LARGEST_PYPROJECT = 10_000_000


@dataclass(frozen=True, slots=True)
class Project:
    """A project root and the places below it; nothing is created by asking."""

    root: Path

    @property
    def state(self) -> Path:
        return self.root / STATE

    @property
    def areas_folder(self) -> Path:
        """Folder of memory.json and retired.json: ours, or another tool's where that is the one in use."""
        adopted = self.root / ADOPTED_AREAS
        if (adopted / "memory.json").exists() and not (self.state / "memory.json").exists():
            return adopted
        return self.state

    @property
    def observations_folder(self) -> Path:
        """Folder of the observations where the configuration names none."""
        adopted = self.root / ADOPTED_OBSERVATIONS
        own = self.state / "observations"
        return adopted if adopted.is_dir() and not own.exists() else own

    @property
    def runs(self) -> Path:
        return self.state / "runs"

    @property
    def outcomes(self) -> Path:
        """Folder of what the breaker rests on: where an earlier release has begun it, it stays where it is.

        It is hidden: whoever lists runs/, or takes the last name in it, means runs.
        """
        former, own = self.runs / "outcomes", self.runs / ".outcomes"
        return former if former.is_dir() and not own.exists() else own

    @property
    def rosters(self) -> Path:
        """Folder of what is known of the tests of each area: beside the runs, hidden as the outcomes are."""
        return self.runs / ".rosters"

    @property
    def product(self) -> str:
        """What the product is called where nothing names it: as the folder, whose name need not be one of a product."""
        return self.root.name.strip(". ") or "product"

    @property
    def cache(self) -> Path:
        return self.state / "cache"

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
    """The nearest folder, going up, that is a project; else the folder itself."""
    folder = folder.resolve()
    return Project(next((each for each in (folder, *folder.parents) if _is_root(each)), folder))


def _is_root(folder: Path) -> bool:
    return (
        any((folder / name).is_dir() for name in _MARKING_FOLDERS)
        or any((folder / name).exists() for name in _MARKERS)
        or has_table(folder / "pyproject.toml")
    )


def has_table(pyproject: Path) -> bool:
    """Whether a pyproject.toml configures hardwon."""
    try:
        text = reading.content(pyproject, LARGEST_PYPROJECT)
    except OSError:
        return False
    # Parsing costs more than all else on start-up, so only a file that mentions us is parsed.
    return b"hardwon" in text and _configures(text)


def _configures(text: bytes) -> bool:
    import tomllib  # noqa: PLC0415 - only where a pyproject.toml mentions hardwon

    try:
        tool = tomllib.loads(text.decode()).get("tool")
    except (ValueError, RecursionError):
        # Broken, or not UTF-8. Its headings tell whether that concerns us: then it must not be passed over in silence.
        return re.search(_HEADING, text) is not None
    return isinstance(tool, dict) and "hardwon" in tool


def wants_traceback() -> bool:
    """Whether HARDWON_DEBUG asks for the traceback of an error instead of a sentence."""
    return os.environ.get("HARDWON_DEBUG", "0") not in ("", "0")
