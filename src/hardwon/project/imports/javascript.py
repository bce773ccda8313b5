"""Which sources a JavaScript or TypeScript test ties its area to: what it imports, through index files and helpers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.project.imports.script_packages import ScriptPackages
from hardwon.project.imports.script_text import DEFAULT, WHOLE, Script, script_of
from hardwon.project.layout import name_of, parent_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from hardwon.project.imports.texts import Texts

ENDINGS = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte")
_BUILT = re.compile(r"\.([cm]?)jsx?$")
"""Endings that TypeScript writes in imports of files that are still .ts."""

_DEEPEST = 6
_THIN = 2_000
_MOST_HELPERS = 200


class ScriptTies:
    """The scripts of a project, and who imports whom."""

    def __init__(self, files: Iterable[str], sources: Collection[str], texts: Texts) -> None:
        files = list(files)
        self._files = {path for path in files if path.endswith(ENDINGS) and not path.endswith(".d.ts")}
        self._sources = sources
        self._texts = texts
        self._packages = ScriptPackages(files, texts)
        self._hubs = {found for each in self._packages.mains() if (found := self._file(each))}
        self._scripts: dict[str, Script] = {}
        self._thin: set[str] = set()
        self.passed: set[str] = set()
        """Sources that only handed a name on."""

    def of(self, test: str) -> frozenset[str]:
        """The sources that a test file is tied to."""
        found: set[str] = set()
        helpers = [test]
        for path in helpers:
            for source in self._imported(path):
                if source in self._sources:
                    found.add(source)
                elif source not in helpers and len(helpers) < _MOST_HELPERS:
                    helpers.append(source)
        return frozenset(found)

    def used_by(self, source: str) -> frozenset[str]:
        """The sources that a source imports."""
        before = set(self.passed)
        found = {path for path in self._imported(source) if path in self._sources}
        self.passed = before
        return frozenset(found - {source})

    def _imported(self, path: str) -> Iterator[str]:
        script = self._script(path)
        for each in script.imports:
            target = self._target(each.source, path)
            if target is None:
                continue
            members = script.members.get(each.local) if each.name in (WHOLE, DEFAULT) else None
            for name in sorted(members) if members else (each.name,):
                yield from self._defining(target, name, 0)
        for source in (*script.stars, *(each.source for each in script.exports.values())):
            if target := self._target(source, path):
                yield target

    def _script(self, path: str) -> Script:
        if path not in self._scripts:
            text = self._texts.text(path)
            if len(text) <= _THIN:
                self._thin.add(path)
            self._scripts[path] = script_of(text)
        return self._scripts[path]

    def _target(self, source: str, context: str) -> str | None:
        source = source.partition("?")[0]
        if source.startswith("."):
            place = _relative(parent_of(context), source)
            return None if place is None else self._file(place)
        return next((found for each in self._packages.places(source, context) if (found := self._file(each))), None)

    def _file(self, place: str) -> str | None:
        """The file that a place names: itself, with an ending, or the index of the folder."""
        built = _BUILT.sub(r".\1ts", place)
        inner = f"{place}/index" if place else "index"
        wanted = (place, built, f"{built}x", *(f"{each}{ending}" for each in (place, inner) for ending in ENDINGS))
        return next((each for each in wanted if each in self._files), None)

    def _defining(self, path: str, name: str, depth: int) -> set[str]:
        """The files that define a name which a file offers."""
        if path not in self._sources or depth > _DEEPEST or not self._hands_on(path):
            return {path}
        script = self._script(path)
        handed = script.exports.get(name) or script.exports.get(WHOLE)
        if handed is not None:
            target = self._target(handed.source, path)
            if target is None:
                return {path}
            self.passed.add(path)
            inner = handed.name if name in script.exports else name
            return self._defining(target, inner, depth + 1)
        if name not in (WHOLE, DEFAULT) and name not in script.defined:
            for star in script.stars:
                target = self._target(star, path)
                if target is not None and self._offers(target, name, depth + 1):
                    self.passed.add(path)
                    return self._defining(target, name, depth + 1)
        return {path}

    def _offers(self, path: str, name: str, depth: int) -> bool:
        script = self._script(path)
        if name in script.defined or name in script.exports:
            return True
        inner = (self._target(star, path) for star in script.stars) if depth < _DEEPEST else ()
        return any(self._offers(each, name, depth + 1) for each in inner if each)

    def _hands_on(self, path: str) -> bool:
        if name_of(path).startswith("index.") or path in self._hubs:
            return True
        self._script(path)
        return path in self._thin


def _relative(folder: str, source: str) -> str | None:
    """The path that a relative import leads to; None if that is outside of the project."""
    parts = folder.split("/") if folder else []
    for part in source.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
