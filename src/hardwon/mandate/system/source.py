"""The files of a project tree, within bounds: never a link followed, never more read than the limits say."""

from __future__ import annotations

import ast
import json
import os
import warnings
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from hardwon.areas.rules import COMMON_FOLDERS, EXCLUDED_FOLDERS
from hardwon.mandate.system.python_code import Code
from hardwon.store import reading
from hardwon.text import toml

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOST_FILES = 20_000
"""Files of a tree that are looked at, by name."""

MOST_BYTES = 40_000_000
"""Bytes of a tree that are read."""

LARGEST_FILE = 500_000
"""A longer source file is generated, as a rule, and is not read."""

INSTALLED_FOLDERS = EXCLUDED_FOLDERS | {"bower_components", "dist", "site-packages", "vendor"}
"""Never looked into: version control, caches, and what others wrote."""

BESIDE_THE_SYSTEM = (COMMON_FOLDERS - {"src"}) | {
    "bench",
    "benchmarks",
    "doc",
    "docs",
    "example",
    "examples",
    "fixtures",
    "samples",
}
"""Folders about the system rather than of it: what they define is no part of what is to be tested."""

ENVIRONMENT_MARK = "pyvenv.cfg"
"""The file that a virtual environment has, whatever its folder is called."""


@dataclass
class Source:
    """One file, read once and parsed at most once for all recognisers."""

    path: str
    """Relative, with forward slashes."""

    content: bytes

    unread_as: set[str] = field(default_factory=set)
    """Languages that a recogniser expected here, and that this is not."""

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]

    @cached_property
    def text(self) -> str:
        return self.content.decode("utf-8-sig", "replace")

    @cached_property
    def python(self) -> Code | None:
        """The code; None where this is no Python that the running version can read."""
        try:
            with warnings.catch_warnings():
                # What Python has to say about the project's style is none of our business.
                warnings.simplefilter("ignore")
                return Code(self.path, ast.parse(self.content))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            self.unread_as.add("Python")
            return None

    @cached_property
    def json(self) -> dict[str, Any]:
        """The object that the file holds; an empty one where it holds none."""
        try:
            loaded = json.loads(self.content.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            loaded = None
        return self._table(loaded, "JSON")

    @cached_property
    def toml(self) -> dict[str, Any]:
        """The tables of the file; none where it holds none."""
        try:
            loaded = toml.read(self.content.decode("utf-8-sig"))
        except ValueError:
            loaded = None
        return self._table(loaded, "TOML")

    def _table(self, loaded: Any, language: str) -> dict[str, Any]:
        if isinstance(loaded, dict):
            return loaded
        self.unread_as.add(language)
        return {}


class SourceTree:
    """The files of a project, listed once in a fixed order, and what had to be left out."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._bytes = 0
        self.left_out: Counter[str] = Counter()
        self.files = list(self._listed())

    def read(self, path: str) -> Source | None:
        """The file; None, and counted, where it is too large or cannot be read."""
        try:
            content = reading.content(self._root / path, LARGEST_FILE)
        except OSError as error:
            self.left_out["large" if isinstance(error, reading.TooLarge) else "unreadable"] += 1
            return None
        if self._bytes + len(content) > MOST_BYTES:
            self.left_out["beyond"] += 1
            return None
        self._bytes += len(content)
        return Source(path, content)

    def _listed(self) -> Iterator[str]:
        seen = 0
        folders = [""]
        while folders:
            folder = folders.pop()
            entries = self._entries(folder)
            if folder and any(entry.name == ENVIRONMENT_MARK for entry in entries):
                continue
            inner = []
            for entry in entries:
                path = f"{folder}/{entry.name}" if folder else entry.name
                if entry.is_dir(follow_symlinks=False):
                    inner += [path] if entry.name not in INSTALLED_FOLDERS else []
                elif entry.is_file(follow_symlinks=False):
                    if seen == MOST_FILES:
                        self.left_out["tree"] = 1
                        return
                    seen += 1
                    yield path
            folders += reversed(inner)

    def _entries(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(self._root / folder) as entries:
                return sorted(entries, key=lambda entry: entry.name)
        except OSError:
            self.left_out["folders"] += 1
            return []


def is_beside(path: str) -> bool:
    """Whether the file is about the system (a test, an example, documentation) rather than part of it."""
    *folders, name = path.lower().split("/")
    stem = name.partition(".")[0]
    return (
        not BESIDE_THE_SYSTEM.isdisjoint(folders)
        or name == "conftest.py"
        or stem.startswith("test_")
        or stem.endswith("_test")
        or ".test." in name
        or ".spec." in name
    )
