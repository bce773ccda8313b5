"""How names of packages and aliases lead to files: package.json of each package in the tree, and tsconfig's paths."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from hardwon.project.layout import folders_above, name_of, parent_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hardwon.project.imports.texts import Texts

_LOOSE = re.compile(r"""("(?:[^"\\]|\\.)*+")|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|,(?=\s*[}\]])""")
"""Comments and commas before a closing bracket, which tsconfig.json may have."""

_CONDITIONS = ("source", "types", "import", "module", "require", "node", "default", "browser")
_MOST_PACKAGES = 500


class ScriptPackages:
    """The packages of a tree by name, and the aliases of each folder."""

    def __init__(self, files: Iterable[str], texts: Texts) -> None:
        self._texts = texts
        self._packages: dict[str, tuple[str, dict[str, Any]]] = {}
        self._configs: dict[str, str] = {}
        for path in files:
            if name_of(path) == "package.json" and len(self._packages) < _MOST_PACKAGES:
                self._add_package(path)
            elif name_of(path) in ("tsconfig.json", "jsconfig.json"):
                self._configs.setdefault(parent_of(path), path)
        self._aliases: dict[str, list[tuple[str, list[str]]]] = {}

    def _add_package(self, path: str) -> None:
        data = self._json(path)
        if isinstance(data.get("name"), str):
            self._packages.setdefault(data["name"], (parent_of(path), data))

    def _json(self, path: str) -> dict[str, Any]:
        text = self._texts.text(path)
        try:
            data = json.loads(_LOOSE.sub(lambda found: found[1] or "", text))
        except (ValueError, RecursionError):
            self._texts.unread.setdefault(path, "not readable as JSON")
            return {}
        return data if isinstance(data, dict) else {}

    def places(self, source: str, context: str) -> Iterator[str]:
        """The paths, without an ending perhaps, that a name in an import of a file may stand for."""
        yield from self._aliased(source, context)
        name = "/".join(source.split("/")[: 2 if source.startswith("@") else 1])
        if name in self._packages:
            folder, data = self._packages[name]
            inner = source[len(name) :].strip("/")
            wanted = [
                *_entry(data, inner),
                *([inner, f"src/{inner}"] if inner else ["src/index", "index", "lib/index"]),
            ]
            yield from (_joined(folder, each) for each in wanted)
        elif source.startswith("#"):
            for folder in (*folders_above(context), ""):
                for place, data in self._packages.values():
                    if place == folder and isinstance(data.get("imports"), dict):
                        yield from (_joined(folder, each) for each in _mapped(data["imports"], source))

    def mains(self) -> set[str]:
        """Where packages begin, as far as they say so: what others see of them is handed on there."""
        return {_joined(folder, each) for folder, data in self._packages.values() for each in _entry(data, "")}

    def _aliased(self, source: str, context: str) -> Iterator[str]:
        for folder in (*folders_above(context), ""):
            for pattern, targets in self._aliases_of(folder):
                head, star, tail = pattern.partition("*")
                fits = source.startswith(head) and source.endswith(tail) if star else source == pattern
                if fits:
                    middle = source[len(head) : len(source) - len(tail)] if star else ""
                    yield from (each.replace("*", middle) for each in targets)

    def _aliases_of(self, folder: str) -> list[tuple[str, list[str]]]:
        if folder not in self._aliases:
            self._aliases[folder] = list(self._read_aliases(folder)) if folder in self._configs else []
        return self._aliases[folder]

    def _read_aliases(self, folder: str) -> Iterator[tuple[str, list[str]]]:
        options = self._json(self._configs[folder]).get("compilerOptions")
        if not isinstance(options, dict):
            return
        base = options.get("baseUrl")
        home = _joined(folder, base) if isinstance(base, str) else folder
        paths = options.get("paths")
        for pattern, targets in paths.items() if isinstance(paths, dict) else ():
            if isinstance(targets, list):
                yield pattern, [_joined(home, each) for each in targets if isinstance(each, str)]
        if isinstance(base, str):
            yield "*", [_joined(home, "*")]


def _entry(data: dict[str, Any], inner: str) -> list[str]:
    """What package.json says where a package, or a part of it, begins."""
    exports = data.get("exports")
    found: list[str] = []
    if isinstance(exports, dict) and any(key.startswith(".") for key in exports):
        found = _mapped(exports, f"./{inner}" if inner else ".")
    elif not inner:
        found = _targets(exports)
    if not inner:
        found += [data[key] for key in ("source", "types", "module", "main") if isinstance(data.get(key), str)]
    return [each for path in found for each in (path, *_before_building(path))]


def _before_building(path: str) -> list[str]:
    """The source that a built file was made from, by the usual names of folders."""
    found = re.fullmatch(r"(?:\./)?(?:dist|build|lib|out|esm|cjs)/(?:esm/|cjs/|src/)?(.+?)(?:\.d)?\.[cm]?[jt]s", path)
    return [f"src/{found[1]}", found[1]] if found else []


def _mapped(table: dict[str, Any], key: str) -> list[str]:
    if key in table:
        return _targets(table[key])
    for pattern, value in table.items():
        head, star, tail = pattern.partition("*")
        if star and key.startswith(head) and key.endswith(tail):
            middle = key[len(head) : len(key) - len(tail)]
            return [each.replace("*", middle) for each in _targets(value)]
    return []


def _targets(value: Any, depth: int = 0) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict) and depth < len(_CONDITIONS):
        return [each for key in _CONDITIONS if key in value for each in _targets(value[key], depth + 1)]
    return []


def _joined(folder: str, path: str) -> str:
    """A path below a folder, without `.` and `..`; those that lead out of the root stay below it."""
    parts: list[str] = []
    for part in f"{folder}/{path}".split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in ("", ".", ".."):
            parts.append(part)
    return "/".join(parts)
