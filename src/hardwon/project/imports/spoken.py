"""Spoken names: which files have the name of another in a text: they may run, read or load it without an import.

    a script that is called by its path       [sys.executable, ROOT / "shop" / "tool.py"]
    a template that is opened                 render("mail.html")
    a module that is run                      [sys.executable, "-m", "shop.tool"]
    a plugin that is loaded by its name       price("gold"), and somewhere import_module("shop.rates." + name)
    a package that is looked through          pkgutil.iter_modules(__path__)

More files than really do, for the name may mean something else; a name that is put together is not found.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from hardwon.project.layout import SOURCE_ENDINGS, folders_above, mark_of, name_of, parent_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hardwon.project.imports.texts import Texts

_QUOTED = re.compile(rb"""(?<![^\s"'`/\\])([^\s"'`/\\]++)["'`]""")  # tried once for each word, however long it is
_RUNS = re.compile(rb"""["']-m["']""")
_LOADS = re.compile(
    rb"""\b(?:import_module|__import__)\(\s*(?!["'][\w.]+["']\s*[,)])"""  # not of a name that is spelled out
    rb"""|\b(?:entry_points|run_module|run_path|spec_from_file_location|load_setuptools_entrypoints)\("""
    rb"""|\b(?:import|require)\(\s*(?:`[^`]*\$\{|["'][^"'\n]*["']\s*\+|[^\s"'`)])"""
)
_LOOKS_THROUGH = re.compile(rb"\b(?:iter_modules|walk_packages)\b")
_LOOKED_AT = re.compile(rb"""(?:(\w+)\.|(?<![\w."']))__path__\b(?!["'])""")
_WHOLE = frozenset({"__init__", "__main__"})
"""Modules that are loaded by the name of their package."""


class Spoken:
    """The texts of a project's sources and tests."""

    def __init__(self, files: Iterable[str], texts: Texts) -> None:
        self._files = tuple(path for path in files if path.rpartition(".")[2] in SOURCE_ENDINGS)
        self._texts = texts
        self._through: dict[str, set[str]] = {}
        """Names of packages, with the files that look through them."""

        self._through_own: dict[str, set[str]] = {}
        """Folders, with their files that look through them."""

        self._loading_itself: set[str] = set()
        """Files that run or load modules of which they have the name."""

        self._loading: set[str] = set()
        """Folders with a source that loads modules of which others have the name."""

    def of(self, path: str) -> set[str]:
        """The files that have the name of a file in a text, or look through the package that it lies in."""
        said = self._said
        found = set(said.get(name_of(path), ()))
        if path.rpartition(".")[2] in SOURCE_ENDINGS:
            named = said.get(_module(path), set())
            above = ("", *folders_above(path))
            found |= named & self._loading_itself if self._loading.isdisjoint(above) else named
            for folder in above:
                found |= self._through.get(name_of(folder), set()) | self._through_own.get(folder, set())
        return found - {path}

    @cached_property
    def _said(self) -> dict[str, set[str]]:
        """What stands at the end of quoted texts, with the files in which it does."""
        said: dict[str, set[str]] = {}
        for path in self._files:
            text = self._texts.content(path) or b""
            for name in _names(text):
                said.setdefault(name, set()).add(path)
            if _LOADS.search(text) and not mark_of(path):
                self._loading.add(parent_of(path))
            elif _RUNS.search(text) or _LOADS.search(text):
                self._loading_itself.add(path)
            if _LOOKS_THROUGH.search(text):
                for package in _LOOKED_AT.findall(text):
                    if package:
                        self._through.setdefault(package.decode("utf-8", "replace"), set()).add(path)
                    else:
                        self._through_own.setdefault(parent_of(path), set()).add(path)
        return said


def _names(text: bytes) -> Iterator[str]:
    """The last parts of paths, and the last names of modules: `tool.py`, `tool` of `shop.tool:main`."""
    for each in set(_QUOTED.findall(text)):
        name = each.decode("utf-8", "replace")
        yield name
        yield name.partition(":")[0].rpartition(".")[2]


def _module(path: str) -> str:
    stem = name_of(path).rpartition(".")[0]
    return name_of(parent_of(path)) if stem in _WHOLE else stem
