"""Which sources a test in Java, Kotlin, Scala or Groovy ties its area to: imported classes, those of its package."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.project.layout import name_of, parent_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from hardwon.project.imports.texts import Texts

ENDINGS = (".java", ".kt", ".scala", ".groovy")
_IMPORT = re.compile(
    r"^\s*import\s+(?:static\s+)?([\w.]+?)(?:\.([*_])|\.\{([^}\n]*)\})?\s*(?:as\s+\w+\s*)?;?\s*$", re.MULTILINE
)
_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)", re.MULTILINE)
_WORD = re.compile(r"\b[A-Z]\w*")


class JvmTies:
    """The classes of a project by the name of their file."""

    def __init__(self, files: Iterable[str], sources: Collection[str], texts: Texts) -> None:
        self._texts = texts
        self._classes: dict[str, list[str]] = {}
        for path in files:
            if path.endswith(ENDINGS) and path in sources:
                self._classes.setdefault(name_of(path).rpartition(".")[0], []).append(path)

    def of(self, test: str) -> frozenset[str]:
        """The sources that a test file is tied to."""
        text = self._texts.text(test)
        words = set(_WORD.findall(text))
        package = _PACKAGE.search(text)
        wide = [package[1]] if package else []
        found: set[str] = set()
        for name, star, several in _IMPORT.findall(text):
            if star:
                wide.append(name)
            for each in several.split(",") if several else ():
                found |= self._class(f"{name}.{each.split('=>')[0].strip()}")
            found |= self._class(name)
        for each in wide:
            found.update(path for word in words & self._classes.keys() for path in self._in_package(word, each))
        return frozenset(found)

    def used_by(self, source: str) -> frozenset[str]:
        """The sources that a source works with."""
        return self.of(source) - {source}

    def _class(self, dotted: str) -> set[str]:
        """The file of a class, or of the class that a member or an inner class belongs to."""
        parts = dotted.split(".")
        for end in range(len(parts), 1, -1):
            if found := self._in_package(parts[end - 1], ".".join(parts[: end - 1])):
                return set(found)
        return set()

    def _in_package(self, name: str, package: str) -> list[str]:
        folder = package.replace(".", "/")
        return [path for path in self._classes.get(name, ()) if f"/{parent_of(path)}".endswith(f"/{folder}")]
