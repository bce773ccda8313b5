"""Which Python files may import a module, as their text says: more of them than really do, never fewer.

Whoever imports a module by its own name writes that name, and the name of the package that it lies in, unless he lies
in that package himself. Whoever has it by way of another file, which hands it on, writes the name of that file.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from hardwon.project.imports.python import INIT, import_roots
from hardwon.project.layout import name_of, parent_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from hardwon.project.imports.texts import Texts

CONFTEST = "conftest.py"
_WORD = re.compile(rb"[\w\x80-\xff]+")
_STAR = re.compile(rb"import[ \t\\]*\*")
_FROM_DOTS = re.compile(rb"from[\s\\]*\.[.\s\\]*import")
_MOST_SEARCHES = 40
"""Names that are looked for in each file: for more of them it is quicker to take all files apart into words."""


class Mentions:
    """The texts of the Python files of a project."""

    def __init__(self, files: Sequence[str], sources: Collection[str], texts: Texts) -> None:
        self._sources = sources
        self._texts = {path: texts.content(path) or b"" for path in files}
        self._roots = import_roots(files)
        self._found: dict[str, frozenset[str]] = {}
        self._inside: dict[str, frozenset[str]] = {}
        self._renamed: dict[str, bool] = {}

    def of(self, path: str) -> set[str]:
        """The files that may import what a file defines or hands on."""
        folder = parent_of(path)
        if name_of(path) == CONFTEST and path not in self._sources:
            return {*self._below(folder), *self._naming(CONFTEST[:-3], folder)} - {path}
        if name_of(path) != INIT:
            return self._naming(name_of(path).rpartition(".")[0], folder) - {path}
        inside = {each for each in self._below(folder) if _FROM_DOTS.search(self._texts[each])}
        return (inside | self._naming(name_of(folder), parent_of(folder))) - {path}

    def may_hand_on(self, path: str) -> bool:
        """Whether others may have from a file what it imports, although it is not a source that imports it itself."""
        return path not in self._sources or name_of(path) == INIT or bool(_STAR.search(self._texts[path]))

    def _naming(self, name: str, folder: str) -> set[str]:
        """The files that name a module in a folder."""
        package = name_of(folder)
        if folder in self._roots or self._is_renamed(package):
            return set(self._with(name))
        word = name.encode()
        near = self._with(package) | self._below(folder)
        return {path for path in near if word in self._texts[path] or not name.isascii()}

    def _is_renamed(self, package: str) -> bool:
        """Whether some file gives another name to a package: then its own need not be written elsewhere."""
        if package not in self._renamed:
            renaming = re.compile(rb"\b%b[\s\\]+as\b" % re.escape(package.encode()))
            self._renamed[package] = any(renaming.search(self._texts[path]) for path in self._with(package))
        return self._renamed[package]

    def _below(self, folder: str) -> frozenset[str]:
        if folder not in self._inside:
            inside = f"{folder}/" if folder else ""
            self._inside[folder] = frozenset(path for path in self._texts if path.startswith(inside))
        return self._inside[folder]

    def _with(self, name: str) -> frozenset[str]:
        """The files with a name in their text; all of them, where Python may read other letters as the same name."""
        if name not in self._found:
            if not name.isascii() or not name:
                found = frozenset(self._texts)
            elif len(self._found) < _MOST_SEARCHES:
                word = name.encode()
                found = frozenset(path for path, text in self._texts.items() if word in text)
            else:
                found = frozenset(self._by_word.get(name.encode(), ()))
            self._found[name] = found
        return self._found[name]

    @cached_property
    def _by_word(self) -> dict[bytes, list[str]]:
        found: dict[bytes, list[str]] = {}
        for path, text in self._texts.items():
            for word in set(_WORD.findall(text)):
                found.setdefault(word, []).append(path)
        return found
