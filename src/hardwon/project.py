"""The project: where its root is, and where each record of it lies."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from hardwon.errors import UsageError

STATE = ".hardwon"
CONFIG = "hardwon.yaml"
ADOPTED_AREAS = ".teststop"
ADOPTED_OBSERVATIONS = "agent-qa-memory"

_MARKERS = (STATE, CONFIG, ADOPTED_AREAS, ADOPTED_OBSERVATIONS, ".git")


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
    def cache(self) -> Path:
        return self.state / "cache"

    def shown(self, path: Path) -> str:
        """The path as messages name it: relative to the root where it lies below."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else str(path)


def find(start: Path | str | None = None) -> Project:
    """The project of a folder given by a flag, by HARDWON_PROJECT, or found upwards from the working directory."""
    given = start or os.environ.get("HARDWON_PROJECT")
    if given:
        folder = Path(given).expanduser()
        if not folder.is_dir():
            raise UsageError(f"The project folder {folder} does not exist.", remedy="Name an existing folder.")
        return Project(folder.resolve())
    return enclosing(Path.cwd())


def enclosing(folder: Path) -> Project:
    """The nearest folder, going up, that is a project; else the folder itself."""
    folder = folder.resolve()
    return Project(next((each for each in (folder, *folder.parents) if _is_root(each)), folder))


def _is_root(folder: Path) -> bool:
    return any((folder / marker).exists() for marker in _MARKERS) or has_table(folder / "pyproject.toml")


def has_table(pyproject: Path) -> bool:
    """Whether a pyproject.toml configures hardwon."""
    try:
        text = pyproject.read_bytes()
    except OSError:
        return False
    # Parsing costs more than all else on start-up, so only a file that mentions us is parsed.
    return b"hardwon" in text and bool(read_table(text))


def read_table(text: bytes) -> bool:
    import tomllib  # noqa: PLC0415 - only where a pyproject.toml mentions hardwon

    try:
        tables = tomllib.loads(text.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError):
        return False
    tool = tables.get("tool")
    return isinstance(tool, dict) and "hardwon" in tool
