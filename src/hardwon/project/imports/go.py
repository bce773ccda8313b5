"""Which sources a Go test ties its area to: those of its package that declare what it uses, and packages it imports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.project.layout import name_of, parent_of
from hardwon.project.test_files import shared_folders

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from hardwon.project.imports.texts import Texts

_MODULE = re.compile(r'^module\s+"?([^\s"]+)', re.MULTILINE)
_IMPORTS = re.compile(r'^import\s*(?:\(([^)]{0,100000})\)|(?:[\w.]+\s+)?("[^"\n]+"))', re.MULTILINE)
_QUOTED = re.compile(r'^\s*(?:([\w.]+)\s+)?"([^"\n]+)"', re.MULTILINE)
_DECLARED = re.compile(r"^(?:func|type|var|const)\s+(\w+)", re.MULTILINE)
_BLOCK = re.compile(r"^(?:var|const|type)\s*\(\n(.{0,200000}?)^\)", re.MULTILINE | re.DOTALL)
_FIRST = re.compile(r"^\t(\w+)", re.MULTILINE)
_NAME = re.compile(r"[A-Za-z_]\w*")
_USED = re.compile(r"\b([A-Za-z_]\w*)\.([A-Z]\w*)")
_VERSION = re.compile(r"v\d+")


class GoTies:
    """The Go files of a project by folder, which is a package."""

    def __init__(self, files: Iterable[str], sources: Collection[str], texts: Texts) -> None:
        self._texts = texts
        self._sources: dict[str, list[str]] = {}
        modules = []
        for path in files:
            if path.endswith(".go") and path in sources:
                self._sources.setdefault(parent_of(path), []).append(path)
            elif name_of(path) == "go.mod":
                modules.append(path)
        self.modules = {parent_of(path): name for path in modules if (name := self._module_name(path))}
        self._names: dict[str, frozenset[str]] = {}

    def _module_name(self, path: str) -> str:
        found = _MODULE.search(self._texts.text(path))
        return found[1] if found else ""

    def of(self, test: str) -> frozenset[str]:
        """The sources that a test file is tied to."""
        text = self._texts.text(test)
        found = set(self._declaring(parent_of(test), set(_NAME.findall(text))))
        used: dict[str, set[str]] = {}
        for package, name in _USED.findall(text):
            used.setdefault(package, set()).add(name)
        for alias, target in _imports(text):
            folder = self._folder(target, test)
            if folder is not None and self._sources.get(folder):
                names = used.get(alias or _package_name(target))
                found.update((names and self._declaring(folder, names)) or self._sources[folder])
        return frozenset(found)

    def used_by(self, source: str) -> frozenset[str]:
        """The sources that a source works with."""
        return self.of(source) - {source}

    def _declaring(self, folder: str, names: set[str]) -> list[str]:
        """The files of a package that declare one of the names."""
        return [path for path in self._sources.get(folder, ()) if not self._declared(path).isdisjoint(names)]

    def _declared(self, path: str) -> frozenset[str]:
        if path not in self._names:
            text = self._texts.text(path)
            blocks = (name for block in _BLOCK.findall(text) for name in _FIRST.findall(block))
            self._names[path] = frozenset(_DECLARED.findall(text)).union(blocks) - {"init", "main", "_"}
        return self._names[path]

    def _folder(self, target: str, test: str) -> str | None:
        """The folder of an imported package; None if it is not of this project."""
        for place, module in sorted(self.modules.items(), key=lambda each: -shared_folders(each[0], test)):
            if target == module or target.startswith(f"{module}/"):
                return f"{place}/{target[len(module) :].strip('/')}".strip("/")
        return None


def _imports(text: str) -> list[tuple[str, str]]:
    """Each imported package with the name that the file gives to it, if any."""
    found = []
    for block, single in _IMPORTS.findall(text):
        found += _QUOTED.findall(block or single)
    return found


def _package_name(target: str) -> str:
    *_, before, last = ["", *target.split("/")]
    return (before if _VERSION.fullmatch(last) else last).removeprefix("go-").replace("-", "_")
